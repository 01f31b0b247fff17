"""What does a template that fits make? Of each act the arguments of its change, copied from the template's parts."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from orchestrator.kit.patterns import Match
from orchestrator.language.speech_acts import affirm
from orchestrator.language.speech_acts.mood import Mood, mood_of
from orchestrator.language.statements.stating import not_asked
from orchestrator.reader.acts import Act
from orchestrator.reader.errands import ERRANDS
from orchestrator.reader.lexicon import Words
from orchestrator.reader.line import Line, joined, line
from orchestrator.reader.request import Request, Scene, cut, target_of, unquoted
from orchestrator.reader.requests import details
from orchestrator.reader.requests.events import changes, creation, rescheduling
from orchestrator.reader.requests.people.contact_words import graph_of


def _todo(act: Act, match: Match, scene: Scene) -> list[Request]:
    if (listed := cut(match, "listed", scene)) is not None:
        return _all_of(act, listed, scene)
    title = cut(match, "title", scene)
    if title is None:
        return []
    title, when = details.timed(title, scene.known, scene.now, scene.locale)
    rest = cut(match, "rest", scene)
    if rest is not None and not scene.known.join.match(" " + rest.low):
        left, later = details.timed(rest, scene.known, scene.now, scene.locale)
        when = when or later
        if left.low and not later:
            title = joined([title, left])
    title = unquoted(title)
    if not title.low:
        return []
    shopping = bool(scene.known.shopping.search(scene.text.low))
    each = _bought(title, scene.known) or details.items(title, scene.known, shopping=shopping)
    return [Request(act, {"title": one, "when": when}) for one in each]


def _all_of(act: Act, listed: Line, scene: Scene) -> list[Request]:
    """A to-do of each thing between commas and "and"s, with its own time."""
    each = [details.without_articles(one, scene.known) for one in details.listed(listed, scene.known)]
    timed = [details.timed(one, scene.known, scene.now, scene.locale) for one in each]
    return [Request(act, {"title": unquoted(title).written, "when": when}) for title, when in timed if title.low]


def _need(act: Act, match: Match, scene: Scene) -> list[Request]:
    """ "I need to buy nappies and coffee": things to buy one by one, any other errand as it was said."""
    if (listed := cut(match, "listed", scene)) is not None:
        return _all_of(act, listed, scene)
    group = "title" if "title" in match.groupdict() else "todo"
    words = cut(match, group, scene)
    if words is None:
        return []
    whole, when = details.timed(words, scene.known, scene.now, scene.locale)
    if not whole.low:
        return []
    each = _bought(whole, scene.known) or [unquoted(whole).written]
    return [Request(act, {"title": one, "when": when}) for one in each]


def _bought(title: Line, known: Words) -> list[str]:
    """The several things that are to be bought, without the verb: "buy eggs, flour and milk"; none of a single one."""
    found = ERRANDS[known.language].buys.match(title.low)
    each = details.items(title.cut(found.end(), len(title.low)), known, shopping=True) if found is not None else []
    return each if len(each) > 1 and not any(_holds_article(line(one), known) for one in each) else []


def _holds_article(words: Line, known: Words) -> bool:
    """Whether an article stands within words: "mum a present" is for somebody."""
    return any(known.articles.match(words.low[token.end + 1 :]) for token in words.tokens()[:-1])


def _remind(act: Act, match: Match, scene: Scene) -> list[Request]:
    rest = cut(match, "rest", scene)
    if rest is None:
        return []
    title, when = details.timed(rest, scene.known, scene.now, scene.locale)
    if found := scene.known.reminds.match(title.low):
        title = title.cut(found.end(), len(title.low))
    title = unquoted(title)
    if title.low and scene.told_title and details.names_nothing(title.written, scene.known):
        title = line(scene.told_title)  # "recuérdamelo el día antes"
    return [Request(act, {"title": title.written, "when": when})] if title.low else []


def _note(act: Act, match: Match, scene: Scene) -> list[Request]:
    text = cut(match, "text", scene)
    if text is None or not text.low or affirm.reading(text.raw) is not None or not_asked(text.raw):
        return []  # "yep save it": an answer is no note
    words = ERRANDS[scene.known.language]
    must = words.must.match(text.low)  # "note that I have to pick up the suit before Thursday"
    to_do = text.cut(must.end(), len(text.low)) if must is not None else text
    if words.to_be_done.match(to_do.low):  # "aponta ir aos correios amanhã às 11"
        errand, when = details.timed(to_do, scene.known, scene.now, scene.locale)
        if errand.low and (when or _is_an_errand(errand)):
            return [Request(Act.TODO_NEED, {"title": unquoted(errand).written, "when": when})]
    return [Request(act, {"text": text.written})]


def as_errands(kept: list[Request], known: Words) -> list[Request]:
    """What is to be remembered, as to-dos where it is an errand: "don't forget: buy presents for the grandchildren"."""
    begins = ERRANDS[known.language].to_be_done
    errands = [
        one.act is Act.REMEMBER and begins.match(text.low) is not None and _is_an_errand(text)
        for one in kept
        for text in (line(str(one.arguments.get("text") or "")),)
    ]
    return [
        Request(Act.TODO_NEED, {"title": one.arguments["text"], "when": ""}) if errand else one
        for one, errand in zip(kept, errands, strict=True)
    ]


def _is_an_errand(words: Line) -> bool:
    """Whether words that begin as an errand are one, and no longer text: "trocar o gás"."""
    told = any(char.isdigit() or char in ",;:.!?" for char in words.low)
    return not told and len(words.low.split()) <= _WORDS_OF_AN_ERRAND


_WORDS_OF_AN_ERRAND = 6


def _contact(act: Act, match: Match, scene: Scene) -> list[Request]:
    body = joined([part for name in ("body", "rest") if (part := cut(match, name, scene)) and part.low], ",")
    made = details.contact(body, scene.known)
    told = made.get("emails") or made.get("phones")
    if (
        not told
        and mood_of(scene.text.raw, scene.locale).mood is not Mood.REQUEST
        and not scene.known.novel.match(scene.text.low)
    ):
        # "Contact of the landlord" looks one up.
        return []
    return somebody(act, body, scene.known)


def somebody(act: Act, body: Line, known: Words) -> list[Request]:
    """A new contact, with those whom the words name beside it."""
    made = details.contact(body, known)
    if not made.get("display_name"):
        return []
    graph = graph_of(body, known)
    if graph is not None and _several(graph):
        return [Request(Act.CONTACT_GRAPH, graph)]
    return [Request(act, made)]


def _several(graph: Mapping[str, Any]) -> bool:
    """More than one contact's own fields: somebody else, a home, a nickname."""
    nicknamed = any(one.get("nicknames") or one.get("birthday") for one in graph["contacts"])
    return len(graph["contacts"]) > 1 or bool(graph["contact_place_links"]) or nicknamed


