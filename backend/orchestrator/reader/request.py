"""What is a request to the reader, and what do the templates' actions need to make one?"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from orchestrator.kit.patterns import Match
from orchestrator.language.detect import language_of
from orchestrator.reader.acts import Act
from orchestrator.reader.lexicon import Words
from orchestrator.reader.line import Line
from orchestrator.reader.question.model import Reading, Target
from orchestrator.reader.question.reading import read_line
from orchestrator.reader.question_kinds import Kind

_TOOLS: Mapping[Act, str] = {
    Act.NOTE: "notes_add",
    Act.REMIND: "todos_create",
    Act.TODO: "todos_create",
    Act.TODO_NEED: "todos_create",
    Act.TODO_DONE: "todos_complete",
    Act.TODO_DID: "todos_complete",
    Act.TODO_CHANGE: "todos_update",
    Act.CONTACT: "contacts_create",
    Act.CONTACT_GRAPH: "contact_graph",
    Act.MERGE: "contacts_merge",
    Act.UNMERGE: "contacts_unmerge",
    Act.RELATE: "contacts_relate",
    Act.PLACE: "places_create",
    Act.PLACE_MERGE: "places_merge",
    Act.PLACE_UNMERGE: "places_unmerge",
    Act.EVENT: "events_create",
    Act.EVENT_CANCEL: "events_delete",
    Act.EVENT_MOVE: "events_update",
    Act.EVENT_RENAME: "events_update",
    Act.EVENT_ADD: "events_update",
    Act.EVENT_LEAVE: "events_update",
    Act.REMEMBER: "remember_fact",
    Act.CORRECT: "correct_fact",
    Act.FORGET: "forget",
    Act.REMOVE: "remove_item",
    Act.ERASE: "erase_item",
}


@dataclass(frozen=True)
class Request:
    """A change that is asked for. `target`: what has to be found first; `named_by`: the argument that will name
    it. `shift`: by how much an event moves ("an hour later"), counted from its own start. `removes`: it is to be
    deleted, which what is no event can be too. `told`: nobody asked for it, it follows from news: only of what those
    surely name; `otherwise`: what is asked for where they name nothing that is kept. `every`: all that is found;
    `parts`: several instead, where the words together name nothing. `anchor`: the event before which it is to be
    done; `takes`: the one whose time it takes."""

    act: Act
    arguments: Mapping[str, Any] = field(default_factory=dict)
    target: Reading | None = None
    named_by: str = ""
    target_id: str = ""
    shift: str = ""
    removes: bool = False
    told: bool = False
    otherwise: "Request | None" = None
    every: bool = False
    parts: "tuple[Request, ...]" = ()
    anchor: Reading | None = None
    takes: Reading | None = None

    @property
    def tool(self) -> str:
        """The write tool; "" for what no tool does."""
        return _TOOLS.get(self.act, "")


@dataclass(frozen=True)
class Scene:
    """What the templates' actions need beside the match."""

    text: Line
    known: Words
    now: datetime
    locale: str
    context: Mapping[str, Any]
    before: Reading | None = None
    told_last: str = ""
    """The id of the one event that the last answer told."""
    told: tuple[Target, ...] = ()
    """The events of the newest answer that told any."""
    told_title: str = ""
    """The one title that the last answer named."""

    @property
    def told_todo(self) -> str:
        """The one to-do that the last answer told, and nothing else: "what's overdue?", "push it to Monday"."""
        return self.told_title if self.before is not None and self.before.thing == "todo" else ""


def cut(match: Match, group: str, scene: Scene) -> Line | None:
    """What a group of the template captured; None where it did not take part."""
    if match.groupdict().get(group) is None:
        return None
    return scene.text.cut(*match.span(group))


def unquoted(text: Line) -> Line:
    """The text without quotation marks at its edges."""
    return text.cut(0, len(text.low))


def target_of(words: Line, scene: Scene) -> Reading:
    """The words that name something, read as a question for it."""
    language = language_of(words.raw, scene.locale)
    found = read_line(words, language, now=scene.now, locale=scene.locale)
    kind = Kind.NEXT if found.kind is Kind.NEXT else Kind.WHEN
    return replace(found, kind=kind, past=False, line=words)
