"""Which change does the user ask for?

A template of the language says what is wanted; `details` copies its parts.
"""

from collections.abc import Callable, Collection, Iterable
from dataclasses import replace

from orchestrator.kit import lookaround
from orchestrator.language.detect import scores
from orchestrator.language.exemplars.kinds import proposed
from orchestrator.language.speech_acts.intents import Topic, topics_of
from orchestrator.language.speech_acts.mood import Mood, MoodReading, mood_of
from orchestrator.language.speech_acts.news_words import NEWS
from orchestrator.language.statements.stating import statements
from orchestrator.language.tables import Language
from orchestrator.language.text.normalize import normalize
from orchestrator.language.time import spaced
from orchestrator.llm.messages import TurnFacts
from orchestrator.reader.acts import Act
from orchestrator.reader.domains.debt_words import leaves_a_debt, settled, with_the_payer
from orchestrator.reader.domains.memory_words import memory_requests, parted_with, states_debt, worth_keeping
from orchestrator.reader.errands import ERRANDS
from orchestrator.reader.lexicon import Words
from orchestrator.reader.line import MAX_LENGTH, Line, line, spelled
from orchestrator.reader.question.model import Reading
from orchestrator.reader.question_kinds import Kind
from orchestrator.reader.request import Request, Scene
from orchestrator.reader.requests import details
from orchestrator.reader.requests.by_act import as_errands, somebody
from orchestrator.reader.requests.by_kind import by_kind
from orchestrator.reader.requests.captures import captured, hinders
from orchestrator.reader.requests.engagements import (
    away,
    engaged,
    formerly,
    jotted_down,
    names_something,
    repeated,
    tells_only,
    theirs,
    visits,
    without_lead,
)
from orchestrator.reader.requests.events.creation import made_of, several
from orchestrator.reader.requests.events.occurrences import OF_SERIES, of_extent, without_extent
from orchestrator.reader.requests.events.resizing import resized
from orchestrator.reader.requests.journeys import journey
from orchestrator.reader.requests.news.affected_event import known_else_new
from orchestrator.reader.requests.news.announced import news
from orchestrator.reader.requests.news.completed_todos import ticked, ticked_apart
from orchestrator.reader.requests.paired import swapped, there_and_back
from orchestrator.reader.requests.people.contact_words import added, told_of
from orchestrator.reader.requests.people.told_words import born_behind_an_age, put_down
from orchestrator.reader.requests.templates import own_errand, requested, requested_together, without_politeness
from orchestrator.reader.requests.titles import named_wholly
from orchestrator.reader.requests.told.asides import with_asides
from orchestrator.reader.requests.told.days_off import days_off, kept_times
from orchestrator.reader.requests.told.due import due
from orchestrator.reader.requests.told.each_day import on_each_day
from orchestrator.reader.requests.told.from_passage import from_passage
from orchestrator.reader.requests.told.of_somebody import introduced_in, of_somebody, then_takes_place
from orchestrator.reader.requests.told.plans import beside_a_ban, told_plans, with_its_day
from orchestrator.reader.requests.told.stays import visiting
from orchestrator.reader.requests.told.words import plainly
from orchestrator.reader.timing import phrases, series
from orchestrator.reader.words import WORDS, words_of

_SENTENCES = lookaround.compile(r"[^.!?;\n]+(?:[.!?;\n]+(?=\s|$)|$|[.](?=\S))+")
_MOST_REQUESTS = 5
_TOLD = {
    Act.TODO_NEED, Act.TODO_DID, Act.TODO_DONE, Act.NOTE, Act.REMIND, Act.MERGE, Act.PLACE_MERGE, Act.PLACE_UNMERGE,
}  # fmt: skip
"""What a mere statement may propose."""


def forbids(facts: TurnFacts) -> bool:
    """Whether the message only forbids a change ("do not delete my tasks")."""
    mood = mood_of(facts.question[: 2 * MAX_LENGTH], facts.locale)
    return mood.negated and mood.mood is not Mood.QUESTION


def requests(facts: TurnFacts, reading: Reading) -> list[Request]:
    """The changes that the message asks for; none of a question, nor of one that forbids."""
    facts = replace(facts, question=with_the_payer(facts))
    plain, scope = without_extent(facts)
    made = _requests(plain, reading) if scope else []
    if made and all(one.act in OF_SERIES for one in made):
        return [of_extent(one, scope) for one in made]
    known = words_of(reading.language)
    beside = with_asides(lambda main: _requests(main, reading), facts, known, reading.locale)
    return named_wholly(beside or parted_with(facts, _requests(facts, reading)), facts, known)


