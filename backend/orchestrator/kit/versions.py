"""Which version of a thing may be changed? One, any of several that somebody read (RFC 9110, 13.1.1), or whatever it is
now."""

from typing import TypeAlias

Expected: TypeAlias = int | frozenset[int] | None
"""None: whatever it is now; an empty set: none that there can be."""


def is_expected(present: int, expected: Expected) -> bool:
    """True where the present version is one of those that may be changed."""
    return expected is None or (present in expected if isinstance(expected, frozenset) else present == expected)
