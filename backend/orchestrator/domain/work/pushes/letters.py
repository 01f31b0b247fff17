"""What does a device get of a push? Title and body as its user's rules let them be shown, where it leads, how long it
is worth something, and buttons where a yes can mean one thing alone.

Buttons are on notifications that say what would be done: of a preview that nothing but the user's own words led to,
that no rule holds, and of which no rule hides a word. Everything else is opened to be answered.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.agent.ports.previews import Preview
from orchestrator.agent.rules.effects import Match, RedactPush
from orchestrator.agent.rules.ruleset import RuleSet
from orchestrator.agent.types.origin import Origin
from orchestrator.db.tx import Tx
from orchestrator.domain.memory.rules.source import rules_of
from orchestrator.domain.people.accounts import service as accounts
from orchestrator.domain.people.previews.service import Previews
from orchestrator.domain.work.pushes.links import ACTS
from orchestrator.domain.work.pushes.model import PushRow
from orchestrator.domain.work.pushes.reach import Pushing
from orchestrator.domain.work.pushes.repository import Addressed
from orchestrator.domain.work.pushes.schemas import TRIAL
from orchestrator.domain.work.pushes.service import BODY_CHARACTERS, bounded
from orchestrator.domain.world.contacts import service as contacts
from orchestrator.domain.world.places import service as places
from orchestrator.integrations.guarded.errors import ServerFailed
from orchestrator.integrations.push.port import Button, Kind, Message, Refused
from orchestrator.kit import patterns
from orchestrator.language.messages import say
from orchestrator.language.text.normalize import normalize, stems

TTL_S: Final = 43_200
"""How long a push is kept for a device that is off; without it Apple keeps none."""
TTL_OF: Final = {"daily_briefing": 21_600, TRIAL: 600}
"""What is pointless sooner."""
URGENT: Final = frozenset({"todo_reminder", "needs_input", TRIAL})
WITH_BUTTONS: frozenset[Kind] = frozenset({"webpush", "ntfy"})
COUNTED: Final = 20
"""A badge says no more."""


@dataclass(frozen=True)
class Question:
    """What can be answered from the notification: a preview as it is worded, and the words of yes and no."""

    preview_id: UUID
    digest: str
    text: str
    confirm: str
    cancel: str


@dataclass(frozen=True)
class Told:
    """The words of a push. `waiting`: how many previews wait for the user."""

    title: str
    body: str
    waiting: int
    question: Question | None = None


async def told_of(session: AsyncSession, pushes: Sequence[PushRow]) -> dict[UUID, Told]:
    """What each push says, as its user's rules let it."""
    users = list({push.user_id for push in pushes})
    rules, reach = await rules_of(session, users), await accounts.reach(session, users)
    names = {owner_id: await names_of(Tx(session, owner_id), theirs) for owner_id, theirs in rules.items()}
    waiting = {one: len(await Previews().pending(Tx(session, one), limit=COUNTED)) for one in users}
    found: dict[UUID, Told] = {}
    for push in pushes:
        theirs, known = rules.get(push.user_id, RuleSet()), names.get(push.user_id, {})
        title, body = redacted(push.title, push.body, push.kind, theirs, known)
        question = None
        if push.preview_id is not None and (title, body) == (push.title, push.body):
            locale = theirs.locale(reach[push.user_id].locale)
            preview = await Previews().find(Tx(session, push.user_id), push.preview_id)
            question = _question(push, preview, theirs, known, locale)
        found[push.id] = Told(title, body, waiting[push.user_id], question)
    return found


def _question(
    push: PushRow, preview: Preview | None, rules: RuleSet, names: Mapping[UUID, str], locale: str
) -> Question | None:
    if preview is None or preview.state != "pending" or preview.digest != push.preview_digest:
        return None
    if preview.tainted or preview.origin is Origin.THIRD_PARTY or preview.held_by_rules:
        return None
    parts = [one for one in (preview.title, preview.summary) if one]
    words = bounded("\n".join(dict.fromkeys(parts)), 10 * BODY_CHARACTERS)
    if not words or len(words) > BODY_CHARACTERS or redacted("", words, push.kind, rules, names)[1] != words:
        return None
    return Question(preview.id, preview.digest, words, say("pushes.confirm", locale), say("pushes.cancel", locale))


