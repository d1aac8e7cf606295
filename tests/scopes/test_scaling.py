"""No text that repeats one piece costs more than its length: four times as much takes about four times as long."""

import datetime as dt
import io

import pytest

from scopes.extraction import sameness
from scopes.extraction.parsers import (
    basic_memory,
    chat_table,
    detection,
    everos,
    frontmatter,
    generic,
    html_text,
    loose,
    naming,
    wechat,
    wikimem,
)
from scopes.governance import instructions, json_text, notary
from scopes.lines.slices import slices
from scopes.retrieval import timeparse
from scopes.storage import front_matter, links, markdown, skill_text, yaml_text
from tests.hostile_repeats import slow

NOW = dt.datetime(2026, 7, 1, tzinfo=dt.UTC)


def parsing(parser, head=""):
    return lambda text: list(parser.parse(io.BytesIO((head + text).encode()), "a"))


READINGS = {
    "the notary": lambda text: notary.scrub(text, "content"),
    "the notary on JSON": lambda text: json_text.scrub_json(text, "content"),
    "instructions": instructions.find,
    "a section": lambda text: markdown.parse_section(f"## a\n{text}".encode()),
    "a comment": lambda text: markdown.parse_section(f"## a\n<!-- {text}".encode()),
    "fields": lambda text: markdown.parse_section(f"## a\n<!-- id={text} -->".encode()),
    "the text before sections": lambda text: markdown.parse_preamble(text.encode()),
    "a field set": lambda text: markdown.with_field(text.encode(), "id", "a"),
    "a section written": lambda text: markdown.render_section("a", text, {"id": "a"}),
    "links": links.addresses,
    "links renamed": lambda text: links.retarget(text, "a:b", "c:d"),
    "slices": lambda text: slices(text, "t"),
    "slices behind a heading": lambda text: slices(f"# {text}", "t"),
    "a scalar": lambda text: yaml_text.read(*_first_and_more(text)),
    "a scalar in quotes": lambda text: yaml_text.read(*_first_and_more(f'"{text}"')),
    "a scalar in lines": lambda text: yaml_text.read("a", [f" {text[at : at + 3]}" for at in range(0, len(text), 3)]),
    "front matter": lambda text: front_matter.read(f"---\n{text}"),
    "a description": lambda text: front_matter.read(f"---\nname: a\ndescription: {text}\n---\n"),
    "a skill": lambda text: skill_text.parsed(f"---\nname: a\ndescription: a\n---\n{text}".encode()),
    "HTML in an export": html_text.words_of,
    "fields of a note": lambda text: frontmatter.split(f"---\n{text}"),
    "a file of any format": lambda text: detection.detect(text.encode(), "a.txt"),
    "a markdown file of any format": lambda text: detection.detect(text.encode(), "a.md"),
    "a transcript": parsing(loose),
    "a transcript with days": parsing(loose, "User: a\n2026-07-01\n"),
    "WeChat": parsing(wechat),
    "wikimem": parsing(wikimem),
    "notes": parsing(basic_memory, "---\ntitle: a\n---\n"),
    "EverOS": parsing(everos, "---\nuser_id: a\n---\n<!-- entry: a -->\n"),
    "a table of a chat": parsing(chat_table),
    "JSON": parsing(generic),
    "JSON in a string": parsing(generic, '[{"role": "'),
    "an item's name": naming.item_name,
    "a word for time": lambda text: timeparse.parse(text, NOW, dt.UTC),
    "what is the same": sameness.sense,
}


def _first_and_more(text):
    first, *more = text.split("\n")
    return first, more


@pytest.mark.parametrize("name", READINGS)
def test_four_times_as_much_of_a_piece_takes_about_four_times_as_long(name):
    assert slow(READINGS[name]) == []
