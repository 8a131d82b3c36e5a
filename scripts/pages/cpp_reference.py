"""Pages of the C++ and the C interface, from the comments of their headers.

A header is read as it is formatted: a comment of `///` lines, and behind it a declaration. Bodies of functions and what
is private are left out.
"""
import re

LAYERS = ("core", "datasets", "results", "experiments")
KEEPS_BRACES = re.compile(r"\b(struct|class|enum|union|concept)\b")
TEMPLATE = re.compile(r"\btemplate\s*<(?:[^<>]|<(?:[^<>]|<[^<>]*>)*>)*>")
NAME = re.compile(r"\b(?:struct|class|enum class|enum|union|concept|using)\s+(\w+)")
CALLED = re.compile(r"(operator\s*\S+?|~?\w+)\s*\(")


def skip_text(text, at):
    """Where a comment or a literal that begins here ends; `at` where none does."""
    if text.startswith("//", at):
        end = text.find("\n", at)
        return len(text) if end < 0 else end
    if text.startswith("/*", at):
        return text.find("*/", at) + 2
    quote = text[at]
    if quote == '"' or (quote == "'" and not text[at - 1:at].isalnum()):
        end = at + 1
        while text[end] != quote:
            end += 2 if text[end] == "\\" else 1
        return end + 1
    return at


def closing(text, at):
    """Behind the brace that closes the one at `at`."""
    depth = 0
    while at < len(text):
        end = skip_text(text, at)
        if end > at:
            at = end
            continue
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        at += 1
        if depth == 0:
            return at
    return at


def without_comments(text):
    return re.sub(r"//[^\n]*|/\*.*?\*/", "", text, flags=re.DOTALL)


def is_initialiser(said):
    """Does a brace behind this text hold a value? A body's stands behind a blank, outside of parentheses."""
    bare = without_comments(said)
    return bool(re.search(r"[\w>=(,]$|[=(,]\s+$", bare)) or bare.count("(") != bare.count(")")


def is_body(said):
    """Does a brace behind this text hold what a function does?"""
    bare = TEMPLATE.sub("", without_comments(said))
    return "(" in bare and not KEEPS_BRACES.search(bare) and not is_initialiser(said)


def without_bodies(text):
    """The text without what functions do."""
    out, at, begin = "", 0, 0
    while at < len(text):
        end = max(skip_text(text, at), at + 1)
        opens = text[at] == "{"
        if opens and is_body(out[begin:]):
            said = re.sub(r"\s:\s(?:[^/]|/(?!/))*$", "", out[begin:])  # what a constructor begins with
            out = out[:begin] + said.rstrip() + ";"
            at, begin = closing(text, at), len(out)
            continue
        is_value = opens and is_initialiser(out[begin:])
        end = closing(text, at) if is_value else end
        out += text[at:end]
        at = end
        if out[-1] in "{};" and not is_value:
            begin = len(out)
    return out


def without_private(text):
    text = re.sub(r"(?ms)^( *)private:\n.*?(?=^\1(?:public|protected):|^(?!\1 )\S*\})", "", text)
    return re.sub(r"\n\n+(\};)", r"\n\1", text)


def entries(text):
    """Triples of the comment, the declaration and its name, of what stands in a namespace."""
    at = 0
    comment = []
    while at < len(text):
        line_end = text.find("\n", at) + 1 or len(text)
        line = text[at:line_end].strip()
        if line.startswith("//"):
            comment.append(line.lstrip("/").removeprefix(" "))
            at = line_end
        elif not line:
            comment = []
            at = line_end
        elif line.startswith(("#", "namespace", "}", "extern template")):
            comment = []
            at = line_end
        else:
            end = declaration_end(text, at)
            declaration = without_private(without_bodies(text[at:end])).strip().replace("///", "//")
            yield comment, declaration, name_of(declaration)
            comment = []
            at = end


def declaration_end(text, at):
    """Behind the semicolon, or the brace of a function, that ends a declaration; with the comment of its last line."""
    begin = at
    while at < len(text):
        end = skip_text(text, at)
        if end > at:
            at = end
        elif text[at] == "{":
            found_body = is_body(text[begin:at])
            at = closing(text, at)
            if found_body:
                break
        elif text[at] == ";":
            at += 1
            break
        else:
            at += 1
    behind = re.compile(r"[ \t]*//[^\n]*").match(text, at)
    return behind.end() if behind else at


