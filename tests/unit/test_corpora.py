"""Is every sentence of the corpora judged by a test, and told apart from the others?"""

from decimal import Decimal
from pathlib import Path

import pytest
from tests.support.corpora import CORPORA, cases, corpus, lines

NAMES = sorted(path.stem for path in CORPORA.glob("*.jsonl"))
READERS = ("test_*.py", "*_cases.py")
"""Tests, and what hands its cases to a test and to a bench."""
TESTS = "\n".join(
    path.read_text(encoding="utf-8") for names in READERS for path in Path(__file__).parents[1].rglob(names)
)


def test_each_case_has_an_id_of_its_own_and_a_test() -> None:
    unread = []
    for name in NAMES:
        ids = [line["id"] for line in lines(name)]
        assert len(set(ids)) == len(ids), name
        if f'lines("{name}")' not in TESTS and f"{name}.jsonl" not in TESTS:
            sets = {one.rpartition("-")[0] for one in ids}
            unread += [f"{name}: {each}" for each in sets if f'("{name}", "{each}")' not in TESTS]
    assert unread == []


def test_a_set_that_is_not_there_is_no_empty_one() -> None:
    with pytest.raises(AssertionError, match="no case of 'nothing'"):
        cases("claims", "nothing")


def test_a_case_is_the_values_of_its_fields() -> None:
    assert cases("numbers", "words_say_their_number")[0] == ("en", "twenty-one", 21)
    assert cases("waiting", "words_of_waiting_are_found")[0] == lines("waiting")[0]["text"]


@corpus("numbers", "words_say_their_number")
def test_a_case_is_read_as_its_test_names_it(language: str, text: str, number: Decimal) -> None:
    assert (type(language), type(text), type(number)) == (str, str, Decimal)
