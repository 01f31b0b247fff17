"""What is told that somebody has before them: "I've got the vet's on Friday at ten", "tengo reunión mañana a las 10".

An event is proposed of it, as of one that is jotted down; only where it tells a day and an hour that are to come.
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta

from orchestrator.kit.patterns import Match
from orchestrator.language.pattern_tables import Compiled, Looking, read_patterns
from orchestrator.language.people.relations import relation_label
from orchestrator.language.speech_acts.mood import Mood, mood_of
from orchestrator.language.speech_acts.news_words import NEWS
from orchestrator.language.tables import ByLanguage, Language, Table
from orchestrator.language.tables import Words as WordSet
from orchestrator.language.text.normalize import STOP_WORDS, content_words, normalize
from orchestrator.reader.acts import Act
from orchestrator.reader.lexicon import Words
from orchestrator.reader.line import Line, joined, line
from orchestrator.reader.request import Request, Scene, target_of
from orchestrator.reader.requests import details
from orchestrator.reader.requests.events.creation import jotted, made_of, several
from orchestrator.reader.requests.people.introductions import is_name
from orchestrator.reader.requests.people.told_words import as_name
from orchestrator.reader.timing import day_words, phrases, series


class _Engagements(Table):
    """`engagements.toml`. `leads`: what may open it; `has`: that something is before somebody; `no_engagement`: how
    what follows it opens where that is nothing for a calendar; `away`: that somebody will be elsewhere;
    `visits`: that somebody (`people`) comes; `theirs`: what (`what`) somebody (`who`) has, with whom (`with`) or where
    (`where`); `reported`: that somebody said so;
    `still`: what ends the name of something before its times ("therapy is every Tuesday"); `formerly`: that it
    was so and is no more; `hedges`: what says nothing in a title; `goes_on`: where a second clause begins;
    `holds`: that somebody or something (`who`) has a thing (`what`) then, or `goes` to it, `of`: how whose it is
    stands behind its name, by how they begin ("o " is "do ")."""

    leads: Compiled
    has: Looking
    no_engagement: Looking
    away: Looking
    visits: Compiled
    theirs: Compiled
    reported: Compiled
    still: Compiled
    formerly: Compiled
    hedges: WordSet
    goes_on: Compiled
    holds: Compiled
    of: Mapping[str, str]


_MOST_JOTTED = 2
"""So many words of meaning beside a series and its hour name what is then; more tell something."""
_TABLES = ByLanguage(lambda language: read_patterns(language, "engagements", _Engagements))


def engaged(scene: Scene) -> list[Request]:
    """The event that is told of; none where its day, its hour or what it is was not told."""
    plain = had(scene)
    if plain is None and (opened := without_lead(scene)) and scene.known.things["event"].match(opened.low):
        return jotted_down(scene, named=True)  # "rdv chez le dentiste jeudi à 9h30"
    if plain is None:
        return []
    bare = replace(scene, text=details.without_articles(plain, scene.known))
    again = series(plain.raw, scene.now, scene.locale)
    if again:
        return jotted(replace(scene, text=plain), named=True)
    each = several(replace(scene, text=_day_first(scene)), named=True)
    return each if len(each) > 1 else several(bare, named=True)


def engaged_that_day(scene: Scene, *, opened: bool = False) -> list[Request]:
    """What somebody has on one day to come, without an hour, or on some in a row: "on Thursday I have a conference".
    `opened`: what only tells that they have it is left out already."""
    plain = had(scene) or (scene.text if opened else None)
    if plain is None:
        return []
    bare = replace(scene, text=_without_the_week(details.without_articles(plain, scene.known), scene))
    times = [one.mention for one in phrases(bare.text.raw, bare.text.low, scene.known, scene.now, scene.locale)]
    if len(times) != 1 or not times[0].has_date or times[0].has_time or times[0].grain != "day":
        return []  # "this month I have exams" tells no day
    start, end = times[0].start, times[0].end
    begun = end if end is not None and end - start > _DAY else start
    if begun <= scene.now:
        return []
    before = bare.text.low[: times[0].offset].split()[-1:]
    if set(before) & STOP_WORDS[scene.known.language]:
        return []  # "a bad feeling about Monday"
    made = jotted(bare, named=True, clocked=False)
    return [one for one in made if len(content_words(str(one.arguments["title"]))) <= _MOST_OF_A_CALLING]


def _without_the_week(text: Line, scene: Scene) -> Line:
    """The text without the week that its days are of: "this week I've got nights from Monday to Thursday"."""
    times = phrases(text.raw, text.low, scene.known, scene.now, scene.locale)
    weeks = [span for one in times if one.mention.grain == "week" for span in one.spans]
    return text.without(weeks) if len(times) > 1 else text


def away(scene: Scene) -> list[Request]:
    """The days on which somebody is elsewhere: "I'll be in Porto from the 18th to the 22nd"; none of a single day, on
    which they may as well have said what they do."""
    text = without_lead(scene)
    found = _TABLES[scene.known.language].away.match(text.low)
    if found is None:
        return []
    rest = text.cut(found.end(), len(text.low))
    told = phrases(rest.raw, rest.low, scene.known, scene.now, scene.locale)
    shift = next((one for one in told if one.mention.grain == "part" and not one.mention.has_date), None)
    times = [one.mention for one in told if one is not shift]
    days = [one for one in times if one.has_date and one.end is not None and one.end - one.start > _DAY]
    if len(days) != 1 or any(one.has_time for one in times):
        return []
    where, when = details.timed(rest, scene.known, scene.now, scene.locale)
    if shift is not None:  # "on nights Monday to Thursday"
        days_told = next(one for one in told if one.mention is days[0])
        where, when = rest.without(list(days_told.spans)), days_told.text
    title = details.tidy(where.written)
    made = {"title": title[:1].upper() + title[1:], "when": when, "participants": [], "place": ""}
    return [Request(Act.EVENT, made)] if title and days[0].start > scene.now else []


_DAY = timedelta(days=1)


def visits(scene: Scene) -> list[Request]:
    """Somebody who comes at an hour, of a day or today: "Kev's coming for tea on New Year's Eve at six"; none of
    what is supposed, comes again and again, or is over. For days: `stays.py`."""
    text, known = without_lead(scene), scene.known
    if NEWS[known.language].asks.match(text.low) or formerly(scene) or series(text.raw, scene.now, scene.locale):
        return []
    times = [one.mention for one in phrases(text.raw, text.low, known, scene.now, scene.locale)]
    left, when = details.timed(text, known, scene.now, scene.locale)
    found = _TABLES[known.language].visits.fullmatch(left.low)
    to_come = [one for one in times if one.has_time and one.start > scene.now]
    told = to_come and (any(one.has_date for one in times) or to_come[0].start.date() == scene.now.date())
    if found is None or not told or _TABLES[known.language].reported.search(left.low):
        return []
    group = next(name for name, said in found.groupdict().items() if said is not None)
    who = left.cut(*found.span(group))
    people = [one for one in details.people(who, known) if _may_come(one, who, known)]
    title = unhedged(left.written, scene)
    made = {"title": title[:1].upper() + title[1:], "when": when, "participants": people, "place": ""}
    return [Request(Act.EVENT, made)] if people or _by_their_work(who, known) else []


def _may_come(named: str, who: Line, known: Words) -> bool:
    """Whether somebody is named, and no thing with its article ("o cimento chega amanhã")."""
    led = known.articles.match(who.low) is not None
    return (
        not led
        or named != named.casefold()
        or (is_one_of_theirs(line(named), known) and not is_name(line(named), known))
    )


def theirs(scene: Scene) -> list[Request]:
    """What somebody else has before them: "Carys has swimming on Thursday at half 4, Dylan takes her", "Ruby has
    netball Wednesdays at 4"; of none but people, and only at an hour that is to come. Two of them, each at an hour of
    the same day: "Tom has football Wednesday at two and Jade dance at half four"."""
    text, known = without_lead(scene), scene.known
    times = phrases(text.raw, text.low, known, scene.now, scene.locale)
    if len([one for one in times if one.mention.has_time]) != _TWO:
        return _theirs(scene)
    day = day_words(times[0].text, scene.now, scene.locale)
    joints = [one for one in known.join.finditer(text.low) if times[0].end <= one.start() < times[-1].start]
    if len(joints) != 1 or not day:
        return []
    rest = text.cut(joints[0].end(), len(text.low))
    if not any(one.mention.has_date for one in phrases(rest.raw, rest.low, known, scene.now, scene.locale)):
        rest = joined([rest, line(day)])
    first, second = replace(scene, text=text.cut(0, joints[0].start())), replace(scene, text=rest)
    made = _theirs(first) or _owned(first)
    return [*made, *(_theirs(second) or _owned(second) or jotted(second, named=True))] if made else []


_TWO = 2


def _owned(scene: Scene) -> list[Request]:
    """What somebody holds then, called after them: "Foot de Tom"."""
    left, when = details.timed(without_lead(scene), scene.known, scene.now, scene.locale)
    found = of_its_owner(left, scene.known.language)
    if found is None or not found[1] or not when:
        return []
    thing = details.event(found[0], scene.known, scene.now, scene.locale)
    return made_of(Act.EVENT, replace(thing, title=f"{thing.title}{found[1]}", when=when))


def _theirs(scene: Scene) -> list[Request]:
    """The one thing that somebody has."""
    text, known = without_lead(scene), scene.known
    if NEWS[known.language].asks.match(text.low) or formerly(scene):
        return []
    again = series(text.raw, scene.now, scene.locale)
    times = [one.mention for one in phrases(text.raw, text.low, known, scene.now, scene.locale)]
    told = bool(again) or (any(one.has_time for one in times) and any(one.has_date for one in times))
    left, when = details.timed(text, known, scene.now, scene.locale)
    found = _TABLES[known.language].theirs.fullmatch(left.low.rstrip(" ,.!"))
    if found is None or not told or not (again or any(one.start > scene.now for one in times)):
        return []
    parts = {name.rstrip("2"): left.cut(*found.span(name)) for name, said in found.groupdict().items() if said}
    who, what = parts["who"], details.event(parts["what"], known, scene.now, scene.locale)
    bare = details.without_articles(who, known)
    who = bare if bare.raw[:1].isupper() else who  # "a Marta"
    if not is_one_of_theirs(who, known) or _TABLES[known.language].no_engagement.match(f"{parts['what'].low} "):
        return []
    beside = [one for one in (who, parts.get("with")) if one is not None and is_name(one, known)]
    whose = details.without_articles(who, known).written
    named = what.title if what.title[1:2].isupper() else what.title[:1].lower() + what.title[1:]
    title = named if beside[:1] == [who] else f"{whose}: {named}"
    place = parts["where"].written if "where" in parts else what.place
    people = [*(as_name(one) for one in beside), *what.people]
    made = {"title": title[:1].upper() + title[1:], "when": when, "participants": people, "place": place}
    return [Request(Act.EVENT, made)] if what.title and when else []


def is_one_of_theirs(who: Line, known: Words) -> bool:
    """Whether somebody is named, or called by what they are to the user: "mum", "the kids"."""
    bare = details.without_articles(who, known)
    return is_name(who, known) or relation_label(bare.raw) is not None or bare.low in known.relations


def _by_their_work(who: Line, known: Words) -> bool:
    """Whether a word or two may call somebody by what they do: "vet", "the boiler man", and no pronoun."""
    bare = details.without_articles(who, known).low.split()
    return 0 < len(bare) <= _MOST_OF_A_CALLING and not STOP_WORDS[known.language] & set(bare)


_MOST_OF_A_CALLING = 3


def unhedged(title: str, scene: Scene) -> str:
    """A title without the words that only tell that it is otherwise than it was: "o Rui afinal só vem"."""
    hedges = _TABLES[scene.known.language].hedges
    words = title.split()
    kept = [word for word in words[1:-1] if normalize(word) not in hedges]
    return " ".join([*words[:1], *kept, *words[1:][-1:]])


def of_its_owner(told: Line, language: Language) -> tuple[Line, str] | None:
    """What somebody is told to have, and whose it is as that stands behind it: "revisão", " da moto" of "a moto tem
    revisão"; None of anything else."""
    table = _TABLES[language]
    found = table.holds.fullmatch(told.low)
    if found is None or table.no_engagement.match(f"{found['what']} "):
        return None
    who, what = (told.cut(*found.span(group)) for group in ("who", "what"))
    if found.groupdict().get("goes") and what.raw[:1].isupper():
        return None  # where somebody goes may be a town
    if who.low in STOP_WORDS[language]:
        return what, ""
    return what, f" {owned_by(who, language)}"


