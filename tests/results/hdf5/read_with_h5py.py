#!/usr/bin/python3
"""Reads a run directory with nothing of ours and compares the two files in it.

Usage: read_with_h5py.py RUN_DIRECTORY. The journal is read by json and zlib, results.h5 by h5py and pandas; every value
must be in both, every cube must be what the tables say, and data_hash what its description says. Exit code 77 means
that h5py or pandas is not installed.
"""
import hashlib
import json
import pathlib
import struct
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
    assert json.loads(header[9:]) == {"format": "marginlab-journal", "format_version": "1.0"}
    for line in lines:
        cell = json.loads(line[9:])
        assert list(cell)[:2] == ["key", "outcome"] and list(cell["values"]) == sorted(cell["values"])
        cells[cell["key"]] = cell
    return cells


def frame(file, group):
    """The one-liner of our documentation."""
    return pd.DataFrame({k: (v.asstr()[:] if v.dtype.kind == "O" else v[:]) for k, v in file[group].items()})


def check_types(file):
    """int32, float64 and variable-length UTF-8 alone; a scale on every dimension, named after it."""
    def check(name, item):
        if not isinstance(item, h5py.Dataset):
            return
        if item.dtype.kind == "O":
            assert item.id.get_type().is_variable_str() and item.id.get_type().get_cset() == h5py.h5t.CSET_UTF8, name
        else:
            assert item.dtype in (np.dtype("<i4"), np.dtype("<f8")), (name, item.dtype)
        if item.dtype == np.dtype("<f8"):
            assert np.isnan(item.attrs["_FillValue"]) and np.isnan(item.fillvalue), name
        many = item.size >= 4096 and item.dtype.kind != "O"
        assert (item.chunks is not None) == many, name
        if many:
            assert item.shuffle and item.compression == "gzip" and item.compression_opts == 4 and item.fletcher32, name
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
    values = list(rows.columns[9:])
    assert values == ["gkl", "cre", "lambda", "seen_once"], values
    for i in range(len(rows)):
        cell = cells[f"{settings['key'][rows['setting'][i]]}/{rows['replicate'][i]}"]
        assert words[rows["status"][i]] == cell["outcome"] and timing["seconds"][i] == float(cell["seconds"])
        for name in values:
            found, expected = rows[name][i], float(cell["values"].get(name, "nan"))
            same_bits = struct.pack("<d", found) == struct.pack("<d", expected)
            assert same_bits or (np.isnan(found) and np.isnan(expected)), (i, name, found, expected)
    return rows, settings


def check_failures(file, cells):
    failures = frame(file, "failures")
    failed = {key: cell for key, cell in cells.items() if cell["outcome"] == "failed"}
    assert len(failed) > 0 and set(failures["key"]) == set(failed)
    for failure in failures.itertuples():
        assert failure.stage == failed[failure.key]["stage"] and failure.error == failed[failure.key]["error"]


def check_cubes(file, rows):
    """Every entry of every cube by brute force from /points and /replicates."""
    points, cubes = frame(file, "points"), file["cubes"]
    axes = ["data", "kernel", "sigma", "axis_lambda", "replicate"]
    assert sorted(cubes) == sorted([*axes, "gkl", "cre"]), sorted(cubes)
    assert points["setting"].duplicated().any(), "the example has points that share a setting"
    by_cell = rows.set_index(["setting", "replicate"])
    scales = [list(cubes[a].asstr()[:] if cubes[a].dtype.kind == "O" else cubes[a][:]) for a in axes]
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
    text = hashlib.sha256(b"marginlab data 1\n" + b"".join(f"{name}\n".encode() for name in values))
    table = np.empty(len(rows), dtype=[("key", "S32"), ("replicate", "<i4"), ("status", "<i4")] + [(v, "<f8") for v in values])
    table["key"] = settings["key"].to_numpy()[rows["setting"]].astype("S32")
    for name in ["replicate", "status", *values]:
        table[name] = rows[name]
        if name in values:
            table[name][np.isnan(table[name])] = np.nan
    text.update(np.sort(table, order=["key", "replicate"]).tobytes())
    for key, cell in sorted(cells.items(), key=lambda item: (item[0][:32], int(item[0][33:]))):
        if cell["outcome"] == "failed":
            text.update(b"".join(part.encode() + b"\0" for part in (key, cell["stage"], cell["error"])))
    assert text.hexdigest() == file.attrs["data_hash"]


def check_rest(file, path, settings):
    assert file.attrs["Conventions"] == "CF-1.8 marginlab-1.0" and file.attrs["format_name"] == "marginlab-results"
    assert file.attrs["format_version"] == "1.0.0" and file.attrs["study"] == "wang2008/example"
    card = json.loads(file["study/card_json"].asstr()[()])
    assert card["title"] == file.attrs["title"] and card["seed"] == 2**64 - 1
    assert [s["key"] for s in card["settings"]] == list(settings["key"])
    assert file["provenance/config_yaml"].asstr()[()] == "# λ\npaper: wang2008\n"
    assert file["provenance/empty"].asstr()[()] == ""
    schema = frame(file, "schema")
    tables = ["replicates", "settings", "points", "timing", "failures"]
    assert list(zip(schema["table"], schema["name"])) == [(t, c) for t in tables for c in file[t]]
    content, seal = path.read_bytes()[:-25], path.read_bytes()[-25:]
    assert seal.decode() == f"marginlab crc32 {zlib.crc32(content):08x}\n"


def main(directory):
    cells = journal_cells(directory / "journal.jsonl")
    with h5py.File(directory / "results.h5") as file:
        check_types(file)
        rows, settings = check_rows(file, cells)
        check_failures(file, cells)
        check_cubes(file, rows)
        check_hash(file, rows, settings, cells)
        check_rest(file, directory / "results.h5", settings)
    print(f"h5py {h5py.version.version}, HDF5 {h5py.version.hdf5_version}: {len(rows)} rows as in the journal")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
