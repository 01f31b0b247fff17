"""Is what a merge moves told in numbers and words of each language, whatever refers to contacts and places?"""

import pytest

from orchestrator.catalog import SLICES
from orchestrator.domain.foundation.entities.merging import Moves, moved_told
from orchestrator.language.tables import ABOUT, LANGUAGES

KINDS = {one.kind for each in SLICES for one in (*each.referrers, *each.place_referrers)} | {"relationship", "place"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_kind_has_its_words(language: str) -> None:
    assert len(KINDS) > 10
    told = moved_told(Moves(rows={kind: at + 1 for at, kind in enumerate(sorted(KINDS))}), ABOUT[language].locale)
    assert len(told) == len(KINDS)
    assert [one for one in told if "_" in one] == []


def test_one_is_told_as_one() -> None:
    assert moved_told(Moves(rows={"event": 1, "relationship": 2}), "en-US") == ["1 event", "2 relationships"]
    assert moved_told(Moves(rows={"relationship": 1}), "pt-PT") == ["1 relação"]
