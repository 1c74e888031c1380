"""New sites and new incidents: the files that an author starts from."""
