"""FLOOR: what signals measure about the candidates of a question, one module a kind of evidence.

Input: a `Surroundings`. Output: one row of numbers a feature, one column a candidate. No text is read here.
"""
