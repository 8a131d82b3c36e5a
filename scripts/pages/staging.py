"""Lays out the Markdown that mkdocs reads: the pages of the tree where they are in it, and what they link to.

A link to a source, a config or a folder leads to a page that shows it, because a browser would offer it as a download.
Markdown that only some readers know, such as a list that follows its paragraph without an empty line, is spelt so that
all know it.
"""
import os
import re
import shutil

PAGES = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "configs/README.md", "datasets/README.md", "results/README.md",
         "results/figures/README.md")
PAGE_FOLDERS = ("docs", "results/tables")
AS_THEY_ARE = {".svg", ".png", ".html", ".pdf"}
LINK = re.compile(r"(\]\()([^)\s#:]+)((?:#[^)\s]*)?\))")
ITEM = re.compile(r"(?:[-*]|\d+\.) ")


def apart(line, before):
    """Does the line begin a list or a table that the line before it would swallow?"""
    if not before or before.startswith((" ", "#")):
        return False
    begins_list = ITEM.match(line) and not ITEM.match(before)
    return bool(begins_list) or (line.startswith("|") and not before.startswith("|"))


class Staging:
    """A folder of pages that grows by what they link to."""

    def __init__(self, tree, folder):
        self.tree, self.folder = tree, folder
        self.staged = set()

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def take(self, path):
        """Stages what a link leads to, a path in the tree, and returns the page or file that shows it."""
        if path.is_dir():
            name = path / "README.md"
        elif path.suffix == ".md" or path.suffix in AS_THEY_ARE:
            name = path
        else:
            name = path.with_name(path.name + ".md")
        if name not in self.staged:
            self.staged.add(name)
            self.stage(path, name.relative_to(self.tree))
        return name

    def stage(self, path, name):
        if path.is_dir() and not (path / "README.md").is_file():
            self.write(name, self.listing(path))
        elif path.is_dir() or path.suffix == ".md":
            page = path / "README.md" if path.is_dir() else path
            self.write(name, self.spelt(page))
        elif path.suffix in AS_THEY_ARE:
            (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, self.folder / name)
        else:
            self.write(name, self.shown(path))

    def shown(self, path):
        text = path.read_text(encoding="utf-8", errors="replace")
        return f"# {path.relative_to(self.tree)}\n\n~~~~~~\n{text.rstrip()}\n~~~~~~\n"

    def listing(self, folder):
        lines = [f"# {folder.relative_to(self.tree)}", ""]
        for path in sorted(folder.iterdir()):
            lines.append(f"- [{path.name}]({self.take(path).relative_to(folder)})")
        return "\n".join(lines) + "\n"

    def spelt(self, page):
        """The text of a page, its links staged; code stays as it is."""
        def led(match):
            target = (page.parent / match[2]).resolve()
            if not target.exists() or not target.is_relative_to(self.tree):
                return match[0]
            return match[1] + os.path.relpath(self.take(target), page.parent) + match[3]

        out, fence = [], ""
        for line in page.read_text(encoding="utf-8").splitlines():
            mark = re.match(r"\s*(```+|~~~+)", line)
            if mark and (not fence or line.strip() == fence):
                fence = "" if fence else mark[1]
            elif not fence:
                line = LINK.sub(led, line)
                if out and apart(line, out[-1]):
                    out.append("")
            out.append(line)
        return "\n".join(out) + "\n"


def stage_tree(tree, folder):
    """Stages every page of the tree that a user reads."""
    staging = Staging(tree, folder)
    for name in PAGES:
        staging.take(tree / name)
    for name in PAGE_FOLDERS:
        for page in sorted((tree / name).rglob("*.md")):
            staging.take(page)


def unlisted(tree):
    """The pages of docs/ that the navigation lacks."""
    listed = (tree / "scripts/pages/mkdocs.yml").read_text(encoding="utf-8")
    pages = (page.relative_to(tree).as_posix() for page in sorted((tree / "docs").rglob("*.md")))
    return [page for page in pages if not re.search(rf"\s{re.escape(page)}$", listed, re.MULTILINE)]
