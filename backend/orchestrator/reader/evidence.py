"""What did the tools of this turn find, and which of it answers the question?"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, time
from typing import Any

from orchestrator.kit import lookaround, patterns
from orchestrator.language.speech_acts.mood import Mood, mood_of
from orchestrator.language.text.normalize import normalize, tokens
from orchestrator.language.values import Value, holds
from orchestrator.llm.messages import LedgerEntry
from orchestrator.reader.conditions.order import Rank
from orchestrator.reader.question.reading import Reading
from orchestrator.reader.question_kinds import Kind
from orchestrator.reader.texts import replied_to, share, telling_sentence, text_of_hit

RELEVANT = 0.5
"""The share of the question's words that a find must hold to count as an answer; below it is only near."""
SURE = 0.99
"""All that was asked for is held, but for a rounding."""
_PLAIN = 0.6
"""Where "is there?" or a bare topic is asked, the name alone ("is Ana allergic?") is no answer."""
_SAME_TIME = 0.3
"""What stands in the calendar at the time that was asked for is near, even where it holds none of the words."""
_OTHER_TIME = 0.4
_LISTS = {"get_events": "events", "get_todos": "todos", "get_contacts": "contacts", "get_places": "places"}
_KIND = {"events": "event", "todos": "todo", "contacts": "contact", "places": "place"}
_OF_PEOPLE = {Kind.WHO, Kind.ATTRIBUTE, Kind.EXISTS, Kind.TOPIC}
_AGENT = "agent"
TEXTS = {"document", "fact", "meeting", "note", "message"}
"""The kinds whose sentences tell values."""
_CLEARLY = 0.3
"""So much more of the question a text has to hold to answer before what has a time of its own."""
_AS_WELL = 0.15
"""So much less of the question may hold what fits the talk."""
_CALLED = 0.35
"""What it adds that a sentence says by its word what its value is."""
_CUE = 0.7
"""What a find loses that lacks all the words which only say what kind of question it is."""
_NEVER = 2.0
"""No hit is worth so much: what the search found to be no answer stays near at best."""
_NOTHING_SAID = -1.0
_ASKED_LETTERS = 400
_CANCELLED = "status:cancelled"
"""How the index marks an event that does not take place (world/events)."""
_ASKS_CANCELLED = lookaround.compile(r"\b(?:cancel|called off|desmarc|anul|suspend)")
_TELLS_OF = patterns.compile(
    r"([A-ZÀ-Ý][^\W\d_]+)(?:['’]s\b| (?:is|isn't|has|can't|can not|cannot|does|doesn't|likes?|hates?|wants?|prefers?|e"
    r"|é|esta|está|tem|nao|não|gosta|prefere|quer|es|tiene|no|le|prefiere|quiere)\b)"
)
_OF_MYSELF = patterns.compile(
    r"\b(?:am i|do i|can i|should i|i'm|my|sou|tenho|posso|meu|minha|meus|minhas|soy|tengo|puedo|mi|mis)\b"
)


@dataclass(frozen=True)
class Item:
    """One find: `kind` event, todo, contact, place, message…; `hit`: from a search, with a snippet instead of fields;
    `share`: how much of the question it holds (0 to 1)."""

    kind: str
    data: Mapping[str, Any]
    share: float
    hit: bool = False
    needed: float = RELEVANT
    rank: int = 0
    """The place that the search gave it."""
    named: bool = False
    """Whether it is the one, or one of those, that the words name for sure."""
    telling: str = ""
    """The sentence of a text that holds the value that was asked for."""
    tells: float = 0.0
    """How much of the question that sentence holds."""

    @property
    def relevant(self) -> bool:
        return self.share >= self.needed

    @property
    def near(self) -> bool:
        """Whether it may be told where nothing answers: not what the search found to be about something else."""
        return self.needed < _NEVER

    def get(self, name: str) -> str:
        """A field as text, "" where it is absent."""
        value = self.data.get(name)
        return str(value) if value not in (None, "") else ""

    def moment(self, name: str) -> datetime | None:
        """A field as naive local time; None where it is absent or none."""
        return moment(self.data.get(name))


