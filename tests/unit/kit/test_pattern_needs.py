"""What is told that a pattern needs stands in every text in which it is found."""

import pytest

from orchestrator.kit import patterns
from orchestrator.kit.pattern_needs import pieces_needed


@pytest.mark.parametrize(
    ("pattern", "needed"),
    [
        (r"\b(?P<here>dads) (?:new)?", ("dads",)),
        (r"\bthe\b night$", ("the night",)),
        (r"a?bcd", ("bcd",)),
        (r"ab?cd", ("cd",)),
        (r"ab+cde", ("cde",)),
        (r"(?:foo|bar)", ("foo", "bar")),
        (r"(?:ab){2,3}c", ("ab",)),
        (r"\d{1,2} days", (" days",)),
        (r"cd\.ef[a-z]", ("cd.ef",)),
        (r"(?s).*foo", ("foo",)),
        (r"\bação\b", ("ação",)),
    ],
)
def test_what_a_pattern_needs(pattern: str, needed: tuple[str, ...]) -> None:
    assert pieces_needed(pattern) == needed


@pytest.mark.parametrize(
    "pattern",
    [
        "",
        "(?i)foo",
        r"(?:foo|b)",
        r"x(?:foo|bar)?",
        r"(?:foo)*",
        r"(?:foo){0,2}",
        "foo|",
        "[fo]+",
        r"\w+\d",
        r"\p{L}\x{41}\u00e9",
        "[]f][^]]",
        "|".join(f"word{n}" for n in range(20)),
    ],
)
def test_where_it_is_not_plain_nothing_is_needed(pattern: str) -> None:
    assert pieces_needed(pattern) == ()


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        (r"\b(?:next|last) week\b", "not next week, the last week"),
        (r"(?P<a>add|put) (\w+)?", "add milk, put é"),
        (r"what\?", "what\ud800"),
        (r"ab+c", "xabbbc abc"),
    ],
)
def test_what_was_looked_for_in_vain_is_found_afterwards(pattern: str, text: str) -> None:
    fresh, used = patterns.LinearPattern(pattern), patterns.LinearPattern(pattern)
    for _ in range(patterns.MISSES + 1):
        assert used.search("zzz") is None
        assert used.search("zzzé") is None
        assert list(used.finditer("zzz")) == []
    for how in ("search", "match", "fullmatch"):
        one, other = getattr(fresh, how)(text), getattr(used, how)(text)
        assert (one and (one.span(), one.groups())) == (other and (other.span(), other.groups()))
    assert [one.span() for one in fresh.finditer(text)] == [one.span() for one in used.finditer(text)]
    assert used.search(text, 0, 2) is None
