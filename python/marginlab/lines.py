"""What a program says on standard error, line by line while it runs."""
import os
import pty
import re
import subprocess
import tty
from typing import IO, Iterator, List, Tuple, Union

AnyPath = Union[str, "os.PathLike[str]"]

_COLOURS = re.compile(r"\033\[[0-9;]*[A-Za-z]")


def _pieces(descriptor: int) -> Iterator[bytes]:
    while True:
        try:
            piece = os.read(descriptor, 1 << 16)
        except OSError:  # how Linux says that nobody holds the other end of a terminal any more
            return
        if not piece:
            return
        yield piece


def of(descriptor: int) -> Iterator[str]:
    """The lines that are written into the other end. A bar that is redrawn is a line each time. Closes the descriptor."""
    rest = b""
    with os.fdopen(descriptor, "rb", buffering=0):
        for piece in _pieces(descriptor):
            *whole, rest = (rest + piece).replace(b"\r", b"\n").split(b"\n")
            for line in whole:
                text = _COLOURS.sub("", line.decode("utf-8", "replace"))
                if text:
                    yield text + "\n"
    if rest:
        yield _COLOURS.sub("", rest.decode("utf-8", "replace"))


def started(words: List[AnyPath], answer: IO[str], is_on_terminal: bool) -> Tuple["subprocess.Popen[str]", int]:
    """A process with its standard output in a file, and the descriptor that its standard error is read from.

    On a terminal the program draws its bar, which is how it says often how far it is. Where the machine lends none, it
    is told of a pipe, and says so every ten seconds.
    """
    try:
        mine, its = pty.openpty() if is_on_terminal else os.pipe()
    except OSError:
        mine, its = os.pipe()
    if os.isatty(its):
        tty.setraw(its)
    try:
        return subprocess.Popen(words, stdout=answer, stderr=its, text=True), mine
    except BaseException:
        os.close(mine)
        raise
    finally:
        os.close(its)
