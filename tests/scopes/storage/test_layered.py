"""The layered map behaves as a dict, and a map once made never changes."""

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, invariant, rule

from scopes.storage.layered import LayeredMap, Working

KEYS = st.integers(0, 30).map(str)
CHANGES = st.dictionaries(KEYS, st.none() | st.integers(), max_size=10)


class LayeredAgainstDict(RuleBasedStateMachine):
    maps = Bundle("maps")

    def __init__(self):
        super().__init__()
        self.all = []

    def keep(self, layered, plain):
        self.all.append((layered, plain))
        return layered, plain

    @rule(target=maps, base=st.dictionaries(KEYS, st.integers()))
    def begin(self, base):
        return self.keep(LayeredMap(base), dict(base))

    @rule(target=maps, old=maps, changes=CHANGES)
    def change(self, old, changes):
        plain = {key: value for key, value in {**old[1], **changes}.items() if value is not None}
        return self.keep(old[0].changed(changes), plain)

    @rule(target=maps, old=maps, first=st.integers(0, 5), count=st.integers(900, 2_100), gone=st.booleans())
    def change_many(self, old, first, count, gone):
        changes = {str(number): None if gone else number for number in range(first, first + count)}
        return self.change(old, changes)

    @rule(target=maps, old=maps, one=CHANGES, two=CHANGES)
    def change_in_working_copies(self, old, one, two):
        working = Working(old[0])
        for key, value in one.items():
            working.set(key, value)
        child = working.child()
        for key, value in two.items():
            child.set(key, value)
        working.merge(child)
        assert all(working.get(key) == value for key, value in two.items())
        return self.change(old, working.changes)

    @rule(one=maps, other=maps)
    def compare(self, one, other):
        keys = one[1].keys() | other[1].keys()
        differ = {key: one[1].get(key) for key in keys if one[1].get(key) != other[1].get(key)}
        assert differ.items() <= one[0].changes_since(other[0]).items()

    @invariant()
    def all_agree(self):
        for layered, plain in self.all:
            assert len(layered) == len(plain)
        if self.all:
            layered, plain = self.all[len(self.all) // 2]
            assert dict(layered) == plain and "absent" not in layered


LayeredAgainstDict.TestCase.settings = settings(max_examples=25, stateful_step_count=20, deadline=None)
TestLayered = LayeredAgainstDict.TestCase
