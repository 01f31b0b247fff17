"""What is a model sent in a turn, by part, and how much of it could a server have kept from before?

A talk of eight turns is played over HTTP with a scripted Ollama, once with tools as the server offers them and once by
schema (a model without tools). Each request is written out as the chat templates of today do it: the system's text,
the tools behind it, then the rest. What a request begins with in common with an earlier one is what a prefix cache
serves: `one slot` remembers the last request alone (Ollama's default, the router's calls in between included), `kept`
any of before (llama.cpp's cache in memory, vLLM). Tokens are estimated (kit/tokens.py).
"""

import asyncio
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.support.loopback_http import Recorded
from tests.support.model_script import Call, Say, Step
from tests.support.ollama_server import OllamaServer
from tests.support.steward import Person, started

from bench.figures import Figure, Part
from bench.home import database
from orchestrator.kit.tokens import estimate

TALK: tuple[tuple[str, str, dict[str, Any], str], ...] = (
    (
        "What is on my calendar tomorrow?",
        "get_events",
        {"action": "by_range", "when": "tomorrow"},
        "The dentist at 10.",
    ),
    (
        "And the day after?",
        "get_events",
        {"action": "by_range", "when": "the day after tomorrow"},
        "Nothing is planned.",
    ),
    (
        "Book lunch with Marta on Friday at 13:00",
        "events_create",
        {"title": "Lunch", "when": "Friday at 13:00"},
        "It waits.",
    ),
    (
        "What did Marta say about the boat?",
        "search_memories",
        {"query": "Marta boat"},
        "She said that the rudder is new.",
    ),
    ("And what about the sail?", "search_memories", {"query": "Marta sail"}, "I found nothing about the sail."),
    ("When did she tell me?", "search_memories", {"query": "Marta rudder"}, "On Monday."),
    ("Add new sails to my list", "todos_create", {"title": "new sails"}, "It waits for your confirmation."),
    ("What is on my list?", "get_todos", {"status": "open"}, "Milk and bread."),
)
"""What is asked, what the model calls and how, what it says then."""
INTENTS = {
    "get_events": "data_query",
    "events_create": "event_management",
    "search_memories": "memory_search",
    "todos_create": "todo_management",
    "get_todos": "data_query",
}
"""What the fast model says that it is about."""
MOST_READ_ANEW = 1_500
LEAST_SHARE = 70.0


class Talker(OllamaServer):
    """Calls and says what the talk holds, by the question that a request ends with."""

    def next_step(self, request: Recorded) -> Step:
        told = json.dumps(request.body["messages"][-1:], ensure_ascii=False)
        whole = json.dumps(request.body["messages"], ensure_ascii=False)
        at = max((number for number, (asked, *_) in enumerate(TALK) if asked in whole), default=0)
        _, name, arguments, said = TALK[at]
        schema = self.schema_of(request) or {}
        if "intent" in schema.get("properties", {}):
            return Say(json.dumps({"intent": INTENTS[name], "mood": "question", "confidence": 0.9}))
        if "tools" not in request.body and "oneOf" not in schema and "answer" not in schema.get("properties", {}):
            return super().next_step(request)
        answered = '"role": "tool"' in told or "Result of" in told or "[controller]" in told
        step: Step = Say(said) if answered else Call((("c1", name, arguments),))
        return step if "tools" in request.body else _by_schema(step)


def _by_schema(step: Step) -> Step:
    if isinstance(step, Call):
        _, name, arguments = step.calls[0]
        return Say(json.dumps({"tool": name, "arguments": arguments}))
    assert isinstance(step, Say)
    return Say(json.dumps({"answer": step.text}))


@dataclass(frozen=True)
class Sent:
    """One request as a template writes it out. `parts`: what of it is what, in estimated tokens."""

    text: str
    routing: bool
    parts: Counter[str]


