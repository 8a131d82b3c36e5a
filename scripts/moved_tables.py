#!/usr/bin/env python3
"""Prints what has moved in the committed tables since a commit, a row for each that was made again: whether its data are the
same to the byte, verdicts before and after, and numbers.

    python3 scripts/moved_tables.py COMMIT    # a table in Markdown; of results/tables as they are in the work tree

Numbers are those of a page's tables and lists, its provenance apart; a line whose words are others than before is counted
as reworded. The largest move is that of a mean of ours, over its Monte Carlo standard error. Pages that are new are not
listed.
"""
import difflib
import pathlib
import re
import subprocess
import sys

FOLDER = "results/tables"
NUMBER = re.compile(r"(?<![\w.])-?\d[\d,]*(?:[.]\d+)?")
MEAN = re.compile(r"(-?\d+[.]\d+) [(](\d+[.]\d+)[)]")
DATA_HASH = re.compile(r"^- data_hash (\w+)", re.M)
VERDICTS = re.compile(r"^- (?:Pairs of methods: )?(\d+ match, \d+ off, \d+ cannot tell)", re.M)


def git(*words):
    return subprocess.run(["git", *words], capture_output=True, text=True, check=True).stdout


def pages_of(commit):
    """The pages of results/tables at a commit, by path."""
    paths = git("ls-tree", "-r", "--name-only", commit, "--", FOLDER).split()
    return {path: git("show", f"{commit}:{path}") for path in paths}


def lines_of(page):
    return [line for line in page.split("\n## Provenance")[0].split("\n") if line]


def aligned(before, after):
    """The pairs of lines that have the same words, and how many lines of the new page have none."""
    words = [[NUMBER.sub("#", line) for line in lines] for lines in (before, after)]
    pairs, reworded = [], 0
    for kind, i, j, k, m in difflib.SequenceMatcher(None, *words, autojunk=False).get_opcodes():
        if kind == "equal":
            pairs += zip(before[i:j], after[k:m])
        else:
            reworded += m - k
    return pairs, reworded


def moved(pairs):
    """How many numbers there are, how many moved, and the largest move of a mean in its standard errors."""
    numbers = changed = 0
    largest = 0.0
    for old, new in pairs:
        both = list(zip(NUMBER.findall(old), NUMBER.findall(new)))
        numbers += len(both)
        changed += sum(one != other for one, other in both)
        for (one, _), (other, error) in zip(MEAN.findall(old), MEAN.findall(new)):
            if one != other and float(error) > 0:
                largest = max(largest, abs(float(one) - float(other)) / float(error))
    return numbers, changed, largest


def verdicts(page):
    found = VERDICTS.search(page)
    return found.group(1) if found else ""


def data_hash(page):
    return DATA_HASH.search(page).group(1)


def main(commit):
    print("| Table | Data | Verdicts before | after | Numbers | moved | Largest, in standard errors | Lines reworded |")
    print("| :--- | :--- | :--- | :--- | ---: | ---: | ---: | ---: |")
    for path, old in sorted(pages_of(commit).items()):
        new = pathlib.Path(path).read_text() if pathlib.Path(path).exists() else ""
        if new in ("", old):
            continue
        pairs, reworded = aligned(lines_of(old), lines_of(new))
        numbers, changed, largest = moved(pairs)
        name = path.removeprefix(FOLDER + "/").removesuffix(".md")
        data = "the same" if data_hash(old) == data_hash(new) else "moved"
        after = "the same" if verdicts(old) == verdicts(new) else verdicts(new)
        print(f"| {name} | {data} | {verdicts(old)} | {after} | {numbers} | {changed} | {largest:.2f} | {reworded} |")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
