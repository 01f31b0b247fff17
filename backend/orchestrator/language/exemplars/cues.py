"""Which words of a message only say of which kind it is? Those that the exemplars of that kind are written with.

What stands in a slot of an exemplar is what a message of the kind is about; every other word of it is a cue: "fetching"
in "who's fetching {person}", "sobrenome" in "qual é o sobrenome do {person}". A cue explains a word that no record
holds. A word that slots stand for too ("the bins are out") is a cue where several exemplars of the kind have it around
their slots, as "birthday". Kinds whose exemplars name what is asked for ("the wifi password") have none.
"""

from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import Final

from orchestrator.kit import patterns
from orchestrator.language.exemplars.corpus import fillings, written
from orchestrator.language.exemplars.kinds import TASK
from orchestrator.language.tables import Language
from orchestrator.language.text.normalize import tokens

KINDS: Final = frozenset(
    "when where who identity phone email home birthday age job count length until last next agenda people free promised"
    " decided said order cancel move done todo note fact amend todos undo".split()
)
_SLOT = patterns.compile(r"\{[a-z]+\}|[()|]")


def cues(kind: str, language: Language) -> frozenset[str]:
    """The folded words of the exemplars of a kind; none of a kind whose words tell more than the kind."""
    return _cues(language).get(kind, frozenset())


@cache
def _cues(language: Language) -> Mapping[str, frozenset[str]]:
    found: dict[str, Counter[str]] = {}
    for one in written(TASK, language):
        if one.label in KINDS:
            found.setdefault(one.label, Counter()).update(set(tokens(_SLOT.sub(" ", one.text))))
    told_of = {word for filled in fillings(TASK, language).values() for one in filled for word in tokens(one)}
    return {
        kind: frozenset(word for word, often in words.items() if often >= _SEVERAL or word not in told_of)
        for kind, words in found.items()
    }


_SEVERAL: Final = 3
"""Exemplars in which a word of what is told of stands only for the kind."""
