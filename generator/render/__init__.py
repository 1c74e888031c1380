"""From the library to strings: addresses, catalogues, templates and one view a page type."""