def _requests(facts: TurnFacts, reading: Reading) -> list[Request]:
    if _sends(facts, reading):
        return _errands(facts, reading) or [Request(Act.SEND)]
    mood = mood_of(facts.question[: 2 * MAX_LENGTH], facts.locale)
    if _asks_or_bans(facts, reading, mood):
        return []
    told = (facts.mood or mood.mood) == Mood.STATEMENT
    telling = any(scores(facts.question).values())  # "compra pão" is of a language, though none of its words tells it
    languages = dict.fromkeys([reading.language, mood.language, *(() if telling else WORDS)])
    if _asks_attribute(facts, reading):
        return _from_news(facts, reading, languages)
    each = (_in_language(language, facts, reading, told=told) for language in languages)
    return (
        _call_to_make(facts, reading)
        or (_beside_a_ban(facts, reading) if told else [])
        or (worth_keeping(facts) if told and states_debt(facts.question) else [])
        or visiting(facts, words_of(reading.language), reading.locale)
        or _event_and_errand(facts, reading)
        or _captured(facts, reading, languages)
        or (_told_and_asked(facts, reading) if told else [])
        or introduced_in(facts, languages, told=told, sure=True)
        or (
            worth_keeping(facts)
            if told and _comes_by_the_hour(facts, reading) and not due(_scene(facts, reading))
            else []
        )
        or _of_debts(facts, reading)
        or _kept_or_followed(facts, reading, languages, told=told)
        or introduced_in(facts, languages, told=told, sure=False)
        or _remarked(ticked_apart, facts, reading, languages)
        or next((found for found in each if found is not None), [])
        or (worth_keeping(facts) if facts.mood != Mood.REQUEST and states_debt(facts.question) else [])
        or _remarked(ticked, facts, reading, languages)
        or _own_errand(facts, reading)
        or _by_kind(facts, reading, languages)
        or (
            worth_keeping(facts)
            if told or (facts.mood == Mood.UNCLEAR and _tells_more(facts.question, reading))
            else []
        )
    )


def _event_and_errand(facts: TurnFacts, reading: Reading) -> list[Request]:
    """An event with its day and hour, and an errand behind it: "dentist on Friday at 9 and pick up the cake"."""
    known = words_of(reading.language)
    made = requested_together(spelled(facts.question[:MAX_LENGTH], known.language), known, reading.locale, facts)
    return made if [one.act for one in made] == [Act.EVENT, Act.TODO_NEED] else []


def _tells_more(said: str, reading: Reading) -> bool:
    """Whether words that may be anything tell of somebody: a debt, or in a sentence of their own that asks nothing."""
    return states_debt(said) or (reading.kind is Kind.TOPIC and len(said.split()) >= _FEWEST_TOLD)


_FEWEST_TOLD = 5


def _of_debts(facts: TurnFacts, reading: Reading) -> list[Request]:
    """What was paid back, in part or by whom the talk tells to owe it."""
    if facts.mood == Mood.REQUEST or "?" in facts.question:
        return []
    paid = settled(facts, reading.language) or (facts.question if leaves_a_debt(facts) else "")
    return [Request(Act.REMEMBER, {"text": paid})] if paid else []


def _comes_by_the_hour(facts: TurnFacts, reading: Reading) -> bool:
    """Whether it tells what comes every so many hours, which no calendar holds: "the pills are every 8 hours, he began
    today at 8" moves nothing."""
    said = facts.question[:MAX_LENGTH]
    apart = spaced(said, now=facts.now, locale=reading.locale)
    return apart and not series(said, facts.now, reading.locale)


def _beside_a_ban(facts: TurnFacts, reading: Reading) -> list[Request]:
    """What is told beside that nothing is to be put then."""
    return beside_a_ban(_scene(facts, reading))


def _scene(facts: TurnFacts, reading: Reading) -> Scene:
    """The message without politeness, its times as nobody can misread them."""
    known = words_of(reading.language)
    text = without_politeness(spelled(facts.question[:MAX_LENGTH], known.language), known)
    return Scene(plainly(text, known.language), known, facts.now, reading.locale, facts.context)


def _by_kind(facts: TurnFacts, reading: Reading, languages: Iterable[Language]) -> list[Request]:
    """What its kind says, where the words of no table do."""
    language = next(iter(languages))
    return by_kind(facts, words_of(language), reading.locale)


def _captured(facts: TurnFacts, reading: Reading, languages: Iterable[Language]) -> list[Request]:
    """What is to be done with what the message tells, in the language that says what."""
    for language in languages:
        known = words_of(language)
        locale = reading.locale if language == reading.language else known.locale
        bare = without_politeness(spelled(facts.question[:MAX_LENGTH], known.language), known)
        scene = Scene(bare, known, facts.now, locale, facts.context)
        if found := captured(scene, facts) or from_passage(scene, facts):
            return found
    return []


