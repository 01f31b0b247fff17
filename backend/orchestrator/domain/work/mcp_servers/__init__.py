"""MCP servers that Steward uses: kept, approved tool by tool, and offered to the model where a question needs them."""
