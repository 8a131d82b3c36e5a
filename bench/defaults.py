#!/usr/bin/env python3
"""What fit should do when no method is named: held-out scores of methods on files, beside scikit-learn's two pipelines.

    python3 bench/defaults.py                 every file, about 12 processor minutes; prints the tables
    python3 bench/defaults.py --update        and writes them into docs/own-data.md
    python3 bench/defaults.py circles rare    the files with such a name alone

Needs the Debian package python3-sklearn. A real file is divided in four, and each quarter is predicted from the other
three. A generated one is drawn with 2,000 rows to predict, small ones several times. All methods see the same rows.
A log score is the mean of -log p of the class that occurred, p at least 1e-15. Times are those of one processor.
"""
import argparse
import os
import pathlib
import sys
import tempfile
import time

for library in ("OMP", "OPENBLAS", "MKL"):
    os.environ[f"{library}_NUM_THREADS"] = "1"

import numpy as np  # noqa: E402
import sklearn.calibration  # noqa: E402
import sklearn.datasets  # noqa: E402
import sklearn.linear_model  # noqa: E402
import sklearn.model_selection  # noqa: E402
import sklearn.pipeline  # noqa: E402
import sklearn.preprocessing  # noqa: E402
import sklearn.svm  # noqa: E402

root = pathlib.Path(__file__).resolve().parent.parent
program = root / "build" / "release" / "marginlab"
page = root / "docs" / "own-data.md"
block_ends = ("<!-- begin bench/defaults.py -->", "<!-- end bench/defaults.py -->")
smallest = 1e-15


# The files: a name and (train x, train y, test x, test y) of each division.


def pair(bunch, negative, positive):
    rows = np.isin(bunch.target, (negative, positive))
    return bunch.data[rows], (bunch.target[rows] == positive).astype(int)


def real_files():
    of = sklearn.datasets
    diabetes = of.load_diabetes()
    return {
        "breast_cancer": (of.load_breast_cancer().data, of.load_breast_cancer().target),
        "diabetes_above_median": (diabetes.data, (diabetes.target > np.median(diabetes.target)).astype(int)),
        "iris_setosa_versicolor": pair(of.load_iris(), 0, 1),
        "iris_versicolor_virginica": pair(of.load_iris(), 1, 2),
        "wine_1_2": pair(of.load_wine(), 0, 1),
        "wine_2_3": pair(of.load_wine(), 1, 2),
        "digits_3_8": pair(of.load_digits(), 3, 8),
        "digits_4_9": pair(of.load_digits(), 4, 9),
    }


def by_log_odds(rng, log_odds):
    return (rng.random(len(log_odds)) < 1 / (1 + np.exp(-log_odds))).astype(int)


def logistic(rng, n, p=5):
    x = rng.standard_normal((n, p))
    return x, by_log_odds(rng, x[:, :3] @ (1.5, -1, 0.5))


def rare(rng, n):
    """One positive in a hundred."""
    x = rng.standard_normal((n, 4))
    return x, by_log_odds(rng, -5.6 + x[:, 0] + x[:, 1])


def noise(rng, n, p=10):
    return rng.standard_normal((n, p)), rng.integers(0, 2, n)


def separable(rng, n):
    x = rng.standard_normal((n, 5))
    y = (x[:, 0] + x[:, 1] > 0).astype(int)
    x[:, 0] += 0.5 * (2 * y - 1)
    return x, y


def circles(rng, n):
    x = rng.standard_normal((n, 2))
    return x, by_log_odds(rng, 3 * (np.square(x).sum(1) - 1.4))


def checkerboard(rng, n):
    x = rng.uniform(-2, 2, (n, 2))
    y = (np.floor(x[:, 0]) + np.floor(x[:, 1])).astype(int) % 2
    return x, np.where(rng.random(n) < 0.1, 1 - y, y)


def two_clouds(rng, n):
    """Normal, of different spread."""
    y = rng.integers(0, 2, n)
    return rng.standard_normal((n, 6)) * np.where(y == 1, 1.6, 0.8)[:, None] + 0.4 * y[:, None], y


def flipped(rng, n):
    x = rng.standard_normal((n, 8))
    y = (x[:, :4].sum(1) > 0).astype(int)
    return x, np.where(rng.random(n) < 0.15, 1 - y, y)


def heavy_tails(rng, n):
    x = rng.standard_t(2, (n, 6))
    return x, by_log_odds(rng, 0.8 * x[:, 0] - 0.5 * x[:, 1])


def wide(rng, n):
    x = rng.standard_normal((n, 100))
    return x, by_log_odds(rng, x[:, :5] @ (1.5, 1.5, -1, 1, -1))


def zero_one(rng, n):
    x = rng.integers(0, 2, (n, 8)).astype(float)
    return x, by_log_odds(rng, 2 * x[:, 0] - 1.5 * x[:, 1] + 2 * x[:, 2] * x[:, 3] - 1)


def interaction(rng, n):
    x = rng.uniform(-1, 1, (n, 10))
    return x, by_log_odds(rng, 2 * x[:, :3].sum(1) + 3 * x[:, 3] * x[:, 4])


