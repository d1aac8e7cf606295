"""The engine: scopes, what is in them and what is promised about it. Knows no web framework.

Storage and governance are STRONG (deterministic, a failure is a bug), retrieval is FLOOR (a lexical minimum always
holds). Each domain's package docstring states its guarantee.
"""