@dataclass(frozen=True)
class Evidence:
    """Everything read in this turn, without repetitions, in the order it was found."""

    items: tuple[Item, ...] = ()
    total: int | None = None
    people: tuple[tuple[str, int], ...] = ()
    span: tuple[str, str] | None = None
    conflicts: tuple[tuple[str, str, str, str], ...] = ()
    """Title and time of one, title and time of the other."""
    looked: tuple[str, ...] = ()
    other: tuple[str, ...] = ()
    briefing: str = ""
    stated: tuple[Mapping[str, Any], ...] = ()
    """What was decided or promised in meetings, as `search_meetings` tells it."""
    failed: bool = False
    twins: tuple[tuple[str, str, str], ...] | None = None
    """Two contacts that may be one, and why; None where nobody looked for any."""
    writes: tuple[LedgerEntry, ...] = field(default=())

    def of(self, *kinds: str, near: bool = False) -> list[Item]:
        """The finds of some kinds that answer, or with `near` those that almost do."""
        return [item for item in self.items if item.kind in kinds and (item.relevant or near)]

    def telling(self, value: Value | None) -> "Evidence":
        """The same without what can't answer, where a text holds the value that was asked for: an event is no sum and
        no permission, and its time is another matter's where the text holds clearly more of the question."""
        texts = [item for item in self.items if item.telling and item.relevant]
        if value is None or not texts:
            return self
        top = max(item.share for item in texts)
        timed = value in {Value.DATE, Value.LENGTH}

        def stays(item: Item) -> bool:
            if item.named:
                return True
            if timed and not item.hit and item.kind in {"event", "todo"}:
                return item.share > top - _CLEARLY
            return (bool(item.telling) or holds(value, text_of(item))) and item.share > top - _CLEARLY

        return replace(self, items=tuple(item for item in self.items if stays(item)))

    def ranked(self, rank: Rank, now: datetime) -> "Evidence":
        """The same with the one event that has this place in the order of time; unchanged where no event answers."""
        events = [item for item in self.items if item.kind == "event" and item.relevant and not item.hit]
        top = max((item.share for item in events), default=0.0)
        dated = [(at, item) for item in events if item.share >= min(top, SURE) and (at := item.moment("start_at"))]
        dated = [pair for pair in dated if pair[1].get("status") != "cancelled"]
        if not dated:
            return self
        dated.sort(key=lambda pair: pair[0])
        gone, ahead = ([item for at, item in dated if (at <= now) == was] for was in (True, False))
        chosen = rank.of(gone, ahead)
        return replace(self, items=(chosen,) if chosen is not None else (), total=None)

    def fitting(self, subject: Sequence[str]) -> "Evidence":
        """The same with those alone that also hold what the talk was about, where they answer about as well as any; who
        is named for sure stays."""
        answers = [item for item in self.items if item.relevant]
        fit = [item for item in answers if subject and share(subject, text_of(item)) >= RELEVANT]
        if not 0 < len(fit) < len(answers):
            return self
        if max(item.share for item in fit) < max(item.share for item in answers) - _AS_WELL:
            return self
        return replace(self, items=tuple(item for item in self.items if item in fit or item.named or not item.relevant))

    def all_listed(self, kind: str) -> "Evidence":
        """The same with nothing but what was listed of a kind, whatever it says."""
        kept = tuple(replace(item, share=1.0) for item in self.items if item.kind == kind and not item.hit)
        return replace(self, items=kept)

    def all_of_the_time(self) -> "Evidence":
        """The same, with everything that lies in the time that was asked for, whatever it says."""
        kept = tuple(
            replace(item, share=1.0)
            for item in self.items
            if item.kind in {"event", "todo"} and not item.hit and item.share >= _SAME_TIME
        )
        return replace(self, items=kept)


def moment(written: object) -> datetime | None:
    """An ISO text as naive wall time."""
    if not isinstance(written, str) or len(written) < 10:
        return None
    try:
        return datetime.fromisoformat(written).replace(tzinfo=None)
    except ValueError:
        return None


