#!/usr/bin/env python3
"""What the flags cost that make a program hard to attack (MARGINLAB_HARDEN): the optimised program built with them and
without, and the processor times of the same run by both, one after the other.

    python3 bench/hardening.py [RUNS]      runs of each (9); prints the medians and the median ratio of neighbours

The programs stay in build/hardening, where a second call finds them.
"""
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

root = pathlib.Path(__file__).resolve().parent.parent
folder = root / "build" / "hardening"
compilers = {"with": [], "without": ["-DMARGINLAB_HARDEN=OFF", "-DCMAKE_EXE_LINKER_FLAGS=-no-pie",
                                     "-DCMAKE_CXX_FLAGS=-fno-stack-protector -U_FORTIFY_SOURCE"]}
work = ["run", "quickstart", "--threads", "1", "--quiet"]


def built(name):
    """The program of this name, made if need be."""
    into = folder / name
    with open(folder / f"{name}.log", "w", encoding="utf-8") as log:
        for command in (["cmake", "--preset", "release", "-B", into, "-DMARGINLAB_TESTS=OFF", *compilers[name]],
                        ["cmake", "--build", into, "--target", "marginlab"]):
            subprocess.run(command, cwd=root, stdout=log, stderr=log, check=True)
    return into / "marginlab"


def seconds(program):
    """Of processor time, system included."""
    with tempfile.TemporaryDirectory() as out:
        child = subprocess.Popen([program, *work, "--out", out + "/run"], cwd=root, stdout=subprocess.DEVNULL,
                                 stderr=subprocess.DEVNULL)
        _, status, used = os.wait4(child.pid, 0)
    if status != 0:
        sys.exit(f"{program} failed")
    return used.ru_utime + used.ru_stime


def main():
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 9
    folder.mkdir(parents=True, exist_ok=True)
    programs = {name: built(name) for name in compilers}
    times = {name: [] for name in programs}
    for _ in range(runs):
        for name, program in programs.items():
            times[name].append(seconds(program))
    ratios = sorted(one / other for one, other in zip(times["with"], times["without"]))
    for name, all_of in times.items():
        print(f"{name:8} {statistics.median(all_of):6.2f} s of processor time, median of {runs} runs")
    print(f"ratio    {statistics.median(ratios):.3f}, from {ratios[0]:.3f} to {ratios[-1]:.3f}")


main()
