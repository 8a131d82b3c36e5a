"""scikit-learn's own checks of an estimator, all of them, of every estimator of the list."""
import unittest
import warnings

import sklearn

from tests.estimators import ESTIMATORS, excepted

VERSION = tuple(int(part) for part in sklearn.__version__.split(".")[:2])


def checks_of(estimator):
    if VERSION >= (1, 6):
        from sklearn.utils.estimator_checks import estimator_checks_generator
        return estimator_checks_generator(estimator, legacy=True, mark=None)
    from sklearn.utils.estimator_checks import check_estimator
    return check_estimator(estimator, generate_only=True)


def name_of(check):
    return getattr(check, "func", check).__name__


class Checks(unittest.TestCase):
    def test_every_check_passes_or_stands_in_the_table(self):
        for name, estimator in ESTIMATORS.items():
            allowed, seen, failures = excepted(name), 0, {}
            for each, check in checks_of(estimator):
                seen += 1
                try:
                    with warnings.catch_warnings():
                        warnings.simplefilter("ignore")
                        check(each)
                except unittest.SkipTest:
                    continue
                except Exception as error:
                    failures[name_of(check)] = f"{type(error).__name__}: {error}"
            with self.subTest(name):
                self.assertGreater(seen, 40)
                self.assertEqual({check: text for check, text in failures.items() if check not in allowed}, {})


if __name__ == "__main__":
    unittest.main()
