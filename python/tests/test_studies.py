"""Studies from Python: they run in the program, and their results are frames."""
import tempfile
import unittest
from pathlib import Path

import marginlab
from tests.test_classifier import program

STUDY = """title: a small study
seed: 1
replications: 9
data:
  - {source: wang2008/example1, name: example1, n_train: 30, n_test: 50}
classifiers:
  - {classifier: weighted_svm, name: svm_linear, kernel: linear}
methods:
  - {method: platt, name: platt, tuning: {criterion: fixed, lambda: 1}}
  - {method: bracket, name: bracket, tuning: {criterion: fixed, lambda: 1}}
metrics: [gkl, test_error]
"""


class Studies(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        program()
        cls.folder = tempfile.TemporaryDirectory()
        cls.config = Path(cls.folder.name) / "small.yaml"
        cls.config.write_text(STUDY)
        cls.out = Path(cls.folder.name) / "run"
        cls.results = marginlab.run(cls.config, replications=3, threads=2, out=cls.out)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_a_run_has_a_row_a_cell_and_a_row_a_mean(self):
        rows = self.results.replicates
        self.assertEqual(len(rows), 2 * 3)
        self.assertEqual(sorted(set(rows["method"])), ["bracket", "platt"])
        self.assertEqual(set(rows["status"]), {0})
        values = self.results.values
        means = rows.groupby("method")["gkl"].mean()
        for method in ("bracket", "platt"):
            of_method = values[(values["method"] == method) & (values["metric"] == "gkl")]
            self.assertAlmostEqual(float(of_method["marginlab"].iloc[0]), means[method], delta=6e-4)

    def test_what_was_run_is_read_again(self):
        for path in (self.out, self.out / "results.h5"):
            self.assertTrue(marginlab.read(path).replicates.equals(self.results.replicates))

    def test_overrides_reach_the_config(self):
        out = Path(self.folder.name) / "other"
        rows = marginlab.run(self.config, replications=1, out=out, overrides={"methods.bracket.intervals": 5}).table("settings")
        self.assertTrue(any('"intervals":5' in text for text in rows["canonical"]))

    def test_a_notebook_shows_the_table_in_a_frame_of_its_own(self):
        shown = self.results._repr_html_()
        self.assertTrue(shown.startswith("<iframe") and shown.endswith("</iframe>"))
        self.assertIn("a small study", shown)
        self.assertEqual(shown.count("<"), 2)

    def test_what_is_not_there_is_refused_in_a_sentence(self):
        with self.assertRaisesRegex(ValueError, "no run directory"):
            marginlab.read(Path(self.folder.name) / "absent")
        with self.assertRaisesRegex(ValueError, "has no table 'replicate'"):
            self.results.table("replicate")
        with self.assertRaisesRegex(ValueError, "ended with exit code 2.*'no_such_study' is neither a file"):
            marginlab.run("no_such_study", out=Path(self.folder.name) / "none")


if __name__ == "__main__":
    unittest.main()
