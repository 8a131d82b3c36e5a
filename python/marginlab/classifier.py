"""The estimator for scikit-learn."""
import os
import warnings
from typing import Any, Dict, List, Mapping, Optional, Sequence, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import _check_sample_weight, check_is_fitted

from marginlab._library import Certificate, Curve, Doubles, Handle, Refused, Rows
from marginlab.model import Model, Path, listed

try:
    from sklearn.utils.validation import validate_data as _validate_data
except ImportError:  # scikit-learn before 1.6

    def _validate_data(estimator: Any, /, X: Any, y: Any = "no_validation", **words: Any) -> Any:
        return estimator._validate_data(X, y, **words)


def _word(value: Any) -> str:
    """A value as the command line writes it."""
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    if isinstance(value, (float, np.floating)):
        return repr(float(value))
    if isinstance(value, (list, tuple, np.ndarray)):
        return "[" + ", ".join(_word(each) for each in value) + "]"
    return str(value)


def _spelling(name: str) -> str:
    """What the program takes for the same class: blanks, capitals and ways to write a number apart."""
    try:
        return repr(float(name) + 0.0)
    except ValueError:
        return name.strip().lower()


def _class_names(classes: NDArray[Any]) -> List[str]:
    """Names that the program takes apart, or numbers where words may be read as missing or as one class."""
    names = [_word(int(each) if isinstance(each, (float, np.floating)) and float(each).is_integer() else each)
             for each in classes]
    plain = {_spelling(name) for name in names}
    safe = all(name.isprintable() and name not in ("", "nan", "NaN", "NA") for name in names)
    return names if safe and len(plain) == len(names) else [str(k) for k in range(len(names))]


def _threads(n_jobs: Optional[int]) -> int:
    if n_jobs is None:
        return 1
    if n_jobs == 0:
        raise ValueError("n_jobs is 0. Give a number of threads, or -1 for all processors.")
    return n_jobs if n_jobs > 0 else max(1, len(os.sched_getaffinity(0)) + 1 + n_jobs)


