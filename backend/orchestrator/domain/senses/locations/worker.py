"""What worker processes do with a track file: they read its samples, and say what is wrong with those that are none."""

from collections.abc import Iterator
from typing import Any

from orchestrator.domain.foundation.entities.schemas import IngestResult
from orchestrator.domain.senses.locations import gpx
from orchestrator.errors import InvalidRequest
from orchestrator.worker_processes.descriptors import at_own_place
from orchestrator.worker_processes.task import Given


def read(given: Given) -> Iterator[Any]:
    """`files`: a GPX file's descriptor; argument: the `device` that measured. Yields of each sample `{"sample": …}` or
    `{"invalid": …}`, or `{"refused": "why"}` alone where it is no GPX with tracks."""
    try:
        found = gpx.read(at_own_place(given.files[0]), device=given.argument["device"])
    except InvalidRequest as error:
        yield {"refused": error.detail}
        return
    for one in found:
        kind = "invalid" if isinstance(one, IngestResult) else "sample"
        yield {kind: one.model_dump(mode="json", exclude_unset=True)}
