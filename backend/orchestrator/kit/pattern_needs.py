"""Which letters must stand in a text for a pattern to be found there? One look for them spares a search.

A message meets thousands of patterns, and nearly all of them name a word that it does not hold. What is told here errs
on one side: where it is not plain what a pattern needs, it needs nothing.
"""

MOST_PIECES = 4
"""Of more, looking for each takes as long as the search."""
FEWEST_LETTERS = 2
LONGEST = 4_000
"""Characters of a pattern that is read: a longer one has hundreds of alternatives."""
_BORDERS = frozenset("bBAZz")
"""Escapes that take no letter."""
_MARKS = frozenset(".*+?{}()[]|^$\\")

Pieces = tuple[str, ...]


def pieces_needed(pattern: str) -> Pieces:
    """Of these one stands in every text in which the pattern is found; empty where that can't be told."""
    if len(pattern) > LONGEST or "(?i" in pattern or "(?=" in pattern or "(?!" in pattern or "(?<" in pattern:
        return ()
    needed, _ = _alternatives(pattern, 0)
    return needed if len(needed) <= MOST_PIECES and min(map(len, needed), default=0) >= FEWEST_LETTERS else ()


def _alternatives(pattern: str, place: int) -> tuple[Pieces, int]:
    """What one of the alternatives from `place` on needs, and where the group ends."""
    found: list[Pieces] = []
    while True:
        needed, place = _row(pattern, place)
        found.append(needed)
        if not pattern.startswith("|", place):
            break
        place += 1
    return (tuple(dict.fromkeys(one for each in found for one in each)) if all(found) else ()), place


def _row(pattern: str, place: int) -> tuple[Pieces, int]:
    """What the parts that stand in a row need: the longest of it."""
    best: Pieces = ()
    run = ""

    def weigh(needed: Pieces) -> None:
        nonlocal best
        if needed and (not best or _worth(needed) > _worth(best)):
            best = needed

    while place < len(pattern) and pattern[place] not in "|)":
        letter, needed, end = _part(pattern, place)
        low, after = _least(pattern, end)
        counted = after > end
        if letter is None and not needed and not counted and end - place > 0 and _takes_nothing(pattern, place):
            place = end
            continue
        if letter is not None and (low or not counted):
            run += letter
            needed = ()
        if letter is None or counted:
            weigh((run,) if run else ())
            run = ""
            weigh(needed if low or not counted else ())
        place = after
    weigh((run,) if run else ())
    return best, place


def _worth(needed: Pieces) -> tuple[int, int]:
    return min(map(len, needed)), -len(needed)


def _takes_nothing(pattern: str, place: int) -> bool:
    return pattern[place] in "^$" or (pattern[place] == "\\" and pattern[place + 1 : place + 2] in _BORDERS)


def _part(pattern: str, place: int) -> tuple[str | None, Pieces, int]:
    """The letter that a part is, or what it needs; and where it ends."""
    char = pattern[place]
    if char == "(":
        start = place + 1
        if pattern.startswith("?P<", start):
            start = pattern.index(">", start) + 1
        elif pattern.startswith("?:", start):
            start += 2
        elif pattern.startswith("?", start):  # flags
            return None, (), pattern.index(")", start) + 1
        needed, end = _alternatives(pattern, start)
        return None, needed, end + 1
    if char == "[":
        return None, (), _class_end(pattern, place)
    if char == "\\":
        escaped = pattern[place + 1 : place + 2]
        if escaped.isalnum():
            end = place + {"x": 4, "u": 6, "U": 10}.get(escaped, 2)
            braced = escaped in "pPx" and pattern.startswith("{", place + 2)
            return None, (), pattern.index("}", place) + 1 if braced else end
        return (None if escaped == "?" else escaped), (), place + 2  # half of a pair is read as a "?"
    return (None if char in _MARKS else char), (), place + 1


def _class_end(pattern: str, start: int) -> int:
    place = first = start + (2 if pattern.startswith("[^", start) else 1)
    while place < len(pattern) and (pattern[place] != "]" or place == first):
        place += 2 if pattern[place] == "\\" else 1
    return place + 1


def _least(pattern: str, place: int) -> tuple[int, int]:
    """How often the part before must stand at least, and where what says so ends; (1, place) where nothing does."""
    char = pattern[place : place + 1]
    if char in ("*", "?"):
        low, end = 0, place + 1
    elif char == "+":
        low, end = 1, place + 1
    elif char == "{" and (close := pattern.find("}", place)) > 0:
        figures = pattern[place + 1 : close].partition(",")
        if not figures[0].isdecimal():
            return 0, close + 1
        low, end = int(figures[0]), close + 1
    else:
        return 1, place
    return low, end + pattern.startswith("?", end)
