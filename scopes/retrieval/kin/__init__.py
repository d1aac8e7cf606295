"""How near in meaning the words of a scope are to those of a question, by the embedder's own rows of single words.

Derived, in memory only, and never waited for: a word without a row takes no part. What one scope knows serves that
scope alone, and goes with its index.
"""