def owned_by(who: Line, language: Language) -> str:
    """How whose something is stands behind its name: "da minha sogra" of "a minha sogra"."""
    table = _TABLES[language]
    opens = max((one for one in table.of if f"{who.low} ".startswith(one)), key=len)
    led = opens.endswith(" ")
    named = who.written[len(opens) if led else 0 :]
    if not led and " " not in named:  # a name, where no article or "my" leads it
        named = named[:1].upper() + named[1:]
    return f"{table.of[opens]}{named}"


def jotted_down(scene: Scene, *, named: bool = False) -> list[Request]:
    """The events of a message that looks like a statement, and is none: "tomorrow at six drinks with Sam"."""
    made = several(replace(scene, text=without_lead(scene)), named=named, few=False)
    return made if all(names_something(_before_people(one), scene) for one in made) else []


def _before_people(made: Request) -> str:
    """The title as far as those who come: a name makes a sentence of no title."""
    title, people = str(made.arguments["title"]), made.arguments["participants"]
    words = (title.partition(people[0])[0] if people else title).split()
    while people and len(words) > 1 and len(words[-1]) <= _SMALL:
        words.pop()
    return " ".join(words)


_SMALL = 2
"""Letters of a word before a name: "with" on a phone, an article."""


def names_something(title: str, scene: Scene) -> bool:
    """Whether a title is none that goes on as a sentence: "the meeting is"."""
    table = _TABLES[scene.known.language]
    if table.reported.search(line(title).low):
        return False  # "Mo said Kev"
    return table.still.search(title) is None and mood_of(title).mood is not Mood.STATEMENT


