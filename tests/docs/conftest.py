"""The pages as they stand in the checkout, and what they are read with."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]
FENCE = re.compile(r"^(?P<indent> *)```(?P<kind>\w*)\n(?P<body>.*?)^(?P=indent)```$", re.MULTILINE | re.DOTALL)


class Block(NamedTuple):
    """A fenced block: the word after its fence, its text, the line it begins on."""

    kind: str
    body: str
    line: int


class Page(NamedTuple):
    """A markdown page: its path in the checkout, its text, and its prose without fenced blocks."""

    path: Path
    text: str

    @property
    def name(self):
        return str(self.path.relative_to(ROOT))

    @property
    def prose(self):
        return FENCE.sub("", self.text)

    def blocks(self) -> Iterator[Block]:
        for match in FENCE.finditer(self.text):
            yield Block(match["kind"], match["body"], self.text.count("\n", 0, match.start()) + 1)

    def section(self, heading):
        """The text below a heading, up to the next one of the same level."""
        level = heading.split(" ")[0]
        _, found, rest = self.text.partition(f"\n{heading}\n")
        assert found, f"{self.name} has no heading {heading}"
        return re.split(rf"^#{{1,{len(level)}}} ", rest, maxsplit=1, flags=re.MULTILINE)[0]

    def rows(self):
        """The cells of every table row, as written."""
        for line in self.text.splitlines():
            if line.startswith("|"):
                yield [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]


def all_pages():
    found = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]
    return [Page(path, path.read_text(encoding="utf-8")) for path in found]


@pytest.fixture(scope="session")
def pages():
    """Every page there is, by its path in the checkout."""
    return {page.name: page for page in all_pages()}


@pytest.fixture(scope="session")
def reference(pages):
    """A page of the reference by its name."""
    return lambda name: pages[f"docs/reference/{name}.md"]
