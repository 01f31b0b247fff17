"""What may stand in a line, how are lines shown, and what is left of them when a source is gone?

Titles and names are data, whoever wrote them: on one line, without invisible characters, bounded, and quoted.
"""

from collections.abc import Callable, Sequence

from orchestrator.agent.types.origin import without_invisible
from orchestrator.domain.work.briefings.schemas import SECTIONS, Headings, Line, Source
from orchestrator.kit import patterns
from orchestrator.kit.text import shorten

TITLE_CHARACTERS = 120
_SEEN = 8
"""So many times what is shown is looked at, for what can't be seen is taken out first."""
_QUOTES = str.maketrans({"“": "‘", "”": "’", '"': "'", "«": "‘", "»": "’"})
_MARKS = patterns.compile(r"([\\`*_\[\]<>|~])")
_ESCAPED = r"\\\1"


def one_line(text: str, limit: int = TITLE_CHARACTERS) -> str:
    """Somebody's words on one line, without what can't be seen, at most `limit` characters."""
    return shorten(" ".join(without_invisible(text[: limit * _SEEN]).split()), limit)


def quoted(text: str, limit: int = TITLE_CHARACTERS) -> str:
    """ "“Dentist”"; no mark inside ends the quotation."""
    return f"“{one_line(text.translate(_QUOTES), limit)}”"


def markdown(lines: Sequence[Line], headings: Headings) -> str:
    """The lines under their headings. What would be a mark of Markdown in anybody's words is none here: no link, no
    image that a title brings."""
    if not lines:
        return headings.empty
    parts = []
    for section in SECTIONS:
        told = [f"- {_MARKS.sub(_ESCAPED, line.text)}" for line in lines if line.section == section]
        if told or section == "today":
            parts.append(f"**{headings.sections[section]}**\n\n" + ("\n".join(told) or headings.free))
    return "\n\n".join(parts)


def without(lines: Sequence[Line], gone: Callable[[Source], bool]) -> list[Line]:
    """What is left of the lines without what they have from sources that are gone."""
    left: list[Line] = []
    for line in lines:
        left += without(line.parts, gone) if any(gone(source) for source in line.sources) else [line]
    return left
