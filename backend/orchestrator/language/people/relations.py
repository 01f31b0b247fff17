"""What is somebody to somebody? The words for relations in our languages, and the labels that they stand for.

`relation_label("minha irmã") -> "Sister"`: one person. `relation_labels("meus irmãos") -> {"Brother", "Sister",
"Sibling"}`: several people. `answers("Spouse")`: the labels of stored relations that an asked one means. The words
are those of `kinship`, and homely ones; labels are English and Title Case.
"""

from collections.abc import Iterable
from functools import lru_cache
from itertools import takewhile

from orchestrator.kit.text import without_leading
from orchestrator.language.lexicon.kin_words import KIN, all_of
from orchestrator.language.people.kinship import kin_of, title_case
from orchestrator.language.tables import DEFAULT, LANGUAGES, Language
from orchestrator.language.text.normalize import normalize, tokens

POSSESSIVES = all_of("own") | all_of("articles")
"""What may stand before a relation word."""
_MODIFIERS = all_of("modifiers")
"""What does not change which relation it is."""

_SHORT = 40
"""Texts up to this length are remembered: of a long one each word is asked about, with its neighbours."""
_WHOLE = all_of("whole")
FAMILY_WORDS = all_of("family")
"""Words for all relatives together."""
FAMILY = frozenset(
    "Mother Father Parent Sister Brother Sibling Wife Husband Spouse Partner Daughter Son Child Grandmother Grandfather"
    " Grandparent Granddaughter Grandson Grandchild Aunt Uncle Cousin Niece Nephew Mother-in-law Father-in-law"
    " Sister-in-law Brother-in-law Daughter-in-law Son-in-law Half-brother Half-sister Stepmother Stepfather Stepson"
    " Stepdaughter Relative".split()
)
"""The labels of relatives."""
_MEANT: dict[str, tuple[str, ...]] = {
    "Parent": ("Mother", "Father"),
    "Sibling": ("Brother", "Sister"),
    "Child": ("Son", "Daughter"),
    "Grandparent": ("Grandmother", "Grandfather"),
    "Grandchild": ("Grandson", "Granddaughter"),
    "Spouse": ("Husband", "Wife", "Partner"),
    "Partner": ("Husband", "Wife", "Spouse", "Girlfriend", "Boyfriend", "Fiancé", "Fiancée"),
    "Husband": ("Spouse",),
    "Wife": ("Spouse",),
    "Friend": ("Best Friend",),
}
"""Besides itself, what a relation asked for may be stored as."""

_LABELS: dict[tuple[str, ...], str] = {
    tuple(tokens(word)): label for one in LANGUAGES for label, words in KIN[one].homely.items() for word in words
}
_PLURALS: dict[tuple[str, ...], tuple[str, ...]] = {
    tuple(tokens(word)): tuple(labels.split("; "))
    for one in LANGUAGES
    for labels, words in KIN[one].several.items()
    for word in words
}


def relation_label(text: str) -> str | None:
    """ "my sister", "minha irmã mais velha", "mi hermana" -> "Sister"; None for what is no relation word."""
    return _label_of_short(text) if len(text) <= _SHORT else _label_of(text)


@lru_cache(maxsize=4096)
def _label_of_short(text: str) -> str | None:
    return _label_of(text)


def _label_of(text: str) -> str | None:
    words = text.split()
    own = sum(1 for _ in takewhile(lambda word: normalize(word) in POSSESSIVES, words[:-1]))
    words = words[own:]
    plain = [word for word in words if normalize(word) not in _MODIFIERS]
    for said in (words, plain):
        if label := _english(" ".join(said)) or _LABELS.get(tuple(tokens(" ".join(said)))):
            return label
    return None


def _english(word: str) -> str | None:
    """The English label of a word of kinship."""
    kin = kin_of(word)
    if kin is None:
        return None
    by_gender = dict(zip(("m", "f", None), KIN[DEFAULT].roles[kin.role], strict=True))
    for gender in (kin.gender, None, "m"):
        if by_gender[gender]:
            return title_case(by_gender[gender][0])
    return None


def relation_word(label: str, language: Language) -> str:
    """A label in the words of a language: "Sister" -> "irmã"; as it is where it is no label of kinship or of work."""
    kin = kin_of(label)
    if language == DEFAULT or kin is None:
        return label
    by_gender = dict(zip(("m", "f", None), KIN[language].roles[kin.role], strict=True))
    found = next((by_gender[one] for one in (kin.gender, None, "m", "f") if by_gender[one]), ())
    first = found[0] if found else label
    spaced = first.partition("-")[0].partition("(")[0] in KIN[language].spaced
    return first.replace("-", " ", 1) if spaced else first


def relation_labels(text: str) -> tuple[str, ...]:
    """ "my brothers" -> ("Brother",), "mis padres" -> ("Mother", "Father", "Parent"); () for what is no plural."""
    words = _bare(text)
    return _PLURALS.get(words) or _PLURALS.get(_plain(words)) or ()


def is_family(text: str) -> bool:
    """ "my family", "a família toda", "mi familia"."""
    words = [word for word in tokens(text) if word not in _MODIFIERS | POSSESSIVES | _WHOLE]
    return len(words) == 1 and words[0] in FAMILY_WORDS


def answers(label: str) -> frozenset[str]:
    """The labels under which a relation asked for may be stored, itself among them."""
    return frozenset({label, *_MEANT.get(label, ())})


def same_relation(stored: str, wanted: Iterable[str]) -> bool:
    """Whether a stored relation, in whatever language it was written, is one of these labels."""
    return (relation_label(stored) or stored) in set(wanted)


def said_relation(text: str) -> str:
    """The words of a relation without "my", to compare those that no table has ("padel partner")."""
    return " ".join(_bare(text))


def _bare(text: str) -> tuple[str, ...]:
    return tuple(without_leading(tokens(text), POSSESSIVES.__contains__))


def _plain(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(word for word in words if word not in _MODIFIERS)
