#!/usr/bin/env python3
"""One Platt fit of many rows by `marginlab fit`, reading, scoring and storing included.

    python3 bench/fits.py

Rows of two normal clouds, a quarter held out; the support vector machine at lambda = 1.
"""
import pathlib
import random
import tempfile

from support import runs

CASES = [(20000, 2, "linear"), (20000, 2, "gaussian"), (100000, 2, "linear"), (20000, 10, "gaussian")]


def write_sample(path, rows, inputs):
    """The classes lie two apart in the first two inputs."""
    rng = random.Random(1)
    with open(path, "w", encoding="ascii") as out:
        out.write(",".join(f"x{k}" for k in range(inputs)) + ",y\n")
        for _ in range(rows):
            y = rng.choice((-1, 1))
            x = [rng.gauss(y if k < 2 else 0, 2) for k in range(inputs)]
            out.write(",".join(f"{value:.6f}" for value in x) + f",{y}\n")


def main():
    print("   rows   p  kernel     cpu s   wall s  peak MB")
    with tempfile.TemporaryDirectory() as folder:
        sample, model = pathlib.Path(folder) / "sample.csv", pathlib.Path(folder) / "model.h5"
        for rows, inputs, kernel in CASES:
            write_sample(sample, rows, inputs)
            taken = runs.Measured([runs.program, "fit", "--data", sample, "--method", "platt", "--model", model,
                                   "--threads", "1", f"kernel={kernel}", "tuning.criterion=fixed", "tuning.lambda=1"])
            print(f"{rows:>7,} {inputs:>3}  {kernel:<8} {taken.processor:>7.2f}  {taken.wall:>7.2f}  "
                  f"{taken.megabytes:>7.0f}", flush=True)


main()
