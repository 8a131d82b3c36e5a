"""What mkdocs is told while it runs: anchors as the links of the pages spell them, and what search looks through."""
import json
import pathlib
import re

# Printed tables and shown sources, the longest pages: search knows their titles, or it would take seconds to begin.
BY_TITLE = re.compile(r"results/tables/|.*\.[^./]+\.html")


def anchor(title, separator):
    """`Other people's files` becomes `other-peoples-files`: every blank is a dash, whatever stood beside it."""
    return re.sub(r"[^\w\- ]", "", title.lower()).strip().replace(" ", separator)


def on_config(config):
    config["mdx_configs"].setdefault("toc", {})["slugify"] = anchor
    return config


def on_post_build(config):
    index = pathlib.Path(config["site_dir"]) / "search/search_index.json"
    content = json.loads(index.read_text(encoding="utf-8"))
    content["docs"] = [{**part, "text": ""} if BY_TITLE.match(part["location"]) else part
                       for part in content["docs"]
                       if "#" not in part["location"] or not BY_TITLE.match(part["location"])]
    index.write_text(json.dumps(content, sort_keys=True, separators=(",", ":")), encoding="utf-8")
