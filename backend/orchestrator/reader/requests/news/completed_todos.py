"""Which to-do does a remark say is done? "Got the milk", "watered the plants and bought the milk"."""

from dataclasses import replace
from itertools import islice

from orchestrator.language.speech_acts.mood import Mood
from orchestrator.language.speech_acts.news_words import NEWS
from orchestrator.language.text.normalize import content_words
from orchestrator.language.time import mentions
from orchestrator.llm.messages import TurnFacts
from orchestrator.reader.acts import Act
from orchestrator.reader.lexicon import Words
from orchestrator.reader.line import MAX_LENGTH, Line, spelled
from orchestrator.reader.request import Request, Scene, target_of
from orchestrator.reader.requests import details
from orchestrator.reader.requests.news.affected_event import scene_of

_MOST_JOINTS = 4
_MOST_TICKED = 9
"""More words tell a story."""


def ticked(facts: TurnFacts, known: Words, locale: str) -> list[Request]:
    """ "Got the milk", "leite comprado": a remark that something was done, of the to-do that holds its words."""
    text = spelled(facts.question[:MAX_LENGTH], known.language)
    if facts.mood in {Mood.REQUEST, Mood.QUESTION} or "?" in text.low:
        return []
    scene = scene_of(text, known, locale, facts)
    return _ticked(text, scene)


def ticked_apart(facts: TurnFacts, known: Words, locale: str) -> list[Request]:
    """ "Watered the plants and bought the milk": two remarks of the kind."""
    text = spelled(facts.question[:MAX_LENGTH], known.language)
    if facts.mood in {Mood.REQUEST, Mood.QUESTION} or "?" in text.low:
        return []
    scene = scene_of(text, known, locale, facts)
    for join in islice(known.also_acts.finditer(text.low), _MOST_JOINTS):
        sides = (text.cut(0, join.start()), text.cut(join.end(), len(text.low)))
        if all(both := [_ticked(side, scene) for side in sides]):
            return [one for each in both for one in each]
    return []


def _ticked(text: Line, scene: Scene) -> list[Request]:
    if any(one.start > scene.now for one in mentions(text.raw, now=scene.now, locale=scene.locale)):
        return []
    words, tokens = NEWS[scene.known.language], text.tokens()
    if words.called.search(text.low):
        return []
    done = [one for one in tokens if words.past.match(one.raw.casefold())]
    left = text.without([(one.start, one.end) for one in tokens if one.low in words.beside])
    target = replace(target_of(details.without_articles(left, scene.known), scene), thing="todo", when=None, span=None)
    named = {word for one in done for word in content_words(one.raw)} - words.beside
    if not done or len(tokens) > _MOST_TICKED or not set(content_words(left.raw)) - named:
        return []
    return [Request(Act.TODO_DID, {}, target=target, named_by="todo", told=True)] if target.words else []
