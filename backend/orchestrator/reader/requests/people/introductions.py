"""Who does the user say that somebody is, to them or to another one: "Sarah is Tom's wife", "add Rui as my brother",
"my flatmate is called Priya, 07700 900123"?

A contact whom they have gets the relation; of somebody new a contact is proposed, with the relation and what is told
beside it. The words of a language are its `introductions.toml`.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice
from typing import Any, Literal

from orchestrator.kit.patterns import Match
from orchestrator.language.concepts import MARK
from orchestrator.language.lexicon.kin_words import all_of
from orchestrator.language.numbers import number
from orchestrator.language.pattern_tables import Compiled, Looking, read_patterns
from orchestrator.language.people.kinship import in_language
from orchestrator.language.people.relations import FAMILY, relation_label, relation_labels
from orchestrator.language.speech_acts.news_words import Whole
from orchestrator.language.statements.reading import may_be_called
from orchestrator.language.statements.shape import ABBREVIATED
from orchestrator.language.tables import ByLanguage, Table
from orchestrator.language.tables import Words as WordSet
from orchestrator.language.text.normalize import STOP_WORDS, stems, tokens
from orchestrator.llm.messages import TurnFacts
from orchestrator.reader.acts import Act
from orchestrator.reader.lexicon import Words
from orchestrator.reader.line import Line, joined, spelled
from orchestrator.reader.request import Request
from orchestrator.reader.requests.details import listed, without_articles
from orchestrator.reader.requests.people.contact_words import ADDRESSES, ME, contact_of
from orchestrator.reader.requests.people.told_words import NOBODY, PARTICLES, as_name, named_at_once, told_of_somebody

Way = Literal["mine", "called", "is", "all", "of_another", "added", "beside", "role"]
_LONGEST_NAME = 4
_LONGEST_LABEL = 4
_MOST_TRIED = 2
_MOST_PARTS = 24
"""Of one message, between its commas and its "and"s."""
_TOLD = ("emails", "phones", "birthday")
_BY_NAME = frozenset({"called", "mine", "beside", "role"})
"""Ways that tell a name, whatever word stands for the relation."""
_SURE = frozenset({"exact", "alias", "nickname", "relation"})
"""Steps of resolution by which a name is the contact's own."""
RESOLVE = "resolve_contacts"


class _Form(Table):
    """One way of saying it; groups `who`, `label`, `whom`, `more`, or `rest`: a relation and a name side by side. A
    `role` is nobody's in so many words ("the landlord is mr benali, 077…"): who has it is told with an address."""

    way: Way
    says: Whole


class _Introductions(Table):
    """`introductions.toml`; what its keys are stands there."""

    titles: WordSet
    leads_to: Compiled
    aged: Looking
    counted: Compiled
    pointed_out: Compiled
    and_is: Compiled
    theirs: Compiled
    forms: tuple[_Form, ...]


_TABLES = ByLanguage(lambda language: read_patterns(language, "introductions", _Introductions))


@dataclass(frozen=True)
class _Introduced:
    """Somebody (`who`) is the `label` of `whom` (empty: of the user); `told`: what a contact holds of them
    besides; `more`: what else is told of them before their name."""

    way: Way
    who: str
    label: str
    whom: str
    told: Mapping[str, Any]
    more: str = ""


def introduced(text: Line, known: Words, *, asked: bool, sure: bool, now: datetime | None = None) -> list[Request]:
    """The relation that a text tells, or those of several people. `asked`: it asks for a change. `sure`: only where
    nothing else keeps it; that one is called so is a fact too."""
    if "?" in text.raw:
        return []
    said, text = text.written, _with_capitals(named_at_once(text.readable, known), known)
    plain = text.readable.without([found.span() for found in _TABLES[known.language].aged.finditer(text.readable.low)])
    if many := _several(plain, known):
        aged = [] if plain.low == text.readable.low else [Request(Act.REMEMBER, {"text": _closed(said)})]
        return [Request(Act.CONTACT_GRAPH, _graph(many)), *aged]
    for found in _read(text.readable, known):
        if asked and found.way not in {"added", "beside"}:
            continue
        if found.way == "beside" and not found.told:
            continue
        if sure and found.way in {"called", "is"} and not (found.told or found.more or found.whom):
            continue
        return [_request(found), *([Request(Act.REMEMBER, {"text": found.more})] if found.more else [])]
    return [] if asked else _with_more(text, plain, known, said, now)


