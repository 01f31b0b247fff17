"""The same on several days, at the hours that are told with one of them: "I work Wednesday, Thursday and Friday from
six to ten"."""

from dataclasses import replace
from datetime import timedelta

from orchestrator.language.time import Mention, mentions
from orchestrator.reader.line import Line
from orchestrator.reader.request import Request, Scene
from orchestrator.reader.requests import details
from orchestrator.reader.requests.engagements import formerly, had
from orchestrator.reader.requests.told.made import planned
from orchestrator.reader.requests.told.words import EDGES, TOLD_PLANS, ToldPlans, is_a_weekday, without_its_end
from orchestrator.reader.timing import Phrase, day_words, phrases, series

_TWO = 2
_MOST_DAYS, _WORDS_OF_A_DAY = 7, 4


def on_each_day(scene: Scene) -> list[Request]:
    """The same on several days at the hours that are told with the last: "I work Wednesday, Thursday and Friday from
    six to ten"."""
    table, known = TOLD_PLANS[scene.known.language], scene.known
    text = without_its_end(scene.text, table)
    times = phrases(text.raw, text.low, known, scene.now, scene.locale)
    again = series(text.raw, scene.now, scene.locale)  # "los lunes y miércoles" come again and again
    again = () if any(one.mention.grain == "week" for one in times) else again  # "esta semana" do not
    bare = details.timed(text, scene.known, scene.now, scene.locale)[0]
    if again or "?" in text.low or table.no_plan.search(bare.low) or formerly(scene):
        return []
    days = [one for one in times if one.mention.grain == "day" or one.mention.has_time]
    if led := _led_by_hours(days, scene):
        return _each(bare, led[0], led[1], scene)
    if not 1 < len(days) <= _MOST_DAYS or any(one.mention.has_time for one in days[:-1]):
        return []
    if not days[-1].mention.has_date and len(days) > _TWO:  # "terça e quinta tenho curso das 19h às 22h"
        days, day, hours = days[:-1], days[-2].text, days[-1].text
    else:
        day, hours = _day_and_hours(days[-1].text, scene) if days[-1].mention.has_time else ("", "")
    if not hours or any(one.mention.start < scene.now or not one.mention.has_date for one in days):
        return []
    told = [*(one.text for one in days[:-1]), day]
    if week := next((one.mention for one in times if one.mention.grain == "week"), None):
        told = [_in_week(one, week, scene) for one in told]
    return _each(bare, told, hours, scene)


def _led_by_hours(days: list[Phrase], scene: Scene) -> tuple[list[str], str] | None:
    """The days behind the hours that are those of each: "from one to six Monday and Wednesday"."""
    first, rest = days[:1], days[1:]
    if not rest or len(days) > _MOST_DAYS or not first[0].mention.has_time or not first[0].mention.has_date:
        return None
    if any(one.mention.has_time or one.mention.start <= scene.now for one in rest):
        return None
    words = first[0].text.split()
    for start in range(1, len(words)):
        hours, day = " ".join(words[:start]), " ".join(words[start:])
        if day_words(day, scene.now, scene.locale) == day:
            return [day, *(one.text for one in rest)], hours
    return None


def _each(bare: Line, told: list[str], hours: str, scene: Scene) -> list[Request]:
    """The same on each of the days; week by week where that is how it takes place."""
    table = TOLD_PLANS[scene.known.language]
    bare = _without_joint(bare, table)
    bare = had(replace(scene, text=bare)) or bare
    if table.weekly.search(bare.low) and all(is_a_weekday(one, scene) for one in told):
        each_week = f" {table.joins} ".join(_singular(one, scene) for one in told)
        return planned(bare, bare, f"{table.every} {each_week} {hours}", scene, few=True)
    each = [planned(bare, bare, f"{one} {hours}", scene, few=True) for one in told]
    return [one for made in each for one in made] if all(each) else []


def _in_week(day: str, week: Mention, scene: Scene) -> str:
    """The day of a week that is told beside its days: "next week I work Tuesday and Wednesday from nine to five"."""
    found = mentions(day, now=scene.now, locale=scene.locale)
    if len(found) != 1 or week.end is None or week.start <= found[0].start < week.end:
        return day
    at = week.start + timedelta(days=(found[0].start.weekday() - week.start.weekday()) % _MOST_DAYS)
    return f"{at:%Y-%m-%d}"


def _without_joint(bare: Line, table: ToldPlans) -> Line:
    """What is told beside its days, without the "and" that stood between them."""
    kept = bare.low.rstrip(EDGES)
    while kept.endswith(f" {table.joins}"):
        kept = kept[: -len(table.joins)].rstrip(EDGES)
    return bare.cut(0, len(kept))


def _singular(day: str, scene: Scene) -> str:
    """The name of a weekday without the ending by which it is told of many."""
    one = day.removesuffix("s")
    return one if mentions(one, now=scene.now, locale=scene.locale) else day


def _day_and_hours(said: str, scene: Scene) -> tuple[str, str]:
    """The day with which a time opens, and the rest of it: "friday" "from six to ten"."""
    words = said.split()
    for end in range(1, min(len(words), _WORDS_OF_A_DAY + 1)):
        first = " ".join(words[:end])
        told = mentions(first, now=scene.now, locale=scene.locale)
        if len(told) == 1 and told[0].text == first and told[0].grain == "day":
            return first, " ".join(words[end:])
    return "", ""
