"""Which people together does a phrase mean? Read as words alone, in English, Portuguese and Spanish.

`selector("everyone at acme.com") -> Selector("domain", "acme.com")`, `selector("the Porto group") ->
Selector("named", "porto", said=True)`, `selector("my family") -> Selector("family")`, `selector("os filhos da Ana") ->
Selector("related", owner="Ana", labels=("Son", "Daughter", "Child"), several=True)`. Who that is,
`domain/world/resolution` finds. None where the words mean one person by name. `same_group(asked, stored)` compares
names of groups across the languages.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from orchestrator.kit import patterns
from orchestrator.kit.memo import kept_for_short_texts
from orchestrator.kit.text import without_leading
from orchestrator.language.people.persons import SELF_WORDS
from orchestrator.language.people.relations import (
    FAMILY,
    FAMILY_WORDS,
    POSSESSIVES,
    is_family,
    relation_label,
    relation_labels,
)
from orchestrator.language.places.towns import town
from orchestrator.language.text.normalize import STOP_WORDS, normalize, stems, tokens
from orchestrator.language.word_patterns import lettered, lettered_pattern

Kind = Literal["domain", "named", "family", "related", "surname"]

_EVERYBODY = frozenset(
    "everyone everybody all anyone people ppl folks guys gang crew group team members circle bunch lot peeps list"
    " todos todas toda todo mundo pessoal galera malta turma gente grupo equipa equipe povo rapaziada cambada membros"
    " grupinho equipo banda pandilla cuadrilla chicos chicas miembros integrantes rapazes ladies lads girls boys"
    " whole entire inteiro inteira entero entera companeros colegas colleagues employees staff funcionarios empleados"
    " amigos amigas friends buddies mates pals time".split()
)
_STRONG = frozenset("everyone everybody all todos todas people ppl folks guys gente pessoal galera malta".split())
_CONNECTORS = frozenset("at from in of on with for da do de das dos del na no nas nos en em a ao".split())
_ARTICLES = frozenset(
    "the o a os as el la los las my our meu minha meus minhas nosso nossa mi mis nuestro nuestra".split()
)
_ROOTS = frozenset("os as los las".split())
_DOMAIN = patterns.compile(r"(?:^|[\s@])((?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,})$")
_OWNED = patterns.compile(r"(?i)^.*?(?:(?P<owner>.)['’`´]s|(?P<plural>s)['’`´])\s+(?P<rest>.+)$")
"""The owner ends with the one letter that is taken: "Ana's husband", "the Smiths' children"."""
_OWNED_LAST = patterns.compile(r"(?i)^.*(?:(?P<owner>.)['’`´]s|(?P<plural>s)['’`´])\s+(?P<rest>.+)$")
"""The same at the end of a path: "Ana's brother's wife"."""
_AND = lettered_pattern(r"^(?P<owner>.+?)\s*(?:,|\band\b|\be\b|\by\b|&|\+|\bcom\b|\bcon\b|\bwith\b)\s+(?P<rest>.+)$")
_THEIRS = frozenset("her his their its seu sua seus suas su sus dela dele delas deles ella el".split())
_LIST = lettered_pattern(r"\s*(?:,|;|&|\+|/|\band\b|\be\b|\by\b)\s*")
_OF = frozenset("of de da do das dos del".split())
_WORKING = patterns.compile(
    r"(?i)\b(?:who|that|que)\s+(?:works?|trabalham?|trabajan?|is|are|vivem?|moram?|lives?|viven?)\b|\b(?:working|living)\b",
)
_LONGEST_RELATION = 4

# Words of groups that the index does not bring together.
_SAME = """
gym ginasio academia gimnasio gimnas fitness
choir coro coral chorus
church igreja iglesia parish paroquia parroquia
band banda conjunto
work trabalho trabajo office escritorio oficina empresa job
school escola escuela colegio liceu
university universidade universidad uni college faculdade facultad
club clube
neighbourhood neighborhood bairro barrio vizinhanca vecindario
running corrida correr runners
cycling ciclismo bike bicicleta
volleyball volei voleibol
basketball basquete basquetebol baloncesto basket
tennis tenis
swimming natacao natacion
hiking caminhada senderismo trekking
dance danca baile
theatre theater teatro
chess xadrez ajedrez
board tabuleiro tablero
game games jogo jogos juego juegos
wedding casamento boda
poker poquer
"""
_SAME_AS: dict[str, str] = {word: line.split()[0] for line in _SAME.strip().splitlines() for word in line.split()}


@dataclass(frozen=True)
class Selector:
    """Which people are meant. `name`: of a group, an organisation, a place, or the domain; `said`: words like
    "everyone" or "group" were said, so it can be no single person; `owner`: whose relatives, as a phrase (None: the
    user's); `with_owner`: the owner too; `labels`: which relations; `several`: more than one of them may be meant;
    `surname`: the family name that a `named` one may be ("os Souza", "the Smiths")."""

    kind: Kind
    name: str = ""
    said: bool = False
    owner: str | None = None
    with_owner: bool = False
    labels: tuple[str, ...] = ()
    several: bool = False
    surname: str = ""


@kept_for_short_texts(256)
def selector(phrase: str) -> Selector | None:
    """How a phrase selects people; None where it does not."""
    found = _DOMAIN.search(normalize(phrase))
    if found is not None and "@" not in normalize(phrase)[: found.start(1)].rstrip("@"):
        return Selector("domain", found[1], said=True)
    if is_family(phrase):
        return Selector("family", said=True, labels=tuple(sorted(FAMILY)), several=True)
    if labels := relation_labels(phrase):
        return Selector("related", bare_words(phrase), labels=labels, several=True)
    return _of_somebody(phrase) or _surname(phrase) or _named(phrase)


def same_group(asked: str, stored: str) -> bool:
    """Whether two names of groups are one, in any of our languages: "clube do livro", "Book Club"."""
    if normalize(asked) == normalize(stored):
        return True
    if (labels := relation_labels(asked)) and labels == relation_labels(stored):
        return True
    if is_family(asked) and is_family(stored):
        return True
    mine, theirs = _content(asked), _content(stored)
    return bool(mine) and len(mine) == len(theirs) and _covers(mine, theirs)


def part_of_group(asked: str, stored: str) -> bool:
    """Whether the asked words are some of a group's name: "Lisbon" of "Lisbon trip"."""
    mine, theirs = _content(asked), _content(stored)
    return bool(mine) and len(mine) < len(theirs) and _covers(mine, theirs)


def bare_words(phrase: str) -> str:
    """The words as they were written, without "my" or "the" before them."""
    return " ".join(without_leading(phrase.split(), lambda word: normalize(word) in POSSESSIVES))


def listed(phrase: str) -> tuple[str, ...]:
    """The names of "Ana, Pedro e João", without the one who speaks; one alone where it is no list."""
    names: list[str] = []
    at = 0
    for between in _LIST.finditer(lettered(phrase)):
        names.append(phrase[at : between.start()].strip())
        at = between.end()
    names = [name for name in (*names, phrase[at:].strip()) if name]
    others = [name for name in names if normalize(name) not in SELF_WORDS]
    return tuple(others) if len(names) > 1 else (phrase,)


def _of_somebody(phrase: str) -> Selector | None:
    """ "Ana's husband", "o marido da Ana", "Ana and her kids"."""
    phrase = phrase.strip()
    for owned in (_OWNED.match(phrase), _OWNED_LAST.match(phrase)):
        found = _relatives(owned["rest"]) if owned is not None else None
        if owned is None or found is None:
            continue
        labels, several, family = found
        owner_end = max(owned.end("owner"), owned.end("plural"))
        return Selector("related", owner=phrase[:owner_end], labels=labels, several=several, with_owner=family)
    if (both := _AND.match(lettered(phrase))) and (found := _theirs(phrase[both.start("rest") :])):
        return Selector("related", owner=phrase[: both.end("owner")], labels=found[0], several=True, with_owner=True)
    words = phrase.split()
    folded = [normalize(word) for word in words]
    for at in range(1, min(len(words) - 1, _LONGEST_RELATION + 1)):
        if folded[at] not in _OF:
            continue
        found = _relatives(" ".join(words[:at]))
        owner = words[at + 1 :]
        if folded[at + 1] in _ARTICLES and len(owner) > 1 and folded[at + 1] in {"o", "a", "el", "la", "the"}:
            owner = owner[1:]
        if found and owner:
            labels, several, family = found
            return Selector("related", owner=" ".join(owner), labels=labels, several=several, with_owner=family)
    return None


def _relatives(words: str) -> tuple[tuple[str, ...], bool, bool] | None:
    """The labels that words stand for, whether several people are, and whether it is the whole family."""
    if is_family(words):
        return tuple(sorted(FAMILY)), True, True
    if labels := relation_labels(words):
        return labels, True, False
    label = relation_label(words)
    return ((label,), False, False) if label is not None else None


def _theirs(words: str) -> tuple[tuple[str, ...], bool, bool] | None:
    """Relatives of who was named before: "her kids", "os filhos dela", "family"."""
    parts = [word for word in words.split() if normalize(word) not in _THEIRS]
    if not parts or (len(parts) == len(words.split()) and normalize(parts[0]) in POSSESSIVES - _ARTICLES):
        return None
    own = {"my", "our", "meu", "minha", "meus", "minhas", "mi", "mis"}
    if normalize(parts[0]) in own:
        return None
    return _relatives(" ".join(parts))


def _surname(phrase: str) -> Selector | None:
    """ "the Souza family", "a família Souza"."""
    words = [word for word in tokens(phrase) if word not in {"a", "la", "the", "toda", "whole", "o", "el"}]
    family = [word for word in words if word in FAMILY_WORDS]
    rest = [word for word in words if word not in FAMILY_WORDS and word not in _OF]
    if family and len(rest) == 1 and rest[0] not in POSSESSIVES:
        return Selector("surname", rest[0], said=True, several=True)
    return None


def _household(words: Sequence[str]) -> str:
    """The family name of "os Souza", "los García", "the Smiths"."""
    if len(words) != 2 or words[0] not in {"the", "os", "los"}:
        return ""
    return words[1].removesuffix("s") if words[0] == "the" else words[1]


def _named(phrase: str) -> Selector | None:
    phrase = _WORKING.sub(" ", phrase)
    words = tokens(phrase)
    content = _content_words(phrase)
    if not content:
        return None
    said = any(word in _EVERYBODY for word in words) or (len(words) > 2 and words[0] in _ROOTS and words[1] in _OF)
    return Selector("named", " ".join(content), said=said, several=True, surname=_household(words))


def _content_words(phrase: str) -> list[str]:
    words = tokens(phrase)
    start, end = 0, len(words)
    while start < end - 1 and (words[start] in _EVERYBODY or words[start] in _ARTICLES or words[start] in _CONNECTORS):
        start += 1
    while end - 1 > start and words[end - 1] in _EVERYBODY:
        end -= 1
    rest = words[start:end]
    return [] if len(rest) == 1 and rest[0] in (_STRONG | _ARTICLES | _CONNECTORS) else rest


def _content(name: str) -> list[tuple[str, ...]]:
    """Each content word by all that it may be recognised by."""
    words = [word for word in tokens(name) if not any(word in STOP_WORDS[one] for one in STOP_WORDS)]
    kept = [word for word in words if word not in _EVERYBODY] or words
    return [(word, town(_SAME_AS.get(word, word)), *(stem for form in stems(word) for stem in form)) for word in kept]


def _covers(mine: Sequence[tuple[str, ...]], theirs: Sequence[tuple[str, ...]]) -> bool:
    left = list(theirs)
    for word in mine:
        match = next((one for one in left if set(one) & set(word)), None)
        if match is None:
            return False
        left.remove(match)
    return True
