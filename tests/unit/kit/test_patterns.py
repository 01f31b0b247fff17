"""Do patterns in linear time mean what they mean in `re`?"""

import re

import pytest
from tests.support.corpora import corpus
from tests.support.processor_time import processor_time

from orchestrator.kit import patterns

TEXTS = (
    "",
    "a b_c 12",
    "não é água: ñandú",
    "Анна Петровна 東京 ١٢٣",
    "x\u2028y\xa0z\x1c\x85",
    "[x] ^ - ] \\",
    "línea\nsegunda\n",
)


@corpus("patterns", "the_same_matches_as_re")
def test_the_same_matches_as_re(pattern: str) -> None:
    mine, theirs = patterns.compile(pattern), re.compile(pattern)
    for text in TEXTS:
        found = [(match.span(), match.groups(), match.groupdict()) for match in mine.finditer(text)]
        assert found == [(match.span(), match.groups(), match.groupdict()) for match in theirs.finditer(text)], text
        assert mine.split(text) == theirs.split(text)
        assert mine.sub("<>", text) == theirs.sub("<>", text)


@corpus("patterns", "what_no_linear_engine_has_is_refused_by_name")
def test_what_no_linear_engine_has_is_refused_by_name(pattern: str) -> None:
    with pytest.raises(ValueError, match=re.escape(pattern)):
        patterns.compile(pattern)


def test_half_of_a_pair_is_read_and_moves_nothing() -> None:
    text = "a \ud83d\ude00 \ud800 end"
    match = patterns.compile(r"end").search(text)
    assert match is not None
    assert text[match.start() :] == "end"
    assert patterns.compile(r"\s").split(text)[-1] == "end"


def test_what_holds_a_backtracking_engine_for_minutes_is_read_at_once() -> None:
    with processor_time() as spent:
        assert patterns.compile(r"^(?:(?:a|a)+,?)+$").search("a" * 50_000 + "!") is None
    assert spent.seconds < 1


@pytest.mark.parametrize("repl", [r"<\1>", r"\g<word>…\g<1>", "…é“", r"\\", ""])
def test_replacements_are_filled_as_in_re(repl: str) -> None:
    pattern = r"(?P<word>[ab]\w*)( x)?"
    text = "ação a x b… über x"
    assert patterns.compile(pattern).subn(repl, text) == re.compile(pattern).subn(repl, text)
    assert patterns.compile(pattern).sub(repl, text, 1) == re.compile(pattern).sub(repl, text, count=1)


def test_groups_are_known_by_name() -> None:
    mine, theirs = (module.compile(r"(?P<a>é)(?P<b>x)?(?P<c>\d+)$").search("né1", 0) for module in (patterns, re))
    for name in ("a", "b", "c"):
        assert (mine.span(name), mine.start(name), mine.end(name)) == (
            theirs.span(name),
            theirs.start(name),
            theirs.end(name),
        )
        assert (mine[name], mine.group(name, 0)) == (theirs[name], theirs.group(name, 0))
    assert mine.groupdict("-") == theirs.groupdict("-")
    with pytest.raises(IndexError):
        mine["d"]


def test_a_text_ends_where_it_is_told_to() -> None:
    for pattern in (r"b$", r"b\Z", r"^b"):
        mine, theirs = patterns.compile(pattern), re.compile(pattern)
        for place in ((0, 2), (1, 2), (1, 3)):
            assert bool(mine.search("abab", *place)) == bool(theirs.search("abab", *place)), (pattern, place)


@corpus("patterns", "an_empty_match_is_found_once")
def test_an_empty_match_is_found_once(pattern: str, text: str) -> None:
    ours, theirs = patterns.compile(pattern), re.compile(pattern)
    assert [found.span() for found in ours.finditer(text)] == [found.span() for found in theirs.finditer(text)]
    assert (ours.findall(text), ours.split(text)) == (theirs.findall(text), theirs.split(text))
    assert ours.sub(r"<\g<0>>", text) == theirs.sub(r"<\g<0>>", text)


def test_many_matches_of_a_long_text_take_time_in_proportion() -> None:
    spent = []
    for size in (20_000, 80_000):
        with processor_time() as took:
            assert len(patterns.compile(r"(é)(?P<x>a)?").findall("éa " * (size // 3))) == size // 3
        spent.append(took.seconds)
    assert spent[1] < 8 * max(spent[0], 0.02), spent


def test_an_escaped_text_matches_itself() -> None:
    text = "a.b[c]*(d)|\\ é\n"
    assert patterns.compile(patterns.escape(text)).fullmatch(text)
