"""Look-around in linear time finds what `re` finds."""

import random
import re

import pytest
from tests.support.corpora import corpus
from tests.support.processor_time import processor_time

from orchestrator.kit import lookaround, patterns

WORDS = (
    "call it off my you any conflicts overlap with about there is are was today save name as : a b ab ba b\na to from"
    " that the and also ? is Ana São ção über Ångström +351 912 345 x@y 12 c"
).split(" ")


def _said(seed: int) -> list[str]:
    chance = random.Random(seed)
    return [" ".join(chance.choice(WORDS) for _ in range(chance.randint(0, 9))) for _ in range(600)]


def _told(found: "re.Match[str] | patterns.Match | None") -> object:
    if found is None:
        return None
    names = found.groupdict()
    return found.span(), found.group(), found.groups(), names, [found.span(name) for name in names]


@corpus("lookaround", "it_finds_what_re_finds")
def test_it_finds_what_re_finds(pattern: str) -> None:
    ours, theirs = lookaround.compile(pattern), re.compile(pattern)
    met = 0
    for text in _said(len(pattern)):
        for how in ("search", "match", "fullmatch"):
            found = _told(getattr(theirs, how)(text))
            assert _told(getattr(ours, how)(text)) == found, (how, text)
            assert _told(getattr(ours, how)(text, 3)) == _told(getattr(theirs, how)(text, 3)), (how, text)
            met += found is not None
        assert [*map(_told, ours.finditer(text))] == [*map(_told, theirs.finditer(text))], text
        assert ours.findall(text) == theirs.findall(text), text
        assert ours.sub(r"<\g<0>>", text) == theirs.sub(r"<\g<0>>", text), text
        assert ours.split(text) == theirs.split(text), text
    assert met > 3


def test_borders_know_letters_with_accents() -> None:
    assert lookaround.compile(r"\be\b").search("é e").span() == (2, 3)  # type: ignore[union-attr]
    assert lookaround.compile(r"\bs\b").search("Jøs møs") is None


@pytest.mark.parametrize("pattern", ["(?<=a+)b", "(?<=a|bc)d", "(?!(a))b", "(?=a", "[a", r"(?!a)[a\W]"])
def test_what_it_can_not_do_is_told_when_it_is_made(pattern: str) -> None:
    with pytest.raises(ValueError, match=r"\S"):
        lookaround.compile(pattern)


def test_a_text_with_marks_of_its_own_fools_no_look() -> None:
    pattern = lookaround.compile(r"a(?!b)")
    assert pattern.search("\x01ab\x02\x01") is None
    found = pattern.search("\x01\x02ab\x01a\x02")
    assert found is not None
    assert (found.start(), found.string) == (5, "\x01\x02ab\x01a\x02")


def test_its_time_grows_with_the_text() -> None:
    """Both take `re` minutes at a hundredth of the length."""
    for pattern, piece in ((r"^(?:(?:o|a|este)\s*)*(?!x)z", "este "), (r"(?:\w+ ?)+(?=!)", "pode ")):
        spent = []
        for length in (4_000, 16_000):
            text = piece * (length // len(piece))
            with processor_time() as took:
                assert lookaround.compile(pattern).search(text) is None
            spent.append(took.seconds)
        assert spent[1] < 8 * max(spent[0], 0.02), (pattern, spent)


def test_the_parts_of_a_match_have_names_and_places() -> None:
    found = patterns.compile(r"(?P<one>a+)(?P<two>b)?").search("xaa é")
    assert found is not None
    assert (found.span("one"), found.start("one"), found.end("two"), found["two"]) == ((1, 3), 1, -1, None)
    assert found.lastgroup == "one"
    with pytest.raises(IndexError):
        found.span("three")
