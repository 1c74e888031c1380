"""What the search reads: the text to be indexed, facets, rows and words, and the scripts of the pages."""
