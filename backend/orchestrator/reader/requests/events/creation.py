"""Which new events does the user ask for, or jot down as one writes them into a calendar?"""

from dataclasses import replace
from datetime import datetime
from itertools import islice

from orchestrator.kit.patterns import Match
from orchestrator.language.discourse.marks import marked
from orchestrator.language.lengths import ends_with_length
from orchestrator.language.speech_acts.intents import Topic, topics_of
from orchestrator.language.speech_acts.mood import Mood, mood_of
from orchestrator.language.text.normalize import STOP_WORDS, content_words, normalize
from orchestrator.language.time import Mention
from orchestrator.language.time.no_days import no_days
from orchestrator.reader.acts import Act
from orchestrator.reader.discourse.draft_words import DRAFT_WORDS
from orchestrator.reader.errands import ERRANDS
from orchestrator.reader.lexicon import Words
from orchestrator.reader.line import Line, line
from orchestrator.reader.request import Request, Scene, cut, unquoted
from orchestrator.reader.requests import details
from orchestrator.reader.requests.events.event_words import ADDS, KNOWN, NOTHING_NAMED, SETS, of_whoever
from orchestrator.reader.requests.events.target_event import of_event
from orchestrator.reader.timing import day_words, phrases

_FEW_WORDS = 4
_MOST_JOINTS = 8
_FEW_JOTTED, _FEW_LOOKED_FOR = 2, 3
"""So many words beside a day and an hour name what is then."""


def event(act: Act, match: Match, scene: Scene) -> list[Request]:
    """A new event; nothing where the words name none."""
    body = cut(match, "body", scene)
    if body is None:
        return []
    made = details.event(body, scene.known, scene.now, scene.locale)
    length = ends_with_length(body.low, scene.known.language, scene.known.at_clock)
    if length is not None and length[0] and not made.when and SETS.match(match.group("verb")):
        lasting = (
            f"{DRAFT_WORDS[scene.known.language].lasting} {body.cut(*length).raw}"  # "make lunch with Ana 90 mins"
        )
        return [of_event(Act.EVENT_MOVE, body.cut(0, length[0]), scene, {"when": lasting})]
    weak = scene.known.weak_verbs.search(match.group("verb"))
    if made.when and not (made.people or made.place) and SETS.match(match.group("verb")) and KNOWN.match(body.low):
        # "Make the concert 21:30": what the calendar holds already is moved, where it holds it.
        named, _ = details.timed(body, scene.known, scene.now, scene.locale)
        moved = of_event(Act.EVENT_MOVE, named, scene, {"when": made.when})
        return [replace(moved, told=True, otherwise=one) for one in made_of(act, made)]
    errand = ERRANDS[scene.known.language].surely.match(line(made.title).low) is not None
    if weak and errand and not (made.people or made.place or _clocked(body, scene)):
        return [Request(Act.TODO, {"title": made.title, "when": made.when})]  # "add get dog food for Friday"
    meant = made.when or scene.known.things["event"].search(body.low) or scene.known.on_calendar.search(body.low)
    if weak and not meant:
        few = 0 < len(body.low.split()) <= _FEW_WORDS and not any(char.isdigit() or char == "@" for char in body.low)
        return _things(body, scene) if few and ADDS.match(match.group("verb")) else []
    return made_of(act, made)


def _clocked(body: Line, scene: Scene) -> bool:
    """Whether words tell an hour, or name the calendar."""
    told = phrases(body.raw, body.low, scene.known, scene.now, scene.locale)
    return any(one.mention.has_time for one in told) or scene.known.on_calendar.search(body.low) is not None


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
    if not _named(made, scene.text, scene.known, most=_FEW_JOTTED):
        return []
    if not any(one.mention.has_date for one in times):
        made = replace(
            made, when=f"{day_words(str(before.arguments['when']), scene.now, scene.locale)} {made.when}".strip()
        )
    return made_of(Act.EVENT, made)


def jotted(scene: Scene, *, named: bool = False, few: bool = True, clocked: bool = True) -> list[Request]:
    """ "Lunch with Ana on Friday at one": no verb, but an event with its day and clock time that are still to come, as
    one writes it into a calendar. "The dentist on Friday at one" is looked up. `named`: it is an event, whatever its
    words are; `few`: so is a word or two; `clocked`: a day alone is no such event. An hour alone is the next such where
    what it is and with whom are told: "dinner with Ana at 8pm"."""
    text, known = scene.text, scene.known
    if known.articles.match(details.timed(text, known, scene.now, scene.locale)[0].low):
        return []
    plain, size = details.sized(text)
    times = phrases(plain.raw, plain.low, known, scene.now, scene.locale)
    dated = [one for one in times if one.mention.has_date]
    unreal = no_days(plain.raw, now=scene.now, locale=scene.locale)  # the tool says that there is no such day
    told = dated or [one for one in times if one.mention.has_time]
    if not unreal and (len(told) != 1 or _is_over(told[0].mention, scene.now)):
        return []
    clocked = clocked and not unreal
    bare = line(" ".join(one.bare for one in times))
    if clocked and not any(one.mention.has_time for one in phrases(bare.raw, bare.low, known, scene.now, scene.locale)):
        return []
    made = details.event(text, known, scene.now, scene.locale)
    if _asks(made.title, known) or of_whoever(line(made.title), known.language) or _only_a_mark(made.title, known):
        return []
    if not dated and not unreal:
        return made_of(Act.EVENT, made) if made.people and known.things["event"].search(text.low) else []
    most = (_FEW_JOTTED if clocked else _FEW_LOOKED_FOR) if few else 0
    return made_of(Act.EVENT, made) if named or size or _named(made, text, known, most=most) else []


def _only_a_mark(title: str, known: Words) -> bool:
    """Whether a title only says that something is put right: "plutôt" of "non, dimanche soir plutôt"."""
    return marked(f"x {line(title).low}", known.language).end == 1


def _is_over(time: Mention, now: datetime) -> bool:
    """Whether a time has begun; a day or a part of one only when it has ended: "dinner tonight", at seven."""
    return (time.end if time.end is not None and time.grain in _PARTS_OF_A_DAY else time.start) <= now


_PARTS_OF_A_DAY = frozenset({"part", "day"})


def _named(made: details.Parts, text: Line, known: Words, *, most: int) -> bool:
    """Whether words beside an hour name an event: with somebody, by its kind, or in so few words as `most`."""
    if made.people or known.things["event"].search(text.low) or Topic.AGENDA in topics_of(text.raw):
        return True
    return 0 < len(content_words(made.title)) <= most


def _asks(title: str, known: Words) -> bool:
    """Whether a title is but the verb of a request that names nothing: "marca na quarta às 18h"."""
    verb = title.casefold()
    return " " not in verb and any(pattern.match(f"{verb} xyz") for act, pattern in known.acts if act is Act.EVENT)


def made_of(act: Act, made: details.Parts) -> list[Request]:
    """The request for a new event of these parts; none where they name nothing."""
    if not made.title or normalize(made.title) in NOTHING_NAMED:
        return []
    arguments = {"title": made.title, "when": made.when, "participants": list(made.people), "place": made.place}
    return [Request(act, arguments)]


def _things(body: Line, scene: Scene) -> list[Request]:
    """ "Add cheese" alone means the list."""
    return [Request(Act.TODO, {"title": each}) for each in details.items(unquoted(body), scene.known, shopping=True)]