def repeated(scene: Scene) -> list[Request]:
    """The series that is told of: "I've got choir every Monday at 7:30", or in a word or two "yoga todas as terças às
    8h"; none where its hour or what it is was not told, or where it was so before."""
    plain, known = had(scene), scene.known
    text = plain if plain is not None else without_lead(scene)
    if not series(text.raw, scene.now, scene.locale) or formerly(scene):
        return []
    made = details.event(text, known, scene.now, scene.locale)
    title = _TABLES[known.language].still.sub("", made.title)
    owned = of_its_owner(details.timed(text, known, scene.now, scene.locale)[0], known.language)
    if plain is None and owned is not None and any(char.isdigit() for char in made.when):
        thing = details.event(owned[0], known, scene.now, scene.locale)
        return made_of(Act.EVENT, replace(made, title=f"{thing.title}{owned[1]}", place=thing.place))
    jotted_down = 0 < len(content_words(title)) <= _MOST_JOTTED and not _begins_a_sentence(title, scene)
    if not any(char.isdigit() for char in made.when) or not (plain is not None or jotted_down):
        return []
    return made_of(Act.EVENT, replace(made, title=title))


def called_and_when(scene: Scene) -> tuple[Line, Line] | None:
    """What is said to be at a time, and what begins with that time: "parents evening" "Thursday 6pm in the gym";
    None where that is not what is said."""
    times = phrases(scene.text.raw, scene.text.low, scene.known, scene.now, scene.locale)
    if not times or formerly(scene) or series(scene.text.raw, scene.now, scene.locale):
        return None
    before = scene.text.cut(0, times[0].start)
    said = _TABLES[scene.known.language].still.search(before.low)
    return (before.cut(0, said.start()), scene.text.cut(times[0].start, len(scene.text.low))) if said else None