def gather(ledger: Sequence[LedgerEntry], reading: Reading) -> Evidence:
    """The evidence of a ledger, weighed against a question."""
    found: dict[tuple[str, str], Item] = {}
    total: int | None = None
    people: tuple[tuple[str, int], ...] = ()
    span: tuple[str, str] | None = None
    looked: list[str] = []
    other: list[str] = []
    briefing = ""
    stated: tuple[Mapping[str, Any], ...] = ()
    failed = False
    whom = _named_people(ledger)
    for entry in ledger:
        if entry.effect == "write":
            continue
        if entry.outcome != "done":
            failed = failed or entry.outcome == "failed"
            continue
        data = entry.data
        looked.append(entry.tool)
        if entry.tool in _LISTS:
            key = _LISTS[entry.tool]
            _add(found, _rows(data.get(key)), _KIND[key], reading, entry)
            total = _total(total, entry, reading)
            people = people or _people(data)
            span = span or _span(data)
        elif entry.tool == "search_memories" and (entry.arguments.get("within") or entry.arguments.get("near")):
            continue  # what the last answer was told from: domains/told_from.py; what comes near: passages.py
        elif entry.tool == "search_memories":
            told = str(data.get("speaker") or "")  # whom the tool took the words for the speaker for
            named = replace(reading, who=told) if reading.who and told else reading
            rows = [row for row in _rows(data.get("hits")) if not _of_somebody_else(row, whom)]
            if to := set(tokens(str(data.get("conversation_with") or ""))):  # named by the conversation
                named = replace(named, words=tuple(word for word in named.words if not to & set(tokens(word))))
                rows = [{**row, _WRITTEN: True} for row in rows]
            _add_hits(found, rows, named)
            span = span or _span({"range": data})
        elif entry.tool == "search_meetings":
            stated = tuple(_rows(data.get("statements")))
        elif entry.tool == "get_briefing":
            briefing = str(data.get("briefing") or "")
        elif not entry.tool.startswith(("resolve_", "places_", "get_location")) and entry.summary and not entry.empty:
            other.append(entry.summary)
    return Evidence(
        items=_once(list(found.values()), reading),
        total=total,
        people=people,
        span=span,
        conflicts=_conflicts(ledger),
        twins=_twins(ledger),
        looked=tuple(dict.fromkeys(looked)),
        other=tuple(dict.fromkeys(other)),
        briefing=briefing,
        stated=stated,
        failed=failed,
        writes=tuple(entry for entry in ledger if entry.effect != "read"),
    )


def _named_people(ledger: Sequence[LedgerEntry]) -> frozenset[str]:
    """The names of those whom the question names, as the search knew them; none where it says what they are to
    somebody ("my husband")."""
    near = next((one.data for one in ledger if one.tool == "search_memories" and one.arguments.get("near")), {})
    told = [(tokens(str(phrase)), tokens(str(name))) for phrase, name in (near.get("people") or {}).items()]
    return frozenset(part for said, name in told if set(said) <= set(name) for part in name)


def _of_somebody_else(row: Mapping[str, Any], whom: frozenset[str]) -> bool:
    """Whether what is noted is of another than those who are named: "Laura is allergic …", asked of Gemma."""
    text = text_of_hit(row) if whom and row.get("kind") in _NOTED_OF else ""
    tells = _TELLS_OF.match(text)
    if tells is None or whom & set(tokens(text)):
        return False
    own = normalize(tells[1])
    return not any(name[:_ALIKE] == own[:_ALIKE] for name in whom)  # Rafa is Rafael


_NOTED_OF = frozenset({"fact", "note"})
_ALIKE = 3


def _once(items: Sequence[Item], reading: Reading) -> tuple[Item, ...]:
    """Of the parts of one document the one that answers best; of an event and what was said at it the words."""
    kept: dict[tuple[str, str] | int, Item] = {}
    said = max((item.share for item in items if item.kind == "meeting" and item.relevant), default=_NOTHING_SAID)
    for number, item in enumerate(items):
        if item.hit and item.kind == "event" and item.share <= said and _only_met(item, reading):
            continue
        key = (item.kind, item.get("id")) if item.hit and item.kind == "document" else number
        earlier = kept.get(key)
        if earlier is None or _merit(item) > _merit(earlier):
            kept[key] = item
    return tuple(kept.values())


