"""How does a model call tools that can't, or that writes its calls as text?

Two ways, learnt from the model itself. *Native*: tool definitions go out, calls come back; a call that stands in the
text is read there, and from then on the other way is taken. *By schema*: no definitions go out; a JSON Schema lets the
model write either `{"tool", "arguments"}` or `{"answer"}`, and results are told as a user's words (native tool turns
make such models repeat the call: contracts/local_models.md, part 3).
"""

import json
from collections.abc import AsyncGenerator, Iterator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import replace
from typing import Any, Literal, cast

import structlog

from orchestrator.kit import patterns
from orchestrator.kit.text import shorten
from orchestrator.llm.loose_json import parse_object
from orchestrator.llm.messages import ChatReply, ChatRequest, Delta, Message, Role, ToolCall, ToolSchema
from orchestrator.llm.port import BadModelOutput, ChatModel, ModelInfo, Remote, ToolsUnsupported, Unloadable
from orchestrator.llm.replies import presentable, tool_call
from orchestrator.llm.request_parts import lean
from orchestrator.llm.text_calls import calls_in_text

log = structlog.get_logger(__name__)

Way = Literal["native", "schema"]

_DESCRIPTION_LENGTH = 160  # small models lose the thread in long lists of tools
_QUESTION_LENGTH = 300
_CALL_BEGINS = ("{", "[", "<", "`")  # text that begins so may be a call and is not shown before it is known
_MARK = patterns.compile(r"(?i)\s*</?(?:tools?|tool_calls?|function(?:_calls?)?)\b[^>]*>")
_HOW = """Tools you can use (? = leave out unless the user said it):
{tools}

Reply with one JSON object, nothing else.
To look up or change something: {{"tool": "<name>", "arguments": {{"<argument>": "<words copied from the user>"}}}}
To greet, or to tell what a result says: {{"answer": "<text>"}}
Never answer from memory what a tool can look up. Never fill in an argument that the user did not say.
{examples}"""
_ANSWER_OR_CALL = "Now answer the question, or call another tool."
_ANSWER = "Now answer the question from these results."
_MOST_EXAMPLES = 8
_MOST_TOKENS = 1024
"""Of a reply by schema: a call or an answer, without thoughts. At ten tokens a second a larger one is never awaited."""