def asks(one: Addressed, told: Told) -> bool:
    """Whether the notification at this device has buttons."""
    return told.question is not None and one.answers and one.kind in WITH_BUTTONS


def message_of(pushing: Pushing, push: PushRow, one: Addressed, told: Told) -> Message | Refused:
    """What is sent to this device; Refused where its address can't be read any more."""
    to, keys = one.identity, {}
    if one.kind != "expo":
        try:
            address = json.loads(pushing.vault.open(one.device_id, one.sealed or b""))
        except ServerFailed:
            return Refused(
                "secret_unreadable", "Its address is sealed under another key: register it again.", gone=True
            )
        to, keys = address["to"], address["keys"]
    question = told.question if asks(one, told) else None
    return Message(
        to=to,
        title=told.title,
        body=question.text if question is not None else told.body,
        data={"kind": push.kind, "id": push.opens, "url": push.url},
        collapse_id=str(push.id),
        ttl_s=TTL_OF.get(push.kind, TTL_S) if one.kind != "expo" else TTL_S,
        kind=one.kind,
        keys=keys,
        opens=pushing.links.opens(push.url),
        urgent=push.kind in URGENT,
        badge=told.waiting,
        buttons=_buttons(pushing, one, question) if question is not None else (),
    )


def _buttons(pushing: Pushing, one: Addressed, question: Question) -> tuple[Button, ...]:
    words = {"confirm": question.confirm, "cancel": question.cancel}
    return tuple(
        Button(act, words[act], pushing.links.answer(one.delivery_id, act, question.preview_id, question.digest))
        for act in ACTS
    )


_WORD = patterns.compile(r"[^\W_]+(?:['’][^\W_]+)*")
APP = "Steward"
"""The title of a push of which nothing may be told."""


async def names_of(tx: Tx, rules: RuleSet) -> dict[UUID, str]:
    """The names of the people and places that the user's rules keep off lock screens."""
    matches = [one.match for _, one in rules.of(RedactPush)]
    people = list(dict.fromkeys(each for match in matches for each in match.contact_ids))
    where = list(dict.fromkeys(each for match in matches for each in match.place_ids))
    found = await contacts.named(tx, people) if people else {}
    return found | (await places.named(tx, where) if where else {})


def redacted(title: str, body: str, kind: str, rules: RuleSet, names: Mapping[UUID, str]) -> tuple[str, str]:
    """Title and body as they may be shown. The rules of effect `redact_push` over its words, when it goes out: what
    they match is replaced, and with a kind of push, or nothing in particular, all of the text."""
    for _, one in reversed(rules.of(RedactPush)):  # the strongest has the last word
        match = one.match
        if match.always or normalize(kind) in {normalize(each) for each in match.categories}:
            title, body = APP, one.replacement
            continue
        hidden = _hidden(match, names)
        title, body = _without(title, hidden, one.replacement), _without(body, hidden, one.replacement)
    return title, body


def _hidden(match: Match, names: Mapping[UUID, str]) -> list[list[tuple[str, ...]]]:
    """The phrases that may not be told, word by word; of a person each part of the name too."""
    people = [names[one] for one in match.contact_ids if one in names]
    where = [names[one] for one in match.place_ids if one in names]
    parts = [part for name in people for part in name.split() if len(part) > 2]
    return [stems(one) for one in (*match.words, *people, *where, *parts) if stems(one)]


def _without(text: str, hidden: Sequence[Sequence[Sequence[str]]], replacement: str) -> str:
    found = list(_WORD.finditer(text))
    said = [(stems(one[0]) or [()])[0] for one in found]
    gone: list[tuple[int, int]] = []
    for phrase in hidden:
        for at in range(len(said) - len(phrase) + 1):
            if all(set(one) & set(other) for one, other in zip(phrase, said[at : at + len(phrase)], strict=True)):
                gone.append((found[at].start(), found[at + len(phrase) - 1].end()))
    kept, last = [], 0
    for start, end in sorted(gone):
        if start >= last:
            kept += [text[last:start], replacement]
        last = max(last, end)
    return "".join([*kept, text[last:]])
