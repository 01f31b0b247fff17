"""Does a message turn down what was shown, or agree to it, in words that no list holds?

The exemplars tell what it is like. A no only drops what waits, so it may say more ("leave it in, might be nice out");
a yes carries something out, so it has to be short, to name nothing, and to be like nothing else.
"""

from typing import Final, Literal

from orchestrator.kit import patterns
from orchestrator.language.detect import language_of
from orchestrator.language.exemplars.kinds import proposed
from orchestrator.language.exemplars.masking import PERSON, TIME, masked
from orchestrator.language.speech_acts import affirm
from orchestrator.language.tables import LANGUAGES

MOST_CHARACTERS: Final = 120
"""A longer message says something of its own."""
REFUSES: Final = 0.7
"""So likely a no has to be."""
REFUSES_WITH_TIME: Final = 0.9
"""So likely where it names a time, which may be the one that is wanted."""
AGREES: Final = 0.85
"""So likely a yes has to be."""
AGREES_IN_THE_END: Final = 0.5
"""The same where its last clause is a yes and nothing else: "lovely, go for it"."""
_MOST_WORDS: Final = 6
_CLAUSE = patterns.compile(r"[,;.!]+ +")


def likely_reply(text: str, language: str | None = None) -> Literal["yes", "no"] | None:
    """The answer that a message is likely to give to what was shown; None where it may be anything else."""
    if not text.strip() or len(text) > MOST_CHARACTERS or "?" in text:
        return None
    spoken = language_of(text, language)
    told = proposed(text, spoken)
    bare = masked(text, spoken)
    if told.kind == "no" and told.share >= REFUSES:
        timed = next((seen for one in (spoken, *LANGUAGES) if TIME in (seen := masked(text, one))), None)
        if timed is None or (told.share >= REFUSES_WITH_TIME and not _another_time(timed)):
            return "no"
    agrees = AGREES if affirm.reading(_CLAUSE.split(text)[-1]) != "yes" else AGREES_IN_THE_END
    if told.kind != "yes" or told.share < agrees or len(text.split()) > _MOST_WORDS:
        return None
    names = TIME in bare or PERSON in bare or any(char.isdigit() for char in bare)
    return None if names else "yes"


def _another_time(bare: str) -> bool:
    """Whether a no names a time and says nothing else: "no, friday" wants that one. `bare`: the message with marks."""
    return affirm.reading(bare.replace(TIME, " ").strip(" ,;.!")) == "no"
