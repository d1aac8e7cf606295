"""Text out of files of other formats. What is in a file never raises: it is told as not readable, and why.

Text is decoded here; whatever has to be parsed (office documents, PDF, HTML) is parsed in a process of its own, which
has bounds of memory and time and no part of the service in it.
"""
