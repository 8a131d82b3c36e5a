"""How far a run is, shown by the lines that the program prints: a bar in a notebook or on a terminal, else nothing."""
import html
import re
import sys
from typing import Any, Dict, Optional, TextIO

WIDTH = 30  # of a bar on a terminal, in characters
_CELLS = re.compile(r"(\d+)/(\d+) cells, (\d+)%")


class Silent:
    """Shows nothing of a run, and passes warnings on."""

    wants_bar = False  # whether the program is to say ten times a second how far it is, as it does on a terminal

    def __init__(self, stream: Optional[TextIO] = None) -> None:
        self._stream = sys.stderr if stream is None else stream

    def __call__(self, line: str) -> None:
        """Takes a line of the program's standard error."""
        found = _CELLS.search(line)
        if found:
            self.show(int(found[3]), line[found.start():].strip())
        elif line.startswith(("warn ", "error ")):  # what refuses a study is in the exception
            self.pass_on(line)

    def show(self, percent: int, text: str) -> None:
        """Shows how far it is."""

    def pass_on(self, line: str) -> None:
        """Prints what is no progress."""
        self._stream.write(line)

    def finish(self) -> None:
        """Leaves the bar as it is."""


class Terminal(Silent):
    """A bar that redraws itself in one line."""

    wants_bar = True
    _drawn = False

    def show(self, percent: int, text: str) -> None:
        full = WIDTH * percent // 100
        self._stream.write(f"\r\033[K[{'=' * full}{' ' * (WIDTH - full)}] {text}")
        self._stream.flush()
        self._drawn = True

    def pass_on(self, line: str) -> None:
        self.finish()
        super().pass_on(line)

    def finish(self) -> None:
        if self._drawn:
            self._stream.write("\n")
        self._drawn = False


class Notebook(Silent):
    """A bar below the cell, which is updated in place."""

    wants_bar = True

    def __init__(self, display: Any, stream: Optional[TextIO] = None) -> None:
        super().__init__(stream)
        self._display, self._handle = display, None

    def show(self, percent: int, text: str) -> None:
        shown: Dict[str, str] = {
            "text/html": f'<progress max="100" value="{percent}" style="width: 20em"></progress> {html.escape(text)}',
            "text/plain": text}
        if self._handle is None:
            self._handle = self._display(shown, raw=True, display_id=True)
        else:
            self._handle.update(shown, raw=True)


def of_here(wanted: bool = True) -> Silent:
    """A bar of the notebook or the terminal that this is, or none where it is neither."""
    # IPython is not imported: where it is not loaded, this is no notebook.
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    if wanted and hasattr(shell, "kernel"):
        from IPython.display import display
        return Notebook(display)
    return Terminal() if wanted and sys.stderr.isatty() else Silent()
