"""What an import brings is admitted as what is extracted: it waits for a review and expires as the scope has it."""

import datetime as dt

import pytest

from scopes.lines import preferences, wiki
from scopes.storage.batch import Author

NOTES = {
    "results": [
        {"id": "1", "memory": "Likes tea", "categories": ["food"]},
        {"id": "2", "memory": "The phone number is 13812345678", "categories": ["food"]},
    ]
}
TODO = "---\ntitle: Boats\ntype: todo\npermalink: notes/boats\n---\n\nPaint the hull.\n"
DAY = "## 14:30\n\nwent to the sea\n\n## 15:00\n\ncalled her at 13812345678\n"


def write(target, change):
    return target.scope.write(change, author=Author("key", "request")).result(20).value


def settle(target, **changes):
    patch = preferences.SettingsPatch(**changes)
    write(target, lambda batch: preferences.patch(batch, patch, target.scope.room))


def statuses(target, layer):
    return {item.content: item.status for item in target.items(layer)}


@pytest.mark.parametrize(("pii", "status"), [("review", "pending"), ("approve", "approved")])
def test_personal_data_waits_as_the_scope_has_it(target, pii, status):
    settle(target, pii=pii)
    target.bring(NOTES)
    assert statuses(target, "wiki") == {"Likes tea": "approved", "The phone number is 13812345678": status}


def test_events_with_personal_data_wait_too(target):
    target.bring(DAY, "2026-07-21.md")
    assert sorted(statuses(target, "diary").values()) == ["approved", "pending"]


def test_kinds_wait_and_expire_as_the_scope_has_them(target):
    settle(target, review_kinds=("todo",), expire_days={"todo": 30})
    before = dt.datetime.now(dt.UTC)
    target.bring(TODO, "boats.md")
    (item,) = target.items("wiki")
    assert (item.kind, item.status) == ("todo", "pending")
    expires = dt.datetime.fromisoformat(item.expires)
    assert before + dt.timedelta(29) < expires < before + dt.timedelta(31)


def test_what_a_person_rejected_does_not_come_by_import(target):
    new = wiki.NewItem("memories", "tea", "Likes tea")
    item = write(target, lambda batch: wiki.put(batch, new, target.scope.room.config, status="rejected")).item
    assert item.file == "memories"
    target.bring({"results": [{"id": "1", "memory": "Likes tea"}]})
    assert statuses(target, "wiki") == {"Likes tea": "rejected"}
