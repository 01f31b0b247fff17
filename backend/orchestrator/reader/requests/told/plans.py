"""What is told of a time to come, in any words: an event of a day and an hour, a to-do that is due.

"Orders for the wedding go out on Saturday at eight", "a dona Cida vem hoje às 14h fazer as unhas", "the inspection is
due on the 15th". Read where no table knows the words in which somebody tells it (`engagements.py` does): the whole
message is the title, but for its times. Nothing is made of what is thought, said by others, refused, of the weather, or
over.
"""

from dataclasses import replace

from orchestrator.language.exemplars.kinds import TELLS, proposed
from orchestrator.language.speech_acts.keeping_free import kept_free, told_beside
from orchestrator.language.speech_acts.news_words import NEWS
from orchestrator.reader.acts import Act
from orchestrator.reader.line import Line, joined, line, spelled
from orchestrator.reader.request import Request, Scene
from orchestrator.reader.requests import details
from orchestrator.reader.requests.captures import hinders, only_thought_of
from orchestrator.reader.requests.engagements import engaged, formerly, repeated
from orchestrator.reader.requests.events.creation import several
from orchestrator.reader.requests.events.event_words import of_whoever
from orchestrator.reader.requests.remarks import without_a_remark
from orchestrator.reader.requests.told.made import MOST_WORDS, planned
from orchestrator.reader.requests.told.words import TOLD_PLANS, ToldPlans, without_its_end, without_its_opening
from orchestrator.reader.timing import Phrase, day_words, phrases, series

_LIKELY_TALK = 0.5
"""How likely a message has to be mere talk ("had lunch with Bo") to be left alone."""


def told_plans(scene: Scene) -> list[Request]:
    """What is to come, as an event or a to-do; none of what is no plan, or whose time is not clear or over."""
    table, known = TOLD_PLANS[scene.known.language], scene.known
    text = without_a_remark(without_its_end(scene.text, table), scene)
    if NEWS[known.language].asks.match(text.low) or "?" in text.low:
        return []
    times = phrases(text.raw, text.low, known, scene.now, scene.locale)
    comes_back = table.back.match(text.low) is not None
    if not times or (not comes_back and proposed(text.raw, known.language).of(TELLS) >= _LIKELY_TALK):
        return []
    if formerly(scene) or only_thought_of(text.raw, known.language):
        return []
    each = _clause_by_clause(text, scene)
    return each or _event(with_its_day(_last_clause(text, times, table), times, scene), scene)


def _clause_by_clause(text: Line, scene: Scene) -> list[Request]:
    """Two plans, each with its own day: "Bia is on duty on Saturday, we have dinner on Sunday"."""
    stop = text.low.find(", ")
    parts = [text.cut(0, max(stop, 0)), text.cut(stop + 2, len(text.low))]
    days = [phrases(one.raw, one.low, scene.known, scene.now, scene.locale) for one in parts]
    if stop < 0 or not all(sum(one.mention.has_date for one in each) == 1 for each in days):
        return []
    made = [_of_a_meal(_event(one, scene, few=True), each, scene) for one, each in zip(parts, days, strict=True)]
    return [one for each in made for one in each] if all(made) else []


def beside_a_ban(scene: Scene) -> list[Request]:
    """What is then, said with that nothing else is to be put there: "don't put anything on Saturday, it's my mum's
    birthday", "on Tuesdays from two to four I have physio, book nothing"; none where no more is told than the ban."""
    known, text = scene.known, scene.text
    found = kept_free(text.raw, known.language)
    if found is None:
        return []
    rest = spelled(told_beside(text.raw, found, known.language), known.language)
    if phrases(rest.raw, rest.low, known, scene.now, scene.locale) or series(rest.raw, scene.now, scene.locale):
        told = replace(scene, text=rest)
        return repeated(told) or engaged(told) or told_plans(told)
    day = text.cut(found.day, found.end)
    left, when = details.timed(day, known, scene.now, scene.locale)
    if left.low or not when or series(day.raw, scene.now, scene.locale):
        return []
    title = details.tidy(details.without_articles(rest, known).written)
    made = {"title": f"{title[:1].upper()}{title[1:]}", "when": when, "participants": [], "place": ""}
    return [Request(Act.EVENT, made)] if len(title.split()) <= MOST_WORDS else []


