"""What could somebody be given? What was noted or said as a present for them, then what else is noted of them."""

from collections.abc import Mapping

from orchestrator.language.concepts import MARK
from orchestrator.language.text.normalize import stems
from orchestrator.llm.messages import TurnFacts
from orchestrator.reader.call_selection import Wanted, wanted
from orchestrator.reader.evidence.finds import Item, text_of
from orchestrator.reader.phrase.contact_lines import name_of
from orchestrator.reader.phrase.frame import listed
from orchestrator.reader.phrase.voice import Voice
from orchestrator.reader.query.algebra import Aggregate, Query
from orchestrator.reader.query.finding import Way, bare, person, person_look
from orchestrator.reader.texts import share

_GIVEN = frozenset(f"{MARK}{name}" for name in ("gift", "buy"))
_NOTED = frozenset({"note", "fact"})
_HITS = 20
_MOST = 4


def _read(query: Query, _facts: TurnFacts) -> list[Wanted]:
    who = query.subjects[0]
    return [
        person_look(who),
        wanted("search_memories", query=bare(who), kinds=[*sorted(_NOTED)], limit=_HITS),
        wanted("search_memories", query=f"present {bare(who)}", limit=_HITS),
    ]


def _then(query: Query, facts: TurnFacts) -> list[Wanted]:
    """The same by the name of whom the words only tell a relation."""
    one = person(query.subjects[0], facts)
    if one is None or share(tuple(name_of(one).split()), bare(query.subjects[0])) > 0:
        return []
    first = name_of(one).split()[0]
    return [
        wanted("search_memories", query=first, kinds=[*sorted(_NOTED)], limit=_HITS),
        wanted("search_memories", query=f"present {first}", limit=_HITS),
    ]


def _told(query: Query, facts: TurnFacts, voice: Voice) -> str | None:
    one = person(query.subjects[0], facts)
    called = name_of(one).split()[0] if one is not None else bare(query.subjects[0])
    looked = [each for each in facts.ledger if each.tool == "search_memories" and each.outcome == "done"]
    rows = {str(row.get("part_id") or row.get("id")): row for each in looked for row in each.data.get("hits") or ()}
    hits = [Item(str(row.get("kind") or "message"), row, 1.0, hit=True) for row in rows.values()]
    theirs = [each for each in hits if share((called,), text_of(each)) >= 1]
    given = [each for each in theirs if _is_given(each)]
    found = given or [each for each in theirs if each.kind in _NOTED]
    return listed(found[:_MOST], voice) if found else None


def _is_given(item: Item) -> bool:
    """Whether it speaks of something that is bought or given."""
    return item.kind != "event" and any(_GIVEN & set(forms) for forms in stems(text_of(item)))


OF_PRESENTS: Mapping[Aggregate, Way] = {Aggregate.PRESENT: Way(_read, _told)}
LATER_PRESENTS = {Aggregate.PRESENT: _then}
