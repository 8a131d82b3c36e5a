"""What mkdocs is told while it runs: anchors as the links of the pages spell them."""
import re


def anchor(title, separator):
    """`Other people's files` becomes `other-peoples-files`: every blank is a dash, whatever stood beside it."""
    return re.sub(r"[^\w\- ]", "", title.lower()).strip().replace(" ", separator)


def on_config(config):
    config["mdx_configs"].setdefault("toc", {})["slugify"] = anchor
    return config
