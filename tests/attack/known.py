"""Functions whose growth is known: what measures must tell them apart."""

import re

_BACKTRACKING = re.compile(r"^(?:a |a a )+$")


def line(text: str) -> int:
    """Linear."""
    return sum(1 for _ in text)


def square(text: str) -> int:
    """A square: every rest of the text is looked through."""
    return sum(text[place:].count("z") for place in range(len(text)))


def exponential(text: str) -> bool:
    """Never ends where the end does not match; `re` looks for signals meanwhile."""
    return _BACKTRACKING.match(text) is not None


def deep(text: str) -> int:
    """As deep as the text is long."""
    return 1 + deep(text[1:]) if text else 0


def deaf(text: str) -> int:
    """Never ends, and holds every signal back."""
    while True:
        try:
            sum(range(1_000))
        except BaseException:  # noqa: BLE001  (that is what it is for)
            continue
