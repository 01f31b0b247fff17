"""The MCP server: what agents from outside may read, file and propose, over streamable HTTP and stdio."""
