"""Checks a built site: every link and anchor leads somewhere, and no page asks another machine for anything.

    python3 scripts/pages/links.py FOLDER    exit code 1 where something is wrong, and a line for each mistake

A link that a reader may follow can lead to another site. What a browser fetches by itself - scripts, style sheets,
fonts, pictures, frames - has to lie in the folder.
"""
import html.parser
import pathlib
import re
import sys
import urllib.parse

FETCHED = {"img": ("src", "srcset"), "script": ("src",), "link": ("href",), "iframe": ("src",), "source": ("src", "srcset"),
           "audio": ("src",), "video": ("src", "poster"), "embed": ("src",), "object": ("data",), "input": ("src",),
           "use": ("href", "xlink:href"), "image": ("href", "xlink:href")}
FOLLOWED = {"a": "href", "area": "href"}
IN_STYLE = re.compile(r"""url\(\s*["']?([^"')]+)|@import\s+["']([^"']+)""")
IN_SCRIPT = re.compile(r"""(?:fetch\(|import\(|importScripts\(|\.src\s*=|\.open\(\s*["']GET["'],)\s*["']((?:https?:)?//[^"']+)""")


class Page(html.parser.HTMLParser):
    """The anchors of a page, the links of its reader, and what a browser fetches for it."""

    def __init__(self, text):
        super().__init__()
        self.anchors, self.followed, self.fetched = set(), [], []
        self.within = ""
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        of = {name: value or "" for name, value in attributes}
        self.anchors.update(of[name] for name in ("id", "name") if of.get(name))
        if of.get(FOLLOWED.get(tag, "")):
            self.followed.append(of[FOLLOWED[tag]])
        if not (tag == "link" and of.get("rel") in ("canonical", "next", "prev")):
            for name in FETCHED.get(tag, ()):
                wanted = of.get(name, "")
                self.fetched += [part.split()[0] for part in wanted.split(",") if part.strip()] if name == "srcset" else (
                    [wanted] if wanted else [])
        self.fetched += in_style(of.get("style", ""))
        self.within = tag if tag in ("style", "script") else ""

    def handle_endtag(self, tag):
        self.within = ""

    def handle_data(self, data):
        if self.within == "style":
            self.fetched += in_style(data)
        if self.within == "script":
            self.fetched += IN_SCRIPT.findall(data)


def in_style(text):
    return [one or other for one, other in IN_STYLE.findall(text)]


def is_elsewhere(address):
    return address.startswith("//") or bool(re.match(r"[a-zA-Z][a-zA-Z0-9+.-]*:", address))


class Site:
    def __init__(self, folder):
        self.folder = folder
        self.pages = {path: Page(path.read_text(encoding="utf-8")) for path in sorted(folder.rglob("*.html"))}

    def behind(self, source, address):
        """The file that an address on a page or a style sheet stands for."""
        path = urllib.parse.unquote(urllib.parse.urlsplit(address).path)
        target = self.folder / path.lstrip("/") if path.startswith("/") else source.parent / path
        target = (target if path else source).resolve()
        return target / "index.html" if target.is_dir() else target

    def fetch_mistake(self, source, address):
        if address.startswith(("data:", "#")):
            return None
        if is_elsewhere(address):
            return f"fetches {address}, which lies on another machine"
        return None if self.behind(source, address).is_file() else f"fetches {address}, which is not there"

    def link_mistake(self, source, address):
        if is_elsewhere(address):
            return None
        target = self.behind(source, address)
        if not target.is_file():
            return f"links to {address}, which is not there"
        anchor = urllib.parse.unquote(urllib.parse.urlsplit(address).fragment)
        if anchor and target in self.pages and anchor not in self.pages[target].anchors:
            return f"links to {address}, and that page has no such anchor"
        return None

    def mistakes(self):
        if not self.pages:
            yield f"{self.folder}: holds no page"
        for path, page in self.pages.items():
            found = [self.fetch_mistake(path, address) for address in page.fetched]
            found += [self.link_mistake(path, address) for address in page.followed]
            yield from (f"{path.relative_to(self.folder)}: {one}" for one in dict.fromkeys(found) if one)
        for suffix, addresses in ((".css", in_style), (".js", IN_SCRIPT.findall)):
            for path in sorted(self.folder.rglob("*" + suffix)):
                text = path.read_text(encoding="utf-8", errors="replace")
                found = (self.fetch_mistake(path, address) for address in addresses(text))
                yield from (f"{path.relative_to(self.folder)}: {one}" for one in dict.fromkeys(found) if one)


def mistakes(folder):
    return list(Site(folder.resolve()).mistakes())


if __name__ == "__main__":
    wrong = mistakes(pathlib.Path(sys.argv[1]))
    print("\n".join(wrong) if wrong else "every link leads somewhere, and no page asks another machine")
    sys.exit(1 if wrong else 0)
