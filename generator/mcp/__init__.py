"""The MCP server: the library for AI agents, over standard input and output or over HTTP."""
