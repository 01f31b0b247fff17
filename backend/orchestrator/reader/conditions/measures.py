"""Which value is asked for that no record holds, but code works out of one: how long until it, how long since it, how
old somebody is.

A question of this kind is another question ("when is Alba's birthday?") and a measure of its answer. The other one is
read and looked up as any question is; `phrase/measured.py` words the value.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from orchestrator.language.pattern_tables import Compiled, read_patterns
from orchestrator.language.tables import ByLanguage, Language, Table, Words
from orchestrator.reader.line import Line, line


class Measure(StrEnum):
    """What is worked out: the time until an event, the time since one, how long something has
    lasted by now, the age of a person, the date of a named day."""

    UNTIL = "until"
    SINCE = "since"
    LASTS = "lasts"
    AGE = "age"
    DATE = "date"


@dataclass(frozen=True)
class Measured:
    """The measure, the question whose answer is measured, and the unit in which it was asked for (None: any)."""

    measure: Measure
    question: Line
    unit: str | None = None
    own: bool = False
    """Whether it is the user's own: how old they are themselves."""


class _Row(Table):
    measure: Measure
    of: str
    says: Compiled


class _Measures(Table):
    """`measures.toml`. `units`: how the words for each begin; `whose`: where nobody is named, whom the
    conversation was about; `leads`: what may stand before; `rows`: the first that fits."""

    whose: str
    leads: Compiled
    units: Mapping[str, Words]
    rows: tuple[_Row, ...]


_MEASURES = ByLanguage(lambda language: read_patterns(language, "measures", _Measures))
_REST, _VERB = "…", "_"
"""In a row's question: what the pattern's groups `rest` and `verb` hold. Without a rest it is about the user."""


def measured(text: Line, language: Language) -> Measured | None:
    """What a question measures, and of what; None of any other question."""
    table = _MEASURES[language]
    opens = table.leads.match(text.low)
    text = text.cut(opens.end(), len(text.low)) if opens is not None else text
    for row in table.rows:
        found = row.says.match(text.low)
        if found is None:
            continue
        named = found.groupdict()
        unit, own = _unit(named.get("unit"), table), _REST not in row.of
        opening = row.of.replace(_VERB, named.get("verb") or "").split(_REST)[0]
        whose = "" if own else table.whose
        rest = text.cut(*found.span("rest")).raw if named.get("rest") else whose
        tail = text.cut(*found.span("tail")).raw if named.get("tail") else ""
        return Measured(row.measure, line(f"{opening}{rest} {tail}"), unit, own)
    return None


def _unit(said: str | None, table: _Measures) -> str | None:
    return next((unit for unit, words in table.units.items() if said and said.startswith(tuple(words))), None)
