"""The static API: JSON files, their schemas and descriptions, and dumps of the whole library.

`values` turns pieces of the model into data, `records`, `pages`, `groups`, `vocab`, `changes`, `dumps` and `index` make
the files, `schemas` and `openapi` describe them, and `files` plans all of them.
"""
