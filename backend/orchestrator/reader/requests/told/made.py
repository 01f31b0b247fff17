"""The event of what is told beside its time: its name is what the message leaves."""

from dataclasses import replace

from orchestrator.language.text.normalize import STOP_WORDS, content_words
from orchestrator.reader.acts import Act
from orchestrator.reader.line import Line, line
from orchestrator.reader.request import Request, Scene
from orchestrator.reader.requests import details
from orchestrator.reader.requests.engagements import of_its_owner, unhedged
from orchestrator.reader.requests.events.creation import made_of
from orchestrator.reader.requests.news.affected_event import known_else_new
from orchestrator.reader.requests.told.words import TOLD_PLANS, is_a_weekday, without_its_opening

_FEWEST_WORDS = 2
"""Words of meaning: "I'm off at five" names nothing that takes place."""
MOST_WORDS = 14
"""Words of a title; a longer message tells a story."""


def planned(text: Line, bare: Line, when: str, scene: Scene, *, few: bool = False) -> list[Request]:
    """The event of what is told beside its time (`bare`); none where that names nothing, or is a story."""
    table = TOLD_PLANS[scene.known.language]
    plan = without_its_opening(bare, table)
    made = details.event(without_its_opening(text, table), scene.known, scene.now, scene.locale)
    whole = details.tidy(details.without_articles(plan, scene.known).written)
    if table.back.fullmatch(details.tidy(plan.low)):
        return made_of(Act.EVENT, replace(made, title=table.way_back, when=when, place=""))
    if (owned := of_its_owner(line(details.tidy(plan.written)), scene.known.language)) is not None:
        thing = details.event(owned[0], scene.known, scene.now, scene.locale)
        made = replace(made, title=f"{thing.title}{owned[1]}", when=when, place=thing.place)
        return made_of(Act.EVENT, made) if len(made.title.split()) <= MOST_WORDS else []
    apart = "," in plan.low and "," not in made.title  # "the meeting is Thursday at seven, in the gym"
    placed = made.place and (apart or len(content_words(made.title)) >= _FEWEST_WORDS)
    title = details.tidy(made.title) if placed else whole
    if len(content_words(title)) < _FEWEST_WORDS:
        few = few or (plan is bare and not _of_the_user(bare, scene))  # "the plumber is coming Thursday at two"
        title = (
            details.tidy(made.title if placed else plan.written) if few and content_words(title) else ""
        )  # "I'm on call" is "On call"
    title = unhedged(title, scene)
    if not title or len(title.split()) > MOST_WORDS or is_a_weekday(title.split()[-1], scene):
        return []  # "… on Monday and Wednesday", of which one was read
    ended = TOLD_PLANS[scene.known.language].said_to_be.search(line(title).low)
    title = title[: ended.start()] if ended is not None and ended.start() else title
    made = replace(made, title=title[:1].upper() + title[1:], when=when, place=made.place if placed else "")
    return _of_one_known(title, made_of(Act.EVENT, made), scene)


def _of_one_known(title: str, made: list[Request], scene: Scene) -> list[Request]:
    """The event of that name and day, where there is one, gets the hour: "the run starts at six tomorrow"."""
    named = line(title)
    found = TOLD_PLANS[scene.known.language].takes_place.search(named.low)
    return known_else_new(made, named.cut(0, found.start()), scene) if found is not None and found.start() else made


def _of_the_user(told: Line, scene: Scene) -> bool:
    """Whether what is told begins with a pronoun: "I finish"."""
    first = next(iter(told.low.replace("'", " ").split()), "")
    return first in STOP_WORDS[scene.known.language] and scene.known.articles.match(f"{first} ") is None
