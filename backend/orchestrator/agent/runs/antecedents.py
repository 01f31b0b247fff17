"""What does a message say by itself, that leaves a part of it to the conversation? Whom "she" means, which day, which
earlier message it changes.
"""

from dataclasses import replace

from orchestrator.agent.runs.exchanges import exchanges, people_in
from orchestrator.agent.runs.referents import Referents
from orchestrator.agent.runs.restatements import Restatements, Understood
from orchestrator.agent.turn.context import TurnContext
from orchestrator.agent.turn.services import Services
from orchestrator.agent.turn.turn import Turn
from orchestrator.language.discourse import marks, restating
from orchestrator.language.discourse.repairing import asked_rather, repaired
from orchestrator.language.exemplars.kinds import proposed
from orchestrator.language.messages import LANGUAGES, say
from orchestrator.language.people.kinship import kin_of
from orchestrator.language.speech_acts import affirm
from orchestrator.language.speech_acts.mood import Mood
from orchestrator.language.text.shorthand import own_words
from orchestrator.language.text.words import without_tag

MOST_NAMED = 400
"""Characters of a message whose names are looked for: a longer one is a text."""


class Antecedents:
    """Puts in what a message leaves to the conversation."""

    def __init__(self, services: Services) -> None:
        self._referents = Referents(services)
        self._restatements = Restatements(services)

    def with_names(self, turn: Turn, opening: TurnContext) -> str:
        """The message with the names of the user's people as names are written: "add sven" is "add Sven"."""
        said = turn.question
        if turn.mood in {Mood.QUESTION, Mood.CONFIRMATION} or len(said) > MOST_NAMED:
            return said
        met = opening.people.named_in(said, partly=True)
        language = turn.route.language
        names = [
            one.phrase for one in met if kin_of(one.phrase) is None and own_words(one.phrase, language) == one.phrase
        ]
        return restating.with_capitals(said, names)

    async def understood(self, turn: Turn, opening: TurnContext) -> Understood:
        """The message with the people and days that it refers to; as it was said where it refers to none, where it
        asks for a change, or where it is unclear who is meant."""
        language = turn.route.language
        told = without_tag(turn.question) if turn.mood is Mood.QUESTION else turn.question
        meant = repaired(asked_rather(told, language), language, now=turn.local_now)
        turn = replace(turn, question=meant)
        said = turn.question
        if again := _kept_after_all(turn, opening) or _wanted_after_all(turn, opening):
            return Understood(again)
        if turn.mood is Mood.CONFIRMATION:
            return Understood(said)
        if (restated := await self._restatements.restated(turn, opening)) is not None:
            return restated
        return Understood(await self._referents.completed(turn, opening, self._with_apostrophes(turn, opening)))

    def _with_apostrophes(self, turn: Turn, opening: TurnContext) -> str:
        """The message with the apostrophe of those whose relative it names: "theos mum" where there is a Theo, "my
        brothers wife"."""
        said = turn.question
        owners = restating.without_apostrophe(said, turn.route.language) if len(said) <= MOST_NAMED else []
        known = {at for at, name in owners if people_in(opening, name)}
        known |= set(restating.kin_without_apostrophe(said, turn.route.language) if len(said) <= MOST_NAMED else ())
        for at in sorted(known, reverse=True):
            said = f"{said[:at]}'{said[at:]}"
        return said


def _kept_after_all(turn: Turn, opening: TurnContext) -> str:
    """What the user told just before, as something to be remembered, where they agree that it is: "save it", "yes"
    after they were told that nothing is stored by itself. "" of any other message."""
    last, before = opening.last_answer, opening.asked_before(turn.question)
    if last is None or not before or not affirm.keeps_that(turn.question):
        return ""
    remarks = {say(_NOT_STORED, one) for one in (turn.locale, turn.language, *LANGUAGES)}
    return f"{marks.keeping(turn.route.language)} {before[-1].strip()}" if last.content.strip() in remarks else ""


def _wanted_after_all(turn: Turn, opening: TurnContext) -> str:
    """What the user asked for and then declined, where they agree to it after all: "actually yes" after "no, leave it".
    "" of any other message."""
    last = opening.last_answer
    if last is None or affirm.reading(turn.question) != "yes" or _only_acknowledges(turn):
        return ""
    declined = (
        say(_DECLINED, one, summary="\n").partition("\n")[0] for one in (turn.locale, turn.language, *LANGUAGES)
    )
    if not any(last.content.startswith(opening_words) for opening_words in declined):
        return ""
    _, *before = exchanges(opening)
    return before[0].asked if before else ""


def _only_acknowledges(turn: Turn) -> bool:
    """Whether a message only takes note of what was told: "ok", "yes thanks"."""
    thanks = proposed(turn.question, turn.route.language).of(_THANKS) >= _LIKELY_THANKS
    return len(turn.question.split()) < _FEWEST_WORDS or thanks


_FEWEST_WORDS = 2
_LIKELY_THANKS = 0.25
_THANKS = frozenset({"thanks"})
_DECLINED = "agent.declined"
_NOT_STORED = "reader.answer.statement"
