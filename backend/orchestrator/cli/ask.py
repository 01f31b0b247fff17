"""`steward ask "…"`: one question, by the running server or, without one, in a process of its own."""

import sys
from typing import Annotated

import typer

from orchestrator.cli.terminal.chat_loop import question_body, turn
from orchestrator.cli.terminal.client import Token, Url, connected
from orchestrator.cli.terminal.output import say_json
from orchestrator.cli.terminal.rendering import Screen


def ask(
    question: Annotated[str, typer.Argument(help="The question; - reads it from stdin.")],
    thread: Annotated[str | None, typer.Option(help="Go on in this thread.", show_default=False)] = None,
    profile: Annotated[str | None, typer.Option(help="The profile that is to answer.", show_default=False)] = None,
    url: Url = None,
    token: Token = None,
    as_json: Annotated[bool, typer.Option("--json", help="The whole bundle of /ask.")] = False,
) -> None:
    """Ask one question. What waits for a confirmation can be confirmed in the app or by `steward chat`."""
    text = sys.stdin.read() if question == "-" else question
    screen = Screen()
    with connected(url, token) as client:
        body = question_body(text, thread_id=thread, profile=profile)
        bundle = turn(client, body, (lambda *_: None) if as_json else screen.follow)
    if as_json:
        say_json(bundle)
        return
    screen.answer(bundle)
    waiting = bundle.get("previews", [])
    screen.previews(enumerate(waiting, start=1))
    if waiting:
        screen.note(f"to confirm: steward chat --thread {bundle['thread_id']}, or in the app")


COMMAND = ask
