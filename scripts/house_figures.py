#!/usr/bin/env python3
"""Prints the figures of docs/architecture.md: lines, units and floors of includes of every layer, units of every folder.

    python3 scripts/house_figures.py [ROOT]

A unit is a source with its header. Floors of includes are the headers of the longest chain in which each of one layer
includes the next. Tracked files count.
"""
import functools
import pathlib
import re
import subprocess
import sys

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
    main(sys.argv[1] if len(sys.argv) > 1 else ".")
