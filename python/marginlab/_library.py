"""The C interface (capi/marginlab.h) by ctypes."""
import contextlib
import ctypes
import json
import os
import signal
import threading
from pathlib import Path
from typing import Any, Callable, Iterator, List, NamedTuple, NoReturn, Optional, Sequence

import numpy as np
from numpy.typing import NDArray

Doubles = NDArray[np.float64]

OK, REFUSED, BROKEN, NO_MEMORY, INTERRUPTED = 0, 2, 3, 4, 5
PROBABILITY, LOG_PROBABILITY = 0, 1


class Refused(ValueError):
    """What was given cannot be used; the message says why, and what to give instead."""


class Interrupted(RuntimeError):
    """The progress function ended the fit."""


class Certificate(NamedTuple):
    """How far any fit can be from its optimum.

    Parameters
    ----------
    worst_relative_gap : float
        The largest gap between primal and dual objective over the problems, relative to the objective.
    fits : int
        How many optimisation problems were solved.
    ok : bool
        Whether each of them reached its gap.
    """

    worst_relative_gap: float
    fits: int
    ok: bool


class Curve(NamedTuple):
    """The values of the tuning criterion; empty where nothing was tuned.

    Parameters
    ----------
    lambdas : ndarray [L]
        The lambdas that were tried.
    values : ndarray [L]
        The criterion at each of them. The least is the best.
    """

    lambdas: Doubles
    values: Doubles


class _Rows(ctypes.Structure):
    _fields_ = [("x", ctypes.c_void_p), ("n", ctypes.c_int64), ("p", ctypes.c_int64), ("y", ctypes.c_void_p),
                ("classes", ctypes.POINTER(ctypes.c_char_p)), ("k", ctypes.c_int32),
                ("names", ctypes.POINTER(ctypes.c_char_p)), ("label", ctypes.c_char_p)]


class _Points(ctypes.Structure):
    _fields_ = [("x", ctypes.c_void_p), ("m", ctypes.c_int64), ("p", ctypes.c_int64)]


_Call = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int64, ctypes.c_void_p)


class _Progress(ctypes.Structure):
    _fields_ = [("call", _Call), ("user", ctypes.c_void_p)]


def _path() -> str:
    return os.environ.get("MARGINLAB_LIBRARY") or str(Path(__file__).with_name("libmarginlab.so"))


def _declared(library: ctypes.CDLL) -> ctypes.CDLL:
    handle, text = ctypes.c_void_p, ctypes.c_char_p
    for name in ("version", "error"):
        getattr(library, "marginlab_" + name).restype = text
    library.marginlab_list.argtypes = [text, ctypes.POINTER(handle)]
    library.marginlab_fit_weighted.argtypes = [text, ctypes.POINTER(_Rows), handle, ctypes.POINTER(_Progress),
                                               ctypes.POINTER(handle)]
    library.marginlab_predict.argtypes = [handle, ctypes.POINTER(_Points), ctypes.c_int, ctypes.c_void_p]
    library.marginlab_describe.argtypes = [handle, ctypes.POINTER(handle)]
    library.marginlab_save.argtypes = [handle, text]
    library.marginlab_load.argtypes = [text, ctypes.POINTER(handle)]
    for name in ("free", "free_text"):
        getattr(library, "marginlab_" + name).argtypes = [handle]
        getattr(library, "marginlab_" + name).restype = None
    return library


def _opened(kind: Callable[[str], ctypes.CDLL]) -> ctypes.CDLL:
    try:
        return _declared(kind(_path()))
    except OSError as error:
        raise ImportError(f"{_path()} cannot be loaded ({error}). Type pip install ./python in a clone, or set "
                          "MARGINLAB_LIBRARY.") from error


# Fits and predictions let other threads of Python run. Files do not: HDF5 serves one thread at a time, and h5py may be
# another user of it in this process.
_library = _opened(ctypes.CDLL)
_files = _opened(ctypes.PyDLL)


def _refuse(status: int) -> NoReturn:
    message = _library.marginlab_error().decode("utf-8", "replace")
    if status == REFUSED:
        raise Refused(message)
    if status == NO_MEMORY:
        raise MemoryError(message)
    if status == INTERRUPTED:
        raise Interrupted(message)
    raise RuntimeError(message)


