"""What is told of a time to come, in any words: an event of a day and an hour, a to-do that is due.

"Orders for the wedding go out on Saturday at eight", "a dona Cida vem hoje às 14h fazer as unhas", "the inspection is
due on the 15th". Read where no table knows the words in which somebody tells it (`engagements.py` does): the whole
message is the title, but for its times. Nothing is made of what is thought, said by others, refused, of the weather, or
over.
"""

from dataclasses import replace
from datetime import timedelta
from itertools import islice

from orchestrator.language.exemplars.kinds import TELLS, proposed
from orchestrator.language.pattern_tables import Compiled, Looking, read_patterns
from orchestrator.language.speech_acts.keeping_free import kept_free, told_beside
from orchestrator.language.speech_acts.news_words import NEWS
from orchestrator.language.tables import ByLanguage, Language, Table
from orchestrator.language.text.normalize import STOP_WORDS, content_words
from orchestrator.language.time import Mention, mentions
from orchestrator.reader.acts import Act
from orchestrator.reader.line import Line, joined, line, spelled
from orchestrator.reader.request import Request, Scene, unquoted
from orchestrator.reader.requests import details
from orchestrator.reader.requests.captures import hinders, only_thought_of
from orchestrator.reader.requests.engagements import engaged, formerly, had, of_its_owner, repeated, theirs, unhedged
from orchestrator.reader.requests.events.creation import made_of, several
from orchestrator.reader.requests.events.event_words import of_whoever
from orchestrator.reader.requests.news.affected_event import known_else_new
from orchestrator.reader.requests.remarks import without_a_remark
from orchestrator.reader.timing import Phrase, day_words, phrases, series


class _ToldPlans(Table):
    """`told_plans.toml`. `opens`: what stands before what is told; `no_plan`: that it is thought, said, refused, a
    matter of the weather; `of_a_day`: what has a day and no hour; `said_to_be`: what ends the name of something before
    its time ("is planned"); `takes_place`: what tells of something known when it is; `clause`: where a clause with a
    subject of its own begins; `due`: that something is to be done by then, with the thing (`what`) or the errand
    (`errand`; `finite`: in a form of the verb that is not its name); `need`: where that is told behind something
    else; `ends`: what asks only to have it told; `weekly`: what takes place week by week though only its weekdays are
    told, `every` with what `joins` two of them says so; `back`: that somebody comes home, and no more; `way_back`: what
    that is called; `bare_hours`: two hours (`one`, `other`) without a word that says so, and `hours` with it;
    `habitual`: a weekday (`day`) on which what is `weekly` comes `again`; `on_shift`, `nights`: that
    somebody works those hours or nights, and with what word (`shift`, `night_shift`)."""

    opens: Compiled
    no_plan: Compiled
    of_a_day: Compiled
    said_to_be: Looking
    takes_place: Looking
    clause: Looking
    due: Compiled
    need: Looking
    ends: Looking
    weekly: Looking
    every: str
    joins: str
    back: Looking
    way_back: str
    bare_hours: Compiled
    hours: str
    habitual: Looking
    again: str
    on_shift: Compiled
    shift: str
    nights: Compiled
    night_shift: str


_TABLES = ByLanguage(lambda language: read_patterns(language, "told_plans", _ToldPlans))
_FEWEST_WORDS = 2
"""Words of meaning: "I'm off at five" names nothing that takes place."""
_MOST_WORDS = 14
"""Words of a title; a longer message tells a story."""
_TWO = 2
_MOST_JOINTS = 8
_MOST_DAYS, _WORDS_OF_A_DAY = 7, 4
_LIKELY_TALK = 0.5
"""How likely a message has to be mere talk ("had lunch with Bo") to be left alone."""
_EDGES = " ,;:.-–"


def plainly(text: Line, language: Language) -> Line:
    """The text with its hours and weekdays as nobody can misread them: "das 19 às 22" is "das 19h às 22h", "le samedi"
    of a lesson "chaque samedi"."""
    table = _TABLES[language]
    plainer = (
        (table.on_shift, table.shift),
        (table.nights, table.night_shift),
        (table.bare_hours, table.hours),
        (table.habitual, table.again),
    )
    for pattern, written in plainer:
        found = next(iter(pattern.finditer(text.low)), None)
        if found is None or (pattern is table.habitual and not table.weekly.search(text.low)):
            continue
        told = written
        for name, said in found.groupdict().items():
            told = told.replace(f"<{name}>", said or "")
        start, end = found.span("said")
        text = spelled(f"{text.raw[:start]}{told}{text.raw[end:]}", language)
    return text


def told_plans(scene: Scene) -> list[Request]:
    """What is to come, as an event or a to-do; none of what is no plan, or whose time is not clear or over."""
    table, known = _TABLES[scene.known.language], scene.known
    text = without_a_remark(_cut_ends(scene.text, table), scene)
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


