"""Who of somebody's family is there: their children, brothers and parents as they are noted, whether somebody is one
of them, and which of one's own relatives are at a place."""

from collections.abc import Mapping, Sequence
from typing import Any

from orchestrator.language import render
from orchestrator.language.lexicon.kin_words import KIN
from orchestrator.language.messages import say
from orchestrator.language.people.relations import FAMILY, answers, relation_label, relation_labels
from orchestrator.llm.messages import TurnFacts
from orchestrator.reader.call_selection import Wanted, wanted
from orchestrator.reader.evidence.finds import SURE, Item, text_of
from orchestrator.reader.phrase.contact_lines import name_of
from orchestrator.reader.phrase.frame import listed
from orchestrator.reader.phrase.quotation import clean, quoted
from orchestrator.reader.phrase.sources import source
from orchestrator.reader.phrase.voice import Voice
from orchestrator.reader.query.algebra import Aggregate, Query
from orchestrator.reader.query.finding import Way, bare, person, person_look
from orchestrator.reader.query.of_others import person_named
from orchestrator.reader.texts import share

_MOST = 20


def _read_person(query: Query, facts: TurnFacts) -> list[Wanted]:
    words = person_named(query, facts)
    return [person_look(words)] if words.low and _asked(query) else []


def _read_kin(query: Query, facts: TurnFacts) -> list[Wanted]:
    """The person and, in case nothing is noted there, the relatives by the path that leads to them."""
    path = _path(query, facts)
    look = [wanted("get_contacts", name=path, limit=_MOST)] if path and _asked(query) else []
    return [*(_read_person(query, facts) if len(query.subjects) > 1 else ()), *look]


def _path(query: Query, facts: TurnFacts) -> str:
    """ "Teo's sisters", of the user's own "children"; "" where it is unclear whose."""
    kin = query.subjects[-1].raw
    if len(query.subjects) == 1:
        return kin
    whose = person_named(query, facts).raw
    return KIN[query.language].hangs.format(name=whose, kin=kin) if whose else ""


def _asked(query: Query) -> frozenset[str]:
    """The labels that a word for relatives means, as they may be noted."""
    said = query.subjects[-1].raw
    labels = relation_labels(said) or {label for label in (relation_label(said),) if label}
    return frozenset(one for label in labels for one in answers(label))


def _kin_of(query: Query, facts: TurnFacts, voice: Voice) -> str | None:
    """The relatives who are noted as such, of the person or by the path to them; None where none is: nothing says that
    there are none."""
    one = person(person_named(query, facts), facts) if len(query.subjects) > 1 else None
    rows: Sequence[Any] = one.data.get("relationships") or () if one is not None else ()
    kin = [row for row in rows if isinstance(row, Mapping) and relation_label(str(row.get("label"))) in _asked(query)]
    if one is not None and kin:
        return _counted(query, len(kin), _told(one, kin, voice))
    path = _path(query, facts)
    found = [
        Item("contact", row, 1.0)
        for entry in facts.ledger
        if path and entry.tool == "get_contacts" and entry.arguments.get("name") == path
        for row in entry.data.get("contacts") or ()
    ]
    return _counted(query, len(found), listed(found, voice)) if found else None


def _counted(query: Query, count: int, told: str) -> str:
    """What is told, behind the number of them where that was asked for."""
    return f"{count}\n{told}" if query.beside else told


def _is_kin(query: Query, facts: TurnFacts, voice: Voice) -> str | None:
    """That somebody is the other's relative, where that is noted; None where it is not, which proves nothing."""
    other = bare(query.subjects[1]).split()
    one = person(person_named(query, facts), facts)
    rows: Sequence[Any] = one.data.get("relationships") or () if one is not None else ()
    kin = [row for row in rows if isinstance(row, Mapping) and relation_label(str(row.get("label"))) in _asked(query)]
    found = [row for row in kin if share(tuple(other), str(row.get("name"))) >= SURE]
    return _told(one, found, voice) if one is not None and len(found) == 1 else None


def _told(one: Item, kin: Sequence[Mapping[str, Any]], voice: Voice) -> str:
    told = [f"{clean(str(row.get('name')))} ({clean(str(row.get('label')))})" for row in kin]
    named = render.join(told, voice.locale)
    return f"{say('reader.query.kin', voice.locale, name=name_of(one), kin=named)} {source(one, voice, None)}"


# Who of one's own family is at a place


def _read_there(query: Query, _facts: TurnFacts) -> list[Wanted]:
    return [wanted("get_contacts", query=bare(query.subjects[0]), limit=_MOST)]


def _kin_there(query: Query, facts: TurnFacts, voice: Voice) -> str | None:
    rows = [row for entry in facts.ledger if entry.tool == "get_contacts" for row in entry.data.get("contacts") or ()]
    place = (bare(query.subjects[0]),)
    people = [Item("contact", row, 1.0) for row in rows if relation_label(str(row.get("relation") or "")) in FAMILY]
    found = [one for one in people if share(place, text_of(one)) >= SURE]
    if not found:
        return None
    return "\n".join(_there(one, voice) for one in found) if len(found) > 1 else _there(found[0], voice)


def _there(one: Item, voice: Voice) -> str:
    """Who it is to the user, and what tells that they are there."""
    who = f"{name_of(one)} ({clean(one.get('relation'))})"
    return f"{who}: {quoted(one.get('notes'))} {source(one, voice, None)}" if one.get("notes") else listed([one], voice)


OF_KIN: Mapping[Aggregate, Way] = {
    Aggregate.KIN_OF: Way(_read_kin, _kin_of),
    Aggregate.IS_KIN: Way(_read_person, _is_kin),
    Aggregate.KIN_THERE: Way(_read_there, _kin_there),
}
