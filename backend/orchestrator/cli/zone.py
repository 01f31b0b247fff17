"""In which zone does the person at this terminal live? The machine's, where it was set to one."""

import os
from pathlib import Path
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

LOCALTIME = Path("/etc/localtime")
_SAYS_NOTHING = frozenset({"UTC", "Etc/UTC", "Etc/GMT", "GMT", "Universal", "Zulu", "UCT"})
"""What servers and containers are set to says nothing about where their user lives."""


def local_zone() -> str | None:
    """The IANA zone of this machine; None where it is unknown, or UTC: then the account's zone holds."""
    name = os.environ.get("TZ", "").removeprefix(":") or _linked()
    if not name or name in _SAYS_NOTHING or name.startswith("/"):
        return None
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None
    return name


def _linked() -> str:
    try:
        return str(LOCALTIME.readlink()).partition("zoneinfo/")[2]
    except OSError:
        return ""
