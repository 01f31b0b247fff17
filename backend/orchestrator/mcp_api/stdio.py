"""How does an agent that starts us as its child reach a running Steward? Over its own pipes, and HTTP behind them.

Both generations of the protocol are spoken on the pipes (the SDK's server), each message goes on as one exchange of the
newer generation: it stands alone, so a Steward that is restarted in between costs nothing but the wait. What never
reached a Steward is sent again; what may have reached it is not.
"""

import asyncio
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any, Literal, TypeAlias

import httpx
from mcp import types
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError
from mcp.shared.inbound import (
    MCP_METHOD_HEADER,
    MCP_NAME_HEADER,
    MCP_PROTOCOL_VERSION_HEADER,
    NAME_BEARING_METHODS,
    encode_header_value,
)

from orchestrator.errors import OperatorError
from orchestrator.mcp_api.http import PATH
from orchestrator.mcp_api.server import NAME, TITLE, own_version

GENERATION = "2026-07-28"
"""The protocol's version in which each request stands alone."""
PATIENCE_S = 45.0
"""A restart of Steward takes a few seconds, a busy machine's many; programs wait a minute for a call."""
PAUSE_S = 0.25
CONNECT_S = 5.0
ANSWER_S = 120.0

Method: TypeAlias = Literal[
    "tools/list",
    "tools/call",
    "resources/list",
    "resources/templates/list",
    "resources/read",
    "prompts/list",
    "prompts/get",
]
Context: TypeAlias = ServerRequestContext[Any, Any]


class Upstream:
    """The Steward behind. `locate`: its URL, None while there is none: asked anew for each request. `proxied`: the
    machine's proxy settings count."""

    def __init__(self, locate: Callable[[], str | None], token: str, *, proxied: bool = False) -> None:
        self._locate = locate
        self._numbers = iter(range(1, 1 << 62))
        self._http = httpx.AsyncClient(
            headers={"Authorization": f"Bearer {token}", "Accept": "application/json, text/event-stream"},
            timeout=httpx.Timeout(ANSWER_S, connect=CONNECT_S),
            trust_env=proxied,
        )

    async def request(self, method: str, params: Mapping[str, Any], client: types.Implementation | None) -> Any:
        """The result. Raises MCPError: what Steward answered, or that it can't be reached."""
        meta = {**(params.get("_meta") or {}), types.PROTOCOL_VERSION_META_KEY: GENERATION}
        meta[types.CLIENT_CAPABILITIES_META_KEY] = {}
        if client is not None:
            meta[types.CLIENT_INFO_META_KEY] = client.model_dump(mode="json", by_alias=True, exclude_none=True)
        headers = {MCP_PROTOCOL_VERSION_HEADER: GENERATION, MCP_METHOD_HEADER: method}
        named = NAME_BEARING_METHODS.get(method)
        if named is not None:
            headers[MCP_NAME_HEADER] = encode_header_value(str(params.get(named, "")))
        body = {"jsonrpc": "2.0", "id": next(self._numbers), "method": method, "params": {**params, "_meta": meta}}
        return _result(await self._post(body, headers))

    async def close(self) -> None:
        """Give back the connection."""
        await self._http.aclose()

    async def _post(self, body: Any, headers: Mapping[str, str]) -> httpx.Response:
        give_up = asyncio.get_running_loop().time() + PATIENCE_S
        while True:
            url = self._locate()
            try:
                if url is not None:
                    return await self._http.post(f"{url}{PATH}", json=body, headers=dict(headers))
            except (httpx.ConnectError, httpx.ConnectTimeout):
                pass  # nothing was sent
            except httpx.TransportError as error:
                message = "Steward went away in the middle of this call; look what became of it before you repeat it."
                raise MCPError(code=types.INTERNAL_ERROR, message=message) from error
            if asyncio.get_running_loop().time() + PAUSE_S > give_up:
                message = "No Steward answers. Start it (`steward serve`) and call again."
                raise MCPError(code=types.INTERNAL_ERROR, message=message)
            await asyncio.sleep(PAUSE_S)


