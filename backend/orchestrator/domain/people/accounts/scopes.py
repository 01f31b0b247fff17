"""What may a token do? The scope table of api.md, as far as it is about names."""

from collections.abc import Collection, Iterable

ADMIN = "admin"
MOBILE = "mobile"
SCOPES: tuple[str, ...] = ("ask", "read", "write", "ingest", "location", MOBILE, "mcp", "curate", ADMIN)
USER_SCOPES: tuple[str, ...] = tuple(scope for scope in SCOPES if scope != ADMIN)
"""What a new user's first token holds: every scope but `admin`."""

_MOBILE_OPENS = frozenset({"ask", "read", "write"})


def allows(held: Collection[str], any_of: Iterable[str]) -> bool:
    """True where a token with the scopes `held` opens what needs one of `any_of`."""
    if ADMIN in held:
        return True
    return any(scope in held or (MOBILE in held and scope in _MOBILE_OPENS) for scope in any_of)
