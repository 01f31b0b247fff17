"""Which tools are there for an agent from outside, and what does a call of one give? By name, whatever was listed.

Every call is remembered with who made it and what its answer was made of (`interactions.calls`), never with its words.
"""

import asyncio
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from uuid import UUID

from pydantic import Field, ValidationError
from rapidfuzz import process
from sqlalchemy.exc import SQLAlchemyError

from orchestrator import catalog
from orchestrator.agent.execution.results import CallResult
from orchestrator.agent.execution.validation import RejectedFor, ValidatedCall, judge
from orchestrator.agent.rules.ruleset import RuleSet
from orchestrator.agent.tools.spec import ToolContract, ToolSpec
from orchestrator.bootstrap.runtime import Runtime
from orchestrator.domain.foundation.entities.schemas import SHORT, field_errors
from orchestrator.domain.foundation.search.text.lexemes import query_words
from orchestrator.domain.memory.interactions import calls
from orchestrator.domain.memory.interactions.calls import AgentCallRecord
from orchestrator.errors import ClientError
from orchestrator.kit.text import storable_json
from orchestrator.llm.messages import ToolCall
from orchestrator.mcp_api import analytics_tools, memory_tools, profile_tools
from orchestrator.mcp_api.calling import Answer, Arguments, Call, Caller, OwnTool, plain_name, refusal, rule_refusal
from orchestrator.mcp_api.entity_tools import answer_of, is_destructive, is_read, offered
from orchestrator.telemetry.logging import get_logger

NAME_WEIGHT = 2.0
NEAR = 70.0
"""Likeness (0 to 100) from which a name is what somebody may have meant."""
MOST_NEAR = 3


@dataclass(frozen=True)
class Findable:
    """A tool as it is found: its name, and all words that it may be found by."""

    name: str
    text: str


def found(query: str, tools: Sequence[Findable], limit: int) -> list[str]:
    """The names of those that fit, the best first; without a word all, in their order.

    Words are compared by their stems and shared concepts (as the search index has them), so that "calendário" finds
    what an English description calls a calendar. A word that few tools have weighs more; one of a tool's name counts
    double.
    """
    wanted = query.strip().lower()
    asked = [one.lexemes for one in query_words(query)] if wanted else []
    exact = [one.name for one in tools if one.name == wanted]
    if not asked:
        return [one.name for one in tools][:limit]
    bags = {one.name: (_bag(one.name.replace("_", " ")), _bag(one.text)) for one in tools}
    spread = Counter(lexeme for names, texts in bags.values() for lexeme in names | texts)
    scores = {one.name: sum(_score(lexemes, bags[one.name], spread, len(tools)) for lexemes in asked) for one in tools}
    best = sorted((one.name for one in tools if scores[one.name] > 0), key=lambda name: -scores[name])
    return list(dict.fromkeys([*exact, *best]))[:limit]


def near(name: str, tools: Sequence[Findable]) -> list[str]:
    """The names that somebody may have meant."""
    matches = process.extract(name, [one.name for one in tools], limit=MOST_NEAR, score_cutoff=NEAR)
    return [match for match, _, _ in matches]


def _score(
    lexemes: frozenset[str], bag: tuple[frozenset[str], frozenset[str]], spread: Counter[str], number: int
) -> float:
    names, texts = bag
    met = lexemes & (names | texts)
    if not met:
        return 0.0
    rare = math.log(1 + number / min(spread[lexeme] for lexeme in met))
    return rare * (NAME_WEIGHT if lexemes & names else 1.0)


@lru_cache(maxsize=512)
def _bag(text: str) -> frozenset[str]:
    return frozenset[str]().union(*(one.lexemes for one in query_words(text)))


_ABOUT = {one.name: one.words for one in catalog.VOCABULARY.groups}
_DOES = {
    "create": "add new make book put criar adicionar novo marcar agendar pôr crear añadir nuevo apuntar anotar poner",
    "get": "list show read see which listar mostrar ler ver quais leer cuáles",
    "count": "how many number quantos contar cuántos",
    "update": "change move edit rename reschedule mudar alterar editar adiar remarcar cambiar mover modificar aplazar",
    "delete": "cancel remove cancelar desmarcar apagar remover quitar borrar anular",
    "remove": "cancel delete hide cancelar apagar esconder quitar borrar ocultar",
    "complete": "done finish check off concluir feito terminar completar hecho acabar",
    "relate": "relationship sister brother relação irmã irmão relación hermana hermano",
    "merge": "same duplicate join juntar duplicado mesmo unir mismo",
    "unmerge": "split apart separar",
}


