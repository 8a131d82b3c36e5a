"""The estimators that scikit-learn's own checks are asked of, and what they may not pass, with the reason."""
from marginlab import ProbabilityClassifier

FEW = {"tuning.folds": 3}

ESTIMATORS = {
    "the default": ProbabilityClassifier(),
    "bracket, fixed": ProbabilityClassifier(method="bracket", kernel="gaussian", lambdas=1.0),
    "bracket, tuned": ProbabilityClassifier(method="bracket", kernel="gaussian", tuning="cross_validation",
                                            lambdas=[0.01, 0.1, 1.0], parameters=FEW),
    "platt, fixed": ProbabilityClassifier(method="platt", kernel="gaussian", lambdas=1.0),
    "platt, tuned": ProbabilityClassifier(method="platt", kernel="gaussian", tuning="cross_validation",
                                          lambdas=[0.01, 0.1, 1.0], parameters=FEW),
    "kernel_logistic, fixed": ProbabilityClassifier(method="kernel_logistic", kernel="gaussian", lambdas=0.1),
    "kernel_logistic, tuned": ProbabilityClassifier(method="kernel_logistic", kernel="gaussian",
                                                    tuning="cross_validation", lambdas=[0.01, 0.1], parameters=FEW),
    "kernel_multicategory_logistic, fixed": ProbabilityClassifier(
        method="kernel_multicategory_logistic", kernel="gaussian", lambdas=0.1),
    "kernel_multicategory_logistic, tuned": ProbabilityClassifier(
        method="kernel_multicategory_logistic", kernel="gaussian", tuning="cross_validation", lambdas=[0.01, 0.1],
        parameters=FEW),
}

# (estimator or "", check): reason. The table of docs/python.md is this one.
FOLDS = ("Folds are drawn over rows, whatever they weigh, so that copies of a row may come into different ones, and a "
         "class of one row is in no other fold.")
EXCEPTIONS = {(name, "check_sample_weight_equivalence_on_dense_data"): FOLDS
              for name in ESTIMATORS if name == "the default" or name.endswith("tuned")}


def excepted(estimator):
    """The checks that this estimator may fail, with the reasons."""
    return {check: reason for (name, check), reason in EXCEPTIONS.items() if name in ("", estimator)}
