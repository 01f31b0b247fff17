"""A fault in one recogniser leaves the message to the others, and is logged; where none is left, it is told."""

import pytest
from structlog.testing import capture_logs
from tests.unit.reader.world import ALL_TOOLS, facts

from orchestrator.reader.query.algebra import Query
from orchestrator.reader.recognition.recognisers import RECOGNISER_FAILED, RECOGNISERS, choose
from orchestrator.reader.recognition.utterance import Utterance


class _Faulty(Utterance):
    """Reading what is to be worked out fails, the first time."""

    failed = False

    @property
    def query(self) -> Query | None:  # type: ignore[override]
        if not self.failed:
            self.failed = True
            raise RuntimeError("no query")
        return None


def test_the_next_recogniser_takes_what_one_failed_at() -> None:
    said = facts("when is the dentist?", mood="question", tools=ALL_TOOLS)
    with capture_logs() as logs:
        frame = choose(_Faulty(said))
    assert [call.name for call in frame.calls] == [call.name for call in choose(Utterance(said)).calls] != []
    assert [(one["event"], one["recogniser"]) for one in logs] == [(RECOGNISER_FAILED, "query")]


def test_where_no_other_takes_it_the_fault_is_told() -> None:
    said = facts("when is the dentist?", mood="question", tools=ALL_TOOLS)
    with capture_logs(), pytest.raises(RuntimeError, match="no query"):
        choose(_Faulty(said), without=RECOGNISERS.keys() - {"query"})