def _with_capitals(text: Line, known: Words) -> Line:
    """The text with the names that it surely has as names are written: as many as it counts ("we have two kids, leo and
    mina"), and who is pointed out ("minha namorada é a bia")."""
    table = _TABLES[known.language]
    starts: list[int] = []
    if (found := table.counted.search(text.low)) is not None:
        told = listed(text.cut(*found.span("names")), known)
        names = [without_articles(one, known).low for one in told]
        if number(found["count"], known.language) == len(names) and all(map(str.isalpha, names)):
            starts += _places(names, text.low, found.start("names"))
    if (shown := table.pointed_out.search(text.low)) is not None and relation_label(shown["label"]) in _NEAREST:
        starts.append(shown.start("who"))
    raw = "".join(char.upper() if at in starts else char for at, char in enumerate(text.raw))
    return replace(text, raw=raw) if starts and len(raw) == len(text.raw) else text


def _places(words: Sequence[str], low: str, at: int) -> list[int]:
    """Where each of the words begins, one after the other, from a place on."""
    found = []
    for word in words:
        at = low.index(word, at)
        found.append(at)
        at += len(word)
    return found


_NEAREST = FAMILY | {"Girlfriend", "Boyfriend", "Partner", "Fiancé", "Fiancée", "Roommate", "Friend", "Best Friend"}


def _with_more(text: Line, plain: Line, known: Words, said: str, now: datetime | None) -> list[Request]:
    """Who somebody is, where an age or a second clause tells more of them, all of which is remembered: "my husband is
    called Oscar and he's a nurse", "my son Tomás is 7 and Clara turns 3 in January"."""
    aged = plain.low != text.readable.low
    ends: list[int] = []
    while len(ends) < _MOST_TRIED and (more := _TABLES[known.language].and_is.search(plain.low, _next_at(ends))):
        ends.append(more.start())
    ends += [found.start() for found in islice(known.join.finditer(plain.low), _MOST_TRIED)] if aged else []
    for end in [*ends, *([len(plain.low)] if aged else [])]:
        if many := _several(plain.cut(0, end), known):
            return [Request(Act.CONTACT_GRAPH, _graph(many)), Request(Act.REMEMBER, {"text": _closed(text.written)})]
        for found in _read(plain.cut(0, end), known):
            if found.way in {"called", "is"} and (born := _born(found, plain.cut(end, len(plain.low)), known, now)):
                return [Request(Act.CONTACT_GRAPH, _graph([born]))]
            if found.way in {"called", "is", "all"} or (aged and found.way == "beside"):
                kept = Request(Act.REMEMBER, {"text": _closed(said)})
                return [Request(Act.CONTACT_GRAPH, _graph([found])), kept]
    return []


def _next_at(ends: Sequence[int]) -> int:
    return ends[-1] + 1 if ends else 0


def _born(found: _Introduced, rest: Line, known: Words, now: datetime | None) -> _Introduced | None:
    """Somebody with the birthday that a second clause tells: "my niece is called Lou and she turns 9 on 3 May"."""
    if (theirs := _TABLES[known.language].theirs.search(rest.low)) is not None:
        return replace(found, told={**found.told, "birthday": rest.cut(*theirs.span("date")).written})
    joint = known.join.match(rest.low)
    clause = rest.cut(joint.end() if joint is not None else 0, len(rest.low))
    told = told_of_somebody(joined([spelled(found.who, known.language), clause]), known, now=now)
    return replace(found, told={**found.told, "birthday": told.birthday}) if told and told.birthday else None


def _closed(written: str) -> str:
    """Words whose last bracket was taken for a mark at their end, with it."""
    return f"{written})" if written.count("(") > written.count(")") else written


def related(request: Request, facts: TurnFacts) -> Request:
    """The relation of the contact whom it names, or a contact who is new."""
    named = [str(request.arguments[name]) for name in ("contact", "of") if request.arguments.get(name)]
    shown = [one for entry in facts.ledger if entry.tool == RESOLVE for one in entry.data.get("resolutions") or ()]
    known = {str(one.get("phrase")): one for one in shown}
    everybody = all(_is_contact(name, known.get(name) or {}) for name in named)
    return request if everybody or request.otherwise is None else request.otherwise


