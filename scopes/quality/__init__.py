"""How good a scope's memory is, as measured: derived, without text, and lost without loss of memory.

Best effort: a figure tells what was measured, and nothing that was not. No measurement is no data, which is no pass.
"""
