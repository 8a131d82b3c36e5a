"""Results as labelled arrays of xarray."""
from typing import Any, Dict, List, Mapping, Sequence, Tuple

import numpy as np

from marginlab._library import Doubles, Refused

Setting = Tuple[str, ...]

# A variable of the means: what the report calls it, in the number itself or below "published".
_OF_A_NUMBER = {"mean": "mean", "standard_error": "se"}
_PUBLISHED = {"published": "value", "published_standard_error": "se"}
_MEANING = {"replicates": "the metric in one replication; NaN where it failed or was not computed",
            "mean": "the mean over the replications",
            "standard_error": "the Monte Carlo standard error of the mean",
            "published": "what the paper prints",
            "published_standard_error": "the standard error of the published value, as far as it is known"}


def _name(value: Any) -> str:
    """The same text for a number of a frame and for its name in the report."""
    try:
        number = float(value)
    except (TypeError, ValueError):
        return str(value)
    return str(int(number)) if number.is_integer() else repr(number)


def _values(names: Sequence[str]) -> Any:
    """An axis as numbers, where all of its names are."""
    try:
        return np.array([float(name) for name in names])
    except ValueError:
        return np.array(names, dtype=object)


class _Places:
    """Where a number stands: data sets and settings in the order of the report, then in that of appearance."""

    def __init__(self, reported: Sequence[Mapping[str, Any]], axes: Sequence[str]) -> None:
        self.axes = [axis for axis in axes if axis != "data"]
        self._order = {axis["name"]: {_name(value["name"]): k for k, value in enumerate(axis["values"])}
                       for axis in reported}
        self.data: List[str] = list(self._order.get("data", {}))
        self.settings: List[Setting] = []

    def of(self, at: Mapping[str, Any]) -> Tuple[str, Setting]:
        return _name(at.get("data", "")), tuple(_name(at.get(axis, "")) for axis in self.axes)

    def add(self, at: Mapping[str, Any]) -> None:
        data, setting = self.of(at)
        if data not in self.data:
            self.data.append(data)
        if setting not in self.settings:
            self.settings.append(setting)

    def sort(self) -> None:
        def place(setting: Setting) -> List[int]:
            orders = [self._order.get(axis, {}) for axis in self.axes]
            return [order.get(name, len(order)) for order, name in zip(orders, setting)]

        self.settings.sort(key=place)

    def index(self, at: Mapping[str, Any]) -> Tuple[int, int]:
        data, setting = self.of(at)
        return self.data.index(data), self.settings.index(setting)

    def coordinates(self) -> Dict[str, Any]:
        columns = {axis: ("setting", _values([setting[k] for setting in self.settings]))
                   for k, axis in enumerate(self.axes)}
        return {"data": np.array(self.data, dtype=object),
                "setting": np.array([", ".join(filter(None, setting)) for setting in self.settings], dtype=object),
                **columns}


def _at(number: Mapping[str, Any], axes: Sequence[str]) -> Dict[str, Any]:
    """The place of a number; in a table of the best of an axis that of the value that was chosen."""
    left_out = [axis for axis in axes if axis not in number["at"]]
    chosen = {left_out[0]: number["chosen"]} if len(left_out) == 1 and "chosen" in number else {}
    return {**number["at"], **chosen}


def _float(value: Any) -> float:
    return float("nan") if value is None else float(value)


def _means(report: Mapping[str, Any], places: _Places, metrics: Sequence[str]) -> Dict[str, Doubles]:
    shape = (len(places.data), len(places.settings), len(metrics))
    out = {name: np.full(shape, np.nan) for name in (*_OF_A_NUMBER, *_PUBLISHED)}
    for number in report["numbers"]:
        place = (*places.index(_at(number, places.axes)), metrics.index(number["metric"]))
        for variable, member in _OF_A_NUMBER.items():
            out[variable][place] = _float(number[member])
        for variable, member in _PUBLISHED.items():
            out[variable][place] = _float((number["published"] or {}).get(member))
    return out


def _replicates(rows: Any, points: Any, places: _Places, metrics: Sequence[str],
                replications: Sequence[int]) -> Doubles:
    out = np.full((len(places.data), len(places.settings), len(metrics), len(replications)), np.nan)
    column = {replicate: k for k, replicate in enumerate(replications)}
    of_setting = rows.groupby("setting").indices
    for at in points.to_dict("records"):  # several may stand for one setting
        own = of_setting.get(at["setting"], [])
        kth = [column[int(replicate)] for replicate in rows["replicate"].iloc[own]]
        for m, metric in enumerate(metrics):
            if metric in rows.columns:
                out[(*places.index(at), m)][kth] = rows[metric].iloc[own]
    return out


def dataset(report: Mapping[str, Any], rows: Any, points: Any) -> Any:
    """The xarray.Dataset of a report (``marginlab report --json``) and the frames of replicates and points.

    Raises
    ------
    Refused
        If xarray is not installed.
    """
    try:
        import xarray
    except ImportError as error:
        raise Refused("to_xarray needs the package xarray, which is not installed. Type pip install xarray, or "
                      "apt-get install python3-xarray.") from error
    # An axis that is called as a diagnostic is stored with a prefix.
    points = points.rename(columns={f"axis_{axis['name']}": axis["name"] for axis in report["axes"]})
    places = _Places(report["axes"], [axis for axis in points.columns if axis not in ("point", "setting")])
    for at in [*points.to_dict("records"), *(_at(number, places.axes) for number in report["numbers"])]:
        places.add(at)
    places.sort()
    metrics = list(dict.fromkeys([metric["name"] for metric in report["metrics"]] +
                                 [number["metric"] for number in report["numbers"]]))
    replications = sorted(set(map(int, rows["replicate"])))
    axes = ("data", "setting", "metric", "replicate")
    variables = {"replicates": (axes, _replicates(rows, points, places, metrics, replications)),
                 **{name: (axes[:3], values) for name, values in _means(report, places, metrics).items()}}
    return xarray.Dataset({name: (*given, {"description": _MEANING[name]}) for name, given in variables.items()},
                          {**places.coordinates(), "metric": np.array(metrics, dtype=object),
                           "replicate": replications},
                          {"title": report["title"], "study": report["study"], "data_hash": report["data_hash"]})
