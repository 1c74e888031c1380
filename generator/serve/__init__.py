"""The preview server."""
