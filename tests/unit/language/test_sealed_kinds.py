"""How often is the kind right of messages that were typed before anybody who wrote exemplars had seen one?

Only shares are told: whoever reads what went wrong writes exemplars of it, and the set measures nothing from then on.
"""

from tests.support.corpora import lines

from orchestrator.language.exemplars.kinds import proposed
from orchestrator.language.tables import LANGUAGES, Language

RIGHT, RIGHT_WHERE_CLEAR = 0.8, 0.92
"""Of all messages, and of those whose kind is clear: what a reader acts upon."""


def language_of(line: dict[str, str]) -> Language:
    return next(one for one in LANGUAGES if line["id"].startswith(one))


def test_the_kind_of_messages_of_strangers_in_portuguese_and_spanish() -> None:
    told = [
        (proposed(line["text"], language_of(line)), line["label"] == proposed(line["text"], language_of(line)).kind)
        for line in lines("sealed_kinds_pt_es")
    ]
    clear = [right for kind, right in told if kind.clear]
    assert sum(right for _, right in told) / len(told) >= RIGHT
    assert len(clear) > len(told) / 2
    assert sum(clear) / len(clear) >= RIGHT_WHERE_CLEAR
