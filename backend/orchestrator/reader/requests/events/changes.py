"""Which change of the calendar does the user ask for: a new event, another time, other guests, none any more?"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import islice
from typing import Any

from orchestrator.kit import patterns
from orchestrator.kit.patterns import Match
from orchestrator.language.discourse.dated_things import ANCHORS
from orchestrator.language.lengths import ends_with_length, length_of
from orchestrator.language.numbers import number
from orchestrator.language.speech_acts.intents import Topic, topics_of
from orchestrator.language.speech_acts.mood import Mood, mood_of
from orchestrator.language.text.normalize import STOP_WORDS, content_words, normalize
from orchestrator.language.time import Mention
from orchestrator.reader.acts import Act
from orchestrator.reader.discourse.draft_words import DRAFT_WORDS
from orchestrator.reader.discourse.pointing import pointed_at, points_at
from orchestrator.reader.evidence.finds import SURE
from orchestrator.reader.lexicon import Words
from orchestrator.reader.line import Line, joined, line
from orchestrator.reader.question_kinds import Kind
from orchestrator.reader.request import Request, Scene, cut, target_of, unquoted
from orchestrator.reader.requests import details
from orchestrator.reader.texts import share
from orchestrator.reader.timing import day_words, phrases, series

_CALENDARS = frozenset({"calendar", "calendario", "agenda"})
_SAME_HOUR = patterns.compile(
    r"(?i),? (?:(?:[aà]|n[ao])? ?mesm[ao] (?:hora|hor[aá]rio)|(?:a la |en el )?mism[ao] (?:hora|horario)"
    r"|(?:at |but )*(?:the )?same (?:time|hour)|(?:[aà] )?(?:la )?m[eê]me heure)$"
)
_SAME_DAY = patterns.compile(
    r"(?i),? (?:(?:on |but )*(?:the )?same day|(?:mas )?(?:n?[oa] )?mesmo dia|(?:pero )?(?:(?:en )?el )?mismo d[ií]a"
    r"|(?:mais )?(?:le )?m[eê]me jour)$"
)
""" "At 18:15, same day": an hour alone keeps the day."""
_NOTHING_NAMED = {"something", "anything", "algo", "alguma coisa", "uma coisa", "alguna cosa", "algo mais", "algo mas"}
"""Titles of "can I book something at five?", which asks whether one is free."""
_FEW_WORDS = 4
_MOST_JOINTS = 8
_FEW_JOTTED = 2
"""So many words beside a day and an hour name what is then."""
_LAST_ONE = patterns.compile(
    r"\b(?:(?:that|the|this) last (?:one|thing)|(?:eso|lo) ultimo|(?:isso|o) ultimo|a ultima|la ultima)$"
)
BEFORE_A_DAY = frozenset({"al", "el", "dia"})
""" "Cámbialo al 11" is a day of the month, "a las 11" an hour."""
_IT = "it"
_CANCELS = patterns.compile(r"(?:cancel|call off|unschedule|skip|desmarc|desmarq|anul|desconvoca)")
"""What one does to events alone; a to-do or a note is deleted."""
_NO_EVENTS = frozenset({"todo", "contact", "place", "message"})
_ADDS = patterns.compile(r"(?:add|pop|chuck|anad|agreg|apunt|anot|adicion|acrescent|bota|met[ae]|poe)")
_EVERYTHING = patterns.compile(r"(?:everything|all|tudo|todo|todos|todas|tout|toutes|tous)\b")
_SETS = patterns.compile(
    r"(?:make|put|set|have|fix|poe|ponha|coloca|coloque|mete|bota|faz|pon|ponme|pone|haz|coloca)(?:-me)?$"
)
_KNOWN = patterns.compile(r"(?:the|my|our|o|os|as?|(?:[oa] )?(?:meu|minha|nosso|nossa)|el|la|los|las|mi|nuestr[oa]) ")
"""What is spoken of as known."""
_EXCHANGED = frozenset({"for", "by", "por", "com", "con", "pour", "contre"})
""" "Change the vet for the haircut" tells no place."""
_FROM_NOW_ON = patterns.compile(r" (?:now|agora|ahora|maintenant)$")
_HOUR_AND_MINUTES = patterns.compile(r"\d{1,2}[.:]\d{2}")
_BACK = ("earlier", "cedo", "antes", "temprano")


def cancel(act: Act, match: Match, scene: Scene) -> list[Request]:
    """A cancellation; of what is no event, where "it" is spoken of."""
    words, rest = cut(match, "event", scene), cut(match, "rest", scene)
    words = joined([words, rest]) if words is not None and rest is not None and rest.low else words
    pointed = pointed_at(words, scene.told, scene.known) if words is not None else None
    if words is not None and pointed is not None:
        asks = not pointed and points_at(words, scene.known) in ANCHORS[scene.known.language].any_thing
        return [Request(Act.REMOVE, {"item": words.raw}) if asks else of_event(act, words, scene, {})]
    if _of_no_event(words, scene):
        return [Request(Act.REMOVE, {"item": (words.raw if words is not None else "") or _IT})]
    asked = of_event(act, words, scene, {})
    if words is not None and _nothing_named(asked) and scene.known.deictic.search(words.low):
        # Nothing was spoken of: the tool asks what is meant.
        return [Request(Act.REMOVE, {"item": words.raw if points_at(words, scene.known) else _IT})]
    if (every := _of_all(asked, words)).every:
        return [every]
    asked = replace(asked, parts=_each(act, words, scene))
    deletes = _CANCELS.match(match.string) is None and asked.target is not None and not asked.target.when
    return [replace(asked, removes=deletes)]


def _each(act: Act, words: Line | None, scene: Scene) -> tuple[Request, ...]:
    """ "Lunch and the council meeting on Wednesday": each by itself, on the day that is told for all."""
    joints = [found.span() for found in scene.known.join.finditer(words.low)] if words is not None else []
    if words is None or not joints:
        return ()
    starts, ends = [0, *(end for _, end in joints)], [*(start for start, _ in joints), len(words.low)]
    each = [words.cut(start, end) for start, end in zip(starts, ends, strict=True)]
    made = [of_event(act, one, scene, {}) for one in each if one.low]
    targets = [one.target for one in made if one.target is not None and one.target.words]
    if len(targets) != len(made):
        return ()
    last = targets[-1]
    dated = [
        one if one.when is not None else replace(one, when=last.when, span=last.span, exact=last.exact)
        for one in targets
    ]
    return tuple(replace(one, target=target) for one, target in zip(made, dated, strict=True))


def _of_all(asked: Request, words: Line | None) -> Request:
    """The request as one for all that is found where nothing but a day is named: "everything on Thursday"."""
    target = asked.target
    if target is None or words is None or not target.when or _EVERYTHING.match(words.low) is None:
        return asked
    if not all(_EVERYTHING.match(word.casefold()) for word in target.words):
        return asked
    return replace(asked, target=replace(target, words=(), names=()), every=True)


def _nothing_named(asked: Request) -> bool:
    target = asked.target
    return target is not None and not (asked.target_id or target.words or target.when)


def _of_no_event(words: Line | None, scene: Scene) -> bool:
    """Whether "it" can't be an event: none is in mind, and what was asked before was about something else."""
    named = words is not None and words.low
    target = target_of(details.without_articles(words or line(""), scene.known), scene)
    if target.when or (named and not target.deictic):
        return False
    if named and _LAST_ONE.search(words.low if words is not None else "") is not None:
        return True  # what was written last, of whatever kind
    if target.words:
        return False
    if written := scene.context.get("written"):
        return any(row.get("kind") != "event" for row in written)
    if scene.context.get("events"):
        return False
    return scene.before is not None and scene.before.thing in _NO_EVENTS


