"""Which contacts do the names in a draft mean? The deterministic Resolver decides; the fast model may only reword.

A name that the Resolver knows goes no further. For the others the fast model (no reasoning) says which bare name and
which telling words stand in the user's message; the Resolver looks again. So a model can make a name found, or tell two
people of one name apart by what the user said, and can never choose somebody itself.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from orchestrator.agent.ports.resolution import Resolution
from orchestrator.agent.turn.services import Services
from orchestrator.agent.turn.turn import unless_cancelled
from orchestrator.commands.extracting import Work
from orchestrator.kit.package_texts import package_text
from orchestrator.language.discourse.amending import other_of_name
from orchestrator.language.names.fit import TITLES
from orchestrator.language.people.relations import relation_label
from orchestrator.language.text.normalize import STOP_WORDS, tokens
from orchestrator.llm.gateway.router import ModelRouter
from orchestrator.llm.loose_json import parse_values, unquoted
from orchestrator.llm.messages import ChatRequest, Message, Role
from orchestrator.llm.port import ModelError
from orchestrator.telemetry.logging import get_logger

_PROMPT = "prompts/names.md"

PATIENCE_S = 15.0
"""For all names of a turn together, whichever models are tried. Without it the names are still resolved: nobody waits
longer for a rewording."""
ANSWER_TOKENS = 512
MOST_NAMES = 20
NAMES_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "names": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "phrase": {"type": "string"},
                    "name": {"type": "string"},
                    "detail": {"type": "string"},
                },
                "required": ["phrase", "name", "detail"],
                "additionalProperties": False,
            },
        }
    },
    "required": ["names"],
    "additionalProperties": False,
}
_PHRASE_KEYS = ("phrase", "input", "original", "query", "mention")
_NAME_KEYS = ("name", "bare_name", "contact", "display_name", "value", "person")
_DETAIL_KEYS = ("detail", "details", "hint", "context", "description")

log = get_logger(__name__)


class Naming:
    """Resolves the names of drafts."""

    def __init__(self, services: Services, models: ModelRouter) -> None:
        self._services = services
        self._models = models

    async def resolved(self, work: Work, names: Sequence[str], said: str) -> dict[str, str]:
        """Contact ids by name, of those that have one for sure. Raises RunCancelled."""
        wanted = list(dict.fromkeys(name for name in names if name.strip()))[:MOST_NAMES]
        if not wanted:
            return {}
        found = await self._looked_up(work, wanted)
        sure = {phrase: str(one.entities[0].id) for phrase, one in found.items() if _is_one(one)}
        open_names = {phrase: one for phrase, one in found.items() if one.status != "resolved"}
        if not open_names or not self._models.configured:
            return sure
        for phrase, (name, detail) in (await self._reworded(work, list(open_names), said)).items():
            one = open_names[phrase]
            if name and name != phrase and _bare(name, phrase):
                one = (await self._looked_up(work, [name]))[name]
            chosen = str(one.entities[0].id) if _is_one(one) else _told_apart(one, detail, said)
            if chosen is not None:
                sure[phrase] = chosen
        return sure

    async def other_of_name(self, work: Work, draft: Mapping[str, Any], said: str) -> Mapping[str, Any] | None:
        """The change of a draft by "no, the other Ana": the one other contact of that name in the place of the one who
        takes part; None where the words say none, or it is unclear who is meant."""
        name, there = other_of_name(said), [str(one) for one in draft.get("participants") or ()]
        if name is None or len(there) != 1:
            return None
        name = name or there[0].split()[0]
        async with self._services.unit_of_work_of(work.turn.owner.id) as tx:
            (called,) = await self._services.resolver.resolve_contacts(tx, [name], locale=work.turn.locale)
        others = [one.name for one in called.options if there[0] not in one.label]
        if len(others) != 1 or len(others) == len(called.options):
            return None
        return {"action": "change", "participants": others, "remove": there, **_retitled(draft, there[0], others[0])}

    async def _looked_up(self, work: Work, names: Sequence[str]) -> dict[str, Resolution]:
        async with self._services.unit_of_work_of(work.turn.owner.id) as tx:
            found = await self._services.resolver.resolve_people(tx, names, locale=work.turn.locale)
        return dict(zip(names, found, strict=True))

    async def _reworded(self, work: Work, names: Sequence[str], said: str) -> Mapping[str, tuple[str, str]]:
        """(bare name, telling words) by phrase, of those that the fast model answered for."""
        lines = [f"Message: {said}", *(f"Name: {name}" for name in names)]
        messages = (
            Message(Role.SYSTEM, package_text(__name__, _PROMPT)),
            Message(Role.USER, "\n".join(lines)),
        )
        request = ChatRequest(messages, "tagging", schema=NAMES_SCHEMA, max_tokens=ANSWER_TOKENS, ruled=True)
        remaining = min(PATIENCE_S, work.turn.live.remaining_s())
        asked = self._models.chat(request, user_id=work.turn.owner.id, remaining_s=remaining, reader_answers=False)
        try:
            routed = await unless_cancelled(work.turn, asked)
        except ModelError as error:
            log.info("the fast model reworded no names", error=str(error))
            return {}
        work.recorded(routed, "tagging", names=list(names))
        return read_names(routed.reply.text, names)


def _retitled(draft: Mapping[str, Any], left: str, came: str) -> Mapping[str, str]:
    """The title with somebody else's whole name in it; nothing where it does not name who left."""
    title = str(draft.get("title") or "")
    at = title.casefold().find(left.casefold())
    return {"title": f"{title[:at]}{came}{title[at + len(left) :]}"} if at >= 0 else {}


