"""What do words tell of people: names, addresses, what they are to each other, where they live, without a model?

The forms that people write after `/contact`: "Ana Souza, my sister, ana@example.org, lives at Rua Augusta 10", "Marta
is Rui's wife", "Rui's new number is +351 …". Everything is copied; labels, dates, places are resolved elsewhere.
"""
# ruff: noqa: E501

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from orchestrator.kit import lookaround, patterns
from orchestrator.kit.patterns import Match
from orchestrator.language.lexicon.kin_words import all_of
from orchestrator.language.people.relations import FAMILY, POSSESSIVES, relation_label
from orchestrator.language.places.owned_places import owned_place
from orchestrator.language.speech_acts.mood import Mood, mood_of
from orchestrator.language.text.normalize import STOP_WORDS, normalize
from orchestrator.language.time import mentions
from orchestrator.llm.messages import TurnFacts
from orchestrator.reader.lexicon import Words
from orchestrator.reader.line import MAX_LENGTH, Line, joined, spelled
from orchestrator.reader.requests import details
from orchestrator.reader.requests.people.told_words import (
    PARTICLES,
    REACHED,
    called_last,
    named_at_once,
    told_of_somebody,
)

ME = "me"
Found = dict[str, Any]
ADDRESSES = lookaround.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+|(?<![\w@.])\+?\d[\d ().-]{5,}\d(?![\w@])")
_LEAD = lookaround.compile(
    r"^(?:(?:please|por favor) )?(?:(?:add|create|save|new|update|change|adiciona|adicione|adicionar|cria|guarda|novo|nova"
    r"|atualiza|muda|anade|anadir|agrega|crea|nuevo|nueva|actualiza|cambia)\b ?)?(?:(?:the|a|an|o|um|uma|el|la|un|una) )?"
    r"(?:(?:contact|contato|contacto)\b[: ]*)?"
)
_KEEPS = patterns.compile(
    r"^(?:add|save|store|enter|adicion(?:a|ar|e)|guard(?:a|ar|e)|grav(?:a|ar|e)|anot(?:a|ar|e)|acrescent(?:a|ar|e)|salv(?:a|ar|e)"
    r"|anad(?:e|ir)|agreg(?:a|ar|ue)|apunt(?:a|ar|e)|registr(?:a|ar|e)"
    r"|enregistre[rz]?|ajoute[rz]?|sauvegarde[rz]?|garde[rz]?)(?:-me|-moi)? (?:(?P<known>the|my|[ao]|al|el|la|les?) |(?P<elided>l'))?"
)
_LONGEST_NAME = 4
_MOST_OF_A_NAME = 6
"""Words by which somebody is named at most: "my brother's wife Ana Maria"."""
_LINKED = (
    patterns.compile(r"^(?P<who>.+?) is (?P<whom>.+?)(?:'s|') (?P<label>[\w -]+?)[ .!]*$"),
    patterns.compile(r"^(?P<who>.+?) is (?:the |an? )?(?P<label>[\w-]+) of (?P<whom>.+?)[ .!]*$"),
    patterns.compile(r"^(?:a |o )?(?P<who>.+?) e (?:a |o |um |uma )?(?P<label>[\w-]+) d(?:a|o|e) (?P<whom>.+?)[ .!]*$"),
    patterns.compile(r"^(?P<who>.+?) es (?:la |el |un |una )?(?P<label>[\w-]+) de(?:l| la)? (?P<whom>.+?)[ .!]*$"),
)
_MINE = (
    patterns.compile(r"^(?P<who>.+?) is my (?P<label>[\w -]+?)[ .!]*$"),
    patterns.compile(r"^(?:a |o )?(?P<who>.+?) e (?:a |o )?(?:minha|meu) (?P<label>[\w -]+?)[ .!]*$"),
    patterns.compile(r"^(?P<who>.+?) es mi (?P<label>[\w -]+?)[ .!]*$"),
)
_LIVES = lookaround.compile(
    r",? ?(?:\b(?:who|que|and|e|y)\b )?\b(?:(?:lives?|living) (?:at|in|on)|mora (?:em|na|no)|vive (?:em|na|no|en)"
    r"|(?:home )?address(?: is|:)?|endereco(?: e|:)?|direccion(?: es|:)?) (?P<place>.+?)"
    r"(?=,? (?:and |e |y )?(?:works?|trabalha|trabaja|e-?mail|phone|telefone|telefono|birthday|born|aniversario|cumpleanos)\b"
    r"|,? \S+@\S|,? \+?\d[\d ().-]{6,}\d|$)"
)
_MARRIED = lookaround.compile(
    r",? ?\b(?:(?:is|e|es|esta) )?(?:married to|casad[ao] com (?:a |o )?|casad[ao] con |husband of|wife of) ?(?P<spouse>[^,;]+)"
)
_BORN = lookaround.compile(
    r",? ?\b(?:(?:'s )?birthday(?: is)?(?: on)?|born(?: on)?|aniversario(?: e)?(?: em| a| no dia)?|nascid[ao](?: em| a)?"
    r"|cumpleanos(?: es)?(?: el)?|nacid[ao](?: el)?|(?:faz|fazem) anos(?: a| em| no dia| dia)?|(?:cumple|cumplen) anos(?: el)?"
    r"|son anniv(?:ersaire)?,?(?: est| c'est)?(?: le)?|fete son anniversaire(?: le)?|est nee?(?: le)?):? (?P<date>[^,;]+)"
)
_NAMED = lookaround.compile(
    r",? ?\b(?:nickname|apelido|apodo|aka|known as|conhecid[ao] (?:como|por)|conocid[ao] como):?(?: is| e| es)? (?P<name>[^,;]+)"
)
_SUBJECT = r"(?:(?:and|e|y) )?(?:(?:who|que|quien)(?:'s| is| e| es)? |(?:she|he|they|ela|ele|ella|el)(?:'s| is| are| e| es) |is |es )?"
_TILL = (
    r"(?= ?(?:[,;.!]|$)| [\w.+-]+@| \+?\d"
    r"| (?:and|e|y) (?:(?:she|he|ela|ele|ella|el) )?(?:lives?|works?|mora|vive|trabalha|trabaja|was born|her|his)\b)"
)
_RELATED = (
    lookaround.compile(
        rf"(?:^|[,;]) ?{_SUBJECT}(?P<whom>[^,;]+?)(?:'s|(?<=s)') (?P<label>[\w-]+(?: [\w-]+){{0,2}}?){_TILL}"
    ),
    lookaround.compile(
        rf"(?:^|[,;]) ?{_SUBJECT}(?:(?:the|an?|o|um|uma|la|el|un|una) )?(?P<label>[\w-]+(?: [\w-]+){{0,2}}?)"
        rf" (?:of|d[aeo]|del) (?P<whom>[^,;.!]+?){_TILL}"
    ),
)
""" "…, Rui's sister", "…, mulher do Rui": what somebody is to another one, not to the user."""
_OF_PEOPLE = FAMILY | {"Friend", "Best Friend", "Girlfriend", "Boyfriend", "Fiancé", "Fiancée", "Neighbor", "Roommate"}
_CLAUSE = lookaround.compile(r" ?[,;](?= )")
_SETTLED = patterns.compile(
    r"^(?:(?:a|o|la|el) )?(?P<name>[^,]{2,60}?)(?: now| agora| ahora)?"
    r" (?:lives (?:at|in|on)|mora (?:em|na|no)|vive (?:em|na|no|en)) (?P<place>[^?]*\d[^?]*)$"
)
"""Where somebody lives, by a street and a number: a town alone is no place of its own."""
_HOUSED = patterns.compile(
    r"^(?:(?:a|o|la|el) )?(?P<name>[^,]{2,60}?)(?: now| agora| ahora)?"
    r" (?:lives (?:at|in|on)|mora (?:em|na|no)|vive (?:em|na|no|en)) (?P<place>[^?]+?)[ .!]*$"
)
"""Where somebody lives, by whose house it is."""
_ABOUT_THEM = lookaround.compile(
    r"^(?:(?:no|actually|also|and|e|y|tambem|tambien),? )*(?:(?:his|her|their|the|add|change|seu|sua|o|a|adiciona|su|el|la|anade|she|he"
    r"|they|ela|ele|ella|el|is|works?|lives?|trabalha|trabaja|mora|vive|nickname|apelido|apodo|birthday|e-?mail|phone|telefone|telefono"
    r"|correo|my|minha|meu|mi)\b|\+?\d|[\w.+-]+@)"
)


