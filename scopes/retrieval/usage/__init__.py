"""How often and when last retrievals returned an item: derived, without text, and lost without loss of memory.

Counting waits for nothing and is waited for by nobody; what a process counted is merged into the scope's one file in
the background.
"""
