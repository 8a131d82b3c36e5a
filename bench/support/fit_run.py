"""A call of marginlab fit as a user makes it: what it guessed, what it took of a processor, and all that it said."""
import os
import re
import subprocess
import sys
import tempfile
from typing import NamedTuple

NO_CONVERGENCE = 3


class Run(NamedTuple):
    guess: int  # seconds
    seconds: float  # of a processor, system included
    said: str


def seconds_in(text):
    """1m05s, 2h10m or 7s."""
    return sum(int(number) * {"h": 3600, "m": 60, "s": 1}[unit] for number, unit in re.findall(r"(\d+)([hms])", text))


def fit(program, *words):
    """Ends the benchmark where the call fails."""
    command = [str(word) for word in (program, "fit", *words)]
    with tempfile.TemporaryFile("w+", encoding="utf-8") as said:
        with subprocess.Popen(command, stdout=said, stderr=said) as process:
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        said.seek(0)
        text = said.read()
    if process.returncode not in (0, NO_CONVERGENCE):
        sys.exit(f"{' '.join(command)} ended with {process.returncode}:\n{text}")
    guess = seconds_in(re.search(r"takes about (\S+) and", text).group(1))
    return Run(guess, usage.ru_utime + usage.ru_stime, text)
