#!/usr/bin/env python3
"""How many threads a run of ruping2004/means can use, simulated from its stored timings.

    python3 bench/useful_threads.py [RUN [PIECES]]

RUN is a run directory, by default that of the last bench/studies.py ruping2004/means; PIECES the file of
prior_step_bench, by default build/bench_runs/pieces.txt. The scheduler is the program's (experiments/run/threads.cpp,
experiments/catalog/shared_work.cpp) with a clock that costs nothing: threads take the groups of cells, data set x fold,
the longest first; a cell that needs a prior step finds it, in pieces by bandwidths and by folds of each, or helps the one
that does. A cell that found a prior step counts for itself what its setting takes in the middle of the folds.
"""
import heapq
import pathlib
import statistics
import sys

from support import runs


class Batch:
    """Pieces that a thread has shared out; a piece is (seconds, pieces within)."""

    def __init__(self, pieces, within):
        self.pieces, self.within, self.begun, self.done = pieces, within, 0, 0

    def is_of(self, other):
        at = self
        while at is not None and at is not other:
            at = at.within
        return at is other


class Scheduler:
    """Threads are generators: they yield the seconds they are busy, or None to wait until something has changed."""

    def __init__(self, groups, priors):
        self.groups, self.priors = groups, priors
        self.open, self.state = [], {}
        self.next = self.over = 0
        self.changed = False  # since the threads that wait were last asked
        self.ends = {}
        self.now = 0.0

    def carry_out(self, batch):
        seconds, within = batch.pieces[batch.begun]
        batch.begun += 1
        if batch.begun == len(batch.pieces):
            self.open.remove(batch)
        yield seconds
        if within:
            yield from self.share_out(within, batch)
        batch.done += 1
        self.changed = True

    def share_out(self, pieces, within=None):
        batch = Batch(pieces, within)
        self.open.append(batch)
        self.changed = True
        while batch.begun < len(pieces):
            yield from self.carry_out(batch)
        while batch.done < len(pieces):
            part = next((other for other in self.open if other.is_of(batch)), None)
            if part:
                yield from self.carry_out(part)
            else:
                yield None

    def work_until(self, is_over):
        while not is_over():
            if self.open:
                yield from self.carry_out(self.open[0])
            else:
                yield None

    def found(self, prior):
        if prior not in self.priors:
            return
        if prior not in self.state:
            self.state[prior] = False
            yield from self.share_out(self.priors[prior])
            self.state[prior] = self.changed = True
        yield from self.work_until(lambda: self.state[prior])

    def thread(self):
        while self.next < len(self.groups):
            name, cells = self.groups[self.next]
            self.next += 1
            for prior, seconds in cells:
                yield from self.found(prior)
                yield seconds
            self.over += 1
            self.changed = True
            self.ends[name] = self.now
        yield from self.work_until(lambda: self.over == len(self.groups))

    def makespan(self, threads):
        busy = [(0.0, t, thread) for t, thread in enumerate(self.thread() for _ in range(threads))]
        waiting = []
        while busy:
            self.now, number, thread = heapq.heappop(busy)
            try:
                seconds = next(thread)
            except StopIteration:
                pass
            else:
                if seconds is None:
                    waiting.append((number, thread))
                else:
                    heapq.heappush(busy, (self.now + seconds, number, thread))
            if self.changed:
                for number, other in waiting:
                    heapq.heappush(busy, (self.now, number, other))
                waiting.clear()
                self.changed = False
        assert self.over == len(self.groups)
        return self.now


def read_pieces(path):
    """{(data, kernel, method): the bandwidths}."""
    priors = {}
    for line in path.read_text().splitlines():
        data, kernel, method, own, *folds = line.split()
        priors.setdefault((data, kernel, method), []).append((float(own), [(float(fold), None) for fold in folds]))
    return priors


def seconds_of(pieces):
    return sum(own + sum(fold for fold, _ in folds) for own, folds in pieces)


def prior_of(cell):
    at = cell["at"]
    return at["data"], at["classifier"], "klr" if at["method"] == "klr" else "svm"


def without_priors(cells, priors):
    """Takes the prior steps out of the cells that found them; their seconds by the stored timings."""
    by_setting = {}
    for cell in cells:
        by_setting.setdefault(cell["setting"], []).append(cell)
    middle = {setting: statistics.median(c["seconds"] for c in some) for setting, some in by_setting.items()}
    out = 0
    for prior in priors:
        sharing = [cell for cell in cells if prior_of(cell) == prior]
        if not sharing:
            continue
        finder = max(sharing, key=lambda cell: cell["seconds"] - middle[cell["setting"]])
        out += finder["seconds"] - middle[finder["setting"]]
        finder["seconds"] = middle[finder["setting"]]
    return out


def groups_of(cells, order):
    place = {key: number for number, key in enumerate(order)}
    groups = {}
    for cell in sorted(cells, key=lambda cell: place[cell["setting"]]):
        groups.setdefault((cell["at"]["data"], cell["replicate"]), []).append((prior_of(cell), cell["seconds"]))
    return sorted(groups.items(), key=lambda group: -sum(seconds for _, seconds in group[1]))


def main(words):
    run = pathlib.Path(words[0]) if words else runs.kept / "ruping2004" / "means"
    priors = read_pieces(pathlib.Path(words[1]) if len(words) > 1 else runs.kept / "pieces.txt")
    cells = runs.Cells(run)
    stored = sum(cell["seconds"] for cell in cells.all)
    found = without_priors(cells.all, priors)
    measured = sum(map(seconds_of, priors.values()))
    print(f"stored: {stored:.1f} s, of which {found:.1f} s in prior steps ({measured:.1f} s by their pieces)")
    groups = groups_of(cells.all, cells.order)
    one = Scheduler(groups, priors).makespan(1)
    print("threads  seconds  speed-up")
    for threads in (1, 2, 4, 8, 16, 32, 64):
        scheduler = Scheduler(groups, priors)
        seconds = scheduler.makespan(threads)
        print(f"{threads:>7} {seconds:>8.1f} {one / seconds:>9.1f}")
    last = sorted(scheduler.ends.items(), key=lambda end: -end[1])
    print("on 64 the data sets end at: " + ", ".join(
        f"{data} {max(t for (d, _), t in last if d == data):.1f} s" for data in dict.fromkeys(d for (d, _), _ in last)))
    for data in list(dict.fromkeys(d for (d, _), _ in last))[:2]:
        parts = [f"{kernel} {method} {max(own + max([f for f, _ in folds], default=0) for own, folds in pieces):.1f} s"
                 for (of, kernel, method), pieces in priors.items() if of == data]
        rest = max(sum(seconds for _, seconds in some) for (of, _), some in groups if of == data)
        print(f"  {data}: longest pieces of the prior steps {', '.join(parts)}; the cells of a fold {rest:.1f} s")


main(sys.argv[1:])
