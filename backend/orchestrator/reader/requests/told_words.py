"""What does a plain sentence tell of somebody by name: when they were born, where they work?

"Rui's birthday is on 3 May", "a Marta trabalha agora na Acme", "el cumpleaños de Rui es el 3 de mayo". Everything is
copied; which contact is meant, and which day, is found out elsewhere.
"""

from dataclasses import dataclass

from orchestrator.kit import patterns
from orchestrator.language.text.normalize import STOP_WORDS
from orchestrator.reader.lexicon import Words
from orchestrator.reader.line import Line
from orchestrator.reader.requests import details

_NAME = r"(?P<name>[^,?]{2,60}?)"
_DATE = r"(?P<date>[^,;?]*\d[^,;?]*)$"
_WHERE = r"(?P<where>[^,;?]{2,80}?)(?: now| these days| agora| atualmente| ahora| actualmente)?$"
_BORN = (
    patterns.compile(rf"^{_NAME}(?:'s|') (?:birthday|birth date|date of birth) (?:is|falls) (?:on )?{_DATE}"),
    patterns.compile(rf"^{_NAME} was born (?:on )?{_DATE}"),
    patterns.compile(
        r"^(?:[oa] )?(?:aniversario|dia de anos|data de nascimento) d[aoe] "
        rf"{_NAME} (?:e|cai|calha) (?:(?:a|em|no dia|dia) )?{_DATE}"
    ),
    patterns.compile(rf"^(?:[ao] )?{_NAME} (?:faz anos|faz aniversario|nasceu) (?:(?:a|em|no dia|dia) )?{_DATE}"),
    patterns.compile(
        rf"^(?:el |la )?(?:cumpleanos|fecha de nacimiento) d(?:e la|el|e) {_NAME} (?:es|cae) (?:el )?{_DATE}"
    ),
    patterns.compile(rf"^(?:(?:el|la) )?{_NAME} (?:cumple anos|cumple|nacio) (?:el )?{_DATE}"),
)
_WORKS = (
    patterns.compile(rf"^{_NAME}(?: now| currently)? (?:works|is working) (?:now )?(?:at|for) {_WHERE}"),
    patterns.compile(
        rf"^(?:[ao] )?{_NAME}(?: agora| ja)? trabalha (?:agora )?(?:na|no|em|para a|para o|para) {_WHERE}"
    ),
    patterns.compile(rf"^(?:(?:el|la) )?{_NAME}(?: ahora| ya)? trabaja (?:ahora )?(?:en|para) {_WHERE}"),
)
NOBODY = frozenset(
    """everyone everybody someone somebody nobody no-one none who whoever this that it todos todas alguem ninguem quem
    todo alguien nadie quien usted""".split()
)
_MOST_WORDS = 5
"""Of a name."""


@dataclass(frozen=True)
class Told:
    """What is told of somebody; empty where it is not."""

    name: str
    birthday: str = ""
    organization: str = ""


def told_of_somebody(text: Line, known: Words) -> Told | None:
    """The birthday or the employer that a statement tells; None where it tells neither of anybody by name."""
    text = text.readable
    if "?" in text.raw:
        return None
    for pattern in _BORN:
        if (found := pattern.match(text.low)) and (name := _somebody(text.cut(*found.span("name")), known, sure=True)):
            return Told(name, birthday=text.cut(*found.span("date")).written)
    for pattern in _WORKS:
        if (found := pattern.match(text.low)) and (name := _somebody(text.cut(*found.span("name")), known)):
            where = details.without_articles(text.cut(*found.span("where")), known)
            if where.raw[:1].isupper():  # "works at night", "works at nine" name no employer
                return Told(name, organization=where.written)
    return None


def _somebody(name: Line, known: Words, *, sure: bool = False) -> str:
    """The name as it was written; empty where it is none ("it", "the dog"). `sure`: only people have what is told, so
    that a name may be written small."""
    words = name.low.split()
    if not words or len(words) > _MOST_WORDS or words[0] in NOBODY:
        return ""
    if any(word in known.relations for word in words):
        return name.written  # "my sister": resolution knows whom that means
    is_name = (sure or name.raw[:1].isupper()) and words[0] not in STOP_WORDS[known.language]
    return name.written if is_name else ""