def words_of(spec: ToolSpec) -> str:
    """All words that a tool may be found by."""
    said = " ".join(question for question, _ in spec.examples)
    name = spec.name.split("_")
    about = " ".join(_ABOUT.get(group, "") for group in sorted(spec.groups))
    does = " ".join(_DOES[one] for one in name if one in _DOES)
    return f"{' '.join(name)} {spec.group} {spec.description} {said} {about} {does}"


MOST_DISCOVERED = 50
ERRORS_TOLD = 5
MILLISECONDS = 1_000
INVOKE = "invoke_tool"
DISCOVER = "discover_tools"
_CODES: dict[RejectedFor, str] = {"scope": "scope_missing", "limit": "limit_reached"}
"""Of refusals that are no fault of the arguments."""

log = get_logger(__name__)


class DiscoverTools(Arguments):
    """Arguments of `discover_tools`."""

    query: str = Field(max_length=2_000, description="What you want to do, or a tool's exact name. Empty lists all.")
    limit: int = Field(default=8, ge=1, le=MOST_DISCOVERED)


class InvokeTool(Arguments):
    """Arguments of `invoke_tool`."""

    name: str = Field(min_length=1, max_length=SHORT, description="The tool's name, from discover_tools.")
    arguments: dict[str, Any] = Field(default_factory=dict, description="Its arguments, by its input_schema.")


@dataclass(frozen=True)
class Offer:
    """A tool as a client sees it."""

    name: str
    title: str
    description: str
    input_schema: Mapping[str, Any]
    reads: bool
    destructive: bool
    repeats: bool


class Toolbox:
    """All tools of one process."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        own = (*analytics_tools.TOOLS, *profile_tools.TOOLS, *self._finding(), *memory_tools.TOOLS)
        self._own = {one.name: one for one in own}
        self._specs = {one.name: one for one in offered(runtime.outside.tools) if one.name not in self._own}
        self._tools: tuple[ToolContract, ...] = (*own, *self._specs.values())
        self._offers = {one.name: one for one in [*map(_own_offer, own), *map(_spec_offer, self._specs.values())]}
        self._findable = [
            *(Findable(one.name, f"{one.title} {one.description} {one.words}") for one in own),
            *(Findable(one.name, words_of(one)) for one in self._specs.values()),
        ]

    @property
    def listed(self) -> list[Offer]:
        """What is told at once."""
        return [self._offers[one.name] for one in self._own.values() if one.always]

    async def call(self, caller: Caller, name: str, arguments: Mapping[str, Any] | None) -> Answer:
        """What a tool gives; what is wrong with a call is told in the answer. Never raises for what a caller sent."""
        given: Any = storable_json(dict(arguments or {}))
        if name == INVOKE:
            return await self._invoked(caller, given)
        began = asyncio.get_running_loop().time()
        answer = await self._answered(caller, name, given)
        taken = int((asyncio.get_running_loop().time() - began) * MILLISECONDS)
        await self._remember(caller, name, given, answer, taken)
        return answer

    async def told(self, caller: Caller, what: str, told: tuple[tuple[str, UUID], ...]) -> None:
        """Remember what a resource or a prompt told this caller."""
        await self._remember(caller, what, {}, Answer({}, told=told), 0)

    async def _invoked(self, caller: Caller, given: Mapping[str, Any]) -> Answer:
        """What it names is the call: that is what the user's rules are about, and what is remembered."""
        site = self._runtime.outside.site(caller.owner, RuleSet(), [self._own[INVOKE]], client=caller.client)
        judged = judge(ToolCall("", INVOKE, given), site)
        if not isinstance(judged.model, InvokeTool):
            return _refused(judged)
        if judged.model.name == INVOKE:
            return refusal("invalid_arguments", "Name the tool itself, not invoke_tool.")
        return await self.call(caller, judged.model.name, judged.model.arguments)

    async def _answered(self, caller: Caller, name: str, given: Mapping[str, Any]) -> Answer:
        async def own(tool: OwnTool, asked: Any) -> Answer:
            try:
                return await tool.handle(Call(self._runtime, caller), asked)
            except ClientError as error:
                return refusal(error.code, error.detail, errors=[dict(one) for one in error.errors])
            except ValidationError as error:  # what it hands on is not as the slice wants it: blank texts
                return _malformed(tool.name, error)

        try:
            result = await self._runtime.outside.call(
                caller.owner, name, given, client=caller.client, offered=self._tools, door_tools=own
            )
        except Exception:  # a named border: an agent from outside is answered, whatever happened here
            log.exception("an mcp call could not be judged", tool=plain_name(name))
            return refusal("internal", f"'{plain_name(name)}' failed on the server's side.", outcome="failed")
        return self._unknown(name) if result.judged.why == "unknown" else _answer(result)

    def _unknown(self, name: str) -> Answer:
        meant = near(name, self._findable)
        hint = f" Did you mean {' or '.join(meant)}?" if meant else " discover_tools finds what there is."
        return refusal("unknown_tool", f"There is no tool '{plain_name(name)}'.{hint}", near=meant)

    async def _remember(
        self, caller: Caller, name: str, given: Mapping[str, Any], answer: Answer, duration_ms: int
    ) -> None:
        session_id = given.get("session_id")
        record = AgentCallRecord(
            client=caller.client,
            known_as=caller.known_as,
            tool=plain_name(name),
            outcome=answer.outcome,
            duration_ms=duration_ms,
            session_id=session_id[:SHORT] if isinstance(session_id, str) else None,
            preview_id=answer.preview_id,
            told=answer.told,
        )
        log.info("mcp call", tool=record.tool, outcome=record.outcome, client=record.client, ms=duration_ms)
        try:
            async with self._runtime.database.unit_of_work_of(caller.owner.id) as tx:
                await calls.record(tx, record)
        except (SQLAlchemyError, OSError) as error:
            log.warning("a call from outside could not be remembered", tool=record.tool, error=str(error))

    # --- finding tools

    def _finding(self) -> Sequence[OwnTool]:
        async def discover(_: Call, given: DiscoverTools) -> Answer:
            names = found(given.query, self._findable, given.limit)
            return Answer({"tools": [_discovered(self._offers[name]) for name in names]})

        async def invoke(call: Call, given: InvokeTool) -> Answer:
            return await self.call(call.caller, given.name, given.arguments)

        return (
            OwnTool(
                name=DISCOVER,
                title="Find tools",
                description="Find tools by what they do (events, contacts, todos, places, documents, memory …), with "
                "their schemas. Call what it finds by its name, or through invoke_tool.",
                arguments=DiscoverTools,
                handle=discover,
                always=True,
                reads=True,
                repeats=True,
                ruled=False,  # finding a tool is no use of any
            ),
            OwnTool(
                name=INVOKE,
                title="Call a tool",
                description="Call a tool that discover_tools found. Changes of the user's things never happen at once: "
                "they become previews that wait for the user.",
                arguments=InvokeTool,
                handle=invoke,
                always=True,
                destructive=True,
                ruled=False,
            ),
        )