def of_event(act: Act, words: Line | None, scene: Scene, arguments: Mapping[str, Any]) -> Request:
    """A change of the event that the words name; without words of the one in mind, or asked about before."""
    target = target_of(details.without_articles(words or line(""), scene.known), scene)
    known_events: Sequence[Mapping[str, Any]] = scene.context.get("events") or ()
    told = content_words(words.raw) if words is not None and target.kind is not Kind.NEXT else []
    if len(told) > 1 and not (target.words or target.names or target.when or target.deictic):
        target = replace(target, words=tuple(told))  # "the call with oscar": a kind of event, and a name written small
    own_id = ""
    named = words is not None and words.low
    if words is not None and (pointed := pointed_at(words, scene.told, scene.known)) is not None:
        own_id = pointed
    elif not target.words and not target.when and (target.deictic or not named):
        asked = scene.before.words if scene.before is not None else ()
        meant = [row for row in known_events if share(asked, str(row.get("title") or "")) >= SURE]
        ids = {str(row.get("id") or "") for row in meant}  # the days of a series are one
        if len(ids) == 1 or scene.told_last:
            own_id = ids.pop() if len(ids) == 1 else scene.told_last
        elif scene.before is not None and asked and scene.before.kind is not Kind.ATTRIBUTE:
            # No event in mind is the one that was asked about last: that one is looked up again.
            before = replace(scene.before, line=line(scene.before.about))  # and not "where?", which was asked of it
            target = replace(before, kind=Kind.WHEN, past=False, targets=())
    return Request(act, arguments, target=replace(target, thing="event"), named_by="event", target_id=own_id)


