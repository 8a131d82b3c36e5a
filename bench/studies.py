#!/usr/bin/env python3
"""What studies take: cells, fits, wall and processor time and peak memory, and which cells the time goes to.

    python3 bench/studies.py [--threads N] [--shares] STUDY [OVERRIDE...] [, STUDY [OVERRIDE...]]...

A study is what `marginlab run` takes, and so are overrides: wang2008/table3 replications=4. Each is computed from
nothing. "m/100" are processor minutes of 100 replications at this rate; what a data set costs once, such as a prior step,
is counted as often as the rest. With --shares, the shares of the cells' seconds by the values of each axis, those of one
per cent and more. The runs stay in build/bench_runs, for bench/useful_threads.py.
"""
import itertools
import sys

from support import runs


def asked(words):
    """Threads, whether shares are asked for, and the studies with their overrides."""
    threads, shares = 2, False
    while words and words[0].startswith("--"):
        option = words.pop(0)
        if option == "--threads" and words:
            threads = int(words.pop(0))
        elif option == "--shares":
            shares = True
        else:
            sys.exit(__doc__)
    words = " ".join(words).replace(",", " , ").split()
    studies = [list(group) for is_comma, group in itertools.groupby(words, lambda word: word == ",") if not is_comma]
    if not studies:
        sys.exit(__doc__)
    return threads, shares, studies


def main(words):
    threads, shares, studies = asked(words)
    print(f"{'':<40} {'cells':>9} {'fits':>12} {'wall s':>8} {'cpu s':>8} {'m/100':>7} {'peak MB':>8}   {threads} threads")
    for study, *overrides in studies:
        directory, taken = runs.run(study, overrides, threads)
        cells = runs.Cells(directory)
        fits = sum(cell["fits"] for cell in cells.all)
        per_hundred = taken.processor / 60 * 100 / cells.replications
        print(f"{' '.join([study, *overrides]):<40} {len(cells.all):>9,} {fits:>12,.0f} {taken.wall:>8.1f} "
              f"{taken.processor:>8.1f} {per_hundred:>7.2f} {taken.megabytes:>8.0f}", flush=True)
        if not shares:
            continue
        for axis in cells.axes:
            found = cells.shares(axis)
            if len(found) > 1:
                print(f"  {axis:<11}" + ", ".join(f"{value} {100 * share:.0f} %" for value, share in found))


main(sys.argv[1:])
