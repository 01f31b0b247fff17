"""Does the user ask which events are proposed, or say yes or no to one of them? The words are each language's
(`proposals.toml`): "what did you propose?", "aceita a do jantar", "descarta la del gimnasio, nunca fui"."""

from dataclasses import dataclass
from typing import Final, Literal

from orchestrator.kit.memo import kept_for_short_texts
from orchestrator.language.pattern_tables import Compiled, read_patterns
from orchestrator.language.tables import ByLanguage, Table
from orchestrator.language.text.normalize import normalize

Act = Literal["asks", "accepts", "dismisses"]
Reason = Literal["not_an_event", "other_place", "never_here", "later"]
_MOST_CHARACTERS = 200
_WHY = "why"


class _Proposals(Table):
    """`proposals.toml`, over folded text. Every group but `why` captures which one is meant."""

    asks: Compiled
    accepts: Compiled
    dismisses: Compiled
    """`why` captures the reason that is given."""
    postpones: Compiled
    """It is to be asked again later."""
    forbids: Compiled
    """None of that place is ever to be proposed again."""
    never: Compiled
    """Reasons: nothing at that place is an event."""
    elsewhere: Compiled
    """Reasons: it was another place."""
    later: Compiled
    """Reasons: not now."""


_TABLES: Final = ByLanguage(lambda language: read_patterns(language, "proposals", _Proposals))


@dataclass(frozen=True)
class AboutProposals:
    """What is said of proposals: `which` one, in the user's words ("" where they name none), and why it is none."""

    act: Act
    which: str = ""
    reason: Reason | None = None


@kept_for_short_texts(128)
def about_proposals(text: str) -> AboutProposals | None:
    """What a message says of proposed events, where that is all that it says."""
    if len(text) > _MOST_CHARACTERS:
        return None
    folded = normalize(text).replace("’", "'").strip("¿¡ ")
    return next((found for table in _TABLES.values() if (found := _said(folded, table)) is not None), None)


def _said(folded: str, table: _Proposals) -> AboutProposals | None:
    if table.asks.match(folded):
        return AboutProposals("asks")
    if (match := table.accepts.match(folded)) is not None:
        return AboutProposals("accepts", _which(match.groupdict()))
    if (match := table.postpones.match(folded)) is not None:
        return AboutProposals("dismisses", _which(match.groupdict()), "later")
    if (match := table.forbids.match(folded)) is not None:
        return AboutProposals("dismisses", _which(match.groupdict()), "never_here")
    if (match := table.dismisses.match(folded)) is not None:
        groups = match.groupdict()
        return AboutProposals("dismisses", _which(groups), _reason(groups.get(_WHY) or "", table))
    return None


def _which(groups: dict[str, str | None]) -> str:
    return next((words.strip() for name, words in groups.items() if name != _WHY and words), "")


def _reason(why: str, table: _Proposals) -> Reason:
    if table.never.search(why):
        return "never_here"
    if table.elsewhere.search(why):
        return "other_place"
    return "later" if table.later.search(why) else "not_an_event"