def _result(answer: httpx.Response) -> Any:
    """Raises MCPError with what a JSON-RPC error or a problem says."""
    try:
        told = answer.json()
    except ValueError:
        told = {}
    told = told if isinstance(told, dict) else {}
    if "result" in told:
        return told["result"]
    error = told.get("error")
    if isinstance(error, dict):
        code, message = error.get("code", types.INTERNAL_ERROR), error.get("message", "refused")
        raise MCPError(code=int(code), message=str(message), data=error.get("data"))
    detail = str(told.get("detail") or f"Steward answered {answer.status_code}.")
    raise MCPError(code=types.INTERNAL_ERROR, message=detail, data={"status": answer.status_code})


class Forwarding:
    """Each method's handler: what the Steward behind answers."""

    def __init__(self, upstream: Upstream) -> None:
        self._upstream = upstream

    async def list_tools(self, ctx: Context, params: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        """`tools/list`."""
        return types.ListToolsResult.model_validate(await self._asked(ctx, "tools/list", params), by_name=False)

    async def call_tool(self, ctx: Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        """`tools/call`."""
        return types.CallToolResult.model_validate(await self._asked(ctx, "tools/call", params), by_name=False)

    async def list_resources(
        self, ctx: Context, params: types.PaginatedRequestParams | None
    ) -> types.ListResourcesResult:
        """`resources/list`."""
        return types.ListResourcesResult.model_validate(await self._asked(ctx, "resources/list", params), by_name=False)

    async def list_templates(
        self, ctx: Context, params: types.PaginatedRequestParams | None
    ) -> types.ListResourceTemplatesResult:
        """`resources/templates/list`."""
        told = await self._asked(ctx, "resources/templates/list", params)
        return types.ListResourceTemplatesResult.model_validate(told, by_name=False)

    async def read_resource(self, ctx: Context, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        """`resources/read`."""
        return types.ReadResourceResult.model_validate(await self._asked(ctx, "resources/read", params), by_name=False)

    async def list_prompts(self, ctx: Context, params: types.PaginatedRequestParams | None) -> types.ListPromptsResult:
        """`prompts/list`."""
        return types.ListPromptsResult.model_validate(await self._asked(ctx, "prompts/list", params), by_name=False)

    async def get_prompt(self, ctx: Context, params: types.GetPromptRequestParams) -> types.GetPromptResult:
        """`prompts/get`."""
        return types.GetPromptResult.model_validate(await self._asked(ctx, "prompts/get", params), by_name=False)

    async def _asked(self, ctx: Context, method: Method, params: types.RequestParams | None) -> Any:
        known = ctx.session.client_params
        told = params.model_dump(mode="json", by_alias=True, exclude_none=True) if params is not None else {}
        told.pop("_meta", None)
        return await self._upstream.request(method, told, known.client_info if known is not None else None)


async def serve(locate: Callable[[], str | None], token: str, *, proxied: bool = False) -> None:
    """Speak the protocol on this process's pipes until the other end closes them. Raises OperatorError where the token
    is not accepted, or nothing answers."""
    upstream = Upstream(locate, token, proxied=proxied)
    try:
        try:
            discovered = await upstream.request("server/discover", {}, None)
        except MCPError as error:
            raise OperatorError(_why(error)) from error
        server = _server(Forwarding(upstream), str(discovered.get("instructions") or ""))
        async with stdio_server() as (reading, writing):
            await server.run(reading, writing, server.create_initialization_options())
    finally:
        await upstream.close()


def _server(forwarding: Forwarding, instructions: str) -> Server[Any]:
    return Server(
        NAME,
        version=own_version(),
        title=TITLE,
        instructions=instructions or None,
        on_list_tools=forwarding.list_tools,
        on_call_tool=forwarding.call_tool,
        on_list_resources=forwarding.list_resources,
        on_list_resource_templates=forwarding.list_templates,
        on_read_resource=forwarding.read_resource,
        on_list_prompts=forwarding.list_prompts,
        on_get_prompt=forwarding.get_prompt,
    )


def _why(error: MCPError) -> str:
    status = (error.error.data or {}).get("status") if isinstance(error.error.data, dict) else None
    if status == HTTPStatus.UNAUTHORIZED:
        return "the token is not accepted; name one with --token (steward token create NAME --scopes mcp)"
    return str(error.error.message)
