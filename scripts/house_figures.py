#!/usr/bin/env python3
"""Prints the figures of docs/architecture.md: lines, units and floors of includes of every layer, units of every folder.

    python3 scripts/house_figures.py [ROOT]
    python3 scripts/house_figures.py ROOT PROGRAM    # wants valgrind and universal-ctags

The second prints a value's way: of how many sources a function is called while PROGRAM, built from ROOT, runs a small
Table 1 of wang2008 and prints it. What the compiler has put into its caller does not count.

A unit is a source with its header. Floors of includes are the headers of the longest chain in which each of one layer
includes the next. Tracked files count.
"""
import functools
import pathlib
import re
import subprocess
import sys
import tempfile

LAYERS = ["core", "datasets", "results", "experiments"]


def tracked(root):
    listed = subprocess.run(["git", "ls-files", *LAYERS], cwd=root, capture_output=True, text=True, check=True)
    return [path for path in listed.stdout.split() if re.search(r"[.][ch]pp$", path)]


def unit_of(path):
    return re.sub(r"[.][ch]pp$", "", path)


def read_units(root):
    """By unit: its lines, and the units that its header includes."""
    lines, includes = {}, {}
    for path in tracked(root):
        text = (pathlib.Path(root) / path).read_text()
        unit = unit_of(path)
        lines[unit] = lines.get(unit, 0) + text.count("\n")
        includes.setdefault(unit, set())
        if path.endswith(".hpp"):
            includes[unit].update(unit_of(header) for header in re.findall(r'^#include "([^"]+)"', text, re.M))
    return lines, includes


def floors(units, includes):
    """The units of the longest chain of includes within these units."""

    @functools.lru_cache(maxsize=None)
    def height(unit):
        below = [other for other in includes[unit] if other in units and other != unit]
        return 1 + max((height(other) for other in below), default=0)

    return max(map(height, units))


def called(program, folder):
    """The qualified names of the functions that a run of the program calls."""
    profile = str(pathlib.Path(folder) / "profile")
    small = ["replications=1", "samples=2", "n_train=20", "n_test=20", "--threads", "1", "--quiet"]
    subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=" + profile, program, "run", "wang2008/table1",
                    *small, "--out", folder + "/run"], capture_output=True, check=True)
    names = re.findall(r"^c?fn=\(\d+\) (.+)$", pathlib.Path(profile).read_text(), re.M)
    plain = (re.sub(r"\(anonymous namespace\)::|\[abi:\w+\]|'\d+$", "", name) for name in names)
    return {re.sub(r"[(<].*", "", name).split(" ")[-1] for name in plain}


def sources_by_function(root):
    """By qualified name of a function: the sources that define one of that name."""
    tags = subprocess.run(["ctags", "-R", "--languages=C++", "--c++-kinds=f", "--fields=+s", "-f", "-", *LAYERS], cwd=root,
                          capture_output=True, text=True, check=True).stdout
    out = {}
    for name, path, *rest in (line.split("\t") for line in tags.splitlines()):
        scope = re.search(r"(?:class|struct|namespace):(\S+)", "\t".join(rest))
        qualified = re.sub(r"__anon\w+::", "", (scope.group(1) + "::" if scope else "") + name)
        out.setdefault(qualified, set()).add(path)
    return out


def print_way(root, program):
    sources = sources_by_function(root)
    with tempfile.TemporaryDirectory() as folder:
        way = {path for name in called(program, folder) for path in sources.get(name, ()) if path.endswith(".cpp")}
    for layer in LAYERS:
        print(layer, sum(path.startswith(layer + "/") for path in way))


def main(root):
    lines, includes = read_units(root)
    print("| layer | lines | units | lines a unit | floors of includes |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for layer in LAYERS:
        units = frozenset(unit for unit in lines if unit.startswith(layer + "/"))
        total = sum(lines[unit] for unit in units)
        print(f"| {layer} | {total:,} | {len(units)} | {total / len(units):.0f} | {floors(units, includes)} |")
    print("\n| folder | units | lines |\n| --- | ---: | ---: |")
    for folder in sorted({str(pathlib.PurePosixPath(unit).parent) for unit in lines}):
        inside = [unit for unit in lines if str(pathlib.PurePosixPath(unit).parent) == folder]
        print(f"| {folder} | {len(inside)} | {sum(lines[unit] for unit in inside):,} |")


if __name__ == "__main__":
    if len(sys.argv) > 2:
        print_way(sys.argv[1], sys.argv[2])
    else:
        main(sys.argv[1] if len(sys.argv) > 1 else ".")
