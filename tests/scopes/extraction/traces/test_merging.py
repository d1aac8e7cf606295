"""Many long traces become one sequence, in their order, and in a time that grows as they do."""

import time

from scopes.extraction.traces.deeds import Deed, failures
from scopes.extraction.traces.merging import merge


def deeds(*names, error=None):
    return [Deed(name, "tool", name, "", error) for name in names]


def merged(*sequences):
    return "".join(common.deed.kind for common in merge([deeds(*sequence) for sequence in sequences]))


def test_what_most_did_is_put_behind_what_it_came_after():
    assert merged("abd", "abcd", "acd") == "abcd"
    assert merged("bc", "abc", "abc", "ab") == "abc"
    assert merged("xa", "ya", "a") == "a"
    assert merge([]) == []


def test_a_failure_is_told_with_what_worked_next():
    first, second, worked, other = deeds("a", error="no") + deeds("a", error="no") + deeds("a", "b")
    assert [failure.instead for failure in failures([first, second, worked, other])] == [worked, worked]
    assert failures([worked, first])[0].instead is None


def seconds(count):
    sequence = [Deed(f"{number}", "tool", f"{number}", "", None) for number in range(count)]
    failed = [Deed("same", "tool", "same", "", "no")] * count
    began = time.thread_time()
    merge([sequence, sequence[::-1], sequence])
    failures(failed)
    return time.thread_time() - began


def test_four_times_the_steps_take_about_four_times_as_long():
    assert any(seconds(4_000) < 7 * seconds(1_000) + 0.02 for _ in range(4))
