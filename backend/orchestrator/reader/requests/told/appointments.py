"""An appointment of a day without an hour, in a few words: "lunch with Tom on Thursday", "haircut saturday".

Such words may ask for what is in the calendar; they are a note for it where nothing of the kind was found. The event is
proposed on that day, its hour by the word of its meal or of the whole day.
"""

from dataclasses import replace

from orchestrator.language.discourse.marks import marked
from orchestrator.language.exemplars.kinds import proposed
from orchestrator.language.speech_acts.mood import Mood
from orchestrator.language.text.normalize import content_words
from orchestrator.language.text.words import level
from orchestrator.llm.messages import TurnFacts
from orchestrator.reader.discourse.follow_ups import narrows
from orchestrator.reader.evidence.finds import RELEVANT, SURE, Item, text_of
from orchestrator.reader.evidence.gathering import gather
from orchestrator.reader.lexicon import Words
from orchestrator.reader.line import MAX_LENGTH, line, spelled
from orchestrator.reader.question.model import Reading
from orchestrator.reader.question_kinds import Kind
from orchestrator.reader.request import Request, Scene
from orchestrator.reader.requests.captures import hinders, only_thought_of
from orchestrator.reader.requests.engagements import engaged_that_day, formerly, names_something, theirs, without_lead
from orchestrator.reader.requests.events.creation import jotted
from orchestrator.reader.requests.templates import without_politeness
from orchestrator.reader.requests.told.asides import with_asides
from orchestrator.reader.requests.told.plans import told_plans, with_its_day
from orchestrator.reader.requests.told.words import plainly
from orchestrator.reader.texts import share
from orchestrator.reader.timing import phrases
from orchestrator.reader.words import words_of

_NOTED_DOWN = frozenset({Kind.TOPIC, Kind.AGENDA, Kind.EXISTS, Kind.WHEN})
"""What a few words without a verb may be read as that name an appointment: never a count, a price, a reason."""

_OPEN = frozenset({Mood.UNCLEAR, Mood.QUESTION})
"""A message that only looks like a question and lacks its mark may tell something: "mis padres llegan el 20"."""
_RATHER_ASKS = 0.5
"""How likely it has to be that a message asks for something to leave it at what was found."""
_SENTENCE = 4
"""Words of meaning: fewer may as well name what is asked for."""


def appointment(facts: TurnFacts, reading: Reading) -> list[Request]:
    """The event that is named; none of a question, of what names nobody and nothing, or where one like it was found."""
    if told := told_of_a_day(facts, reading):
        return [one for one in told if _new(one, _scene(facts, reading), facts, reading)]
    asks = "?" in facts.question or reading.measure is not None or not _may_be_noted(reading)
    if facts.mood not in _OPEN or len(facts.question) > MAX_LENGTH or asks or _puts_right(facts, reading):
        return []
    known = words_of(reading.language)
    beside = with_asides(lambda main: _noted(main, reading, known), facts, known, reading.locale)
    return beside or _noted(facts, reading, known)


def _puts_right(facts: TurnFacts, reading: Reading) -> bool:
    """Whether it opens as one does who corrects what was just proposed: nothing beside that is meant."""
    return bool(facts.waiting) and marked(level(facts.question), reading.language).rights


def _may_be_noted(reading: Reading) -> bool:
    """By its kind; "mum's birthday lunch on Friday" asks for no birthday."""
    occasion = reading.kind is Kind.ATTRIBUTE and reading.thing == "event" and bool(reading.when)
    return occasion or reading.kind in _NOTED_DOWN


def told_of_a_day(facts: TurnFacts, reading: Reading) -> list[Request]:
    """What somebody tells that they have on a day, without an hour: to be proposed where nothing of it is kept."""
    if facts.mood != Mood.STATEMENT or len(facts.question) > MAX_LENGTH or "?" in facts.question:
        return []
    scene = _scene(facts, reading)
    times = phrases(scene.text.raw, scene.text.low, scene.known, scene.now, scene.locale)
    scene = replace(scene, text=with_its_day(scene.text, times, scene, opened=True)) if times else scene
    doubtful = formerly(scene) or only_thought_of(scene.text.raw, scene.known.language)
    works = plainly(line(facts.question), scene.known.language).low != line(facts.question).low
    return [] if doubtful else engaged_that_day(scene, opened=works)


def _scene(facts: TurnFacts, reading: Reading) -> Scene:
    known = words_of(reading.language)
    bare = without_politeness(spelled(facts.question, known.language), known)
    scene = Scene(plainly(bare, known.language), known, facts.now, reading.locale, facts.context)
    return replace(scene, text=without_lead(scene))


def _noted(facts: TurnFacts, reading: Reading, known: Words) -> list[Request]:
    scene = _scene(facts, reading)
    bare = without_politeness(spelled(facts.question, known.language), known)
    if formerly(scene) or only_thought_of(bare.raw, known.language) or narrows(bare, known.language):
        return []
    if before_them := theirs(scene):
        return before_them
    noted = jotted(scene, clocked=False) if facts.mood == Mood.UNCLEAR else []
    return [one for one in noted if _new(one, scene, facts, reading)] or _told(scene, facts, reading)


def _told(scene: Scene, facts: TurnFacts, reading: Reading) -> list[Request]:
    """What a message tells in any words, though it may have asked: "orders go out Saturday at eight"."""
    asks = proposed(facts.question, scene.known.language).asks > _RATHER_ASKS
    made = told_plans(scene) if not asks and len(content_words(scene.text.raw)) >= _SENTENCE else []
    found = gather(facts.ledger, reading).of("event", "todo", near=True) if made else []
    titles = [words for one in made if (words := content_words(str(one.arguments.get("title") or "")))]
    return [] if any(share(title, text_of(item)) >= RELEVANT for title in titles for item in found) else made


def _new(made: Request, scene: Scene, facts: TurnFacts, reading: Reading) -> bool:
    title = str(made.arguments["title"])
    words = content_words(title)
    if not words or hinders(title, scene.known.language) or not names_something(title, scene):
        return False
    if set(words) <= {part for name in reading.names for part in content_words(name)}:
        return False  # somebody's name and a day: what is with them then
    found = gather(facts.ledger, reading).of("event", "todo", near=True)
    like = [one for one in found if share(words, text_of(one)) >= RELEVANT]
    people = [content_words(str(one)) for one in made.arguments["participants"]]
    if not people:  # "swimming on Saturday" asks for the swimming of any day; a quiz night is no night shift
        return not any(_on_the_day(one, reading) or share(words, text_of(one)) >= SURE for one in like)
    # With somebody it may well be another one than that of another day, and a lunch with Kit is none with Zoe.
    with_them = [one for one in like if any(share(name, text_of(one)) >= RELEVANT for name in people)]
    return not any(_on_the_day(one, reading) for one in with_them)


def _on_the_day(item: Item, reading: Reading) -> bool:
    at = item.moment("start_at") or item.moment("due_at")
    if at is None or reading.span is None:
        return False
    start, end = reading.span
    return start <= at and (end is None or at < end)
