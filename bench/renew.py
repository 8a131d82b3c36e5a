#!/usr/bin/env python3
"""Makes the blocks of docs/performance.md anew, each the output of the commands that are written above it.

  python3 bench/renew.py            all of them, on a machine that does nothing else: about twenty minutes
  python3 bench/renew.py WORD...    those with a command in which one of these words occurs: psi_bench
  python3 bench/renew.py --list     the commands, running none

A command is what stands in backticks between a heading or block and the next block and begins with a program of bench/,
with Rscript or with python3 bench/. The table of targets is read out of the blocks below it, so it is made last,
whatever was asked for.
"""
import pathlib
import re
import subprocess
import sys
import time

root = pathlib.Path(__file__).resolve().parent.parent
page = root / "docs" / "performance.md"
build = root / "build" / "release"
programs = {source.stem for source in (root / "bench").glob("*.cpp")}
last = "python3 bench/targets.py"


def commands_in(text):
    spans = re.findall(r"`([^`]+)`", " ".join(text))
    return [span for span in spans if span.split()[0] in programs | {"Rscript"} or span.startswith("python3 bench/")]


class Block:
    """Lines first .. end - 1 of a page, the fences among them, and the commands whose output they are."""

    def __init__(self, first, end, commands):
        self.first, self.end, self.commands = first, end, commands


def blocks_of(lines):
    out, above, first = [], [], None
    for number, line in enumerate(lines):
        if first is not None:
            if line == "```":
                out.append(Block(first, number + 1, commands_in(above) if lines[first] == "```" else []))
                above, first = [], None
        elif line.startswith("```"):
            first = number
        else:
            above = [] if line.startswith("#") else [*above, line]
    return out


def output_of(command):
    words = command.split()
    made = [name for name in (pathlib.Path(word).name for word in words) if name in programs]
    if made:
        subprocess.run(["cmake", "--build", build, "--target", *made], check=True, stdout=subprocess.DEVNULL)
    if words[0] in programs:
        words[0] = str(build / words[0])
    done = subprocess.run(words, cwd=root, check=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    return done.stdout.strip("\n")


def renew(number):
    """Puts the output of its commands into the block of that number, and the page back on the disk."""
    begin = time.monotonic()
    lines = page.read_text().split("\n")
    commands = blocks_of(lines)[number].commands
    output = "\n\n".join(map(output_of, commands))
    lines = page.read_text().split("\n")  # what was edited meanwhile stays
    block = blocks_of(lines)[number]
    page.write_text("\n".join([*lines[:block.first], "```", output, "```", *lines[block.end:]]))
    print(f"  {time.monotonic() - begin:.0f} s", file=sys.stderr, flush=True)


def main(wanted):
    if wanted and wanted[0] in ("-h", "--help"):
        print(__doc__.strip())
        return
    blocks = blocks_of(page.read_text().split("\n"))
    if wanted == ["--list"]:
        print("\n".join(command for block in blocks for command in block.commands))
        return
    asked = [number for number, block in enumerate(blocks) if block.commands and last not in block.commands
             and any(word in command for word in wanted or [""] for command in block.commands)]
    asked += [number for number, block in enumerate(blocks) if last in block.commands]
    subprocess.run([root / "scripts" / "build", "release", "program"], check=True)
    subprocess.run(["cmake", "-DMARGINLAB_BENCH=ON", build], check=True, stdout=subprocess.DEVNULL)
    for done, number in enumerate(asked):
        print(f"{done + 1} of {len(asked)}: {' and '.join(blocks[number].commands)}", file=sys.stderr, flush=True)
        renew(number)


if __name__ == "__main__":
    main(sys.argv[1:])
