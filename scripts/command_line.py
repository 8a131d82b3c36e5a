"""Prints docs/command-line.md from what the program says of itself.

  python3 scripts/command_line.py PROGRAM            prints the page
  python3 scripts/command_line.py PROGRAM --check    exit code 1 where the page in the tree is another one
"""
import pathlib
import re
import subprocess
import sys

PAGE = pathlib.Path(__file__).resolve().parent.parent / "docs/command-line.md"
INTRODUCTION = """\
# The command line

Every verb of `marginlab` with its options, as `--help` prints them. `python3 scripts/command_line.py
build/release/marginlab > docs/command-line.md` makes this page again, and a test compares the two.
"""


def help_of(program, *words):
    """What `marginlab WORDS --help` prints."""
    said = subprocess.run(["marginlab", *words, "--help"], executable=program, capture_output=True, text=True, check=True,
                          env={"COLUMNS": "100"})
    return "\n".join(line.rstrip() for line in said.stdout.strip().splitlines())


def parts_of(text):
    """The verbs that a help text lists below 'Subcommands:'."""
    listed = text.partition("Subcommands:\n")[2].partition("\n\n")[0]
    return re.findall(r"^  (\w+)", listed, re.MULTILINE)


def sections(program, words, depth):
    text = help_of(program, *words)
    title = " ".join(["marginlab", *words])
    yield f"{'#' * depth} {title}\n\n```\n{text}\n```\n"
    for part in parts_of(text):
        yield from sections(program, [*words, part], depth + (1 if words else 0))


def page(program):
    return "\n".join([INTRODUCTION, *sections(program, [], 2)])


def main():
    text = page(sys.argv[1])
    if sys.argv[2:] != ["--check"]:
        print(text, end="")
        return 0
    if PAGE.is_file() and PAGE.read_text(encoding="utf-8") == text:
        return 0
    print("docs/command-line.md is not what the program says. Make it again:")
    print("  python3 scripts/command_line.py build/release/marginlab > docs/command-line.md")
    return 1


if __name__ == "__main__":
    sys.exit(main())