def _answer(result: CallResult) -> Answer:
    """What came of a call of a tool that there is."""
    if isinstance(result.answer, Answer):
        return result.answer
    if result.error is not None:
        code = "internal" if isinstance(result.judged.spec, OwnTool) else "tool_failed"
        return refusal(code, result.record.reason, outcome="failed")
    return answer_of(result) if result.judged.accepted else _refused(result.judged)


def _refused(judged: ValidatedCall) -> Answer:
    """A call that did nothing, with what is wrong with each argument."""
    if judged.rule is not None:
        return rule_refusal(judged.rule, judged.reason)
    if judged.why != "malformed":
        return refusal(_CODES.get(judged.why or "malformed", "invalid_arguments"), judged.reason)
    errors = _faults(judged)
    # What no argument is at fault for is no JSON at all: NaN, endless nesting.
    code = "invalid_arguments" if errors or not isinstance(judged.spec, OwnTool) else "invalid_request"
    return refusal(code, judged.reason, errors=errors)


def _malformed(name: str, error: ValidationError) -> Answer:
    errors = field_errors(error)[:ERRORS_TOLD]
    told = " ".join(f"'{'.'.join(map(str, one['loc'])) or 'arguments'}': {one['message']}." for one in errors)
    return refusal("invalid_arguments", f"The arguments of '{name}' are not right. {told}", errors=[*map(dict, errors)])


def _faults(judged: ValidatedCall) -> Sequence[Mapping[str, Any]]:
    if judged.spec is None or judged.spec.arguments is None:
        return []
    try:
        judged.spec.arguments.model_validate(judged.call.arguments)
    except ValidationError as error:
        return [*map(dict, field_errors(error)[:ERRORS_TOLD])]
    return []


def _own_offer(one: OwnTool) -> Offer:
    return Offer(one.name, one.title, one.description, one.schema, one.reads, one.destructive, one.repeats)


def _spec_offer(one: ToolSpec) -> Offer:
    description = one.description if is_read(one) else f"{one.description} Becomes a preview that waits for the user."
    title = one.name.replace("_", " ").capitalize()
    return Offer(one.name, title, description, one.schema, is_read(one), is_destructive(one), is_read(one))


def _discovered(one: Offer) -> dict[str, Any]:
    hints = {"readOnlyHint": one.reads, "destructiveHint": one.destructive, "idempotentHint": one.repeats}
    return {
        "name": one.name,
        "description": one.description,
        "input_schema": dict(one.input_schema),
        "annotations": hints,
    }
