"""`steward jobs`: what happens by itself, and when did it last? And have it happen now."""

import asyncio
from typing import Annotated, Any

import typer

from orchestrator.api.operation.jobs import scheduled_out
from orchestrator.catalog import SCHEDULED_JOBS
from orchestrator.cli.home import attached, existing
from orchestrator.cli.terminal.output import on_terminal, say, say_json, say_table
from orchestrator.kit.clock import rfc3339
from orchestrator.scheduling import scheduled_jobs, status
from orchestrator.scheduling.scheduled_jobs import Entry
from orchestrator.settings import Settings

GROUP = typer.Typer(no_args_is_help=True)
AsJson = Annotated[bool, typer.Option("--json", help="As JSON.")]


@GROUP.command("list")
def list_(as_json: AsJson = False) -> None:
    """What happens by itself: when next, and what became of it last."""
    entries = asyncio.run(_list(existing()))
    if as_json:
        say_json([scheduled_out(one).model_dump(mode="json") for one in entries])
        return
    if not entries and on_terminal():
        say("Nothing is registered yet: start `steward serve` once.")
        return
    rows = [
        (one.name, _when(one), rfc3339(one.next_run_at) if one.next_run_at else "", _last(one) or "") for one in entries
    ]
    say_table(("name", "when", "next", "last"), rows)


@GROUP.command("run")
def run(name: Annotated[str, typer.Argument(help="The name that `list` shows.")], as_json: AsJson = False) -> None:
    """Have it done now, by any worker."""
    told = asyncio.run(_run(existing(), name))
    if as_json:
        say_json(told)
        return
    say(f"job {told['job_id']}" if on_terminal() else told["job_id"])
    if not told["workers_alive"] and on_terminal():
        say("No worker is alive: it is done once `steward serve` or `steward worker` runs.")


async def _list(settings: Settings) -> list[Entry]:
    async with attached(settings) as database, database.unit_of_work() as session:
        return await scheduled_jobs.entries(session, SCHEDULED_JOBS)


async def _run(settings: Settings, name: str) -> dict[str, Any]:
    async with attached(settings) as database, database.unit_of_work() as session:
        known = {job.name: job for job in SCHEDULED_JOBS}
        job_id, run_after = await scheduled_jobs.run_now(session, known, name)
        alive = sum(worker.alive for worker in await status.workers(session))
    return {"job_id": str(job_id), "run_after": rfc3339(run_after), "workers_alive": alive}


def _when(entry: Entry) -> str:
    """In words."""
    if not entry.enabled:
        return "off"
    if entry.kind == "external":
        return f"by {entry.trigger_source}"
    often = f"every {entry.interval_s:g} s" if entry.interval_s else f"daily at {entry.utc_time:%H:%M} UTC"
    return f"{often}, looked for every {entry.poll_interval_s:g} s" if entry.poll_interval_s else often


def _last(entry: Entry) -> str | None:
    """Its outcome and when."""
    run = entry.last_run
    if run is None:
        return None
    said = f"{run.outcome} {rfc3339(run.finished_at or run.last_tick_at)}"
    return f"{said}: {run.detail}" if run.detail else said
