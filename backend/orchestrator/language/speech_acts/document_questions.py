"""Does a message ask what the user's papers say, which there are, or how many, and whose?

Read folded, in English, Portuguese and Spanish together: a household mixes them.
"""
# ruff: noqa: E501

from dataclasses import dataclass
from typing import Literal

from orchestrator.kit import patterns
from orchestrator.kit.memo import kept_for_short_texts
from orchestrator.language.concepts import MARK, concepts_of
from orchestrator.language.documents import KINDS, asked_kind
from orchestrator.language.text.normalize import STOP_WORDS, normalize
from orchestrator.language.word_patterns import not_beginning

Act = Literal["count", "say", "find"]
READ_CHARACTERS = 600
"""What is asked is said early; the patterns look ahead from every word."""

_ANY = r"(?:documents?|docs?|documentos?|papers?|files?|papeis|papeles|arquivos?|archivos?|ficheiros?|fichiers?|pdfs?|scans?|uploads?)"
_FILE = r"\w[\w.()+-]*\.(?:pdf|docx?|odt|rtf|epub|html?|eml|txt|md|csv|json|png|jpe?g|webp|tiff?|gif|bmp|heic)"
_PAPER = "|".join([_FILE, _ANY, *(kind.asked.pattern.removeprefix(r"\b(?:").removesuffix(r")\b") for kind in KINDS)])
_NAMES_FILE = patterns.compile(rf"{_FILE}\b")
_NAMES_PAPER = patterns.compile(rf"\b(?:{_PAPER})\b")
_ADDRESSED = patterns.compile(r"[\w(+)][\w.()+-]*(?P<rest>[/@:][\w./@:()+-]*)?|(?P<whole>[./@:-][\w./@:()+-]*)")
""" "report.pdf" is a file of the user, that of "https://example.com/report.pdf" is none."""
_WHOSE = r"(?:(?:my|the|our|his|her|their|this|that|a|an|any|[\w'’]+'s|o|a|os|as|um|uma|meus?|minhas?|nosso|nossa|este|esta|esse|essa|seu|sua|el|la|los|las|un|una|mis?|nuestro|nuestra|su|sus|le|les|mon|ma|mes|notre|nos|son|sa|ses|ce|cette|une|de|du)\s+)*(?:\w+\s+)?"
_SAYS = r"(?:says?|states?|mentions?|tells?|specif(?:y|ies)|requires?|covers?|contains?|includes?|shows?)"
_DIZ = r"(?:diz(?:em)?|fala(?:m)?|menciona(?:m)?|indica(?:m)?|preve(?:em)?|mostra(?:m)?|cobre|contem|dit|disent|parle(?:nt)?|mentionne|indique|prevoit|contient|dice[n]?|habla[n]?|muestra[n]?|preve[n]?|establece|cubre|contiene)"
_ACTS: tuple[tuple[Act, patterns.Pattern], ...] = (
    (
        "count",
        patterns.compile(
            rf"\b(?:how many|count (?:of )?(?:the|my|all)?|quant[ao]s|cuant[ao]s|combien (?:de |d')|number of)\s+(?:\w+\s+)?(?:{_PAPER})\b"
        ),
    ),
    (
        "say",
        patterns.compile(
            rf"\b(?:does|do|did)\s+{_WHOSE}(?:{_PAPER})\b.{{0,60}}?\b{_SAYS}\b"
            rf"|\bwhat(?:'s| is| are| does| do)?\b.{{0,60}}?\b(?:in|on)\s+(?:my|the|our|his|her|their|this|that|[\w'’]+'s)\s+(?:\w+\s+)?(?:{_PAPER})\b"
            rf"|\b(?:according to|as per)\s+(?:my|the|our|his|her|their|[\w'’]+'s)\s+(?:\w+\s+)?(?:{_PAPER})(?:$|[^\w\s]|\s+(?:$|[^\w\s]|{not_beginning('for at on')}))"
            rf"|\bwhat(?:'s| is| does| do)?\b.{{0,40}}?\b(?:in|inside)\s+{_FILE}\b|\b(?:que|o que)\b.{{0,40}}?\b(?:em|no|na|en)\s+(?:el\s+)?{_FILE}\b"
            rf"|\b(?:anything|something)\b.{{0,60}}?\b(?:in|among)\s+(?:my|the|our)\s+(?:\w+\s+)?{_ANY}\b"
            rf"|\b(?:algo|alguma coisa|alguna cosa|nada)\b.{{0,60}}?\b(?:nos|nas|em|entre|en)\s+(?:(?:os|as|los|las|meus|minhas|teus|seus|mis|tus)\s+)*{_ANY}\b"
            rf"|\b{_DIZ}\s+{_WHOSE}(?:{_PAPER})\b|\b{_WHOSE}(?:{_PAPER})\b.{{0,40}}?\b{_DIZ}\b"
            rf"|\b(?:de acordo com|segundo|segun|de acuerdo con|conforme|selon|d'apres)\s+{_WHOSE}(?:{_PAPER})\b"
            rf"|\bo que (?:esta|ha|tem|consta)\s+(?:no|na|nos|nas)\s+(?:\w+\s+)?(?:{_PAPER})\b"
            rf"|\bque (?:hay|pone|figura)\s+en\s+{_WHOSE}(?:{_PAPER})\b"
            rf"|\b(?:when|quando|cuando)\b.{{0,30}}?\b(?:{_PAPER})\b.{{0,30}}?\b(?:expires?|valid|runs? out|runs?|lasts?|ends?|starts?|begins?|vence|expira|caduca|acaba|termina|comeca|empieza)\b"
            rf"|\b(?:when|quando|cuando)\b.{{0,20}}?\b(?:vence|expira|caduca|termina|acaba|dura|vigora|rige|vale|valido|valida|comeca|empieza)\b.{{0,30}}?\b(?:{_PAPER})\b"
            rf"|\b(?:how long)\b.{{0,20}}?\b(?:{_PAPER})\b.{{0,20}}?\b(?:lasts?|valid|runs?|good)\b|\b(?:quanto tempo|cuanto tiempo|quanto|cuanto)\b.{{0,12}}?\b(?:dura|vale|vigora|rige)\b.{{0,30}}?\b(?:{_PAPER})\b"
            rf"|\b(?:summari[sz]e|sum up|resum[ae]|resumir|resume(?:me|-moi)?|explain|explica|explique|read me|le-me|leeme)\s+{_WHOSE}(?:{_PAPER})\b"
        ),
    ),
    (
        "find",
        patterns.compile(
            rf"\b(?:find|show|open|search|list|get|give|look (?:for|up|through)|where(?:'s| is| are)|which|what|do i have"
            rf"|procur[ae]|encontr[ae]|mostr[ae](?:-me)?|abr[ae]|list[ae]|onde (?:esta|estao|anda)|quais|que|tenho"
            rf"|busca(?:me)?|encuentra|muestra(?:me)?|abre|lista|donde (?:esta|estan)|cuales|tengo|cherche|trouve|montre(?:-moi)?|affiche|ouvre|liste|ou (?:est|sont)|quels?|quelles?|j'ai|ai-je)\b"
            rf"(?:\s+(?:me|for|up|all|todos|todas|of|the|my|any|in))*\s+{_WHOSE}(?:{_PAPER})\b"
        ),
    ),
)
_PERSON = patterns.compile(
    r"\b(?:does|do|did|has|have)\s+(?P<en>[^\s].{0,40}?)\s+(?:have|got|own|need|get)\b"
    r"|\b(?P<possessive>\w+(?:\s\w+)?)['’]s\s+(?:\w+\s+)?(?:" + _PAPER + r")\b"
    r"|\b(?:"
    + _PAPER
    + r")\s+(?:(?:medicas?|em|in)\s+)?(?:of|for|belonging to|d[oae]s?|du|de|para|del|pour)\s+(?P<of>(?:my|minha|meu|mi|a|o|la|el)?\s*\w+(?:\s\w+)?)"
    r"|\b(?:tem|possui|tiene)\s+(?P<tem>(?:a|o|la|el|minha|meu|mi)?\s*\w+(?:\s\w+)?)"
    r"|\b(?:" + _PAPER + r")\s+(?P<before>(?:a|o|la|el|minha|meu|mi)\s+\w+(?:\s\w+)?)\s+(?:tem|possui|tiene)\b"
)
_NOBODY = frozenset(
    "i we you eu nos yo nosotros me there this that it ha hay o a la el os as los las the my mi meu minha total all"
    " prescription doctor lab test work we you they us".split()
)
_SOMETHING = frozenset("algo alguma algum alguna algun anything something nada".split())
_THINGS = frozenset(
    f"{MARK}{name}"
    for name in "contract rent rental flat house garage garden office car bike phone computer wifi gas boiler water insurance bank loan mortgage flight trip"
    " hotel holiday work company course gym project renovation washing fridge battery electricity".split()
)
"""Concepts of what is no person."""
_POLITE = patterns.compile(
    r"\W*(?:(?:please|pls|hey|ok|so|and|can you|could you|would you|will you|i want to|i need to|let me|por favor|pode|podes"
    r"|poderia|puedes|podrias|me|e|y)\W+)*"
)
_OPENS = patterns.compile(
    r"^(?:(?:me|all|find|show|open|list|get|for|any|and|what|which|when|where|does|do|did|is|are|was|in|on|from|about|of)\s+)+"
)
_ENDS = patterns.compile(r"(?:^|\s+)(?:have|has|got|tem|tenho|tiene|tengo|say|says)$")
_ARTICLE = patterns.compile(r"^(?:o|a|os|as|el|la|los|las|the)\s+")
_NEVER_LAST = frozenset[str]().union(*STOP_WORDS.values()) | {"regarding", "acerca", "last", "mention", "mentions"}
"""The word after a name, where it is none of it: "a receita da Ana sobre …"."""


