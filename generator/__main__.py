"""`python -m generator` is the command `incidents`."""

from generator.cli import main

if __name__ == "__main__":
    main()