def _remarked(
    read: Callable[[TurnFacts, Words, str], list[Request]],
    facts: TurnFacts,
    reading: Reading,
    languages: Iterable[Language],
) -> list[Request]:
    """The remarks that something was done, in the first language that has such."""
    found = (read(facts, words_of(language), reading.locale) for language in languages)
    return next((each for each in found if each), [])


def _kept_or_followed(
    facts: TurnFacts, reading: Reading, languages: Collection[Language], *, told: bool
) -> list[Request]:
    """What is to be remembered, or what follows for a record: "my doctor got moved to Friday" is told of the event and
    is no fact of its own."""
    kept = _kept(facts, languages, told=told)
    asked = any(one.asked or one.denies for one in statements(facts.question)) if kept else False
    return kept if asked else _from_news(facts, reading, languages) or kept


def _kept(facts: TurnFacts, languages: Iterable[Language], *, told: bool) -> list[Request]:
    """What is to be remembered, corrected or forgotten; of somebody else what a contact holds."""
    kept = as_errands(memory_requests(facts, told=told), words_of(next(iter(languages))))
    return (of_somebody(facts, languages) if kept and told else []) or kept[:_MOST_REQUESTS]


def _in_language(language: Language, facts: TurnFacts, reading: Reading, *, told: bool) -> list[Request] | None:
    """What the words of one language ask for or tell; None where they are none of its."""
    known = words_of(language)
    locale = reading.locale if language == reading.language else known.locale
    bare = without_politeness(spelled(facts.question[:MAX_LENGTH], known.language), known)
    scene = Scene(plainly(bare, known.language), known, facts.now, locale, facts.context)
    noted = any(act is Act.NOTE and pattern.match(bare.low) for act, pattern in known.acts)
    tells = (told or facts.mood == Mood.UNCLEAR) and not noted
    found = (
        days_off(scene) or kept_times(scene) or resized(scene) or ((due(scene) or on_each_day(scene)) if tells else [])
    )
    found = found or (_before_them(scene) if tells or tells_only(scene) else [])
    if found := found or ([] if told else swapped(scene)):
        return found
    found = [each for each in _in_text(facts, known, locale) if not told or each.act in _TOLD]
    if found:
        return [each for each in found if not _of_nothing(each, known)][:_MOST_REQUESTS]
    of_them = bare if tells else put_down(bare, known)
    if of_them is not None and (graph := told_of(of_them, known, now=facts.now)) is not None:
        return [Request(Act.CONTACT_GRAPH, graph), *(then_takes_place(bare, known, facts) if tells else [])]
    if tells and (born := born_behind_an_age(bare, known, now=facts.now)) is not None:
        graph = told_of(born, known, now=facts.now) or {}
        return [Request(Act.CONTACT_GRAPH, graph), Request(Act.REMEMBER, {"text": bare.written})]
    if not told or _is_a_rule(facts.question, known):
        return None
    return jotted_down(scene) or told_plans(scene) or None


_LIKELY_RULE = 0.8
"""How likely a message has to be a rule ("quinta à noite é sagrada, nada de compromissos") to be no plan."""


def _is_a_rule(said: str, known: Words) -> bool:
    told = proposed(said, known.language)
    return told.kind == "rule" and told.share >= _LIKELY_RULE


def _before_them(scene: Scene) -> list[Request]:
    """What is told that somebody has before them."""
    return (
        there_and_back(scene)
        or journey(scene)
        or visits(scene)
        or theirs(scene)
        or engaged(scene)
        or repeated(scene)
        or away(scene)
    )


def _told_and_asked(facts: TurnFacts, reading: Reading) -> list[Request]:
    """What follows from what is told, and what is asked for behind it: "the dentist moved to five, and cancel yoga"."""
    known = words_of(reading.language)
    text = without_politeness(spelled(facts.question[:MAX_LENGTH], known.language), known)
    joints = [found.end() for found in known.also_acts.finditer(text.low)]
    if not joints or mood_of(text.cut(joints[-1], len(text.low)).raw, reading.locale).mood is not Mood.REQUEST:
        return []
    return requested_together(text, known, reading.locale, facts)


def _of_nothing(request: Request, known: Words) -> bool:
    """Whether it would make something whose title names nothing: "buy it", "make it Saturday"."""
    title = request.arguments.get("title")
    return request.target is None and isinstance(title, str) and details.names_nothing(title, known)