def contacts_told(facts: TurnFacts, known: Words, locale: str) -> Found | None:
    """The contacts, relationships and homes that the words after `/contact` name."""
    del locale
    text = spelled(facts.question[:MAX_LENGTH], known.language)
    if facts.context.get("asked"):
        return {"contacts": [{"name": text.written}]}
    lead = _LEAD.match(text.low)
    bare = text.cut(lead.end(), len(text.low)) if lead is not None else text
    return graph_of(bare, known)


def graph_of(bare: Line, known: Words) -> Found | None:
    """Arguments of `contact_graph`; None where the words name nobody."""
    bare = bare.readable
    linked = _linked_and_told(bare, known)
    if linked is not None:
        return linked
    bare, related = _related(bare, known)
    spouse, married = "", _MARRIED.search(bare.low)
    if married is not None:
        spouse = bare.cut(*married.span("spouse")).written
        bare = bare.without([married.span()])
    contact, label, homes = _one(bare, known)
    if not contact.get("name"):
        return None
    graph = _graph(contact, label, homes, related)
    if married is not None:
        graph["contacts"].append({"name": spouse, "known": True})
        graph["relationships"].append({"person": contact["name"], "label": "Spouse", "of": spouse})
    return graph


def told_of(text: Line, known: Words, *, now: datetime | None = None) -> Found | None:
    """What a plain statement tells of somebody by name: an address of theirs, the street where they live, their
    birthday, where they work."""
    text = named_at_once(_said_once(text.readable), known)
    if (called := called_last(text, known)) is not None and (graph := _called_by_work(*called, known)) is not None:
        return graph
    if (told := told_of_somebody(text, known, now=now)) is not None:
        contact = {"name": told.name, "birthday": told.birthday, "organization": told.organization}
        graph = _graph({key: value for key, value in contact.items() if value}, told.relation, ())
        return graph if told.relation else _of_known(graph)
    owned = next((one for pattern in REACHED if (one := pattern.match(text.low))), None)
    addressed = owned is not None and ADDRESSES.search(text.low, owned.end()) is not None
    if not addressed:
        owned = _SETTLED.match(text.low) or _housed(text)
    if owned is None or "?" in text.raw:
        return None
    name = text.cut(*owned.span("name"))
    tokens = name.tokens()
    related = any(token.low in known.relations for token in tokens)
    # Whose address it is may stand in small letters: "fiona's new email is …".
    plain = addressed and len(tokens) <= _LONGEST_NAME and all(one.low.isalpha() for one in tokens)
    if not tokens or len(tokens) > _MOST_OF_A_NAME or all(one.low in STOP_WORDS[known.language] for one in tokens):
        return None  # "the number is 020 …" is nobody's, and a clause is no name
    return graph_of(text, known) if related or plain or name.raw[:1].isupper() else None


