"""Files of other systems, read one part at a time: chat exports, logs, and the stores of other memories. BEST EFFORT.

A file is taken for hostile. What can't be read is passed over and told by its place; nothing is guessed, and no parser
holds more than one part of a file.
"""
