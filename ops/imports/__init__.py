"""Imports: files of other systems read part by part and brought into a scope, as an operation that tells how far it is.

What comes in is taken for hostile. An import that is stopped, or repeated, adds nothing twice.
"""
