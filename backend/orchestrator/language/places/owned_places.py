"""Whose place does a phrase mean, and which of theirs? In English, Portuguese and Spanish.

`owned_place("Jordan's house") -> OwnedPlace("Jordan", "home")`, `owned_place("o escritório da Ana") ->
OwnedPlace("Ana", "work")`, `owned_place("minha casa") -> OwnedPlace("me", "home")`; None where it is nobody's place.
`kind_of_place("Casa") -> "home"` reads what a place is to somebody from the label that was given to it.
"""

from dataclasses import dataclass
from typing import Literal

from orchestrator.kit import patterns
from orchestrator.kit.text import without_leading
from orchestrator.language.text.normalize import normalize, tokens

Kind = Literal["home", "work", "school", "any"]

_WORDS: dict[Kind, str] = {
    "home": "house home apartment flat apt condo casa apartamento apto piso departamento hogar lar ape residence"
    " residencia moradia crib maison appartement logement domicile",
    "work": "office work workplace job desk escritorio trabalho trabajo oficina empresa firma gabinete consultorio"
    " clinic clinica practice shop studio loja tienda estudio atelier bureau travail boulot",
    "school": "school college university uni escola colegio escuela universidade faculdade universidad facultad ecole"
    " lycee universite fac",
    "any": "place lugar sitio canto local",
}
_KINDS: dict[str, Kind] = {word: kind for kind, words in _WORDS.items() for word in words.split()}
_OWNED = patterns.compile(
    r"(?i)^(?:at\s+)?(?P<begin>).*?(?:(?P<owner>.)['’`´]s|(?P<plural>s)['’`´])\s*(?P<what>[^\s'’]*)$"
)
"""The owner ends with the one letter that is taken: "Ana's", "the Smiths'"."""
_OF = frozenset("of de da do das dos del".split())
_LEADING = frozenset("at in to the o a os as el la los las le les na no em en pra para ao au".split())
_MINE = frozenset("my our meu minha nosso nossa mi nuestro nuestra mon ma notre".split())
_ARTICLES = frozenset("o a el la the os as".split())


@dataclass(frozen=True)
class OwnedPlace:
    """A place of somebody. `owner`: the words for them, "me" for the user."""

    owner: str
    kind: Kind


def owned_place(phrase: str) -> OwnedPlace | None:
    """Whose place the words mean."""
    words = without_leading(phrase.split(), lambda word: normalize(word) in _LEADING)
    if len(words) == 2 and normalize(words[0]) in _MINE and normalize(words[1]) in _KINDS:
        return OwnedPlace("me", _KINDS[normalize(words[1])])
    joined = " ".join(words)
    if owned := _OWNED.match(joined):
        what = normalize(owned["what"])
        # "at Jordan's" is his home.
        kind = _KINDS.get(what, "any") if what in _KINDS or not what else None
        return (
            OwnedPlace(joined[owned.end("begin") : max(owned.end("owner"), owned.end("plural"))], kind)
            if kind is not None
            else None
        )
    if len(words) > 2 and normalize(words[0]) in _KINDS and normalize(words[1]) in _OF:
        owner = words[2:]
        if len(owner) > 1 and normalize(owner[0]) in _ARTICLES:
            owner = owner[1:]
        return OwnedPlace(" ".join(owner), _KINDS[normalize(words[0])])
    return None


def own_kind(phrase: str) -> Kind | None:
    """What a place is to the user, where a common name says only that: "home", "my office", "o trabalho"."""
    words = [normalize(one) for one in phrase.split()]
    rest = without_leading(words, lambda word: word in _LEADING or word in _MINE)
    return _KINDS.get(rest[0]) if len(rest) == 1 else None


def kind_of_place(label: str | None) -> Kind | None:
    """What a label makes a place to somebody; None for one that says neither."""
    return next((_KINDS[word] for word in tokens(label or "") if word in _KINDS), None)
