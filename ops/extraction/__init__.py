"""BEST EFFORT: a model behind an endpoint that draws items, links and a diary paragraph from turns, in one call.

Input: turns and addresses. Output: candidates, checked for form. Effect of failure: a reason, a figure, and an entry in
`degraded` while the endpoint is left alone; rules do without it. Nothing here keeps a text, none leaves this host that
the notary has not gone through, and no question is asked twice.
"""
