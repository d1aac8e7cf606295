"""Links lead somewhere, examples parse, decisions are listed."""

import re
from pathlib import Path

import msgspec

ROOT = Path(__file__).parents[2]
LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)")
OUTSIDE = ("http://", "https://", "mailto:")


def anchors(page):
    """The fragments that a page's headings can be reached by, as GitHub makes them."""
    headings = re.findall(r"^#+ (.+)$", page.prose, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_every_relative_link_leads_to_a_file_and_a_heading(pages):
    broken = []
    for page in pages.values():
        for target in LINK.findall(page.prose):
            path, _, fragment = target.partition("#")
            if target.startswith(OUTSIDE):
                continue
            there = (page.path.parent / path).resolve() if path else page.path
            aimed = next((other for other in pages.values() if other.path == there), None)
            if not there.exists() or (fragment and (aimed is None or fragment not in anchors(aimed))):
                broken.append(f"{page.name}: {target}")
    assert not broken


def test_every_page_can_be_reached_from_the_readme(pages):
    reached, waiting = set(), [pages["README.md"]]
    while waiting:
        page = waiting.pop()
        reached.add(page.name)
        there = {(page.path.parent / target.partition("#")[0]).resolve() for target in LINK.findall(page.prose)}
        waiting += [other for other in pages.values() if other.path in there and other.name not in reached]
    assert reached >= set(pages) - {"docs/README.md"}


def test_every_json_block_parses(pages):
    for page in pages.values():
        for block in page.blocks():
            if block.kind == "json":
                try:
                    msgspec.json.decode(block.body)
                except msgspec.DecodeError as error:
                    raise AssertionError(f"{page.name}:{block.line}: {error}") from None


def test_every_module_that_a_page_runs_exists(pages):
    for page in pages.values():
        for module in re.findall(r"python -m ((?:tests|ops|scopes|service)[\w.]*)", page.text):
            path = ROOT / module.replace(".", "/")
            assert path.with_suffix(".py").exists() or (path / "__main__.py").exists(), (page.name, module)


def test_the_index_of_decisions_lists_every_decision_under_its_own_title(pages):
    index = pages["docs/adr/README.md"]
    for page in pages.values():
        if page.name.startswith("docs/adr/0"):
            number, _, title = page.text.splitlines()[0].removeprefix("# ").partition(" ")
            row = next((row for row in index.rows() if row[0] == f"[{number}]({page.path.name})"), None)
            assert row is not None, page.name
            assert row[1].split(":")[0].split(",")[0] in title or title in row[1]


def test_the_changelog_has_an_unreleased_section_of_known_kinds(pages):
    text = pages["CHANGELOG.md"].section("## [Unreleased]")
    kinds = re.findall(r"^### (.+)$", text, re.MULTILINE)
    assert kinds
    assert set(kinds) <= {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}


def test_no_page_shouts(pages):
    for page in pages.values():
        assert not re.search(r"[a-z]!(\s|$)", page.prose), page.name