def _asks_or_bans(facts: TurnFacts, reading: Reading, mood: MoodReading) -> bool:
    """Whether a message can't ask for a change: it asks, answers, forbids, or says nothing that is read."""
    if facts.mood in {Mood.QUESTION, Mood.CONFIRMATION} or reading.kind is Kind.NOTHING:
        return True
    asks = facts.mood is None and mood.mood is Mood.QUESTION
    return mood.negated or asks


def _asks_attribute(facts: TurnFacts, reading: Reading) -> bool:
    """Whether a few words rather ask for something that is told of somebody."""
    attribute = facts.mood == Mood.UNCLEAR and reading.kind is Kind.ATTRIBUTE
    return attribute and not any(char.isdigit() or char == "@" for char in facts.question)


def _sends(facts: TurnFacts, reading: Reading) -> bool:
    """Whether somebody else shall be told something, which nothing here can do."""
    wanted = facts.mood == Mood.REQUEST or reading.kind is Kind.UNABLE
    return wanted and not forbids(facts) and Topic.SENDING in topics_of(facts.question)


def _errands(facts: TurnFacts, reading: Reading) -> list[Request]:
    """ "Email Marta the dates and phone Wes": several such things are the user's own to do."""
    known = words_of(reading.language)
    made = requested_together(spelled(facts.question[:MAX_LENGTH], known.language), known, reading.locale, facts)
    return made if all(one.act is Act.TODO_NEED for one in made) else []


def _call_to_make(facts: TurnFacts, reading: Reading) -> list[Request]:
    """ "Call mum tonight": a phone call at a time that is told is the user's own to make; one for now none can make."""
    known = words_of(reading.language)
    text = without_politeness(spelled(facts.question[:MAX_LENGTH], known.language), known)
    call, when = details.timed(text, known, facts.now, reading.locale)
    later = when and ERRANDS[known.language].calls.fullmatch(call.low)
    return [Request(Act.TODO_NEED, {"title": call.written, "when": when})] if later else []


def _own_errand(facts: TurnFacts, reading: Reading) -> list[Request]:
    """ "I need to book Clara's dentist": without a time it is no event to be made, and the user's own to do."""
    known = words_of(reading.language)
    errand, own = own_errand(spelled(facts.question[:MAX_LENGTH], known.language), known)
    if not own or (facts.mood or mood_of(facts.question[:MAX_LENGTH], facts.locale).mood) != Mood.REQUEST:
        return []
    title, when = details.timed(errand, known, facts.now, reading.locale)
    return [Request(Act.TODO_NEED, {"title": title.written, "when": when})] if title.low else []


def _from_news(facts: TurnFacts, reading: Reading, languages: Iterable[Language]) -> list[Request]:
    """What follows from what is told."""
    for language in languages:
        known = words_of(language)
        locale = reading.locale if language == reading.language else known.locale
        if found := news(facts, known, locale):
            return found
    return []


def _in_text(facts: TurnFacts, known: Words, locale: str) -> list[Request]:
    short = len(facts.question) <= MAX_LENGTH
    whole = spelled(facts.question if short else "", known.language)
    found = requested_together(whole, known, locale, facts) or requested(whole, known, locale, facts)
    if found:
        return found
    sentences = _SENTENCES.findall(facts.question[: 2 * MAX_LENGTH])
    parts = [spelled(part[:MAX_LENGTH], known.language) for part in sentences]
    found = [made for part in parts for made in requested(part, known, locale, facts)]
    if not found and short and (body := added(without_politeness(whole, known))) is not None:
        return somebody(Act.CONTACT, body, known)
    if found or not short or facts.mood != Mood.UNCLEAR:
        return found
    bare = plainly(without_politeness(whole, known), known.language)
    bare = without_lead(Scene(bare, known, facts.now, locale, facts.context))
    return _jotted(bare, known, locale, facts)


def _jotted(text: Line, known: Words, locale: str, facts: TurnFacts) -> list[Request]:
    """Events without a verb: two where each side of an "and" is one, else the whole."""
    scene = Scene(text, known, facts.now, locale, facts.context)
    scene = replace(scene, text=with_its_day(text, phrases(text.raw, text.low, known, facts.now, locale), scene))
    if formerly(scene):
        return []
    if series(text.raw, facts.now, locale) and not known.articles.match(text.low):
        again = details.event(text, known, facts.now, locale)
        named = any(char.isdigit() for char in again.when) and names_something(again.title, scene)
        return made_of(Act.EVENT, again) if named else []
    made = several(scene)
    if any(hinders(str(one.arguments["title"]), known.language) for one in made):
        return []
    anew = len(made) == 1 and NEWS[known.language].lead.match(normalize(facts.question)) is not None
    return known_else_new(made, line(str(made[0].arguments["title"])), scene) if anew else made