def _called_by_work(text: Line, name: str, known: Words) -> Found | None:
    """ "Tailor's number is 212 …, his name is Mr. Hussain": a contact of that name, who is the user's tailor."""
    owned = next((one for pattern in REACHED if (one := pattern.match(text.low))), None)
    if owned is None or ADDRESSES.search(text.low, owned.end()) is None:
        return None
    role = details.without_articles(text.cut(*owned.span("name")), known)
    rest = joined([spelled(name, known.language), text.cut(owned.end(), len(text.low))], ",")
    contact, _, homes = _one(rest, known)
    return _graph({**contact, "name": name, "known": False}, role.written, homes) if role.low else None


def _said_once(text: Line) -> Line:
    """The text without the pronoun that says again whose it is: "isla her number is …"."""
    again = [(one.start, one.end) for one in text.tokens()[1:_LONGEST_NAME] if one.low in all_of("theirs")]
    return text.without(again) if again and ADDRESSES.search(text.low) else text


def _of_known(graph: Found) -> Found:
    """The graph, whose first contact is one whom the user knows: what is told of them is no introduction."""
    first, *others = graph["contacts"]
    return {**graph, "contacts": [{**first, "known": True}, *others]}


def _housed(text: Line) -> Match | None:
    found = _HOUSED.match(text.low)
    house = owned_place(text.cut(*found.span("place")).raw) if found is not None else None
    return found if house is not None and house.kind == "home" and house.owner != "me" else None


