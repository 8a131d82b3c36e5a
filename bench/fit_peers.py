#!/usr/bin/env python3
"""What fit takes on a file of one's own, beside what else one would take, side by side in one run.

    python3 bench/fit_peers.py                 every case, some ten processor minutes; prints a table
    python3 bench/fit_peers.py gaussian 60000  the cases that have one of these words
    python3 bench/fit_peers.py --update        and writes it into docs/performance.md

Needs the program of scripts/build release program (or MARGINLAB=FILE), and the Debian packages python3-numpy,
python3-sklearn and libsvm-tools. One thread. Ours is the processor time of the whole command with reading, splitting,
standardising and storing. So is svm-train's, which reads its file and stores its model; scikit-learn's is that of its
fit alone, on numbers in memory. All learn from the same three quarters of made-up rows, standardised by these, and the
log score (less is better) is that of 4,000 further rows.
"""
import argparse
import dataclasses
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile
import time
import warnings

for library in ("OMP", "OPENBLAS", "MKL"):
    os.environ[f"{library}_NUM_THREADS"] = "1"

import numpy as np  # noqa: E402

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "support"))
import fit_run  # noqa: E402

root = pathlib.Path(__file__).resolve().parent.parent
program = os.environ.get("MARGINLAB", root / "build" / "release" / "marginlab")
page = root / "docs" / "performance.md"
block_ends = ("<!-- begin bench/fit_peers.py -->", "<!-- end bench/fit_peers.py -->")

by_folds = "tuning.criterion=cross_validation"
alone = "tuning.criterion=fixed tuning.lambda=1"
held_out = "decision_values=cross_validated"
grid_of_c = np.logspace(-3, 3, 7)
other_grid = 1 / (2 * np.logspace(-3, 3, 60))


def svc(**words):
    import sklearn.svm
    return sklearn.svm.SVC(kernel="rbf", cache_size=500, **words)


def calibrated(model):
    import sklearn.calibration
    return sklearn.calibration.CalibratedClassifierCV(model, ensemble=False)


def searched(model, grid):
    import sklearn.model_selection
    return sklearn.model_selection.GridSearchCV(model, grid)


class SvmTrain:
    """The program svm-train of LIBSVM on a file in its format, with C = 1."""

    def __init__(self, gamma):
        self.gamma = gamma

    def seconds(self, z, labels):
        with tempfile.TemporaryDirectory() as name:
            rows = pathlib.Path(name) / "rows.txt"
            with open(rows, "w", encoding="utf-8") as file:
                for values, label in zip(z, labels):
                    inputs = " ".join(f"{j + 1}:{value:.10g}" for j, value in enumerate(values))
                    file.write(f"{label} {inputs}\n")
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            subprocess.run(["svm-train", "-q", "-m", "500", "-c", "1", "-g", repr(self.gamma), rows, f"{rows}.model"],
                           check=True)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def svc_with_probabilities(gamma):
    return svc(C=1.0, gamma=gamma, probability=True)


def svc_of_a_grid(gamma):
    return calibrated_of_best(searched(svc(gamma=gamma), {"C": grid_of_c}))


def calibrated_of_best(search):
    """Seven C by five folds, then the calibration of the best."""
    import sklearn.base

    class Search(sklearn.base.BaseEstimator, sklearn.base.ClassifierMixin):
        def fit(self, x, y):
            self.model_ = calibrated(search.fit(x, y).best_estimator_).fit(x, y)
            self.classes_ = self.model_.classes_
            return self

        def predict_proba(self, x):
            return self.model_.predict_proba(x)

    return Search()


def linear_svc(gamma):
    import sklearn.svm
    return calibrated(sklearn.svm.LinearSVC(C=1.0))


def linear_svc_of_a_grid(gamma):
    import sklearn.svm
    return calibrated_of_best(searched(sklearn.svm.LinearSVC(), {"C": grid_of_c}))


def logistic_of_a_grid(gamma):
    import sklearn.linear_model
    return sklearn.linear_model.LogisticRegressionCV(Cs=other_grid, cv=5, scoring="neg_log_loss", max_iter=1000)


@dataclasses.dataclass
class Case:
    rows: int
    inputs: int
    words: str           # of fit
    peer: object = None  # what makes the other model for a gamma
    name: str = "none"
    classes: int = 2
    kind: str = "clouds"


cases = [
    Case(3200, 2, f"--method platt kernel=gaussian {held_out} {by_folds}", svc_of_a_grid, "SVC, 7 C, calibrated"),
    Case(5000, 20, f"--method platt kernel=gaussian {held_out} {by_folds}", svc_of_a_grid, "SVC, 7 C, calibrated"),
    Case(20000, 20, f"--method platt kernel=gaussian {alone}", SvmTrain, "svm-train"),
    Case(20000, 20, f"--method platt kernel=gaussian {held_out} {alone}", svc_with_probabilities, "SVC(probability=True)"),
    Case(20000, 100, f"--method platt kernel=gaussian {alone}", SvmTrain, "svm-train"),
    Case(7311, 112, f"--method platt kernel=gaussian {alone}", SvmTrain, "svm-train", kind="words"),
    Case(5000, 500, f"--method platt kernel=linear {held_out} {alone}", linear_svc, "LinearSVC, calibrated"),
    Case(5000, 100, f"--method platt kernel=linear {held_out} {by_folds}", linear_svc_of_a_grid,
         "LinearSVC, 7 C, calibrated"),
    Case(60000, 20, f"--method penalised_logistic {by_folds}", logistic_of_a_grid, "LogisticRegressionCV(60)"),
    Case(60000, 100, f"--method penalised_logistic {by_folds}", logistic_of_a_grid, "LogisticRegressionCV(60)"),
    Case(1000, 3, "--method border_weight classes=each", svc_with_probabilities, "SVC(probability=True)", classes=3),
    Case(1000, 2, f"--method kernel_logistic kernel=gaussian {by_folds}"),
    Case(300, 3, f"--method platt kernel=linear standardise=none {alone}", kind="far"),
]