def name_of(declaration):
    bare = TEMPLATE.sub("", without_comments(declaration)).strip()
    head = re.split(r"[{;]", bare)[0]
    found = NAME.match(head) or CALLED.search(head) or re.search(r"(\w+)\s*(?:=|$)", head)
    return found[1] if found else head


def escaped(line):
    """Text that Markdown shows as it is, but for code between backticks."""
    parts = line.split("`")
    return "`".join(part if number % 2 else escaped_text(part) for number, part in enumerate(parts))


def escaped_text(line):
    return re.sub(r"([\\*_\[\]#|+])", r"\\\1", line).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def paragraphs(comment):
    """A comment as Markdown: indented lines are formulas, all others a reader's text."""
    out = []
    for line in comment:
        is_formula = line.startswith("  ")
        if out and is_formula != out[-1].startswith("    ") and out[-1]:
            out.append("")
        out.append("  " + line if is_formula else escaped(line))
    return "\n".join(out)


def header_page(path, text):
    body = re.sub(r"\A(?:#[^\n]*\n|\s*\n)*", "", text)
    lines = [f"## {path}", ""]
    for comment, declaration, name in entries(body):
        if comment or not re.match(r"(struct|class) \w+;$|using namespace", declaration):
            lines += [f"### {escaped(name)}", "", paragraphs(comment), "", "~~~~~~", declaration, "~~~~~~", ""]
    return "\n".join(lines) if len(lines) > 2 else ""


def folders(tree):
    """The headers that an installation has, by folder."""
    found = {}
    for layer in LAYERS:
        for header in sorted((tree / layer).rglob("*.hpp")):
            found.setdefault(header.parent.relative_to(tree).as_posix(), []).append(header)
    return found


def cpp_pages(tree):
    """Pairs of a name below reference/cpp and the text of the page."""
    index = ["# The C++ interface", "",
             "`cmake --install` puts these headers below `include/marginlab`. Each page shows the headers of a folder, with "
             "their contracts. [CONTRIBUTING.md](../../CONTRIBUTING.md) says how a method, a data set or a metric is added, "
             "and [architecture.md](../../docs/architecture.md) what each folder owns.", "",
             "| folder | headers |", "| --- | --- |"]
    for folder, headers in folders(tree).items():
        page = folder.replace("/", "-") + ".md"
        parts = [header_page(header.relative_to(tree).as_posix(), header.read_text(encoding="utf-8")) for header in headers]
        yield page, "\n".join([f"# {folder}", "", *parts])
        index.append(f"| [{folder}]({page}) | {', '.join('`' + header.stem + '`' for header in headers)} |")
    yield "README.md", "\n".join(index) + "\n"


def c_page(tree):
    """The C header: comments in stars, declarations between them."""
    text = (tree / "capi/marginlab.h").read_text(encoding="utf-8")
    head = re.match(r"/\*(.*?)\*/", text, re.DOTALL)
    text = re.sub(r"#ifdef __cplusplus.*?#endif\n", "", text[head.end():], flags=re.DOTALL)
    text = re.sub(r"^#[^\n]*\n", "", text, flags=re.MULTILINE)
    lines = ["# The C interface", "", "The header is `capi/marginlab.h`, the library `libmarginlab.so`.", "",
             c_comment(head[1]), ""]
    for block in re.split(r"\n\s*\n", text.strip()):
        comment = re.match(r"/\*(.*?)\*/\n", block, re.DOTALL)
        declaration = block[comment.end():] if comment else block
        names = re.findall(r"\b(marginlab_\w+)(?=\()|(marginlab_\w+);\s*\Z|\benum\b", declaration)
        name = ", ".join(one or other for one, other in names if one or other) or "Constants"
        lines += [f"## {escaped(name)}", "", c_comment(comment[1]) if comment else "", "", "~~~~~~", declaration.strip(),
                  "~~~~~~", ""]
    return "\n".join(lines)


def c_comment(text):
    return paragraphs([re.sub(r"^\s*\* ?", "", line).rstrip() if number else line.strip()
                       for number, line in enumerate(text.rstrip().splitlines())])
