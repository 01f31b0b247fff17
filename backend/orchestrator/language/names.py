"""Whom does a name mean, among the people one knows?

`match(query, people) -> NameMatch(status, ids, why)`: "resolved" (one id), "ambiguous" (ask, with these options) or
"unknown". The order is: whole name, alias, nickname, part of a name, spelling mistake, relation ("my sister"). It never
guesses: two people called Ana are a question, and a spelling that could be another person's name is one too.
`score(query, name, aliases=…)` is the likeness, 0 to 1; `name_keys(name)` the forms of a name that are equal;
`relation_label(text)` the Title Case label of a relation word in English, Portuguese or Spanish, or None.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from rapidfuzz.distance import OSA, Indel

from orchestrator.language.fold import tokens

Status = Literal["resolved", "ambiguous", "unknown"]
Why = Literal["name", "alias", "nickname", "part", "spelling", "relation", "group", "none"]

# A shorter word has too many neighbours for one letter to be a slip: Ana, Ann, Ian.
_TYPO_LENGTH = 5
_TWO_TYPOS_LENGTH = 9
# One letter exchanged makes other names of short ones: Maria, Marta; Carla, Carlo.
_SURE_EXCHANGE_LENGTH = 8
_OPTIONS = 8
_SHORT_FORM = 3


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


_HONORIFICS = _set(
    "mr mrs ms miss dr dra doctor doutor doutora sr sra srta senhor senhora senor senora don dona dna"
    " prof professor professora profesor profesora sir"
)
_PARTICLES = _set("de da do das dos del la las los van von der den di du y e bin al el")
_POSSESSIVES = _set("my our meu minha meus minhas nosso nossa mi mis nuestro nuestra o a os as el la los las the")


@dataclass(frozen=True)
class Person:
    """Someone known. `relations`: the labels of what they are to the user ("Sister")."""

    id: str
    name: str
    aliases: tuple[str, ...] = ()
    nicknames: tuple[str, ...] = ()
    relations: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()


@dataclass(frozen=True)
class NameMatch:
    """Who was meant. `ids` in the order of the people given; one exactly where `status` is "resolved"."""

    status: Status
    ids: tuple[str, ...]
    why: Why


# Relation words by canonical label; words are folded.
_RELATIONS: dict[str, str] = {
    "Mother": "mother mom mum mommy mummy mama mamma mae mamae madre",
    "Father": "father dad daddy papa pai papai padre",
    "Parent": "parent",
    "Sister": "sister sis irma mana hermana",
    "Brother": "brother bro irmao mano hermano",
    "Wife": "wife esposa mulher mujer senhora",
    "Husband": "husband marido esposo",
    "Spouse": "spouse conjuge conyuge",
    "Partner": "partner companheiro companheira companero companera parceiro parceira pareja",
    "Girlfriend": "girlfriend namorada novia",
    "Boyfriend": "boyfriend namorado novio",
    "Fiancée": "fiancee noiva prometida",
    "Fiancé": "fiance noivo prometido",
    "Daughter": "daughter filha hija",
    "Son": "son filho hijo",
    "Child": "child kid crianca nino",
    "Grandmother": "grandmother grandma granny nana avo vovo abuela abuelita",
    "Grandfather": "grandfather grandpa granddad vo abuelo abuelito",
    "Granddaughter": "granddaughter neta nieta",
    "Grandson": "grandson neto nieto",
    "Aunt": "aunt auntie aunty tia",
    "Uncle": "uncle tio",
    "Cousin": "cousin primo prima",
    "Niece": "niece sobrinha sobrina",
    "Nephew": "nephew sobrinho sobrino",
    "Mother-in-law": "mother-in-law sogra suegra",
    "Father-in-law": "father-in-law sogro suegro",
    "Sister-in-law": "sister-in-law cunhada cunada",
    "Brother-in-law": "brother-in-law cunhado cunado",
    "Daughter-in-law": "daughter-in-law nora nuera",
    "Son-in-law": "son-in-law genro yerno",
    "Stepmother": "stepmother stepmom madrasta madrastra",
    "Stepfather": "stepfather stepdad padrasto padrastro",
    "Godmother": "godmother madrinha madrina",
    "Godfather": "godfather padrinho padrino",
    "Friend": "friend buddy amigo amiga",
    "Best Friend": "best-friend bestie melhor-amigo melhor-amiga mejor-amigo mejor-amiga",
    "Roommate": "roommate flatmate",
    "Neighbor": "neighbor neighbour vizinho vizinha vecino vecina",
    "Boss": "boss manager chefe jefe jefa patrao patroa",
    "Colleague": "colleague coworker co-worker colega companero-de-trabajo companera-de-trabajo",
    "Assistant": "assistant secretary assistente secretaria secretario asistente",
    "Client": "client customer cliente",
    "Teacher": "teacher professor professora profesor profesora maestro maestra",
    "Doctor": "doctor physician medico medica doutor doutora",
    "Dentist": "dentist dentista",
    "Lawyer": "lawyer attorney advogado advogada abogado abogada",
    "Accountant": "accountant contador contadora contabilista",
    "Therapist": "therapist psychologist terapeuta psicologo psicologa",
    "Landlord": "landlord landlady senhorio senhoria casero casera",
    "Babysitter": "babysitter nanny baba ninera",
    "Trainer": "trainer coach treinador treinadora entrenador entrenadora",
}
_LABELS: dict[tuple[str, ...], str] = {
    tuple(tokens(word)): label for label, words in _RELATIONS.items() for word in words.split()
}


def name_keys(name: str) -> frozenset[str]:
    """The folded forms that count as the same name: as written, turned around at its comma, without titles."""
    forms = {" ".join(_words(name))}
    if name.count(",") == 1:
        family, given = name.split(",")
        forms.add(" ".join((*_words(given), *_words(family))))
    return frozenset(form for form in forms if form)


def relation_label(text: str) -> str | None:
    """ "my sister", "minha irmã", "mi hermana" -> "Sister"."""
    words = tokens(text)
    while words and words[0] in _POSSESSIVES:
        words = words[1:]
    return _LABELS.get(tuple(words))


def score(query: str, name: str, aliases: Sequence[str] = ()) -> float:
    """Likeness: 1 for the same name, .95 for an alias, .85 for part of the name, less for slips, 0 for others."""
    if name_keys(query) & name_keys(name):
        return 1.0
    if any(name_keys(query) & name_keys(alias) for alias in aliases):
        return 0.95
    asked, known = _words(query), _words(name)
    if not asked or not known:
        return 0.0
    if _is_part(asked, known):
        return 0.85
    if _slips(asked, known) is not None:
        return round(0.8 * Indel.normalized_similarity(" ".join(asked), _closest(asked, known)), 3)
    return 0.0


def match(query: str, people: Sequence[Person]) -> NameMatch:
    """Who is meant. The first step that finds anybody decides."""
    asked = _words(query)
    keys = name_keys(query)
    if not keys:
        return NameMatch("unknown", (), "none")
    steps: tuple[tuple[Why, Callable[[Person], bool]], ...] = (
        ("name", lambda person: bool(keys & name_keys(person.name)) or _same_words(asked, _words(person.name))),
        ("alias", lambda person: any(keys & name_keys(alias) for alias in person.aliases)),
        ("nickname", lambda person: _by_nickname(asked, person)),
    )
    for why, fits in steps:
        found = [person for person in people if fits(person)]
        if found:
            return _answer(found, why)
    if (label := relation_label(query)) is not None:
        related = [person for person in people if _related(person, label)]
        if related:
            return _answer(related, "relation")
    parts = [person for person in people if _is_part(asked, _words(person.name))]
    shortened = [person for person in people if person not in parts and _is_shortened(asked, _words(person.name))]
    if parts and not shortened:
        return _answer(parts, "part")
    if shortened:
        # Kim may be Kim Jensen or Kimberly Rossi; Chris alone is nobody's whole name.
        ids = tuple(person.id for person in people if person in parts or person in shortened)
        return NameMatch("ambiguous", tuple(dict.fromkeys(ids))[:_OPTIONS], "part")
    return _by_spelling(asked, people)


def _answer(found: Sequence[Person], why: Why) -> NameMatch:
    ids = tuple(dict.fromkeys(person.id for person in found))
    return NameMatch("resolved" if len(ids) == 1 else "ambiguous", ids, why)


def _by_spelling(asked: list[str], people: Sequence[Person]) -> NameMatch:
    near: list[tuple[Person, bool]] = []
    for person in people:
        verdicts = [
            verdict
            for form in (person.name, *person.aliases, *person.nicknames)
            if (verdict := _slips(asked, _words(form))) is not None
        ]
        if verdicts:
            near.append((person, any(verdicts)))
    if not near:
        return NameMatch("unknown", (), "none")
    ids = tuple(dict.fromkeys(person.id for person, _ in near))[:_OPTIONS]
    sure = len(ids) == 1 and near[0][1]
    return NameMatch("resolved" if sure else "ambiguous", ids, "spelling")


def _words(name: str) -> list[str]:
    words = tokens(name)
    bare = [word for word in words if word not in _HONORIFICS]
    return bare or words


def _named(words: Iterable[str]) -> list[str]:
    return [word for word in words if word not in _PARTICLES]


def _same_words(asked: list[str], known: list[str]) -> bool:
    """The same words in another order, particles aside: "Souza, Ana de"."""
    return len(asked) > 1 and sorted(_named(asked)) == sorted(_named(known))


def _by_nickname(asked: list[str], person: Person) -> bool:
    """A nickname alone or with the family name: "Bebel", "Bebel Souza"."""
    known = _words(person.name)
    for nickname in person.nicknames:
        words = _words(nickname)
        if words == asked:
            return True
        rest = asked[len(words) :]
        if words and asked[: len(words)] == words and rest and _is_part(rest, known[1:]):
            return True
    return False


def _is_part(asked: Sequence[str], known: Sequence[str]) -> bool:
    """Whether every word asked for is one of the name, each used once; one initial may stand for a word."""
    left = list(known)
    wanted = _named(asked)
    if not wanted:
        return False
    for word in sorted(wanted, key=len, reverse=True):
        if word in left:
            left.remove(word)
            continue
        initial = next((full for full in left if len(word) == 1 and full.startswith(word)), None)
        if initial is None or len(wanted) < 2:
            return False
        left.remove(initial)
    return True


def _is_shortened(asked: Sequence[str], known: Sequence[str]) -> bool:
    """Whether the first word begins the given name and the rest are words of the name."""
    if not asked or len(known) < 1 or len(asked[0]) < _SHORT_FORM or asked[0] == known[0]:
        return False
    return known[0].startswith(asked[0]) and (len(asked) == 1 or _is_part(asked[1:], known[1:]))


def _related(person: Person, label: str) -> bool:
    return any(relation == label or relation_label(relation) == label for relation in person.relations)


def _slips(asked: list[str], known: list[str]) -> bool | None:
    """None: other words. Else whether the difference is a slip of the keys and can hardly be another name."""
    left = _named(known)
    wanted = _named(asked)
    if not wanted or len(wanted) > len(left):
        return None
    sure, slipped = True, 0
    for word in wanted:
        if word in left:
            left.remove(word)
            continue
        nearest = min(left, key=lambda full: OSA.distance(word, full), default=None)
        if nearest is None or not _near(word, nearest):
            return None
        left.remove(nearest)
        slipped += 1
        sure = sure and _surely(word, nearest)
    return sure and slipped == 1


def _near(word: str, known: str) -> bool:
    size = min(len(word), len(known))
    if size < _TYPO_LENGTH:
        return False
    allowed = 2 if size >= _TWO_TYPOS_LENGTH else 1
    return OSA.distance(word, known, score_cutoff=allowed) <= allowed


def _surely(word: str, known: str) -> bool:
    if word[0] != known[0] or OSA.distance(word, known) > 1:
        return False
    # A last letter tells Mario from Maria and Luis from Luisa.
    if word[:-1] == known or known[:-1] == word or word[:-1] == known[:-1]:
        return False
    exchanged = len(word) == len(known) and sorted(word) != sorted(known)
    return not exchanged or len(word) >= _SURE_EXCHANGE_LENGTH


def _closest(asked: Sequence[str], known: Sequence[str]) -> str:
    return " ".join(min(known, key=lambda full: OSA.distance(word, full)) for word in asked)
