"""Every public name says in numpydoc's form what it takes and answers."""
import importlib.util
import inspect
import unittest

import marginlab

# What numpydoc asks and the house does not: a summary in the line of the quotes and in the third person, a second
# paragraph, examples and cross references everywhere.
NOT_ASKED = {"GL01", "SS05", "ES01", "EX01", "SA01"}


def public_names():
    for name in marginlab.__all__:
        thing = getattr(marginlab, name)
        yield thing.__module__, name
        for member, value in vars(thing).items() if inspect.isclass(thing) else ():
            if not member.startswith("_") and (inspect.isfunction(value) or isinstance(value, property)):
                yield thing.__module__, f"{name}.{member}"


@unittest.skipUnless(importlib.util.find_spec("numpydoc"), "SKIPPED: numpydoc is not installed")
class Docstrings(unittest.TestCase):
    def test_every_public_name_says_what_it_takes_and_answers(self):
        from numpydoc.validate import validate
        names = list(public_names())
        self.assertGreater(len(names), 25)
        for module, name in names:
            with self.subTest(name):
                wrong = {code: text for code, text in validate(f"{module}.{name}")["errors"]
                         if code not in NOT_ASKED}
                self.assertEqual(wrong, {})


if __name__ == "__main__":
    unittest.main()
