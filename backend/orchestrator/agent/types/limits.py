"""How much may one run do, and why did it stop? Every bound of a turn has its name here."""

from dataclasses import dataclass

THREAD_WAIT_S = 30.0
"""A second turn of a thread waits this long for the first, then 409 `thread_busy`."""
RUN_LEASE_S = 15.0
"""A run whose process is alive renews its lease; one that is not renewed for this long counts as interrupted."""
RUN_RENEW_S = 1.0
"""So soon a run hears of a cancellation that another process was asked for."""
ROUTER_TIMEOUT_S = 8.0
"""Past this the best rule guess routes (product.md, hybrid router)."""
WINDOW_MESSAGES = 50
"""The conversation window: past it the oldest messages are summarised."""
SUMMARISED_AT_ONCE = 30
"""So many of them become one summary (product.md, conversation window)."""
SUMMARIES_SHOWN = 5
"""A prompt has room for so many: with the window, the last 200 messages of a thread."""
IDLE_STEPS = 2
"""So many steps in a row without evidence or a new error are no progress."""
PREVIEW_LIFE_S = 24 * 3600
COMMAND_PREVIEW_LIFE_S = 7 * 24 * 3600
"""A command's preview is a card that the user comes back to; its questions wait as long."""
UNDO_S = 600
"""A confirmed write can be undone for ten minutes."""
EXECUTION_LEASE_S = 120
"""An effect outside the database that is not settled by then is looked up at its target."""
TURNS_AT_ONCE = 12
"""So many turns of a process work at once, two connections of its pool each at most (db/session.py keeps thirty); those
that wait for a model come on top."""
MINIMAL_CALL_S = 1.0
"""With less time than this left, a model is not asked any more."""


@dataclass(frozen=True)
class Limits:
    """The bounds of one run (`STEWARD_AGENT_*`). `max_tokens` counts prompt and completion tokens together."""

    max_steps: int = 15
    max_tool_calls: int = 20
    max_repairs: int = 2
    deadline_s: float = 180.0
    max_tokens: int = 60_000
    thread_wait_s: float = THREAD_WAIT_S
