#!/usr/bin/env python3
"""What a question to a worker costs beside what the method does: round trips of a method that returns a constant.

    python3 bench/worker_overhead.py [QUESTIONS]

Asks 100 training rows of 2 inputs at 1,000 points, as a study does (docs/workers.md), and prints the median, the least and the
ninetieth percentile in milliseconds. Needs numpy, and for R Rscript with jsonlite; a language that is missing is named. This
driver is a Python program itself, so that marginlab pays no more.
"""
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIBRARIES = ROOT / "experiments/workers/libraries"
ROWS, INPUTS, POINTS = 100, 2, 1000
SCRIPTS = {
    "Python": ("python3", "from marginlab.worker import serve\nimport numpy as np\n"
                          "def half(x, y, points, *, seed): return np.full(len(points), .5)\nserve(half)\n"),
    "R": ("Rscript", "source(Sys.getenv('MARGINLAB_WORKER_R'))\n"
                     "marginlab_serve(function(x, y, points, seed) rep(.5, nrow(points)))\n"),
}


def framed(header, body=b""):
    text = json.dumps(header).encode()
    return b"MLAB1 %09d\n" % len(text) + text + body


class Worker:
    def __init__(self, interpreter, script):
        requests, self.requests = os.pipe()
        self.replies, replies = os.pipe()
        settings = {"PYTHONPATH": str(LIBRARIES / "python"), "MARGINLAB_WORKER_R": str(LIBRARIES / "r/worker.R"),
                    "MARGINLAB_REQUESTS": str(requests), "MARGINLAB_REPLIES": str(replies), "OMP_NUM_THREADS": "1",
                    "OPENBLAS_NUM_THREADS": "1", "LC_ALL": "C.UTF-8"}
        self.process = subprocess.Popen([interpreter, script], env={**os.environ, **settings}, pass_fds=(requests, replies))
        os.close(requests)
        os.close(replies)
        self.answers = os.fdopen(self.replies, "rb")

    def hear(self):
        preamble = self.answers.read(16)
        if not preamble:
            raise RuntimeError("the worker has ended")
        header = json.loads(self.answers.read(int(preamble[6:])))
        for array in header.get("arrays", []):
            count = 8
            for side in array["shape"]:
                count *= side
            self.answers.read(count)
        return header

    def ask(self, question):
        view = memoryview(question)
        while view:
            view = view[os.write(self.requests, view):]
        return self.hear()

    def end(self):
        os.close(self.requests)
        self.process.wait()
        self.answers.close()


def milliseconds(worker, questions):
    shapes = {"x": [ROWS, INPUTS], "y": [ROWS], "points": [POINTS, INPUTS]}
    body = bytes(8 * (ROWS * INPUTS + ROWS + POINTS * INPUTS))
    out = []
    for number in range(questions):
        question = framed({"id": number, "op": "fit_predict", "seed": number, "replicate": 0, "classes": 2, "parameters": {},
                           "arrays": [{"name": name, "shape": shape} for name, shape in shapes.items()]}, body)
        begun = time.perf_counter()
        assert worker.ask(question)["ok"]
        out.append(1000 * (time.perf_counter() - begun))
    return sorted(out[questions // 10:])  # the first ones load what is loaded once


def main():
    questions = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    print(f"language  median   least  90 %   (ms a question, {questions} questions)")
    with tempfile.TemporaryDirectory() as folder:
        for language, (interpreter, text) in SCRIPTS.items():
            script = pathlib.Path(folder) / language
            script.write_text(text)
            try:
                worker = Worker(sys.executable if language == "Python" else interpreter, str(script))
                worker.hear()
            except (OSError, RuntimeError) as error:
                print(f"{language:8}  left out: {error}")
                continue
            times = milliseconds(worker, questions)
            worker.end()
            print(f"{language:8}  {statistics.median(times):6.2f}  {times[0]:6.2f}  {times[len(times) * 9 // 10]:5.2f}")


if __name__ == "__main__":
    main()