# name: (draw, training rows, times)
GENERATED = {
    "logistic_30": (logistic, 30, 5),
    "logistic_200": (logistic, 200, 2),
    "noise_60": (noise, 60, 4),
    "noise_300": (noise, 300, 2),
    "separable_100": (separable, 100, 2),
    "circles_300": (circles, 300, 2),
    "checkerboard_500": (checkerboard, 500, 1),
    "two_clouds_100": (two_clouds, 100, 2),
    "flipped_400": (flipped, 400, 2),
    "heavy_tails_300": (heavy_tails, 300, 2),
    "wide_60": (wide, 60, 4),
    "zero_one_400": (zero_one, 400, 2),
    "logistic_1000": (logistic, 1000, 1),
    "rare_1000": (rare, 1000, 2),
    "interaction_1000": (interaction, 1000, 1),
    "rare_5000": (rare, 5000, 1),
    "interaction_5000": (interaction, 5000, 1),
}


def divisions_of(name):
    real = real_files()
    if name in real:
        x, y = real[name]
        folds = sklearn.model_selection.StratifiedKFold(4, shuffle=True, random_state=1)
        return [(x[train], y[train], x[test], y[test]) for train, test in folds.split(x, y)]
    draw, n, times = GENERATED[name]
    out = []
    for k in range(times):
        rng = np.random.default_rng([sum(name.encode()), k])
        x, y = draw(rng, n)
        if min(np.bincount(y, minlength=2)) >= 3:
            out.append((x, y, *draw(rng, 2000)))
    return out


# The methods: a function of one division that gives P(1) at the test rows and the seconds it took.


class Marginlab:
    def __init__(self, *words, most_rows=10**9):
        self.words, self.most_rows = words, most_rows

    def __call__(self, x, y, test):
        if len(y) > self.most_rows:
            return None
        with tempfile.TemporaryDirectory() as folder:
            train, new, model, out = (pathlib.Path(folder) / name for name in ("a.csv", "b.csv", "m.h5", "p.csv"))
            names = ",".join(f"x{k}" for k in range(x.shape[1]))
            table = np.column_stack([x, y])
            np.savetxt(train, table, fmt=["%.17g"] * x.shape[1] + ["%d"], delimiter=",", header=names + ",y", comments="")
            np.savetxt(new, test, fmt="%.17g", delimiter=",", header=names, comments="")
            seconds = run("fit", "--data", train, "--model", model, "--holdout", "0", "--threads", "1", "--positive", "1",
                          *self.words)
            run("predict", model, new, "--out", out)
            return np.loadtxt(out, delimiter=",", skiprows=1, usecols=1, ndmin=1), seconds


def run(*words):
    """The processor seconds of the program."""
    command = [str(word) for word in (program, *words)]
    with tempfile.TemporaryFile("w+") as said:
        child = os.posix_spawn(program, command, os.environ,
                               file_actions=[(os.POSIX_SPAWN_DUP2, said.fileno(), 1), (os.POSIX_SPAWN_DUP2, said.fileno(), 2)])
        _, status, usage = os.wait4(child, 0)
        if os.waitstatus_to_exitcode(status) not in (0, 3):
            said.seek(0)
            sys.exit(f"{' '.join(command)} ended with {os.waitstatus_to_exitcode(status)}:\n{said.read()}")
    return usage.ru_utime + usage.ru_stime


class ScikitLearn:
    def __init__(self, fitted):
        self.fitted = fitted

    def __call__(self, x, y, test):
        begin = time.process_time()
        model = self.fitted(x, y)
        return model.predict_proba(test)[:, 1], time.process_time() - begin


def scaled(model):
    return sklearn.pipeline.make_pipeline(sklearn.preprocessing.StandardScaler(), model)


def logistic_cv(x, y):
    folds = min(5, min(np.bincount(y)))
    return scaled(sklearn.linear_model.LogisticRegressionCV(
        Cs=10, cv=folds, scoring="neg_log_loss", max_iter=5000)).fit(x, y)


def calibrated_svc(x, y):
    """C and the bandwidth by accuracy in three folds, then Platt's sigmoid on five held-out parts."""
    few = min(np.bincount(y))
    grid = {"svc__C": [0.1, 1, 10, 100], "svc__gamma": [0.1 / x.shape[1], 1 / x.shape[1], 4 / x.shape[1]]}
    search = sklearn.model_selection.GridSearchCV(scaled(sklearn.svm.SVC()), grid, cv=min(3, few)).fit(x, y)
    return sklearn.calibration.CalibratedClassifierCV(search.best_estimator_, cv=min(5, few)).fit(x, y)


