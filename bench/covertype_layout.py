#!/usr/bin/env python3
"""Writes a made-up file in the layout of all of covertype, to time the studies of its size where it is not at hand.

    python3 bench/covertype_layout.py forest.csv

581,012 lines of ten whole numbers, four and forty indicators of which one each is 1, and the class, each class as often as
in the published file, in a random order that is the same every time. Nothing of the published file is in it: the numbers are
normal about centres that depend on the class, the indicators are drawn with shares that do, and some never occur beside
classes 1 and 7. Errors of the two are about as frequent as the published tables have them.
"""
import itertools
import random
import sys

COUNTS = {1: 211840, 2: 283301, 3: 35754, 4: 2747, 5: 9493, 6: 17367, 7: 20510}

# Ten quantities: centre, spread, and how many spreads class k lies above it, times (k - 4) / 3 but for the first.
QUANTITIES = [(3000, 200, 0), (150, 110, 0.1), (14, 7, 0.1), (270, 210, 0.1), (45, 58, 0.2), (2350, 1500, 0.2),
              (210, 27, -0.1), (223, 20, 0.1), (142, 38, 0.1), (2000, 1300, 0.2)]
LEVEL = {1: 0.6, 2: -0.2, 3: -2.2, 4: -3, 5: -0.8, 6: -2.1, 7: 2.2}


def soils(kind):
    """Few are frequent, and the frequent ones of two classes overlap; the first eight are those of classes 2 to 6."""
    shares = [1 / (1 + abs(k - 20 - 2.5 * LEVEL[kind])) ** 2 for k in range(40)]
    return [0 if kind in (1, 7) and k < 8 else share for k, share in enumerate(shares)]


class Indicators:
    """One of them is 1, each as often as its share says."""

    def __init__(self, shares):
        self.running = list(itertools.accumulate(shares))
        self.texts = [",".join("01"[k == place] for k in range(len(shares))) for place in range(len(shares))]

    def draw(self, rng):
        return rng.choices(self.texts, cum_weights=self.running)[0]


class Kind:
    """What a class's lines are drawn from."""

    def __init__(self, kind):
        self.end = f",{kind}\n"
        self.normals = [(centre + spread * (LEVEL[kind] if k == 0 else slope * (kind - 4) / 3), spread)
                        for k, (centre, spread, slope) in enumerate(QUANTITIES)]
        self.areas = Indicators([4 + LEVEL[kind], 1, 4 - LEVEL[kind], 0 if kind in (1, 7) else 1])
        self.soils = Indicators(soils(kind))

    def line(self, rng):
        quantities = ",".join([str(round(rng.gauss(centre, spread))) for centre, spread in self.normals])
        return f"{quantities},{self.areas.draw(rng)},{self.soils.draw(rng)}{self.end}"


def main():
    rng = random.Random(2007)
    kinds = {kind: Kind(kind) for kind in COUNTS}
    order = [kind for kind, count in COUNTS.items() for _ in range(count)]
    rng.shuffle(order)
    with open(sys.argv[1], "w", encoding="ascii") as out:
        out.writelines(kinds[kind].line(rng) for kind in order)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main()
