"""What ProbabilityClassifier promises beyond scikit-learn's checks."""
import copy
import inspect
import os
import pickle
import subprocess
import sys
import tempfile
import threading
import unittest
from pathlib import Path

import numpy as np
import pandas
from sklearn.base import clone
from sklearn.datasets import load_breast_cancer, load_iris
from sklearn.model_selection import GridSearchCV

import marginlab
from marginlab import ProbabilityClassifier
from tests.estimators import ESTIMATORS


def two_classes(n=80):
    X, y = load_breast_cancer(return_X_y=True)
    return X[:n, :6], np.array(["malignant", "benign"])[y[:n]]


def three_classes():
    X, y = load_iris(return_X_y=True)
    return X[::3], y[::3]


def program():
    found = os.environ.get("MARGINLAB_PROGRAM")
    if not found:
        raise unittest.SkipTest("MARGINLAB_PROGRAM names no program")
    return found


class Bits(unittest.TestCase):
    def test_the_program_says_the_same_of_the_same_rows(self):
        X, y = two_classes()
        cases = {
            "the default": ({}, []),
            "bracket": (dict(method="bracket", kernel="gaussian", tuning="cross_validation", lambdas=[0.1, 1.0]),
                        ["--method", "bracket", "kernel=gaussian", "tuning.criterion=cross_validation",
                         "tuning.lambda=[0.1, 1.0]"]),
            "platt": (dict(method="platt", lambdas=0.5, standardise=False),
                      ["--method", "platt", "tuning.criterion=fixed", "tuning.lambda=0.5", "standardise=none"])}
        with tempfile.TemporaryDirectory() as folder:
            rows, stored = Path(folder) / "rows.csv", Path(folder) / "m.h5"
            frame = pandas.DataFrame(X, columns=[f"x{j}" for j in range(X.shape[1])])
            frame.assign(label=y).to_csv(rows, index=False)
            for name, (words, arguments) in cases.items():
                with self.subTest(name):
                    subprocess.run([program(), "fit", "--data", rows, "--holdout", "0", "--seed", "3", "--model", stored,
                                    *arguments], check=True, capture_output=True)
                    said = subprocess.run([program(), "predict", stored, rows], check=True, capture_output=True, text=True)
                    theirs = np.array([float(line.split(",")[1]) for line in said.stdout.splitlines()[1:]])
                    ours = ProbabilityClassifier(random_state=3, **words).fit(X, y).predict_proba(X)[:, 1]
                    self.assertEqual(theirs.tolist(), ours.tolist())

    def test_pickles_copies_and_files_keep_every_bit(self):
        X, y = two_classes()
        for name, estimator in ESTIMATORS.items():
            with self.subTest(name):
                model = clone(estimator).fit(X, y)
                p = model.predict_proba(X)
                for again in (pickle.loads(pickle.dumps(model)), copy.deepcopy(model)):
                    self.assertTrue((again.predict_proba(X) == p).all())
                    self.assertEqual(again.certificate_, model.certificate_)
                with tempfile.TemporaryDirectory() as folder:
                    model.to_file(Path(folder) / "m.h5")
                    read = marginlab.load(Path(folder) / "m.h5")
                self.assertTrue((read.predict_proba(X) == p).all())
                self.assertEqual(read.classes, ["benign", "malignant"])

    def test_a_row_has_the_same_bits_alone_and_in_company(self):
        X, y = two_classes()
        for name, estimator in ESTIMATORS.items():
            model = clone(estimator).fit(X, y)
            with self.subTest(name):
                self.assertTrue((model.predict_proba(X[5:6]) == model.predict_proba(X)[5:6]).all())

    def test_threads_change_no_bit(self):
        X, y = two_classes()
        words = dict(method="bracket", kernel="gaussian", tuning="cross_validation", lambdas=[0.1, 1.0])
        one, two = (ProbabilityClassifier(n_jobs=n, **words).fit(X, y).predict_proba(X) for n in (1, 2))
        self.assertTrue((one == two).all())

    def test_none_is_the_seed_0(self):
        X, y = two_classes()
        words = dict(method="platt", kernel="gaussian", tuning="cross_validation", lambdas=[0.01, 0.1, 1.0])
        one, two = (ProbabilityClassifier(random_state=s, **words).fit(X, y).predict_proba(X) for s in (0, None))
        self.assertTrue((one == two).all())


