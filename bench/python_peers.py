#!/usr/bin/env python3
"""What fitting and predicting takes from Python, beside scikit-learn's two estimators that it stands for.

    python3 bench/python_peers.py                      n = 200, 1000 and 5000, and predictions at n = 300
    python3 bench/python_peers.py --sizes 200,1000     these alone

Needs python3-sklearn, and the package on the path with its library: PYTHONPATH=python MARGINLAB_LIBRARY=... where it is
not installed. Two Gaussian clouds in two dimensions; a Gaussian kernel with the bandwidth of the median, C = 1, so that
lambda is 1, the sigmoid of values held out in five folds. Each time is the median of the calls in a row, on one
processor. It says what this machine takes now: run nothing beside it.
"""
import argparse
import os
import statistics
import time

for library in ("OMP", "OPENBLAS", "MKL"):
    os.environ[f"{library}_NUM_THREADS"] = "1"

import numpy as np  # noqa: E402
import sklearn.calibration  # noqa: E402
import sklearn.svm  # noqa: E402

import marginlab  # noqa: E402


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


def estimators():
    def ours(method, **parameters):
        return lambda: marginlab.ProbabilityClassifier(method=method, kernel="gaussian", lambdas=1.0, parameters=parameters)

    def machine(**words):
        return sklearn.svm.SVC(C=1.0, gamma=0.5, **words)

    return {"platt": ours("platt", decision_values="cross_validated"), "bracket": ours("bracket"),
            "platt, linear": lambda: marginlab.ProbabilityClassifier(method="platt", kernel="linear", lambdas=1.0),
            "SVC(probability=True)": lambda: machine(probability=True),
            "CalibratedClassifierCV": lambda: sklearn.calibration.CalibratedClassifierCV(machine(), ensemble=False)}


def main():
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--sizes", default="200,300,1000,5000")
    words.add_argument("--calls", type=int, default=100, help="predictions of which the median is taken")
    given = words.parse_args()
    points, _ = clouds(1000, seed=2)
    print(f"{'estimator':<24} {'n':>6} {'fit, ms':>10} {'1000 points, ms':>16} {'1 point, ms':>12}")
    for n in map(int, given.sizes.split(",")):
        x, y = clouds(n)
        for name, made in estimators().items():
            model = made()
            fit = milliseconds(lambda: model.fit(x, y), 3 if n <= 1000 else 1)
            many = milliseconds(lambda: model.predict_proba(points), given.calls if n <= 1000 else 10)
            one = milliseconds(lambda: model.predict_proba(points[:1]), given.calls if n <= 1000 else 10)
            print(f"{name:<24} {n:>6} {fit:>10.1f} {many:>16.3f} {one:>12.3f}", flush=True)


if __name__ == "__main__":
    main()
