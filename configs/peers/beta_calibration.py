"""The beta calibration of the package betacal, of scikit-learn's support vector machine: fitted to decision values of
held-out folds, which a logistic function brings between 0 and 1."""
from betacal import BetaCalibration
from marginlab.worker import serve
from scipy.special import expit
from sklearn.model_selection import StratifiedKFold, cross_val_predict
from sklearn.svm import SVC


def beta_calibration(x, y, points, *, seed, folds=5):
    deal = StratifiedKFold(folds, shuffle=True, random_state=seed)
    held_out = cross_val_predict(SVC(), x, y, cv=deal, method="decision_function")
    calibration = BetaCalibration("abm").fit(expit(held_out).reshape(-1, 1), (y > 0).astype(int))
    return calibration.predict(expit(SVC().fit(x, y).decision_function(points)).reshape(-1, 1))


serve(beta_calibration, packages=["betacal", "scikit-learn"])
