"""Data sets of two classes that scikit-learn and R bring along: a name and its (x [n, p], y [n] of 0 and 1)."""
import csv
import shutil
import subprocess
import tempfile
from pathlib import Path

import numpy as np
import sklearn.datasets

# A factor becomes a column for each level but its first, a row with a hole is left out.
OF_R = r"""
suppressPackageStartupMessages(library(MASS))
put <- function(name, frame, label, positive) {
  frame <- frame[complete.cases(frame), ]
  y <- as.integer(frame[[label]] == positive)
  x <- model.matrix(~ ., frame[setdiff(names(frame), label)])[, -1, drop = FALSE]
  write.table(cbind(x, y), file.path(commandArgs(TRUE)[1], paste0(name, ".csv")), sep = ",", row.names = FALSE,
              col.names = FALSE)
}
put("Pima", rbind(Pima.tr, Pima.te), "type", "Yes")
put("biopsy", biopsy[names(biopsy) != "ID"], "class", "malignant")
put("birthwt", transform(birthwt[names(birthwt) != "bwt"], race = factor(race)), "low", 1)
put("crabs, sex", crabs[names(crabs) != "index"], "sex", "M")
put("infert", infert[!names(infert) %in% c("stratum", "pooled.stratum")], "case", 1)
put("mtcars, am", mtcars, "am", 1)
"""


def pair(bunch, negative, positive):
    rows = np.isin(bunch.target, (negative, positive))
    return bunch.data[rows], (bunch.target[rows] == positive).astype(int)


def against_the_rest(bunch, positive):
    return bunch.data, (bunch.target == positive).astype(int)


def of_sklearn():
    of = sklearn.datasets
    iris, wine, digits = of.load_iris(), of.load_wine(), of.load_digits()
    return {"breast_cancer": of.load_breast_cancer(return_X_y=True),
            "iris, 1 against 2": pair(iris, 1, 2),
            "iris, 1 against the rest": against_the_rest(iris, 1),
            "wine, 0 against 1": pair(wine, 0, 1),
            "wine, 1 against the rest": against_the_rest(wine, 1),
            "digits, 3 against 8": pair(digits, 3, 8),
            "digits, 4 against 9": pair(digits, 4, 9),
            "digits, 8 against the rest": against_the_rest(digits, 8)}


def of_r():
    """The six of R's datasets and MASS, read by Rscript through files that are then removed; none where R is not."""
    if shutil.which("Rscript") is None:
        print("SKIPPED: the sets of R, as Rscript is not installed")
        return {}
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(["Rscript", "-e", OF_R, folder], capture_output=True, text=True)
        if done.returncode:
            print("SKIPPED: the sets of R, as it says:", done.stderr.strip().splitlines()[0])
            return {}
        out = {}
        for path in sorted(Path(folder).glob("*.csv"), key=lambda each: each.stem.lower()):
            with path.open() as file:
                rows = np.array([[float(value) for value in row] for row in csv.reader(file)])
            out[path.stem + " (R)"] = rows[:, :-1], rows[:, -1].astype(int)
        return out
