"""STRONG: what reaches a disk, an index, an endpoint or a log has passed the notary, and what was done can be proved.

Input: text, journal, files. Output: scrubbed text with findings, verdicts. Effect of failure: the write is refused.
"""
