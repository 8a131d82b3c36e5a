#!/usr/bin/env python3
"""Reads the figures of the targets out of the blocks of docs/performance.md and prints them beside what was aimed at.

    python3 bench/targets.py

bench/renew.py calls it last. A figure that no block has is printed as a dash.
"""
import re

from renew import page

text = page.read_text()


def numbers(pattern, heading=""):
    """The numbers of the first line that matches, from the end of the match on, below a line that begins with the
    heading; None where there is none."""
    begin = text.find("\n" + heading)
    found = re.search(rf"^{pattern}(.*)$", text[begin:], re.MULTILINE) if begin >= 0 else None
    return found and [float(word.replace(",", "")) for word in found[1].split() if re.fullmatch(r"[\d.,]*\d[\d.,]*", word)]


def put(values, form="{:.3g}"):
    return " / ".join("-" if value is None else form.format(value) for value in values)


def at(row, place):
    return None if row is None or len(row) <= place else row[place]


def span(rows):
    found = [value for value in rows if value is not None]
    return f"{min(found):.3g} to {max(found):.3g}" if found else "-"


def minutes(study):
    """Processor minutes of 100 replications."""
    return at(numbers(rf"{study}(?: replications=\d+)? +(?=[\d,]+ )"), 4)


def table_3():
    """The same of the data sets that the paper has, and of all: its mushroom is printed in two codings."""
    every = minutes("wang2008/table3")
    begin = text.find("\nwang2008/table3")
    second = re.search(r"mushroom_integer (\d+) %", text[begin:])
    return put([every and second and every * (1 - int(second[1]) / 100), every])


def of_samples(rows):
    """The mean of the perturbed samples, of which a criterion has a hundred for each whole one, and the span of all."""
    perturbed = [float(one) for kind, one in rows if kind == "perturbed"]
    mean = sum(perturbed) / len(perturbed) if perturbed else None
    return f"{put([mean])} ({span(float(one) for _, one in rows)})"


def us_a_fit(n):
    """Of the rows of weighted_grid_bench at this size."""
    begin = text.find(f"\nn = {n}, ")
    block = text[begin:].split("```")[0] if begin >= 0 else ""
    return of_samples(re.findall(r"^\d  (?:linear  |gaussian)  (whole|perturbed) +([\d.]+)", block, re.MULTILINE))


def us_a_node():
    """Of the rows of psi_bench."""
    row = r"  (?:linear  |gaussian)  (whole|perturbed) +([\d.]+) +[\d.]+%"
    return " / ".join(of_samples(re.findall("^" + begins + row, text, re.MULTILINE))
                      for begins in (r"\d", r"\w+ +\d+ +\d+"))


def rich():
    return put([at(numbers("whole", f"n = {n}, p = 10, Gaussian"), 0) for n in (400, 1000)])


def large_grid():
    return put([at(numbers(rf" *{n} +2  linear"), 1) for n in (2000, 20000)])


def platt():
    linear, gaussian = (numbers(rf" *20,000 +2  {kernel}") for kernel in ("linear", "gaussian"))
    return put([at(linear, 0), at(gaussian, 0)]) + "; " + put([at(linear, 2), at(gaussian, 2)])


def hundred_thousand():
    row = numbers(r" *100,000 +2  linear")
    return put([at(row, 0), at(row, 2)])


def threads():
    """The speed-up on 64."""
    return put([at(numbers(" +64", "threads  seconds"), 1)])


TARGETS = [
    ("Table 1, processor minutes", "6", "4", put([minutes("wang2008/table1")])),
    ("Table 3, processor minutes: four sets / all", "18", "12", table_3()),
    ("psi, us a node, samples of Tables 1 / 3", "4 / 12", "2.5 / 7", us_a_node()),
    ("us a fit, p = 2, n = 100", ".2 to .7", ".15 to .5", us_a_fit(100)),
    ("us a fit, p = 10 Gaussian, n = 400 / 1000", "60 / 900", "30 / 400", rich()),
    ("linear grid of 1140, n = 2000 / 20000, s", ".6 / 15", ".4 / 6", large_grid()),
    ("Platt, n = 20000, linear / Gaussian, s; MB", "1 / 15; 1000", ".3 / 8", platt()),
    ("Platt, linear, n = 100000, s / MB", "10 / 500", "3", hundred_thousand()),
    ("useful threads of ruping2004/means", "16", "64", threads()),
    ("a million cells of 1 / 20 settings, MB", "300", "",
     put([at(numbers(rf"docs/examples/{name}.yaml +(?=[\d,]+ )"), 5) for name in ("million_cells", "twenty_settings")])),
]

print(f"{'':<46}{'required':>14}{'moonshot':>11}  measured")
for name, required, moonshot, measured in TARGETS:
    print(f"{name:<46}{required:>14}{moonshot:>11}  {measured}")
