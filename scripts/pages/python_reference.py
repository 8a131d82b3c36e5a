"""The page of the Python interface, from the docstrings of python/marginlab, which is read and not imported."""
import ast
import re
import textwrap

MODULES = ("__init__", "classifier", "model", "studies", "worker", "_library")


def signature(node):
    words = ast.unparse(node.args)
    words = re.sub(r"^self(, )?", "", words)
    returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    return textwrap.fill(f"{node.name}({words}){returns}", 100, subsequent_indent="    ", break_long_words=False)


def is_property(node):
    return any(isinstance(mark, ast.Name) and mark.id == "property" for mark in node.decorator_list)


def sections(text):
    """A docstring in the manner of numpy as Markdown: headings in bold, examples and lists of parameters as they are."""
    lines, out, number = text.splitlines(), [], 0
    while number < len(lines):
        line = lines[number]
        if number + 1 < len(lines) and re.fullmatch(r"-{3,}", lines[number + 1].strip()):
            out += ["", f"**{line.strip()}**", "", "~~~~~~"]
            number += 2
            while number < len(lines) and not (
                    number + 1 < len(lines) and re.fullmatch(r"-{3,}", lines[number + 1].strip())):
                out.append(lines[number].replace("``", ""))
                number += 1
            while out[-1] == "":
                out.pop()
            out.append("~~~~~~")
            continue
        out.append(line.replace("``", "`").replace("*", "\\*"))
        number += 1
    return "\n".join(out)


def documented(node, depth, exported):
    """The sections of a class or function, and below a class those of its methods."""
    text = ast.get_docstring(node)
    if not text or node.name.startswith("_") or (depth == 3 and node.name not in exported):
        return
    is_class = isinstance(node, ast.ClassDef)
    yield f"{'#' * depth} {node.name}".replace("_", "\\_")
    yield ""
    if not is_class and not is_property(node):
        yield f"~~~~~~\n{signature(node)}\n~~~~~~\n"
    elif is_class:
        made = [one for one in node.body if isinstance(one, ast.FunctionDef) and one.name == "__init__"]
        if made and depth == 3:
            words = re.sub(r" -> None$", "", signature(made[0])).replace("__init__", node.name, 1)
            yield f"~~~~~~\n{words}\n~~~~~~\n"
    yield sections(text) + "\n"
    if is_class:
        for part in node.body:
            if isinstance(part, ast.FunctionDef):
                yield from documented(part, depth + 1, exported)


def python_page(tree):
    package = tree / "python/marginlab"
    lines = ["# The Python interface", "",
             "`pip install ./python` in a clone compiles it. [python.md](../docs/python.md) is the manual.", ""]
    exported = exported_names(package)
    for module in MODULES:
        parsed = ast.parse((package / f"{module}.py").read_text(encoding="utf-8"))
        parts = []
        for node in parsed.body:
            if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
                parts += documented(node, 3, exported | public_names(parsed, module))
        if parts or module == "__init__":
            name = "marginlab" if module in ("__init__", "_library") else f"marginlab.{module}"
            about = "" if module == "_library" else sections(ast.get_docstring(parsed) or "")
            title = "Shared types" if module == "_library" else name
            lines += [f"## {title}", "", about, "", *parts]
    return "\n".join(lines)


def exported_names(package):
    """What `from marginlab import *` would bring."""
    parsed = ast.parse((package / "__init__.py").read_text(encoding="utf-8"))
    for node in parsed.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return set(ast.literal_eval(node.value))
    return set()


def public_names(parsed, module):
    """All that a worker's library has is public; of other modules what the package exports."""
    return {node.name for node in parsed.body if hasattr(node, "name")} if module == "worker" else set()