class Predictions(unittest.TestCase):
    def test_predict_is_the_argmax_of_predict_proba_and_the_sign_of_decision_function(self):
        for X, y in (two_classes(), three_classes()):
            for name, estimator in ESTIMATORS.items():
                with self.subTest(name, classes=len(set(y))):
                    model = clone(estimator).fit(X, y)
                    p, scores = model.predict_proba(X), model.decision_function(X)
                    self.assertTrue((model.predict(X) == model.classes_[p.argmax(axis=1)]).all())
                    best = scores.argmax(axis=1) if scores.ndim == 2 else (scores > 0).astype(int)
                    self.assertTrue((model.predict(X) == model.classes_[best]).all())
                    np.testing.assert_allclose(p.sum(axis=1), 1, rtol=1e-12)
                    np.testing.assert_allclose(np.exp(model.predict_log_proba(X)), p, rtol=1e-9, atol=1e-15)

    def test_classes_of_any_kind_come_back_as_they_were(self):
        X, y = two_classes()
        for names in ([0, 1], [-1.0, 1.0], [False, True], ["10", "9"], ["a", "A"], ["", "nan"], ["1", "1.0"],
                      ["a,b", 'say "c"']):
            with self.subTest(names=names):
                names = np.array(names)
                labels = names[(y == "malignant").astype(int)]
                model = ProbabilityClassifier(method="penalised_logistic", lambdas=0.1).fit(X, labels)
                self.assertEqual(model.classes_.tolist(), sorted(names.tolist()))
                self.assertEqual(model.predict(X).dtype, labels.dtype)
                self.assertGreater(model.score(X, labels), 0.8)

    def test_grid_search_in_two_processes_and_clones(self):
        X, y = two_classes()
        estimator = ProbabilityClassifier(method="platt", kernel="gaussian")
        search = GridSearchCV(estimator, {"lambdas": [0.1, 1.0]}, cv=2, n_jobs=2, scoring="neg_log_loss").fit(X, y)
        self.assertTrue(np.isfinite(search.cv_results_["mean_test_score"]).all())

    def test_a_frame_keeps_its_names(self):
        X, y = two_classes()
        frame = pandas.DataFrame(X, columns=list("abcdef")).assign(kind=y)
        model = marginlab.fit(frame, label="kind", method="platt", lambdas=1.0)
        self.assertEqual(model.feature_names_in_.tolist(), list("abcdef"))
        with tempfile.TemporaryDirectory() as folder:
            model.to_file(Path(folder) / "m.h5")
            self.assertEqual(marginlab.load(Path(folder) / "m.h5").description["inputs"], list("abcdef"))
        with self.assertRaisesRegex(ValueError, "has no column 'king'"):
            marginlab.fit(frame, label="king")


class Facts(unittest.TestCase):
    def test_a_fit_says_its_lambda_curve_and_certificate(self):
        X, y = two_classes()
        model = clone(ESTIMATORS["bracket, tuned"]).fit(X, y)
        self.assertEqual(model.criterion_curve_.lambdas.tolist(), [0.01, 0.1, 1.0])
        self.assertEqual(len(model.criterion_curve_.values), 3)
        self.assertEqual(model.lambda_, model.criterion_curve_.lambdas[model.criterion_curve_.values.argmin()])
        self.assertTrue(model.certificate_.ok)
        self.assertLess(model.certificate_.worst_relative_gap, 1e-6)
        self.assertGreater(model.certificate_.fits, 10)
        X, y = three_classes()
        model = clone(ESTIMATORS["bracket, tuned"]).fit(X, y)
        self.assertEqual((len(model.lambda_), len(model.criterion_curve_)), (3, 3))

    def test_what_cannot_be_used_is_refused_in_a_sentence(self):
        X, y = two_classes()
        for words, sentence in (({"method": "brackett"}, "bracket"), ({"multiclass": "each"}, "Give 'one_vs_all'"),
                                ({"n_jobs": 0}, "n_jobs is 0"), ({"parameters": {"no_such": 1}}, "no_such"),
                                ({"method": "svm_decision"}, "Choose another"), ({"random_state": -1}, "from 0")):
            with self.subTest(words), self.assertRaisesRegex(ValueError, sentence):
                ProbabilityClassifier(**words).fit(X, y)
        X, y = three_classes()
        with self.assertRaisesRegex(ValueError, "for two classes, and y has 3"):
            ProbabilityClassifier(method="platt", multiclass="refuse").fit(X, y)
        with self.assertRaisesRegex(ValueError, "have a model each"):
            ProbabilityClassifier(method="platt", lambdas=1.0).fit(X, y).to_file("unwritten.h5")

    def test_both_tag_systems_say_the_same(self):
        for multiclass in ("one_vs_all", "refuse"):
            estimator = ProbabilityClassifier(multiclass=multiclass)
            self.assertEqual(estimator._more_tags()["binary_only"], multiclass == "refuse")
            if hasattr(super(ProbabilityClassifier, estimator), "__sklearn_tags__"):
                self.assertEqual(estimator.__sklearn_tags__().classifier_tags.multi_class, multiclass != "refuse")

    def test_every_argument_is_described(self):
        arguments = set(inspect.signature(ProbabilityClassifier).parameters)
        described = {line.split(" : ")[0].strip() for line in ProbabilityClassifier.__doc__.splitlines() if " : " in line}
        self.assertEqual(arguments - described, set())


