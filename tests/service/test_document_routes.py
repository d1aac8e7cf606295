"""Documents of each format over HTTP: found by their words; what can't be read is kept with the reason."""

import pytest

from tests import llm_endpoint as llm
from tests import written_documents as written
from tests.written_documents import CHAPTER, WORDS

PNG = b"\x89PNG\r\n\x1a\n" + bytes(64)
PAGE = f"<h1>{CHAPTER}</h1><p>{WORDS}</p><script>evil()</script>"
EACH = {
    "a.docx": written.word, "a.pptx": written.slides, "a.xlsx": written.workbook, "a.epub": written.book,
    "a.pdf": lambda: written.pdf(f"{CHAPTER}\n{WORDS}", outline=[(CHAPTER, 0)]), "a.html": PAGE.encode,
    "a.csv": f"{CHAPTER},n\n{WORDS},1\n".encode, "a.md": f"# {CHAPTER}\n\n{WORDS}\n".encode,
    "a.txt": f"{CHAPTER}\n{WORDS}\n".encode, "gb.txt": f"{CHAPTER}\n{WORDS}\n".encode("gb18030").strip,
    "wide.txt": f"{CHAPTER}\n{WORDS}\n".encode("utf-16").strip,
}  # fmt: skip


def put(here, path, data):
    headers = {"Content-Type": "application/octet-stream"}
    return here("PUT", f"/v1/workspace/{path}", headers=headers, content=data)


@pytest.mark.parametrize("name", EACH)
def test_a_document_of_each_format_is_found_by_its_words(here, name):
    written = put(here, name, EACH[name]()).json()
    assert written["file"]["readable"] and written["file"]["why"] is None and written["added"] >= 1
    answer = here("POST", "/v1/retrieve", json={"query": "灯塔看守人", "lines": ["workspace"]}).json()
    hit = answer["hits"][0]
    assert (hit["line"], hit["file"]) == ("workspace", name) and WORDS in hit["content"]
    assert WORDS in here("GET", f"/v1/workspace/{name}").text


def test_a_heading_of_a_document_names_its_slice(here):
    put(here, "a.docx", written.word())
    hits = here("POST", "/v1/retrieve", json={"query": WORDS, "lines": ["workspace"]}).json()["hits"]
    assert hits[0]["address"] == f"workspace/a.docx:{CHAPTER}"


@pytest.mark.parametrize(("name", "data", "why"), [
    ("a.pdf", b"%PDF-1.7\ncut off", "damaged"), ("a.docx", written.word()[:500], "damaged"),
    ("a.png", PNG, "captioner"), ("a.zip", written.packed([]), "archive"),
    ("a.doc", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "old Office format"),
])  # fmt: skip
def test_what_can_not_be_read_is_kept_with_the_reason(here, name, data, why):
    answer = put(here, name, data)
    file = answer.json()["file"]
    assert (answer.status_code, file["readable"], file["slices"]) == (201, False, 0) and why in file["why"]
    assert here.list("/v1/workspace")[0]["why"] == file["why"]


def test_a_credential_in_a_document_is_taken_out(here):
    secret = "ghp_" + "a1B2" * 9
    answer = put(here, "a.docx", written.word([(f"key {secret}", None)])).json()
    assert answer["scrubbed"] and secret not in here("GET", "/v1/workspace/a.docx").text


def test_a_document_with_too_much_text_is_413(serve, tmp_path):
    with serve(tmp_path, MUNIMENT_WORKSPACE_TEXT_BYTES="2000") as worker:
        answer = put(worker.at("user_id=alice"), "a.docx", written.word([("x" * 3000, None)]))
        assert (answer.status_code, answer.json()["limit"]) == (413, 2000)


def test_an_image_is_told_in_words_once_a_captioner_answers(serve, tmp_path, model):
    model.behaviour = llm.fails(500)
    with serve(tmp_path, MUNIMENT_CAPTIONER_URL=model.url, MUNIMENT_CAPTIONER_MODEL="eyes") as worker:
        here = worker.at("user_id=alice")
        assert put(here, "map.png", PNG).json()["file"]["readable"] is False
        model.behaviour = llm.says(f"A chart. Written on it: {WORDS} <script>x</script>")
        again = put(here, "map.png", PNG).json()
        assert again["outcome"] == "stored" and again["file"]["readable"]
        answer = here("POST", "/v1/retrieve", json={"query": WORDS, "lines": ["workspace"]}).json()
        assert WORDS in answer["hits"][0]["content"] and "<script>" not in answer["hits"][0]["content"]


def test_without_a_captioner_that_is_told(here):
    found = {entry["component"] for entry in here.client.get("/readyz").json()["degraded"]}
    assert "captioner" in found and "documents" not in found
