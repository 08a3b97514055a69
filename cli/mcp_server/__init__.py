"""The server for language models, over the Model Context Protocol (MCP). Only `server` imports the SDK."""