@dataclass(frozen=True)
class DocumentQuestion:
    """What is asked of the user's papers. `kind`: of `KINDS`, None for any; `person`: whose, as it was said (folded),
    None for the user's own or anybody's; `leads`: the message begins with it; `file`: the name of the file (folded)
    that it is asked of."""

    act: Act
    kind: str | None = None
    person: str | None = None
    leads: bool = False
    file: str | None = None


@kept_for_short_texts(128)
def asked_documents(text: str) -> DocumentQuestion | None:
    """What a question wants to know of the user's papers; None where it is about something else."""
    folded = _ADDRESSED.sub(_without_files, normalize(text[:READ_CHARACTERS]))
    if not _NAMES_PAPER.search(folded):
        return None
    for act, pattern in _ACTS:
        if (found := pattern.search(folded)) is not None:
            leads = _POLITE.fullmatch(folded[: found.start()]) is not None
            file = None if act == "count" else _NAMES_FILE.search(folded)
            if file is not None:
                return DocumentQuestion(act, leads=leads, file=file.group())
            return DocumentQuestion(act, asked_kind(folded), _person(folded), leads)
    return None


def _without_files(word: patterns.Match) -> str:
    """The word without the points of what is an address or a path."""
    said = str(word[0])
    begins = word.start("rest") if word["rest"] else word.start("whole") if word["whole"] else word.end()
    at = begins - word.start()
    return said[:at] + said[at:].replace(".", "-")


def _person(folded: str) -> str | None:
    for found in _PERSON.finditer(folded):
        said = next((value for value in found.groups() if value), "")
        name = _without_what_follows(_ENDS.sub("", _ARTICLE.sub("", _OPENS.sub("", said.strip()))))
        if (
            name
            and name not in _NOBODY
            and not _names_thing(name)
            and name.split()[0] not in _SOMETHING
            and asked_kind(name) is None
        ):
            return name
    return None


def _names_thing(name: str) -> bool:
    """ "The contract of the flat" is nobody's."""
    return not _THINGS.isdisjoint(concepts_of(name.rpartition(" ")[2]))


def _without_what_follows(name: str) -> str:
    first, _, second = name.rpartition(" ")
    return first if second in _NEVER_LAST else name
