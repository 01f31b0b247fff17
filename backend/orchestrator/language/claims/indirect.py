"""Does a clause say in a roundabout way that something was done: "you can cross that off", "a Ana já sabe", "ya tiene
hora"?

The frames of `lexicon.indirect_words` find it. What hangs on a condition, a wish or a word of somebody else claims
nothing, and what only tells how things stand must be about the user's own things.
"""

from dataclasses import dataclass

from orchestrator.language.lexicon.claim_words import CLAIMS
from orchestrator.language.lexicon.indirect_words import INDIRECT
from orchestrator.language.tables import Language
from orchestrator.language.text.words import Word

_ANCHORED = "@"
_MOST_BESIDE = 2
"""So many words go with a greeting ("buenos días de nuevo") and make no sentence."""


@dataclass(frozen=True, slots=True)
class Indirect:
    """What a clause says (a reading of `lexicon.claim_words`), and where in its rendering."""

    says: str
    start: int
    end: int


def hangs(piece: tuple[Word, ...], language: Language) -> bool:
    """Whether a clause tells what might be, or depends on something."""
    return _hangs(" ".join(word.folded for word in piece), language)


def _hangs(folded: str, language: Language) -> bool:
    words = INDIRECT[language]
    return not words.hangs.isdisjoint(words.reflexive.sub(" ", folded).split())


def indirectly(lead: str, rendered: str, around: str, language: Language) -> Indirect | None:
    """The roundabout claim of a rendered clause; `lead`: the one that it goes on with, `around`: those that go on with
    it, all rendered. Linear in them."""
    words = INDIRECT[language]
    if lead and words.opens.starts.match(lead) is not None and (told := _framed(lead + rendered, around, language)):
        return Indirect(told.says, 0, len(rendered))
    if _greets(rendered, language):
        return None
    if (gone := words.as_if.starts.search(rendered)) is not None:
        return Indirect("DONE", gone.start(), gone.end())
    if _hangs(" ".join(token.partition(":")[0] for token in rendered.split()), language):
        return None
    if words.rules.may_match(rendered) and (found := _framed(rendered, around, language)) is not None:
        return found
    affirmed = all(token.partition(":")[0] not in CLAIMS[language].blocks for token in rendered.split())
    if (
        lead
        and affirmed
        and words.reassures.starts.search(lead) is not None
        and words.anchor.starts.search(rendered) is not None
    ):
        return Indirect("STATE", 0, len(rendered))
    return None


def _greets(rendered: str, language: Language) -> bool:
    """Whether a clause is no more than a greeting: "Good morning again"."""
    said = [token.partition(":")[0] for token in rendered.split()]
    greetings = INDIRECT[language].greetings
    longest = next((length for length in (2, 1) if " ".join(said[:length]) in greetings), 0)
    return longest > 0 and len(said) <= longest + _MOST_BESIDE


def _framed(rendered: str, around: str, language: Language) -> Indirect | None:
    words = INDIRECT[language]
    for rule, match in words.rules.matching(rendered):
        if rule.says.endswith(_ANCHORED) and words.anchor.starts.search(rendered + around) is None:
            continue
        before = [token.partition(":")[0] for token in rendered[: match.start()].split()]
        if any(word in CLAIMS[language].blocks for word in before):
            continue
        says = rule.says.rstrip(_ANCHORED)
        return Indirect("STRICT" if says == "SOON" else says, match.start(), match.end())
    return None