def _only_met(item: Item, reading: Reading) -> bool:
    """Whether an event holds the words in what was said at it, and its title does not."""
    return share(reading.words, item.get("title")) < item.share


def _merit(item: Item) -> tuple[bool, float, float]:
    return bool(item.telling), item.share, item.tells


def _rows(value: object) -> list[Mapping[str, Any]]:
    return [row for row in value if isinstance(row, Mapping)] if isinstance(value, list | tuple) else []


def _add(
    found: dict[tuple[str, str], Item],
    rows: Iterable[Mapping[str, Any]],
    kind: str,
    reading: Reading,
    entry: LedgerEntry,
) -> None:
    # The tool resolved the person itself ("mum"): the name need not stand in the event.
    asked = entry.arguments
    words = reading.rest if asked.get("participant") else reading.words
    wanted = {target.id for target in reading.targets}
    meant = _meant(entry) if reading.kind in _OF_PEOPLE else frozenset()
    for row in rows:
        key = (kind, str(row.get("occurrence") or row.get("id")))
        named = str(row.get("id")) in meant
        sure = named or str(row.get("id")) in wanted or bool(asked.get("name"))
        held = 1.0 if sure else _held(words, reading, _text(row, kind))
        held = max(held, _SAME_TIME) if asked.get("action") == "by_range" else held
        if kind in {"event", "todo"} and reading.filters and not _kept(row, _text(row, kind), reading):
            continue
        item = Item(kind, row, held if sure else held * _timely(row, reading), needed=_needed(reading), named=named)
        earlier = found.get(key)
        if earlier is None or earlier.hit or (earlier.share, earlier.named) < (item.share, item.named):
            found[key] = item


def _held(words: Sequence[str], reading: Reading, text: str) -> float:
    """The share of the words that a record holds; a name of several words is one of them."""
    words, worth = _looked_for(words, reading, text)
    named = [tuple(name.split()) for name in reading.names if " " in name and set(name.split()) <= set(words)]
    within = {part for name in named for part in name}
    units = [*named, *((word,) for word in words if word not in within)]
    return worth * (sum(share(unit, text) for unit in units) / len(units) if named else share(words, text))


def _looked_for(words: Sequence[str], reading: Reading, text: str) -> tuple[Sequence[str], float]:
    """The words without those that only say what is asked, as far as the record lacks them; and what is left of its
    worth for these: one that holds them too answers better."""
    cued = [word for word in words if normalize(word) in reading.cues and share((word,), text) == 0]
    if not cued or len(cued) == len(words):
        return words, 1.0
    return tuple(word for word in words if word not in cued), 1.0 - _CUE * len(cued) / len(words)


def _kept(row: Mapping[str, Any], text: str, reading: Reading) -> bool:
    """Whether the filters of the question leave a record in."""
    start = next((found for name in ("start_at", "due_at", "at") if (found := moment(row.get(name)))), None)
    whole = bool(row.get("all_day")) or (start is not None and "due_at" in row and start.time() == time())
    return reading.filters.keep(text, start, moment(row.get("end_at")), whole=whole, key=str(row.get("id")))


def _meant(entry: LedgerEntry) -> frozenset[str]:
    """Who the words of a look-up mean for sure, in whatever script or by whatever name they are noted."""
    ids = entry.data.get("meant")
    return frozenset(str(one) for one in ids) if isinstance(ids, list | tuple) else frozenset()