def move(act: Act, match: Match, scene: Scene) -> list[Request]:
    """Another time or place, or a shift of the time."""
    if shift := cut(match, "shift", scene):
        # "Uma hora mais cedo" would be read as one o'clock: the language's plainest words for the direction are put in.
        after = match.group("after") or ""
        back = any(word in after for word in _BACK) if after else scene.known.forward.match(match.string) is not None
        size = shift.cut(0, len(shift.low) - len(after)).raw
        told = f"{size} {scene.known.earlier if back else scene.known.later}"
        named = cut(match, "event", scene)
        return [replace(_of_all(of_event(act, named, scene, {}), named), shift=told)]
    if "moved" in match.groupdict():
        return [of_event(act, cut(match, "moved", scene), scene, {"when": new_time(match, scene)})]
    if "new" not in match.groupdict():
        return [of_event(act, cut(match, "event", scene), scene, {})]
    body = scene.text.cut(match.start("event"), match.end("new"))
    parted = _parted(body, scene)
    if parted is None:
        return []
    words, new, when = parted
    when = _SAME_DAY.sub("", _SAME_HOUR.sub("", when))
    arguments = {"when": when} if when else {"place": details.without_articles(new, scene.known).written}
    return [_of_all(of_event(act, words, scene, arguments), words)]


def new_time(match: Match, scene: Scene) -> str:
    """The time to which something moves; a bare number is one of the clock, but for "al 11", which is a day."""
    new = scene.text.cut(*match.span("new"))
    for same in filter(None, (_SAME_HOUR.search(new.raw), _SAME_DAY.search(new.raw))):
        new = new.cut(0, same.start())
    if later := _FROM_NOW_ON.search(new.low):
        new = new.cut(0, later.start())
    if length_of(new.low, scene.known.language) is not None and not any(char in new.low for char in ":.h"):
        return f"{DRAFT_WORDS[scene.known.language].lasting} {new.raw}"  # "physio is 45 minutes, not an hour"
    toward = scene.text.low[: match.start("new")].split()[-1:]
    of_a_day = bool(toward) and toward[0] in BEFORE_A_DAY and new.low[:1].isdigit()
    if number(new.low, scene.known.language) is None and not of_a_day:
        return new.raw
    return f"{toward[0] if of_a_day else scene.known.at_clock} {new.raw}"


def without_same_hour(text: Line) -> Line:
    """A change of the day alone: "on Friday at the same time"."""
    same = _SAME_HOUR.search(text.raw)
    return text.cut(0, same.start()) if same is not None and same.start() else text


def _parted(body: Line, scene: Scene) -> tuple[Line, Line, str] | None:
    """The event and its new time (or place), parted where a time begins."""
    places = [(found.start(), found.end()) for found in scene.known.toward.finditer(body.low) if found.start() > 0]
    for start, end in places:
        new = body.cut(end, len(body.low))
        if _HOUR_AND_MINUTES.fullmatch(new.low):  # "to 4.30" is no 4th of some month
            return body.cut(0, start), new, f"{scene.known.at_clock} {new.raw.replace('.', ':')}"
        times = phrases(new.raw, new.low, scene.known, scene.now, scene.locale)
        opens = times and (times[0].start == 0 or scene.known.lead.fullmatch(new.low[: times[0].start]))
        if opens or any(first == 0 for first, _ in series(new.raw, scene.now, scene.locale)):
            return body.cut(0, start), new, _clocked(body, start, end)
        if number(new.low, scene.known.language) is not None:
            # "Move it to two": the bare number is a clock time, which its words alone do not say; "al 11" is a day.
            toward = body.low[start:end].split()
            if toward and toward[-1] in BEFORE_A_DAY:
                return body.cut(0, start), new, f"{toward[-1]} {new.raw}"
            return body.cut(0, start), new, f"{scene.known.at_clock} {new.raw}"
    places = [(start, end) for start, end in places if body.low[start:end] not in _EXCHANGED]
    if not places:
        return None
    start, end = places[-1]
    return body.cut(0, start), body.cut(end, len(body.low)), ""


