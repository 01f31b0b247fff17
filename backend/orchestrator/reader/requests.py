"""Which change does the user ask for?

A template of the language says what is wanted; `details` copies its parts.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from orchestrator.language.fold import fold
from orchestrator.language.mood import Mood, mood_of
from orchestrator.language.numbers import number
from orchestrator.language.shorthand import spelled_out
from orchestrator.llm.messages import TurnFacts
from orchestrator.reader import details
from orchestrator.reader.acts import Act
from orchestrator.reader.asked import Kind
from orchestrator.reader.lexicon import Words
from orchestrator.reader.line import MAX_LENGTH, Line, line
from orchestrator.reader.reading import Reading, read
from orchestrator.reader.timing import phrases
from orchestrator.reader.words import words_of

_SENTENCES = re.compile(r"[^.!?;\n]+(?:[.!?;\n]+(?=\s|$)|$|[.](?=\S))+")
_MOST_REQUESTS = 5
_SAME_HOUR = re.compile(r",? (?:[aà] mesma hora|a la misma hora|(?:at )?the same time)$", re.IGNORECASE)
_SAME_AGAIN = {"it", "that", "this", "isso", "isto", "eso", "esto"}
"""Titles of "cancel lunch and book it for Friday": the same event once more."""
_BACK = ("earlier", "cedo", "antes", "temprano")
_TOLD = {Act.TODO_DID, Act.TODO_DONE, Act.NOTE, Act.REMIND}
"""What a mere statement may propose."""
_TOOLS: Mapping[Act, str] = {
    Act.NOTE: "notes_add",
    Act.REMIND: "todos_create",
    Act.TODO: "todos_create",
    Act.TODO_DONE: "todos_complete",
    Act.TODO_DID: "todos_complete",
    Act.CONTACT: "contacts_create",
    Act.EVENT: "events_create",
    Act.EVENT_CANCEL: "events_delete",
    Act.EVENT_MOVE: "events_update",
    Act.EVENT_RENAME: "events_update",
    Act.EVENT_ADD: "events_update",
    Act.EVENT_LEAVE: "events_update",
}


@dataclass(frozen=True)
class Request:
    """A change that is asked for. `target`: what has to be found first; `named_by`: the argument that will name
    it. `shift`: by how much an event moves ("an hour later"), counted from its own start."""

    act: Act
    arguments: Mapping[str, Any] = field(default_factory=dict)
    target: Reading | None = None
    named_by: str = ""
    target_id: str = ""
    shift: str = ""

    @property
    def tool(self) -> str:
        """The write tool; "" for what no tool does."""
        return _TOOLS.get(self.act, "")


@dataclass(frozen=True)
class _Scene:
    """What the templates' actions need beside the match."""

    text: Line
    known: Words
    now: datetime
    locale: str
    context: Mapping[str, Any]


def forbids(facts: TurnFacts) -> bool:
    """Whether the message only forbids a change ("do not delete my tasks")."""
    mood = mood_of(facts.question[: 2 * MAX_LENGTH], facts.locale)
    return mood.negated and mood.mood is not Mood.QUESTION


def requests(facts: TurnFacts, reading: Reading) -> list[Request]:
    """The changes that the message asks for; none of a question, nor of one that forbids."""
    if facts.mood in {Mood.QUESTION, Mood.CONFIRMATION} or reading.kind is Kind.NOTHING:
        return []
    facts = replace(facts, question=spelled_out(facts.question))
    mood = mood_of(facts.question[: 2 * MAX_LENGTH], facts.locale)
    if mood.negated or (facts.mood is None and mood.mood is Mood.QUESTION):
        return []
    told = (facts.mood or mood.mood) == Mood.STATEMENT
    languages = dict.fromkeys([reading.language, mood.language])
    for language in languages:
        known = words_of(language)
        locale = reading.locale if language == reading.language else known.locale
        found = _in_text(facts, known, locale)
        found = [each for each in found if not told or each.act in _TOLD]
        if found:
            return found[:_MOST_REQUESTS]
    return []


def _in_text(facts: TurnFacts, known: Words, locale: str) -> list[Request]:
    whole = facts.question if len(facts.question) <= MAX_LENGTH else ""
    found = _joined(line(whole), known, locale, facts) or _requested(line(whole), known, locale, facts) if whole else []
    if found:
        return found
    sentences = _SENTENCES.findall(facts.question[: 2 * MAX_LENGTH])
    return [made for part in sentences for made in _requested(line(part[:MAX_LENGTH]), known, locale, facts)]


def _joined(text: Line, known: Words, locale: str, facts: TurnFacts) -> list[Request]:
    """The requests on both sides of an "and", where each side is one by itself ("add wine and cancel the dentist")."""
    for join in known.also_acts.finditer(text.low):
        rest = text.cut(join.end(), len(text.low))
        if mood_of(rest.raw, locale).mood is not Mood.REQUEST:
            continue
        first = _requested(text.cut(0, join.start()), known, locale, facts)
        second = _joined(rest, known, locale, facts) or _requested(rest, known, locale, facts) if first else []
        if first and second and all(_complete(each) for each in (*first, *second)):
            return first + second
    return []