def _add_hits(found: dict[tuple[str, str], Item], rows: Iterable[Mapping[str, Any]], reading: Reading) -> None:
    question = normalize(reading.line.raw)
    for rank, one in enumerate(rows):
        row = one
        key = (str(row.get("kind") or "message"), str(row.get("part_id") or row.get("id")))
        own_question = question and normalize(str(row.get("text") or row.get("snippet") or "")).strip(" ?") == question
        if row.get("origin") == _AGENT or own_question or only_asked(row):
            continue
        if key[0] == "event" and str(row.get("text") or "").startswith(_CANCELLED):
            if not _ASKS_CANCELLED.search(reading.line.low):
                continue
            row = {**row, "status": "cancelled"}
        if reading.filters and key[0] == "event" and not _kept(row, text_of_hit(row), reading):
            continue
        weight, needed = _worth(row, reading)
        tells = key[0] in TEXTS and needed < _NEVER
        told = telling_sentence(reading.words, row, reading.value, question=reading.line.low) if tells else None
        if told is not None:
            sure = _CALLED if told.called and weight > 0 else 0.0  # "term: …" says that it is what was asked for
            weight, needed = min(1.0, max(weight, told.about) + sure), min(needed, RELEVANT)
        if reading.kind is Kind.SAID and reading.who and not _spoken_by(row, reading.who):
            # Somebody else's words that name the person are worth less than the person's own.
            weight *= 0.8 if _mentions(text_of_hit(row), reading.who) else 0.4
        timely = 1.0 if reading.ahead and row.get("kind") == "message" else _timely(row, reading)
        needed = needed if timely == 1.0 else max(needed, RELEVANT)
        item = Item(key[0], row, weight * timely, hit=True, needed=needed, rank=rank)
        item = replace(item, telling=told.sentence, tells=told.held) if told is not None else item
        earlier = found.get(key)
        if earlier is None or (earlier.hit and not earlier.relevant and item.relevant):
            found[key] = item


def _worth(row: Mapping[str, Any], reading: Reading) -> tuple[float, float]:
    """How much of the question a hit holds, and how much it has to hold. The search has judged that itself, with what
    was said before it and whose matter it is; a result without its judgement is weighed by its words."""
    if isinstance(row.get("answers"), bool) and row.get("kind") == "message":
        worth = float(row.get("relevance") or 0.0) if reading.words else _unasked(reading)
        return worth, 0.0 if row["answers"] else _NEVER
    if row.get("kind") == "note" and of_another(text_of_hit(row), reading):
        return 0.0, _NEVER
    text = text_of_hit(row)
    words, worth = _looked_for(reading.words, reading, text)
    held = worth * share(words, text) if reading.words else _unasked(reading)
    if _of_meeting_alone(row, reading):
        return 0.0, _NEVER
    return held, _needed(reading)


def _of_meeting_alone(row: Mapping[str, Any], reading: Reading) -> bool:
    """Whether of what was said in a meeting its title or people hold the words: anything else was said there too."""
    if row.get("kind") != "meeting" or not row.get("part_id") or not reading.words:
        return False
    own = reading.who is not None and _spoken_by(row, reading.who)
    return not own and share(reading.words, f"{row.get('text') or ''} {replied_to(row)}") == 0


def of_another(noted: str, reading: Reading) -> bool:
    """Whether a note tells of somebody ("Lucía is allergic …") where the user asks about themselves alone."""
    tells = _TELLS_OF.match(noted)
    if tells is None or not _OF_MYSELF.search(reading.line.low):
        return False
    return normalize(tells[1]) not in {part for word in reading.words for part in normalize(word).split()}


_WRITTEN = "written_to_somebody"
"""Marks the user's own words to somebody else: these ask nothing of Steward."""


def only_asked(row: Mapping[str, Any]) -> bool:
    """Whether the user's own words only ask or look something up ("Ana's number"): that answers nothing later."""
    own = row.get("origin") == "user" or str(row.get("speaker") or "").casefold() in {"me", "user"}
    text = str(row.get("text") or "")[:_ASKED_LETTERS]
    own = own and _WRITTEN not in row
    return own and row.get("kind") == "message" and mood_of(text).mood in {Mood.QUESTION, Mood.UNCLEAR}


def _needed(reading: Reading) -> float:
    return _PLAIN if reading.kind in {Kind.EXISTS, Kind.TOPIC} else RELEVANT


def _timely(row: Mapping[str, Any], reading: Reading) -> float:
    """Whether a dated find lies in the time that was asked for; outside of it, it is near at best."""
    start = next((found for name in ("start_at", "due_at", "at") if (found := moment(row.get(name)))), None)
    if reading.span is None:
        return 1.0
    if start is None:
        return _OTHER_TIME if "due_at" in row and row.get("done_at") is None else 1.0
    since, until = reading.span
    if any(_overlaps(one, since, until) for one in _rows(row.get("dates"))):
        # "Last year", said this year: the time that a message tells counts like the time at which it was said.
        return 1.0
    ends = moment(row.get("end_at")) or start
    return 1.0 if ends >= since and (until is None or start < until) else _OTHER_TIME


