#!/usr/bin/python3
"""Reads a run directory with nothing of ours and compares the two files in it.

Usage: read_with_h5py.py RUN_DIRECTORY. The journal is read by json and zlib, results.h5 by h5py and pandas; every value
and every series must be in both, every cube and curve must be what the tables say, and data_hash what its description
says. Exit code 77 means that h5py or pandas is not installed.
"""
import hashlib
import json
import os
import pathlib
import shutil
import struct
import subprocess
import sys
import zlib

try:
    import h5py
    import numpy as np
    import pandas as pd
except ImportError as missing:
    print(f"SKIPPED: {missing}")
    sys.exit(77)


def journal_cells(path):
    """key -> the JSON of its line, every checksum verified."""
    header, *lines = path.read_text(encoding="utf-8").splitlines()
    cells = {}
    for line in [header, *lines]:
        checksum, text = line.split(" ", 1)
        assert checksum == f"{zlib.crc32(text.encode()):08x}", line
    assert json.loads(header[9:]) == {"format": "marginlab-journal", "format_version": "1.2"}
    for line in lines:
        cell = json.loads(line[9:])
        assert list(cell)[:2] == ["key", "outcome"] and list(cell["values"]) == sorted(cell["values"])
        assert list(cell.get("series", {})) == sorted(cell.get("series", {}))
        cells[cell["key"]] = cell
    return cells


def frame(file, group):
    """The one-liner of our documentation."""
    return pd.DataFrame({k: (v.asstr()[:] if v.dtype.kind in "OS" else v[:]) for k, v in file[group].items()})


def is_worth_deflating(numbers):
    """Whether less than three quarters of a first chunk are left."""
    shuffled = np.ravel(numbers)[:16384].view(np.uint8).reshape(-1, 8).T.tobytes()
    return len(zlib.compress(shuffled, 1)) < len(shuffled) * 3 // 4


def check_types(file):
    """int32, float64 and UTF-8 alone, of variable or fixed length; a scale on every dimension, named after it."""
    def check(name, item):
        if not isinstance(item, h5py.Dataset):
            return
        if item.dtype.kind in "OS":
            assert item.id.get_type().get_cset() == h5py.h5t.CSET_UTF8, name
            assert item.id.get_type().is_variable_str() == (item.dtype.kind == "O"), name
        else:
            assert item.dtype in (np.dtype("<i4"), np.dtype("<f8")), (name, item.dtype)
        if item.dtype == np.dtype("<f8"):
            assert np.isnan(item.attrs["_FillValue"]) and np.isnan(item.fillvalue), name
        many = item.size >= 4096 and item.dtype.kind != "O"
        assert (item.chunks is not None) == many, name
        if many:
            assert item.shuffle and item.fletcher32, name
            deflated = item.dtype != np.dtype("<f8") or is_worth_deflating(item[...])
            assert (item.compression, item.compression_opts) == (("gzip", 1) if deflated else (None, None)), name
        for i, dimension in enumerate(item.dims):
            if not h5py.h5ds.is_scale(item.id):
                assert len(dimension) == 1 and len(dimension[0]) == item.shape[i], name
                scale = dimension[0]
                assert scale.parent == item.parent and scale.attrs["NAME"].decode() == scale.name.split("/")[-1], name

    file.visititems(check)


def check_rows(file, cells):
    rows, settings, timing = frame(file, "replicates"), frame(file, "settings"), frame(file, "timing")
    assert list(rows.columns[:9]) == ["row", "setting", "replicate", "status", "data", "kernel", "sigma",
                                      "axis_lambda", "method"], list(rows.columns)
    assert file["replicates/status"].attrs["flag_meanings"] == "ok not_converged failed"
    assert list(file["replicates/status"].attrs["flag_values"]) == [0, 1, 2]
    assert len(rows) == len(cells) == len(timing) and (rows["row"] == np.arange(len(rows))).all()
    words = file["replicates/status"].attrs["flag_meanings"].split()
    first_points = {p["setting"]: p for p in reversed(json.loads(file["study/card_json"].asstr()[()])["points"])}
    values = list(rows.columns[9:])
    assert values == ["gkl", "cre", "lambda", "seen_once"], values
    for i in range(len(rows)):
        cell = cells[f"{settings['key'][rows['setting'][i]]}/{rows['replicate'][i]}"]
        assert words[rows["status"][i]] == cell["outcome"] and timing["seconds"][i] == float(cell["seconds"])
        at = first_points[rows["setting"][i]]["at"]
        for axis in ["data", "kernel", "method"]:
            assert rows[axis][i] == at.get(axis, ""), (i, axis)
        for name in values:
            found, expected = rows[name][i], float(cell["values"].get(name, "nan"))
            same_bits = struct.pack("<d", found) == struct.pack("<d", expected)
            assert same_bits or (np.isnan(found) and np.isnan(expected)), (i, name, found, expected)
    return rows, settings


