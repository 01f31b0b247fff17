"""Does a question ask where something is known from, or since when? "Since when do you know that?", "how do you know
that I live in Porto?", "why do you think I like tea?"; in any of the languages."""

from orchestrator.kit import patterns
from orchestrator.language.tables import LANGUAGES, Branches, Joined, Table, by_language
from orchestrator.language.text.normalize import normalize


class _Asked(Table):
    """`asked_sources.toml`, for folded text. `asked`: how the question begins, after a `lead`; then `that`, which
    points at what was told, or a `clause` that tells it (its groups `clause`, `clause2`), and what `ends` it.
    `needs_more`: a beginning that asks this only where it says of what; `it_before`: unless its verb says so.
    `whole`: a whole question."""

    asked: Branches
    lead: Branches
    that: Branches
    clause: Joined
    ends: Branches
    needs_more: Branches
    whole: Branches
    it_before: Branches


_TABLES = by_language("asked_sources", _Asked)
_LEADS = "|".join(table.lead for table in _TABLES.values())
_LEAD = rf"(?:(?:{_LEADS})[, ]+)*"


def _question(table: _Asked) -> patterns.Pattern:
    told = rf"(?: (?:(?P<that>{table.that})|{table.clause}))?"
    return patterns.compile(rf"^{_LEAD}(?:{table.asked}){told}(?: (?:{table.ends or table.that}))?[ ?!.]*$")


_ASKED = tuple(_question(_TABLES[language]) for language in LANGUAGES)


def _of_all(name: str) -> str:
    return "|".join(told for table in _TABLES.values() if (told := getattr(table, name)))


_NEEDS_MORE = patterns.compile(rf"^{_LEAD}(?:{_of_all('needs_more')})")
_WHOLE = patterns.compile(rf"^{_LEAD}(?:{_of_all('whole')})[ ?!.]*$")
_IT_BEFORE = patterns.compile(rf"\b(?:{_of_all('it_before')})\b")
""" "¿De dónde lo sacaste?" says "it" before the verb."""


def asked_source(text: str) -> str | None:
    """What is asked about, in the user's words; "" where they only point at it ("that"); None of any other question."""
    asked = normalize(text).replace("’", "'").lstrip("¿¡ ")
    if _WHOLE.match(asked):
        return ""
    for pattern in _ASKED:
        match = pattern.match(asked)
        if match is None:
            continue
        told = match.groupdict()
        clause = told.get("clause") or told.get("clause2")
        if clause:
            return clause.strip(" ?!.")
        if told["that"] or _IT_BEFORE.search(asked) or not _NEEDS_MORE.match(asked):
            return ""
    return None