def added(text: Line) -> Line | None:
    """ "Add Marisa Cuenca, my physio, 611 222 333": a name and an address behind a verb that keeps. The words behind
    that verb; None where it is something else, as the number of a call is."""
    text = text.readable
    lead = _KEEPS.match(text.low)
    body = text.cut(lead.end(), len(text.low)) if lead is not None else text
    address = ADDRESSES.search(body.low)
    if lead is None or address is None:
        return None
    named = body.raw[: min(address.start(), (body.low + ",").index(","))].split()
    people = [word for word in named if word.casefold() not in PARTICLES]
    capital = all(word[:1].isupper() for word in people)
    # "add ana lopes, 911 …": in small letters only a full name is one, with a comma behind it.
    small = len(people) > 1 and body.low.find(",") in range(address.start()) and all(map(str.isalpha, people))
    role = (lead["known"] or lead["elided"]) and body.low.find(",") in range(
        address.start() + 1
    )  # "the piano tuner, 21 …"
    return body if 0 < len(people) <= _LONGEST_NAME and (capital or small or role) else None


def contact_edit(facts: TurnFacts, known: Words, locale: str) -> Found | None:
    """What a message adds to the contact that is shown; None where it tells nothing of it."""
    text = spelled(facts.question[:MAX_LENGTH], known.language)
    if _ABOUT_THEM.match(text.low) is None or mood_of(facts.question[:MAX_LENGTH], locale).mood is Mood.QUESTION:
        return None
    people: Sequence[Mapping[str, Any]] = (facts.context.get("draft") or {}).get("contacts") or ()
    if not people:
        return None
    text, related = _related(text, known)
    contact, label, homes = _one(text, known)
    if label and _MINE_FIRST.match(text.low) and relation_label(text.low) is None:
        return None  # "my boss is on holiday" is of somebody else
    if label and mentions(text.raw, now=facts.now, locale=locale):
        return None  # "on Thursday my brother takes the dog to the vet" tells no relation of whom is shown
    told = {name: value for name, value in contact.items() if value and name != "name"}
    if not told and not label and not homes and not related:
        return None
    return {"action": "change", **_graph({**told, "name": str(people[0].get("name") or "")}, label, homes, related)}


_MINE_FIRST = patterns.compile(r"(?:(?:[oa]|el|la) )?(?:my|our|minha|meu|nossa|nosso|mi|nuestr[oa]|mon|ma|notre) ")


def _graph(contact: Found, label: str, homes: Sequence[str], related: Sequence[Mapping[str, str]] = ()) -> Found:
    """`related`: `label` and `of`, what the contact is to others."""
    name = contact["name"]
    links = [{"person": name, "label": label, "of": ME}] if label else []
    return {
        "contacts": [contact, *({"name": one["of"], "known": True} for one in related)],
        "relationships": [*links, *({"person": name, **one} for one in related)],
        "contact_place_links": [{"person": name, "place": home, "label": "Home"} for home in homes],
    }


