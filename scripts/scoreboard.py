"""Prints the scoreboard of README.md, one row a paper, from the index of tables in results/README.md.

  python3 scripts/scoreboard.py            prints it
  python3 scripts/scoreboard.py --check    exit code 1 where README.md has another one

A paper's own tables and figures count; studies of other readings, of proofs and of parameters do not.
"""
import collections
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
OWN = re.compile(r"(table|figure)\d+(_sample|_inner|_split)?|means|ranks|ttests|readme")
NAMES = {
    "wang2008": "Wang, Shen & Liu (2008)",
    "ruping2004": "Rüping (2004)",
    "zhang2013": "Zhang, Dai & Jordan (2013)",
    "herault2007": "Herault & Grandvalet (2007)",
    "wu2010": "Wu, Zhang & Liu (2010)",
    "zeng2023": "Zeng & Zhang (2023)",
}
COUNTS = {"explained": "explained", "the paper's": "paper", "unexplained": "unexplained"}


def studies(index):
    """The rows of the index, as (paper, table, cells of the row)."""
    for line in index.splitlines():
        row = re.match(r"\| \[(\w+)/(\w+)\]\(tables/", line)
        if row:
            yield row[1], row[2], [cell.strip() for cell in line.split("|")[1:-1]]


def count_blocks(text, tally):
    """Adds the blocks of a cell such as '0 of 4, 3 the paper's, 1 unexplained'."""
    agree = re.match(r"(\d+) of (\d+)", text)
    if not agree:
        return
    tally["agree"] += int(agree[1])
    tally["blocks"] += int(agree[2])
    for number, cause in re.findall(r"(\d+) (explained|the paper's|unexplained)", text):
        tally[COUNTS[cause]] += int(number)


def tallies(index):
    papers = {name: collections.Counter() for name in NAMES}
    for paper, table, cells in studies(index):
        if paper not in papers or not OWN.fullmatch(table):
            continue
        tally = papers[paper]
        tally["tables"] += 1
        blocks, numbers = cells[-6], [int(cell or 0) for cell in cells[-4:]]
        count_blocks(blocks, tally)
        if not blocks:
            tally["same"] += numbers[0]
            tally["opposite"] += numbers[1]
            tally["open"] += numbers[2]
    return papers


def row(paper, tally):
    blocks = [f"{tally['agree']} of {tally['blocks']}", tally["explained"], tally["paper"], tally["unexplained"]]
    if not tally["blocks"]:
        blocks = ["", "", "", ""]
    comparisons = f"{tally['same']} / {tally['opposite']} / {tally['open']}" if not tally["blocks"] else ""
    cells = [f"[{NAMES[paper]}](docs/reproduction/{paper}.md)", tally["tables"], *blocks, comparisons]
    return "| " + " | ".join(str(cell) for cell in cells) + " |"


def scoreboard():
    index = (ROOT / "results/README.md").read_text(encoding="utf-8")
    head = [
        "| paper | tables | blocks that agree | explained | the paper's | unexplained | holds / fails / open |",
        "| :--- | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    return "\n".join(head + [row(paper, tally) for paper, tally in tallies(index).items()])


def main():
    board = scoreboard()
    if sys.argv[1:] != ["--check"]:
        print(board)
        return 0
    if board in (ROOT / "README.md").read_text(encoding="utf-8"):
        return 0
    print("README.md has another scoreboard. Paste what python3 scripts/scoreboard.py prints:", board, sep="\n")
    return 1


if __name__ == "__main__":
    sys.exit(main())
