"""Class probabilities whose every fit is certified, for scikit-learn and for studies.

Examples
--------
>>> from sklearn.datasets import load_breast_cancer
>>> from marginlab import ProbabilityClassifier
>>> X, y = load_breast_cancer(return_X_y=True)
>>> model = ProbabilityClassifier(method="platt", kernel="gaussian", lambdas=1.0).fit(X, y)
>>> model.predict_proba(X[:2]).shape
(2, 2)
"""
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from marginlab._library import Certificate, Curve, Interrupted, Refused, version
    from marginlab.classifier import ProbabilityClassifier, fit
    from marginlab.model import Model, listed, load
    from marginlab.studies import Results, read, run

__all__ = ["Certificate", "Curve", "Interrupted", "Model", "ProbabilityClassifier", "Refused", "Results", "fit", "listed",
           "load", "read", "run", "version"]

_WHERE = {"ProbabilityClassifier": "classifier", "fit": "classifier", "Model": "model", "load": "model",
          "listed": "model", "Results": "studies", "read": "studies", "run": "studies"}


def __getattr__(name: str) -> Any:
    # Late, because a worker in a study (marginlab.worker) needs neither the library nor scikit-learn.
    if name not in __all__:
        raise AttributeError(f"module 'marginlab' has no attribute '{name}'")
    return getattr(import_module("marginlab." + _WHERE.get(name, "_library")), name)
