"""An Ollama of no latency: proposes one read of the calendar, then answers. Prints its URL, runs until stopped."""

import signal
import threading
from typing import Any

from tests.support.loopback_http import Recorded
from tests.support.model_script import Call, Say, Step
from tests.support.ollama_server import OllamaServer

KEPT = 100
ANSWER = "You have five meetings with Ana this week."


class Calendar(OllamaServer):
    """Decides by the conversation, so that any number of turns can go on at once; keeps few of its records."""

    def next_step(self, request: Recorded) -> Step:
        del self.requests[:-KEPT]
        messages: list[dict[str, Any]] = request.body["messages"]
        if messages[-1]["role"] == "tool":
            return Say(ANSWER, pieces=(ANSWER,))
        return Call((("c1", "get_events", {"action": "count", "participant": "Ana", "when": "this week"}),))


if __name__ == "__main__":
    stopped = threading.Event()
    for one in (signal.SIGINT, signal.SIGTERM):
        signal.signal(one, lambda *_: stopped.set())
    with Calendar() as server:
        print(server.url, flush=True)
        stopped.wait()