def _cut_ends(text: Line, table: _ToldPlans) -> Line:
    found = table.ends.search(text.low)
    return text.cut(0, found.start()) if found is not None and found.start() else text


def due(scene: Scene) -> list[Request]:
    """What has to be done by a time, each errand with its own: "I have to hand in A by Friday and mark B before the
    9th"."""
    table, known = _TABLES[scene.known.language], scene.known
    text = _cut_ends(scene.text, table)
    times = phrases(text.raw, text.low, known, scene.now, scene.locale)
    if "?" in text.low or any((one.mention.end or one.mention.start) <= scene.now for one in times):
        return []
    if len(times) == 1 and (made := _to_do(text, times[0], scene, led=True)):
        return made
    if 1 <= len(times) <= _TWO and (made := _behind_a_reason(text, times, scene)):
        return made
    if len(times) == 1 and (made := _of_something(text, times[0], scene)):
        return made
    for join in islice(known.also_acts.finditer(text.low) if len(times) == _TWO else (), _MOST_JOINTS):
        first, rest = text.cut(0, join.start()), text.cut(join.end(), len(text.low))
        each = [phrases(part.raw, part.low, known, scene.now, scene.locale) for part in (first, rest)]
        if [len(one) for one in each] == [1, 1] and (made := _to_do(first, each[0][0], scene, led=True)):
            return [*made, *_to_do(rest, each[1][0], scene, led=False)]
    return []


def _of_something(text: Line, time: Phrase, scene: Scene) -> list[Request]:
    """What is told to have something by a day: "o carro tem inspeção até dia 20"."""
    if time.mention.kind != "open" or time.mention.end is None or not time.mention.has_date:
        return []
    bare = text.without(list(time.spans))
    found = of_its_owner(bare.cut(0, len(bare.low.rstrip(_EDGES))), scene.known.language)
    if found is None or not found[1]:
        return []
    return [Request(Act.TODO_NEED, {"title": f"{found[0].written}{found[1]}", "when": time.text})]


def _behind_a_reason(text: Line, told: list[Phrase], scene: Scene) -> list[Request]:
    """The errand that is told behind why, as one speaks it: "my back hurts I have to ring the physio on Monday"; beside
    what that is, where it has an hour of its own."""
    table, language = _TABLES[scene.known.language], scene.known.language
    found = next(iter(table.need.finditer(text.low)), None)
    if found is None or not 0 < found.start() < max(start for one in told for start, _ in one.spans):
        return []
    before = text.cut(0, found.start())
    words = before.low.split()
    if len(words) < _TWO or words[-1] in STOP_WORDS[language] or NEWS[language].asks.match(before.low):
        return []
    rest = text.cut(found.start("need"), len(text.low))
    times = phrases(rest.raw, rest.low, scene.known, scene.now, scene.locale)
    made = _to_do(rest, times[0], scene, led=True) if len(times) == 1 else []
    if not made or times[0].mention.has_date:
        return made
    # "The driver is off tomorrow so I have to be there at half seven": of that day.
    led = replace(scene, text=before.cut(0, len(before.low.rstrip(_EDGES))))
    why = phrases(led.text.raw, led.text.low, scene.known, scene.now, scene.locale)
    events = (theirs(led) or engaged(led)) if any(one.mention.has_time for one in why) else []
    day = day_words(why[0].text, scene.now, scene.locale) if why else ""
    when = f"{day} {times[0].text}" if day else told[0].text
    return [*events, *(replace(one, arguments={**one.arguments, "when": when}) for one in made)]


def _to_do(text: Line, time: Phrase, scene: Scene, *, led: bool) -> list[Request]:
    """`led`: words tell that it has to be done."""
    bare = text.without(list(time.spans))
    bare = bare.cut(0, len(bare.low.rstrip(_EDGES)))
    found = _TABLES[scene.known.language].due.fullmatch(bare.low) if led else None
    if led and found is None:
        return []
    said = found.groupdict() if found is not None else {}
    group = next((name for name in ("what", "errand", "finite") if said.get(name)), None)
    title = bare.cut(*found.span(group)) if found is not None and group is not None else bare
    title = details.without_articles(title, scene.known) if group == "what" else title
    named = details.tidy(unquoted(title).written)
    return [Request(Act.TODO_NEED, {"title": named, "when": time.text})] if content_words(named) else []


