"""The one query layer: search, get, list, topic, vocabulary and match over one SQLite database.

The MCP server, the command line and the dumps all ask here, so that they give the same answers.
"""
