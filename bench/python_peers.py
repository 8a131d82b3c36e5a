#!/usr/bin/env python3
"""What fitting and predicting takes from Python, and how well it predicts, beside scikit-learn's two estimators.

    python3 bench/python_peers.py                      times at n = 200, 300, 1000 and 5000
    python3 bench/python_peers.py --sizes 200,1000     these alone; the peers' tuned fits at 5000 take the longest
    python3 bench/python_peers.py --sizes 5000 platt bracket     and of these estimators
    python3 bench/python_peers.py --scores             log scores on sets of scikit-learn and of R, some minutes
    python3 bench/python_peers.py --scores wine Pima   those with such a name alone

Needs python3-sklearn, and the package on the path with its library: PYTHONPATH=python MARGINLAB_LIBRARY=... where it is
not installed.

Times: two Gaussian clouds in two dimensions; a Gaussian kernel with the bandwidth of the median, the sigmoid of values
held out in five folds. Fixed: C = 1, so that lambda is 1. Tuned: the best of eleven values by the log score of five
folds. Each time is the median of the calls in a row, on one processor. It says what this machine takes now: run nothing
beside it.

Scores: the mean of -log p of the class that occurred, p at least 1e-15, on a third of the rows, over 20 stratified
splits. Every estimator is as it is without arguments and sees the same rows, scaled by the two thirds it learns from.
The sets of R need Rscript and its package MASS.
"""
import argparse
import os
import statistics
import sys
import time
import warnings
from pathlib import Path

for library in ("OMP", "OPENBLAS", "MKL"):
    os.environ[f"{library}_NUM_THREADS"] = "1"

import numpy as np  # noqa: E402
import sklearn.calibration  # noqa: E402
import sklearn.model_selection  # noqa: E402
import sklearn.preprocessing  # noqa: E402
import sklearn.svm  # noqa: E402

import marginlab  # noqa: E402

sys.path.insert(0, str(Path(__file__).resolve().parent / "support"))
import two_class_sets  # noqa: E402

LAMBDAS = np.logspace(-3, 2, 11)
SPLITS = 20
SMALLEST = 1e-15


def clouds(n, seed=1):
    random = np.random.RandomState(seed)
    y = np.arange(n) % 2
    return random.normal(size=(n, 2)) + y[:, None], y


def milliseconds(call, calls):
    took = []
    for _ in range(calls):
        begun = time.perf_counter()
        call()
        took.append(1000 * (time.perf_counter() - begun))
    return statistics.median(took)


def fixed():
    def ours(method, **parameters):
        return lambda: marginlab.ProbabilityClassifier(method=method, kernel="gaussian", lambdas=1.0, parameters=parameters)

    def machine(**words):
        return sklearn.svm.SVC(C=1.0, gamma=0.5, **words)

    return {"platt": ours("platt", decision_values="cross_validated"), "bracket": ours("bracket"),
            "platt, linear": lambda: marginlab.ProbabilityClassifier(method="platt", kernel="linear", lambdas=1.0),
            "SVC(probability=True)": lambda: machine(probability=True),
            "CalibratedClassifierCV": lambda: sklearn.calibration.CalibratedClassifierCV(machine(), ensemble=False)}


def tuned():
    def ours(method, **parameters):
        return lambda: marginlab.ProbabilityClassifier(
            method=method, kernel="gaussian", tuning="cross_validation", lambdas=LAMBDAS.tolist(), parameters=parameters)

    def search(estimator, name):
        return sklearn.model_selection.GridSearchCV(estimator, {name: 1 / LAMBDAS}, cv=5, scoring="neg_log_loss")

    def calibrated():
        return sklearn.calibration.CalibratedClassifierCV(sklearn.svm.SVC(gamma=0.5), ensemble=False)

    return {"platt, tuned": ours("platt", decision_values="cross_validated"), "bracket, tuned": ours("bracket"),
            "SVC(probability=True), tuned": lambda: search(sklearn.svm.SVC(gamma=0.5, probability=True), "C"),
            "CalibratedClassifierCV, tuned": lambda: search(calibrated(), "estimator__C")}


