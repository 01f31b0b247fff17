"""What remains of a run whose sources were erased? That it was, how it was routed and timed; no word of what it read.

An answer that quotes another answer read its message: so the runs are followed until no further one is found.
"""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from sqlalchemy import func

from orchestrator.agent.types.bundle import Bundle
from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.provenance import service as provenance
from orchestrator.domain.foundation.slices.erasable import ErasedRow
from orchestrator.domain.people.conversations import service as conversations
from orchestrator.domain.people.runs import repository
from orchestrator.errors import NotFound
from orchestrator.language.messages import say

KEPT_OF_MODEL_CALL = frozenset(
    {
        "role",
        "model",
        "name",
        "provider",
        "effort",
        "purpose",
        "prompt_tokens",
        "completion_tokens",
        "cost_micros",
        "duration_ms",
    }
)
KEPT_OF_PROPOSAL = frozenset({"tool", "verdict", "outcome", "effect", "origin", "duration_ms", "preview_id"})


def notice(locale: str) -> str:
    """What stands in place of a redacted answer, in the run's language where we speak it."""
    return say("runs.redacted", locale)


async def readers(tx: Tx, ids: Sequence[UUID]) -> list[UUID]:
    """The runs that read or wrote any of `ids`, or read the answer or a proposal of one that did, and so on."""
    found: dict[UUID, None] = {}
    fresh: list[UUID] = list(ids)
    while fresh:
        reached = [pair for pair in await repository.that_read(tx, fresh) if pair[0] not in found]
        found |= dict.fromkeys(run_id for run_id, _ in reached)
        fresh = [one for run_id, answer_id in reached for one in (run_id, answer_id)]
    return list(found)


async def redact(tx: Tx, erased: Sequence[tuple[str, UUID]]) -> Mapping[str, int]:
    """Clean every run that read what was erased, and its answer; counts `run` and `message`."""
    counts = {"run": 0, "message": 0}
    for run_id in await readers(tx, [entity_id for _, entity_id in erased]):
        cleaned, answered = await redact_run(tx, run_id)
        counts["run"] += cleaned
        counts["message"] += answered
    return {kind: number for kind, number in counts.items() if number}


async def redact_run(tx: Tx, run_id: UUID) -> tuple[int, int]:
    """Clean one run; answers how many runs and messages that were."""
    run = await repository.get(tx, run_id)
    if run is None or (run.redacted_at is not None and run.bundle is not None and run.bundle.get("redacted")):
        return 0, 0
    said = notice(run.locale)
    for step in await repository.steps(tx, run_id):
        kept = {
            "index": step.index,
            "model_call": _only(step.model_call, KEPT_OF_MODEL_CALL),
            "proposals": [_only(proposal, KEPT_OF_PROPOSAL) | {"arguments": {}} for proposal in step.proposals],
        }
        await repository.put_step(tx, run_id, kept)
    context = run.explanation.get("context", [])
    bundle = _bundle(run.bundle, said) if run.bundle is not None else None
    await repository.change(
        tx,
        run_id,
        {
            "redacted_at": func.steward_now(),
            "explanation": {"verifier": [], "claims": [], "context": context} if run.explanation else {},
            "bundle": bundle,
        },
    )
    await repository.forget_answer(tx, run_id)
    provenance.redacted(tx.session, "run", run_id)
    if run.answer_message_id is None:
        return 1, 0
    await conversations.redact(tx, run.answer_message_id, notice=said)
    return 1, 1


def _only(value: Mapping[str, Any], kept: frozenset[str]) -> dict[str, Any]:
    return {key: item for key, item in value.items() if key in kept}


def _bundle(stored: dict[str, Any], said: str) -> dict[str, Any]:
    """The stored answer with its outcomes, without their words."""
    whole = Bundle.model_validate(stored)
    actions = [action.model_copy(update={"summary": "", "reason": None}) for action in whole.actions]
    emptied: dict[str, Any] = {
        "answer": said,
        "actions": actions,
        "need_user_input": None,
        "ui_directives": [],
        "command_result": None,
        "previews": [],
        "linked_items": [],
    }
    return whole.model_copy(update=emptied).model_dump(mode="json") | {"redacted": True}


async def erase_run(tx: Tx, run_id: UUID) -> Sequence[ErasedRow]:
    """Delete a run that belongs to no thread; one of a thread goes with its thread. Raises NotFound."""
    if not await repository.erase(tx, run_id):
        raise NotFound("There is no such run without a thread; a thread's runs go with the thread.")
    return [ErasedRow("run", run_id, indexed=False)]


async def keys(tx: Tx) -> Sequence[tuple[UUID, str | None, str | None]]:
    """What a tombstone may name runs without a thread by: their ids."""
    return [(run_id, None, None) for run_id in await repository.loose_ids(tx)]
