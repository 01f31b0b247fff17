"""What does a turn start from? Everything that is read once, in one transaction, before it is routed."""

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from orchestrator.agent.ports.context import Asked, ContextPart
from orchestrator.agent.ports.discourse import Discourse
from orchestrator.agent.ports.entities import EntityRef
from orchestrator.agent.ports.places import Located
from orchestrator.agent.ports.previews import Preview
from orchestrator.agent.ports.requests import UNSTORED, StoredMessage, StoredSummary, TurnRequest, Window
from orchestrator.agent.ports.resolution import KnownPeople, Nobody
from orchestrator.agent.rules.ruleset import RuleSet
from orchestrator.agent.turn.profile import Prompt
from orchestrator.agent.turn.services import Services
from orchestrator.agent.types.limits import WINDOW_MESSAGES
from orchestrator.agent.types.origin import Origin, least_trusted
from orchestrator.agent.types.vocabulary import NOTHING, Vocabulary
from orchestrator.db.shared_reads import SharedReads, share
from orchestrator.db.tx import Tx
from orchestrator.kit.ids import parse_id
from orchestrator.language.text.normalize import meaningful_words

ABOUT_BACK = 6
"""Messages in which a place may have been named that "there" still means."""
_TITLES = ("title", "display_name", "name")
WRITTEN = "written"
"""The key of the deictic context under which stands what the last answer wrote, of whatever kind."""
WRITTEN_BEFORE = "written_before"
"""The key under which stands what an answer before the last one wrote."""
SHOWN = "shown"
"""The key under which stands what the last answer that showed anything linked to, of whatever kind."""
SHOWN_BACK = 4
"""Messages in which it may stand: two answers back a follow-up still means it."""
UNDERSTOOD = "understood"
"""The key of an answer's metadata that keeps the question as it stands by itself, where it was said with less."""
ASKED_BEFORE = 4
"""Messages of the user that a pronoun may refer to: further back nobody says "she"."""