def read_names(text: str, asked: Sequence[str]) -> dict[str, tuple[str, str]]:
    """What a small model made of the names, whatever shape it gave it: a list of objects under any key, a list of
    names in order, one object, or an object from phrase to name."""
    by_folded = {tuple(tokens(phrase)): phrase for phrase in asked}
    read: dict[str, tuple[str, str]] = {}
    for item in _items(parse_values(unquoted(text))):
        phrase, name, detail = item
        if phrase is None and len(asked) == 1:
            phrase = asked[0]
        known = by_folded.get(tuple(tokens(phrase or name)))
        if known is not None:
            read.setdefault(known, (name.strip(), detail.strip()))
    return read


def _items(value: Any) -> list[tuple[str | None, str, str]]:
    if isinstance(value, list):
        return [item for one in value for item in _items(one)]
    if isinstance(value, str):
        return [(None, value, "")]
    if not isinstance(value, Mapping):
        return []
    name, phrase = _text(value, _NAME_KEYS), _text(value, _PHRASE_KEYS)
    if name is not None or phrase is not None:
        return [(phrase, name if name is not None else str(phrase), _text(value, _DETAIL_KEYS) or "")]
    nested = [item for one in value.values() if isinstance(one, list | Mapping) for item in _items(one)]
    plain = [(str(key), one, "") for key, one in value.items() if isinstance(one, str)]
    return [*nested, *plain]


def _text(value: Mapping[str, Any], keys: Sequence[str]) -> str | None:
    return next((str(value[key]) for key in keys if isinstance(value.get(key), str)), None)


def _is_one(one: Resolution) -> bool:
    return one.status == "resolved" and len(one.entities) == 1


def _bare(name: str, phrase: str) -> bool:
    """`name` is the phrase without what is no part of a name: "Dr.", "my friend", "the". "Ana" is not what "Ana Souza"
    means: another Ana would be taken for her."""
    return _within(name, phrase) and all(_no_name(word) for word in set(tokens(phrase)) - set(tokens(name)))


def _no_name(word: str) -> bool:
    small = any(word in words for words in STOP_WORDS.values())
    return small or word in TITLES or relation_label(word) is not None


def _within(part: str, whole: str) -> bool:
    """Every word of `part` stands in `whole`: it was copied."""
    return bool(tokens(part)) and set(tokens(part)) <= set(tokens(whole))


def _told_apart(one: Resolution, detail: str, said: str) -> str | None:
    """The one option whose label holds the telling words, if the user said these."""
    if one.status != "ambiguous" or not _within(detail, said):
        return None
    fitting = [option for option in one.options if _within(detail, option.label)]
    return fitting[0].id if len(fitting) == 1 else None