class JsonTools:
    """A ChatModel around one that may have trouble with tools. What it learns holds as long as the object lives."""

    def __init__(self, inner: ChatModel, *, way: Way = "native") -> None:
        self._inner = inner
        self._way: Way = way
        self._called_natively = False

    @property
    def remote(self) -> bool:
        """See Remote."""
        return isinstance(self._inner, Remote) and self._inner.remote

    @property
    def address(self) -> str:
        """See Remote."""
        return self._inner.address if isinstance(self._inner, Remote) else ""

    @property
    def name(self) -> str:
        return self._inner.name

    @property
    def provider(self) -> str:
        return self._inner.provider

    @property
    def way(self) -> Way:
        """How tools are offered to this model now."""
        return self._way

    async def chat(self, request: ChatRequest) -> ChatReply:
        """See ChatModel."""
        if not request.tools:
            return await self._inner.chat(self._without_calls(request))
        if self._way == "native":
            try:
                reply = self._read(await self._inner.chat(request), request)
                if not self._only_marked(reply):
                    return reply
                self._switch("it marks a call and makes none")
            except ToolsUnsupported:
                self._switch("the server takes no tools for it")
        return from_schema_reply(await self._inner.chat(as_schema_request(request)), request.tools)

    async def stream(self, request: ChatRequest) -> AsyncGenerator[Delta, None]:
        """See ChatModel. Text that may turn out to be a call is held back until the whole reply is known."""
        if request.tools and self._way == "native":
            try:
                async with aclosing(self._native_stream(request)) as deltas:
                    async for delta in deltas:
                        yield delta
                return
            except ToolsUnsupported:
                self._switch("the server takes no tools for it")
        elif not request.tools and self._way == "native":
            async with aclosing(cast("AsyncGenerator[Delta, None]", self._inner.stream(request))) as plain:
                async for delta in plain:
                    yield delta
            return
        reply = await self.chat(request)
        if reply.text:
            yield Delta(text=reply.text)
        yield Delta(reply=reply)

    async def warm(self) -> None:
        """See ChatModel."""
        await self._inner.warm()

    async def probe(self) -> ModelInfo:
        """See ChatModel."""
        return await self._inner.probe()

    async def unload(self) -> bool:
        """See Unloadable."""
        return isinstance(self._inner, Unloadable) and await self._inner.unload()

    async def close(self) -> None:
        """See ChatModel."""
        await self._inner.close()

    async def _native_stream(self, request: ChatRequest) -> AsyncGenerator[Delta, None]:
        held = ""
        shown = False
        async with aclosing(cast("AsyncGenerator[Delta, None]", self._inner.stream(request))) as deltas:
            async for delta in deltas:
                if delta.reply is not None:
                    reply = self._read(delta.reply, request)
                    if not shown and reply.text:
                        yield Delta(text=reply.text)
                    yield Delta(reply=reply)
                elif shown:
                    yield delta
                else:
                    held += delta.text
                    if held.strip() and not held.lstrip().startswith(_CALL_BEGINS):
                        shown = True
                        yield Delta(text=held)

    def _without_calls(self, request: ChatRequest) -> ChatRequest:
        return replace(request, messages=_retold(request)) if self._way == "schema" else request

    def _read(self, reply: ChatReply, request: ChatRequest) -> ChatReply:
        """The reply with calls that stand in its text made calls."""
        if reply.tool_calls:
            self._called_natively = True
            return reply
        calls = calls_in_text(reply.text, [tool.name for tool in request.tools])
        if not calls:
            return reply
        if not self._called_natively:  # a model that can and once did not is no reason to switch
            self._switch("it writes its calls as text")
        made = tuple(tool_call(None, call.name, call.arguments) for call in calls)
        return replace(reply, text="", tool_calls=made, finish_reason="tool_calls")

    def _only_marked(self, reply: ChatReply) -> bool:
        """The beginning of a call without a call: no answer to show, and asked again it goes on so."""
        marked = not reply.tool_calls and _MARK.match(reply.text) is not None
        return marked and not self._called_natively

    def _switch(self, why: str) -> None:
        if self._way != "schema":
            self._way = "schema"
            log.info("tools are offered by schema from now on", model=self.name, why=why)


def as_schema_request(request: ChatRequest) -> ChatRequest:
    """The same request for a model that knows no tools."""
    return replace(
        request,
        messages=_with_tools_told(_retold(request), request),
        tools=(),
        schema=reply_schema(request.tools if request.may_call else (), may_answer=not request.must_call),
        may_be_cut=True,
        max_tokens=min(request.max_tokens or _MOST_TOKENS, _MOST_TOKENS),
    )


def reply_schema(tools: Sequence[ToolSchema], *, may_answer: bool = True) -> dict[str, Any]:
    """Exactly one of: a call of one of `tools`, or (where it may, or there are none) an answer."""
    calls = [
        {
            "type": "object",
            "properties": {"tool": {"const": tool.name}, "arguments": _offered(tool)},
            "required": ["tool", "arguments"],
            "additionalProperties": False,
        }
        for tool in tools
    ]
    if calls and not may_answer:
        return {"oneOf": calls}
    answer = {
        "type": "object",
        "properties": {"answer": {"type": "string"}},
        "required": ["answer"],
        "additionalProperties": False,
    }
    return {"oneOf": [*calls, answer]} if calls else answer


def from_schema_reply(reply: ChatReply, tools: Sequence[ToolSchema]) -> ChatReply:
    """The call or the answer that stands in the reply's JSON. Raises BadModelOutput where neither does, and for a call
    that broke off."""
    told = parse_object(reply.text)
    if told is None:
        raise BadModelOutput("the model answered with broken JSON")
    answer, name = told.get("answer"), told.get("tool")
    cut = reply.finish_reason == "length"
    if isinstance(answer, str) and answer.strip():
        return replace(reply, text=presentable(answer) if cut else answer)
    if cut:
        raise BadModelOutput("the model's call broke off")
    if isinstance(name, str) and name:
        made = [tool_call(None, name, told.get("arguments"))]
    else:
        found = calls_in_text(reply.text, [tool.name for tool in tools])
        made = [tool_call(None, call.name, call.arguments) for call in found]
    if not made:
        raise BadModelOutput("the model named neither a tool nor an answer")
    return replace(reply, text="", tool_calls=tuple(made), finish_reason="tool_calls")


