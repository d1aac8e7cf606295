"""Resolution: which memories contradict each other. BEST EFFORT.

Deterministic and narrow: it knows the few things that one can't be at once, and what the rules of extraction know as a
denial. It may miss what a person would see, and now and then see what is none. It marks and orders, and changes
nothing.
"""
