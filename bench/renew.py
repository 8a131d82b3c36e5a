#!/usr/bin/env python3
"""Makes the blocks of docs/performance.md anew, each the output of the commands that are written above it.

  python3 bench/renew.py            all of them, on a machine that does nothing else
  python3 bench/renew.py WORD...    those with a command in which one of these words occurs: psi_bench

A command is what stands in backticks between a heading or block and the next block and begins with a program of bench/
or with Rscript. Tables and sentences are nobody's output: read them afterwards.
"""
import pathlib
import re
import subprocess
import sys

root = pathlib.Path(__file__).resolve().parent.parent
page = root / "docs" / "performance.md"
build = root / "build" / "release"
programs = {source.stem for source in (root / "bench").glob("*.cpp")}


def commands_in(text):
    spans = re.findall(r"`([^`]+)`", " ".join(text))
    return [span for span in spans if span.split()[0] in programs | {"Rscript"}]


def output_of(command):
    words = command.split()
    made = [name for name in (pathlib.Path(word).name for word in words) if name in programs]
    subprocess.run(["cmake", "--build", build, "--target", *made], check=True, stdout=subprocess.DEVNULL)
    if words[0] in programs:
        words[0] = str(build / words[0])
    print("running", command, file=sys.stderr, flush=True)
    return subprocess.run(words, cwd=root, check=True, capture_output=True, text=True).stdout.strip("\n")


def renewed(lines, wanted):
    """The lines of the page, block by block."""
    out, above, block = [], [], None
    for line in lines:
        if block is not None:
            block.append(line)
            if line != "```":
                continue
            commands = commands_in(above) if block[0] == "```" else []
            if any(word in command for word in wanted or [""] for command in commands):
                block = ["```", *"\n\n".join(map(output_of, commands)).split("\n"), "```"]
            out, above, block = out + block, [], None
        elif line.startswith("```"):
            block = [line]
        else:
            above = [] if line.startswith("#") else [*above, line]
            out.append(line)
    return out


def main(wanted):
    if wanted and wanted[0] in ("-h", "--help"):
        print(__doc__.strip())
        return
    subprocess.run([root / "scripts" / "build", "release", "program"], check=True)
    subprocess.run(["cmake", "-DMARGINLAB_BENCH=ON", build], check=True, stdout=subprocess.DEVNULL)
    text = page.read_text()
    page.write_text("\n".join(renewed(text.split("\n"), wanted)))


main(sys.argv[1:])
