"""BEST EFFORT: a model behind an endpoint that draws memories from turns, or a skill from traces, in one call.

Input: turns and addresses, or traces. Output: candidates, or a sketch, checked for form. Effect of failure: a reason, a
figure, and an entry in `degraded` while the endpoint is left alone; rules do without it. Nothing here keeps a text,
none leaves this host that the notary has not gone through, and no question is asked twice.
"""
