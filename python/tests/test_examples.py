"""The examples of the docstrings, run."""
import doctest
import importlib
import unittest

from tests.test_classifier import program

MODULES = ("marginlab", "marginlab.classifier", "marginlab.model", "marginlab.studies")


class Examples(unittest.TestCase):
    def setUp(self):
        program()

    def test_every_example_prints_what_it_says(self):
        for name in MODULES:
            with self.subTest(name):
                done = doctest.testmod(importlib.import_module(name))
                self.assertGreater(done.attempted, 0)
                self.assertEqual(done.failed, 0)


if __name__ == "__main__":
    unittest.main()