def print_times(names, sizes, calls):
    points, _ = clouds(1000, seed=2)
    print(f"{'estimator':<30} {'n':>6} {'fit, ms':>10} {'1000 points, ms':>16} {'1 point, ms':>12}")
    for n in sizes:
        x, y = clouds(n)
        for name, made in {**fixed(), **tuned()}.items():
            if names and not any(each in name for each in names):
                continue
            model = made()
            fit = milliseconds(lambda: model.fit(x, y), 3 if n <= 1000 and "tuned" not in name else 1)
            many = milliseconds(lambda: model.predict_proba(points), calls if n <= 1000 else 10)
            one = milliseconds(lambda: model.predict_proba(points[:1]), calls if n <= 1000 else 10)
            print(f"{name:<30} {n:>6} {fit:>10.1f} {many:>16.3f} {one:>12.3f}", flush=True)


def untouched():
    """Ours, then the peers, none of them with an argument. The rows are scaled before all of them alike."""
    return {"marginlab": lambda: marginlab.ProbabilityClassifier(standardise=False),
            "SVC": lambda: sklearn.svm.SVC(probability=True, random_state=0),
            "Calibrated": lambda: sklearn.calibration.CalibratedClassifierCV(sklearn.svm.SVC(), ensemble=False)}


def losses(model, x, y):
    """-log p of the class that occurred, a row each."""
    return -np.log(np.maximum(model.predict_proba(x)[np.arange(len(y)), y], SMALLEST))


class Scores:
    """Of a set: the log scores [splits, estimators], the same without the row of each split that ours has least right,
    and what ours has chosen on each split."""

    def __init__(self, x, y):
        splits = sklearn.model_selection.StratifiedShuffleSplit(SPLITS, test_size=1 / 3, random_state=0)
        whole, without, self.chosen = [], [], []
        for train, test in splits.split(x, y):
            scale = sklearn.preprocessing.StandardScaler().fit(x[train])
            models = [made().fit(scale.transform(x[train]), y[train]) for made in untouched().values()]
            of_rows = np.array([losses(model, scale.transform(x[test]), y[test]) for model in models])
            whole.append(of_rows.mean(axis=1))
            without.append(np.delete(of_rows, of_rows[0].argmax(), axis=1).mean(axis=1))
            self.chosen.append(models[0]._models[0].description["setting"])
        self.whole, self.without = np.array(whole), np.array(without)


def difference(scores, k):
    """Ours less that of peer k, and its standard error over the splits."""
    each = scores[:, 0] - scores[:, k]
    return each.mean(), each.std(ddof=1) / np.sqrt(len(each))


def kernels(chosen):
    gaussian = sum("gaussian" in str(setting) for setting in chosen)
    return f"Gaussian on {gaussian} of {len(chosen)}"


def print_scores(names):
    sets = {name: rows for name, rows in {**two_class_sets.of_sklearn(), **two_class_sets.of_r()}.items()
            if not names or any(each in name for each in names)}
    peers = list(untouched())[1:]
    print("| set | n | p | marginlab | " + " | ".join(f"{peer} | difference (s.e.)" for peer in peers) + " | kernel |")
    print("| --- |" + " ---: |" * (3 + 2 * len(peers)) + " --- |")
    worse = []
    for name, (x, y) in sets.items():
        scores = Scores(x, y)
        cells = [name, str(len(x)), str(x.shape[1]), f"{scores.whole[:, 0].mean():.3f}"]
        for k, peer in enumerate(peers, 1):
            mean, error = difference(scores.whole, k)
            cells += [f"{scores.whole[:, k].mean():.3f}", f"{mean:+.3f} ({error:.3f}){' *' if mean > 2 * error else ''}"]
            if mean > 2 * error:
                rest, error = difference(scores.without, k)
                worse.append(f"{name} beside {peer}: without the row of each split that marginlab has least right, the "
                             f"difference is {rest:+.3f} ({error:.3f})")
        print("| " + " | ".join(cells) + f" | {kernels(scores.chosen)} |", flush=True)
    print("\nWorse by more than two paired standard errors (*): " + ("nowhere." if not worse else ""))
    for line in worse:
        print("- " + line)


def main():
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("names", nargs="*", metavar="NAME", help="parts of names of estimators, or with --scores of sets")
    words.add_argument("--scores", action="store_true", help="log scores instead of times")
    words.add_argument("--sizes", default="200,300,1000,5000")
    words.add_argument("--calls", type=int, default=100, help="predictions of which the median is taken")
    given = words.parse_args()
    warnings.filterwarnings("ignore", category=FutureWarning)  # SVC(probability=True) is deprecated
    if given.scores:
        print_scores(given.names)
    else:
        print_times(given.names, map(int, given.sizes.split(",")), given.calls)


if __name__ == "__main__":
    main()
