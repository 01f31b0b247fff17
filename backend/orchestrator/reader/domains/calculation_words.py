"""What is worked out: "what is 17 * 23?", "quanto é 15% de 80", "12 entre 4". A message that is a sum and nothing else
is handed to `calculate`; a word or a mark that belongs to none makes it something else."""

from collections.abc import Mapping, Sequence
from typing import Any

from orchestrator.kit import patterns
from orchestrator.language.pattern_tables import Compiled, read_patterns
from orchestrator.language.tables import ByLanguage, Language, Table
from orchestrator.language.text.normalize import normalize
from orchestrator.llm.messages import TurnFacts
from orchestrator.reader.call_selection import Wanted, wanted
from orchestrator.reader.words import words_of

TOOL = "calculate"
_MOST_LETTERS = 200
"""A longer message is no sum that somebody types."""
_DIGITS = 12
"""Of a result that is no whole number."""


class _Calculation(Table):
    """`calculation.toml`, over folded text. `lead`: what may stand before a sum; `plus`, `minus`, `times`, `over`: how
    the signs are said; `part_of`: how a share is said after its number ("percent of"); `comma`: whether a comma parts
    the decimals."""

    lead: Compiled
    plus: Compiled
    minus: Compiled
    times: Compiled
    over: Compiled
    part_of: Compiled
    comma: bool


_CALCULATION = ByLanguage(lambda language: read_patterns(language, "calculation", _Calculation))
_BY_SIGN = patterns.compile(r"(\d) ?[x×·] ?(\d)")
_NUMBER = patterns.compile(r"\d+(?:[.,]\d+)*")
_THOUSANDS = {
    True: patterns.compile(r"\d{1,3}(?:\.\d{3})+(?:,\d+)?"),
    False: patterns.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?"),
}
_SUM = patterns.compile(r"[-(]*[\d.]+(?:[-+*/()% ]+[\d.]+)+\)*%?")
_SIGN = patterns.compile(r"\d[)%]* ?[-+*/]|\* ?\d")
_PADDED = patterns.compile(r"(?:^|[^\d.])0\d")
"""A number that begins with a zero is somebody's, of a telephone or a room."""
_A_DATE = patterns.compile(r"\d{1,4}[-/]\d{1,2}(?:[-/]\d{1,4})?")
"""Alone it is a day: "12/4" is asked about, not divided."""


def calculation_calls(facts: TurnFacts, spoken: str) -> Sequence[Wanted]:
    """The look-up that works a sum out; none of another message."""
    code = _code(facts.question, words_of(spoken).language)
    return (wanted(TOOL, code=code),) if code is not None else ()


def told_calculation(facts: TurnFacts, spoken: str) -> str | None:
    """The sum and its result; None where none was worked out."""
    entry = next((one for one in reversed(facts.ledger) if one.tool == TOOL and one.outcome == "done"), None)
    if entry is None:
        return None
    comma = _CALCULATION[words_of(spoken).language].comma
    return f"{_said(str(entry.data.get('code') or ''), comma=comma)} = {_result(entry.data, comma=comma)}"


def _code(question: str, language: Language) -> str | None:
    """The sum as Python writes it."""
    if len(question) > _MOST_LETTERS or not any(char.isdigit() for char in question):
        return None
    table, text = _CALCULATION[language], normalize(question).strip(" ?!.=")
    lead = table.lead.match(text)
    asked, text = lead is not None and lead.end() > 0, text[lead.end() :] if lead is not None else text
    if not asked and _A_DATE.fullmatch(text):
        return None
    for sign, pattern in (("/100*", table.part_of), ("+", table.plus), ("-", table.minus), ("*", table.times)):
        text = pattern.sub(f" {sign} ", text)
    text = table.over.sub(" / ", text).replace("÷", "/").replace("−", "-")
    text = _BY_SIGN.sub(r"\1 * \2", _BY_SIGN.sub(r"\1 * \2", text))
    text = _NUMBER.sub(lambda number: _plain(number[0], comma=table.comma), text)
    text = " ".join(text.replace("%", "/100 ").split())
    told = asked or any(mark in question for mark in "+*×÷%") or (" * " in text or " / " in text)
    return text if told and _SUM.fullmatch(text) and _SIGN.search(text) and not _PADDED.search(text) else None


def _plain(number: str, *, comma: bool) -> str:
    """A number as Python writes it, whatever parts its thousands and decimals."""
    if _THOUSANDS[comma].fullmatch(number):
        number = number.replace("." if comma else ",", "")
    return number.replace(",", ".")


def _said(code: str, *, comma: bool) -> str:
    """The sum as people write it."""
    told = code.replace(" /100* ", "% × ").replace("/100", "%").replace("*", " × ").replace("/", " ÷ ")
    return " ".join((told.replace(".", ",") if comma else told).split())


def _result(data: Mapping[str, Any], *, comma: bool) -> str:
    value = data.get("value")
    if isinstance(value, float) and not value.is_integer():
        told = f"{value:.{_DIGITS}g}"
    else:
        told = str(int(value)) if isinstance(value, float) else str(data.get("result") or value)
    return told.replace(".", ",") if comma else told
