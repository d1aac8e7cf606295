"""The offline extractor: rules for Chinese and English, one module for each family of kinds and language.

BEST EFFORT, and made for precision: what is not surely a statement of its speaker's own is left to the turns.
"""

from scopes.extraction.rules.extract import extract, warm

__all__ = ["extract", "warm"]
