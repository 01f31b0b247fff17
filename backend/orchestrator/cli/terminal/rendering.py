"""What does a person see of a turn? Its steps while it goes on, then the answer, what was done, and what waits."""

from collections.abc import Iterable, Mapping
from typing import Any

from rich.console import Console
from rich.markdown import Markdown

from orchestrator.cli.terminal.output import console, on_terminal, printable

MARKS = {"done": "✓", "waiting": "…", "refused": "✗", "failed": "✗"}
STYLES = {"done": "green", "waiting": "yellow", "refused": "red", "failed": "red"}


ABOUT = {
    "memory_search": "Looking through what you keep and said …",
    "data_query": "Looking it up …",
    "event_management": "Working on your calendar …",
    "contact_management": "Working on your contacts …",
    "todo_management": "Working on your todos …",
    "document_search": "Looking through your documents …",
    "place_query": "Looking at your places …",
    "web_search": "Looking on the web …",
    "briefing": "Putting your day together …",
    "remember": "Noting that …",
    "general": "Thinking …",
}
"""What is going on, by intent. What was decided and how surely is in `/runs/{id}`, for who wants it."""


class Screen:
    """Prints one conversation, with colour on a terminal and plain where it is piped."""

    def __init__(self) -> None:
        self._terminal = on_terminal()
        self._console: Console = console()

    def follow(self, name: str, data: Mapping[str, Any]) -> None:
        """One event of the stream; only a terminal shows how a turn goes on."""
        if name == "warning":
            self.note(f"note: {data.get('message', '')}")
        if not self._terminal:
            return
        if name == "route":
            self.note(ABOUT.get(str(data.get("intent")), ABOUT["general"]))
        elif name == "tool.started":
            self.note(f"→ {_spaced(data)}")
        elif name == "tool.finished":
            said = data.get("summary") or data.get("outcome") or ""
            self.note(f"  {_spaced(data)}: {said}")

    def answer(self, bundle: Mapping[str, Any]) -> None:
        """The answer, the actions, and what the user is asked."""
        text = printable(str(bundle.get("answer", "")))
        if self._terminal:
            self._console.print(Markdown(text.replace("\n", "  \n"), hyperlinks=False))  # a line stays a line
        else:
            self._console.print(text)
        for action in bundle.get("actions", ()):
            outcome = str(action.get("outcome", ""))
            reason = f" ({action['reason']})" if action.get("reason") else ""
            self._line(f"{MARKS.get(outcome, '·')} {outcome}: {action.get('summary', '')}{reason}", STYLES.get(outcome))
        asked = bundle.get("need_user_input")
        if asked:
            self.options(asked)

    def options(self, asked: Mapping[str, Any]) -> None:
        """The options of a clarification, numbered from 1."""
        for number, option in enumerate(asked.get("options", ()), start=1):
            self._line(f"  {number}. {option.get('label', '')}")

    def previews(self, numbered: Iterable[tuple[int, Mapping[str, Any]]]) -> None:
        """Previews, by the number that they are called by."""
        for number, preview in numbered:
            self.preview(number, preview)

    def preview(self, number: int, preview: Mapping[str, Any]) -> None:
        """A preview that waits, or what became of it."""
        if preview.get("state") == "pending" and not preview.get("last_error"):
            said = dict.fromkeys(str(preview.get(part) or "") for part in ("title", "summary"))
            self._line(f"[{number}] {': '.join(part for part in said if part)}", "yellow")
            return
        result = preview.get("result") or {}
        said = result.get("summary") or preview.get("last_error") or preview.get("title", "")
        state = str(preview.get("state", ""))
        self._line(f"[{number}] {state}: {said}", "green" if state in {"confirmed", "undone"} else None)

    def note(self, text: str) -> None:
        """Something beside the conversation."""
        self._line(text, "dim")

    def _line(self, text: str, style: str | None = None) -> None:
        self._console.print(printable(text), style=style if self._terminal else None)


def _spaced(data: Mapping[str, Any]) -> str:
    """A tool's name as words."""
    return str(data.get("tool", "")).replace("_", " ")
