"""What scripts/site is made of: the check of links, asked about wrong pages first, the references and the staging."""
import pathlib
import sys
import tempfile
import unittest

TREE = pathlib.Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
sys.path.insert(0, str(TREE / "scripts/pages"))
import cpp_reference  # noqa: E402
import links  # noqa: E402
import python_reference  # noqa: E402
import staging  # noqa: E402

GOOD = ('<h1 id="top">A</h1><a href="b.html#there">b</a><a href="#top">up</a><a href="https://example.org/">away</a>'
        '<link rel="stylesheet" href="a.css"><img src="data:image/png;base64,AA=="><a href="mailto:a@example.org">write</a>')


class Scratch(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name).resolve()

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


class Links(Scratch):
    def mistakes(self, more="", css="p { color: red }", script=""):
        self.write("a.html", GOOD + more)
        self.write("b.html", '<p id="there">b</p>')
        self.write("a.css", css)
        self.write("a.js", script)
        return links.mistakes(self.folder)

    def test_good_pages_pass(self):
        self.assertEqual(self.mistakes(), [])

    def test_a_folder_without_pages_is_refused(self):
        self.assertIn("holds no page", links.mistakes(self.folder)[0])

    def test_links_that_lead_nowhere_are_found(self):
        for wrong in ("c.html", "b.html#elsewhere", "#bottom", "/c.html", "../a.html", "folder/"):
            with self.subTest(wrong):
                self.assertEqual(len(self.mistakes(f'<a href="{wrong}">x</a>')), 1)

    def test_what_another_machine_would_be_asked_for_is_found(self):
        for wrong in ('<script src="https://example.org/a.js"></script>', '<img src="//example.org/a.png">',
                      '<link rel="stylesheet" href="http://example.org/a.css">', '<iframe src="https://example.org"></iframe>',
                      '<img srcset="a.css 1x, https://example.org/b.png 2x">', '<p style="background: url(https://example.org)">',
                      '<style>@import "https://example.org/a.css";</style>', '<script>fetch("https://example.org/a")</script>',
                      '<svg><use href="https://example.org/a.svg#b"/></svg>'):
            with self.subTest(wrong):
                self.assertIn("another machine", " ".join(self.mistakes(wrong)))

    def test_style_sheets_and_scripts_are_read_too(self):
        self.assertIn("another machine", " ".join(self.mistakes(css='@font-face { src: url("https://example.org/a.woff") }')))
        self.assertIn("not there", " ".join(self.mistakes(css="p { background: url(b.png) }")))
        self.assertIn("another machine", " ".join(self.mistakes(script="importScripts('https://example.org/a.js')")))

    def test_a_picture_that_is_missing_is_found(self):
        self.assertEqual(self.mistakes('<img src="c.png">'), ["a.html: fetches c.png, which is not there"])


HEADER = """#pragma once
#include <vector>

// What the file is for.
namespace core {

/// Means of x [n] with a * in it.
///   mean = sum / n
struct Mean final : Base {
  explicit Mean(double x = {}) : x_{x}, y_(1) { hidden(x); }
  /// Its value.
  double value() const { return "}" == text ? 1 : 2; }
  std::vector<double> kept{};

 private:
  double x_;
};

class Closed {
 public:
  int open();

 private:
  int secret;
};

inline double half(double x) { return x / 2; } ///< of x

} // namespace core
"""


class References(unittest.TestCase):
    def test_a_header_is_shown_without_bodies_and_what_is_private(self):
        page = cpp_reference.header_page("core/mean.hpp", HEADER)
        for wanted in ("## core/mean.hpp", "### Mean", "Means of x \\[n\\] with a \\* in it.", "    mean = sum / n",
                       "explicit Mean(double x = {});", "double value() const;", "std::vector<double> kept{};",
                       "### half", "inline double half(double x); //< of x", "int open();"):
            self.assertIn(wanted, page)
        for left_out in ("hidden", "return", "private", "x_", "secret", "#include"):
            self.assertNotIn(left_out, page)

    def test_every_installed_header_has_its_place(self):
        pages = dict(cpp_reference.cpp_pages(TREE))
        text = "\n".join(pages.values())
        for header in TREE.glob("core/*/*.hpp"):
            if cpp_reference.header_page("x", header.read_text(encoding="utf-8")):
                self.assertIn(f"## {header.relative_to(TREE)}", text)
        self.assertIn("### interior\\_point", pages["core-solver-interior.md"])

    def test_every_function_of_the_c_interface_is_shown(self):
        page = cpp_reference.c_page(TREE)
        for line in (TREE / "capi/marginlab.map").read_text(encoding="utf-8").split():
            if line.startswith("marginlab_") and line.endswith(";"):
                self.assertIn(line[:-1] + "(", page)

    def test_every_export_of_the_package_is_shown(self):
        page = python_reference.python_page(TREE)
        for name in python_reference.exported_names(TREE / "python/marginlab"):
            self.assertIn(f"### {name}", page)
        self.assertNotIn("### \\_", page)


class Pages(Scratch):
    def staged(self, text, **files):
        self.write("tree/page.md", text)
        for name, content in files.items():
            self.write("tree/" + name.replace("__", "/") + ".yaml", content)
        work = staging.Staging(self.folder / "tree", self.folder / "out")
        work.take(self.folder / "tree/page.md")
        return (self.folder / "out/page.md").read_text(encoding="utf-8")

    def test_links_to_sources_and_folders_lead_to_pages(self):
        text = self.staged("[a](a.yaml#L3) [b](b) [c](gone.md) [d](https://example.org)\n", a="x: 1\n", b__c="y: 2\n")
        self.assertEqual(text, "[a](a.yaml.md#L3) [b](b/README.md) [c](gone.md) [d](https://example.org)\n")
        self.assertIn("x: 1", (self.folder / "out/a.yaml.md").read_text(encoding="utf-8"))
        self.assertIn("[c.yaml](c.yaml.md)", (self.folder / "out/b/README.md").read_text(encoding="utf-8"))

    def test_code_stays_as_it_is(self):
        text = "```\n[a](a.yaml)\nWords:\n- item\n```\n"
        self.assertEqual(self.staged(text, a="x: 1\n"), text)

    def test_a_list_behind_a_paragraph_is_one(self):
        self.assertEqual(self.staged("Words:\n- one\n- two\nEnd\n"), "Words:\n\n- one\n- two\nEnd\n")

    def test_every_page_of_docs_is_listed(self):
        self.assertEqual(staging.unlisted(TREE), [])


if __name__ == "__main__":
    unittest.main()
