"""Is a run found by the words in it, however they are written?"""

import pytest
from sqlalchemy import select, text
from tests.support.people import make_user

from orchestrator.db.session import Database
from orchestrator.domain.people.runs.model import AgentRun
from orchestrator.domain.people.runs.saying import said
from orchestrator.kit.ids import new_id
from orchestrator.language.text.normalize import normalize

TEXTS = {
    "plain": "What does file_a.py cost? 50% of $9 (a\\b)",
    "accents": "O ORÇAMENTO da Ângela não está pronto: “já”…",
    "decomposed": "Cafe\u0301 com ac\u0327u\u0301car",
    "ligature": "the \ufb01le of o\ufb03ce",
    "other letters": "Ελλάδα и Москва, ßeta Øre łódź",
    "two letters": "Ma SŒUR veut des œufs, Kjær et Øre",
}
WORDS = (
    "file orcamento angela nao cafe acucar file_a.py 50% (a\\b) $9 [a ελλαδα москва øre ore łodz lodz sseta "
    "oeuf sœur soeur office ja ja\u201d zebra a* c"
).split()


@pytest.mark.parametrize("written", TEXTS.values(), ids=TEXTS)
@pytest.mark.parametrize("by_user_alone", [True, False])
async def test_a_run_is_found_by_what_was_said_in_it(
    reused_database: Database, written: str, by_user_alone: bool
) -> None:
    me, other, run_id = await make_user(reused_database), await make_user(reused_database), new_id()
    made = text("""
        insert into agent_runs (id, user_id, question, zone, locale, state, bundle, lease_until)
        values (:id, :me, :question, 'UTC', 'en', 'settled', jsonb_build_object('answer', cast(:answer as text)), now())
    """)
    told = {"question": written if by_user_alone else "", "answer": "" if by_user_alone else written}
    async with reused_database.unit_of_work_of(me) as tx:
        await tx.session.execute(made, {"id": run_id, "me": me, **told})
        for word in WORDS:
            for owner, there in ((me, word in normalize(written)), (other, False)):
                stands = said(AgentRun.user_id, AgentRun.id, word, by_user_alone=by_user_alone)
                found = await tx.session.scalar(select(stands).where(AgentRun.user_id == owner, AgentRun.id == run_id))
                assert bool(found) == there, (word, written)
