"""Which change does the user ask for?

A template of the language says what is wanted; `details` copies its parts.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from itertools import islice
from typing import Any

from orchestrator.kit import lookaround, patterns
from orchestrator.kit.patterns import Match
from orchestrator.language.detect import scores
from orchestrator.language.speech_acts.intents import Topic, topics_of
from orchestrator.language.speech_acts.mood import Mood, MoodReading, mood_of
from orchestrator.language.statements.stating import statements
from orchestrator.language.tables import Language
from orchestrator.language.text.normalize import normalize
from orchestrator.llm.messages import TurnFacts
from orchestrator.reader.acts import Act
from orchestrator.reader.coreference import question_before
from orchestrator.reader.domains.memory_words import memory_requests
from orchestrator.reader.draft_words import DRAFT_WORDS
from orchestrator.reader.lexicon import Words
from orchestrator.reader.line import MAX_LENGTH, Line, joined, spelled
from orchestrator.reader.question_kinds import Kind
from orchestrator.reader.reading import Reading
from orchestrator.reader.request import Request, Scene, cut, target_of, unquoted
from orchestrator.reader.requests import details, event_requests
from orchestrator.reader.requests.anchors import before_an_event
from orchestrator.reader.requests.captures import captured, hinders
from orchestrator.reader.requests.contact_words import added, graph_of, told_of
from orchestrator.reader.requests.engagements import (
    engaged,
    formerly,
    jotted_down,
    names_something,
    repeated,
    tells_only,
    without_lead,
)
from orchestrator.reader.requests.introductions import introduced
from orchestrator.reader.requests.news import news, ticked, ticked_apart
from orchestrator.reader.requests.occurrences import OF_SERIES, of_extent, without_extent
from orchestrator.reader.requests.paired import swapped, there_and_back
from orchestrator.reader.timing import phrases, series
from orchestrator.reader.words import WORDS, words_of

_DID = patterns.compile(r"(?:he |hemos )?\S+ (?:(?:the|my|o|a|os|as|el|la|los|las|um|uma|un|una|meu|minha|mi) )?")
_SENTENCES = lookaround.compile(r"[^.!?;\n]+(?:[.!?;\n]+(?=\s|$)|$|[.](?=\S))+")
_MOST_REQUESTS = 5
_MOST_JOINTS = 8
"""So many "and"s of a message are tried for the end of a request; it makes five at most, and each try reads it anew."""
_SAME_AGAIN = {"it", "that", "this", "isso", "isto", "eso", "esto"}
"""Titles of "cancel lunch and book it for Friday": the same event once more."""
_TOLD = {Act.TODO_NEED, Act.TODO_DID, Act.TODO_DONE, Act.NOTE, Act.REMIND}
"""What a mere statement may propose."""


def forbids(facts: TurnFacts) -> bool:
    """Whether the message only forbids a change ("do not delete my tasks")."""
    mood = mood_of(facts.question[: 2 * MAX_LENGTH], facts.locale)
    return mood.negated and mood.mood is not Mood.QUESTION


def requests(facts: TurnFacts, reading: Reading) -> list[Request]:
    """The changes that the message asks for; none of a question, nor of one that forbids."""
    plain, scope = without_extent(facts)
    made = _requests(plain, reading) if scope else []
    if made and all(one.act in OF_SERIES for one in made):
        return [of_extent(one, scope) for one in made]
    return _requests(facts, reading)


def _requests(facts: TurnFacts, reading: Reading) -> list[Request]:
    if _sends(facts, reading):
        return [Request(Act.SEND)]
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
        _captured(facts, reading, languages)
        or _introduced(facts, languages, told=told, sure=True)
        or _kept(facts, languages, told=told)
        or _from_news(facts, reading, languages)
        or _introduced(facts, languages, told=told, sure=False)
        or _remarked(ticked_apart, facts, reading, languages)
        or next((found for found in each if found is not None), [])
        or _remarked(ticked, facts, reading, languages)
    )


def _captured(facts: TurnFacts, reading: Reading, languages: Iterable[Language]) -> list[Request]:
    """What is to be done with what the message tells, in the language that says what."""
    for language in languages:
        known = words_of(language)
        locale = reading.locale if language == reading.language else known.locale
        bare = _bare(spelled(facts.question[:MAX_LENGTH], known.language), known)
        if found := captured(Scene(bare, known, facts.now, locale, facts.context), facts):
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


def _kept(facts: TurnFacts, languages: Iterable[Language], *, told: bool) -> list[Request]:
    """What is to be remembered, corrected or forgotten; of somebody else what a contact holds."""
    kept = memory_requests(facts, told=told)
    return (_of_somebody(facts, languages) if kept and told else []) or kept[:_MOST_REQUESTS]


def _in_language(language: Language, facts: TurnFacts, reading: Reading, *, told: bool) -> list[Request] | None:
    """What the words of one language ask for or tell; None where they are none of its."""
    known = words_of(language)
    locale = reading.locale if language == reading.language else known.locale
    bare = _bare(spelled(facts.question[:MAX_LENGTH], known.language), known)
    scene = Scene(bare, known, facts.now, locale, facts.context)
    tells = told or facts.mood == Mood.UNCLEAR
    found = there_and_back(scene) or engaged(scene) or repeated(scene) if tells or tells_only(scene) else []
    if found := found or ([] if told else swapped(scene)):
        return found
    found = [each for each in _in_text(facts, known, locale) if not told or each.act in _TOLD]
    if found:
        return [each for each in found if not _of_nothing(each, known)][:_MOST_REQUESTS]
    if tells and (graph := told_of(bare, known)) is not None:
        return [Request(Act.CONTACT_GRAPH, graph)]
    return (jotted_down(scene) or None) if told else None


def _of_somebody(facts: TurnFacts, languages: Iterable[Language]) -> list[Request]:
    """What is told of somebody else that a contact holds: a number, a birthday, where they live or work."""
    if any(one.own for one in statements(facts.question)):
        return []
    for language in languages:
        known = words_of(language)
        bare = _bare(spelled(facts.question[:MAX_LENGTH], known.language), known)
        if (graph := told_of(bare, known)) is not None:
            return [Request(Act.CONTACT_GRAPH, graph)]
    return []


def _introduced(facts: TurnFacts, languages: Iterable[Language], *, told: bool, sure: bool) -> list[Request]:
    """Who somebody is, in the language in which the message says that."""
    asked = facts.mood == Mood.REQUEST or (facts.mood is None and not told)
    for language in languages:
        known = words_of(language)
        bare = _bare(spelled(facts.question[:MAX_LENGTH], known.language), known)
        if met := introduced(bare, known, asked=asked, sure=sure):
            return met
    return []


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
    found = _joined(whole, known, locale, facts) or requested(whole, known, locale, facts)
    if found:
        return found
    sentences = _SENTENCES.findall(facts.question[: 2 * MAX_LENGTH])
    parts = [spelled(part[:MAX_LENGTH], known.language) for part in sentences]
    found = [made for part in parts for made in requested(part, known, locale, facts)]
    if not found and short and (body := added(_bare(whole, known))) is not None:
        return _somebody(Act.CONTACT, body, known)
    if found or not short or facts.mood != Mood.UNCLEAR:
        return found
    bare = without_lead(Scene(_bare(whole, known), known, facts.now, locale, facts.context))
    return _jotted(bare, known, locale, facts)


def _written_down(text: Line, known: Words, locale: str, facts: TurnFacts) -> list[Request]:
    """ "Dinner on Friday at 8 with Bia", beside which something else is asked for."""
    return event_requests.jotted(Scene(_bare(text, known), known, facts.now, locale, facts.context))


def _jotted(text: Line, known: Words, locale: str, facts: TurnFacts) -> list[Request]:
    """Events without a verb: two where each side of an "and" is one, else the whole."""
    scene = Scene(text, known, facts.now, locale, facts.context)
    if formerly(scene):
        return []
    if series(text.raw, facts.now, locale) and not known.articles.match(text.low):
        again = details.event(text, known, facts.now, locale)
        named = any(char.isdigit() for char in again.when) and names_something(again.title, scene)
        return event_requests.made_of(Act.EVENT, again) if named else []
    made = event_requests.several(scene)
    return [] if any(hinders(str(one.arguments["title"]), known.language) for one in made) else made


def _joined(text: Line, known: Words, locale: str, facts: TurnFacts) -> list[Request]:
    """The requests on both sides of an "and", where each side is one by itself ("add wine and cancel the dentist")."""
    read: dict[int, list[Request]] = {}

    def behind(start: int, tried: int) -> list[Request]:
        """Those of the text from `start` on, of which so many joints were tried; each end of it is read once."""
        if start not in read:
            read[start] = halves(text.cut(start, len(text.low)), start, tried)
        return read[start]

    def halves(part: Line, start: int, tried: int) -> list[Request]:
        joints = islice(known.also_acts.finditer(part.low), max(0, _MOST_JOINTS - tried))
        for number, join in enumerate(joints, tried + 1):
            rest = part.cut(join.end(), len(part.low))
            if mood_of(rest.raw, locale).mood is not Mood.REQUEST:
                if both := _both_events(part.cut(0, join.start()), rest, known, locale, facts):
                    return both
                continue
            head = part.cut(0, join.start())
            done = ticked(replace(facts, question=head.raw, mood=None), known, locale)
            first = done or requested(head, known, locale, facts) or _written_down(head, known, locale, facts)
            if not first or not all(map(_complete, first)):
                continue
            second = behind(start + join.end(), number) or requested(rest, known, locale, facts)
            if second and all(map(_complete, second)):
                return first + second
        return []

    return behind(0, 0)


def _both_events(first: Line, second: Line, known: Words, locale: str, facts: TurnFacts) -> list[Request]:
    """ "Add lunch tomorrow at one and dinner tomorrow at eight": the verb stands once, each event has its own time."""
    made = requested(first, known, locale, facts)
    if len(made) != 1 or made[0].act is not Act.EVENT or not made[0].arguments.get("when"):
        return []
    other = event_requests.jotted(Scene(_bare(second, known), known, facts.now, locale, facts.context))
    return [*made, *other] if other else []


def _complete(request: Request) -> bool:
    """Whether a request names what it is about; "and eggs" after "add milk" is none of its own."""
    if request.target is not None:
        return bool(request.target_id or request.target.words or request.target.when)
    if normalize(str(request.arguments.get("title") or "")) in _SAME_AGAIN:
        return False
    return any(request.arguments.get(name) for name in ("title", "text", "display_name", "contacts", "item"))


_FOR_ME = patterns.compile(r"[a-z]{2,}(?P<me>-(?:me|nos)|me|nos)(?: |$)")
""" "Cámbiame el dentista", "muda-me o dentista": the change is the same without it."""


def requested(text: Line, known: Words, locale: str, facts: TurnFacts) -> list[Request]:
    """The changes that the first fitting template of a language finds in a text."""
    bare = _bare(text.readable, known)
    clitic = _FOR_ME.match(bare.low)
    return (
        _narrowed(bare, known, locale, facts)
        or _requested(bare, known, locale, facts)
        or _timed_first(bare, known, locale, facts)
        or (_requested(bare.without([clitic.span("me")]), known, locale, facts) if clitic is not None else [])
    )


def _timed_first(bare: Line, known: Words, locale: str, facts: TurnFacts) -> list[Request]:
    """The changes where the time stands before what is asked for: "tomorrow morning remind me to defrost the fish"."""
    first = next(iter(phrases(bare.raw, bare.low, known, facts.now, locale)), None)
    if first is None or first.start or len(first.spans) > 1:
        return []
    rest = bare.cut(first.end, len(bare.low))
    if mood_of(rest.raw, locale).mood is not Mood.REQUEST:
        return []
    made = _requested(_bare(rest, known), known, locale, facts)
    plain = len(made) == 1 and made[0].act in _DUE | {Act.EVENT} and not made[0].arguments.get("when")
    return [replace(made[0], arguments={**made[0].arguments, "when": first.text})] if plain else []


def _narrowed(bare: Line, known: Words, locale: str, facts: TurnFacts) -> list[Request]:
    """The changes where the message also says why, or before which event: neither is of a title."""
    why = _REASON.search(bare.low)
    if why is not None and _only_tells(bare.cut(why.end("stop"), len(bare.low)), known, locale, facts):
        made = requested(bare.cut(0, why.start()), known, locale, facts)
        lists = len(_requested(bare, known, locale, facts)) > len(made)  # "milk, eggs and bread on the list"
        return made if not lists and all(one.act in _PLANNED for one in made) else []
    if (found := before_an_event(bare, known)) is None:
        return []
    head, event = found
    made, whole = (_requested(one, known, locale, facts) for one in (head, bare))
    if len(made) != 1 or len(whole) != 1 or made[0].act not in _DUE or made[0].arguments.get("when"):
        return []
    scene = Scene(bare, known, facts.now, locale, facts.context)
    anchor = target_of(details.without_articles(event, known), scene)
    return [replace(made[0], anchor=anchor, otherwise=whole[0])] if anchor.words or anchor.names else []


_REASON = patterns.compile(r"(?P<stop>[,;.!]| -) (?P<why>[^,;.!]+)$")
_DUE = frozenset({Act.TODO, Act.REMIND, Act.TODO_NEED})
_PLANNED = _DUE | {Act.EVENT, Act.EVENT_CANCEL, Act.EVENT_MOVE, Act.EVENT_ADD, Act.EVENT_LEAVE, Act.EVENT_RENAME}


def _only_tells(clause: Line, known: Words, locale: str, facts: TurnFacts) -> bool:
    """Whether a clause is a mere statement, which names no time."""
    told = mood_of(clause.raw, locale)
    timed = phrases(clause.raw, clause.low, known, facts.now, locale)
    tells = told.mood is Mood.STATEMENT or DRAFT_WORDS[known.language].why.match(clause.low) is not None
    return tells and not told.negated and not timed


def _requested(bare: Line, known: Words, locale: str, facts: TurnFacts) -> list[Request]:
    for act, pattern in known.acts:
        match = pattern.match(bare.low)
        if match is None:
            continue
        scene = Scene(bare, known, facts.now, locale, facts.context, question_before(facts, locale))
        made = _BUILD[act](act, match, scene)
        if made:
            rest = cut(match, "rest", scene)
            joined = known.join.match(" " + rest.low) if rest is not None else None
            if rest is not None and joined:
                made += requested(rest.cut(joined.end() - 1, len(rest.low)), known, locale, facts)
            return made
    return []


def _bare(text: Line, known: Words) -> Line:
    """The request without greetings, politeness and thanks."""
    found = known.polite.match(text.low)
    bare = text.cut(found.end(), len(text.low)) if found else text
    tail = known.tail.search(bare.low)
    return bare.cut(0, tail.start()) if tail else bare


def _todo(act: Act, match: Match, scene: Scene) -> list[Request]:
    if (listed := cut(match, "listed", scene)) is not None:
        each = [details.timed(one, scene.known, scene.now, scene.locale) for one in details.listed(listed, scene.known)]
        return [Request(act, {"title": unquoted(title).written, "when": when}) for title, when in each if title.low]
    title = cut(match, "title", scene)
    if title is None:
        return []
    title, when = details.timed(title, scene.known, scene.now, scene.locale)
    rest = cut(match, "rest", scene)
    if rest is not None and not scene.known.join.match(" " + rest.low):
        left, later = details.timed(rest, scene.known, scene.now, scene.locale)
        when = when or later
        if left.low and not later:
            title = joined([title, left])
    title = unquoted(title)
    if not title.low:
        return []
    shopping = bool(scene.known.shopping.search(scene.text.low))
    return [
        Request(act, {"title": each, "when": when}) for each in details.items(title, scene.known, shopping=shopping)
    ]


_INFINITIVE = patterns.compile(r"\w{2,}[aei]r ")
_BUYS = patterns.compile(r"(?:buy|get|pick up|grab|comprar|arranjar|recoger) (?:some |more )?")


def _need(act: Act, match: Match, scene: Scene) -> list[Request]:
    """ "I need to buy nappies and coffee": things to buy one by one, any other errand as it was said."""
    group = "title" if "title" in match.groupdict() else "todo"
    words = cut(match, group, scene)
    if words is None:
        return []
    whole, when = details.timed(words, scene.known, scene.now, scene.locale)
    if not whole.low:
        return []
    made = [Request(act, {"title": unquoted(whole).written, "when": when})]
    bought = _BUYS.match(whole.low)
    if bought is None:
        return made
    title = whole.cut(bought.end(), len(whole.low))
    each = details.items(title, scene.known, shopping=True)
    return [Request(act, {"title": one, "when": when}) for one in each] if len(each) > 1 else made


def _remind(act: Act, match: Match, scene: Scene) -> list[Request]:
    rest = cut(match, "rest", scene)
    if rest is None:
        return []
    title, when = details.timed(rest, scene.known, scene.now, scene.locale)
    if found := scene.known.reminds.match(title.low):
        title = title.cut(found.end(), len(title.low))
    title = unquoted(title)
    return [Request(act, {"title": title.written, "when": when})] if title.low else []


def _note(act: Act, match: Match, scene: Scene) -> list[Request]:
    text = cut(match, "text", scene)
    return [Request(act, {"text": text.written})] if text is not None and text.low else []


def _contact(act: Act, match: Match, scene: Scene) -> list[Request]:
    body = joined([part for name in ("body", "rest") if (part := cut(match, name, scene)) and part.low], ",")
    made = details.contact(body, scene.known)
    told = made.get("emails") or made.get("phones")
    if (
        not told
        and mood_of(scene.text.raw, scene.locale).mood is not Mood.REQUEST
        and not scene.known.novel.match(scene.text.low)
    ):
        # "Contact of the landlord" looks one up.
        return []
    return _somebody(act, body, scene.known)


def _somebody(act: Act, body: Line, known: Words) -> list[Request]:
    """A new contact, with those whom the words name beside it."""
    made = details.contact(body, known)
    if not made.get("display_name"):
        return []
    graph = graph_of(body, known)
    if graph is not None and _several(graph):
        return [Request(Act.CONTACT_GRAPH, graph)]
    return [Request(act, made)]


def _several(graph: Mapping[str, Any]) -> bool:
    """More than one contact's own fields: somebody else, a home, a nickname."""
    nicknamed = any(one.get("nicknames") or one.get("birthday") for one in graph["contacts"])
    return len(graph["contacts"]) > 1 or bool(graph["contact_place_links"]) or nicknamed


