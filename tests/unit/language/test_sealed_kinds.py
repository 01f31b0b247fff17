"""How often is the kind right of messages that were typed before anybody who wrote exemplars had seen one?

Only shares are told: whoever reads what went wrong writes exemplars of it, and the set measures nothing from then on.
"""

import pytest
from tests.support.corpora import lines

from orchestrator.language.exemplars.kinds import proposed
from orchestrator.language.tables import LANGUAGES, Language


def language_of(line: dict[str, str]) -> Language:
    return next(one for one in LANGUAGES if line["id"].startswith(one))


SETS = {"pt_es": lines("sealed_kinds_pt_es"), "en_fr": lines("sealed_kinds_en_fr")}


@pytest.mark.parametrize(("languages", "right", "right_where_clear"), [("pt_es", 0.8, 0.92), ("en_fr", 0.78, 0.88)])
def test_the_kind_of_messages_of_strangers(languages: str, right: float, right_where_clear: float) -> None:
    """Of all of them, and of those whose kind is clear: what a reader acts upon."""
    told = [(proposed(line["text"], language_of(line)), line["label"]) for line in SETS[languages]]
    clear = [kind.kind == label for kind, label in told if kind.clear]
    assert sum(kind.kind == label for kind, label in told) / len(told) >= right
    assert len(clear) > len(told) / 2
    assert sum(clear) / len(clear) >= right_where_clear
