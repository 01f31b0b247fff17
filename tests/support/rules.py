"""Rules of a user, and writes that they hold."""

from typing import Any

from tests.support.steward import Person

DAY = "2027-03-05"  # a Friday


async def rule(person: Person, effect: str, parameters: dict[str, Any], **fields: Any) -> dict[str, Any]:
    """A rule of this effect, by `POST /rules`."""
    body = {"text": f"My rule of {effect}", "effect": {"type": effect, "parameters": parameters}, **fields}
    made: dict[str, Any] = await person.post("/rules", body)
    return made


async def add(
    person: Person, start: str, end: str | None = None, *, override: tuple[str, ...] = (), **fields: Any
) -> Any:
    """What `POST /events` answers, whatever it is."""
    times = {"start_at": f"{DAY}T{start}", "end_at": f"{DAY}T{end}" if end else None}
    body = {"title": "Standup", **{name: value for name, value in times.items() if value}, **fields}
    return await person.send("POST", "/events", json=body, params={"override_rule": list(override)})


def held(answer: Any, made: dict[str, Any]) -> None:
    """That is how a write is refused that the rule holds."""
    assert answer.status_code == 409, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    problem = answer.json()
    assert problem["code"] == "rule_held"
    assert problem["rule"] == {"id": made["id"], "text": made["text"]}
    assert made["text"] in problem["detail"]
