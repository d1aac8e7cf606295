"""Each limit of the settings, by HTTP: what passes it is refused with the limit named, what reaches it is not."""

import pytest

SMALL = {
    "MUNIMENT_LIMITS_BODY_BYTES": "4096",
    "MUNIMENT_LIMITS_TEXT_BYTES": "256",
    "MUNIMENT_LIMITS_BATCH_ITEMS": "3",
    "MUNIMENT_LIMITS_PAGE_ITEMS": "10",
    "MUNIMENT_LIMITS_ID_BYTES": "20",
}
MARKDOWN = {"Content-Type": "text/markdown"}


@pytest.fixture(scope="module")
def small(tmp_path_factory, serve):
    with serve(tmp_path_factory.mktemp("small") / "data", **SMALL) as worker:
        yield worker


def item(**fields):
    return {"file": "f", "name": "n", "content": "c", **fields}


def turns(count, content="c"):
    return [{"role": "user", "content": content}] * count


def given(**parts):
    return {"messages": turns(1), "extract": "given", **parts}


LONGEST, TOO_LONG = "x" * 256, "x" * 257
JSON = [  # method, path, body at the limit, body beyond it, field, limit
    ("POST", "items", item(content="长" * 85), item(content="长" * 86), "content", 256),
    ("POST", "diary", {"content": LONGEST}, {"content": TOO_LONG}, "content", 256),
    ("POST", "memorize", {"messages": turns(1, LONGEST)}, {"messages": turns(1, TOO_LONG)}, "messages[0].content", 256),
    ("POST", "memorize", {"messages": turns(3)}, {"messages": turns(4)}, "messages", 3),
    ("POST", "memorize", given(items=[item()] * 3), given(items=[item()] * 4), "items", 3),
    ("POST", "memorize", given(diary=["a"] * 3), given(diary=["a"] * 4), "diary", 3),
    ("POST", "items", item(name="x" * 200), item(name="x" * 201), "name", 200),
    ("POST", "items", item(file="x" * 150), item(file="x" * 151), "file", 150),
    ("POST", "items", item(tags=["t"] * 32), item(tags=["t"] * 33), "tags", 32),
    ("POST", "items", item(metadata={"a": "x" * 4000}), item(metadata={"a": "x" * 8200}), "metadata", 8192),
    ("POST", "retrieve", {"query": "x", "limit": 200}, {"query": "x", "limit": 201}, "limit", None),
]  # fmt: skip


@pytest.mark.parametrize(("method", "path", "fits", "passes", "field", "limit"), JSON)
def test_a_field_at_its_limit_is_taken_and_beyond_it_refused(serve, tmp_path, method, path, fits, passes, field, limit):
    with serve(tmp_path, **{**SMALL, "MUNIMENT_LIMITS_BODY_BYTES": "100000"}) as worker:
        here = worker.at("user_id=u")
        assert here(method, f"/v1/{path}", json=fits).is_success
        answer = here(method, f"/v1/{path}", json=passes)
        assert (answer.status_code, answer.json()["field"]) == (422, field)
        assert limit is None or answer.json()["limit"] == limit


def test_a_body_beyond_its_limit_is_413_whatever_it_says_of_itself(small):
    here, key = small.at("user_id=u"), {"Authorization": f"Bearer {small.key}"}
    long = b'{"query": "' + b"x" * 4096 + b'"}'
    answers = [here("POST", "/v1/retrieve", content=long)]
    answers.append(small.client.post("/v1/retrieve?user_id=u", headers=key, content=(part for part in [long])))
    answers.append(here("PUT", "/v1/files/chat/wiki/f.md", content=b"x" * 4097, headers=MARKDOWN))
    for answer in answers:
        problem = answer.json()
        assert (answer.status_code, problem["code"], problem["limit"]) == (413, "too_large", 4096)
    assert here("POST", "/v1/retrieve", content=long[: 4096 - 2 - 11] + b'"}').status_code == 200


def test_a_document_beyond_its_own_limit_is_413(here):
    answers = [
        here("PUT", "/v1/files/chat/wiki/f.md", content=b"## n\n\n" + b"x" * size, headers=MARKDOWN)
        for size in (1024 * 1024 - 100, 1024 * 1024)
    ]
    assert (answers[0].is_success, answers[1].status_code) == (True, 413)
    assert answers[1].json()["limit"] == 1024 * 1024


@pytest.mark.parametrize("path", ["items", "files", "diary", "journal", "operations"])
def test_a_page_is_as_long_as_the_settings_let_it_be(small, path):
    here = small.at("user_id=u")
    assert here("GET", f"/v1/{path}", "limit=10").status_code == 200
    answer = here("GET", f"/v1/{path}", "limit=11")
    assert (answer.status_code, answer.json()["field"], answer.json()["limit"]) == (422, "limit", 10)


@pytest.mark.parametrize("name", ["user_id", "agent_id", "character", "run_id"])
def test_an_id_is_as_long_as_the_settings_let_it_be(small, name):
    other = "" if name != "run_id" else "user_id=u&"
    assert small.at(f"{other}{name}=" + "%E9%95%BF" * 6 + "xx")("GET", "/v1/items").status_code == 200
    answer = small.at(f"{other}{name}=" + "%E9%95%BF" * 7)("GET", "/v1/items")
    assert (answer.status_code, answer.json()["field"], answer.json()["limit"]) == (422, name, 20)
