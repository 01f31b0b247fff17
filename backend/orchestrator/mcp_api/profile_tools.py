"""How does an agent learn whom it works for? The profile and single believed facts, as tools, as resources read by
their address, and in the prompt that begins a session."""

import json
from dataclasses import dataclass
from typing import Any, cast

from pydantic import Field

from orchestrator.domain.memory.facts.entity import facts
from orchestrator.domain.memory.facts.schemas import PROPOSED, FactOut
from orchestrator.errors import NotFound
from orchestrator.kit import patterns
from orchestrator.kit.ids import parse_id
from orchestrator.mcp_api.calling import Answer, Arguments, Call, OwnTool
from orchestrator.mcp_api.profile import Context, Profile, profile, shown_fact, shown_rule
from orchestrator.mcp_api.session_brief import brief

PROFILE_TOKENS = 1_500
WARMING_TOKENS = 600
LEAST_TOKENS = 50
MOST_TOKENS = 50_000
CONTEXT_CHARACTERS = 2_000
_CONTEXT = "The project you work in (its name or path), for what holds there alone."


class DeveloperProfile(Arguments):
    """Arguments of `get_developer_profile`."""

    project_context: str | None = Field(default=None, max_length=CONTEXT_CHARACTERS, description=_CONTEXT)
    token_budget: int = Field(default=PROFILE_TOKENS, ge=LEAST_TOKENS, le=MOST_TOKENS)


class WarmAgent(Arguments):
    """Arguments of `warm_agent`."""

    project_context: str | None = Field(default=None, max_length=CONTEXT_CHARACTERS, description=_CONTEXT)
    token_budget: int = Field(default=WARMING_TOKENS, ge=LEAST_TOKENS, le=MOST_TOKENS)


async def get_developer_profile(call: Call, given: DeveloperProfile) -> Answer:
    """The rules that bind, then approved knowledge and facts within the budget."""
    found = await profile_of(call, given.project_context, given.token_budget)
    owner = call.caller.owner
    data = {
        "user": {"name": owner.name, "timezone": owner.timezone, "locale": owner.locale},
        "project_context": given.project_context,
        "rules": [shown_rule(one) for one in found.rules],
        "facts": [shown_fact(one) for one in found.facts],
        "knowledge": [one.model_dump(mode="json") for one in found.knowledge],
        "profile": found.text,
        "tokens": found.tokens,
        "left_out": found.left_out,
    }
    return Answer(data, origin=found.origin, told=found.told)


async def profile_of(call: Call, context: str | None, budget: int = PROFILE_TOKENS) -> Profile:
    """The profile that this caller is told."""
    owner, working = call.caller.owner, await _context(call, context)
    async with call.runtime.database.unit_of_work_of(owner.id) as tx:
        rules = await call.runtime.outside.rules(tx)
        return await profile(tx, owner, rules, call.runtime.resolver, context=working, budget=budget)


async def _context(call: Call, context: str | None) -> Context:
    """The project, with its vector where that is to be had."""
    text = (context or "").strip()
    vector = await call.runtime.query_vectors.vector(call.owner_id, text) if text else None
    return Context(text, call.runtime.clock.now(), vector)


async def warm_agent(call: Call, given: WarmAgent) -> Answer:
    """The brief."""
    owner, working = call.caller.owner, await _context(call, given.project_context)
    async with call.runtime.database.unit_of_work_of(owner.id) as tx:
        rules = await call.runtime.outside.rules(tx)
        found = await brief(tx, owner, rules, call.runtime.resolver, context=working, budget=given.token_budget)
    data = {
        "brief": found.text,
        "tokens": found.tokens,
        "rules_left_out": found.rules_left_out,
        "style": found.style.model_dump(mode="json"),
    }
    return Answer(data, origin=found.origin, told=found.told)


TOOLS: tuple[OwnTool, ...] = (
    OwnTool(
        name="get_developer_profile",
        title="The user's profile",
        description="Whom you work for: the rules that they set (follow them always), then what is known of them, "
        "within a token budget. Call it first in every session, with the project you work in.",
        arguments=DeveloperProfile,
        handle=get_developer_profile,
        always=True,
        reads=True,
        repeats=True,
        words="rules constitution preferences facts user about"
        " regras perfil preferências utilizador usuário reglas preferencias usuario",
    ),
    OwnTool(
        name="warm_agent",
        title="Warm up",
        description="A short brief of how the user likes things: rules, preferences, which answers were left as they "
        "came, sessions that went well.",
        arguments=WarmAgent,
        handle=warm_agent,
        reads=True,
        repeats=True,
        words="vibe brief style cold start warm estilo resumo resumen",
    ),
)


PROFILE_URI = "steward://profile"
FACT_URI = "steward://facts/{id}"
SESSION_START = "session_start"
_FACT = patterns.compile(r"steward://facts/([^/]+)/?")
MARKDOWN = "text/markdown"
JSON = "application/json"


@dataclass(frozen=True)
class Read:
    """A resource's text, and what it was made of."""

    text: str
    mime_type: str
    told: tuple[tuple[str, Any], ...] = ()


async def read_resource(call: Call, uri: str) -> Read:
    """The resource of that address. Raises NotFound."""
    if uri.rstrip("/") == PROFILE_URI:
        found = await profile_of(call, None)
        return Read(found.text, MARKDOWN, found.told)
    match = _FACT.fullmatch(uri)
    fact_id = parse_id(match[1]) if match else None
    if fact_id is None:
        raise NotFound(f"There is no such resource. There are {PROFILE_URI} and {FACT_URI}.")
    async with call.runtime.database.unit_of_work_of(call.owner_id) as tx:
        row = await facts.get(tx, fact_id)
        if row.trust == PROPOSED or row.hidden_at is not None:
            raise NotFound("There is no such fact.")
        (shown,) = cast("list[FactOut]", await facts.present(tx, [row]))
    clocks = shown.model_dump(
        mode="json", include={"kind", "effect", "valid_to", "recorded_at", "superseded_at", "superseded_by"}
    )
    sources = [{"kind": one.kind, "id": str(one.id)} for one in shown.provenance]  # never their words: some are raw
    text = json.dumps({**shown_fact(shown), **clocks, "sources": sources}, ensure_ascii=False)
    return Read(text, JSON, (("fact", row.id),))


async def session_start(call: Call, project_context: str | None, instructions: str) -> Read:
    """What a session begins with: how to use Steward, and the profile."""
    found = await profile_of(call, project_context)
    return Read(f"{instructions}\n\n{found.text}", MARKDOWN, found.told)