@dataclass(frozen=True)
class TurnContext:
    """The thread's last messages and the rules. `now` is aware UTC: what the turn understands as now; `here`: where the
    client is.

    `people`: the user's, as they were when the turn began.
    `window` is what code reads; a prompt shows `summaries` in the place of the older ones, and `shown`."""

    window: tuple[StoredMessage, ...]
    rules: RuleSet
    now: datetime
    summaries: tuple[StoredSummary, ...] = ()
    shown: tuple[StoredMessage, ...] = ()
    here: Located | None = None
    confirmed: tuple[EntityRef, ...] = ()
    """What the previews of the last answer wrote, where they were confirmed; with its title where it has one."""
    confirmed_origin: Origin = Origin.OWN_DATA
    vocabulary: Vocabulary = NOTHING
    people: KnownPeople = field(default_factory=Nobody)
    shared_reads: SharedReads = field(default_factory=SharedReads)
    """What was read for it."""
    waiting: tuple[Preview, ...] = ()
    """What was proposed in the thread and still waits for the user's word, newest first."""

    @property
    def last_answer(self) -> StoredMessage | None:
        """The assistant's message right before this question, if the thread ends with one."""
        if self.window and self.window[-1].role == "assistant":
            return self.window[-1]
        return None

    @property
    def context(self) -> Mapping[str, Any]:
        """The deictic context of the latest message that carries one; what the last answer wrote stands before it."""
        carrier = self._carrier
        kept = dict(carrier.metadata["context"]) if carrier is not None else {}
        for each in self.vocabulary.follow_ups:
            if found := [one for one in self.confirmed if one.type == each.kind and one.title]:
                kept[each.key] = [{"id": str(one.id), each.title: one.title} for one in found]
        if self.confirmed:
            kept[WRITTEN] = [{"id": str(one.id), "kind": one.type, "title": one.title} for one in self.confirmed]
        elif (before := self._written_in(self.window[-ABOUT_BACK:])) is not None:
            kept[WRITTEN_BEFORE] = {"id": str(before.id), "kind": before.type}
        if linked := self._linked:
            kept[SHOWN] = [{"id": str(one.get("id")), "kind": str(one.get("type"))} for one in linked]
        return kept

    @property
    def context_origin(self) -> Origin:
        """Whose words the names in it may be: those of the answer that carries it."""
        carrier = self._carrier
        return least_trusted([self.confirmed_origin, *([carrier.origin] if carrier is not None else ())])

    @property
    def _linked(self) -> Sequence[Mapping[str, Any]]:
        """What the latest answer linked to that linked to anything, a few messages back at most."""
        latest = (message.metadata.get("linked_items") for message in reversed(self.window[-SHOWN_BACK:]))
        return next((items for items in latest if items), ())

    @property
    def _carrier(self) -> StoredMessage | None:
        return next((message for message in reversed(self.window) if message.metadata.get("context")), None)

    @property
    def read(self) -> tuple[EntityRef, ...]:
        """The messages of the window, as they are or summarised, that say more than what the user said, and the known
        place where the client is: erasing one redacts this turn's answer."""
        kept = (message for message in self.shown if message.id != UNSTORED)
        ids = [source for summary in self.summaries for source in summary.sources]
        ids += [message.id for message in kept if message.origin is not Origin.USER]
        where = (self.here.place,) if self.here is not None and self.here.place is not None else ()
        return (*(EntityRef("message", message_id) for message_id in ids), *where)

    @property
    def taints(self) -> bool:
        """Whether others' words are in what is shown of the window."""
        origins = {*(one.origin for one in self.summaries), *(one.origin for one in self.shown)}
        return Origin.THIRD_PARTY in origins

    def history(self) -> tuple[tuple[str, str], ...]:
        """The window as (`user` | `assistant`, text), oldest first, without a client's instructions; a question as it
        was understood."""
        following = [*self.window[1:], None]
        return tuple(
            ("assistant", message.content)
            if message.role == "assistant"
            else ("user", str((after.metadata.get(UNDERSTOOD) if after is not None else None) or message.content))
            for message, after in zip(self.window, following, strict=False)
            if message.role != "system"
        )

    def user_words(self, question: str) -> frozenset[str]:
        """Folded words of what the user said: the question and their own messages in the window."""
        said = [message.content for message in self.window if message.origin is Origin.USER]
        return frozenset(meaningful_words([question, *said]))

    def asked_before(self, question: str) -> tuple[str, ...]:
        """What the user said last in the window, oldest first, without the question itself."""
        said = [message.content for message in self.window if message.role == "user" and message.speaker is None]
        return tuple(text for text in said if text.strip() != question.strip())[-ASKED_BEFORE:]

    def discourse(self, question: str) -> Discourse:
        """What the conversation was about when `question` came."""
        return Discourse(
            asked_before=self.asked_before(question),
            mentioned_people=self.mentioned_people(),
            recent_entities=self.recent_entities(),
            last_entities=self.last_entities(),
            told=tuple(one.content for one in reversed(self.window[-ABOUT_BACK:]) if one.role == "assistant"),
            last_written=self.last_written(),
            location=self.here,
        )

    def mentioned_people(self) -> tuple[str, ...]:
        """The names of the people that the last answer was about."""
        kept = [one for each in self.vocabulary.follow_ups if each.person for one in self.context.get(each.key, ())]
        return tuple(str(one["name"]) for one in kept if one.get("name"))

    def concerns(self) -> tuple[EntityRef, ...]:
        """The people and places of the last answer, and the known place where the client is."""
        here = (self.here.place,) if self.here is not None and self.here.place is not None else ()
        known = [each for each in reversed(self.vocabulary.follow_ups) if each.concerns]
        kept = [(each.kind, one) for each in known for one in self.context.get(each.key, ())]
        ids = [(kind, parse_id(one.get("id"))) for kind, one in kept]
        return (*here, *(EntityRef(kind, entity_id) for kind, entity_id in ids if entity_id is not None))

    def recent_entities(self) -> tuple[EntityRef, ...]:
        """What the conversation was about that "there" may mean, latest first, without repetitions."""
        return tuple(
            dict.fromkeys(ref for message in reversed(self.window[-ABOUT_BACK:]) for ref in self._about(message))
        )

    def last_entities(self) -> tuple[EntityRef, ...]:
        """What the latest answer that was about anything was about, of any kind; what its previews wrote comes first,
        then what it wrote itself."""
        for message in reversed(self.window[-ABOUT_BACK:]):
            written = self.confirmed if message is self.last_answer else ()
            told = {(ref.type, ref.id): ref for ref in reversed([*written, *self._told_of(message)])}
            if told:
                return tuple(reversed(told.values()))
        return ()

    def last_written(self) -> EntityRef | None:
        """What was written last, as far as the window goes."""
        return self.confirmed[0] if self.confirmed else self._written_in(self.window)

    @staticmethod
    def _written_in(messages: Sequence[StoredMessage]) -> EntityRef | None:
        for message in reversed(messages):
            for action in reversed(message.metadata.get("actions") or ()):
                written = action.get("entity") or {}
                if action.get("outcome") == "done" and (entity_id := parse_id(written.get("id"))) is not None:
                    return EntityRef(str(written.get("type")), entity_id)
        return None

    def agent_words(self) -> frozenset[str]:
        """Folded words of what the assistant said in the window, and of the summaries: those are not the user's."""
        said = [message.content for message in self.window if message.role == "assistant"]
        return frozenset(meaningful_words([*said, *(summary.text for summary in self.summaries)]))

    def _about(self, message: StoredMessage) -> Iterator[EntityRef]:
        """Where one answer was about: what it keeps for follow-ups of such a kind, and what it wrote."""
        kept: Mapping[str, Any] = message.metadata.get("context") or {}
        preview = (message.metadata.get("command_result") or {}).get("preview") or {}
        written = [action.get("entity") for action in message.metadata.get("actions") or ()]
        written.append((preview.get("result") or {}).get("entity"))
        where = [each for each in reversed(self.vocabulary.follow_ups) if each.somewhere]
        named = [(each.kind, one) for each in where for one in kept.get(each.key, ())]
        named += [(str(one.get("type")), one) for one in written if isinstance(one, Mapping)]
        kinds = {each.kind for each in where}
        for kind, one in named:
            if kind in kinds and (entity_id := parse_id(one.get("id"))) is not None:
                yield EntityRef(kind, entity_id)

    def _told_of(self, message: StoredMessage) -> Iterator[EntityRef]:
        """The entities of one answer: what it wrote, inspected, and keeps for follow-ups."""
        kept: Mapping[str, Any] = message.metadata.get("context") or {}
        for action in message.metadata.get("actions") or ():
            written = action.get("entity") or {}
            if action.get("outcome") == "done" and (entity_id := parse_id(written.get("id"))) is not None:
                yield EntityRef(str(written.get("type")), entity_id)
        named = [(str(one.get("type")), one) for one in message.metadata.get("linked_items") or ()]
        named += [(each.kind, one) for each in self.vocabulary.follow_ups for one in kept.get(each.key, ())]
        for kind, one in named:
            if (entity_id := parse_id(one.get("id"))) is not None:
                yield EntityRef(kind, entity_id)


