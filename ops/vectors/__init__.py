"""BEST EFFORT: stores that keep rows of vectors in the place of the scope's own files.

Input: rows by number. Output: numbers with cosines, in time or not at all. Effect of failure: an UnavailableError that
says why, a figure, and an entry in `degraded`; ranking by words answers without them. No store sees a text, an id of a
user or of an item.
"""
