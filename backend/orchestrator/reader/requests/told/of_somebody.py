"""What does a message tell of somebody else: who they are, what a contact holds of them, what takes place on the
birthday that it tells?
"""

from collections.abc import Iterable

from orchestrator.language.people.kinship import own_relative
from orchestrator.language.speech_acts.mood import Mood
from orchestrator.language.statements.stating import statements
from orchestrator.language.tables import Language
from orchestrator.llm.messages import TurnFacts
from orchestrator.reader.acts import Act
from orchestrator.reader.lexicon import Words
from orchestrator.reader.line import MAX_LENGTH, Line, joined, spelled
from orchestrator.reader.request import Request, Scene
from orchestrator.reader.requests.engagements import engaged
from orchestrator.reader.requests.people.contact_words import told_of
from orchestrator.reader.requests.people.introductions import introduced
from orchestrator.reader.requests.people.told_words import named_at_once
from orchestrator.reader.requests.templates import without_politeness
from orchestrator.reader.requests.told.plans import told_plans
from orchestrator.reader.timing import Phrase, phrases
from orchestrator.reader.words import words_of


def of_somebody(facts: TurnFacts, languages: Iterable[Language]) -> list[Request]:
    """What is told of somebody else that a contact holds: a number, a birthday, where they live or work."""
    own = any(one.own for one in statements(facts.question))
    for language in languages:
        known = words_of(language)
        bare = without_politeness(spelled(facts.question[:MAX_LENGTH], known.language), known)
        graph = told_of(bare, known, now=facts.now)
        # "My mother's birthday is …" is of her, "my birthday is …" of nobody else.
        theirs = graph is not None and (graph["relationships"] or own_relative(str(graph["contacts"][0]["name"])))
        if graph is not None and (not own or theirs):
            return [Request(Act.CONTACT_GRAPH, graph), *then_takes_place(bare, known, facts)]
    return []


def then_takes_place(text: Line, known: Words, facts: TurnFacts) -> list[Request]:
    """What takes place on the birthday that a first clause tells: "mum turns 60 on 16 January, we're having a party at
    Le Cygne at 7"."""
    text = named_at_once(text, known)
    stop = text.low.find(", ")
    first, rest = text.cut(0, max(stop, 0)), text.cut(stop + 2, len(text.low))
    days = [one for one in _times(first, known, facts) if one.mention.has_date]
    days = [one for one in days if one.mention.kind == "instant"]  # "60 ans" is a length
    if stop < 0 or len(days) != 1 or any(one.mention.has_date for one in _times(rest, known, facts)):
        return []
    day = first.cut(days[0].start, days[0].end)
    then = Scene(joined([day, rest]), known, facts.now, known.locale, facts.context)
    return engaged(then) or told_plans(then)


def _times(text: Line, known: Words, facts: TurnFacts) -> list[Phrase]:
    return phrases(text.raw, text.low, known, facts.now, known.locale)


def introduced_in(facts: TurnFacts, languages: Iterable[Language], *, told: bool, sure: bool) -> list[Request]:
    """Who somebody is, in the language in which the message says that."""
    asked = facts.mood == Mood.REQUEST or (facts.mood is None and not told)
    for language in languages:
        known = words_of(language)
        bare = without_politeness(spelled(facts.question[:MAX_LENGTH], known.language), known)
        if met := introduced(bare, known, asked=asked, sure=sure, now=facts.now):
            return [*met, *then_takes_place(bare, known, facts)]
    return []
