"""Is there a pattern that a short text keeps busy?"""

import pytest
from tests.attack import scanning
from tests.attack.scanning import Gathered, Verdict, scanned

from orchestrator.kit.patterns import compile

PUMPS = 2
"""Texts a pattern; `make bench ARGS=attack` tries twelve times as many."""


def kinds(*patterns: tuple[str, str]) -> dict[str, str]:
    found = scanned([(engine, pattern, 0, "here") for engine, pattern in patterns], pumps=12)
    return {one.pattern: one.kind for one in found}


def test_exponential_and_square_patterns_are_told_from_linear_ones() -> None:
    assert kinds(
        ("re", r"^(?:a+ ?)+$"),
        ("re", r"^(?:(?:please|pode|podes?) )*(?:go)$"),
        ("re of bytes", r"(?:\s*<!--.*?-->\s*)*<html"),
        ("re", r"\s+$"),
        ("re2", r"a.*b|a"),
        ("re", r"^[a-z]+$"),
        ("re2", r"(?:a+ ?)+$"),
    ) == {
        r"^(?:a+ ?)+$": "exponential",
        r"^(?:(?:please|pode|podes?) )*(?:go)$": "exponential",
        r"(?:\s*<!--.*?-->\s*)*<html": "exponential",
        r"\s+$": "superlinear",
        r"a.*b|a": "superlinear",
    }


@pytest.fixture(scope="module")
def gathered() -> list[Gathered]:
    return scanning.gathered()


@pytest.fixture(scope="module")
def verdicts(gathered: list[Gathered]) -> list[Verdict]:
    return list(scanned(gathered, pumps=PUMPS))


def test_every_pattern_takes_text_of_all_alphabets(gathered: list[Gathered]) -> None:
    # each is made again when the first letter beyond ASCII comes, of larger classes: too large is told only then
    too_large = []
    for engine, pattern, _, where in gathered:
        if engine == "re2":
            try:
                compile(pattern).search("ä")
            except ValueError as error:
                too_large.append(f"{where}: {error}")
    assert not too_large, "\n".join(too_large)


def test_no_pattern_is_exponential(verdicts: list[Verdict]) -> None:
    found = [one for one in verdicts if one.kind == "exponential"]
    assert not found, "\n" + "\n".join(map(str, found))


def test_no_pattern_of_the_linear_engine_looks_at_the_rest_again_and_again(verdicts: list[Verdict]) -> None:
    found = [one for one in verdicts if one.engine == "re2"]
    assert not found, "\n" + "\n".join(map(str, found))


def test_what_backtracks_worse_than_linear_stands_where_texts_are_bounded(verdicts: list[Verdict]) -> None:
    unbounded = [one for one in verdicts if one.kind == "superlinear" and one.engine != "re2" and not one.bounded]
    assert not unbounded, "\n" + "\n".join(map(str, unbounded))