def tools_in_words(tools: Sequence[ToolSchema]) -> str:
    """One line a tool: name, arguments (`?` = may be left out), what it is for."""
    return "\n".join(
        f"- {tool.name}({_arguments_in_words(tool)}): "
        f"{shorten(' '.join(tool.description.split()), _DESCRIPTION_LENGTH)}"
        for tool in tools
    )


def _examples_in_words(tools: Sequence[ToolSchema]) -> str:
    """What users say and the replies they mean: a small model learns the form of a call from these."""
    told = [
        f'"{said}" -> {json.dumps({"tool": tool.name, "arguments": dict(arguments)}, ensure_ascii=False)}'
        for tool in tools
        for said, arguments in tool.examples
    ]
    return "\n".join(["Examples:", *told[:_MOST_EXAMPLES]]) if told else ""


def _offered(tool: ToolSchema) -> dict[str, Any]:
    shape = lean(tool.parameters)
    return {
        **shape,
        "properties": {name: one for name, one in shape["properties"].items() if name not in tool.hidden_arguments},
    }


def _arguments_in_words(tool: ToolSchema) -> str:
    shape = _offered(tool)
    required = set(shape.get("required") or ())
    return ", ".join(
        f"{name}{'' if name in required else '?'}{_choices(schema)}"
        for name, schema in (shape.get("properties") or {}).items()
    )


def _choices(schema: Mapping[str, Any]) -> str:
    values = schema.get("enum")
    return ": " + "|".join(str(value) for value in values) if isinstance(values, list) else ""


def _with_tools_told(messages: tuple[Message, ...], request: ChatRequest) -> tuple[Message, ...]:
    # The same in every prompt of a turn, so that a server has what it has read (docs/decisions/0183).
    how = _HOW.format(tools=tools_in_words(request.tools), examples=_examples_in_words(request.tools)).rstrip()
    if messages and messages[0].role is Role.SYSTEM:
        first = replace(messages[0], content=f"{messages[0].content}\n\n{how}")
        return (first, *messages[1:])
    return (Message(Role.SYSTEM, how), *messages)


def _retold(request: ChatRequest) -> tuple[Message, ...]:
    return tuple(_in_words(request.messages, _question(request), may_call=request.may_call and bool(request.tools)))


def _question(request: ChatRequest) -> str:
    if request.facts is not None:
        return request.facts.question
    return next((message.content for message in reversed(request.messages) if message.role is Role.USER), "")


def _in_words(messages: Sequence[Message], question: str, *, may_call: bool) -> Iterator[Message]:
    """Calls as the JSON that the model is taught to write, results as the user's words, neighbours joined."""
    results: list[str] = []
    last = max((at for at, message in enumerate(messages) if message.role is Role.TOOL), default=-1)
    for position, message in enumerate(messages):
        if message.role is Role.TOOL:
            results.append(f"Result of {message.tool_name or 'the tool'}: {message.content}")
            if position + 1 == len(messages) or messages[position + 1].role is not Role.TOOL:
                on = _ANSWER_OR_CALL if may_call or position < last else _ANSWER
                yield Message(Role.USER, _results_told(results, question, on))
                results = []
        elif message.tool_calls:
            yield Message(Role.ASSISTANT, _calls_told(message.tool_calls))
        else:
            yield message


def _results_told(results: Sequence[str], question: str, on: str) -> str:
    asked = shorten(" ".join(question.split()), _QUESTION_LENGTH)
    return "\n".join(results) + f"\n\n{on} The question: {asked}"


def _calls_told(calls: Sequence[ToolCall]) -> str:
    return "\n".join(
        json.dumps(
            {
                "tool": call.name,
                "arguments": call.arguments if isinstance(call.arguments, str) else dict(call.arguments),
            },
            ensure_ascii=False,
        )
        for call in calls
    )
