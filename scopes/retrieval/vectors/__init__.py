"""Vectors of items, one each, beside the text that they are made of. Derived, and a floor stays without them.

Whatever becomes of the files, a reader is never kept waiting and never meets an exception: a row that is missing,
damaged or of another model's making counts as none, is named in `degraded`, and is made anew in the background.
"""