def _place(act: Act, match: Match, scene: Scene) -> list[Request]:
    """The place where the user is, by the name they give it."""
    name = cut(match, "name", scene)
    if name is None or not name.low:
        return []
    named = unquoted(details.without_articles(name, scene.known))
    return [Request(act, {"name": named.written, "here": True})] if named.low else []


def _merge(act: Act, match: Match, scene: Scene) -> list[Request]:
    keep, other = cut(match, "keep", scene), cut(match, "other", scene)
    if keep is None or other is None:
        return []
    named = [details.without_articles(unquoted(one), scene.known) for one in (keep, other)]
    if not all(one.low for one in named):
        return []
    if "bare" in match.groupdict() and match["bare"] and not all(one.raw[:1].isupper() for one in named):
        return []  # "junta leite e ovos" is for a list; names of people have capitals
    first, second = (one.written for one in named)
    if act is Act.UNMERGE:
        return [Request(act, {"contact": first, "other": second})]
    return [Request(act, {"keep": first, "merge": [second]})]


def _done(act: Act, match: Match, scene: Scene) -> list[Request]:
    words = cut(match, "todo", scene) or cut(match, "todo_two", scene)
    if words is None or not words.low:
        return []
    if act is Act.TODO_DID and _INFINITIVE.match(scene.text.low):
        return _need(Act.TODO_NEED, match, scene)  # "comprar pan" is still to be done
    if act is Act.TODO_DID and words.low.split(maxsplit=1)[1:]:
        after = _DID.match(words.low)
        words = words.cut(after.end() if after else 0, len(words.low))
    words = unquoted(details.without_articles(words, scene.known))
    target = replace(target_of(words, scene), thing="todo")
    return [Request(act, {}, target=target, named_by="todo", told=cut(match, "told", scene) is not None)]


