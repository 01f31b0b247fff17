"""What is somebody to somebody? The words for relations in our languages, and the labels that they stand for.

`relation_label("minha irmã") -> "Sister"`: one person. `relation_labels("meus irmãos") -> {"Brother", "Sister",
"Sibling"}`: several people. `answers("Spouse")`: the labels of stored relations that an asked one means. The words
are those of `kinship`, and homely ones; labels are English and Title Case.
"""

from collections.abc import Iterable
from functools import lru_cache
from itertools import takewhile

from orchestrator.kit.text import without_leading
from orchestrator.language.kinship import kin_of, title_case
from orchestrator.language.lexicon.kin_words import KIN_WORDS
from orchestrator.language.normalize import normalize, tokens

POSSESSIVES = frozenset(
    "my our meu minha meus minhas nosso nossa nossos nossas mi mis nuestro nuestra nuestros nuestras"
    " o a os as el la los las the".split()
)
"""What may stand before a relation word."""
_MODIFIERS = frozenset(
    "older younger elder big little oldest youngest eldest twin dear whole mais velho velha novo nova mayor menor"
    " pequeno pequena gemelo gemela querido querida all todos todas both ambos ambas".split()
)
"""What does not change which relation it is."""

_SHORT = 40
"""Texts up to this length are remembered: of a long one each word is asked about, with its neighbours."""
_WHOLE = frozenset("toda todo entera entero inteira inteiro entire close extended nuclear".split())
# What `kin_words` does not list: homely words, and people whom one hires. Folded.
_FURTHER: dict[str, str] = {
    "Mother": "ma mamma mami mamita",
    "Father": "pa papi papito",
    "Sister": "maninha hermanita",
    "Brother": "maninho hermanito",
    "Wife": "wifey senhora parienta",
    "Girlfriend": "gf",
    "Boyfriend": "bf",
    "Child": "crianca nino nina miudo miuda",
    "Grandparent": "avo",
    "Grandmother": "gran nan avozinha yaya",
    "Grandfather": "grandad vo avozinho yayo",
    "Aunt": "titia",
    "Uncle": "titio",
    "Friend": "mate pal parca amigao colegui",
    "Best Friend": "bff",
    "Roommate": "companheiro-de-casa companheira-de-casa",
    "Boss": "chefa patron patrona",
    "Colleague": "teammate companheiro-de-trabalho companheira-de-trabalho",
    "Teacher": "prof profe",
    "Doctor": "gp medica medico",
    "Lawyer": "solicitor",
    "Accountant": "bookkeeper gestor",
    "Landlord": "arrendador arrendadora proprietario proprietaria",
    "Babysitter": "babysitter nanny baba ama ninera canguro",
    "Hairdresser": "hairdresser barber cabeleireiro cabeleireira barbeiro peluquero peluquera barbero",
    "Plumber": "plumber canalizador encanador fontanero plomero",
    "Electrician": "electrician eletricista electricista",
    "Mechanic": "mechanic mecanico mecanica",
    "Vet": "vet veterinarian veterinario veterinaria",
}
_SEVERAL: dict[str, tuple[str, ...]] = {
    "parents pais padres papas folks": ("Mother", "Father", "Parent"),
    "sisters irmas manas hermanas": ("Sister",),
    "brothers": ("Brother",),
    "irmaos manos hermanos siblings": ("Brother", "Sister", "Sibling"),
    "kids children criancas miudos miudas ninos ninas filhos hijos": ("Son", "Daughter", "Child"),
    "daughters filhas hijas": ("Daughter",),
    "sons": ("Son",),
    "grandparents avos abuelos": ("Grandmother", "Grandfather", "Grandparent"),
    "grandmothers abuelas": ("Grandmother",),
    "grandchildren grandkids netos nietos": ("Grandson", "Granddaughter", "Grandchild"),
    "aunts tias": ("Aunt",),
    "uncles": ("Uncle",),
    "tios": ("Uncle", "Aunt"),
    "cousins primos primas": ("Cousin",),
    "nieces sobrinhas sobrinas": ("Niece",),
    "nephews": ("Nephew",),
    "sobrinhos sobrinos": ("Nephew", "Niece"),
    "in-laws sogros suegros": ("Mother-in-law", "Father-in-law"),
    "cunhados cunados": ("Brother-in-law", "Sister-in-law"),
    "friends mates buddies amigos amigas": ("Friend", "Best Friend"),
    "neighbors neighbours vizinhos vizinhas vecinos vecinas": ("Neighbor",),
    "colleagues coworkers co-workers teammates workmates colegas companeros-de-trabajo companeras-de-trabajo": (
        "Colleague",
    ),
    "bosses managers chefes jefes": ("Boss",),
    "clients customers clientes": ("Client",),
    "roommates flatmates housemates": ("Roommate",),
    "teachers professores profesores profe profes": ("Teacher",),
    "doctors medicos": ("Doctor",),
}
FAMILY_WORDS = frozenset({"family", "familia", "fam", "relatives", "parentes", "parientes"})
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
    tuple(tokens(word)): label for label, words in _FURTHER.items() for word in words.split()
}
_PLURALS: dict[tuple[str, ...], tuple[str, ...]] = {
    tuple(tokens(word)): labels for words, labels in _SEVERAL.items() for word in words.split()
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
    by_gender = dict(zip(("m", "f", None), KIN_WORDS[kin.role][0].split("|"), strict=True))
    for gender in (kin.gender, None, "m"):
        first = by_gender[gender].split()[0]
        if first != "-":
            return title_case(first)
    return None


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
