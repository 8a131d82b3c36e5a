"""The cross Venn-Abers calibration of the package venn-abers, of scikit-learn's support vector machine."""
import numpy as np
from marginlab.worker import serve
from sklearn.svm import SVC
from venn_abers import VennAbersCalibrator


def cross_venn_abers(x, y, points, *, seed, classes, folds=5):
    machine = SVC(probability=True, random_state=seed)
    labels = np.searchsorted(np.unique(y), y)  # 0, 1, ...
    p = VennAbersCalibrator(machine, inductive=False, n_splits=folds, random_state=seed).fit(x, labels).predict_proba(points)
    return p[:, 1] if classes == 2 else p / p.sum(axis=1, keepdims=True)


serve(cross_venn_abers, packages=["venn-abers", "scikit-learn"], classes=(2, 1000))
