"""The server itself: tools, resource and limits, the same over every transport."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import anyio.to_thread
from mcp.server import MCPServer
from mcp.server.context import CallNext, HandlerResult, ServerMiddleware, ServerRequestContext
from mcp.server.mcpserver.exceptions import ResourceNotFoundError, UnexpectedToolError
from mcp.server.mcpserver.tools import Tool
from mcp.server.mcpserver.utilities.func_metadata import func_metadata
from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_PARAMS, CallToolResult, TextContent, ToolAnnotations

from generator import __version__
from generator.mcp.limits import RateLimit
from generator.mcp.schemas import ARGUMENTS, ToolText, tool_texts
from generator.mcp.tools import answer, report_text
from generator.mcp.wording import NOTICE, WrongCallError, mending, too_fast
from generator.relations.query.errors import QueryError, quoted
from generator.relations.query.store import Store

NAME = "incident-library"

TOO_MANY_CALLS = -32029
"""JSON-RPC code of a refused request that is no call of a tool."""

_INSTRUCTIONS = (
    "A library of infrastructure incident reports, each from a named source. Begin with search_incidents (symptoms, "
    "error messages, alert names, in Korean or English), match_text (a pasted log) or check_manifests (Kubernetes "
    "manifests); read one with get_incident. "
    f"{NOTICE} Cite an incident by its id and its sources; what a source does not say is null."
)


class _LibraryTool(Tool):
    """A tool whose arguments this package checks itself, so that each error says how to mend the call."""

    async def run(self, arguments: dict[str, Any], context: Any, convert_result: bool = False) -> Any:  # noqa: ARG002
        """The result of one call; made in a thread, so that others are not held up."""
        try:
            return await anyio.to_thread.run_sync(self.fn, arguments)
        except Exception as error:
            raise UnexpectedToolError(f"Error executing tool {self.name}") from error


class Traffic:
    """What goes through a server: held against its rate limit, and counted while it is being answered."""

    def __init__(self, limit: RateLimit | None = None) -> None:
        self._limit = limit or RateLimit()
        self.running = 0
        """Requests that wait for their answer."""

    def middleware(self) -> ServerMiddleware[Any]:
        """The same as the SDK takes it. Notifications are counted and let through."""

        async def check(ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
            seconds = self._limit.wait()
            if seconds and ctx.request_id is not None:
                if ctx.method == "tools/call":
                    return _error("too-many-calls", too_fast(seconds))
                raise MCPError(TOO_MANY_CALLS, too_fast(seconds), {"retry_after": math.ceil(seconds)})
            self.running += 1
            try:
                return await call_next(ctx)
            finally:
                self.running -= 1

        return check


async def _known_alone(ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
    """Refuses a tool that there is not, in a word that helps, and any prompt, as the protocol has it: there is none."""
    if ctx.method == "prompts/get":
        raise MCPError(INVALID_PARAMS, "This server has no prompts")
    found = await call_next(ctx)
    name = (ctx.params or {}).get("name")
    if ctx.method == "tools/call" and name not in ARGUMENTS:
        return _error("unknown-tool", f"No tool {quoted(name)}. Tools: {', '.join(ARGUMENTS)}.")
    return found


def make_server(store: Store, traffic: Traffic | None = None) -> MCPServer[Any]:
    """The server of a library."""
    server: MCPServer[Any] = MCPServer(
        NAME,
        title=store.names.get("en") or next(iter(store.names.values())),
        version=__version__,
        instructions=_INSTRUCTIONS,
        website_url=store.base_url,
        tools=[_tool(store, text) for text in tool_texts(store)],
        log_level="ERROR",
        subscriptions=False,
        middleware=[(traffic or Traffic()).middleware(), _known_alone],
    )

    @server.resource(
        "incident://{id}/{language}",
        name="incident",
        title="Incident report",
        description=f"One report as Markdown; id as IL-0585, language one of: {', '.join(store.languages)}",
        mime_type="text/markdown",
    )
    def incident(id: str, language: str) -> str:  # noqa: A002  # the name in the address
        try:
            return report_text(store, id, language)
        except QueryError as error:
            raise ResourceNotFoundError(mending(error)) from None

    return server


def _tool(store: Store, text: ToolText) -> Tool:
    def call(arguments: Mapping[str, Any]) -> CallToolResult:
        return call_tool(store, text.name, arguments)

    return _LibraryTool(
        fn=call,
        name=text.name,
        title=text.title,
        description=text.description,
        parameters=text.schema,
        fn_metadata=func_metadata(call, structured_output=False),
        is_async=False,
        context_kwarg=None,
        annotations=ToolAnnotations(read_only_hint=True, open_world_hint=False),
    )


def call_tool(store: Store, name: str, arguments: Mapping[str, Any]) -> CallToolResult:
    """The result of a tool; where the call needs mending, an error that says how."""
    try:
        found = answer(store, name, arguments)
    except QueryError as error:
        return _error(error.code, mending(error))
    except WrongCallError as error:
        return _error(error.code, error.message)
    return CallToolResult(content=[TextContent(type="text", text=found.text)], structured_content=found.structured)


def _error(code: str, message: str) -> CallToolResult:
    return CallToolResult(
        content=[TextContent(type="text", text=message)],
        structured_content={"error": {"code": code, "message": message}},
        is_error=True,
    )