def _last_clause(text: Line, times: list[Phrase], table: ToldPlans) -> Line:
    """The clause that tells the times, where another stands before it: "my tutor is Bo and we meet …"."""
    found = next((one for one in table.clause.finditer(text.low) if one.end() <= times[0].start), None)
    return text.cut(found.end(), len(text.low)) if found is not None else text


def with_its_day(text: Line, times: list[Phrase], scene: Scene, *, opened: bool = False) -> Line:
    """What is then, said behind why something else is not: "on Saturday I can't work, it's Ana's christening at
    twelve". `opened`: with the words that open it."""
    table = TOLD_PLANS[scene.known.language]
    stop = text.low.find(", ")
    first, rest = text.cut(0, max(stop, 0)), text.cut(stop + 2, len(text.low))
    if stop < 0 or not times or table.no_plan.search(first.low) is None or table.no_plan.search(rest.low) is not None:
        return text
    day = day_words(times[0].bare, scene.now, scene.locale) if times[0].start < stop else ""
    return joined([line(day), rest if opened else without_its_opening(rest, table)], "") if day else text


def _of_a_meal(made: list[Request], times: list[Phrase], scene: Scene) -> list[Request]:
    """The event by the meal that tells its hour, where nothing else names it: "we have dinner on Sunday"."""
    meal = next((one.text.split()[0] for one in times if one.mention.has_date), "")
    titled = len(made) == 1 and "title" in made[0].arguments  # what is known already is only moved
    names = line(str(made[0].arguments["title"])).low if titled else "x"
    opening = TOLD_PLANS[scene.known.language].opens.match(f"{names} ")
    if not meal.isalpha() or opening is None or opening.end() < len(names):
        return made
    return [replace(made[0], arguments={**made[0].arguments, "title": f"{meal[:1].upper()}{meal[1:]}"})]


def _event(text: Line, scene: Scene, *, few: bool = False) -> list[Request]:
    table, known = TOLD_PLANS[scene.known.language], scene.known
    times = phrases(text.raw, text.low, known, scene.now, scene.locale)
    text = _not_said_to_be(text, times, table)
    bare, when = details.timed(text, known, scene.now, scene.locale)
    comes_back = table.back.fullmatch(without_its_opening(bare, table).low) is not None
    if of_whoever(bare, known.language):
        return []
    if not times or table.no_plan.search(bare.low) or (hinders(bare.raw, known.language) and not comes_back):
        return []
    if series(text.raw, scene.now, scene.locale):
        return planned(text, bare, when, scene) if any(char.isdigit() for char in when) else []
    lasts = len(times) == 1 and times[0].mention.has_time and times[0].mention.end is not None
    clocked = sum(one.mention.has_time for one in times)
    if not _of_one_day(times, scene) or not (clocked or table.of_a_day.search(bare.low)):
        return []
    if clocked > 1:
        plain = details.without_articles(without_its_opening(text, table), known)
        plain = without_its_opening(plain, table, times[0].end + 1) if times[0].start == 0 else plain
        each = several(replace(scene, text=plain), named=True, few=False)
        return each if len(each) > 1 else []
    return planned(text, bare, when, scene, few=few or lasts)


def _not_said_to_be(text: Line, times: list[Phrase], table: ToldPlans) -> Line:
    """The text without the "is" before its first time, where a place stands behind that."""
    before = text.low[: times[0].start].rstrip() if times else ""
    said = table.said_to_be.search(before) if times and times[0].end < len(text.low) else None
    return text.without([said.span()]) if said is not None and said.start() else text


def _of_one_day(times: list[Phrase], scene: Scene) -> bool:
    """Whether one day is told, that is still to come, and what else is told of time is an hour of it."""
    days = [one.mention for one in times if one.mention.has_date]
    if len(days) != 1:
        return False
    end = days[0].end if days[0].end is not None and not days[0].has_time else days[0].start
    return end > scene.now
