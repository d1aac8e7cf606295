"""How much of a foreign file is held at a time, and how far it may go. Sizes in bytes."""

HEAD_BYTES = 64 * 1024
CHUNK_BYTES = 256 * 1024
ELEMENT_BYTES = 32 * 1024**2  # one conversation of an array, one line of a log
MENDED_BYTES = 4 * 1024**2  # what is not quite JSON is read by a reader that takes much memory
LINE_BYTES = 1024**2  # of a text
DOCUMENT_BYTES = 4 * 1024**2  # of markdown
DEPTH = 100_000  # open brackets

PIECE_TURNS = 500
PIECE_BYTES = 512 * 1024
