"""`/contact`: how do words become people, what they are to each other, and where they live, as one proposal?"""

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from orchestrator.agent.ports.previews import Preview
from orchestrator.agent.tools.spec import Prepared, ToolContext
from orchestrator.agent.types.clarification import NeedUserInput
from orchestrator.commands.command import Extraction, Proposed, Saying, Stage
from orchestrator.domain.world.contacts.graph import extraction
from orchestrator.domain.world.contacts.graph import tool as graph_tool
from orchestrator.domain.world.contacts.graph.frozen_graph import ContactGraph, frozen_of
from orchestrator.errors import ToolRejected
from orchestrator.kit import patterns
from orchestrator.kit.ids import parse_id
from orchestrator.kit.package_texts import package_text
from orchestrator.language.people.persons import SELF_WORDS
from orchestrator.language.text.normalize import normalize, tokens

_PROMPT = "prompts/command.md"

_ADDRESS = patterns.compile(r"(?i)\S+@\S+|\b(?:https?://|www\.)\S+")


class ContactCommand:
    """`/contact`."""

    name = "contact"
    edits = frozenset({graph_tool.NAME})
    pending = "pending_contact_id"
    usage = "contacts.graph.usage"

    @property
    def prompt(self) -> str:
        return package_text(__name__, _PROMPT)

    def schema(self, stage: Stage) -> Mapping[str, Any]:
        return extraction.schema(stage)

    def read(self, value: Mapping[str, Any], stage: Stage) -> Extraction | None:
        return extraction.read(value, stage)

    def grounded(self, found: Extraction, said: str, saying: Saying) -> Extraction:
        """Addresses, numbers and places that nobody said are not theirs: a small model completes what looks unfinished
        (and makes a workplace of the domain of an address)."""
        del saying
        spoken = frozenset(tokens(_ADDRESS.sub(" ", said)))
        heard = "".join(normalize(said).split())
        digits = "".join(char for char in said if char.isdigit())
        people = [
            {
                **one,
                "emails": [text for text in one["emails"] if "".join(normalize(text).split()) in heard],
                "phones": [text for text in one["phones"] if "".join(filter(str.isdigit, text)) in digits],
                "organization": one["organization"] if spoken & set(tokens(one["organization"])) else "",
            }
            for one in found.get("contacts", ())
        ]
        homes = [one for one in found.get("contact_place_links", ()) if spoken & set(tokens(one["place"]))]
        return {**found, "contacts": people, "contact_place_links": homes}

    def noted(self, found: Extraction, said: str) -> Extraction:
        del said
        return found

    def merged(self, before: Extraction, after: Extraction) -> Extraction:
        return extraction.merged(before, after)

    def names(self, found: Extraction) -> Sequence[str]:
        """Those whom only a relationship names: they are mostly known. Who is told about may be new."""
        told = {normalize(one["name"]) for one in found.get("contacts", ())}
        others = [one["of"] for one in found.get("relationships", ()) if one.get("of")]
        return [name for name in others if normalize(name) not in told | SELF_WORDS and parse_id(name) is None]

    def renamed(self, found: Extraction, ids: Mapping[str, str]) -> Extraction:
        related = [
            {**one, "of": ids.get(one.get("of", ""), one.get("of", ""))} for one in found.get("relationships", ())
        ]
        return {**found, "relationships": related}

    def filled(self, found: Extraction, field: str, value: str) -> Extraction:
        if field == "name":
            return extraction.merged(found, {"contacts": [{"name": value}]})
        return {**found, field: value}

    def plain(self, field: str, words: str, saying: Saying) -> bool:
        del words, saying
        return field == "name"

    async def propose(self, ctx: ToolContext, found: Extraction) -> Proposed | NeedUserInput:
        return _proposed(await graph_tool.prepare(ctx, _words(found)))

    async def edited(self, ctx: ToolContext, preview: Preview, change: Extraction) -> Proposed | NeedUserInput:
        return _proposed(await graph_tool.grown(ctx, frozen_of(preview.arguments), _words(change)))

    def draft(self, preview: Preview) -> Mapping[str, Any]:
        hidden = {"id", "version"}
        graph = frozen_of(preview.arguments)
        names = {one.id: one.name for one in graph.contacts}
        return {
            "contacts": [one.model_dump(mode="json", exclude=hidden) for one in graph.contacts],
            "relationships": [
                {"person": names[one.person], "label": one.label, "of": names.get(one.of, "me") if one.of else "me"}
                for one in graph.relationships
            ],
            "contact_place_links": [
                {"person": names[one.person], "place": one.place, "label": one.label}
                for one in graph.contact_place_links
            ],
        }


def _words(found: Extraction) -> ContactGraph:
    try:
        return ContactGraph.model_validate({name: value for name, value in found.items() if name != "action"})
    except ValidationError as error:
        first = error.errors()[0]
        raise ToolRejected(f"{'.'.join(str(part) for part in first['loc'])}: {first['msg']}") from error


def _proposed(made: Prepared | NeedUserInput) -> Proposed | NeedUserInput:
    return made if isinstance(made, NeedUserInput) else Proposed(graph_tool.NAME, made)
