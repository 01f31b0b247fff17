"""Does a folded word stand in what was asked or answered in a run? As a condition of SQL, run by run.

Folding is what costs (`normalize(…, NFKD)` is most of the time), and most texts are written in the letters of western
Europe: of these a pattern that lists each letter's accented forms says the same. A subquery of one value, not EXISTS:
that would be hashed, all runs folded before the first row is given.
"""

import unicodedata
from collections import defaultdict
from collections.abc import Mapping
from uuid import UUID

from sqlalchemy import ColumnElement, SQLColumnExpression, Text, case, cast, func, not_, select, text

from orchestrator.domain.people.runs.model import AgentRun
from orchestrator.language.text.normalize import UNDECOMPOSED

_NFKD = text("NFKD")
_DIACRITICS = "[\u0300-\u036f]"
_SPELLED: Mapping[str, str] = {**UNDECOMPOSED, "ß": "ss"}
_LETTERS = [one for one in map(chr, range(0xC0, 0x100)) if one.isalpha() and len(_SPELLED.get(one.lower(), "a")) == 1]
_PLAIN = [*map(chr, range(1, 0x80)), *_LETTERS, *"¡¿–—‘’“”€"]
"""Each of these folds to one character."""
_BEYOND = f"[^\u0001-\u007f{''.join(_PLAIN[0x7F:])}]"


def _forms() -> dict[str, str]:
    found: dict[str, list[str]] = defaultdict(list)
    for one in _PLAIN:
        if one.isalpha():
            folded = unicodedata.normalize("NFKD", one.lower())[0]
            found[_SPELLED.get(folded, folded)].append(one)
    return {folded: "".join(forms) for folded, forms in found.items()}


_FORMS = _forms()
"""Of each letter the forms that fold to it."""


def pattern(word: str) -> str:
    """What Postgres finds the folded `word` by in a text of plain letters that is not folded."""
    return "".join(f"[{_FORMS[one]}]" if one in _FORMS else one if one.isalnum() else f"\\{one}" for one in word)


def said(
    owner_id: SQLColumnExpression[UUID],
    run_id: SQLColumnExpression[UUID | None],
    word: str,
    *,
    by_user_alone: bool = False,
) -> ColumnElement[bool]:
    """Whether the folded `word` stands in what was asked or answered in the owner's run, or said when it was rated;
    `by_user_alone`: in its question. Unknown (null) where there is no such run."""
    texts: list[SQLColumnExpression[str] | SQLColumnExpression[str | None]] = [AgentRun.question]
    if not by_user_alone:
        texts += [AgentRun.bundle["answer"].astext, AgentRun.comment]
    whole = func.concat_ws(" ", *texts, type_=Text())
    folded = func.regexp_replace(func.normalize(func.lower(whole), _NFKD), _DIACRITICS, "", "g")
    for letter, meant in _SPELLED.items():
        folded = func.replace(folded, letter, meant)
    plain = not_(whole.regexp_match(_BEYOND))
    stands = case(
        (plain, whole.regexp_match(pattern(word))), else_=cast(folded, Text()).contains(word, autoescape=True)
    )
    return select(stands).where(AgentRun.user_id == owner_id, AgentRun.id == run_id).scalar_subquery()
