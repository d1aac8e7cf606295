"""`muniment retrieve` and `muniment explain` on a data directory."""

import json
import re


def test_retrieve_prints_hits_in_injection_order(run, told, alice):
    hits = told("retrieve", "海边", *alice)["hits"]
    assert hits[0]["address"] == "talk:t2"
    shown = run("retrieve", "海边", *alice).stdout.splitlines()
    assert re.fullmatch(r"talk:t2  \[source, (0\.\d\d|1\.00)\]", shown[0]) and shown[1] == "    喜欢海边，花生过敏"


def test_options_reach_the_query(told, alice):
    assert {hit["layer"] for hit in told("retrieve", "sea", "--layer", "diary", *alice)["hits"]} == {"diary"}
    assert len(told("retrieve", "sea", "--limit", "1", "--no-links", *alice)["hits"]) == 1
    budget = told("retrieve", "sea", "--budget", "1", *alice)["budget"]
    assert (budget["limit"], budget["used"]) == (1, 0)
    window = told("retrieve", "sea", "--from", "2020-01-01", "--to", "2020-01-02", *alice)["time"]
    assert window["range"]["from"].startswith("20") and window["source"] == "explicit"


def test_explain_lays_out_the_parts_of_each_score(run, told, alice):
    hit = told("explain", "sea", *alice)["hits"][0]
    assert hit["explain"]["signals"]["words"]["share"] > 0
    shown = run("explain", "sea", *alice).stdout
    assert "~ words" in shown and "~ idf sea" in shown and "policy " in shown


def test_what_a_hit_brought_along_names_that_hit(run, told):
    items = [{"file": "trips", "name": "beach", "content": "Lisbon"}]
    items.append({"file": "likes", "name": "sea", "content": "The sea, see [[trips:beach]]"})
    request = {"messages": [{"role": "user", "content": "hi"}], "extract": "given", "items": items}
    told("memorize", "-", "--user", "a", input=json.dumps(request))
    assert "trips:beach  [wiki, linked from likes:sea]" in run("retrieve", "sea", "--user", "a").stdout


def test_links_that_lead_nowhere_are_named_once(run, alice):
    assert run("retrieve", "sea", *alice).stdout.count("no item at [[daily:beach]]") == 1


def test_nothing_found_is_no_error(run, alice):
    assert "nothing found" in run("retrieve", "sea", "--user", "bob").stdout


def test_a_query_that_can_not_be_asked_names_its_field(run, alice):
    assert "(field limit, limit 1 to 200)" in run("retrieve", "sea", "--limit", "0", *alice, code=65).stderr
    assert "(field tz)" in run("retrieve", "sea", "--tz", "Mars", "--from", "2020-01-01", *alice, code=65).stderr


def test_what_contradicts_is_shown_and_explained(run, told):
    items = [{"file": "facts", "name": town, "content": f"Lives in {town}."} for town in ("Berlin", "Lisbon")]
    for number, item in enumerate(items):
        said = [{"role": "user", "content": f"hi {number}"}]
        given = json.dumps({"messages": said, "extract": "given", "items": [item]})
        told("memorize", "-", "--user", "a", input=given)
    shown = run("retrieve", "Berlin Lisbon", "--user", "a", "--layer", "wiki").stdout
    assert (
        shown.index("facts:Lisbon")
        < shown.index("! contradicts facts:Berlin")
        < shown.index("! contradicts facts:Lisbon")
    )
    explained = run("explain", "Berlin Lisbon", "--user", "a", "--layer", "wiki").stdout
    assert "contradiction (home): facts:Lisbon stands before facts:Berlin, newer" in explained
