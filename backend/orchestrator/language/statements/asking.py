"""Which attribute of the user does a question ask for? "Where do I live?" asks for what "I live in Porto" states."""
# ruff: noqa: E501

from collections.abc import Sequence

from orchestrator.kit import patterns
from orchestrator.language.normalize import normalize
from orchestrator.language.statements.en import EN
from orchestrator.language.statements.es import ES
from orchestrator.language.statements.pt import PT
from orchestrator.language.statements.reading import SELF, TABLES
from orchestrator.language.statements.shape import either

_NOUNS = {
    language: either(" ".join(noun.replace(" ", "+") for noun in table.nouns)) for language, table in TABLES.items()
}
_FORMS: Sequence[tuple[str, patterns.Pattern]] = tuple(
    (attribute, patterns.compile(f"^(?:{pattern})$"))
    for attribute, pattern in (
        ("lives_in", r"(?:where|in (?:which|what) (?:city|town|country)) (?:do|am) (?:i|we) (?:now )?(?:live|living)(?: now| these days| at the moment)?"),
        ("lives_in", r"(?:onde|em que cidade) (?:e que )?(?:eu )?(?:moro|vivo|estou a (?:morar|viver))(?: agora)?|(?:donde|en que ciudad) (?:vivo|estoy viviendo)(?: ahora)?"),
        ("works_at", r"(?:where|for whom|who) do i work(?: for| now)?|where am i working(?: now)?|(?:onde|em que empresa|para quem) (?:e que )?(?:eu )?trabalho(?: agora)?|(?:donde|en que empresa|para quien) trabajo(?: ahora)?"),
        ("allergic_to", r"what am i allergic to|what are my allergies|(?:do i have|have i got) (?:any )?allergies|a que (?:e que )?(?:eu )?sou alergic[oa]|quais sao as minhas alergias|tenho (?:alguma )?alergias?|a que soy alergic[oa]|cuales son mis alergias|tengo (?:alguna )?alergias?"),
        ("diet", r"what(?: is|'s) my diet|qual e a minha dieta|cual es mi dieta"),
        ("noun en", rf"(?:what|when|who|which)(?: is|'s| are) my (?P<noun>{_NOUNS['en']})"),
        ("noun pt", rf"(?:qual|quando|quem)(?: e que)? (?:e|sao|faco)(?: o| a)? (?:meu|minha) (?P<noun>{_NOUNS['pt']})"),
        ("noun es", rf"(?:cual|cuando|quien) es (?:mi) (?P<noun>{_NOUNS['es']})"),
    )
)  # fmt: skip
_THEN = (
    ("lives_in", patterns.compile(
        r"^(?:(?P<before>.+?),? )?(?:where (?:did|was|were) (?:i|we) (?:live|living)"
        r"|(?:onde|em que cidade) (?:e que )?(?:eu )?(?:morava|vivia|morei|vivi)(?: eu)?"
        r"|(?:donde|en que ciudad) (?:vivia|vivi|residia)(?: yo)?)(?: (?P<after>.+))?$"
    )),
    ("works_at", patterns.compile(
        r"^(?:(?P<before>.+?),? )?(?:(?:where|for whom|who) (?:did|was) i work(?:ing)?(?: for| at)?"
        r"|(?:onde|em que empresa|para quem) (?:e que )?(?:eu )?(?:trabalhava|trabalhei)(?: eu)?"
        r"|(?:donde|en que empresa|para quien) (?:trabajaba|trabaje)(?: yo)?)(?: (?P<after>.+))?$"
    )),
)  # fmt: skip
_BY_LANGUAGE = {"en": EN.nouns, "pt": PT.nouns, "es": ES.nouns}


def asked_then(question: str) -> tuple[str, str] | None:
    """The attribute and the words of the time at which it is asked for: "where did I live in 2020?"; None of a question
    for anything else, and of one that names no time."""
    said = normalize(question).replace("’", "'").strip(" ¿?.!")
    for attribute, pattern in _THEN:
        match = pattern.match(said)
        if match is None or not (match["after"] or match["before"]):
            continue
        words = question.split()  # as they were written: "el año pasado" is a time, "el ano pasado" none
        when = words[-len(match["after"].split()) :] if match["after"] else words[: len(match["before"].split())]
        return f"{SELF} {attribute}", " ".join(when).strip(" ,¿?.!")
    return None


def asked_attribute(question: str) -> tuple[str, str] | None:
    """The attribute ("self birthday") and the word that looks it up; None of a question for anything else."""
    said = normalize(question).replace("’", "'").strip(" ¿?.!")
    for attribute, pattern in _FORMS:
        match = pattern.match(said)
        if match is None:
            continue
        if attribute.startswith("noun"):
            noun = match["noun"]
            return f"{SELF} {_BY_LANGUAGE[attribute.split()[1]][noun]}", noun
        return f"{SELF} {attribute}", attribute
    return None
