"""Do lists find words whatever their case and accents, in texts that are kept as they were written?"""

from collections.abc import Mapping

import pytest
from sqlalchemy import Text, and_, literal, select, true

from orchestrator.db.folding import holds
from orchestrator.db.session import Database

WRITTEN = "Põr o SOFÁ na sala: 100% Œuvre, Straße"
FOUND: Mapping[str, bool] = {
    "sofa": True, "Sofá na": True, "sala por": True, "SOFÃ": True, "100%": True, "strasse": True, "  ": True,
    "sofas": False, "sofa cama": False, "1_0%": False, "%": True, "_": False,
}  # fmt: skip


@pytest.mark.parametrize("beyond", ["", " 你好", " ŝ"], ids=["western", "chinese", "beyond"])
@pytest.mark.parametrize("q", FOUND)
async def test_case_and_accents_make_no_difference(database: Database, q: str, beyond: str) -> None:
    whole = literal(WRITTEN + beyond, Text())
    async with database.unit_of_work() as session:
        assert await session.scalar(select(and_(true(), *holds(q, whole, literal(None, Text()))))) is FOUND[q]


async def test_words_may_stand_in_several_texts(database: Database) -> None:
    async with database.unit_of_work() as session:
        both = holds("águas mil", literal("Abril", Text()), literal("aguas MIL", Text()))
        assert await session.scalar(select(and_(*both))) is True
