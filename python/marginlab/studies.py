"""Studies, run by the program, and their results as frames."""
import collections
import html
import io
import json
import os
import shutil
import signal
import tempfile
from pathlib import Path
from typing import Any, Deque, Dict, List, Optional

from marginlab import arrays, lines, progress
from marginlab._library import Interrupted, Refused

AnyPath = lines.AnyPath


def program() -> str:
    """The program: MARGINLAB_PROGRAM, that of the package, or that of the PATH.

    Raises
    ------
    Refused
        If there is none.
    """
    of_package = Path(__file__).with_name("program") / "bin" / "marginlab"
    found = os.environ.get("MARGINLAB_PROGRAM") or (str(of_package) if of_package.is_file() else shutil.which("marginlab"))
    if not found:
        raise Refused("There is no program 'marginlab' beside the package or on the PATH. Type pip install ./python in a "
                      "clone, or set MARGINLAB_PROGRAM.")
    return found


def _call(*words: AnyPath, said: Optional[progress.Silent] = None) -> str:
    """Runs the program and answers its standard output. What it says meanwhile `said` is told, line by line."""
    last: Deque[str] = collections.deque(maxlen=20)
    with tempfile.TemporaryFile("w+", encoding="utf-8") as answer:
        process, descriptor = lines.started([program(), *words], answer, said is not None and said.wants_bar)
        with process:
            try:
                for line in lines.of(descriptor):
                    last.append(line)
                    if said is not None:
                        said(line)
            except KeyboardInterrupt:  # the program stores what is finished, and ends
                process.send_signal(signal.SIGINT)
                raise
        if process.returncode in (75, 130, 143):
            raise Interrupted("The run was interrupted. Nothing finished is lost: call it again.")
        if process.returncode not in (0, 3):
            raise Refused(f"marginlab {words[0]} ended with exit code {process.returncode}. {''.join(last).strip()}")
        answer.seek(0)
        return answer.read()


class Results:
    """What a run directory or a results.h5 holds. A notebook shows its table with the verdicts.

    Parameters
    ----------
    path : str or path
        The run directory or the results.h5.

    Attributes
    ----------
    path : pathlib.Path
        The results.h5.
    """

    def __init__(self, path: AnyPath) -> None:
        given = Path(path)
        self.path = given / "results.h5" if given.is_dir() else given
        if not self.path.is_file():
            raise Refused(f"{given} is no run directory and no results.h5. Give the folder that marginlab run has made.")

    @property
    def replicates(self) -> Any:
        """A frame with a row a cell: setting, replicate, status, axes, metrics and diagnostics."""
        return self.table("replicates")

    def table(self, name: str) -> Any:
        """A table of the file as a frame. Needs h5py and pandas.

        Parameters
        ----------
        name : str
            Such as ``points``, ``settings``, ``timing`` or ``series/criterion``.

        Returns
        -------
        pandas.DataFrame
            A column each of its columns of one dimension.

        Raises
        ------
        Refused
            If the file has no such table.
        """
        import h5py
        import pandas
        with h5py.File(self.path, "r") as file:
            if name not in file:
                raise Refused(f"{self.path} has no table '{name}'. It has {', '.join(sorted(file))}.")
            columns: Dict[str, Any] = {key: column.asstr()[:] if column.dtype.kind in "OS" else column[:]
                                       for key, column in file[name].items() if len(column.shape) == 1}
        return pandas.DataFrame(columns)

    def report(self, format: str = "text") -> str:
        """The report, as ``marginlab report`` prints it.

        Parameters
        ----------
        format : {"text", "md", "tex", "csv", "html", "svg"}
            What ``--format`` takes.

        Returns
        -------
        str
            The report.
        """
        return _call("report", self.path, "--format", format, "--no-pager")

    @property
    def values(self) -> Any:
        """The report's rows as a frame: each mean with its standard error, published value and verdict."""
        import pandas
        return pandas.read_csv(io.StringIO(self.report("csv")), comment="#")

    def to_xarray(self) -> Any:
        """An xarray.Dataset of every replication, and of the report's means beside the published values.

        Needs xarray, h5py and pandas.

        Returns
        -------
        xarray.Dataset
            ``replicates`` [data, setting, metric, replicate], and ``mean``, ``standard_error``, ``published`` and
            ``published_standard_error`` [data, setting, metric] with every digit. A setting is a place on the other
            axes of the study: the coordinates ``classifier``, ``method`` and the swept parameters say which. NaN is
            where there is no number.

        Raises
        ------
        Refused
            If xarray is not installed.

        Examples
        --------
        >>> results.to_xarray()["mean"].sel(metric="gkl")  # doctest: +SKIP
        """
        report = json.loads(_call("report", self.path, "--json"))
        return arrays.dataset(report, self.replicates, self.table("points"))

    def _repr_html_(self) -> str:
        # A frame of its own, so that the page's style does not reach the notebook.
        return (f'<iframe style="width: 100%; height: 30em; border: 0" srcdoc="{html.escape(self.report("html"))}">'
                "</iframe>")

    def __repr__(self) -> str:
        return f"<marginlab.Results: {self.path}>"


def run(study: AnyPath, *, replications: Optional[int] = None, threads: Optional[int] = None,
        out: Optional[AnyPath] = None, overrides: Optional[Dict[str, Any]] = None, bar: bool = True) -> Results:
    """Computes what is missing of a study, as ``marginlab run`` does.

    A notebook and a terminal show a bar meanwhile. Warnings go to standard error.

    Parameters
    ----------
    study : str or path
        A config, or the name of a study of the house such as ``"wang2008/table1"``.
    replications : int, optional
        Replications of each setting; the study's own if None.
    threads : int, optional
        All processors if None. They change no bit.
    out : str or path, optional
        The run directory; ``runs/STUDY`` below the working directory if None.
    overrides : dict, optional
        Dotted paths into the config: ``{"methods.bracket.intervals": 10}``.
    bar : bool
        False shows none.

    Returns
    -------
    Results
        Of a study in which cells failed, too: `Results.replicates` has their status.

    Raises
    ------
    Refused
        If the program refuses the study; the text is what it says.
    Interrupted
        If it was stopped. Another call goes on where it stopped.

    Examples
    --------
    >>> import marginlab, tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> results = marginlab.run("quickstart", replications=2, out=folder.name + "/run")
    >>> sorted(set(results.replicates["replicate"]))
    [0, 1]
    >>> folder.cleanup()
    """
    folder = Path(out) if out is not None else Path("runs") / str(study).removesuffix(".yaml")
    words: List[AnyPath] = ["run", study]
    words += [f"{key}={value}" for key, value in (overrides or {}).items()]
    if replications is not None:
        words.append(f"replications={replications}")
    if threads is not None:
        words += ["--threads", str(threads)]
    shown = progress.of_here(bar)
    try:
        _call(*words, "--out", folder, said=shown)
    finally:
        shown.finish()
    return Results(folder)


def read(path: AnyPath) -> Results:
    """The results that are stored somewhere.

    Parameters
    ----------
    path : str or path
        A run directory or a results.h5.

    Returns
    -------
    Results
        They are read when they are asked for.

    Raises
    ------
    Refused
        If there are none.
    """
    return Results(path)