def _taken(text: ctypes.c_void_p) -> Any:
    try:
        return json.loads(ctypes.string_at(text.value or 0).decode("utf-8"))
    finally:
        _library.marginlab_free_text(text)


def version() -> str:
    """The version of the library.

    Returns
    -------
    str
        Such as ``1.2.3``.
    """
    return str(_library.marginlab_version().decode())


def entries(kind: str) -> Any:
    """What the catalogue lists of a kind, as marginlab_list has it."""
    text = ctypes.c_void_p()
    if status := _library.marginlab_list(kind.encode(), ctypes.byref(text)):
        _refuse(status)
    return _taken(text)


def _texts(names: Sequence[str]) -> Any:
    return (ctypes.c_char_p * len(names))(*[name.encode("utf-8", "surrogatepass") for name in names])


class Rows(NamedTuple):
    """What is learned from: x [n, p] in columns, y [n] numbers of classes from 0, weights [n] or each row once."""

    x: Doubles
    y: NDArray[np.int32]
    classes: Sequence[str]
    names: Sequence[str]
    label: str = "class"
    weights: Optional[Doubles] = None


@contextlib.contextmanager
def _noted(interrupts: List[int]) -> Iterator[None]:
    """Notes a Ctrl-C instead of raising it, because nothing may be raised through the library; raises it behind."""
    before = signal.getsignal(signal.SIGINT) if threading.current_thread() is threading.main_thread() else None
    if not callable(before):
        yield
        return
    signal.signal(signal.SIGINT, lambda number, _: interrupts.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if interrupts:
            before(interrupts[0], None)


class Handle:
    """A fitted model of the library, freed with the object."""

    def __init__(self, pointer: ctypes.c_void_p) -> None:
        self._pointer = pointer

    def __del__(self, free: Any = _library.marginlab_free) -> None:
        free(self._pointer)

    @classmethod
    def fitted(cls, request: Any, rows: Rows, progress: Optional[Callable[[int], None]] = None) -> "Handle":
        caught: List[BaseException] = []
        interrupts: List[int] = []

        def call(fits: int, _: Any) -> int:  # a handler of Ctrl-C runs in here, in the main thread
            try:
                if progress is not None:
                    progress(fits)
            except BaseException as error:
                caught.append(error)
            return 1 if caught or interrupts else 0

        x, y = np.asfortranarray(rows.x, np.float64), np.ascontiguousarray(rows.y, np.int32)
        given = _Rows(x.ctypes.data, *x.shape, y.ctypes.data, _texts(rows.classes), len(rows.classes),
                      _texts(rows.names), rows.label.encode("utf-8", "surrogatepass"))
        weights = None if rows.weights is None else np.ascontiguousarray(rows.weights, np.float64)
        if weights is not None and weights.shape != y.shape:
            raise Refused(f"There are {len(y)} rows and weights of shape {weights.shape}. Give a weight for each row.")
        told, pointer = _Progress(_Call(call), None), ctypes.c_void_p()
        with _noted(interrupts):
            status = _library.marginlab_fit_weighted(json.dumps(request).encode(), ctypes.byref(given),
                                                     None if weights is None else weights.ctypes.data,
                                                     ctypes.byref(told), ctypes.byref(pointer))
        if caught:
            if status == OK:
                _library.marginlab_free(pointer)
            raise caught[0]
        if status:
            _refuse(status)
        return cls(pointer)

    @classmethod
    def loaded(cls, path: str) -> "Handle":
        pointer = ctypes.c_void_p()
        if status := _files.marginlab_load(os.fsencode(path), ctypes.byref(pointer)):
            _refuse(status)
        return cls(pointer)

    def save(self, path: str) -> None:
        if status := _files.marginlab_save(self._pointer, os.fsencode(path)):
            _refuse(status)

    def describe(self) -> Any:
        text = ctypes.c_void_p()
        if status := _library.marginlab_describe(self._pointer, ctypes.byref(text)):
            _refuse(status)
        return _taken(text)

    def predict(self, points: Doubles, what: int, classes: int) -> Doubles:
        x = np.asfortranarray(points, np.float64)
        out = np.empty((x.shape[0], classes), order="F")
        given = _Points(x.ctypes.data, *x.shape)
        if status := _library.marginlab_predict(self._pointer, ctypes.byref(given), what, out.ctypes.data):
            _refuse(status)
        return out