def sent(body: dict[str, Any]) -> Sent:
    """A request's body written out."""
    messages, tools = body["messages"], body.get("tools", [])
    first, rest = messages[0], messages[1:]
    told = "\n".join(json.dumps(tool, ensure_ascii=False) for tool in tools)
    tail = "".join(f"<|{one['role']}|>{one['content']}{json.dumps(one.get('tool_calls', ''))}" for one in rest)
    form = body.get("format") or {}
    routing = not tools and "oneOf" not in form and "answer" not in form.get("properties", {})
    parts: Counter[str] = Counter()
    if routing:
        parts["router"] = estimate(first["content"] + tail)
    else:
        system, mark, offered = first["content"].partition("\n\nTools you can use")
        parts["system"] = estimate(system)
        parts["tools"] = estimate(told) + (estimate(mark + offered) if mark else 0)
        asked = max(at for at, one in enumerate(rest) if _is_asked(one))
        parts["history"] = sum(estimate(one["content"]) for one in rest[:asked])
        parts["question and context"] = estimate(rest[asked]["content"])
        parts["calls and results"] = sum(
            estimate(one["content"] + json.dumps(one.get("tool_calls", ""))) for one in rest[asked + 1 :]
        )
    return Sent(f"<|system|>{first['content']}{told}{tail}", routing, parts)


def _is_asked(message: dict[str, Any]) -> bool:
    told = message["content"]
    return message["role"] == "user" and "Result of" not in told and any(question in told for question, *_ in TALK)


def _shared(text: str, other: str) -> int:
    """Estimated tokens of what both begin with."""
    if text == other:
        return estimate(text)
    end = next((at for at, (mine, its) in enumerate(zip(text, other, strict=False)) if mine != its), None)
    return estimate(text[: min(len(text), len(other)) if end is None else end])


def served(requests: Sequence[Sent], *, slots: int | None) -> tuple[int, int]:
    """(tokens served from a cache that keeps the last `slots` requests, all tokens)."""
    kept = total = 0
    for at, one in enumerate(requests):
        before = requests[:at] if slots is None else requests[max(0, at - slots) : at]
        kept += max((_shared(one.text, other.text) for other in before), default=0)
        total += estimate(one.text)
    return kept, total


async def talked(*, native: bool) -> list[Sent]:
    """The requests of the talk."""
    async with database() as opened:
        url = opened.url
        with TemporaryDirectory(prefix="steward-bench-home-") as home:
            model = Talker()
            model.install("smart", capabilities=("completion", "tools") if native else ("completion",))
            async with model, started(Path(home), url, model=model, embed_model="off", fast_model=None) as steward:
                person = await steward.person()
                await _lived(person)
                model.requests.clear()
                thread = None
                for question, *_ in TALK:
                    bundle = await person.ask(question, thread=thread)
                    thread = bundle["thread_id"]
                return [sent(one.body) for one in model.chats if one.body.get("messages")]


async def _lived(person: Person) -> None:
    """Somebody with a rule and some facts, as people have after weeks."""
    for text in ("Answer briefly.", "Never book anything before 9."):
        await person.post("/rules", {"text": text})
    for text in ("Marta is my sister and lives in Porto", "I sail on Sundays", "I am allergic to peanuts"):
        await person.post("/facts", {"text": text})


def run() -> list[Part]:
    """Both ways."""
    return [asyncio.run(_measured(native)) for native in (True, False)]


async def _measured(native: bool) -> Part:
    requests = await talked(native=native)
    turns = len(TALK)
    parts: Counter[str] = Counter()
    for one in requests:
        parts.update(one.parts)
    one_slot, total = served(requests, slots=1)
    kept, _ = served(requests, slots=None)
    figures = [
        Figure("prompt tokens a turn", total / turns, note=f"{len(requests)} requests"),
        *(Figure(f"… {name}", tokens / turns) for name, tokens in parts.most_common()),
        Figure("read anew a turn, one slot", (total - one_slot) / turns),
        Figure("read anew a turn, all kept", (total - kept) / turns, limit=("<=", MOST_READ_ANEW)),
        Figure("served by one slot", 100 * one_slot / total, "%"),
        Figure("served where all is kept", 100 * kept / total, "%", (">=", LEAST_SHARE)),
    ]
    return Part("prompts, " + ("tools of the server" if native else "tools by schema"), tuple(figures))
