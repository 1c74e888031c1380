"""Incident Library: bilingual incident reports in Markdown, turned into a static site."""

__version__ = "0.1.0"