def _overlaps(told: Mapping[str, Any], since: datetime, until: datetime | None) -> bool:
    first, after = moment(told.get("since")), moment(told.get("until"))
    return first is not None and after is not None and after > since and (until is None or first < until)


def _unasked(reading: Reading) -> float:
    """What a find is worth to a question without content words: something where it names a time, a person, a kind."""
    return 1.0 if reading.when or reading.who or reading.names or reading.targets else _SAME_TIME


def _spoken_by(row: Mapping[str, Any], who: str) -> bool:
    return _mentions(str(row.get("speaker") or ""), who)


def _mentions(text: str, who: str) -> bool:
    return share(tuple(who.split()), text) >= RELEVANT


def _total(total: int | None, entry: LedgerEntry, reading: Reading) -> int | None:
    """A tool's count is the answer where it counted what was asked for."""
    value = entry.data.get("total")
    if not isinstance(value, int) or isinstance(value, bool):
        return total
    tool = {"todo": "get_todos", "contact": "get_contacts", "place": "get_places"}.get(
        reading.thing or "", "get_events"
    )
    return value if entry.tool == tool and (total is None or value > total) else total


def _people(data: Mapping[str, Any]) -> tuple[tuple[str, int], ...]:
    rows = _rows(data.get("by_person"))
    return tuple((str(row.get("name") or ""), int(row.get("count") or 0)) for row in rows if row.get("name"))


def _conflicts(ledger: Sequence[LedgerEntry]) -> tuple[tuple[str, str, str, str], ...]:
    rows = [row for entry in ledger if entry.tool == "get_events" for row in _rows(entry.data.get("conflicts"))]
    pairs = [(row.get("first"), row.get("second")) for row in rows]
    return tuple(
        (str(one.get("title")), str(one.get("when")), str(other.get("title")), str(other.get("when")))
        for one, other in pairs
        if isinstance(one, Mapping) and isinstance(other, Mapping)
    )


def _twins(ledger: Sequence[LedgerEntry]) -> tuple[tuple[str, str, str], ...] | None:
    for entry in ledger:
        if entry.tool == "get_contacts" and entry.outcome == "done" and "duplicates" in entry.data:
            pairs = [(row.get("names"), row.get("why")) for row in _rows(entry.data["duplicates"])]
            return tuple((str(two[0]), str(two[1]), str(why)) for two, why in pairs if isinstance(two, list | tuple))
    return None


def _span(data: Mapping[str, Any]) -> tuple[str, str] | None:
    value = data.get("range")
    if not isinstance(value, Mapping):
        return None
    since, until = value.get("since"), value.get("until")
    return (str(since), str(until)) if since and until else None


def _text(row: Mapping[str, Any], kind: str) -> str:
    names = [str(person.get("name") or "") for person in _rows(row.get("participants"))]
    names += [f"{one.get('name') or ''} {one.get('label') or ''}" for one in _rows(row.get("relationships"))]
    names += [f"{one.get('name') or ''} {one.get('label') or ''}" for one in _rows(row.get("places"))]
    fields = {
        "event": ("title", "location_text", "place", "description"),
        "todo": ("title", "notes"),
        "contact": ("display_name", "organization", "title", "notes", "relation"),
        "place": ("name", "category", "address", "description"),
    }[kind]
    for name in ("aliases", "nicknames", "emails", "groups"):
        value = row.get(name)
        if isinstance(value, list | tuple):
            names += [str(one) for one in value]
    return " ".join([*(_named(row.get(name)) for name in fields), *names])


def text_of(item: Item, *, described: bool = True) -> str:
    """Everything that a find says, to compare words with; `described`: with what its description tells."""
    if item.hit:
        return text_of_hit(item.data)
    return _text(item.data if described else {**item.data, "description": None, "notes": None}, item.kind)


def _named(value: object) -> str:
    if isinstance(value, Mapping):
        return str(value.get("name") or "")
    return str(value or "")
