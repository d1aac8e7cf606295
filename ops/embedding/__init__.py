"""BEST EFFORT: the models that make vectors, in this process or behind an endpoint.

Input: texts. Output: rows of length 1. Effect of failure: an UnavailableError that says why, a figure, and an entry in
`degraded`; ranking by words answers without them. Nothing here keeps a text, and none leaves this host that the notary
has not gone through.
"""
