"""An engine (`engine.py`) that plays a script instead of running a model: the fake beside the port."""

import threading
from collections import deque
from collections.abc import Callable, Iterable
from typing import Any

from orchestrator.llm.gguf.file import GGUFFile

Step = str | dict[str, Any] | Exception
"""Text to answer, an error event, or what the call raises."""


class ScriptedEngine:
    """Plays its steps in order. `bodies`: what it was given; `ended_early`: generations that a call-back ended;
    `most_at_once`: how many ran at the same time. With `endless` every answer repeats until it is ended."""

    def __init__(self, steps: Iterable[Step] = (), *, endless: bool = False) -> None:
        self.bodies: list[dict[str, Any]] = []
        self.ended_early = 0
        self.most_at_once = 0
        self.begun = threading.Event()
        self._steps = deque(steps)
        self._endless = endless
        self._running = 0

    def load(self, file: GGUFFile, context_tokens: int) -> "ScriptedEngine":
        """See Load."""
        self.opened = (file, context_tokens)
        return self

    def handle_chat_completions(self, body: dict[str, Any], callback: Callable[[dict[str, Any]], bool], /) -> None:
        """See Engine."""
        self.bodies.append(body)
        self._running += 1
        self.most_at_once = max(self.most_at_once, self._running)
        try:
            step = self._steps.popleft()
            if isinstance(step, Exception):
                raise step
            events = [step] if isinstance(step, dict) else _events(step)
            self.begun.set()
            if not self._play(events, callback):
                self.ended_early += 1
        finally:
            self._running -= 1

    def _play(self, events: list[dict[str, Any]], callback: Callable[[dict[str, Any]], bool]) -> bool:
        """Whether it came to its end."""
        pause = threading.Event()
        while True:
            for event in events:
                if callback(event):
                    return False
            if not self._endless:
                return True
            pause.wait(0.002)  # tokens take time


def _events(text: str) -> list[dict[str, Any]]:
    """The stream of one answer, as xllamacpp 2026.10 gives it."""
    progress = {"total": 40, "cache": 0, "processed": 40, "time_ms": 1}
    words = [word + " " for word in text.split(" ")]
    return [
        {"choices": [_choice({"role": "assistant", "content": None})], "prompt_progress": progress},
        *({"choices": [_choice({"content": word})]} for word in [*words[:-1], words[-1].rstrip(" ")]),
        {"choices": [_choice({}, finish="stop")]},
        {"choices": [], "usage": {"prompt_tokens": 40, "completion_tokens": len(words), "total_tokens": 0}},
    ]


def _choice(delta: dict[str, Any], finish: str | None = None) -> dict[str, Any]:
    return {"index": 0, "finish_reason": finish, "delta": delta}
