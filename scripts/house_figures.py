#!/usr/bin/env python3
"""Prints the figures of docs/architecture.md: lines, units and floors of includes of every layer, units of every folder.

    python3 scripts/house_figures.py [ROOT]
    python3 scripts/house_figures.py ROOT PROGRAM    # wants valgrind and universal-ctags

The second prints a value's way: of how many sources a function is called while PROGRAM, built from ROOT, runs a small
Table 1 of wang2008 and prints it. What the compiler has put into its caller does not count.

A unit is a source with its header. Floors of includes are the headers of the longest chain in which each of one layer
includes the next. An arrow is a pair of rooms of a layer of which one includes the other, in a header or in a source; both
ways are those of rooms on a circle of arrows. Tracked files count.
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
    """By unit: its lines, the units that its header includes, and those that its source does."""
    lines, includes, of_source = {}, {}, {}
    for path in tracked(root):
        text = (pathlib.Path(root) / path).read_text()
        unit = unit_of(path)
        lines[unit] = lines.get(unit, 0) + text.count("\n")
        includes.setdefault(unit, set())
        of_source.setdefault(unit, set())
        (includes if path.endswith(".hpp") else of_source)[unit].update(
            unit_of(header) for header in re.findall(r'^#include "([^"]+)"', text, re.M))
    return lines, includes, of_source


def floors(units, includes):
    """The units of the longest chain of includes within these units."""

    @functools.lru_cache(maxsize=None)
    def height(unit):
        below = [other for other in includes[unit] if other in units and other != unit]
        return 1 + max((height(other) for other in below), default=0)

    return max(map(height, units))


def room_of(unit):
    return str(pathlib.PurePosixPath(unit).parent)


def arrows(units, *included):
    """By room of these units: the other rooms that it includes."""
    out = {room_of(unit): set() for unit in units}
    for unit in units:
        for includes in included:
            out[room_of(unit)].update(room_of(other) for other in includes[unit] if other in units)
    return {room: others - {room} for room, others in out.items()}


def both_ways(seen):
    """The arrows that lead back to their room."""

    def reached(room):
        found, new = set(), {room}
        while new:
            new = set().union(*(seen[one] for one in new)) - found
            found |= new
        return found

    return sum(room in reached(other) for room in seen for other in seen[room])


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
    lines, includes, of_source = read_units(root)
    print("| layer | lines | units | lines a unit | floors of includes | rooms | arrows | both ways |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    for layer in LAYERS:
        units = frozenset(unit for unit in lines if unit.startswith(layer + "/"))
        total = sum(lines[unit] for unit in units)
        seen = arrows(units, includes, of_source)
        print(f"| {layer} | {total:,} | {len(units)} | {total / len(units):.0f} | {floors(units, includes)} | {len(seen)} "
              f"| {sum(map(len, seen.values()))} | {both_ways(seen)} |")
    print("\n| folder | units | lines |\n| --- | ---: | ---: |")
    for folder in sorted(set(map(room_of, lines))):
        inside = [unit for unit in lines if room_of(unit) == folder]
        print(f"| {folder} | {len(inside)} | {sum(lines[unit] for unit in inside):,} |")


if __name__ == "__main__":
    if len(sys.argv) > 2:
        print_way(sys.argv[1], sys.argv[2])
    else:
        main(sys.argv[1] if len(sys.argv) > 1 else ".")
