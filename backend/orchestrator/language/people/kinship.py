"""What is somebody to whom, said the other way round, in the language that the label is of?

`title_case("irma")` -> `Irmã`; `reciprocal("Mother", "m")` -> `Son`, without a gender `Child`; `gender_of(["Brother"])`
-> `m`. A gender is read from labels alone, never guessed from a name. Two labels contradict each other where both put
the other one a generation up ("A is B's mother" and "B is A's mother").
"""

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from orchestrator.kit import patterns
from orchestrator.kit.text import without_leading
from orchestrator.language.lexicon.kin_words import KIN, all_of
from orchestrator.language.tables import DEFAULT, LANGUAGES
from orchestrator.language.text.normalize import tokens

Gender = Literal["f", "m"]

_OTHER_WAY: Mapping[str, str] = {
    "parent": "child",
    "grandparent": "grandchild",
    "great-grandparent": "great-grandchild",
    "parents-sibling": "siblings-child",
    "grandparents-sibling": "siblings-grandchild",
    "parent-in-law": "child-in-law",
    "stepparent": "stepchild",
    "godparent": "godchild",
    "boss": "employee",
    "assistant": "assisted",
    "client": "provider",
    "teacher": "student",
    "mentor": "mentee",
    "doctor": "patient",
    "lawyer": "client",
    "landlord": "tenant",
    "trainer": "trainee",
    "guardian": "ward",
}
_ONE_WAY: Mapping[str, str] = {"dentist": "patient", "therapist": "patient", "accountant": "client"}
"""Whose other way has an other way of its own (a patient has doctors)."""
_RECIPROCAL = (
    {role: role for role in KIN[DEFAULT].roles}
    | {b: a for a, b in _OTHER_WAY.items()}
    | dict(_OTHER_WAY)
    | dict(_ONE_WAY)
)
_UP = frozenset(
    "parent grandparent great-grandparent stepparent godparent parents-sibling grandparents-sibling"
    " parent-in-law".split()
)
_ANCESTORS = frozenset({"parent", "grandparent", "great-grandparent"})
_GENDERS: tuple[Gender | None, ...] = ("m", "f", None)
_SMALL, _POSSESSIVES, _SPACED = all_of("small"), all_of("own"), all_of("spaced")
_ARTICLES = all_of("articles")
"""An article stands before a possessive, too: "a minha mãe"."""
_STEP = patterns.compile(r"^step (\w)")
_BREAK = patterns.compile(r"([\s/-]+)")


@dataclass(frozen=True)
class Kin:
    """What a label says: the role, the gender where the word has one, the language of the word."""

    role: str
    gender: Gender | None
    language: str


def kin_of(label: str, locale: str = DEFAULT) -> Kin | None:
    """What a label says, None for one that is not known. Of a word that two languages share, that of `locale`."""
    found = _entries().get(_key(label)) or _plain_entries().get(_plain_key(label)) or ()
    kins = [kin for kin, _ in found]
    return next((kin for kin in kins if locale.startswith(kin.language)), kins[0] if kins else None)


def title_case(label: str) -> str:
    """The label as it is kept: a known word as it is spelled, others with capitals; what has capitals keeps them."""
    bare = _bare(label)
    found = _entries().get(_key(bare)) or _plain_entries().get(_plain_key(bare))
    return _capitals(found[0][1]) if found else _capitals(bare)


def own_relative(name: str) -> str | None:
    """What somebody who is called by it is to the user ("my mother": Mother), as a name; None of any other name."""
    own = any(word in _POSSESSIVES for word in tokens(name)[:2])
    return title_case(name) if own and kin_of(name) is not None else None


def in_language(label: str, language: str) -> str:
    """What a label says in another language: `Sister` -> `Irmã`; the label where that has no word for it."""
    kin = kin_of(label)
    forms = _forms(kin.role, language) if kin is not None else {}
    word = forms.get(kin.gender if kin is not None else None) or forms.get(None)
    return _capitals(word) if word else label


