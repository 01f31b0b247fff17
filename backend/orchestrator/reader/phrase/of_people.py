"""Who is it, and what of them: a number, an address, a birthday?"""

from datetime import date, datetime, time, timedelta

from orchestrator.kit import patterns
from orchestrator.language import render
from orchestrator.language.messages import say
from orchestrator.language.text.normalize import tokens
from orchestrator.reader.conditions.measures import Measure
from orchestrator.reader.evidence.finds import Evidence, Item, text_of
from orchestrator.reader.line import line
from orchestrator.reader.phrase.contact_lines import attribute, born, label_of, name_of
from orchestrator.reader.phrase.dated import CLEARLY, dated_answer
from orchestrator.reader.phrase.frame import best, by_share, by_time, listed, nothing, over
from orchestrator.reader.phrase.lines import names, where
from orchestrator.reader.phrase.measured import next_birthday
from orchestrator.reader.phrase.quotation import quoted
from orchestrator.reader.phrase.sources import source
from orchestrator.reader.phrase.voice import Voice
from orchestrator.reader.question.model import Reading
from orchestrator.reader.texts import share
from orchestrator.reader.words import words_of

_READ = 2000
_SHAPES = {"email": patterns.compile(r"\S@\S"), "phone": patterns.compile(r"\d(?:[ ().-]?\d){5,}")}


def who_answer(reading: Reading, evidence: Evidence, voice: Voice) -> str:
    past = reading.past
    own = [item for item in evidence.items if item.relevant and not item.hit]
    contacts, events = (best([item for item in own if item.kind == kind]) for kind in ("contact", "event"))
    contacts = [item for item in contacts if item.named] or _so_called(contacts, reading) or contacts
    if any(target.kind == "event" for target in reading.targets):
        contacts = []
    if contacts and any(target.kind == "place" for target in reading.targets):
        rows = [
            f"{name_of(item)}: {attribute(item, 'address', voice)} {source(item, voice, None)}" for item in contacts
        ]
        return "\n".join(f"- {row}" for row in rows)
    top = max((item.share for item in events), default=0.0)
    said = by_share(best([item for item in evidence.items if item.hit and item.relevant]))
    if said and said[0].share > max([top, *(item.share for item in contacts)]) + CLEARLY:
        return listed(said, voice, reading.words)
    if contacts and (not events or max(item.share for item in contacts) >= top) and reading.thing != "event":
        return listed(contacts, voice, reading.words)
    if not events:
        return dated_answer(reading, evidence, voice)
    events = [item for item in events if names(item)] or events
    rows = []
    for item in by_time(events, voice.now, past=past)[: 1 if reading.last else 3]:
        told, title = names(item), quoted(item.get("title"))
        text = (
            say("reader.answer.who", voice.locale, title=title, names=render.join(told, voice.locale))
            if told
            else say("reader.answer.who_none", voice.locale, title=title)
        )
        rows.append(f"{text} {source(item, voice, item.moment('start_at'))}")
    return rows[0] if len(rows) == 1 else "\n".join(f"- {row}" for row in rows)


def _so_called(contacts: list[Item], reading: Reading) -> list[Item]:
    """Those who have all of a name that was asked for; their relatives hold it only as what they are to them."""
    whole = [set(tokens(name)) for name in reading.names if " " in name]
    return [item for item in contacts if any(name <= set(tokens(name_of(item))) for name in whole)]


def detail_answer(reading: Reading, evidence: Evidence, voice: Voice) -> str:
    label = reading.attribute or "all"
    found = best(evidence.of("contact"))
    found = _likeliest([item for item in found if item.named] or found, reading)
    if label == "birthday" and not reading.words and not reading.targets:
        return _birthdays(found, evidence, reading, voice)
    if label == "all" and found:
        return listed(found, voice)
    told = [item for item in found if attribute(item, label, voice)]
    if told:
        rows = [f"{name_of(item)}: {_told(item, label, voice)} {source(item, voice, None)}" for item in told[:5]]
        return rows[0] if len(rows) == 1 else "\n".join(f"- {row}" for row in rows)
    noted = [item for item in found if item.get("notes")] if label in {"work", "address"} else []
    if noted:  # what somebody does, and where they live, often stands in no field of its own
        return "\n".join(
            f"{name_of(item)}: {quoted(item.get('notes'))} {source(item, voice, None)}" for item in noted[:3]
        )
    others = [
        item for item in evidence.items if item.relevant and item.kind != "contact" and _tells(item, label, reading)
    ]
    if others:
        return listed(by_share(others), voice, reading.words)
    if found:
        named = "" if label == "all" else label_of(label, voice)
        return "\n".join(
            say("reader.answer.attribute_none", voice.locale, name=name_of(item), label=named) for item in found[:3]
        )
    return nothing(reading, evidence, voice)