async def open_turn(
    services: Services, request: TurnRequest, thread_id: UUID | None, message_id: UUID | None
) -> TurnContext:
    """Read what the turn starts from."""
    now = request.now or services.clock.now()
    owner_id = request.owner.id
    here = None
    if services.places is not None and request.location is not None:
        here = await services.places.locate(owner_id, request.location, now=now, locale=request.locale)
    read = SharedReads()
    async with services.unit_of_work_of(owner_id) as tx:
        share(tx.session, read)
        window = Window(messages=request.history or ())
        # a thread that was made with this question has nothing before it
        if thread_id is not None and request.thread_id is not None:
            window = await services.turns.window(tx, thread_id, limit=WINDOW_MESSAGES, before=message_id)
        confirmed, origin = await _confirmed(tx, services, window.messages)
        waiting = await _waiting(tx, services, thread_id, window.messages)
        rules = await services.rules.rules(tx)
        people = await services.resolver.people(tx, rules)
    return TurnContext(
        window.messages,
        rules,
        now,
        window.summaries,
        window.unsummarised,
        here,
        confirmed,
        origin,
        services.vocabulary,
        people,
        read,
        waiting,
    )


async def standing_parts(
    services: Services, request: TurnRequest, opening: TurnContext, guides: tuple[str, ...] = ()
) -> tuple[ContextPart, ...]:
    """What is known of the user that this turn may need, for the prompt. `guides`: see Asked."""
    vectors = services.query_vectors
    vector = await vectors.at_hand(request.question) if vectors is not None else None
    before, about = opening.asked_before(request.question), opening.concerns()
    asked = Asked(request.question, before, about, vector, guides=guides)
    async with services.unit_of_work_of(request.owner.id) as tx:
        parts = await services.context.parts(tx, now=opening.now, zone=request.zone, locale=request.locale, asked=asked)
    return tuple(parts)


class LazyPrompt:
    """The prompt of a turn, made when a model is first asked: a turn that the reader understands needs none."""

    def __init__(self, make: Callable[[], Awaitable[Prompt]]) -> None:
        self._make = make
        self.made: Prompt | None = None
        """None as long as no model was asked."""

    async def get(self) -> Prompt:
        """The prompt, the same one each time."""
        if self.made is None:
            self.made = await self._make()
        return self.made


async def _confirmed(
    tx: Tx, services: Services, window: Sequence[StoredMessage]
) -> tuple[tuple[EntityRef, ...], Origin]:
    """What the previews wrote that the last answer presented, or carried out; a client confirms them by their own
    route. With the label of the least trusted."""
    last = window[-1].metadata if window and window[-1].role == "assistant" else {}
    carried_out = [one.get("preview_id") for one in last.get("actions") or () if one.get("outcome") == "done"]
    ids = dict.fromkeys(found for one in (*last.get("previews", ()), *carried_out) if (found := parse_id(one or "")))
    stored = [await services.previews.find(tx, one) for one in ids]
    done = [one for one in stored if one is not None and one.result and one.state == "confirmed"]
    written = [(one, (one.result or {}).get("entity")) for one in done]
    refs = [
        EntityRef(entity["type"], ref, _title_of(one))
        for one, entity in written
        if entity and (ref := parse_id(entity.get("id"))) is not None
    ]
    return tuple(refs), least_trusted([Origin.OWN_DATA, *(one.origin for one in done)])


async def _waiting(
    tx: Tx, services: Services, thread_id: UUID | None, window: Sequence[StoredMessage]
) -> tuple[Preview, ...]:
    """What the thread proposed in its last messages and nobody has decided; nothing is read where nothing was."""
    if thread_id is None or not any(message.metadata.get("previews") for message in window):
        return ()
    return tuple(await services.previews.pending(tx, thread_id=thread_id))


def _title_of(preview: Preview) -> str:
    """What the written entity is called; "" where the write does not say (a withdrawal)."""
    return str(next((preview.arguments[name] for name in _TITLES if preview.arguments.get(name)), ""))
