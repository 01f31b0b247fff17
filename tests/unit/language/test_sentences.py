"""Where sentences begin and end, whatever stands in them."""

import random
import re

import pytest
from tests.support.processor_time import seconds_of

from orchestrator.language.statements.sentences import sentence_spans
from orchestrator.language.statements.shape import ABBREVIATED

_SHORT = "".join(rf"(?<!\b{one})" for one in ABBREVIATED)
_INNER = rf"(?:\.(?=\w)|(?!{_SHORT}\.)\.|(?-i:(?<=\b[B-DF-HJ-NP-XZ])\.(?= [A-Z])))"
PIECES = (
    *(".", ". ", "..", "?", "!", "\n", ";", " ", "a", "é", "_", "3.5", "dr", "Dr.", " Sra. ", "xdr.", " profa.", "J."),
    *("J. K. ", " A. B", "plan A. Then", "Ana", " e ", "mrs", "Ms. Reis", "…", "\t", "b. c", "É. F", "eng.\n", "."),
)


def said(text: str, *, semicolons: bool = True) -> list[str]:
    return [text[start:end] for start, end in sentence_spans(text, semicolons=semicolons)]


@pytest.mark.parametrize("semicolons", [True, False])
def test_they_are_those_of_a_pattern_that_looks_around(semicolons: bool) -> None:
    """The pattern says it shortest; it backtracks, so that it stands here and not there."""
    more = ";" if semicolons else ""
    pattern = re.compile(rf"[^.!?\n{more}]+(?:{_INNER}[^.!?\n{more}]+)*[.!?{more}]*", re.IGNORECASE)
    chance = random.Random(7)
    for _ in range(4_000):
        text = "".join(chance.choices(PIECES, k=chance.randint(0, 12)))
        assert said(text, semicolons=semicolons) == pattern.findall(text), repr(text)


def test_a_point_of_a_number_a_title_or_an_initial_ends_none() -> None:
    assert said("Dr. Reis pays 3.5 for J. Melo. He left; she stays!") == [
        "Dr. Reis pays 3.5 for J. Melo.",
        " He left;",
        " she stays!",
    ]


@pytest.mark.parametrize("part", [".", "a.", "a. ", "Dr. ", "B. C", "!?", "\n"])
def test_it_takes_no_longer_than_the_text(part: str) -> None:
    def seconds(size: int) -> float:
        text = (part * size)[:size]
        return seconds_of(lambda: said(text))

    seconds(1_000)
    short = min(seconds(50_000) for _ in range(3))
    assert min(seconds(200_000) for _ in range(2)) < 12 * max(short, 0.01)
