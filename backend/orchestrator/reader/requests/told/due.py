"""What has to be done by a time, told as one speaks: "I have to hand in A by Friday", "my back hurts I have to ring the
physio on Monday"."""

from dataclasses import replace
from itertools import islice

from orchestrator.language.speech_acts.news_words import NEWS
from orchestrator.language.text.normalize import STOP_WORDS, content_words
from orchestrator.reader.acts import Act
from orchestrator.reader.line import Line
from orchestrator.reader.request import Request, Scene, unquoted
from orchestrator.reader.requests import details
from orchestrator.reader.requests.engagements import engaged, of_its_owner, theirs
from orchestrator.reader.requests.told.words import EDGES, TOLD_PLANS, without_its_end
from orchestrator.reader.timing import Phrase, day_words, phrases

_TWO = 2
_MOST_JOINTS = 8


def due(scene: Scene) -> list[Request]:
    """What has to be done by a time, each errand with its own: "I have to hand in A by Friday and mark B before the
    9th"."""
    table, known = TOLD_PLANS[scene.known.language], scene.known
    text = without_its_end(scene.text, table)
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
    found = of_its_owner(bare.cut(0, len(bare.low.rstrip(EDGES))), scene.known.language)
    if found is None or not found[1]:
        return []
    return [Request(Act.TODO_NEED, {"title": f"{found[0].written}{found[1]}", "when": time.text})]


def _behind_a_reason(text: Line, told: list[Phrase], scene: Scene) -> list[Request]:
    """The errand that is told behind why, as one speaks it: "my back hurts I have to ring the physio on Monday"; beside
    what that is, where it has an hour of its own."""
    table, language = TOLD_PLANS[scene.known.language], scene.known.language
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
    led = replace(scene, text=before.cut(0, len(before.low.rstrip(EDGES))))
    why = phrases(led.text.raw, led.text.low, scene.known, scene.now, scene.locale)
    events = (theirs(led) or engaged(led)) if any(one.mention.has_time for one in why) else []
    day = day_words(why[0].text, scene.now, scene.locale) if why else ""
    when = f"{day} {times[0].text}" if day else told[0].text
    return [*events, *(replace(one, arguments={**one.arguments, "when": when}) for one in made)]


def _to_do(text: Line, time: Phrase, scene: Scene, *, led: bool) -> list[Request]:
    """`led`: words tell that it has to be done."""
    bare = text.without(list(time.spans))
    bare = bare.cut(0, len(bare.low.rstrip(EDGES)))
    found = TOLD_PLANS[scene.known.language].due.fullmatch(bare.low) if led else None
    if led and found is None:
        return []
    said = found.groupdict() if found is not None else {}
    group = next((name for name in ("what", "errand", "finite") if said.get(name)), None)
    title = bare.cut(*found.span(group)) if found is not None and group is not None else bare
    title = details.without_articles(title, scene.known) if group == "what" else title
    named = details.tidy(unquoted(title).written)
    return [Request(Act.TODO_NEED, {"title": named, "when": time.text})] if content_words(named) else []
