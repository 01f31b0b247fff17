"""How much may an MCP server send, and how long may it take? (contracts/mcp_client.md, points 2 to 5)"""

from typing import Final

KB: Final = 1024
MB: Final = 1024 * KB

LINE_BYTES: Final = 4 * MB
"""One line of a stdio server; a longer one ends it."""
RESPONSE_BYTES: Final = 8 * MB
"""One HTTP response, unpacked; an event stream too."""
NOTIFICATIONS_PER_S: Final = 50.0
NOTIFICATIONS_DROPPED: Final = 1_000
"""So many notifications beyond the rate are dropped before the server counts as flooding."""
PAGES: Final = 20
TOOLS: Final = 200
LISTING_BYTES: Final = 256 * KB
"""All tools of a server together, as JSON."""
NOISE_LINES: Final = 200
"""Lines that are no message; a few are a server's debugging output, more are a flood."""
BLANK_LINES: Final = 1_000
"""Empty lines in a row that are nothing; each further one is noise."""
NAME_CHARACTERS: Final = 128
DESCRIPTION_CHARACTERS: Final = 2_000
SCHEMA_DEPTH: Final = 24
RESULT_DEPTH: Final = 64
"""Of structured content; what is deeper is left out, the text beside it stays."""
SCHEMA_BYTES: Final = 64 * KB
"""Of one tool, as JSON. Those of large services have twenty; to read one of this length takes most of a second."""
TEXT_BYTES: Final = 64 * KB
"""Of one result, for a model to read."""
STDERR_BYTES: Final = 64 * KB
"""The last of what a server complains, kept to tell why it failed."""
REASON_CHARACTERS: Final = 400
TREE_BYTES: Final = 768 * MB
"""Memory of a stdio server with all that it started; Node alone takes 60 MB."""

START_S: Final = 30.0
"""To the first list: a Node server takes 1 to 3 s cold, and much longer on a small machine."""
LIST_S: Final = 5.0
CALL_S: Final = 60.0
CALL_AT_MOST_S: Final = 100.0
"""With progress told all the while; under the lease of an execution (agent/types/limits.py)."""
HEALTH_S: Final = 2.0
STOP_S: Final = 1.0
"""Between the end of its input, SIGTERM and SIGKILL."""
