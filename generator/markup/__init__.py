"""Markdown of reports and pages: text in, safe HTML, plain text, references and problems out.

`body` is the way in. `parser` sets up markdown-it; `blocks` (with `lines`, `lists`, `tables`), `inlines` (with
`flanking`) and `notes` hold the rules that differ from its own or are faster. `renderer` writes the HTML, `addresses`
decides which link targets are allowed, `positions` leads back to lines and columns of the file, and `moments` reads
timelines, whose times are the matter of `timeline` and `zones`.
"""