def cell_of(rows, settings, cells, i):
    return cells[f"{settings['key'][rows['setting'][i]]}/{rows['replicate'][i]}"]


def check_series(file, rows, settings, cells):
    """Every number of every series, row by row; a column that a cell lacks beside others of its table is NaN."""
    assert sorted(file["series"]) == ["criterion", "path"]
    for table in file["series"]:
        points = frame(file, f"series/{table}")
        assert list(points.columns[:2]) == ["point", "row"] and (points["point"] == np.arange(len(points))).all()
        assert len(points) > 0 and points["row"].is_monotonic_increasing
        by_row = {row: part for row, part in points.groupby("row")}
        for i in range(len(rows)):
            series = cell_of(rows, settings, cells, i).get("series", {})
            lengths = {len(numbers) for name, numbers in series.items() if name.split(".")[0] == table}
            assert lengths <= {len(by_row.get(i, []))}, (table, i)
            assert lengths or i not in by_row
            for column in points.columns[2:]:
                found = by_row[i][column].to_numpy() if i in by_row else np.empty(0)
                expected = np.array([float(x) for x in series.get(f"{table}.{column}", ["nan"] * len(found))])
                same_bits = found.view("<u8") == expected.view("<u8")
                assert (same_bits | (np.isnan(found) & np.isnan(expected))).all(), (table, column, i)


def check_curves(file, rows, settings, cells):
    """The criterion has one grid for all and is an array over it; the path has none, and says so."""
    points, curves = frame(file, "points"), file["curves/criterion"]
    axes = ["data", "kernel", "sigma", "axis_lambda", "replicate", "lambda"]
    assert sorted(curves) == sorted([*axes, "value", "empirical"]), sorted(curves)
    assert list(curves["lambda"][:]) == [0.1, 1, 10]
    assert list(file["curves/path"]) == [] and file["curves/path"].attrs["skipped"].startswith("pi is not one")
    scales = [list(curves[a].asstr()[:] if curves[a].dtype.kind in "OS" else curves[a][:]) for a in axes]
    of_setting = {s: list(part.index) for s, part in rows.groupby("setting")}
    for column in ["value", "empirical"]:
        dataset = curves[column]
        assert [d[0].name for d in dataset.dims] == [f"/curves/criterion/{a}" for a in axes]
        values, seen = dataset[:], 0
        for point in points.itertuples():
            at = tuple(scale.index(getattr(point, axis)) for scale, axis in zip(scales, axes[:-2]))
            for i in of_setting[point.setting]:
                series = cell_of(rows, settings, cells, i).get("series", {})
                expected = np.array([float(x) for x in series.get(f"criterion.{column}", ["nan"] * 3)])
                assert np.array_equal(values[at][rows["replicate"][i]], expected, equal_nan=True), (column, at, i)
                seen += 3
        assert seen == values.size


def check_failures(file, cells):
    failures = frame(file, "failures")
    failed = {key: cell for key, cell in cells.items() if cell["outcome"] == "failed"}
    assert len(failed) > 0 and set(failures["key"]) == set(failed)
    for failure in failures.itertuples():
        cell = failed[failure.key]
        assert failure.stage == cell["stage"] and failure.error == cell["error"]
        assert failure.signal == cell.get("signal", 0) and failure.stderr_tail == cell.get("stderr_tail", "")
    assert len(set(failures["signal"])) > 1, "the example has cells with and without a signal"


def check_cubes(file, rows):
    """Every entry of every cube by brute force from /points and /replicates."""
    points, cubes = frame(file, "points"), file["cubes"]
    axes = ["data", "kernel", "sigma", "axis_lambda", "replicate"]
    assert sorted(cubes) == sorted([*axes, "gkl", "cre"]), sorted(cubes)
    assert points["setting"].duplicated().any(), "the example has points that share a setting"
    by_cell = rows.set_index(["setting", "replicate"])
    scales = [list(cubes[a].asstr()[:] if cubes[a].dtype.kind in "OS" else cubes[a][:]) for a in axes]
    for metric in ["gkl", "cre"]:
        cube = cubes[metric]
        assert [d[0].name for d in cube.dims] == [f"/cubes/{a}" for a in axes]
        seen, values = np.zeros(cube.shape, bool), cube[:]
        for point in points.itertuples():
            at = tuple(scale.index(getattr(point, axis)) for scale, axis in zip(scales, axes[:-1]))
            expected = by_cell.loc[point.setting][metric].to_numpy()
            assert np.array_equal(values[at], expected, equal_nan=True), (metric, at)
            seen[at] = True
        assert seen.all()


