"""Is what could not be read of a feed's events told with its synchronisation, once each?"""

from orchestrator.domain.foundation.entities.schemas import IngestResult, ItemError
from orchestrator.domain.world.connections.items import Tally


def test_what_was_left_out_is_told_once() -> None:
    empty = ItemError(loc=["line", 4, "RRULE"], message="left out: it is empty")
    tally = Tally()
    tally.add([IngestResult(external_id=str(one), status="created", errors=[empty]) for one in range(3)])
    tally.add([IngestResult(external_id="fine", status="unchanged")])
    told = tally.told()
    assert (told.created, told.unchanged, told.invalid) == (3, 1, 0)
    assert told.notes == ["RRULE left out: it is empty (3 times)"]