class ProbabilityClassifier(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """Class probabilities by any method of marginlab.

    Without arguments it fits logistic regression, linear or with a Gaussian kernel, whichever five-fold
    cross-validation prefers. That is the default of ``marginlab fit``, and docs/own-data.md has the evidence for it.
    A fit is a pure function of the data and the arguments.

    Parameters
    ----------
    method : str, optional
        An id of ``marginlab list methods``, such as ``"bracket"``, ``"platt"`` or ``"kernel_logistic"``.
    classifier : str, optional
        An id of ``marginlab list classifiers``: what the method calibrates.
    kernel : {"linear", "gaussian", "auto"}, optional
        The kernel; ``"auto"`` tries both.
    sigma : float, optional
        The bandwidth of a Gaussian kernel, in median distances between the classes.
    tuning : str, optional
        An id of ``marginlab list criteria``: how lambda is chosen.
    lambdas : float or sequence of float, optional
        One value fixes lambda; several are those from which the criterion chooses.
    multiclass : {"one_vs_all", "refuse"}
        What a method of two classes does with more of them: a model of each class against all others, whose
        probabilities are divided by their sum; or an error.
    standardise : bool
        Whether inputs are centred and scaled by the training rows.
    random_state : int or None
        Decides what a criterion draws. None is 0: no draw is unseeded.
    n_jobs : int, optional
        Threads, which change no bit. None is 1, -1 is all processors.
    parameters : mapping, optional
        Further settings as ``marginlab fit`` takes them: ``{"method.intervals": 10, "tuning.folds": 10}``.

    Attributes
    ----------
    classes_ : ndarray [K]
        The classes in ascending order.
    lambda_ : float or ndarray [K]
        The chosen lambda, of each class where there is a model for each; NaN of a method without one.
    criterion_curve_ : Curve or list of Curve
        The criterion's values over its lambdas.
    certificate_ : Certificate
        The worst relative gap of any fit, how many fits there were, and whether all of them reached their gap.
    warnings_ : list of str
        What is to be said of the fit.
    n_features_in_ : int
    feature_names_in_ : ndarray of str
        Only where X had names.

    Examples
    --------
    >>> import numpy as np
    >>> from marginlab import ProbabilityClassifier
    >>> X = np.array([[0.0], [0.2], [0.4], [0.5], [0.6], [0.9], [1.1], [1.2]])
    >>> y = ["no", "no", "yes", "no", "yes", "no", "yes", "yes"]
    >>> model = ProbabilityClassifier(method="penalised_logistic", lambdas=0.1).fit(X, y)
    >>> model.predict([[0.0], [1.2]]).tolist()
    ['no', 'yes']
    >>> model.certificate_.ok
    True
    """

    def __init__(self, *, method: Optional[str] = None, classifier: Optional[str] = None, kernel: Optional[str] = None,
                 sigma: Optional[float] = None, tuning: Optional[str] = None,
                 lambdas: Union[None, float, Sequence[float]] = None, multiclass: str = "one_vs_all",
                 standardise: bool = True, random_state: Optional[int] = 0, n_jobs: Optional[int] = None,
                 parameters: Optional[Mapping[str, Any]] = None) -> None:
        self.method = method
        self.classifier = classifier
        self.kernel = kernel
        self.sigma = sigma
        self.tuning = tuning
        self.lambdas = lambdas
        self.multiclass = multiclass
        self.standardise = standardise
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.parameters = parameters

    def fit(self, X: ArrayLike, y: ArrayLike, sample_weight: Optional[ArrayLike] = None) -> "ProbabilityClassifier":
        """Learns from X [n, p] and y [n].

        Ctrl-C ends it between two optimisation problems. The model keeps what it predicts by.

        Parameters
        ----------
        X : array-like [n, p]
            The rows.
        y : array-like [n]
            Their classes.
        sample_weight : array-like [n], optional
            How often each row counts: 2 is two rows alike, 0 is none, 2.5 lies between 2 and 3. So twice the
            weights are twice the rows. Folds and perturbed samples are drawn over rows, whatever they weigh.

        Returns
        -------
        ProbabilityClassifier
            Itself.

        Raises
        ------
        Refused
            A ValueError that says which argument cannot be used, and what to give instead.
        """
        x: Doubles
        x, y = _validate_data(self, X, y, dtype=np.float64, order="F", ensure_min_samples=2)
        check_classification_targets(y)
        weights = None if sample_weight is None else _check_sample_weight(sample_weight, x, dtype=np.float64)
        self.classes_, inverse = np.unique(y, return_inverse=True)
        numbers = inverse.astype(np.int32)
        if len(self.classes_) < 2:
            raise ValueError("Classifier can't train when only one class is present. Give rows of at least two classes.")
        names = _class_names(self.classes_)
        if weights is not None:
            empty = [str(self.classes_[k]) for k in range(len(names)) if not np.any(weights[numbers == k])]
            if empty:
                raise Refused(f"Every row of class {', '.join(empty)} has weight 0. Give one of its rows a weight, or "
                              "leave the class out.")
        inputs = [str(name) for name in getattr(self, "feature_names_in_", [f"x{j}" for j in range(x.shape[1])])]
        request = self._request()
        if self._is_divided(len(names)):
            rows = [Rows(x, (numbers == k).astype(np.int32), ["rest", "one"], inputs, weights=weights)
                    for k in range(len(names))]
        else:
            rows = [Rows(x, numbers, names, inputs, weights=weights)]
        self._models = [Model(Handle.fitted(request, each)) for each in rows]
        self._describe()
        return self

    def predict_proba(self, X: ArrayLike) -> Doubles:
        """Probabilities at points.

        Parameters
        ----------
        X : array-like [m, p]
            The points.

        Returns
        -------
        ndarray [m, K]
            Columns in the order of ``classes_``. A row has the same bits in any company.
        """
        X = self._points(X)
        if len(self._models) == 1:
            return self._models[0].predict_proba(X)
        each = np.column_stack([model.predict_proba(X)[:, 1] for model in self._models])
        total = each.sum(axis=1, keepdims=True)
        return np.where(total > 0, each / np.where(total > 0, total, 1), 1 / each.shape[1])

    def predict_log_proba(self, X: ArrayLike) -> Doubles:
        """Logarithms of the probabilities at points.

        Parameters
        ----------
        X : array-like [m, p]
            The points.

        Returns
        -------
        ndarray [m, K]
            By log-odds, where the method has them.
        """
        if len(self._checked()._models) == 1:
            return self._models[0].predict_log_proba(self._points(X))
        with np.errstate(divide="ignore"):
            return np.asarray(np.log(self.predict_proba(X)))

    def predict(self, X: ArrayLike) -> NDArray[Any]:
        """The most probable class at points.

        Parameters
        ----------
        X : array-like [m, p]
            The points.

        Returns
        -------
        ndarray [m]
            Always the argmax of `predict_proba`.
        """
        p = self.predict_proba(X)
        return np.asarray(self.classes_[np.argmax(p, axis=1)])

    def decision_function(self, X: ArrayLike) -> Doubles:
        """Log-odds of the second of two classes; of more, log probabilities.

        Parameters
        ----------
        X : array-like [m, p]
            The points.

        Returns
        -------
        ndarray [m] or [m, K]
            Infinite ones are cut at plus and minus 1e308. The side of 0 is always that of `predict`.
        """
        log_p = np.clip(self.predict_log_proba(X), -1e308, 0)
        if len(self.classes_) > 2:
            return log_p
        return np.asarray(log_p[:, 1] - log_p[:, 0])

    def to_file(self, path: Path) -> None:
        """Writes the model file that ``marginlab predict`` reads.

        Unless the kernel is linear it contains training rows.

        Parameters
        ----------
        path : str or path
            The file, which is replaced.

        Raises
        ------
        Refused
            Where there is a model for each class.
        """
        self._checked()
        if len(self._models) > 1:
            raise Refused(f"The {len(self._models)} classes have a model each, and a file holds one model. Choose a "
                          "method of several classes, or pickle the estimator.")
        self._models[0].to_file(path)

    def _request(self) -> Dict[str, Any]:
        if self.multiclass not in ("one_vs_all", "refuse"):
            raise Refused(f"multiclass is {self.multiclass!r}. Give 'one_vs_all' or 'refuse'.")
        settings = [f"{key}={_word(value)}" for key, value in (("kernel", self.kernel), ("sigma", self.sigma))
                    if value is not None]
        criterion = "fixed" if self.tuning is None and np.isscalar(self.lambdas) else self.tuning
        if criterion is not None:
            settings.append(f"tuning.criterion={criterion}")
        if self.lambdas is not None:
            settings.append(f"tuning.lambda={_word(self.lambdas)}")
        settings += [f"{key}={_word(value)}" for key, value in (self.parameters or {}).items()]
        seed = 0 if self.random_state is None else self.random_state
        if isinstance(seed, np.random.RandomState):
            seed = int(seed.randint(2**31 - 1))
        return {"method": self.method or "", "classifier": self.classifier or "", "settings": settings,
                "standardise": bool(self.standardise), "seed": int(seed), "threads": _threads(self.n_jobs)}

    def _is_divided(self, classes: int) -> bool:
        """Whether a method of two classes meets more."""
        found = [each for each in listed("methods") if each["id"] == self.method]
        of_two = bool(found) and found[0]["classes"][1] == 2
        if classes > 2 and of_two and self.multiclass == "refuse":
            raise Refused(f"Method '{self.method}' is for two classes, and y has {classes}. Give multiclass='one_vs_all', "
                          "or a method of several classes.")
        return classes > 2 and of_two

    def _describe(self) -> None:
        models: List[Model] = self._models
        certificates = [model.certificate for model in models]
        is_one = len(models) == 1
        self.lambda_ = models[0].lambda_ if is_one else np.array([model.lambda_ for model in models])
        self.criterion_curve_: Union[Curve, List[Curve]] = models[0].curve if is_one else [m.curve for m in models]
        self.certificate_ = Certificate(max(each.worst_relative_gap for each in certificates),
                                        sum(each.fits for each in certificates), all(each.ok for each in certificates))
        self.warnings_ = list(dict.fromkeys(text for model in models for text in model.warnings))
        if not self.certificate_.ok:
            warnings.warn("A fit did not reach its gap. The probabilities are those of a point near the optimum.",
                          ConvergenceWarning, stacklevel=3)

    def _checked(self) -> "ProbabilityClassifier":
        check_is_fitted(self, "classes_")
        return self

    def _points(self, X: Any) -> Any:
        self._checked()
        return _validate_data(self, X, dtype=np.float64, order="F", reset=False)

    def _more_tags(self) -> Dict[str, Any]:
        return {"binary_only": self.multiclass == "refuse"}

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = self.multiclass != "refuse"
        return tags


def fit(frame: Any, *, label: str, weights: Optional[str] = None, **words: Any) -> ProbabilityClassifier:
    """Fits a `ProbabilityClassifier` to the rows of a data frame.

    Parameters
    ----------
    frame : pandas.DataFrame
        A row each case. Every column but the label is an input, and a number.
    label : str
        The column with the classes.
    weights : str, optional
        The column that says how often each row counts. It is no input.
    **words
        What `ProbabilityClassifier` takes.

    Returns
    -------
    ProbabilityClassifier
        Fitted.

    Examples
    --------
    >>> import pandas, marginlab
    >>> frame = pandas.DataFrame({"width": [1.0, 2, 3, 4, 5, 6], "kind": list("aababb")})
    >>> marginlab.fit(frame, label="kind", method="penalised_logistic", lambdas=1.0).classes_.tolist()
    ['a', 'b']
    """
    named = [label] if weights is None else [label, weights]
    for column in named:
        if column not in frame.columns:
            raise Refused(f"The frame has no column '{column}'. Its columns are {', '.join(map(str, frame.columns))}.")
    sample_weight = None if weights is None else frame[weights]
    return ProbabilityClassifier(**words).fit(frame.drop(columns=named), frame[label], sample_weight)