def _likeliest(found: list[Item], reading: Reading) -> list[Item]:
    """Of several of a name those that hold most of the other words: "Ana, the cousin"."""
    held = [share(reading.words, text_of(item)) for item in found]
    return [item for item, part in zip(found, held, strict=True) if part >= max(held)]


def _told(item: Item, label: str, voice: Voice) -> str:
    """The attribute; of a birthday the next one with its weekday too."""
    told = attribute(item, label, voice)
    day = born(item) if label == "birthday" else None
    if day is None:
        return told
    coming = datetime.combine(next_birthday(day, voice.now.date()), time())
    return f"{told} ({voice.moment(coming, all_day=True)})"


def _tells(item: Item, label: str, reading: Reading) -> bool:
    """Whether what was said about somebody can hold their number, address, birthday."""
    if item.kind == "place":
        return label in {"address", "all"}
    if item.kind == "event" and not item.hit:
        return label == "address" and _is_theirs(where(item), reading)
    text = line(f"{item.get('title')} {item.get('text')}"[:_READ]).low
    if reading.measure is Measure.AGE and _tells_age(text, reading):
        return True
    if label in _SHAPES:
        return _SHAPES[label].search(text) is not None
    known = words_of(reading.language).attributes.get(label)
    return known is None or known.search(text) is not None


def _is_theirs(place: str, reading: Reading) -> bool:
    """Whether a place of an event is somebody's own by its name: "Lucía's flat", not the bar where one meets her."""
    named = {part for name in (*reading.names, *reading.words) for part in tokens(name)}
    return any(word.startswith(part) for word in tokens(place) for part in named)


def _tells_age(text: str, reading: Reading) -> bool:
    """Whether a number that can be an age stands behind the name: "Hugo de 9 y Vera de 5"."""
    said = tokens(text)
    named = {part for word in (*reading.names, *reading.words) for part in tokens(word)}
    near = {word for at, one in enumerate(said) if one in named for word in said[at + 1 : at + _AGE_WITHIN]}
    return any(word.isdigit() and 0 < int(word) <= _OLDEST for word in near)


_AGE_WITHIN = 5
_OLDEST = 120


def _birthdays(found: list[Item], evidence: Evidence, reading: Reading, voice: Voice) -> str:
    """Whose birthday comes next: by the day of the year, from today on."""
    dated = [(day, item) for item in found if (day := born(item))]
    if not dated:
        return nothing(reading, evidence, voice)
    today = (voice.now.month, voice.now.day)
    if reading.span is not None:
        dated = [(day, item) for day, item in dated if falls(day, reading.span)]
        if not dated:
            return say(
                "reader.answer.nothing",
                voice.locale,
                about=f" ({say('reader.answer.labels.birthday', voice.locale)})",
                range=over(reading, evidence, voice),
            )
    dated.sort(key=lambda pair: ((pair[0].month, pair[0].day) < today, pair[0].month, pair[0].day))
    first = reading.rank.index if reading.rank is not None and reading.rank.index < len(dated) else 0
    rows = [
        f"{name_of(item)}: {attribute(item, 'birthday', voice)} {source(item, voice, None)}"
        for _, item in dated[first : first + _MOST_BIRTHDAYS]
    ]
    return "\n".join(f"- {row}" for row in rows)


_MOST_BIRTHDAYS = 5


def falls(day: date, span: tuple[datetime, datetime | None]) -> bool:
    """Whether a birthday lies in a span, whatever the year; that of a 29 February in other years on the 28th."""
    since, until = span
    days = min(((until or since) - since).days, 366) or 1
    spanned = [since.date() + timedelta(days=after) for after in range(days)]
    leap = (day.month, day.day) == (2, 29)
    return any(
        (one.month, one.day) == (day.month, day.day)
        or (leap and (one.month, one.day) == (2, 28) and (one + timedelta(days=1)).month == 3)
        for one in spanned
    )
