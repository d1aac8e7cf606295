"""`python -m ops.cli`: the same as the command `muniment`."""

from ops.cli.main import main

main()