def _is_contact(name: str, found: Mapping[str, Any]) -> bool:
    people: Sequence[Mapping[str, Any]] = found.get("entities") or ()
    if found.get("status") != "resolved" or len(people) != 1:
        return False
    return found.get("why") in _SURE or set(tokens(name)) <= set(tokens(str(people[0].get("name"))))


def _read(text: Line, known: Words) -> Iterator[_Introduced]:
    head, told = _parted(text, known)
    for form in _TABLES[known.language].forms:
        match = form.says.match(head.low)
        if match is not None and (found := _of_form(form.way, match, head, told, known)) is not None:
            yield found


def _several(text: Line, known: Words) -> list[_Introduced]:
    """Who each is, where every part of an enumeration says that: "my sister is Inês, my boss Erik and Rui my dentist".
    What says nothing of its own belongs to the part before: an address, or a name with an "and"."""
    marks = [found.span() for found in known.join.finditer(text.low)]
    if not 0 < len(marks) < _MOST_PARTS:
        return []
    told: list[_Introduced] = []
    last = begun = 0
    for stop, after in [*marks, (len(text.low), len(text.low))]:
        part = next((one for one in _read(text.cut(begun, stop), known) if told or one.way != "beside"), None)
        another = _another(told[-1], text.cut(begun, stop), known) if part is None and told else None
        longer = next(_read(text.cut(last, stop), known), None) if part is another is None and told else None
        if part is not None:
            told.append(part)
            last = begun
        elif another is not None:
            told.append(another)
        elif longer is not None:
            told[-1] = longer
        else:
            continue  # "é" without its accent is an "and" in Portuguese: the part goes on
        begun = after
    return told if len(told) > 1 and begun == len(text.low) else []


def _another(before: _Introduced, text: Line, known: Words) -> _Introduced | None:
    """One more of those who were introduced together: "our kids are Leo" "Mina"."""
    name = without_articles(text, known)
    named = before.way == "all" and is_name(name, known, capital=True)
    return replace(before, who=as_name(name), told={}) if named else None


def _of_form(way: Way, match: Match, head: Line, told: Mapping[str, Any], known: Words) -> _Introduced | None:
    parts = {name: head.cut(*match.span(name)) for name, words in match.groupdict().items() if words}
    reached = bool(told.get("phones") or told.get("emails"))
    if (rest := parts.get("rest")) is not None:
        parts |= _side_by_side(_unowned(rest)) or (_behind_its_word(_unowned(rest)) if reached else {})
    who, label, whom = (parts.get(name) for name in ("who", "label", "whom"))
    if who is None or label is None or (way == "role" and not reached):
        return None
    said = _label(way, label.written, known) or (_own_words(way, who, label, known) if reached else None)
    if said is None:
        return None
    capital = way in {"is", "all"}  # "my boss is nice"
    near = relation_label(said) in FAMILY
    sure = reached and near  # "my wife isla her number is …", whatever else an isla is
    capital = capital and not (way == "is" and (reached or (near and may_be_called(who.low, known.language))))
    if not is_name(who, known, capital=capital, sure=sure) or (whom is not None and not _is_somebody(whom, known)):
        return None
    more = parts["more"].written if "more" in parts else ""
    return _Introduced(way, as_name(who), said, _whose(whom) if whom is not None else "", told, more)


def _label(way: Way, said: str, known: Words) -> str | None:
    """The relation as it was said; of several the one that tells nothing more of each ("our kids": Child)."""
    if way != "all":
        return said if relation_label(said) is not None else None
    plural = next(reversed(relation_labels(said)), None) if relation_label(said) is None else None
    one = plural or relation_label(said)  # "I have a daughter, Clara"
    return in_language(one, known.language) if one is not None else None


def _own_words(way: Way, who: Line, label: Line, known: Words) -> str | None:
    """A relation in words that no table has, of somebody whose number or address is told: "my dispatcher's name is
    Rhonda Kemp, 806 …", "my cleaner Magda 07700 …"; who "is" so has two names ("my bank is Santander")."""
    words = label.low.split()
    plain = 0 < len(words) <= _LONGEST_LABEL and all(word.replace("-", "").isalpha() for word in words)
    stops = STOP_WORDS[known.language] | NOBODY
    named = way in _BY_NAME or (way == "is" and len(who.low.split()) > 1)
    return label.written if named and plain and stops.isdisjoint(words) else None


