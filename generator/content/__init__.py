"""From files to the library: discover, read, decode, split into sections, load."""
