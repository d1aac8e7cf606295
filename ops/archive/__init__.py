"""Archives: one scope as one file, taken from a running service and brought into another.

An archive is a consistent cut of a scope's truth with the digest of every file. What comes in is taken for hostile: it
is refused whole, or checked, scrubbed and put in place in one step.
"""