def _clocked(body: Line, start: int, end: int) -> str:
    """The new time as written; with its "a las" where that says that it is a clock time."""
    whole = body.cut(start, len(body.low)).raw
    return whole if body.low[start:end] in {"a las", "a la", "at", "as"} else body.cut(end, len(body.low)).raw


def rename(act: Act, match: Match, scene: Scene) -> list[Request]:
    """Another title."""
    title = unquoted(cut(match, "title", scene) or line(""))
    return [of_event(act, cut(match, "event", scene), scene, {"title": title.written})]


def guests(act: Act, match: Match, scene: Scene) -> list[Request]:
    """People who come or no longer do."""
    named = cut(match, "people", scene) or cut(match, "guests", scene)
    if "guests" in match.groupdict() and (named is None or not named.raw[:1].isupper()):
        return []
    found = details.people(named, scene.known) if named is not None else ()
    if named is None or not found:
        return []
    name = "participants_add" if act is Act.EVENT_ADD else "participants_remove"
    meant = cut(match, "event", scene)
    if meant is not None and _CALENDARS & set(meant.low.split()):
        return []  # "add lunch with Ana to my Home calendar" makes an event
    changed = of_event(act, meant, scene, {name: list(found)})
    if act is Act.EVENT_LEAVE and changed.target is not None and changed.target.when and not changed.target.words:
        return [
            of_event(Act.EVENT_CANCEL, joined([named, meant or line("")]), scene, {})
        ]  # "take yoga off next Tuesday"
    return [changed]


def event(act: Act, match: Match, scene: Scene) -> list[Request]:
    """A new event; nothing where the words name none."""
    body = cut(match, "body", scene)
    if body is None:
        return []
    made = details.event(body, scene.known, scene.now, scene.locale)
    length = ends_with_length(body.low, scene.known.language, scene.known.at_clock)
    if length is not None and length[0] and not made.when and _SETS.match(match.group("verb")):
        lasting = (
            f"{DRAFT_WORDS[scene.known.language].lasting} {body.cut(*length).raw}"  # "make lunch with Ana 90 mins"
        )
        return [of_event(Act.EVENT_MOVE, body.cut(0, length[0]), scene, {"when": lasting})]
    weak = scene.known.weak_verbs.search(match.group("verb"))
    if made.when and not (made.people or made.place) and _SETS.match(match.group("verb")) and _KNOWN.match(body.low):
        # "Make the concert 21:30": what the calendar holds already is moved, where it holds it.
        named, _ = details.timed(body, scene.known, scene.now, scene.locale)
        moved = of_event(Act.EVENT_MOVE, named, scene, {"when": made.when})
        return [replace(moved, told=True, otherwise=one) for one in made_of(act, made)]
    meant = made.when or scene.known.things["event"].search(body.low) or scene.known.on_calendar.search(body.low)
    if weak and not meant:
        few = 0 < len(body.low.split()) <= _FEW_WORDS and not any(char.isdigit() or char == "@" for char in body.low)
        return _things(body, scene) if few and _ADDS.match(match.group("verb")) else []
    return made_of(act, made)


def several(scene: Scene, *, named: bool = False, few: bool = True) -> list[Request]:
    """The events that are jotted down one after the other, each with its hour; else the one that all of the text is."""
    for join in islice(scene.known.also_acts.finditer(scene.text.low), _MOST_JOINTS):
        first, rest = scene.text.cut(0, join.start()), scene.text.cut(join.end(), len(scene.text.low))
        made = jotted(replace(scene, text=first), named=named, few=few)
        if made and (more := following(replace(scene, text=rest), made[0])):
            return [*made, *more]
    return jotted(scene, named=named, few=few)


