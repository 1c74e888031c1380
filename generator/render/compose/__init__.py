"""From the library to views: one module a kind of page."""