def _side_by_side(rest: Line) -> dict[str, Line]:
    """ "Mother in law Ana": the longest relation that opens it, and the name behind."""
    words = rest.tokens()
    for size in range(min(_LONGEST_LABEL, len(words) - 1), 0, -1):
        label = rest.cut(0, words[size - 1].end)
        if relation_label(label.written) is not None:
            return {"label": label, "who": rest.cut(words[size - 1].end, len(rest.low))}
    return {}


def _behind_its_word(rest: Line) -> dict[str, Line]:
    """ "Cleaner Magda": the names with capitals at the end, and the small word for what they are before these."""
    words = rest.tokens()
    small = next((at for at, one in enumerate(words) if one.raw[:1].isupper()), 0)
    if not 0 < small <= _LONGEST_LABEL or not all(one.raw[:1].isupper() for one in words[small:]):
        return {}
    return {"label": rest.cut(0, words[small - 1].end), "who": rest.cut(words[small - 1].end, len(rest.low))}


def _unowned(words: Line) -> Line:
    """A name without the "'s" of what is theirs: "my wife Maureen's number is …"."""
    return words.cut(0, len(words.low) - 2) if words.low.endswith("'s") else words


def _parted(text: Line, known: Words) -> tuple[Line, Mapping[str, Any]]:
    """What says who somebody is, and the fields that the rest tells; all of it where the rest tells none."""
    address = ADDRESSES.search(text.low)
    end = address.start() if address is not None else len(text.low)
    comma = text.low.find(",", 0, end)
    stop = comma if comma >= 0 else end
    contact = contact_of(joined([spelled("X", known.language), text.cut(stop, len(text.low))], ","), known)
    told = {name: contact[name] for name in _TOLD if contact.get(name)}
    if not told:
        return text, {}
    head = text.cut(0, stop)
    lead = _TABLES[known.language].leads_to.search(head.low)
    return (head.cut(0, lead.start()) if lead is not None else head), told


def is_name(words: Line, known: Words, *, capital: bool = False, sure: bool = False) -> bool:
    """Whether words are somebody's name; one in small letters is none that means something, unless it is `sure` that
    somebody is named."""
    each = words.tokens()
    named = [one for one in each if one.low not in PARTICLES]
    if each and each[0] not in named:
        return False  # "my mother is from Cádiz": where somebody is from is no name
    titled = len(named) > 1 and named[0].low.rstrip(".") in _TABLES[known.language].titles
    named = named[1:] if titled else named
    if not 0 < len(named) <= _LONGEST_NAME or any(char.isdigit() or char in ",;:" for char in words.low):
        return False
    written = all(one.raw[:1].isupper() for one in named)
    stops = known.no_names | NOBODY | all_of("own") | all_of("articles")
    if named[0].low in stops or any(one.low in STOP_WORDS[known.language] for one in named):
        return False
    if any(relation_label(one.raw) is not None for one in named) and not written:
        return False
    plain = [one.low for one in named if one.low.rstrip(".") not in ABBREVIATED]
    common = not sure and any(form.startswith(MARK) for low in plain for forms in stems(low) for form in forms)
    if common and len(named) == 1:
        return False  # "Coffee is my best friend" begins with a capital as every sentence does
    return written if capital else written or not common


def _is_somebody(words: Line, known: Words) -> bool:
    """Whether words are a name, or say what somebody is to the user: "my wife"."""
    own, _, label = words.low.partition(" ")
    return is_name(words, known) or (own in all_of("own") and relation_label(label) in FAMILY)


def _whose(words: Line) -> str:
    return words.written if words.low.partition(" ")[0] in all_of("own") else as_name(words)


def _request(found: _Introduced) -> Request:
    graph = Request(Act.CONTACT_GRAPH, _graph([found]))
    if found.told:
        return graph
    of = {"of": found.whom} if found.whom else {}
    return Request(Act.RELATE, {"contact": found.who, "relationship": found.label, **of}, otherwise=graph)


def _graph(found: Sequence[_Introduced]) -> dict[str, Any]:
    """Those who are introduced, and those whose they are: whoever is not introduced as well is known."""
    contacts: dict[str, dict[str, Any]] = {}
    for one in found:
        contacts[one.who] = {**contacts.get(one.who, {}), "name": one.who, **one.told}
    for one in found:
        if one.whom and one.whom not in contacts:
            contacts[one.whom] = {"name": one.whom, "known": True}
    links = [{"person": one.who, "label": one.label, "of": one.whom or ME} for one in found]
    return {"contacts": list(contacts.values()), "relationships": links, "contact_place_links": []}
