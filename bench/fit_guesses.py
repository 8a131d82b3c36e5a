#!/usr/bin/env python3
"""What fit guesses before it begins, beside the processor seconds that it takes, over shapes and methods.

    python3 bench/fit_guesses.py              every shape, about two processor minutes; prints the table
    python3 bench/fit_guesses.py --update     and writes it into docs/data-files.md
    python3 bench/fit_guesses.py bracket      the shapes with such a word alone

Needs the Debian package python3-numpy. One thread; what reading, scoring and storing take is in the seconds. The guess
is printed in whole seconds, 1 for all below, so that where both are below two seconds it is right.
"""
import argparse
import pathlib
import sys
import tempfile

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "support"))
import fit_run  # noqa: E402

root = pathlib.Path(__file__).resolve().parent.parent
program = root / "build" / "release" / "marginlab"
page = root / "docs" / "data-files.md"
block_ends = ("<!-- begin bench/fit_guesses.py -->", "<!-- end bench/fit_guesses.py -->")
within = 3

by_folds = "tuning.criterion=cross_validation"

# rows, inputs, classes and the words of fit.
shapes = [
    (4000, 10, 2, ""),
    (8000, 20, 2, ""),
    (2600, 57, 2, "kernel=gaussian"),
    (1000, 64, 4, ""),
    (300, 10, 2, "--method bracket"),
    (300, 10, 2, "--method bracket kernel=gaussian"),
    (1000, 10, 2, f"--method bracket kernel=gaussian {by_folds}"),
    (4000, 10, 2, f"--method bracket {by_folds}"),
    (1500, 30, 2, f"--method platt decision_values=cross_validated kernel=auto {by_folds}"),
    (12000, 10, 2, "--method platt kernel=gaussian tuning.criterion=fixed tuning.lambda=1"),
    (800, 10, 2, f"--method kernel_logistic kernel=gaussian {by_folds}"),
    (20000, 20, 2, f"--method penalised_logistic {by_folds}"),
    (600, 40, 2, f"--method elastic_net_logistic method.omega=1 {by_folds}"),
    (5000, 20, 2, "--method random_forest"),
    (20000, 10, 2, "--method nearest_neighbours"),
    (500, 5, 2, "--method solution_path"),
    (300, 5, 4, f"--method kernel_multicategory_logistic kernel=gaussian {by_folds} tuning.lambda=[0.01,0.1,1]"),
    (20000, 20, 5, "--method baseline_logit lambda=1"),
    (400, 10, 4, f"--method one_vs_all kernel=gaussian {by_folds}"),
    (120, 4, 3, "--method border_weight tuning.criterion=fixed tuning.lambda=1"),
    (150, 4, 4, "--method border_weight kernel=gaussian tuning.criterion=fixed tuning.lambda=1 step=0.1"),
]


def write_rows(file, rows, inputs, classes):
    rng = np.random.default_rng(rows + inputs)
    x = rng.standard_normal((rows, inputs))
    middle = rng.standard_normal((classes, inputs)) / np.sqrt(inputs) * 1.5
    y = rng.integers(0, classes, rows)
    np.savetxt(file, np.column_stack([x + middle[y], y]), fmt=["%.5g"] * inputs + ["%d"], delimiter=",",
               header=",".join([f"x{j + 1}" for j in range(inputs)] + ["y"]), comments="")


def measured(folder, rows, inputs, classes, words):
    file = folder / "rows.csv"
    write_rows(file, rows, inputs, classes)
    extra = ["classes=each"] if classes > 2 else []
    run = fit_run.fit(program, "--data", file, "--model", folder / "m.h5", "--threads", "1", *words.split(), *extra)
    return run.guess, run.seconds


def table(rows):
    lines = ["| rows | inputs | classes | words of `fit` | guess, s | taken, s | taken / guess |",
             "| ---: | ---: | ---: | --- | ---: | ---: | ---: |"]
    good = 0
    for (n, p, classes, words), (guess, taken) in rows:
        good += guess / within <= taken <= guess * within or max(guess, taken) < 2
        lines.append(f"| {n:,} | {p} | {classes} | {f'`{words}`' if words else 'none'} | {guess} | {taken:.1f} | "
                     f"{taken / guess:.1f} |")
    lines += ["", f"The guess is within a factor of {within} on {good} of {len(rows)} shapes."]
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("only", nargs="*", help="words of shapes")
    parser.add_argument("--update", action="store_true")
    given = parser.parse_args()
    chosen = [one for one in shapes if not given.only or any(word in one[3] for word in given.only)]
    done = []
    with tempfile.TemporaryDirectory() as folder:
        for shape in chosen:
            done.append((shape, measured(pathlib.Path(folder), *shape)))
            print(*shape, *done[-1][1], file=sys.stderr, flush=True)
    print(table(done))
    if given.update:
        text = page.read_text(encoding="utf-8")
        before, rest = text.split(block_ends[0])
        _, after = rest.split(block_ends[1])
        page.write_text(before + block_ends[0] + "\n" + table(done) + "\n" + block_ends[1] + after, encoding="utf-8")


if __name__ == "__main__":
    main()
