"""A user's message as the recognisers see it: parsed once, each part when it is first asked for."""

from dataclasses import replace
from functools import cached_property

from orchestrator.language.messages import LANGUAGES
from orchestrator.language.speech_acts.mood import Mood
from orchestrator.language.tables import Language
from orchestrator.language.time.no_days import only_no_day
from orchestrator.llm.messages import TurnFacts
from orchestrator.reader.discourse.coreference import completed
from orchestrator.reader.domains.document_asks import PaperAsk, paper_ask
from orchestrator.reader.domains.place_asks import PlaceAsk, place_ask
from orchestrator.reader.domains.web import query_of
from orchestrator.reader.line import MAX_LENGTH, spelled
from orchestrator.reader.phrase.voice import Voice
from orchestrator.reader.query.algebra import Query
from orchestrator.reader.query.parse import query_in
from orchestrator.reader.question.model import Reading
from orchestrator.reader.question.reading import locale_for, read
from orchestrator.reader.question_kinds import Kind
from orchestrator.reader.request import Request, Scene
from orchestrator.reader.requests.event_in_mind import about_event
from orchestrator.reader.requests.parse import forbids, requests
from orchestrator.reader.requests.split_compound import asked_beside_ban
from orchestrator.reader.requests.templates import without_politeness
from orchestrator.reader.requests.writes import of_something_kept
from orchestrator.reader.spoken import language_in
from orchestrator.reader.supposition.carried_out import carried_out
from orchestrator.reader.words import words_of

_MOST_OF_FOLLOW_UP = 60
"""Characters; a longer message is a question of its own."""


class Utterance:
    """`given`: the turn as it came; `facts`: the same without a ban that stands beside a question."""

    def __init__(self, given: TurnFacts) -> None:
        self.given = given

    @cached_property
    def facts(self) -> TurnFacts:
        return asked_beside_ban(self.given)

    @cached_property
    def in_turn(self) -> bool:
        """Whether the user said it; a briefing is written without a word of theirs."""
        return self.facts.purpose == "turn"

    @cached_property
    def reading(self) -> Reading:
        """What is asked, with what the conversation before it tells."""
        if not self.in_turn:
            return _briefing(self.facts)
        facts = self.facts
        found = completed(self.alone, facts)
        if facts.intent == "briefing" and found.kind in {Kind.TOPIC, Kind.GREETING, Kind.AGENDA}:
            return replace(found, kind=Kind.BRIEFING)
        return found

    @cached_property
    def alone(self) -> Reading:
        """The same by its own words alone."""
        facts = self.facts
        return read(facts.question, now=facts.now, locale=facts.locale, spoken=language_in(facts))

    @property
    def goes_on(self) -> bool:
        """Whether it may be about what was asked before: it is short, and names nobody and nothing that was told."""
        reading = self.reading
        short = len(self.facts.question) <= _MOST_OF_FOLLOW_UP and bool(self.facts.history)
        return self.in_turn and short and bool(reading.words) and not (reading.names or reading.targets)

    @cached_property
    def scene(self) -> Scene:
        """Its words without politeness, in the language that it is read in."""
        facts, known = self.facts, words_of(self.reading.language)
        text = without_politeness(spelled(facts.question[:MAX_LENGTH], known.language), known)
        return Scene(text, known, facts.now, self.reading.locale, facts.context)

    @cached_property
    def forbidden(self) -> bool:
        """Whether it says that nothing is to be changed."""
        return forbids(self.facts)

    @cached_property
    def web_query(self) -> str | None:
        """What the web is to be searched for."""
        return query_of(self.facts, self.reading) if self.in_turn and not self.forbidden else None

    @cached_property
    def wished(self) -> list[Request]:
        """The changes that it asks for, or that follow from what it tells."""
        if self.web_query or not self.in_turn:
            return []
        if carried := carried_out(self.facts):
            return carried
        asked = [] if self.reading.measure is not None else requests(self.facts, self.reading)
        return about_event(self.facts, self.reading, of_something_kept(asked, self.facts))

    @cached_property
    def plain(self) -> bool:
        """Whether it asks for no change and nothing of the web: what is kept may answer it."""
        return self.in_turn and not (self.web_query or self.wished)

    @cached_property
    def no_day(self) -> str:
        """The words for a day that no calendar has, where it asks about no other: "on 30 February"; "" = there is
        none."""
        facts = self.facts
        asks = self.plain and facts.mood == Mood.QUESTION
        return only_no_day(facts.question, now=facts.now, locale=self.reading.locale) if asks else ""

    @cached_property
    def papers(self) -> PaperAsk | None:
        """What it asks of the documents."""
        return paper_ask(self.facts, self.reading) if self.plain else None

    @cached_property
    def place(self) -> PlaceAsk | None:
        """What it asks of places."""
        return place_ask(self.facts, self.reading) if self.plain and self.papers is None else None

    @cached_property
    def query(self) -> Query | None:
        """What it asks to be worked out of the records."""
        return query_in(self.facts) if self.in_turn and self.facts.mood != Mood.REQUEST else None

    @cached_property
    def language(self) -> str:
        """That of the answer: the question's, unless the user always wants another."""
        return self._wanted or self.reading.language

    @cached_property
    def locale(self) -> str:
        return locale_for(self.language, self.facts.locale)

    @cached_property
    def voice(self) -> Voice:
        return self.voice_in(self.reading.language)

    def voice_in(self, language: str) -> Voice:
        """How it is answered that was read in this language."""
        facts = self.facts
        return Voice(locale_for(self._wanted or language, facts.locale), facts.now, facts.zone, facts.user_name)

    @cached_property
    def _wanted(self) -> Language | None:
        return next((one for one in LANGUAGES if one == self.given.answer_in), None)


def _briefing(facts: TurnFacts) -> Reading:
    """The daily briefing answers no question: it is written in the user's own language."""
    known = words_of(facts.locale.replace("_", "-").split("-")[0].lower())
    blank = read("", now=facts.now, locale=facts.locale)
    return replace(blank, kind=Kind.BRIEFING, language=known.language, locale=locale_for(known.language, facts.locale))
