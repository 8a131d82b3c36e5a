#!/usr/bin/env python3
"""What the first build takes: the program as ./marginlab builds it, and the tests as ./test does, each beside the build
of the same tree file by file.

    python3 bench/first_build.py [--only program|tests] [TARGET...]

Each is configured and built from nothing in build/first_build, without ccache, on all processors; with targets, such as
core or test_datasets, only these are built. Prints a row for each build: steps, minutes of the processors (user and
system) and of the clock, and the share of the united build in the processor time of the other.
"""
import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time

root = pathlib.Path(__file__).resolve().parent.parent
folder = root / "build" / "first_build"
# What is built: the preset, what it is configured with, and what ninja is asked for.
builds = {"program": ("release", ["-DMARGINLAB_TESTS=OFF"], ["marginlab"]), "tests": ("quick", [], ["all"])}
modes = {"united": [], "file by file": ["-DMARGINLAB_UNITY=OFF"]}


def timed(command, log, environment):
    """Seconds of the processors and of the clock."""
    began = time.monotonic()
    with open(log, "a", encoding="utf-8") as out:
        child = subprocess.Popen(command, cwd=root, env=environment, stdout=out, stderr=subprocess.STDOUT)
        _, status, used = os.wait4(child.pid, 0)
    if status != 0:
        sys.exit(f"{' '.join(map(str, command))} failed: see {log}")
    return used.ru_utime + used.ru_stime, time.monotonic() - began


def build(preset, options, targets):
    """Steps, seconds of the processors and of the clock, from nothing."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    log = folder.with_suffix(".log")
    log.write_text("", encoding="utf-8")
    environment = dict(os.environ, CCACHE_DISABLE="1")
    if preset == "quick":  # scripts/build gives clang large pages
        environment["GLIBC_TUNABLES"] = "glibc.malloc.hugetlb=1"
    make = ["cmake", "--build", folder, "--parallel", str(os.cpu_count()), "--target", *targets]
    configured = timed(["cmake", "--preset", preset, "-B", folder, *options], log, environment)
    compiled = timed(make, log, environment)
    steps = int(re.findall(r"^\[\d+/(\d+)\]", log.read_text(encoding="utf-8"), flags=re.MULTILINE)[-1])
    shutil.rmtree(folder)
    return steps, *(sum(pair) for pair in zip(configured, compiled))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", choices=builds, help="one of the two builds")
    parser.add_argument("targets", nargs="*", metavar="TARGET", help="what is built in place of everything")
    asked = parser.parse_args()
    print(f"{'first build of':16}{'':14}{'steps':>6}{'processors':>12}{'clock':>8}{'share':>7}", flush=True)
    for what in [asked.only] if asked.only else builds:
        preset, options, targets = builds[what]
        rows = {mode: build(preset, options + more, asked.targets or targets) for mode, more in modes.items()}
        for mode, (steps, processors, clock) in rows.items():
            share = f"{processors / rows['file by file'][1]:6.0%}"
            print(f"{what:16}{mode:14}{steps:6}{processors / 60:8.1f} min{clock / 60:6.1f} m{share:>7}", flush=True)


main()
