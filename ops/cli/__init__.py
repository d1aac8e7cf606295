"""The command line: what an admin or a developer does by hand, in a data directory or on a server."""
