"""How is a turn told to a model? What lasts first, then the window, then the question with what holds now.

A server reads anew what comes after the first character that differs from an earlier prompt. So the system's message
says what is the same from turn to turn; the hour, what is known of the matter and what the talk was just about stand
behind the question, behind all that was said (docs/decisions/0183).

Standing parts never taint: of third-party rows they show typed fields alone. Third-party messages of the window do, and
are fenced; so are a summary that was made of one, and the names that an answer made of them was about.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from orchestrator.agent.ports.entities import EntityRef
from orchestrator.agent.ports.places import Located
from orchestrator.agent.ports.requests import StoredMessage, StoredSummary
from orchestrator.agent.rules.ruleset import fitting
from orchestrator.agent.turn.profile import Prompt, PromptMaterials, PromptPart
from orchestrator.agent.types.origin import FENCE_RULE, Origin
from orchestrator.agent.types.vocabulary import FollowUp
from orchestrator.kit.text import shorten
from orchestrator.kit.tokens import estimate
from orchestrator.kit.zones import named_zone
from orchestrator.llm.messages import Message, Role

WINDOW_MESSAGE_CHARACTERS = 2000
"""One message of the window at most; a pasted book must not push the rest out."""
SPEAKER_CHARACTERS = 80
RULE_TOKENS = 1_500
"""A hundred rules; what code applies binds all the same."""


def build_prompt(system: str, materials: PromptMaterials) -> Prompt:
    """The prompt of a turn; `system` is the profile's own text."""
    rules, left = fitting(materials.rules, RULE_TOKENS)
    lasting = [("instructions", system), *_lasting(materials, [text for _, text in rules], left)]
    passing = _passing(materials)
    told = tuple(str(rule_id) for rule_id, _ in rules)
    known = {part.name: tuple(map(str, part.facts)) for part in materials.parts if part.facts}
    parts = [
        PromptPart(
            name,
            estimate(text),
            Origin.OWN_DATA,
            rules=told if name == "hard_rules" else (),
            facts=known.get(name, ()),
        )
        for name, text in (*lasting, *passing)
    ]
    messages = [Message(Role.SYSTEM, "\n\n".join(text for _, text in lasting))]
    for summary in materials.summaries:
        messages.append(_summarised(summary, materials))
        parts.append(PromptPart("summary", estimate(messages[-1].content), summary.origin))
    for stored in materials.window:
        messages.append(_windowed(stored, materials))
        parts.append(PromptPart("window", estimate(messages[-1].content), stored.origin))
    now = "\n\n".join(text for _, text in passing)
    messages.append(Message(Role.USER, f"{materials.question}\n\n[From the system, for this message:\n{now}]"))
    parts.append(PromptPart("question", estimate(materials.question), Origin.USER))
    quoted = tuple(ref for part in materials.parts for ref in part.read)
    bound = tuple(EntityRef(materials.rule_kind, rule_id) for rule_id, _ in rules)
    return Prompt(tuple(messages), tuple(parts), len(materials.summaries), read=(*quoted, *bound))


def _lasting(materials: PromptMaterials, rules: Sequence[str], left: int) -> list[tuple[str, str]]:
    """What is the same from turn to turn, by name; what changes least often first."""
    sections = [("fence", FENCE_RULE)]
    if materials.user_name.strip():
        sections.append(("who", f"The user is {materials.user_name}."))
    sections.extend((part.name, part.text) for part in materials.parts if part.lasting and part.text)
    if rules:
        lines = [*rules, *([f"({left} more that did not fit)"] if left else [])]
        sections.append(("hard_rules", "Rules of the user, always:\n" + _lines(lines)))
    return sections


def _passing(materials: PromptMaterials) -> list[tuple[str, str]]:
    """What holds for this question, by name."""
    now = f"Now: {materials.now:%A %Y-%m-%d %H:%M} in {materials.zone}. Locale: {materials.locale}."
    sections = [("now", now)]
    sections.extend((part.name, part.text) for part in materials.parts if not part.lasting and part.text)
    if materials.location is not None and (where := here_line(materials.location)):
        sections.append(("location", where))
    if deictic := deictic_line(materials.context, materials.follow_ups):
        sections.append(("deictic_context", materials.fence.around(deictic, materials.context_origin)))
    if materials.people:
        sections.append(("people", "People named in the question:\n" + _lines(materials.people)))
    return sections


def _lines(items: Sequence[str]) -> str:
    return "\n".join(f"- {item}" for item in items)


def deictic_line(context: Mapping[str, Any], follow_ups: Sequence[FollowUp]) -> str:
    """What "it", "there" and "they" mean: entities that the last answer was about, with their ids."""
    named = [
        f"{one.kind} “{item.get('name') or item.get('title')}” ({one.kind}_id {item['id']})"
        for one in reversed(follow_ups)
        for item in context.get(one.key, ())
    ]
    return "The conversation was just about: " + "; ".join(named) if named else ""


def here_line(here: Located) -> str:
    """Where the user is now: of what others wrote the id, the town of our own gazetteer and the country alone."""
    town = ", ".join(part for part in (here.city, here.country_code) if part)
    if here.place is None:
        return f"The user is now in {town}." if town else ""
    named = f"“{here.place.title}” " if here.place_origin is not Origin.THIRD_PARTY else "a place of an import "
    home = ", a home" if here.home_like else ""
    return f"The user is now at {named}(place_id {here.place.id}{home}){f', {town}' if town else ''}."


def _summarised(summary: StoredSummary, materials: PromptMaterials) -> Message:
    """What came before the window, in the user's place: it was said in this conversation, and is no instruction."""
    zone = named_zone(materials.zone)
    since, until = summary.since.astimezone(zone), summary.until.astimezone(zone)
    heading = (
        f"Earlier in this conversation ({summary.count} messages, {since:%Y-%m-%d} to {until:%Y-%m-%d}), summarised:"
    )
    text = shorten(summary.text, WINDOW_MESSAGE_CHARACTERS)
    return Message(Role.USER, f"[{heading}]\n{materials.fence.around(text, summary.origin)}")


def _windowed(stored: StoredMessage, materials: PromptMaterials) -> Message:
    text = shorten(stored.content, WINDOW_MESSAGE_CHARACTERS)
    if stored.origin is Origin.THIRD_PARTY and stored.speaker:
        text = f"{shorten(stored.speaker, SPEAKER_CHARACTERS)}: {text}"  # a name is theirs too: it stands in the fence
    text = materials.fence.around(text, stored.origin)
    return Message(Role.ASSISTANT if stored.role == "assistant" else Role.USER, text)
