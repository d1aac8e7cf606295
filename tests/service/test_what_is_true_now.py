"""What a scope says is true now, and what was told when, seen from outside."""


def hits(here, **query):
    answer = here("POST", "/v1/retrieve", json=query)
    assert answer.is_success, answer.text
    return answer.json()


def test_items_that_contradict_each_other_are_marked_and_the_newer_stands_first(here):
    here.add("berlin", "User lives in Berlin.", "facts")
    here.add("lisbon", "User lives in Lisbon.", "facts")
    found = hits(here, query="Which town, Berlin or Lisbon?", explain=True)
    assert [(hit["address"], hit["contradicts"]) for hit in found["hits"]] == [
        ("facts:lisbon", ["facts:berlin"]),
        ("facts:berlin", ["facts:lisbon"]),
    ]
    assert found["contradictions"] == [
        {"first": "facts:lisbon", "second": "facts:berlin", "about": "home", "by": "newer"}
    ]


def test_a_period_lists_the_diary_and_the_turns_that_it_has_no_entry_for(here):
    said = [
        {
            "role": "user",
            "content": "I visited my aunt in Bergen this morning.",
            "at": "2026-07-22T09:00:00Z",
            "id": "a",
        },
        {"role": "user", "content": "It rained all day here.", "at": "2026-07-22T09:05:00Z", "id": "b"},
    ]
    assert here("POST", "/v1/memorize", json={"messages": said, "source_id": "talk"}).is_success
    day = {"from": "2026-07-22", "to": "2026-07-22"}
    assert [hit["address"] for hit in hits(here, time_range=day)["hits"]] == ["2026-07-22:05:00", "talk:b"]
    assert hits(here, time_range=day)["time"]["widened"] is False