def _related(text: Line, known: Words) -> tuple[Line, list[Mapping[str, str]]]:
    """The words without the clauses that say what somebody is to another one, and these: `label` and `of`."""
    found: list[Mapping[str, str]] = []
    for pattern in _RELATED:
        for one in reversed(list(pattern.finditer(text.low))):
            label, whom = text.cut(*one.span("label")), text.cut(*one.span("whom"))
            whom = whom if whom.low.split()[0] in POSSESSIVES else details.without_articles(whom, known)
            if not (_is_relation(label.low, known) and _is_somebody(whom, known)):
                continue
            found.append({"label": label.written, "of": whom.written})
            left = (text.cut(0, one.start()), text.cut(one.end(), len(text.low)))
            text = joined([part for part in left if part.low.strip(" ,;")], ",")
    return text, found


def _is_relation(label: str, known: Words) -> bool:
    return normalize(label).split()[-1] in known.relations or relation_label(label) in _OF_PEOPLE


def _is_somebody(whom: Line, known: Words) -> bool:
    """A name has a capital; "my mother" is somebody too."""
    words = whom.low.split()
    return bool(words) and (whom.raw[:1].isupper() or words[-1] in known.relations)


def _linked(text: Line, known: Words) -> Found | None:
    """ "Marta is Rui's wife", "a Marta é esposa do Rui": two people and what one is to the other."""
    if ADDRESSES.search(text.low):
        return None
    for pattern in (*_MINE, *_LINKED):
        found = pattern.match(text.low)
        if found is None or normalize(found["label"]).split()[-1] not in known.relations:
            continue
        who = details.without_articles(text.cut(*found.span("who")), known).written
        label = text.cut(*found.span("label")).written
        whom = ME
        contacts: list[Found] = [{"name": who}]
        if "whom" in pattern.groupindex:
            whom = details.without_articles(text.cut(*found.span("whom")), known).written
            contacts.append({"name": whom, "known": True})
        related = [{"person": who, "label": label, "of": whom}]
        return {"contacts": contacts, "relationships": related, "contact_place_links": []}
    return None


def _linked_and_told(bare: Line, known: Words) -> Found | None:
    """ "Marta is Rui's wife, her number is …, she lives at …": what one is to the other, and what else is told of the
    first."""
    spans = [found.span() for pattern in (_NAMED, _BORN, _LIVES) if (found := pattern.search(bare.low))]
    head = bare.without(spans)
    head = head.cut(0, found.start()) if (found := _CLAUSE.search(head.low)) else head
    linked = _linked(head, known) if bare.low.startswith(head.low) else None
    if linked is None:
        return None
    who = linked["contacts"][0]["name"]
    rest = bare.cut(len(head.low), len(bare.low))
    contact, _, homes = _one(joined([spelled(who, known.language), rest], ","), known)
    told = _graph({**contact, "name": who}, "", homes)
    return {
        "contacts": [told["contacts"][0], *linked["contacts"][1:]],
        "relationships": linked["relationships"],
        "contact_place_links": told["contact_place_links"],
    }


def contact_of(text: Line, known: Words) -> Found:
    """The fields of one contact that words tell."""
    return _one(text, known)[0]


def _one(text: Line, known: Words) -> tuple[Found, str, list[str]]:
    """One contact's fields, what they are to the user, and where they live."""
    taken: dict[str, list[str]] = {"place": [], "date": [], "name": []}
    for pattern, group in ((_NAMED, "name"), (_BORN, "date"), (_LIVES, "place")):
        if found := pattern.search(text.low):
            taken[group].append(text.cut(*found.span(group)).written)
            text = text.without([found.span()])
    owner = ""
    if found := next((one for pattern in REACHED if (one := pattern.match(text.low))), None):
        owner = text.cut(*found.span("name")).written
        text = joined([spelled(owner, known.language), text.cut(found.end(), len(text.low))], ",")
    told = details.contact(text, known)
    name = owner or str(told.get("display_name") or "")
    contact: Found = {
        "name": name,
        "known": bool(owner),
        "nicknames": taken["name"],
        "emails": told.get("emails") or [],
        "phones": told.get("phones") or [],
        "organization": told.get("organization") or "",
        "birthday": next(iter(taken["date"]), ""),
    }
    return contact, str(told.get("relationship") or ""), taken["place"]
