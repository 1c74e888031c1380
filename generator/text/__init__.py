"""Text as such: normal forms, Hangul, slugs."""