by_folds = ("tuning.criterion=cross_validation",)
held_out = ("--method", "platt", "decision_values=cross_validated", *by_folds)
METHODS = {
    "default": Marginlab(),
    "Platt, linear": Marginlab(*held_out),
    "Platt, Gaussian": Marginlab(*held_out, "kernel=gaussian", most_rows=2000),
    "logistic": Marginlab("--method", "penalised_logistic", *by_folds),
    "kernel logistic, Gaussian": Marginlab("--method", "kernel_logistic", "kernel=gaussian", *by_folds, most_rows=400),
    "bracket, linear": Marginlab("--method", "bracket", *by_folds),
    "bracket, Gaussian": Marginlab("--method", "bracket", "kernel=gaussian", *by_folds, most_rows=2000),
    "bracket of the paper": Marginlab("--method", "bracket", most_rows=100),
    "LogisticRegressionCV": ScikitLearn(logistic_cv),
    "CalibratedClassifierCV": ScikitLearn(calibrated_svc),
}
references = list(METHODS)[-2:]


def losses(p, y):
    return -np.log(np.maximum(np.where(y == 1, p, 1 - p), smallest))


class Scores:
    """Of one method on one file: losses of the test rows, division by division."""

    def __init__(self):
        self.by_division, self.seconds = [], []

    def mean(self):
        return float(np.mean([np.mean(each) for each in self.by_division])) if self.by_division else float("nan")


def paired(one, other, is_real):
    """The mean difference of two methods with its standard error: over rows, of several draws over draws."""
    each = [a - b for a, b in zip(one.by_division, other.by_division)]
    units = np.concatenate(each) if is_real or len(each) < 3 else np.array([part.mean() for part in each])
    return float(units.mean()), float(units.std(ddof=1) / np.sqrt(len(units)))


def scores_of(name, methods):
    out = {method: Scores() for method in methods}
    for x, y, test, truth in divisions_of(name):
        for method in methods:
            answer = METHODS[method](x, y, test)
            if answer is None:
                continue
            out[method].by_division.append(losses(answer[0], truth))
            out[method].seconds.append(answer[1])
    return out


def ranks_of(scores):
    """By mean log score; what was not fitted shares the last ranks."""
    means = np.array([s.mean() for s in scores.values()])
    means[np.isnan(means)] = np.inf
    return [float((means < m).sum() + ((means == m).sum() + 1) / 2) for m in means]


def number(value, form="{:.3f}"):
    return "--" if np.isnan(value) else form.format(value)


def markdown(head, rows):
    lines = [head, ["---"] + ["---:"] * (len(head) - 1), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def tables(results, methods):
    """The ranks, and the default beside the better pipeline, file by file."""
    ranks = np.array([ranks_of(scores) for scores in results.values()])
    summary = []
    for k, method in enumerate(methods):
        fitted = [name for name in results if results[name][method].by_division]
        seconds = [np.mean(results[name][method].seconds) for name in fitted] or [np.nan]
        summary.append([method, f"{ranks[:, k].mean():.2f}", str(len(fitted)),
                        number(np.median(seconds), "{:.2f}"), number(max(seconds), "{:.1f}")])
    order = np.argsort(ranks.mean(0), kind="stable")
    text = markdown(["method", "mean rank", "files", "seconds, median", "largest"], [summary[k] for k in order])
    rows, good = [], 0
    for name, scores in results.items():
        better = min(references, key=lambda r: scores[r].mean())
        difference, error = paired(scores["default"], scores[better], name in real_files())
        is_good = difference <= 2 * error
        good += is_good
        rows.append([name, number(scores["default"].mean()), number(scores[better].mean()), better,
                     f"{difference:+.3f}", f"{error:.3f}", "" if is_good else "worse"])
    text += "\n\n" + markdown(["file", "default", "better pipeline", "which", "difference", "s.e.", ""], rows)
    return text + (f"\n\nThe default is at most two paired standard errors worse than the better pipeline on "
                   f"{good} of {len(results)} files.")


def everything(results, methods):
    rows = [[name, *(number(scores[method].mean()) for method in methods)] for name, scores in results.items()]
    return markdown(["file", *methods], rows)


def put_into_page(text):
    before, _, rest = page.read_text().partition(block_ends[0] + "\n")
    _, _, after = rest.partition(block_ends[1])
    if not rest or not after:
        sys.exit(f"{page} has no lines {block_ends[0]} and {block_ends[1]}")
    page.write_text(f"{before}{block_ends[0]}\n{text}\n{block_ends[1]}{after}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("words", nargs="*", help="files with one of these words in their name (default: all)")
    parser.add_argument("--update", action="store_true", help="write the tables into docs/own-data.md")
    request = parser.parse_args()
    names = [name for name in [*real_files(), *GENERATED]
             if any(word in name for word in request.words or [""])]
    methods, results = list(METHODS), {}
    for name in names:
        begin = time.monotonic()
        try:
            results[name] = scores_of(name, methods)
        except KeyboardInterrupt:
            break  # and print the tables of what is done
        slowest = max(methods, key=lambda method: sum(results[name][method].seconds))
        print(f"{name}: {time.monotonic() - begin:.0f} s, {sum(results[name][slowest].seconds):.0f} of a processor by "
              f"{slowest}", file=sys.stderr, flush=True)
    text = tables(results, methods)
    print(everything(results, methods) + "\n\n" + text)
    if request.update:
        put_into_page(text)


if __name__ == "__main__":
    main()
