"""In which zone does the person at this terminal live? The machine's, where it was set to one."""

from babel.localtime import get_localzone

_SAYS_NOTHING = frozenset({"UTC", "Etc/UTC", "Etc/GMT", "GMT", "Universal", "Etc/Universal", "Zulu", "Etc/Zulu", "UCT"})
"""What servers and containers are set to says nothing about where their user lives."""


def local_zone() -> str | None:
    """The IANA zone of this machine; None where it is unknown, or UTC: then the account's zone holds."""
    try:
        name = getattr(get_localzone(), "key", None)
    except (LookupError, ValueError, OSError):
        return None
    return name if isinstance(name, str) and "/" in name and name not in _SAYS_NOTHING else None