def formerly(scene: Scene) -> bool:
    """Whether a message tells of what was: "antes tinha yoga todas as terças"."""
    return _TABLES[scene.known.language].formerly.search(scene.text.low) is not None


def tells_only(scene: Scene) -> bool:
    """Whether a message opens by telling what somebody has, and goes on with nothing else: "I've got book club …" asks
    for nothing, though "book" may."""
    text = without_lead(scene)
    table = _TABLES[scene.known.language]
    found = table.has.match(text.low)
    return found is not None and table.goes_on.search(text.low) is None


def _begins_a_sentence(title: str, scene: Scene) -> bool:
    """Whether words tell of somebody: "Rui plays", "I'm off"."""
    first = line(title).tokens()[:1]
    words = {part for one in first for part in (one.low, one.low.partition("'")[0])}
    return bool(words & STOP_WORDS[scene.known.language]) or bool(target_of(line(title), scene).names)


def had(scene: Scene) -> Line | None:
    """The text without what only tells that somebody has it; None where nothing tells that."""
    parts = _parts_had(scene)
    if parts is None:
        return None
    before, after = parts
    return joined([after, before], "") if before.low else after


def _day_first(scene: Scene) -> Line:
    """The same with the time that stood before it in front, as it is of all that follows: "on Monday I have a meeting
    at six and then dinner at nine"."""
    before, after = _parts_had(scene) or (line(""), scene.text)
    return joined([one for one in (before, details.without_articles(after, scene.known)) if one.low])


def _parts_had(scene: Scene) -> tuple[Line, Line] | None:
    """What stands before the words that only tell that somebody has it, and what behind them."""
    text, table = without_lead(scene), _TABLES[scene.known.language]
    found = next((one for one in table.has.finditer(text.low) if _opens(text, one, scene)), None)
    if found is None or table.no_engagement.match(text.low[found.end() :]):
        return None
    return text.cut(0, found.start()), text.cut(found.end(), len(text.low))


def without_lead(scene: Scene) -> Line:
    """The text without an "and" or "also" that opens it."""
    found = _TABLES[scene.known.language].leads.match(scene.text.low)
    return scene.text.cut(found.end(), len(scene.text.low)) if found is not None else scene.text


def _opens(text: Line, found: Match, scene: Scene) -> bool:
    """Whether nothing but a time stands before it."""
    before = text.cut(0, found.start())
    return not before.low or not details.timed(before, scene.known, scene.now, scene.locale)[0].low
