"""Answers the requests of a marginlab study (docs/workers.md). Needs numpy alone.

    from marginlab.worker import serve
    def my_method(x, y, points, *, seed): return ...   # P(Y = +1) at the points [m]; of K classes [m, K]
    serve(my_method)
"""
import importlib.metadata, inspect, json, math, os, random, sys, traceback, warnings
import numpy as np


def _channel(name, number, mode):
    descriptor = int(os.environ.get(name, number))
    os.set_inheritable(descriptor, False)  # a child of the method would keep the pipe open
    return os.fdopen(descriptor, mode, buffering=1 << 16)


def _arrays(stream, specs):
    out = {}
    for spec in specs:
        raw = stream.read(8 * math.prod(spec["shape"]))
        out[spec["name"]] = np.frombuffer(raw, "<f8").reshape(spec["shape"], order="F")
    return out


def _json_number(value):
    value = float(value)
    return value if math.isfinite(value) else str(value)  # JSON has neither inf nor nan


def _own_files():
    """What was loaded from below the config's folder: its bytes belong into the key."""
    here = os.path.realpath(os.getcwd()) + os.sep
    paths = {os.path.realpath(m.__file__) for m in list(sys.modules.values()) if getattr(m, "__file__", None)}
    return sorted(path[len(here):] for path in paths if path.startswith(here))


def _answer_all(function, description, described, packages):
    """Says `description`, then answers each request with `described(what the function gave)`."""
    requests, replies = _channel("MARGINLAB_REQUESTS", 3, "rb"), _channel("MARGINLAB_REPLIES", 4, "wb")

    def say(header, **arrays):
        arrays = {key: np.asarray(value, "<f8") for key, value in arrays.items()}
        header["arrays"] = [{"name": key, "shape": list(value.shape)} for key, value in arrays.items()]
        text = json.dumps(header, allow_nan=False).encode()
        sys.stdout.flush()  # what was printed on the way to an answer is told of it
        replies.write(b"MLAB1 %09d\n" % len(text) + text)
        for value in arrays.values():
            replies.write(value.tobytes(order="F"))
        replies.flush()

    versions = {"python": sys.version.split()[0], "numpy": np.__version__}
    versions.update({package: importlib.metadata.version(package) for package in packages})
    say({"protocol": 1, "ready": True, "versions": versions, "files": _own_files(), **description})
    asked_for = set(inspect.signature(function).parameters)
    own_files = _own_files
    while preamble := requests.read(16):
        request = json.loads(requests.read(int(preamble[6:])))
        given = _arrays(requests, request["arrays"])
        rows = {"n_" + part: count for part, count in request.get("rows", {}).items()}
        further = {"replicate": request["replicate"], "classes": request["classes"], "n": sum(rows.values()), **rows}
        told = {**request["parameters"], **{key: value for key, value in further.items() if key in asked_for}}
        random.seed(request["seed"])
        np.random.seed(request["seed"])
        try:
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                got = described(function(**given, seed=request["seed"], **told))
            facts = {key: _json_number(value) for key, value in got.pop("facts", {}).items()}
            said = sorted({str(warning.message).split("\n")[0] for warning in caught})
            say({"id": request["id"], "ok": True, "facts": facts, "warnings": said, "files": own_files()}, **got)
            own_files = list  # said once: looking takes milliseconds
        except Exception as error:
            traceback.print_exc()
            say({"id": request["id"], "ok": False, "error": f"{type(error).__name__}: {error}"})


def serve(method, *, name=None, tunes=False, packages=(), classes=(2, 2)):
    """Answers until no more is asked. `method(x, y, points, *, seed, ...)` gets x [n, p], y [n] (-1 and +1, or
    1 ... K), points [m, p], the config's `parameters` as keywords and, with `tunes`, `lambdas` [L]; where it has such
    an argument, `replicate` and `classes` too. It returns probabilities [m], of K classes [m, K], each with an axis
    L more where it tunes; or a dict of `probability` and `facts`. `packages` are those whose versions decide the
    numbers."""
    description = {"name": name or method.__name__, "tunes": tunes, "classes": list(classes)}
    _answer_all(method, description, lambda got: got if isinstance(got, dict) else {"probability": got}, packages)


def serve_data(generate, *, name=None, truth=False, packages=()):
    """The same for a data set. `generate(n, *, seed, ...)` draws n rows and returns x [n, p] and y [n] (-1 and +1, or
    1 ... K); with `truth` the true P(Y = +1) [n] as well, of K classes [n, K]. The first rows are for training, the
    next for tuning, the last for testing: where it has such an argument it is told `n_train`, `n_tune`, `n_test`,
    `classes` and `replicate`."""
    description = {"name": name or generate.__name__, "op": "draw", "truth": truth}
    _answer_all(generate, description, lambda got: dict(zip(("x", "y", "truth"), got)), packages)


def serve_metric(measure, *, name=None, truth=False, packages=()):
    """The same for numbers that say how good probabilities are. `measure(y, probability, *, seed, ...)` gets the labels
    y [m] (-1 and +1, or 1 ... K) of the test points and what a method gave them: P(Y = +1) [m], of K classes [m, K]; with
    `truth` the true probabilities too, in the same shape; where it has such an argument, `classes` and `replicate`. It
    returns a dict of numbers by the names that the config lists."""
    description = {"name": name or measure.__name__, "op": "measure", "truth": truth}
    _answer_all(measure, description, lambda got: {"facts": got}, packages)


def serve_sklearn(estimator, **options):
    """Serves a classifier of scikit-learn: cloned for each request, `random_state` set wherever it has one, the
    config's `parameters` passed to set_params."""
    from sklearn.base import clone

    def fit_predict(x, y, points, *, seed, classes, **parameters):
        model = clone(estimator).set_params(**parameters)
        model.set_params(**{key: seed for key in model.get_params() if key.split("__")[-1] == "random_state"})
        p, known = model.fit(x, y).predict_proba(points), list(model.classes_)
        wanted = [1] if classes == 2 else range(1, classes + 1)
        out = np.column_stack([p[:, known.index(k)] if k in known else np.zeros(len(points)) for k in wanted])
        return out[:, 0] if classes == 2 else out

    serve(fit_predict, **{"name": type(estimator).__name__, "packages": ["scikit-learn"], "classes": (2, 1000),
                          **options})
