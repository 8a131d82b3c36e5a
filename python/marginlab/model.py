"""A fitted model of the library, and model files."""
import os
import tempfile
from typing import Any, Dict, List, Optional, Sequence, Tuple, Union

import numpy as np
from numpy.typing import ArrayLike

from marginlab._library import LOG_PROBABILITY, PROBABILITY, Certificate, Curve, Doubles, Handle, entries

Path = Union[str, "os.PathLike[str]"]


def _number(value: Optional[float]) -> float:
    return float("nan") if value is None else float(value)


class Model:
    """One fitted model, as `marginlab fit` stores it.

    `load` and `ProbabilityClassifier` make it. Two threads may use one model. Pickling keeps every bit.

    Parameters
    ----------
    handle : Handle
        The model in the library.
    description : dict, optional
        What the library says of it; asked for if None.

    Attributes
    ----------
    classes : list of str
        The names of the classes, in the order of the columns of probabilities.
    description : dict
        What ``marginlab_describe`` says: inputs, label, method, setting, lambda, criterion.
    """

    def __init__(self, handle: Handle, description: Optional[Dict[str, Any]] = None) -> None:
        self._handle = handle
        self.description: Dict[str, Any] = handle.describe() if description is None else description
        self.classes: List[str] = self.description["classes"]

    @property
    def lambda_(self) -> float:
        """The chosen lambda; NaN of a method without one."""
        return _number(self.description["lambda"])

    @property
    def curve(self) -> Curve:
        """The criterion's curve; empty of a model that was loaded."""
        curve = self.description["curve"]
        return Curve(*(np.array([_number(value) for value in curve[key]]) for key in ("lambda", "value")))

    @property
    def certificate(self) -> Certificate:
        """How far any of its fits can be from its optimum."""
        given = self.description["certificate"]
        return Certificate(_number(given["worst_relative_gap"]), given["fits"], given["ok"])

    @property
    def warnings(self) -> List[str]:
        """What is to be said of the fit, a sentence each."""
        return list(self.description["warnings"])

    def predict_proba(self, X: ArrayLike) -> Doubles:
        """Probabilities at points.

        Parameters
        ----------
        X : array-like [m, p]
            The points.

        Returns
        -------
        ndarray [m, K]
            A row a point, a column a class.

        Raises
        ------
        Refused
            If X has another number of columns, or a value that is not finite.
        """
        return self._predicted(X, PROBABILITY)

    def predict_log_proba(self, X: ArrayLike) -> Doubles:
        """Logarithms of the probabilities at points.

        Parameters
        ----------
        X : array-like [m, p]
            The points.

        Returns
        -------
        ndarray [m, K]
            Finite where a probability rounds to 0 and the method has log-odds.
        """
        return self._predicted(X, LOG_PROBABILITY)

    def _predicted(self, X: ArrayLike, what: int) -> Doubles:
        points = np.asarray(X, np.float64)
        if points.ndim != 2:
            raise ValueError(f"The points have {points.ndim} dimensions. Give a matrix [m, p].")
        return self._handle.predict(points, what, len(self.classes))

    def to_file(self, path: Path) -> None:
        """Writes the file that ``marginlab predict`` reads.

        Unless the kernel is linear it contains training rows.

        Parameters
        ----------
        path : str or path
            The file, which is replaced.
        """
        self._handle.save(os.fspath(path))

    def __reduce__(self) -> Tuple[Any, ...]:
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "model.h5")
            self.to_file(path)
            with open(path, "rb") as file:
                return _restored, (file.read(), self.description)

    def __repr__(self) -> str:
        return f"<marginlab.Model: {self.description['method']} of {len(self.classes)} classes>"


def _restored(content: bytes, description: Dict[str, Any]) -> Model:
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "model.h5")
        with open(path, "wb") as file:
            file.write(content)
        return Model(Handle.loaded(path), description)


def load(path: Path) -> Model:
    """Reads a model file of ``marginlab fit`` or of `Model.to_file`.

    Parameters
    ----------
    path : str or path
        The file.

    Returns
    -------
    Model
        Its columns of inputs are those of the file after encoding: ``description["inputs"]`` names them.

    Raises
    ------
    Refused
        If the file is missing, damaged, or of another format.
    """
    return Model(Handle.loaded(os.fspath(path)))


def listed(kind: str) -> Sequence[Dict[str, Any]]:
    """What a request may name.

    Parameters
    ----------
    kind : {"methods", "classifiers", "criteria", "data", "metrics"}
        Of what.

    Returns
    -------
    list of dict
        An entry each, as ``marginlab list KIND --json`` prints it.

    Examples
    --------
    >>> from marginlab import listed
    >>> [each["id"] for each in listed("classifiers")][:1]
    ['weighted_svm']
    """
    out: Sequence[Dict[str, Any]] = entries(kind)
    return out
