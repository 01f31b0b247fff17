"""`steward chat`: a conversation on the terminal. What starts with a colon is for us, everything else for Steward."""

import sys
from collections.abc import Mapping
from typing import Annotated, Any

import typer

from orchestrator.cli.terminal.chat_loop import question_body, turn
from orchestrator.cli.terminal.client import Client, Refused, Token, Url, connected
from orchestrator.cli.terminal.rendering import Screen

HELP = """:confirm [n]   do what preview n proposes (the last one, where no number is given)
:cancel [n]    drop it
:undo [n]      take back what it did
:new           begin a new thread
:quit          leave (/quit, Ctrl-D too); Ctrl-C ends an answer that is under way
:help          this (/help too)
A number alone chooses an option that is offered."""
ACTS = ("confirm", "cancel", "undo")
QUITS = frozenset({":quit", ":q", ":exit", "/quit", "/exit", "/q"})
HELPS = frozenset({"/help", "/?"})
"""As other programs have them; every other word after a stroke is a command for Steward (`/event`, `/new`)."""


def chat(
    thread: Annotated[str | None, typer.Option(help="Go on in this thread.", show_default=False)] = None,
    profile: Annotated[str | None, typer.Option(help="The profile that is to answer.", show_default=False)] = None,
    url: Url = None,
    token: Token = None,
) -> None:
    """Talk: ask, confirm, undo. /help says how; /quit ends."""
    with connected(url, token) as client:
        Conversation(client, Screen(), thread, profile).run()


COMMAND = chat


class Conversation:
    """One session at the terminal: its thread, the previews seen in it, and what was asked last."""

    def __init__(self, client: Client, screen: Screen, thread_id: str | None, profile: str | None) -> None:
        self._client = client
        self._screen = screen
        self._thread_id = thread_id
        self._profile = profile
        self._previews: list[dict[str, Any]] = []
        self._asked: Mapping[str, Any] | None = None

    def run(self) -> None:
        """Until the input ends."""
        if sys.stdin.isatty():
            self._screen.note("Ask away. /help says what else there is, /quit ends.")
        if self._thread_id is not None:
            self._recall()
        while (line := self._read()) is not None:
            try:
                if line.lower() in QUITS:
                    return
                self._take(line)
            except Refused as refusal:
                self._screen.note(f"{refusal}")
            except KeyboardInterrupt:
                self._screen.note("stopped")

    def _read(self) -> str | None:
        """The next line that says something; None at the end."""
        while True:
            try:
                line = input("> " if sys.stdin.isatty() else "").strip()
            except EOFError:
                return None
            except KeyboardInterrupt:
                self._screen.note("(Ctrl-D ends)")
                continue
            if line:
                return line

    def _take(self, line: str) -> None:
        if line.startswith(":"):
            self._command(*line[1:].split())
            return
        if line.lower() in HELPS:
            self._command()
            return
        body = question_body(line, thread_id=self._thread_id, profile=self._profile)
        reply = self._reply(line)
        if reply is not None:
            body["reply_to_clarification"] = reply
        bundle = turn(self._client, body, self._screen.follow)
        self._thread_id = bundle["thread_id"]
        self._asked = bundle.get("need_user_input")
        self._screen.answer(bundle)
        self._present(bundle.get("previews", []))

    def _reply(self, line: str) -> dict[str, str] | None:
        """A number chooses among what was offered; text answers a question that wanted text."""
        if self._asked is None:
            return None
        options = self._asked.get("options", [])
        if line.isascii() and line.isdigit() and 1 <= int(line) <= len(options):
            return {"id": self._asked["id"], "option_id": options[int(line) - 1]["id"]}
        return {"id": self._asked["id"], "text": line} if self._asked.get("kind") == "text" else None

    def _present(self, previews: list[dict[str, Any]]) -> None:
        """Show previews by their number; one that was seen before keeps its own."""
        known = {preview["id"]: number for number, preview in enumerate(self._previews)}
        for preview in previews:
            if preview["id"] in known:
                self._previews[known[preview["id"]]] = preview
            else:
                known[preview["id"]] = len(self._previews)
                self._previews.append(preview)
            self._screen.preview(known[preview["id"]] + 1, preview)
        if sys.stdin.isatty() and any(preview["state"] == "pending" for preview in previews):
            self._screen.note(":confirm or :cancel")

    def _recall(self) -> None:
        """What still waits for the user, oldest first."""
        waiting = self._client.get("/previews", {"state": "pending"}).get("items", [])
        self._present(list(reversed(waiting)))

    def _command(self, name: str = "help", number: str = "", *_: str) -> None:
        if name in ACTS:
            self._act(name, number)
        elif name == "new":
            self._thread_id, self._asked = None, None
            self._screen.note("a new thread")
        else:
            for line in HELP.splitlines():
                self._screen.note(line)

    def _act(self, act: str, number: str) -> None:
        chosen = int(number) if number.isascii() and number.isdigit() else len(self._previews) if not number else 0
        if not 1 <= chosen <= len(self._previews):
            self._screen.note("there is no such preview")
            return
        preview = self._previews[chosen - 1]
        body = {"digest": preview["digest"]} if act == "confirm" else None
        answer = self._client.post(f"/previews/{preview['id']}/{act}", body)
        self._previews[chosen - 1] = answer
        self._screen.preview(chosen, answer)
