"""Formats that have to be parsed. Only the process that reads one file imports these.

Each module yields pieces of markdown in the order of the document, and keeps as little as it can of what it has
yielded: who reads stops when there is enough.
"""
