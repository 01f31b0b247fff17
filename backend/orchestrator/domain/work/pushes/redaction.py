"""What of a push may stand on a lock screen? As the user's rules of effect `redact_push` let it."""

from collections.abc import Mapping, Sequence
from uuid import UUID

from orchestrator.agent.rules.effects import Match, RedactPush
from orchestrator.agent.rules.ruleset import RuleSet
from orchestrator.db.tx import Tx
from orchestrator.domain.world.contacts import service as contacts
from orchestrator.domain.world.places import service as places
from orchestrator.kit import patterns
from orchestrator.language.text.normalize import normalize, stems

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