def following(scene: Scene, before: Request, tried: int = 0) -> list[Request]:
    """The events that follow one: at another time alone ("and Tuesday at 8"), or with an hour of their own on a day
    that may have been told before ("then lunch with Ana at 1"). None where any of the text is no such event."""
    text, known = scene.text, scene.known
    left, when = details.timed(text, known, scene.now, scene.locale)
    if when and not left.low:
        return [replace(before, arguments={**before.arguments, "when": when})]
    for tries, join in enumerate(islice(known.also_acts.finditer(text.low), max(0, _MOST_JOINTS - tried)), tried + 1):
        rest = replace(scene, text=text.cut(join.end(), len(text.low)))
        first = _next(replace(scene, text=text.cut(0, join.start())), before)
        if first and (more := following(rest, first[0], tries)):
            return [*first, *more]
    return _next(scene, before)


def _next(scene: Scene, before: Request) -> list[Request]:
    """The one event of a text that follows another, on the day of that one where it tells none."""
    text = scene.text.low
    times = phrases(scene.text.raw, text, scene.known, scene.now, scene.locale)
    if (
        sum(one.mention.has_time and bool(one.bare) for one in times) != 1
        or mood_of(scene.text.raw, scene.locale).mood is Mood.QUESTION
    ):
        return []
    made = details.event(scene.text, scene.known, scene.now, scene.locale)
    opens = normalize(made.title).split()[:1]
    if _asks(made.title, scene.known) or not opens or opens[0] in STOP_WORDS[scene.known.language]:
        return []  # "dinner at eight, I leave at seven"
    if not _named(made, scene.text, scene.known, few=True):
        return []
    if not any(one.mention.has_date for one in times):
        made = replace(
            made, when=f"{day_words(str(before.arguments['when']), scene.now, scene.locale)} {made.when}".strip()
        )
    return made_of(Act.EVENT, made)


def jotted(scene: Scene, *, named: bool = False, few: bool = True, clocked: bool = True) -> list[Request]:
    """ "Lunch with Ana on Friday at one": no verb, but an event with its day and clock time that are still to come, as
    one writes it into a calendar. "The dentist on Friday at one" is looked up. `named`: it is an event, whatever its
    words are; `few`: so is a word or two; `clocked`: a day alone is no such event."""
    text, known = scene.text, scene.known
    if known.articles.match(details.timed(text, known, scene.now, scene.locale)[0].low):
        return []
    plain, size = details.sized(text)
    times = phrases(plain.raw, plain.low, known, scene.now, scene.locale)
    dated = [one for one in times if one.mention.has_date]
    if len(dated) != 1 or _is_over(dated[0].mention, scene.now):
        return []
    bare = line(" ".join(one.bare for one in times))
    if clocked and not any(one.mention.has_time for one in phrases(bare.raw, bare.low, known, scene.now, scene.locale)):
        return []
    made = details.event(text, known, scene.now, scene.locale)
    if _asks(made.title, known):
        return []
    return made_of(Act.EVENT, made) if named or size or _named(made, text, known, few=few) else []


def _is_over(time: Mention, now: datetime) -> bool:
    """Whether a time has begun; a day or a part of one only when it has ended: "dinner tonight", at seven."""
    return (time.end if time.end is not None and time.grain in _PARTS_OF_A_DAY else time.start) <= now


_PARTS_OF_A_DAY = frozenset({"part", "day"})


def _named(made: details.Parts, text: Line, known: Words, *, few: bool) -> bool:
    """Whether words beside an hour name an event: with somebody, by its kind, or in a word or two."""
    if made.people or known.things["event"].search(text.low) or Topic.AGENDA in topics_of(text.raw):
        return True
    return few and 0 < len(content_words(made.title)) <= _FEW_JOTTED


def _asks(title: str, known: Words) -> bool:
    """Whether a title is but the verb of a request that names nothing: "marca na quarta às 18h"."""
    verb = title.casefold()
    return " " not in verb and any(pattern.match(f"{verb} xyz") for act, pattern in known.acts if act is Act.EVENT)


def made_of(act: Act, made: details.Parts) -> list[Request]:
    """The request for a new event of these parts; none where they name nothing."""
    if not made.title or normalize(made.title) in _NOTHING_NAMED:
        return []
    arguments = {"title": made.title, "when": made.when, "participants": list(made.people), "place": made.place}
    return [Request(act, arguments)]


def _things(body: Line, scene: Scene) -> list[Request]:
    """ "Add cheese" alone means the list."""
    return [Request(Act.TODO, {"title": each}) for each in details.items(unquoted(body), scene.known, shopping=True)]
