"""Offsets find their way back through replacements."""

from hypothesis import given
from hypothesis import strategies as st

from scopes.governance.rewrite import Edit, Rewrite, merged


@st.composite
def rewrites(draw: st.DrawFn) -> Rewrite:
    source = draw(st.text("abc", max_size=20))
    cuts = sorted(draw(st.lists(st.integers(0, len(source)), max_size=8)))
    pairs = zip(cuts[::2], cuts[1::2], strict=False)
    return Rewrite(source, merged(Edit(a, b, draw(st.text("XY", max_size=3))) for a, b in pairs if a < b))


@given(rewrites(), st.integers(0, 40), st.integers(1, 40))
def test_untouched_text_maps_to_itself_and_the_rest_to_what_it_replaced(
    rewrite: Rewrite, start: int, length: int
) -> None:
    end = min(start + length, len(rewrite.text))
    if start >= end:
        return
    first, last = rewrite.cover(start, end)
    exact = rewrite.exact(start, end)
    assert 0 <= first < last <= len(rewrite.source)
    assert exact is None or exact == (first, last)
    if not set(rewrite.text[start:end]) & set("XY"):
        assert exact is not None
        assert [c for c in rewrite.text[start:end] if c in rewrite.source[first:last]] == list(rewrite.text[start:end])


def test_a_span_that_begins_or_ends_inside_a_replacement_has_no_exact_source() -> None:
    rewrite = Rewrite("a㎏b", [Edit(1, 2, "kg")])
    assert rewrite.text == "akgb"
    assert (rewrite.exact(1, 3), rewrite.exact(2, 4), rewrite.exact(0, 2)) == ((1, 2), None, None)
    assert (rewrite.cover(2, 4), rewrite.cover(0, 2)) == ((1, 3), (0, 2))


def test_deleted_text_is_outside_of_what_stands_beside_it() -> None:
    rewrite = Rewrite("ab--cd", [Edit(2, 4, "")])
    assert (rewrite.exact(0, 2), rewrite.exact(2, 4), rewrite.exact(1, 3)) == ((0, 2), (4, 6), (1, 5))


def test_overlapping_edits_become_one_with_the_first_ones_rule() -> None:
    edits = [Edit(4, 9, "B", "b"), Edit(0, 5, "A", "a"), Edit(9, 10, "C", "c")]
    assert merged(edits) == [Edit(0, 9, "A", "a"), Edit(9, 10, "C", "c")]
