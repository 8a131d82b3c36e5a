"""The bar of a run, shown without a notebook or a terminal."""
import contextlib
import io
import os
import sys
import tempfile
import types
import unittest
from pathlib import Path
from unittest import mock

import marginlab
from marginlab import progress
from tests.test_classifier import program
from tests.test_studies import STUDY

REPLICATIONS = 3000  # which take a while on any machine
LINES = ("info 0 already stored, 18 to compute\n", "3/18 cells, 20%, 1s elapsed, about 4s left\n",
         "warn a cell did not converge\n", "18/18 cells, 100%, 5s elapsed, 1 failed\n", "info next: marginlab report\n")


class FakeDisplay:
    """What IPython's display does: shows once, and answers a handle that updates."""

    def __init__(self):
        self.shown, self.updates = [], []

    def __call__(self, data, *, raw, display_id):
        assert raw and display_id
        self.shown.append(data)
        return self

    def update(self, data, *, raw):
        assert raw
        self.updates.append(data)


def fake_notebook(display):
    """Modules as a kernel has them loaded."""
    shell = types.SimpleNamespace(kernel=object())
    top, inner = types.ModuleType("IPython"), types.ModuleType("IPython.display")
    top.get_ipython, inner.display, top.display = lambda: shell, display, inner
    return mock.patch.dict(sys.modules, {"IPython": top, "IPython.display": inner})


class FakeTerminal(io.StringIO):
    def isatty(self):
        return True


class Shown(unittest.TestCase):
    def told(self, bar):
        for line in LINES:
            bar(line)
        bar.finish()

    def test_a_notebook_has_one_bar_that_is_updated_in_place(self):
        display, errors = FakeDisplay(), io.StringIO()
        with fake_notebook(display), contextlib.redirect_stderr(errors):
            self.told(progress.of_here())
        self.assertEqual(len(display.shown), 1)
        self.assertIn('value="20"', display.shown[0]["text/html"])
        self.assertEqual([each["text/plain"] for each in display.updates], ["18/18 cells, 100%, 5s elapsed, 1 failed"])
        self.assertIn('value="100"', display.updates[-1]["text/html"])
        self.assertEqual(errors.getvalue(), "warn a cell did not converge\n")

    def test_a_terminal_has_a_bar_in_one_line_and_warnings_in_their_own(self):
        terminal = FakeTerminal()
        with contextlib.redirect_stderr(terminal):
            self.told(progress.of_here())
        first, warning, second, rest = terminal.getvalue().split("\n")
        self.assertIn("[======                        ] 3/18 cells, 20%", first)
        self.assertEqual(warning, "warn a cell did not converge")
        self.assertIn(f"[{'=' * 30}] 18/18", second)
        self.assertEqual(rest, "")

    def test_elsewhere_and_where_none_is_wanted_only_warnings_are_printed(self):
        for stream, wanted in ((io.StringIO(), True), (FakeTerminal(), False)):
            with self.subTest(wanted), contextlib.redirect_stderr(stream):
                self.told(progress.of_here(wanted))
                self.assertEqual(stream.getvalue(), "warn a cell did not converge\n")


class OfARun(unittest.TestCase):
    def test_a_run_moves_the_bar_while_it_computes(self):
        program()
        try:
            for end in os.openpty():
                os.close(end)
        except OSError:
            self.skipTest("this machine lends no terminal")
        display = FakeDisplay()
        with tempfile.TemporaryDirectory() as folder, fake_notebook(display):
            config = Path(folder) / "slow.yaml"
            config.write_text(STUDY.replace("replications: 9", f"replications: {REPLICATIONS}"))
            marginlab.run(config, out=Path(folder) / "run", threads=1)
        cells = 2 * REPLICATIONS
        texts = [each["text/plain"] for each in display.shown + display.updates]
        self.assertGreater(len(texts), 2)
        self.assertTrue(texts[-1].startswith(f"{cells}/{cells} cells, 100%"), texts[-1])


if __name__ == "__main__":
    unittest.main()
