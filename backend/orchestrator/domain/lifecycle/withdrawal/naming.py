"""What do the words for a thing say of its kind, and do they name it at all? In four languages, folded.

"The note about the boiler" is a note, "my conversation about Lisbon" a thread; "it" names nothing; "all my events" are
several, and only one thing goes at a time.
"""

from dataclasses import dataclass

from orchestrator.kit import patterns
from orchestrator.language.text.normalize import content_words, normalize

_KINDS = {
    "event": r"events?|appointments?|meetings?|eventos?|compromissos?|reuni(?:ao|oes|ons?|ones)|citas?|"
    r"evenements?|rendez-vous",
    "todo": r"to-dos?|todos?|to do|"
    r"tasks?|reminders?|chores?|tarefas?|lembretes?|tareas?|recordatorios?|pendientes?|taches?|rappels?",
    "contact": r"contacts?|contatos?|contactos?",
    "place": r"places?|locations?|lugar(?:es)?|local|locais|sitios?|ubicacion(?:es)?",
    "document": r"documents?|docs?|files?|pdfs?|scans?|documentos?|arquivos?|ficheiros?|archivos?",
    "note": r"notes?|memos?|notas?|anotac(?:ao|oes|ion|iones)|apuntes?",
    "thread": r"conversations?|chats?|threads?|conversas?|conversac(?:ion|iones)|hilos?",
}
_ANY = "|".join(f"(?P<{kind}>{words})" for kind, words in _KINDS.items())
_OWN = (
    r"(?:(?:the|my|our|that|this|an?|one|o|as?|os|meus?|minhas?|ess[ea]s?|est[ea]s?|el|las?|los|mis?|es[ae]s?|esos|estos"
    r"|nossos?|nossas?|aquel[ae]?|aquela|aquele|cet(?:te)?|ce|l[ae]) )*"
)
_OF = (
    r"(?: (?:about|on|of|for|to|with|called|named|titled|that says|saying|from|at|sobre|del?|d[oae]s?|com|para|pra"
    r"|n[oa]|chamad[oa]|llamad[oa]|titulad[oa]|intitulad[oa]|que diz|que dice|con|acerca del?|em|en)\b)?:?"
)
_BEFORE = patterns.compile(rf"^{_OWN}(?:{_ANY})\b{_OF}(?: (?P<rest>.+))?$")
_ALL_THE = patterns.compile(r"todos? (?:os|as|los|las|mis|meus|minhas|el|o|a|la|mi)\b")
""" "Todos os meus eventos" are no to-dos."""
_AFTER = patterns.compile(rf"^(?P<rest>.+) (?:{_ANY})$")
_LISTS = (
    ("todo", r"(?:[\w-]+ )?(?:to-?do list|to do list|task list|list|to-?dos|tasks|reminders|lista(?: d[aeo]s? [\w-]+"
             r"| de la compra)?|tarefas|tareas|lembretes|recordatorios|pendientes|afazeres)"),
    ("event", r"(?:calendar|schedule|agenda|diary|calendario)"),
    ("contact", r"(?:contacts?(?: list)?|address book|phone ?book|contatos|contactos)"),
    ("place", r"(?:places|lugares|sitios)"),
    ("document", r"(?:documents|files|documentos|arquivos|ficheiros|archivos)"),
    ("note", r"(?:notes|notas|anotacoes|apuntes)"),
)  # fmt: skip
_FROM = tuple(
    (
        kind,
        patterns.compile(
            rf"^(?P<rest>.+) (?:from|off|out of|on|in|d[oae]s?|del?|n[oa]s?|en) "
            rf"(?:(?:my|the|our|la|las|el|los|mis?|meus?|minhas?|os?|as?) )*{words}$"
        ),
    )
    for kind, words in _LISTS
)
_POINTS = frozenset(
    """it that this them these those one that one this one the one last one the last one same
    isso isto aquilo ele ela eles elas este esta esse essa estes estas esses essas o a os as lo la los las
    eso esto aquello el ella ellos ellas ese esa esos esas aquel aquella""".split()
)
_LAST = frozenset("last latest ultimo ultima".split())
_BESIDE_LAST = frozenset("the one thing that you we i just did added made lo el la eso o a isso que essa esse".split())
"""Beside these they name nothing: "the last one", "eso último", "a última"."""
PEOPLE = frozenset("him her he she them ele ela el ella".split())
"""Pronouns that may stand for a person."""
_SEVERAL = patterns.compile(
    r"^(?:all|every|everything|each|any|both|the whole|my whole|my entire|tod[oa]s|todo|toda|tudo|cada|amb[oa]s)\b"
)


@dataclass(frozen=True)
class Called:
    """What the words say. `kind`: "" where they leave it open; `phrases`: what to look by, the whole words first;
    `points`: they name nothing, what was spoken of is meant; `person`: and it may be somebody;
    `last`: what was written last is meant."""

    kind: str
    phrases: tuple[str, ...]
    points: bool = False
    person: bool = False
    several: bool = False
    last: bool = False


def called(words: str) -> Called:
    """The words for a thing, read."""
    text = " ".join(normalize(words).split()).strip(" .,;:!?\"'“”«»")
    kind, rest = _listed(text)
    named, inner = _kind_of(rest)
    kind = named or kind
    phrases = tuple(dict.fromkeys(one for one in (rest, inner) if content_words(one)))
    points = not phrases or all(word in _POINTS for word in rest.split()) or (bool(named) and not content_words(inner))
    told = set(rest.split())
    last = bool(told & _LAST) and told <= _LAST | _POINTS | _BESIDE_LAST
    points = points or last
    return Called(kind, phrases, points, bool(told & PEOPLE) and points, _SEVERAL.match(text) is not None, last)


def _listed(text: str) -> tuple[str, str]:
    """What it is to be taken from tells its kind: "milk from my shopping list"."""
    for kind, pattern in _FROM:
        if match := pattern.match(text):
            return kind, match["rest"]
    return "", text


def _kind_of(text: str) -> tuple[str, str]:
    """The kind that is named before or after the thing's own words, and those."""
    match = _BEFORE.match(text)
    if match is None or (match["todo"] and _ALL_THE.match(text[match.start("todo") :])):
        match = _AFTER.match(text)
    if match is None:
        return "", text
    kind = next(name for name in _KINDS if match[name])
    return kind, (match["rest"] or "").strip()