def _place(act: Act, match: Match, scene: Scene) -> list[Request]:
    """The place where the user is, by the name they give it."""
    name = cut(match, "name", scene)
    if name is None or not name.low:
        return []
    named = unquoted(details.without_articles(name, scene.known))
    return [Request(act, {"name": named.written, "here": True})] if named.low else []


def _merge(act: Act, match: Match, scene: Scene) -> list[Request]:
    keep, other = cut(match, "keep", scene), cut(match, "other", scene)
    if keep is None or other is None:
        return []
    named = [details.without_articles(unquoted(one), scene.known) for one in (keep, other)]
    if not all(one.low for one in named):
        return []
    if "bare" in match.groupdict() and match["bare"] and not all(one.raw[:1].isupper() for one in named):
        return []  # "junta leite e ovos" is for a list; names of people have capitals
    first, second = (one.written for one in named)
    if act is Act.UNMERGE:
        return [Request(act, {"contact": first, "other": second})]
    return [Request(act, {"keep": first, "merge": [second]})]


def _place_merge(act: Act, match: Match, scene: Scene) -> list[Request]:
    """Two places by their names, or by the one name that both have."""
    both = cut(match, "both", scene)
    parts = (both, both) if both is not None else (cut(match, "keep", scene), cut(match, "other", scene))
    named = [details.without_articles(unquoted(one), scene.known).written for one in parts if one is not None]
    if len(named) < len(parts) or not all(named):
        return []
    first, second = named
    if act is Act.PLACE_UNMERGE:
        return [Request(act, {"place": first, "other": second})]
    return [Request(act, {"keep": first, "merge": [second]})]


