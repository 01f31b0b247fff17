"""Does a turn of the reader propose, tell and leave out what it should? A turn is a row of the corpus."""

from operator import itemgetter
from typing import Any

import pytest
from tests.support.corpora import lines
from tests.unit.reader.turns import assert_turn


@pytest.mark.parametrize("case", lines("reader_turns"), ids=itemgetter("id"))
def test_a_turn_does_what_its_row_says(case: dict[str, Any]) -> None:
    assert_turn(case)
