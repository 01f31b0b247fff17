"""Does a sentence ask for what is done by hand on a page of Steward's own, or where that is? "Export my data", "how do
I pair my phone?", "muda o meu fuso horário para Madrid"; in any of the languages."""

from typing import Final, Literal, get_args

from orchestrator.kit import patterns
from orchestrator.kit.memo import kept_for_short_texts
from orchestrator.language.tables import LANGUAGES, Branches, ByLanguage, Table, by_language
from orchestrator.language.text.normalize import normalize

Page = Literal[
    "export",
    "archive",
    "backup",
    "pairing",
    "tokens",
    "own_zone",
    "zone",
    "briefing",
    "tags",
    "jobs",
    "calendars",
    "devices",
    "upload",
]
_LONGEST: Final = 160
"""Characters; a longer message says more than this."""


class _Pages(Table):
    """What asks for each of them."""

    export: Branches
    archive: Branches
    backup: Branches
    pairing: Branches
    tokens: Branches
    own_zone: Branches
    zone: Branches
    briefing: Branches
    tags: Branches
    jobs: Branches
    calendars: Branches
    devices: Branches
    upload: Branches


class _OwnPages(Table):
    """`own_pages.toml`, for folded text: how one asks for it, whole; what may stand `before` and `after`, again and
    again."""

    before: Branches
    after: Branches
    pages: _Pages


_TABLES = by_language("own_pages", _OwnPages)


def _patterns(language: str) -> dict[Page, patterns.Pattern]:
    table = _TABLES[language]
    around = rf"^(?:(?:{table.before})[, ]*)*(?:%s)(?:[, ]+(?:{table.after}))*[ ?!.]*$"
    return {page: patterns.compile(around % getattr(table.pages, page)) for page in get_args(Page)}


_PATTERNS = ByLanguage(_patterns)


@kept_for_short_texts(128)
def own_page(text: str) -> Page | None:
    """Which of them is meant; None of any other message."""
    asked = normalize(text).replace("’", "'").lstrip("¿¡ ")
    if len(asked) > _LONGEST:
        return None
    found = (page for language in LANGUAGES for page, said in _PATTERNS[language].items() if said.match(asked))
    return next(found, None)
