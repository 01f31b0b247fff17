"""Which attribute of the user does a question ask for? "Where do I live?" asks for what "I live in Porto" states."""

from orchestrator.kit.memo import kept_for_short_texts
from orchestrator.language.statements.reading import SELF
from orchestrator.language.statements.shape import TABLES
from orchestrator.language.statements.told_words import pattern
from orchestrator.language.text.normalize import normalize

_JOINED = pattern(r"^(?:{joins})[ ,]+")
""" "And what am I allergic to?" goes on from another question."""


def asked_then(question: str) -> tuple[str, str] | None:
    """The attribute and the words of the time at which it is asked for: "where did I live in 2020?"; None of a question
    for anything else, and of one that names no time."""
    said = normalize(question).replace("’", "'").strip(" ¿?.!")
    for form in (form for table in TABLES.values() for form in table.asks_then):
        match = form.says.match(said)
        if match is None or not (match["after"] or match["before"]):
            continue
        words = question.split()  # as they were written: "el año pasado" is a time, "el ano pasado" none
        when = words[-len(match["after"].split()) :] if match["after"] else words[: len(match["before"].split())]
        return f"{SELF} {form.tells}", " ".join(when).strip(" ,¿?.!")
    return None


@kept_for_short_texts(128)
def asked_attribute(question: str) -> tuple[str, str] | None:
    """The attribute ("self birthday") and the word that looks it up; None of a question for anything else."""
    said = _JOINED.sub("", normalize(question).replace("’", "'").strip(" ¿?.!"))
    for table, form in ((each, form) for each in TABLES.values() for form in each.asks):
        match = form.says.match(said)
        if match is None:
            continue
        noun = match.groupdict().get("noun")
        return f"{SELF} {table.attribute(noun) if noun else form.tells}", noun or form.tells
    return None
