"""Which addresses of Apprise's are taken? Services at a fixed place in the internet, and some that people run
themselves, whose host the operator then has to list.

The others are left out: what acts on this machine (`syslog`, `dbus`), what posts anything anywhere (`json`, `form`,
`xml`, `hassio`), mail servers, and what Steward speaks itself (`ntfy`, `vapid`).
"""

from typing import Final
from urllib.parse import urlsplit

FIXED: Final = frozenset(
    {"discord", "gchat", "ifttt", "join", "line", "pbul", "pover", "prowl", "slack", "tgram", "twist"}
)
OWN: Final = frozenset({"gotify", "gotifys", "mmost", "mmosts", "rocket", "rockets", "signal", "signals"})
SCHEMAS: Final = FIXED | OWN


def schema_of(url: str) -> str:
    """The service of an address. Raises ValueError where it is not on the list."""
    schema, found, rest = url.strip().partition("://")
    schema = schema.lower()
    if not found or not rest or not url.strip().isprintable():
        msg = "an address of Apprise's is SERVICE://…"
        raise ValueError(msg)
    if schema not in SCHEMAS:
        msg = f"Apprise's service is none of those that are taken: {', '.join(sorted(SCHEMAS))}"
        raise ValueError(msg)
    return schema


def host_of(url: str) -> tuple[str, int] | None:
    """The server of a service that people run themselves, which the operator has to list; None for the others. Raises
    ValueError where it names none."""
    schema = schema_of(url)
    if schema not in OWN:
        return None
    parts = urlsplit(url.strip())
    try:
        host, port = parts.hostname, parts.port
    except ValueError:
        host, port = None, None
    if not host:
        msg = "this address names no server"
        raise ValueError(msg)
    return host, port or (443 if schema.endswith("s") else 80)