def _away(act: Act, match: Match, scene: Scene) -> list[Request]:
    """What is to go, in the user's words: the tool looks through every kind, and asks."""
    item = cut(match, "item", scene)
    if item is None or not item.low:
        return []
    tail = cut(match, "tail", scene)
    words = unquoted(item).raw + (f" {tail.raw}" if tail is not None else "")
    return [Request(act, {"item": words})]


def _nothing(act: Act, _match: Match, _scene: Scene) -> list[Request]:
    return [Request(act)]


_BUILD: Mapping[Act, Callable[[Act, Match, Scene], list[Request]]] = {
    Act.NOTE: _note,
    Act.REMIND: _remind,
    Act.TODO: _todo,
    Act.TODO_NEED: _need,
    Act.TODO_DONE: _done,
    Act.TODO_DID: _done,
    Act.TODO_DROP: _nothing,
    Act.UNABLE: _nothing,
    Act.CONTACT: _contact,
    Act.PLACE: _place,
    Act.MERGE: _merge,
    Act.UNMERGE: _merge,
    Act.REMOVE: _away,
    Act.ERASE: _away,
    Act.EVENT: event_requests.event,
    Act.EVENT_CANCEL: event_requests.cancel,
    Act.EVENT_MOVE: event_requests.move,
    Act.EVENT_RENAME: event_requests.rename,
    Act.EVENT_ADD: event_requests.guests,
    Act.EVENT_LEAVE: event_requests.guests,
}
