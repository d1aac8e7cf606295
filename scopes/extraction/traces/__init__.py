"""From what an agent did to a skill: traces, what rules make of them, and the SKILL.md form.

BEST EFFORT: what a skill says may be too little for its task, and is never more than its traces say. Deterministic: the
same traces give the same bytes, in whatever order they came.
"""
