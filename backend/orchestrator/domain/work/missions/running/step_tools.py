"""What can an agent do that no other tool does? Give its result with what proves it, ask, have another agent help,
write a file. These end or hold its run; none of them changes anything of the user's."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from orchestrator.agent.tools.spec import ReadTool, ToolContext, ToolResult, ToolSpec
from orchestrator.agent.types.clarification import NeedUserInput, Option
from orchestrator.agent.types.origin import Origin
from orchestrator.errors import ClientError, ToolRejected

GROUP = "mission"
SUBMIT, ASK, DELEGATE, WRITE_FILE, DONE = "submit_result", "ask_question", "delegate", "write_file", "step_done"
OWN = frozenset({SUBMIT, ASK, DELEGATE, WRITE_FILE, DONE})
DELEGATION_TIMEOUT_S = 600.0


class _Arguments(BaseModel):
    model_config = ConfigDict(extra="ignore")


class ClaimEvidence(_Arguments):
    """What a claim stands on."""

    tool: str = Field(default="", description="The tool whose result proves it.")
    call: str = Field(default="", description="The id of that call, if there were several.")
    quote: str = Field(default="", description="Words copied exactly from that result.")
    row: str = Field(default="", description="The id of a row in that result.")
    count: int | None = Field(default=None, description="How many that call found.")
    file: str = Field(default="", description="A file that was written.")


class ClaimGiven(_Arguments):
    """One finding."""

    text: str
    evidence: list[ClaimEvidence] = Field(default_factory=list, max_length=10)


class SubmitResult(_Arguments):
    """Arguments of `submit_result`."""

    summary: str = Field(description="The result in a few sentences.")
    claims: list[ClaimGiven] = Field(
        default_factory=list, max_length=60, description="Each finding with what proves it."
    )
    output: dict[str, Any] = Field(default_factory=dict, description="Fields that the step asks for.")


class AskQuestion(_Arguments):
    """Arguments of `ask_question`."""

    question: str
    options: list[str] = Field(default_factory=list, max_length=8)
    default: str = Field(default="", description="What to take if nobody answers.")


class Delegate(_Arguments):
    """Arguments of `delegate`."""

    agent: str
    objective: str
    reason: str = ""


class WriteFile(_Arguments):
    """Arguments of `write_file`."""

    path: str
    text: str


class Nothing(_Arguments):
    """Arguments of `step_done`."""


@dataclass
class Gathered:
    """What an agent gave in its run. `files`: sha256 by path; `delegated`: what others it asked gave."""

    summary: str = ""
    claims: list[dict[str, Any]] = field(default_factory=list)
    output: dict[str, Any] = field(default_factory=dict)
    files: dict[str, str] = field(default_factory=dict)
    submitted: bool = False
    asked: AskQuestion | None = None


Answer = Callable[[AskQuestion], Awaitable[tuple[str, str] | None]]
"""The answer and what it is from, where nobody has to be asked."""
Help = Callable[[Delegate], Awaitable[dict[str, Any] | NeedUserInput]]
"""What another agent gave, or the question whether it may be asked. Raises ToolRejected where it may not."""
Write = Callable[[str, str], Awaitable[str]]
"""(path, text) -> sha256."""


def done_tool() -> ReadTool:
    """Ends a step whose calls were fixed beforehand: no model is asked."""

    async def done(ctx: ToolContext, _: Nothing) -> ToolResult:
        del ctx
        return ToolResult({"done": True}, "done", evidence=frozenset({"retrieval"}))

    return ReadTool(
        name=DONE,
        description="The step's calls are made.",
        group=GROUP,
        execute=done,
        arguments=Nothing,
        concludes=True,
    )


def agent_tools(gathered: Gathered, answer: Answer, write: Write, help_of: Help | None) -> Sequence[ToolSpec]:
    """The tools of one attempt; `help_of`: None where it may ask nobody."""
    tools: list[ToolSpec] = [_submit(gathered), _ask(gathered, answer), _write(gathered, write)]
    return [*tools, _delegate(help_of)] if help_of is not None else tools


def _submit(gathered: Gathered) -> ReadTool:
    async def submit(ctx: ToolContext, given: SubmitResult) -> ToolResult:
        del ctx
        gathered.summary, gathered.output = given.summary, given.output
        gathered.claims = [one.model_dump() for one in given.claims]
        gathered.submitted = True
        return ToolResult({"received": True}, "received", evidence=frozenset({"retrieval"}))

    return ReadTool(
        name=SUBMIT,
        description="Give your result and end. Each claim names the tool whose result proves it, with a quotation.",
        group=GROUP,
        execute=submit,
        arguments=SubmitResult,
        independent=False,
        concludes=True,
    )


def _ask(gathered: Gathered, answer: Answer) -> ReadTool:
    async def ask(ctx: ToolContext, given: AskQuestion) -> ToolResult | NeedUserInput:
        del ctx
        if not given.question.strip():
            raise ToolRejected("Give question: what has to be known.")
        found = await answer(given)
        if found is not None:
            told, source = found
            return ToolResult({"answer": told, "source": source}, "answered", evidence=frozenset({"retrieval"}))
        gathered.asked = given
        options = tuple(Option(str(at), label) for at, label in enumerate(given.options, 1))
        return NeedUserInput("choice" if options else "text", given.question, options, origin=Origin.AGENT)

    return ReadTool(
        name=ASK,
        description="Ask what you can't find out and need. Only what nobody could look up.",
        group=GROUP,
        execute=ask,
        arguments=AskQuestion,
        independent=False,
    )


def _write(gathered: Gathered, write: Write) -> ReadTool:
    async def write_file(ctx: ToolContext, given: WriteFile) -> ToolResult:
        del ctx
        try:
            digest = await write(given.path, given.text)
        except ClientError as error:
            raise ToolRejected(error.detail) from error
        gathered.files[given.path] = digest
        told = {"path": given.path, "sha256": digest}
        return ToolResult(told, f"wrote {given.path}", origin=Origin.AGENT, evidence=frozenset({"retrieval"}))

    return ReadTool(
        name=WRITE_FILE,
        description="Write a text file of the mission.",
        group=GROUP,
        execute=write_file,
        arguments=WriteFile,
        independent=False,
        verbatim_arguments=frozenset(),
    )


def _delegate(help_of: Help) -> ReadTool:
    async def delegate(ctx: ToolContext, given: Delegate) -> ToolResult | NeedUserInput:
        del ctx
        told = await help_of(given)
        if isinstance(told, NeedUserInput):
            return told
        return ToolResult(told, "helped", origin=Origin.AGENT, evidence=frozenset({"retrieval"}))

    return ReadTool(
        name=DELEGATE,
        description="Have another agent do a part of it. It gets only what you write in objective.",
        group=GROUP,
        execute=delegate,
        arguments=Delegate,
        independent=False,
        timeout_s=DELEGATION_TIMEOUT_S,
    )
