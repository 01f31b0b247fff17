"""The patterns of a table are put together from its pieces, and compiled where they are read."""

import pytest
from tests.support.corpora import corpus

from orchestrator.language.pattern_tables import NEVER, Compiled, Lettered, either, with_pieces
from orchestrator.language.tables import Table, checked, parsed
from orchestrator.language.word_patterns import lettered


class Wishes(Table):
    """A table as there might be one."""

    wants: Compiled
    past: Lettered


def wishes(text: str) -> Wishes:
    told = with_pieces(parsed(text, where="xx/wishes.toml"), {"name": "(?P<name>[a-z]+)"}, where="xx/wishes.toml")
    return checked(told, Wishes, where="xx/wishes.toml")


def test_a_piece_may_hold_others_and_be_made_of_words() -> None:
    told = wishes(
        """
        wants = ['^{who} (?:{verb}) ', '(?:un|une) {thing}{1,2}$']
        past = 'voulé'
        [pieces]
        who = '(?:{name}|je)'
        verb = { either = "veux voudrais voudrait+bien" }
        thing = '(?:{kept})'
        kept = { but = "chat" }
        """
    )
    found = told.wants.match("ana voudrait bien un chien")
    assert found is not None
    assert found["name"] == "ana"
    assert told.wants.match("ana veut un chien") is None
    assert told.past.search(lettered("VOULÉ")) is not None


def test_an_empty_pattern_never_matches() -> None:
    told = wishes("wants = ''\npast = ''")
    assert told.wants is NEVER
    assert told.wants.search("") is None


def test_the_longest_of_several_words_is_tried_first() -> None:
    assert either("on on+top of") == "on top|of|on" or either("on on+top of") == "on top|on|of"


@corpus("pattern_tables", "a_pattern_that_can_t_be_made_tells_its_file_and_key")
def test_a_pattern_that_can_t_be_made_tells_its_file_and_key(text: str, says: str) -> None:
    with pytest.raises(ValueError, match=says) as told:
        wishes(text)
    assert "xx/wishes.toml" in str(told.value)
