"""Prints the verdict tables of docs/reproduction, one a paper, from the committed reports in results/tables.

  python3 scripts/verdict_tables.py            prints them
  python3 scripts/verdict_tables.py --renew    writes them into the pages
  python3 scripts/verdict_tables.py --check    exit code 1 where a page has another one

A report has blocks, pairs of methods, claims or digits. Its own tables count, as in the scoreboard of README.md.
"""
import pathlib
import re
import sys

sys.dont_write_bytecode = True
import scoreboard  # noqa: E402, the folder stays clean

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGES = ROOT / "docs/reproduction"
MARK = "verdicts (python3 scripts/verdict_tables.py --renew)"
BLOCK = re.compile(rf"<!-- begin {re.escape(MARK)} -->\n.*?<!-- end verdicts -->", re.DOTALL)
OWN = re.compile(scoreboard.OWN.pattern + r"|sigma(_\w+)?|example\d+")


def rows_below(report, caption):
    """The rows of the table below a caption, each as a dictionary of its columns."""
    found = re.search(rf"^[^\n|]*: {caption}\n\n((?:\|[^\n]*\n)+)", report, re.MULTILINE)
    if not found:
        return []
    lines = [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in found[1].splitlines()]
    return [dict(zip(lines[0], line)) for line in lines[2:]]


def cells_of(text):
    """'12', or '0 of 6' where the report has '0+6': six cells, none of them with a z."""
    counts = [int(number) for number in text.split("+")]
    return text if len(counts) == 1 else f"{counts[0]} of {sum(counts)}"


def order_of(row):
    """'11/9/1', same, opposite and level. An older report has '11/20', same and all that are not level in print."""
    if "same/opposite/level" in row:
        return row["same/opposite/level"].split(" ")[0]
    same, told = row["order"].split(" ")[0].split("/")
    return f"{same}/{int(told) - int(same)}"


def blocks(report):
    head = ["block", "cells", "worth", "pairs same/opposite/level", "verdict"]
    return head, [[f"{row['Data']}, {row['Metric']}", cells_of(row["Cells"]), row["worth"],
                   order_of(row), row["Verdict"].strip("*")]
                  for row in rows_below(report, "blocks of cells, published against marginlab")]


def pairs(report):
    """In an older report level pairs and opposite ones within three errors stand together."""
    head = ["rows", "same", "opposite", "level", "beyond 3 errors", "Spearman"]
    now = re.compile(r"^- ([^\n]+): (\d+) same, (\d+) opposite \((\d+) beyond 3 errors\), (\d+) level; "
                     r"Spearman (.*)\.$", re.MULTILINE)
    rows = [[place, same, opposite, level, beyond, rho]
            for place, same, opposite, beyond, level, rho in now.findall(report)]
    older = re.compile(r"^- ([^\n]+): (\d+) match, (\d+) off, (\d+) cannot tell; Spearman (.*)\.$", re.MULTILINE)
    return head, rows + [[place, same, f"{int(off) + int(rest)} opposite or level", "", off, rho]
                         for place, same, off, rest, rho in older.findall(report)]


def claims(report):
    head = ["claim", "what the paper says", "verdict"]
    line = re.compile(r"^- Claim (\d+), ([^:\n]+): (.*)$", re.MULTILINE)
    return head, [[number, text, verdict] for number, verdict, text in line.findall(report)]


def digits(report):
    head = ["number", "published", "marginlab", "printed digits that are found"]
    return head, [[f"{row['Method']}, {row['Metric']}", row["published"], row["marginlab"], row["Verdict"].strip("*")]
                  for row in rows_below(report, "published against marginlab") if "digits" in row["Verdict"]]


def own_reports(paper):
    for path in sorted((ROOT / "results/tables" / paper).glob("*.md")):
        if OWN.fullmatch(path.stem):
            yield path, path.read_text(encoding="utf-8")


def verdict_table(paper):
    """A table for each kind of verdict that the paper's reports have."""
    tables = []
    for kind in (blocks, pairs, claims, digits):
        lines = []
        for path, report in own_reports(paper):
            head, rows = kind(report)
            name = f"[{path.stem}](../../results/tables/{paper}/{path.name})"
            lines += ["| " + " | ".join([name, *row]) + " |" for row in rows]
        if lines:
            tables.append("\n".join(["| table | " + " | ".join(head) + " |", "| :--- |" + " :--- |" * len(head), *lines]))
    return "\n\n".join(tables)


def block_of(paper):
    return f"<!-- begin {MARK} -->\n{verdict_table(paper)}\n<!-- end verdicts -->"


def pages_of_papers():
    """A page that is no paper's, such as that of the authors' code, has no reports and no verdicts."""
    return [page for page in sorted(PAGES.glob("*.md")) if (ROOT / "results/tables" / page.stem).is_dir()]


def other_pages(renew):
    """The pages whose block is another one, or that have none; written anew where that is asked for."""
    for page in pages_of_papers():
        text, block = page.read_text(encoding="utf-8"), block_of(page.stem)
        if block in text:
            continue
        yield page
        if renew and BLOCK.search(text):
            page.write_text(BLOCK.sub(lambda _: block, text), encoding="utf-8")


def main(words):
    if words not in ([], ["--renew"], ["--check"]):
        sys.exit(__doc__)
    if not words:
        print("\n\n".join(verdict_table(page.stem) for page in pages_of_papers()))
        return 0
    for page in other_pages(renew=words == ["--renew"]):
        print(f"{page.relative_to(ROOT)} has another verdict table. python3 scripts/verdict_tables.py --renew writes it.")
        if words == ["--check"]:
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