def on_each_day(scene: Scene) -> list[Request]:
    """The same on several days at the hours that are told with the last: "I work Wednesday, Thursday and Friday from
    six to ten"."""
    table, known = _TABLES[scene.known.language], scene.known
    text = _cut_ends(scene.text, table)
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
    table = _TABLES[scene.known.language]
    bare = _without_joint(bare, table)
    bare = had(replace(scene, text=bare)) or bare
    if table.weekly.search(bare.low) and all(_is_a_weekday(one, scene) for one in told):
        each_week = f" {table.joins} ".join(_singular(one, scene) for one in told)
        return _made(bare, bare, f"{table.every} {each_week} {hours}", scene, few=True)
    each = [_made(bare, bare, f"{one} {hours}", scene, few=True) for one in told]
    return [one for made in each for one in made] if all(each) else []


def _in_week(day: str, week: Mention, scene: Scene) -> str:
    """The day of a week that is told beside its days: "next week I work Tuesday and Wednesday from nine to five"."""
    found = mentions(day, now=scene.now, locale=scene.locale)
    if len(found) != 1 or week.end is None or week.start <= found[0].start < week.end:
        return day
    at = week.start + timedelta(days=(found[0].start.weekday() - week.start.weekday()) % _MOST_DAYS)
    return f"{at:%Y-%m-%d}"


def _without_joint(bare: Line, table: _ToldPlans) -> Line:
    """What is told beside its days, without the "and" that stood between them."""
    kept = bare.low.rstrip(_EDGES)
    while kept.endswith(f" {table.joins}"):
        kept = kept[: -len(table.joins)].rstrip(_EDGES)
    return bare.cut(0, len(kept))


def _singular(day: str, scene: Scene) -> str:
    """The name of a weekday without the ending by which it is told of many."""
    one = day.removesuffix("s")
    return one if mentions(one, now=scene.now, locale=scene.locale) else day


def _is_a_weekday(said: str, scene: Scene) -> bool:
    """Whether words are the name of a weekday and no more: "tuesday", not "next tuesday"."""
    if len(said.split()) > 1:
        return False
    days = [mentions(said, now=scene.now + timedelta(days=days), locale=scene.locale) for days in (0, 1)]
    return all(len(one) == 1 for one in days) and days[0][0].start.weekday() == days[1][0].start.weekday()


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
    return [Request(Act.EVENT, made)] if len(title.split()) <= _MOST_WORDS else []


def _day_and_hours(said: str, scene: Scene) -> tuple[str, str]:
    """The day with which a time opens, and the rest of it: "friday" "from six to ten"."""
    words = said.split()
    for end in range(1, min(len(words), _WORDS_OF_A_DAY + 1)):
        first = " ".join(words[:end])
        told = mentions(first, now=scene.now, locale=scene.locale)
        if len(told) == 1 and told[0].text == first and told[0].grain == "day":
            return first, " ".join(words[end:])
    return "", ""


def _last_clause(text: Line, times: list[Phrase], table: _ToldPlans) -> Line:
    """The clause that tells the times, where another stands before it: "my tutor is Bo and we meet …"."""
    found = next((one for one in table.clause.finditer(text.low) if one.end() <= times[0].start), None)
    return text.cut(found.end(), len(text.low)) if found is not None else text


def with_its_day(text: Line, times: list[Phrase], scene: Scene, *, opened: bool = False) -> Line:
    """What is then, said behind why something else is not: "on Saturday I can't work, it's Ana's christening at
    twelve". `opened`: with the words that open it."""
    table = _TABLES[scene.known.language]
    stop = text.low.find(", ")
    first, rest = text.cut(0, max(stop, 0)), text.cut(stop + 2, len(text.low))
    if stop < 0 or table.no_plan.search(first.low) is None or table.no_plan.search(rest.low) is not None:
        return text
    day = day_words(times[0].bare, scene.now, scene.locale) if times[0].start < stop else ""
    return joined([line(day), rest if opened else _unopened(rest, table)], "") if day else text


def _of_a_meal(made: list[Request], times: list[Phrase], scene: Scene) -> list[Request]:
    """The event by the meal that tells its hour, where nothing else names it: "we have dinner on Sunday"."""
    meal = next((one.text.split()[0] for one in times if one.mention.has_date), "")
    titled = len(made) == 1 and "title" in made[0].arguments  # what is known already is only moved
    names = line(str(made[0].arguments["title"])).low if titled else "x"
    opening = _TABLES[scene.known.language].opens.match(f"{names} ")
    if not meal.isalpha() or opening is None or opening.end() < len(names):
        return made
    return [replace(made[0], arguments={**made[0].arguments, "title": f"{meal[:1].upper()}{meal[1:]}"})]