def check_hash(file, rows, settings, cells):
    values = sorted(rows.columns[9:])
    series = sorted(f"{table}.{name}" for table in file["series"] for name in file["series"][table]
                    if name not in ("point", "row"))
    names = "".join(f"{name}\n" for name in values) + "\n" + "".join(f"{name}\n" for name in series)
    text = hashlib.sha256(b"marginlab data 2\n" + names.encode())

    def number(x):
        return struct.pack("<d", x) if x == x else bytes.fromhex("000000000000f87f")

    for i in sorted(range(len(rows)), key=lambda i: (settings["key"][rows["setting"][i]], rows["replicate"][i])):
        text.update(settings["key"][rows["setting"][i]].encode())
        text.update(struct.pack("<ii", rows["replicate"][i], rows["status"][i]))
        text.update(b"".join(number(rows[name][i]) for name in values))
        own = cell_of(rows, settings, cells, i).get("series", {})
        for name in series:
            length = max((len(v) for k, v in own.items() if k.split(".")[0] == name.split(".")[0]), default=0)
            numbers = [float(x) for x in own.get(name, ["nan"] * length)]
            text.update(struct.pack("<i", length) + b"".join(map(number, numbers)))
    for key, cell in sorted(cells.items(), key=lambda item: (item[0][:32], int(item[0][33:]))):
        if cell["outcome"] == "failed":
            text.update(b"".join(part.encode() + b"\0" for part in (key, cell["stage"], cell["error"])))
    assert text.hexdigest() == file.attrs["data_hash"]


def check_rest(file, path, settings):
    assert file.attrs["Conventions"] == "CF-1.8 marginlab-1.0" and file.attrs["format_name"] == "marginlab-results"
    assert file.attrs["format_version"] == "1.4.0" and file.attrs["study"] == "wang2008/example"
    card = json.loads(file["study/card_json"].asstr()[()])
    assert card["title"] == file.attrs["title"] and card["seed"] == 2**64 - 1
    assert [s["key"] for s in card["settings"]] == list(settings["key"])
    assert file["provenance/config_yaml"].asstr()[()] == "# λ\npaper: wang2008\n"
    assert file["provenance/empty"].asstr()[()] == ""
    schema = frame(file, "schema")
    tables = ["replicates", "settings", "points", "timing", "failures", "series/criterion", "series/path"]
    assert list(zip(schema["table"], schema["name"])) == [(t, c) for t in tables for c in file[t]]
    content, seal = path.read_bytes()[:-25], path.read_bytes()[-25:]
    assert seal.decode() == f"marginlab crc32 {zlib.crc32(content):08x}\n"


def documented(beginning):
    """The one-liner of docs/stored-results.md that begins so."""
    page = pathlib.Path(__file__).resolve().parents[4] / "docs/stored-results.md"
    found = [line for line in page.read_text(encoding="utf-8").splitlines() if line.startswith(beginning)]
    assert len(found) == 1, (beginning, found)
    return found[0]


def check_csv(directory, file, settings):
    """rows.csv, read by the documented one-liners, has every bit of /replicates at each point of the design."""
    os.chdir(directory)
    names = {"pd": pd}
    exec(documented("rows = pd.read_csv("), names)
    rows, stored, points = names["rows"], frame(file, "replicates"), frame(file, "points")
    assert len(rows) == sum((stored["setting"] == setting).sum() for setting in points["setting"])
    keys = settings["key"].to_numpy()[stored["setting"]]
    where = {(key, replicate): row for row, (key, replicate) in enumerate(zip(keys, stored["replicate"]))}
    at = [where[pair] for pair in zip(rows["setting"], rows["replicate"])]
    words = np.array(["ok", "not_converged", "failed"])
    assert (words[stored["status"].to_numpy()[at]] == rows["status"]).all()
    numbers = list(rows.columns[list(rows.columns).index("status") + 1:])
    assert numbers == ["cre", "gkl", "lambda", "seen_once"], numbers
    for name in numbers:
        kept, read = stored[name].to_numpy()[at], rows[name].to_numpy(dtype=float)
        assert ((kept == read) | (np.isnan(kept) & np.isnan(read))).all(), name
    if shutil.which("Rscript"):
        program = documented("rows <- read.csv(") + "; cat(nrow(rows), ncol(rows))"
        said = subprocess.run(["Rscript", "-e", program], check=True, capture_output=True, text=True).stdout
        assert said.split() == [str(len(rows)), str(rows.shape[1])], said


def main(directory):
    cells = journal_cells(directory / "journal.jsonl")
    with h5py.File(directory / "results.h5") as file:
        check_types(file)
        rows, settings = check_rows(file, cells)
        check_failures(file, cells)
        check_cubes(file, rows)
        check_series(file, rows, settings, cells)
        check_curves(file, rows, settings, cells)
        check_hash(file, rows, settings, cells)
        check_csv(directory, file, settings)
        check_rest(file, directory / "results.h5", settings)
    print(f"h5py {h5py.version.version}, HDF5 {h5py.version.hdf5_version}: {len(rows)} rows as in the journal")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