class Interruption(unittest.TestCase):
    def test_other_threads_run_while_a_fit_does(self):
        X, y = load_breast_cancer(return_X_y=True)
        turns, done = [], threading.Event()

        def learn():
            ProbabilityClassifier(method="bracket", kernel="gaussian", tuning="perturbation", lambdas=[0.1, 1.0]).fit(
                X[:200], y[:200])
            done.set()

        thread = threading.Thread(target=learn)
        thread.start()
        while not done.wait(0.001):
            turns.append(None)
        thread.join()
        self.assertGreater(len(turns), 3)

    def test_an_interrupt_ends_a_fit(self):
        script = ("import _thread, threading, marginlab\n"
                  "from sklearn.datasets import load_breast_cancer\n"
                  "X, y = load_breast_cancer(return_X_y=True)\n"
                  "threading.Timer(1.5, _thread.interrupt_main).start()\n"
                  "try: marginlab.ProbabilityClassifier(method='bracket', kernel='gaussian').fit(X, y)\n"
                  "except KeyboardInterrupt: print('interrupted')\n")
        said = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=250)
        self.assertEqual(said.stdout, "interrupted\n", said.stderr)


class Package(unittest.TestCase):
    def test_a_worker_needs_neither_the_library_nor_scikit_learn(self):
        script = ("import sys, marginlab\nfrom marginlab.worker import serve\n"
                  "print(sorted({'sklearn', 'ctypes', 'marginlab._library'} & set(sys.modules) - {'ctypes'}))")
        said = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
        self.assertEqual(said.stdout, "[]\n", said.stderr)

    def test_a_library_that_is_not_there_is_an_import_error_that_says_what_to_type(self):
        said = subprocess.run([sys.executable, "-c", "import marginlab; marginlab.version()"], capture_output=True, text=True,
                              env={**os.environ, "MARGINLAB_LIBRARY": "absent.so"})
        self.assertIn("ImportError: absent.so cannot be loaded", said.stderr)
        self.assertIn("Type pip install ./python", said.stderr)

    def test_the_library_is_of_the_version_that_the_program_has(self):
        said = subprocess.run([program(), "--version"], capture_output=True, text=True)
        self.assertIn(marginlab.version(), said.stdout)


class Weights(unittest.TestCase):
    FIXED = {"platt": {"decision_values": "training"}, "bracket": {}, "kernel_logistic": {}, "penalised_logistic": {},
             "one_vs_all": {}, "kernel_multicategory_logistic": {}, "one_vs_rest": {"decision_values": "training"}}

    def fixed(self, method):
        return ProbabilityClassifier(method=method, lambdas=1.0, parameters=self.FIXED[method])

    def test_a_whole_weight_is_so_many_rows_alike_and_zero_is_none(self):
        for method in self.FIXED:
            for X, y in (two_classes(), three_classes()):
                with self.subTest(method, classes=len(set(y))):
                    w = np.arange(len(y)) % 4
                    counted = self.fixed(method).fit(X, y, sample_weight=w)
                    copied = self.fixed(method).fit(X.repeat(w, axis=0), np.repeat(y, w))
                    np.testing.assert_allclose(counted.predict_proba(X), copied.predict_proba(X), atol=1e-6)
                    self.assertTrue(counted.certificate_.ok)

    def test_weights_of_one_change_no_bit_and_others_are_read(self):
        X, y = two_classes()
        for method in self.FIXED:
            plain, ones = self.fixed(method).fit(X, y), self.fixed(method).fit(X, y, sample_weight=np.ones(len(y)))
            np.testing.assert_array_equal(plain.predict_proba(X), ones.predict_proba(X))
            other = self.fixed(method).fit(X, y, sample_weight=1 + 1.5 * (np.arange(len(y)) % 2))
            self.assertFalse(np.array_equal(plain.predict_proba(X), other.predict_proba(X)))

    def test_what_is_no_weight_is_refused_in_a_sentence(self):
        X, y = two_classes()
        for w, said in ((np.where(np.arange(len(y)) == 3, -1, 1), "Row 4 has the weight -1"),
                        (y == "benign", "Every row of class malignant has weight 0"), (np.ones(3), "")):
            with self.assertRaisesRegex(ValueError, said):
                self.fixed("platt").fit(X, y, sample_weight=w)
        with self.assertRaisesRegex(ValueError, "Method 'bayes_rule' takes no weights"):
            ProbabilityClassifier(method="bayes_rule").fit(X, y, sample_weight=np.arange(len(y)))

    def test_a_frame_has_a_column_of_weights_and_a_file_keeps_them(self):
        X, y = two_classes()
        w = 0.5 + np.arange(len(y)) % 3
        frame = pandas.DataFrame(X, columns=list("abcdef")).assign(kind=y, times=w)
        by_frame = marginlab.fit(frame, label="kind", weights="times", method="platt", lambdas=[0.1, 1.0])
        by_hand = ProbabilityClassifier(method="platt", lambdas=[0.1, 1.0]).fit(X, y, w)
        np.testing.assert_array_equal(by_frame.predict_proba(frame[list("abcdef")]), by_hand.predict_proba(X))
        with tempfile.TemporaryDirectory() as folder:
            by_hand.to_file(Path(folder) / "m.h5")
            again = marginlab.load(Path(folder) / "m.h5")
            p = again.predict_proba(X)
        np.testing.assert_array_equal(p, by_hand.predict_proba(X))


if __name__ == "__main__":
    unittest.main()
