"""The results of a study as labelled arrays."""
import importlib.util
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import numpy as np

import marginlab
from tests.test_classifier import program

STUDY = """title: a swept study
seed: 1
replications: 4
data:
  - {source: wang2008/example1, name: first, n_train: {grid: [20, 30]}, n_test: 50}
  - {source: wang2008/example2, name: second, n_train: 25, n_test: 50}
classifiers:
  - {classifier: weighted_svm, name: linear, kernel: linear}
  - {classifier: weighted_svm, name: gaussian, kernel: gaussian}
methods:
  - {method: platt, name: platt, tuning: {criterion: fixed, lambda: {grid: [0.1, 1]}}}
  - {method: penalised_logistic, name: logistic, tuning: {criterion: fixed, lambda: 1}}
metrics: [gkl, test_error]
layout:
  rows: [data, n_train, classifier, lambda]
  columns: [method]
  metrics: [gkl, test_error]
published:
  source: "a made-up table"
  file: published.csv
"""
PUBLISHED = """data,n_train,classifier,lambda,method,metric,value,se
first,20,linear,0.1,platt,gkl,0.625,0.125
"""


@unittest.skipUnless(importlib.util.find_spec("xarray"), "SKIPPED: xarray is not installed")
class Arrays(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        program()
        cls.folder = tempfile.TemporaryDirectory()
        folder = Path(cls.folder.name)
        (folder / "published.csv").write_text(PUBLISHED)
        (folder / "swept.yaml").write_text(STUDY)
        cls.results = marginlab.run(folder / "swept.yaml", threads=2, out=folder / "run", bar=False)
        cls.arrays = cls.results.to_xarray()

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_every_replication_stands_at_its_data_set_setting_and_metric(self):
        replicates, rows = self.arrays["replicates"], self.results.replicates
        self.assertEqual(replicates.dims, ("data", "setting", "metric", "replicate"))
        self.assertEqual(replicates["data"].values.tolist(), ["first", "second"])
        for _, row in rows.iterrows():
            of_method = replicates.where((replicates["method"] == row["method"]) & (replicates["n_train"] == row["n_train"]) &
                                         (replicates["classifier"] == row["classifier"]) &
                                         (replicates["lambda"] == row["axis_lambda"]), drop=True)
            for metric in ("gkl", "test_error"):
                one = of_method.sel(data=row["data"], metric=metric, replicate=row["replicate"])
                self.assertEqual(one.item(), row[metric])

    def test_means_are_those_of_the_replications_wherever_there_is_one(self):
        of_replicates = self.arrays["replicates"].mean("replicate")
        np.testing.assert_allclose(self.arrays["mean"], of_replicates, rtol=1e-12)
        errors = self.arrays["replicates"].std("replicate", ddof=1) / 2
        np.testing.assert_allclose(self.arrays["standard_error"], errors, rtol=1e-9)
        self.assertGreater(int(np.isfinite(self.arrays["mean"]).sum()), 20)

    def test_published_values_stand_beside_them_and_nowhere_else(self):
        place = {"data": "first", "setting": "linear, platt, 20, 0.1", "metric": "gkl"}
        for name, value in (("published", 0.625), ("published_standard_error", 0.125)):
            self.assertAlmostEqual(self.arrays[name].sel(place).item(), value, delta=1e-5)  # with its rounding
            self.assertEqual(int(np.isfinite(self.arrays[name]).sum()), 1)

    def test_the_axes_of_the_study_are_coordinates_and_numbers_are_numbers(self):
        self.assertEqual(self.arrays["n_train"].dims, ("setting",))
        self.assertEqual(self.arrays["n_train"].dtype, float)
        self.assertEqual(set(self.arrays["method"].values), {"platt", "logistic"})
        self.assertEqual(len(set(self.arrays["setting"].values)), self.arrays.sizes["setting"])
        self.assertEqual(self.arrays.attrs["title"], "a swept study")


class Missing(unittest.TestCase):
    def test_without_xarray_a_sentence_says_what_to_type(self):
        from marginlab import arrays
        with mock.patch.dict(sys.modules, {"xarray": None}):
            with self.assertRaisesRegex(marginlab.Refused, "needs the package xarray.*pip install xarray"):
                arrays.dataset({}, None, None)


if __name__ == "__main__":
    unittest.main()
