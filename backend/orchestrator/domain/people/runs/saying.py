"""Does a folded word stand in what was asked or answered in a run? As a condition of SQL, run by run.

Folding is what costs (`normalize(…, NFKD)` is most of the time), and most texts are written in the letters of western
Europe: of these a pattern that lists each letter's accented forms says the same. A subquery of one value, not EXISTS:
that would be hashed, all runs folded before the first row is given.
"""

from uuid import UUID

from sqlalchemy import ColumnElement, SQLColumnExpression, Text, case, func, select

from orchestrator.db.folding import FORMS, is_plain, spelled_out
from orchestrator.domain.people.runs.model import AgentRun


def pattern(word: str) -> str:
    """What Postgres finds the folded `word` by in a text of plain letters that is not folded."""
    return "".join(f"[{FORMS[one]}]" if one in FORMS else one if one.isalnum() else f"\\{one}" for one in word)


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
    stands = case(
        (is_plain(whole), whole.regexp_match(pattern(word))),
        else_=spelled_out(whole).contains(word, autoescape=True),
    )
    return select(stands).where(AgentRun.user_id == owner_id, AgentRun.id == run_id).scalar_subquery()