def made_up(case, rows, seed):
    """Gaussian clouds; of words, columns of 0 and 1 of which ten tell the class nearly always."""
    rng = np.random.default_rng(seed)
    middle = np.random.default_rng(case.rows + case.inputs).standard_normal((case.classes, case.inputs))
    y = rng.integers(0, case.classes, rows)
    if case.kind == "words":
        share = np.full((2, case.inputs), .2)
        share[:, :10] = [[.1], [.9]]
        return (rng.random((rows, case.inputs)) < share[y]).astype(float), y
    x = rng.standard_normal((rows, case.inputs)) + middle[y] * 1.5 / np.sqrt(case.inputs)
    if case.kind == "far":
        x[:, -1] += 1e7
    return x, y


def write(file, x, y):
    np.savetxt(file, np.column_stack([x, y]), fmt=["%.10g"] * x.shape[1] + ["%d"], delimiter=",",
               header=",".join([f"x{j + 1}" for j in range(x.shape[1])] + ["y"]), comments="")


def log_score(probability, y):
    return -np.mean(np.log(np.maximum(probability[np.arange(len(y)), y], 1e-15)))


def ours(case, folder, further):
    """The guess, processor seconds, the worst gap, and the log score."""
    model = folder / "m.h5"
    run = fit_run.fit(program, "--data", folder / "rows.csv", "--model", model, "--threads", "1", "--force", "--holdout",
                      "0.25", *case.words.split())
    write(folder / "further.csv", *further)
    printed = subprocess.run([program, "predict", model, folder / "further.csv"], capture_output=True, text=True,
                             check=True).stdout.splitlines()
    names = printed[0].split(",")
    table = np.array([[float(value) for value in line.split(",")] for line in printed[1:]])
    if case.classes == 2:
        positive = table[:, names.index("probability_1")]
        probability = np.column_stack([1 - positive, positive])
    else:
        probability = table[:, [names.index(f"probability_{k}") for k in range(case.classes)]]
    gap = re.search(r"worst relative gap\s+(\S+)", run.said).group(1)
    return run.guess, run.seconds, gap, log_score(probability, further[1])


def others(case, x, y, further):
    """Processor seconds of the fit, and the log score where it has probabilities."""
    if case.peer is None:
        return None, None
    train = slice(0, 3 * len(y) // 4)
    middle, spread = x[train].mean(axis=0), x[train].std(axis=0, ddof=1)
    z, labels = (x[train] - middle) / spread, y[train]
    some = z[np.random.default_rng(1).permutation(len(z))[:500]], labels[np.random.default_rng(1).permutation(len(z))[:500]]
    apart = [np.linalg.norm(a - b) for a in some[0][some[1] == 0][:100] for b in some[0][some[1] == 1][:100]]
    model = case.peer(1 / (2 * np.median(apart) ** 2))
    if isinstance(model, SvmTrain):
        return model.seconds(z, labels), None
    began = time.process_time()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model.fit(z, labels)
    took = time.process_time() - began
    if not hasattr(model, "predict_proba"):
        return took, None
    return took, log_score(model.predict_proba((further[0] - middle) / spread), further[1])


def row(case):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        x, y = made_up(case, case.rows, 1)
        further = made_up(case, 4000, 2)
        write(folder / "rows.csv", x, y)
        guess, seconds, gap, score = ours(case, folder, further)
        their_seconds, their_score = others(case, x, y, further)
    their = ["", ""] if their_seconds is None else [f"{their_seconds:.2f}", f"{seconds / their_seconds:.2f}"]
    return (f"| {case.rows:,} | {case.inputs} | {case.classes} | `{case.words}` | {guess} | {seconds:.2f} | {case.name} | "
            f"{their[0]} | {their[1]} | {score:.4f} | {'' if their_score is None else f'{their_score:.4f}'} | {gap} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("only", nargs="*", help="words of cases")
    parser.add_argument("--update", action="store_true")
    given = parser.parse_args()
    lines = ["| rows | inputs | classes | words of `fit` | guess, s | ours, s | the other | its s | ratio | our log score | "
             "its | worst gap |", "| ---: | ---: | ---: | --- | ---: | ---: | --- | ---: | ---: | ---: | ---: | ---: |"]
    for case in cases:
        if given.only and not any(word in f"{case.rows} {case.inputs} {case.words} {case.kind}" for word in given.only):
            continue
        lines.append(row(case))
        print(lines[-1], file=sys.stderr, flush=True)
    print("\n".join(lines))
    if given.update:
        text = page.read_text(encoding="utf-8")
        before, rest = text.split(block_ends[0])
        page.write_text(before + block_ends[0] + "\n\n" + "\n".join(lines) + "\n\n" + block_ends[1] +
                        rest.split(block_ends[1])[1], encoding="utf-8")


if __name__ == "__main__":
    main()