def _done(act: Act, match: Match, scene: Scene) -> list[Request]:
    words = cut(match, "todo", scene) or cut(match, "todo_two", scene)
    if cut(match, "that", scene) is not None:  # "márcala como hecha", "já mandei": of what was told last
        words = line(scene.told_title)
        return [_ticked(act, words, scene, told=act is Act.TODO_DID)] if words.low else []
    named = details.without_articles(words, scene.known).tokens() if words is not None else []
    if words is None or all(len(one.low) == 1 and one.low.isascii() for one in named):
        return []  # of "that's" an "s" is left, which names no task
    if act is Act.TODO_DID and ERRANDS[scene.known.language].to_do.match(scene.text.low):
        return _need(Act.TODO_NEED, match, scene)  # "comprar pan" is still to be done
    if act is Act.TODO_DID and words.low.split(maxsplit=1)[1:]:
        after = ERRANDS[scene.known.language].did.match(words.low)
        words = words.cut(after.end() if after else 0, len(words.low))
    vague = ERRANDS[scene.known.language].vague.fullmatch(words.low) if act is Act.TODO_DID else None
    if vague is not None:  # "the Mica thing" says little of a to-do, and means it
        act, words = Act.TODO_DONE, words.cut(*vague.span("what"))
    if scene.told_title and details.names_nothing(words.written, scene.known):
        words = line(scene.told_title)  # "mark it as done"
    told = vague is not None or cut(match, "told", scene) is not None
    return [_ticked(act, each, scene, told=told) for each in _each_done(words, scene.known)]


def _each_done(words: Line, known: Words) -> list[Line]:
    """The things that were done, one by one where each has its article: "the eggs and the flour"."""
    each = details.listed(words, known)
    several = len(each) > 1 and all(known.articles.match(one.low) for one in each[1:])
    return each if several else [words]


def _ticked(act: Act, words: Line, scene: Scene, *, told: bool) -> Request:
    named = unquoted(details.without_articles(words, scene.known))
    if scene.told_todo and details.names_nothing(named.written, scene.known):
        named = line(scene.told_todo)  # "mark it as done"
    return Request(act, {}, target=replace(target_of(named, scene), thing="todo"), named_by="todo", told=told)


def _away(act: Act, match: Match, scene: Scene) -> list[Request]:
    """What is to go, in the user's words: the tool looks through every kind, and asks."""
    item = cut(match, "item", scene)
    if item is None or not item.low:
        return []
    tail = cut(match, "tail", scene)
    words = unquoted(item).raw + (f" {tail.raw}" if tail is not None else "")
    return [Request(act, {"item": words})]


def _nothing(act: Act, _match: Match, _scene: Scene) -> list[Request]:
    return [Request(act)]


BUILD: Mapping[Act, Callable[[Act, Match, Scene], list[Request]]] = {
    Act.NOTE: _note,
    Act.REMIND: _remind,
    Act.TODO: _todo,
    Act.TODO_NEED: _need,
    Act.TODO_DONE: _done,
    Act.TODO_DID: _done,
    Act.TODO_DROP: _nothing,
    Act.UNABLE: _nothing,
    Act.CONTACT: _contact,
    Act.PLACE: _place,
    Act.PLACE_MERGE: _place_merge,
    Act.PLACE_UNMERGE: _place_merge,
    Act.MERGE: _merge,
    Act.UNMERGE: _merge,
    Act.REMOVE: _away,
    Act.ERASE: _away,
    Act.EVENT: creation.event,
    Act.EVENT_CANCEL: changes.cancel,
    Act.EVENT_MOVE: rescheduling.move,
    Act.EVENT_RENAME: changes.rename,
    Act.EVENT_ADD: changes.guests,
    Act.EVENT_LEAVE: changes.guests,
}