def _complete(request: Request) -> bool:
    """Whether a request names what it is about; "and eggs" after "add milk" is none of its own."""
    if request.target is not None:
        return bool(request.target_id or request.target.words or request.target.when)
    if fold(str(request.arguments.get("title") or "")) in _SAME_AGAIN:
        return False
    return bool(request.arguments.get("title") or request.arguments.get("text") or request.arguments.get("display_name"))


def _requested(text: Line, known: Words, locale: str, facts: TurnFacts) -> list[Request]:
    bare = _bare(text, known)
    for act, pattern in known.acts:
        match = pattern.match(bare.low)
        if match is None:
            continue
        scene = _Scene(bare, known, facts.now, locale, facts.context)
        made = _BUILD[act](act, match, scene)
        if made:
            rest = _cut(match, "rest", scene)
            joined = known.join.match(" " + rest.low) if rest is not None else None
            if rest is not None and joined:
                made += _requested(rest.cut(joined.end() - 1, len(rest.low)), known, locale, facts)
            return made
    return []


def _bare(text: Line, known: Words) -> Line:
    """The request without greetings, politeness and thanks."""
    found = known.polite.match(text.low)
    bare = text.cut(found.end(), len(text.low)) if found else text
    tail = known.tail.search(bare.low)
    return bare.cut(0, tail.start()) if tail else bare


def _cut(match: re.Match[str], group: str, scene: _Scene) -> Line | None:
    if group not in match.re.groupindex or match.group(group) is None:
        return None
    return scene.text.cut(*match.span(group))


def _todo(act: Act, match: re.Match[str], scene: _Scene) -> list[Request]:
    title = _cut(match, "title", scene)
    if title is None:
        return []
    title, when = details.timed(title, scene.known, scene.now, scene.locale)
    rest = _cut(match, "rest", scene)
    if rest is not None and not scene.known.join.match(" " + rest.low):
        left, later = details.timed(rest, scene.known, scene.now, scene.locale)
        when = when or later
        if left.low and not later:
            title = line(f"{title.raw} {left.raw}")
    title = _unquoted(title)
    if not title.low:
        return []
    shopping = bool(scene.known.shopping.search(scene.text.low))
    return [
        Request(act, {"title": each, "when": when}) for each in details.items(title, scene.known, shopping=shopping)
    ]


def _remind(act: Act, match: re.Match[str], scene: _Scene) -> list[Request]:
    rest = _cut(match, "rest", scene)
    if rest is None:
        return []
    title, when = details.timed(rest, scene.known, scene.now, scene.locale)
    if found := scene.known.reminds.match(title.low):
        title = title.cut(found.end(), len(title.low))
    title = _unquoted(title)
    return [Request(act, {"title": title.raw, "when": when})] if title.low or when else []


def _note(act: Act, match: re.Match[str], scene: _Scene) -> list[Request]:
    text = _cut(match, "text", scene)
    return [Request(act, {"text": text.raw})] if text is not None and text.low else []


def _contact(act: Act, match: re.Match[str], scene: _Scene) -> list[Request]:
    body = line(", ".join(part.raw for name in ("body", "rest") if (part := _cut(match, name, scene)) and part.low))
    made = details.contact(body, scene.known)
    return [Request(act, made)] if made.get("display_name") else []


def _done(act: Act, match: re.Match[str], scene: _Scene) -> list[Request]:
    words = _cut(match, "todo", scene) or _cut(match, "todo_two", scene)
    if words is None or not words.low:
        return []
    if act is Act.TODO_DID and words.low.split(maxsplit=1)[1:]:
        after = re.match(
            r"(?:he |hemos )?\S+ (?:(?:the|my|o|a|os|as|el|la|los|las|um|uma|un|una|meu|minha|mi) )?", words.low
        )
        words = words.cut(after.end() if after else 0, len(words.low))
    words = _unquoted(details.without_articles(words, scene.known))
    target = _target(words, scene)
    return [Request(act, {}, target=replace(target, thing="todo"), named_by="todo")]


def _cancel(act: Act, match: re.Match[str], scene: _Scene) -> list[Request]:
    return [_about_event(act, _cut(match, "event", scene), scene, {})]


def _about_event(act: Act, words: Line | None, scene: _Scene, arguments: Mapping[str, Any]) -> Request:
    target = _target(details.without_articles(words or line(""), scene.known), scene)
    known_events: Sequence[Mapping[str, Any]] = scene.context.get("events") or ()
    own_id = ""
    named = words is not None and words.low
    if not target.words and not target.when and (target.deictic or not named) and len(known_events) == 1:
        own_id = str(known_events[0].get("id") or "")
    return Request(act, arguments, target=replace(target, thing="event"), named_by="event", target_id=own_id)