def reciprocal(label: str, gender: Gender | None, locale: str = DEFAULT) -> str | None:
    """What the one whom the label was said of is answered: of `Mother`, what her child is to her. `gender`: of the one
    that the answer is about. None for a label that is not known."""
    kin = kin_of(label, locale)
    if kin is None:
        return None
    forms = _forms(_RECIPROCAL[kin.role], kin.language)
    word = forms.get(gender) or forms.get(None) or _forms(_RECIPROCAL[kin.role], DEFAULT).get(None)
    return _capitals(word) if word else None


def gender_of(labels: Iterable[str]) -> Gender | None:
    """The gender that labels of one person tell; None where none does, or where they differ."""
    told = {kin.gender for label in labels if (kin := kin_of(label)) is not None and kin.gender is not None}
    return told.pop() if len(told) == 1 else None


def contradicts(label: str | None, back: str | None) -> bool:
    """Whether the two directions of one relationship can't both be true."""
    there, here = _role(label), _role(back)
    return (there in _UP and here in _UP) or (there in _below() and here in _below())


def is_ancestor(label: str | None) -> bool:
    """Whether it says that the other is a forebear of this one."""
    return _role(label) in _ANCESTORS


def is_descendant(label: str | None) -> bool:
    """Whether it says that this one is a forebear of the other."""
    return _role(label) in {_OTHER_WAY[role] for role in _ANCESTORS}


def _role(label: str | None) -> str | None:
    kin = kin_of(label) if label else None
    return kin.role if kin is not None else None


@lru_cache(maxsize=1)
def _below() -> frozenset[str]:
    return frozenset(_OTHER_WAY[role] for role in _UP)


def _forms(role: str, language: str) -> dict[Gender | None, str]:
    """The first word of each gender of a role."""
    columns = zip(_GENDERS, KIN[language].roles.get(role, ((), (), ())), strict=True)
    return {gender: spelled[0] for gender, spelled in columns if spelled}


@lru_cache(maxsize=1)
def _entries() -> Mapping[str, list[tuple[Kin, str]]]:
    """What each word says, and how it is spelled, by the word in lower case."""
    found: dict[str, list[tuple[Kin, str]]] = {}
    for language in LANGUAGES:
        for role, columns in KIN[language].roles.items():
            for gender, words in zip(_GENDERS, columns, strict=True):
                for word in words:
                    found.setdefault(_key(word), []).append((Kin(role, gender, language), word))
    return found


@lru_cache(maxsize=1)
def _plain_entries() -> Mapping[str, list[tuple[Kin, str]]]:
    """The same without accents: people leave them out. Words that differ by nothing else (avô, avó) are left out."""
    found: dict[str, list[tuple[Kin, str]]] = {}
    for entries in _entries().values():
        for kin, word in entries:
            found.setdefault(_plain_key(word), []).append((kin, word))
    return {key: entries for key, entries in found.items() if len({(kin.role, kin.gender) for kin, _ in entries}) == 1}


def _bare(label: str) -> str:
    words = label.split()
    if len(words) > 2 and words[0].casefold() in _ARTICLES and words[1].casefold() in _POSSESSIVES:
        words = words[1:]
    return " ".join(without_leading(words, lambda word: word.casefold() in _POSSESSIVES))


def _key(label: str) -> str:
    text = patterns.compile(r"[\s-]+").sub(" ", unicodedata.normalize("NFC", _bare(label)).casefold()).strip()
    return _STEP.sub(r"step\1", text)


def _plain_key(label: str) -> str:
    return _STEP.sub(r"step\1", " ".join(tokens(_bare(label))))


def _capitals(label: str) -> str:
    parts = _BREAK.split(label.replace("-", " ") if " " not in label and label.count("-") and _spaced(label) else label)
    return "".join(
        part if index and part in _SMALL | {"law"} and "-" in parts[index - 1] else _capital(part, first=not index)
        for index, part in enumerate(parts)
    )


def _spaced(label: str) -> bool:
    """Whether the hyphens of a word of the table stand for spaces."""
    return label.split("-", maxsplit=1)[0] in _SPACED


def _capital(part: str, *, first: bool) -> str:
    if not part or (part in _SMALL and not first):
        return part
    return (
        part[0].upper() + part[1:]
        if part.islower()
        else part.capitalize()
        if part.isupper() and len(part) > _INITIALS
        else part
    )


_INITIALS = 4
"""Capitals up to so many letters are an abbreviation: CEO, HR."""
