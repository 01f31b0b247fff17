"""What is a regular expression made of: groups, looks, quantifiers, and what takes one letter?"""

from collections.abc import Iterator, Sequence

from orchestrator.kit import patterns

OPENINGS = ("(?=", "(?!", "(?<=", "(?<!")
"""How a look-ahead and a look-behind begin."""
COUNT = patterns.compile(r"\{\d*,?\d*\}")
"""How often, in figures."""
_BEGINNINGS = "([{\\"
"""With what a piece of more than one character begins."""


def parts_of(pattern: str) -> Iterator[str]:
    """The pattern in pieces: openings, `)`, `|`, quantifiers, anchors, whole looks, and what takes one letter."""
    place = 0
    while place < len(pattern):
        end = _end(pattern, place) if pattern[place] in _BEGINNINGS else place + 1
        yield pattern[place:end]
        place = end


def _end(pattern: str, place: int) -> int:
    if pattern.startswith(OPENINGS, place):
        return _closing(pattern, place)
    if pattern.startswith("(?P<", place):
        return pattern.index(">", place) + 1
    if pattern.startswith("(?:", place):
        return place + 3
    if pattern.startswith("(?", place):
        return pattern.index(")", place) + 1
    if pattern[place] == "[":
        return _class_end(pattern, place)
    if pattern[place] == "\\":
        return _escape_end(pattern, place)
    if pattern[place] == "{" and (count := COUNT.match(pattern, place)) is not None:
        return count.end()
    return place + 1


def _escape_end(pattern: str, place: int) -> int:
    letter = pattern[place + 1 : place + 2]
    if letter in {"p", "P", "x"} and pattern.startswith("{", place + 2):
        return pattern.index("}", place) + 1
    return place + {"x": 4, "u": 6, "U": 10}.get(letter, 2)


def _class_end(pattern: str, start: int) -> int:
    place = first = start + (2 if pattern.startswith("[^", start) else 1)
    while place < len(pattern):
        if pattern[place] == "]" and place > first:
            return place + 1
        place = _escape_end(pattern, place) if pattern[place] == "\\" else place + 1
    raise ValueError(f"a class without an end: {pattern}")


def _closing(pattern: str, start: int) -> int:
    """Where the group that opens at `start` ends."""
    depth, place = 1, start + len(next(one for one in reversed(OPENINGS) if pattern.startswith(one, start)))
    while place < len(pattern):
        end = _end(pattern, place)
        opens = pattern[place] == "(" and not pattern.startswith(OPENINGS, place)
        depth += opens - (pattern[place] == ")")
        place = end
        if depth == 0:
            return place
    raise ValueError(f"a look without an end: {pattern}")


def captures(look: str) -> bool:
    """Whether a group in the look holds what it matched."""
    body = look[4 if look.startswith("(?<") else 3 : -1]
    return any(
        part == "(" or part.startswith("(?P<") or (part.startswith(OPENINGS) and captures(part))
        for part in parts_of(body)
    )


def has_alternatives(parts: Sequence[str]) -> bool:
    """Whether a `|` stands in no group."""
    depth = 0
    for part in parts:
        depth += (part[0] == "(" and not part.endswith(")")) - (part == ")")
        if part == "|" and depth == 0:
            return True
    return False


_CAPITALS = {r"\W": r"[^\w", r"\S": r"[^\s", r"\D": r"[^\d"}


def excluding(atom: str, excluded: str, *, everything: bool) -> str:
    """What takes one letter, so that it takes none of the class `excluded`; `everything`: a dot is any letter."""
    if atom == ".":
        return f"[^{excluded}]" if everything else f"[^\n{excluded}]"
    if atom in _CAPITALS:
        return f"{_CAPITALS[atom]}{excluded}]"
    capitals = atom[0] == "[" and any(one in atom for one in _CAPITALS)
    if atom == r"[\W_]":
        return rf"[^\p{{L}}\p{{N}}{excluded}]"
    if capitals and not atom.startswith("[^"):
        raise ValueError(rf"a capital beside others in a class, write it with \p{{…}}: {atom}")
    return f"{atom[:-1]}{excluded}]" if atom.startswith("[^") and not capitals else atom