def _move(act: Act, match: re.Match[str], scene: _Scene) -> list[Request]:
    if shift := _cut(match, "shift", scene):
        # "Uma hora mais cedo" would be read as one o'clock: the language's plainest words for the direction are put in.
        after = match.group("after") or ""
        back = any(word in after for word in _BACK) if after else scene.known.forward.match(match.string) is not None
        size = shift.cut(0, len(shift.low) - len(after)).raw
        told = f"{size} {scene.known.earlier if back else scene.known.later}"
        return [replace(_about_event(act, _cut(match, "event", scene), scene, {}), shift=told)]
    if "moved" in match.re.groupindex:
        new = scene.text.cut(*match.span("new"))
        bare_hour = number(new.low, scene.known.language) is not None
        when = f"{scene.known.at_clock} {new.raw}" if bare_hour else new.raw
        return [_about_event(act, _cut(match, "moved", scene), scene, {"when": when})]
    if "new" not in match.re.groupindex:
        return [_about_event(act, _cut(match, "event", scene), scene, {})]
    body = scene.text.cut(match.start("event"), match.end("new"))
    parted = _parted(body, scene)
    if parted is None:
        return []
    words, new, when = parted
    when = _SAME_HOUR.sub("", when)
    arguments = {"when": when} if when else {"place": details.without_articles(new, scene.known).raw}
    return [_about_event(act, words, scene, arguments)]


def _parted(body: Line, scene: _Scene) -> tuple[Line, Line, str] | None:
    """The event and its new time (or place), parted where a time begins."""
    places = [(found.start(), found.end()) for found in scene.known.toward.finditer(body.low) if found.start() > 0]
    for start, end in places:
        new = body.cut(end, len(body.low))
        times = phrases(new.raw, new.low, scene.known, scene.now, scene.locale)
        opens = times and (times[0].start == 0 or scene.known.lead.fullmatch(new.low[: times[0].start]))
        if opens:
            return body.cut(0, start), new, _clocked(body, start, end)
        if number(new.low, scene.known.language) is not None:
            # "Move it to two": the bare number is a clock time, which its words alone do not say.
            return body.cut(0, start), new, f"{scene.known.at_clock} {new.raw}"
    if not places:
        return None
    start, end = places[-1]
    return body.cut(0, start), body.cut(end, len(body.low)), ""


def _clocked(body: Line, start: int, end: int) -> str:
    """The new time as written; with its "a las" where that says that it is a clock time."""
    whole = body.cut(start, len(body.low)).raw
    return whole if body.low[start:end] in {"a las", "a la", "at", "as"} else body.cut(end, len(body.low)).raw


def _rename(act: Act, match: re.Match[str], scene: _Scene) -> list[Request]:
    title = _unquoted(_cut(match, "title", scene) or line(""))
    return [_about_event(act, _cut(match, "event", scene), scene, {"title": title.raw})]


def _guests(act: Act, match: re.Match[str], scene: _Scene) -> list[Request]:
    named = _cut(match, "people", scene)
    found = details.people(named, scene.known) if named is not None else ()
    if not found:
        return []
    name = "participants_add" if act is Act.EVENT_ADD else "participants_remove"
    return [_about_event(act, _cut(match, "event", scene), scene, {name: list(found)})]


def _event(act: Act, match: re.Match[str], scene: _Scene) -> list[Request]:
    body = _cut(match, "body", scene)
    if body is None:
        return []
    made = details.event(body, scene.known, scene.now, scene.locale)
    weak = scene.known.weak_verbs.search(match.group("verb"))
    meant = made.when or scene.known.things["event"].search(body.low) or scene.known.on_calendar.search(body.low)
    if weak and not meant:
        return []
    arguments = {"title": made.title, "when": made.when, "participants": list(made.people), "place": made.place}
    return [Request(act, arguments)]


def _nothing(act: Act, _match: re.Match[str], _scene: _Scene) -> list[Request]:
    return [Request(act)]


_BUILD: Mapping[Act, Callable[[Act, re.Match[str], _Scene], list[Request]]] = {
    Act.NOTE: _note,
    Act.REMIND: _remind,
    Act.TODO: _todo,
    Act.TODO_DONE: _done,
    Act.TODO_DID: _done,
    Act.TODO_DROP: _nothing,
    Act.UNABLE: _nothing,
    Act.CONTACT: _contact,
    Act.EVENT: _event,
    Act.EVENT_CANCEL: _cancel,
    Act.EVENT_MOVE: _move,
    Act.EVENT_RENAME: _rename,
    Act.EVENT_ADD: _guests,
    Act.EVENT_LEAVE: _guests,
}


def _unquoted(text: Line) -> Line:
    return text.cut(0, len(text.low))


def _target(words: Line, scene: _Scene) -> Reading:
    found = read(words.raw, now=scene.now, locale=scene.locale)
    kind = Kind.NEXT if found.kind is Kind.NEXT else Kind.WHEN
    return replace(found, kind=kind, past=False, line=words)
