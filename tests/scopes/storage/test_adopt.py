"""Merging a saved file: the person wins, except where their buffer was older than what the service wrote."""

from hypothesis import given
from hypothesis import strategies as st

from scopes.storage import adopt, items
from scopes.storage.documents import Section

TITLE = Section("", "", b"# f\n\n")


def section(name, text="text", identity=None, comment=True):
    identity = identity or f"id-{name}"
    tail = f"<!-- muniment: id={identity} -->\n\n" if comment else ""
    return Section(identity if comment else f"name:{name}", identity, f"## {name}\n\n{text}\n\n{tail}".encode())


A, B, C = (section(name) for name in "abc")


def merge(theirs, ours=(TITLE, A, B, C), forms=None, written=None):
    """Merge; `forms` are superseded sections → when, `written` item id → seq of the last commit to it."""
    former = {}
    for old, at in (forms or {}).items():
        former.setdefault(old.key, {})[old.digest] = at
    seqs = written or {}
    return adopt.merge(list(theirs), tuple(ours), former, lambda item, before: seqs.get((item, before), 0))


def raws(merged):
    return [one.raw for one in merged.sections]


def test_a_file_saved_unchanged_changes_nothing():
    merged = merge([TITLE, A, B, C])
    assert merged == adopt.Merged((TITLE, A, B, C), (), (), ())


def test_a_section_the_person_wrote_is_theirs():
    changed = section("b", "by hand")
    merged = merge([TITLE, A, changed, C])
    assert (merged.sections, merged.edited, merged.removed) == ((TITLE, A, changed, C), (changed,), ())


def test_a_form_we_superseded_is_an_old_buffer_and_ours_stands():
    old = section("b", "before")
    merged = merge([TITLE, A, old, C], forms={old: 5.0})
    assert merged == adopt.Merged((TITLE, A, B, C), (), (), (B.id,))


def test_an_old_form_of_a_section_we_removed_does_not_come_back():
    old = section("b", "before")
    merged = merge([TITLE, A, old, C], ours=(TITLE, A, C), forms={old: 5.0})
    assert merged.sections == (TITLE, A, C) and merged.kept == (old.id,)


def test_a_section_missing_from_the_file_was_removed_by_the_person():
    merged = merge([TITLE, A, C], written={(A.id, None): 9, (B.id, None): 3})
    assert merged.sections == (TITLE, A, C) and merged.removed == (B,)


def test_a_section_we_wrote_after_all_that_the_file_shows_is_kept():
    merged = merge([TITLE, A, C], written={(A.id, None): 3, (B.id, None): 9})
    assert B in merged.sections and merged.kept == (B.id,) and merged.removed == ()


def test_an_old_form_tells_when_the_file_was_loaded():
    old = section("a", "before")
    seqs = {(A.id, None): 20, (A.id, 50.0): 4, (B.id, None): 9}
    merged = merge([TITLE, old], ours=(TITLE, A, B), forms={old: 50.0}, written=seqs)
    assert merged.sections == (TITLE, A, B) and set(merged.kept) == {A.id, B.id}


def test_a_section_that_lost_its_comment_is_still_its_item():
    bare = section("b", "by hand", comment=False)
    merged = merge([TITLE, A, bare, C])
    assert [one.id for one in merged.sections] == ["", A.id, B.id, C.id]
    assert [one.key for one in merged.edited] == [B.key] and merged.removed == ()


def test_a_section_with_a_new_heading_is_still_its_item():
    renamed = section("other", identity=B.id)
    merged = merge([TITLE, A, renamed, C])
    assert merged.edited == (renamed,) and merged.removed == ()


def test_a_new_section_comes_where_the_person_put_it():
    new = section("new", comment=False)
    merged = merge([TITLE, A, new, B, C])
    assert merged.sections == (TITLE, A, new, B, C) and merged.edited == (new,)


def test_the_person_s_order_stands_and_names_nothing_as_edited():
    merged = merge([TITLE, C, A, B])
    assert merged.sections == (TITLE, C, A, B) and merged.edited == merged.removed == merged.kept == ()


def test_blank_lines_at_a_section_s_end_are_layout():
    spaced = Section(B.key, B.id, B.raw + b"\n\n\n")
    merged = merge([TITLE, A, spaced, C])
    assert raws(merged) == [TITLE.raw, A.raw, spaced.raw, C.raw] and merged.edited == ()


def test_a_section_behind_an_open_last_line_starts_a_line():
    new = Section("name:z", "z", b"## z\n\nno newline")
    merged = merge([TITLE, A, B, new], written={(C.id, None): 9})
    assert raws(merged)[-2:] == [b"## z\n\nno newline\n\n", C.raw]


def test_a_title_the_person_removed_stays():
    assert merge([A, B, C]).sections == (TITLE, A, B, C)


@given(
    st.lists(
        st.sampled_from([TITLE, A, B, C, section("b", "x"), section("d", comment=False)]), unique_by=lambda s: s.key
    )
)
def test_every_section_of_the_person_or_of_ours_is_accounted_for(theirs):
    merged = merge(theirs)
    keys = {one.key for one in merged.sections} | {one.key for one in merged.removed}
    assert keys == {one.key for one in theirs} | {"", A.key, B.key, C.key}
    assert {one.key for one in merged.edited} <= {one.key for one in theirs}


def test_a_copied_section_gets_an_id_of_its_own():
    found = items.identify([A.raw, A.raw, A.raw], known={}, taken=lambda _: False, ours={A.digest}, former={})
    assert found[0].id == A.id and len({one.id for one in found}) == len({one.key for one in found}) == 3