def _event(text: Line, scene: Scene, *, few: bool = False) -> list[Request]:
    table, known = _TABLES[scene.known.language], scene.known
    times = phrases(text.raw, text.low, known, scene.now, scene.locale)
    text = _not_said_to_be(text, times, table)
    bare, when = details.timed(text, known, scene.now, scene.locale)
    comes_back = table.back.fullmatch(_unopened(bare, table).low) is not None
    if of_whoever(bare, known.language):
        return []
    if not times or table.no_plan.search(bare.low) or (hinders(bare.raw, known.language) and not comes_back):
        return []
    if series(text.raw, scene.now, scene.locale):
        return _made(text, bare, when, scene) if any(char.isdigit() for char in when) else []
    lasts = len(times) == 1 and times[0].mention.has_time and times[0].mention.end is not None
    clocked = sum(one.mention.has_time for one in times)
    if not _of_one_day(times, scene) or not (clocked or table.of_a_day.search(bare.low)):
        return []
    if clocked > 1:
        plain = details.without_articles(_unopened(text, table), known)
        plain = _unopened(plain, table, times[0].end + 1) if times[0].start == 0 else plain
        each = several(replace(scene, text=plain), named=True, few=False)
        return each if len(each) > 1 else []
    return _made(text, bare, when, scene, few=few or lasts)


def _not_said_to_be(text: Line, times: list[Phrase], table: _ToldPlans) -> Line:
    """The text without the "is" before its first time, where a place stands behind that."""
    before = text.low[: times[0].start].rstrip() if times else ""
    said = table.said_to_be.search(before) if times and times[0].end < len(text.low) else None
    return text.without([said.span()]) if said is not None and said.start() else text


def _made(text: Line, bare: Line, when: str, scene: Scene, *, few: bool = False) -> list[Request]:
    """The event of what is told beside its time (`bare`); none where that names nothing, or is a story."""
    table = _TABLES[scene.known.language]
    plan = _unopened(bare, table)
    made = details.event(_unopened(text, table), scene.known, scene.now, scene.locale)
    whole = details.tidy(details.without_articles(plan, scene.known).written)
    if table.back.fullmatch(details.tidy(plan.low)):
        return made_of(Act.EVENT, replace(made, title=table.way_back, when=when, place=""))
    if (owned := of_its_owner(line(details.tidy(plan.written)), scene.known.language)) is not None:
        thing = details.event(owned[0], scene.known, scene.now, scene.locale)
        made = replace(made, title=f"{thing.title}{owned[1]}", when=when, place=thing.place)
        return made_of(Act.EVENT, made) if len(made.title.split()) <= _MOST_WORDS else []
    apart = "," in plan.low and "," not in made.title  # "the meeting is Thursday at seven, in the gym"
    placed = made.place and (apart or len(content_words(made.title)) >= _FEWEST_WORDS)
    title = details.tidy(made.title) if placed else whole
    if len(content_words(title)) < _FEWEST_WORDS:
        few = few or (plan is bare and not _of_the_user(bare, scene))  # "the plumber is coming Thursday at two"
        title = (
            details.tidy(made.title if placed else plan.written) if few and content_words(title) else ""
        )  # "I'm on call" is "On call"
    title = unhedged(title, scene)
    if not title or len(title.split()) > _MOST_WORDS or _is_a_weekday(title.split()[-1], scene):
        return []  # "… on Monday and Wednesday", of which one was read
    ended = _TABLES[scene.known.language].said_to_be.search(line(title).low)
    title = title[: ended.start()] if ended is not None and ended.start() else title
    made = replace(made, title=title[:1].upper() + title[1:], when=when, place=made.place if placed else "")
    return _of_one_known(title, made_of(Act.EVENT, made), scene)


def _of_one_known(title: str, made: list[Request], scene: Scene) -> list[Request]:
    """The event of that name and day, where there is one, gets the hour: "the run starts at six tomorrow"."""
    named = line(title)
    found = _TABLES[scene.known.language].takes_place.search(named.low)
    return known_else_new(made, named.cut(0, found.start()), scene) if found is not None and found.start() else made


def _unopened(text: Line, table: _ToldPlans, at: int = 0) -> Line:
    """The text without what stands before what is told, from a place on."""
    opening = table.opens.match(text.low[at:])
    return text.without([(at, at + opening.end())]) if opening is not None and opening.end() else text


def _of_one_day(times: list[Phrase], scene: Scene) -> bool:
    """Whether one day is told, that is still to come, and what else is told of time is an hour of it."""
    days = [one.mention for one in times if one.mention.has_date]
    if len(days) != 1:
        return False
    end = days[0].end if days[0].end is not None and not days[0].has_time else days[0].start
    return end > scene.now


def _of_the_user(told: Line, scene: Scene) -> bool:
    """Whether what is told begins with a pronoun: "I finish"."""
    first = next(iter(told.low.replace("'", " ").split()), "")
    return first in STOP_WORDS[scene.known.language] and scene.known.articles.match(f"{first} ") is None
