"""`python -m generator` is the command `incidents`."""

from generator.cli import main

main()
