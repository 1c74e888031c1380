"""Markdown of reports and pages: text in, safe HTML, plain text, references and problems out.

`body` is the way in. `parser` sets up markdown-it with the constructs of this library, `blocks`, `inlines`, `flanking`
and `notes` hold the rules that differ from CommonMark, `addresses` decides which link targets are allowed, `renderer`
writes the HTML, and `timeline` reads the times of a timeline.
"""
