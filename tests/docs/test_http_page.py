"""The HTTP reference has each route once, with its audience, its parameters and the fields of its body; no other."""

import re

import msgspec
import pytest

from ops.ledger import Receipt
from ops.settings import Settings
from scopes.governance.proof import Verdict
from scopes.model import Item, Operation
from scopes.retrieval.result import Hit
from service.access import declared_routes
from service.api.memory import RetrieveAnswer
from service.app import create_app
from service.domains import DOMAINS

HEADING = re.compile(r"^### `([A-Z]+) (\S+)`$", re.MULTILINE)
CALL = re.compile(r"`(GET|POST|PUT|PATCH|DELETE) (/[^\s`?]*)")
REQUEST = re.compile(r"\$URL(/[^\s\"'?]*)")
AUDIENCES = {
    "everyone": "Audience: everyone",
    "any_key": "Audience: any key",
    "app": "Audience: app,",
    "admin": "Audience: admin",
    "app_or_admin": "Audience: app or admin,",
}


@pytest.fixture(scope="module")
def routes():
    return {
        (method, path): (handler, access) for method, path, handler, access in declared_routes(create_app(Settings()))
    }


@pytest.fixture
def page(reference):
    return reference("http")


def test_every_route_has_a_section_and_every_section_a_route(page, routes):
    headings = HEADING.findall(page.text)
    assert len(headings) == len(set(headings))
    assert set(headings) == set(routes)


def test_every_section_names_its_audience_and_verb(page, routes):
    for (method, path), (_, access) in routes.items():
        text = page.section(f"### `{method} {path}`")
        assert AUDIENCES[access.audience] in text, (method, path)
        if access.verb is not None:
            assert f"`{access.verb}`" in text.splitlines()[1], (method, path)


def test_every_section_names_its_parameters_and_body_fields(page, routes):
    for (method, path), (handler, access) in routes.items():
        text = page.section(f"### `{method} {path}`")
        field = handler.parsed_data_field
        names = [*access.query.__struct_fields__, *(() if field is None else field.annotation.__struct_fields__)]
        missing = [name for name in names if not re.search(rf"`(messages\[\]\.)?{name}(`|=)", text)]
        assert not missing, (method, path)


def test_no_page_names_a_route_that_does_not_exist(pages, routes):
    patterns = [(method, re.compile(re.sub(r"\\{\w+\\}", r"[^\\s]+", re.escape(path)))) for method, path in routes]

    def exists(method, path):
        return any(pattern.fullmatch(path) and method in (None, each) for each, pattern in patterns)

    unknown = [
        f"{page.name}: {method} {path}"
        for page in pages.values()
        if not page.name.startswith("docs/adr/")
        for method, path in CALL.findall(page.text) + [(None, path) for path in REQUEST.findall(page.text)]
        if not exists(method, re.sub(r"\$\w+", "x", path))
    ]
    assert not unknown


SHAPES = {
    Item: "Item",
    Operation: "Operation",
    Hit: "Retrieve result",
    RetrieveAnswer: "Retrieve result",
    Verdict: "Verdict",
    Receipt: "Receipt",
}


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.__name__)
def test_every_field_of_an_answer_stands_in_its_example(page, shape):
    block = re.search(r"```json\n(.*?)```", page.section(f"### {SHAPES[shape]}"), re.DOTALL)
    assert block is not None
    example = msgspec.json.decode(block[1])
    example = example["hits"][0] if shape is Hit else example
    assert set(example) == set(shape.__struct_encode_fields__)


def test_the_page_on_guarantees_has_the_domains_as_the_service_tells_them(pages):
    rows = list(pages["docs/explanation/guarantees.md"].rows())
    for domain in DOMAINS:
        assert [getattr(domain, name) for name in domain.__struct_fields__] == next(
            [row[0], row[1], *row[2:]] for row in rows if row[0] == domain.name
        )
