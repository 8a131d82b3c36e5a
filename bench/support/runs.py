"""Runs of the program that are measured, and what their journals say of the cells."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import time

root = pathlib.Path(__file__).resolve().parent.parent.parent
program = root / "build" / "release" / "marginlab"
kept = root / "build" / "bench_runs"  # where the runs lie until they are made again


class Measured:
    """Wall time, processor time and peak memory of one process with all it starts.

    A process begins with the peak of the one that started it, so that a fresh interpreter starts this one.
    """

    def __init__(self, command):
        done = subprocess.run([sys.executable, __file__, *map(str, command)], cwd=root, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True)
        if done.returncode != 0:
            sys.exit(f"{' '.join(map(str, command))} ended with {done.returncode}:\n{done.stderr}")
        self.wall, self.processor, self.megabytes = map(float, done.stdout.split())


def measure(command):
    """What Measured reads: three numbers on one line."""
    begin = time.monotonic()
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    print(time.monotonic() - begin, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)
    return process.returncode


class Cells:
    """The finished cells of a run directory: where each lies on the axes of its study, its seconds and fits."""

    def __init__(self, directory):
        card = json.loads((directory / "study.json").read_text())
        self.axes = [axis["name"] for axis in card["axes"]]
        self.replications = card["replications"]
        # A setting that several points share counts at the first of them.
        at = {card["settings"][point["setting"]]["key"]: point["at"] for point in reversed(card["points"])}
        self.order = [setting["key"] for setting in card["settings"]]
        self.all = []
        with open(directory / "journal.jsonl", encoding="utf-8") as journal:
            next(journal)
            for line in journal:
                record = json.loads(line[line.index(" ") + 1:])
                key, replicate = record["key"].split("/")
                self.all.append({"at": at[key], "setting": key, "replicate": int(replicate),
                                 "seconds": record["seconds"], "fits": record.get("values", {}).get("fits", 0)})

    def shares(self, axis):
        """Of the seconds of all cells, by value of the axis, the largest first; each at least one in a hundred."""
        whole = sum(cell["seconds"] for cell in self.all)
        sums = {}
        for cell in self.all:
            value = cell["at"].get(axis)
            if value is not None:
                sums[value] = sums.get(value, 0) + cell["seconds"] / whole
        return [(value, share) for value, share in sorted(sums.items(), key=lambda pair: -pair[1]) if share >= 0.01]


def run(study, overrides=(), threads=2):
    """Runs a study from nothing into its folder of `kept`."""
    directory = kept / study.removesuffix(".yaml")
    shutil.rmtree(directory, ignore_errors=True)
    directory.parent.mkdir(parents=True, exist_ok=True)
    measured = Measured([program, "run", study, *overrides, "--threads", str(threads), "--out", directory, "--quiet"])
    return directory, measured


if __name__ == "__main__":
    sys.exit(measure(sys.argv[1:]))
