"""FLOOR: a query that shares a word with an item finds it, with no model, no network and no second pass.

Input: an immutable snapshot and a query. Output: ranked hits inside a budget. Effect of failure: the signal that
failed is left out and named; the lexical leg always answers.
"""
