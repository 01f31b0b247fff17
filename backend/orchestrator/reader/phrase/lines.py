"""How is one find written, with its date and its source?

Words of others are quoted, on one line, without invisible characters: they are what somebody said, nothing more.
"""

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfoNotFoundError

from orchestrator.kit import patterns
from orchestrator.kit.text import shorten
from orchestrator.kit.zones import named_zone
from orchestrator.language import render
from orchestrator.language.messages import is_message, say
from orchestrator.language.text.normalize import stems
from orchestrator.language.values import sentences
from orchestrator.reader.evidence.finds import RELEVANT, Item, moment
from orchestrator.reader.texts import share

_QUOTE = 300
_TITLE = 120
_SECTION = 80
_NAMES = 6
_HINT_FROM, _HINT_TO = 2, 99
"""Days ahead that are counted: sooner the answer says "today" or "tomorrow", later nobody counts days."""
_SENTENCE = patterns.compile(r"[^.!?\n]+[.!?]*")
_QUOTES = str.maketrans({"“": "‘", "”": "’", '"': "'", "«": "‘", "»": "’"})
_INVISIBLE = {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}
_USER = {"user", "me"}
_DAY = timedelta(days=1)
_NO_YEAR = 4
"""A leap year, in which every birthday is a day."""
_LONGEST_MONTH = 31


@dataclass(frozen=True)
class Voice:
    """In which language, for which moment and place an answer is written."""

    locale: str
    """Of the language of the answer."""
    now: datetime
    zone: str
    user: str = ""
    hints: bool = False
    """Whether dates ahead are told as distances too ("in 6 days")."""

    def short(self, day: date) -> str:
        """ "27 Nov 2026"."""
        month = month_name(day, self.locale)
        return say("reader.answer.short_date", self.locale, day=day.day, month=month, year=day.year)

    def moment(self, start: datetime, end: datetime | None = None, *, all_day: bool = False) -> str:
        """A span as people say it, with "today" and its like."""
        return render.moment(start, end, all_day=all_day, zone=self.zone, now=self.now, locale=self.locale)


def month_name(day: date, locale: str) -> str:
    """The short name of its month: "Nov"."""
    return say("reader.answer.months", locale).split()[day.month - 1]


def clean(text: str, limit: int = _TITLE) -> str:
    """A text of others on one line, without invisible characters and without marks that end a quotation."""
    plain = "".join(" " if unicodedata.category(char) in _INVISIBLE else char for char in text[: limit * 8])
    return shorten(" ".join(plain.translate(_QUOTES).split()), limit)


def quoted(text: str, limit: int = _TITLE) -> str:
    """ "“Dentist”"."""
    return f"“{clean(text, limit)}”"


def line(item: Item, voice: Voice, words: tuple[str, ...] = ()) -> str:
    """The whole line of a find."""
    if item.hit:
        return hit(item, voice, words)
    return {"event": event, "todo": todo, "contact": contact, "place": place}[item.kind](item, voice)


def names(item: Item) -> list[str]:
    """The participants of an event."""
    rows = item.data.get("participants")
    found = rows if isinstance(rows, list | tuple) else ()
    return [clean(str(one.get("name"))) for one in found if isinstance(one, Mapping) and one.get("name")]


def where(item: Item) -> str:
    """The place of an event, "" where none is noted."""
    value = item.data.get("place")
    name = value.get("name") if isinstance(value, Mapping) else value
    own = item.get("location_text")
    return clean(str(name or own or ""))


def source(item: Item, voice: Voice, day: datetime | None) -> str:
    """ "(event, 27 Nov 2026)"."""
    key = "imported" if item.kind == "event" and item.get("origin") == "third_party" else item.kind
    named = f"reader.answer.sources.{key}"
    name = say(named, voice.locale) if is_message(named) else item.kind
    if item.hit and item.kind == "message" and item.get("title"):
        name = say("reader.answer.in_thread", voice.locale, title=clean(item.get("title"), 60))
    if item.hit and item.kind == "meeting" and item.get("title"):
        name = f"{name} {quoted(item.get('title'), 60)}"
    speaks = (
        item.hit and item.kind != "meeting" and not is_own(item, voice.user)
    )  # who spoke in a meeting stands before it
    parts = [name, clean(item.get("speaker"), 60) if speaks else ""]
    parts.append(standing(item.data, voice) if item.hit and item.kind == "document" else "")
    if day is not None:
        parts.append(voice.short(day))
    return f"({', '.join(part for part in parts if part)})"


def standing(place: Mapping[str, Any], voice: Voice) -> str:
    """Where in its document a passage stands: "page 2", "section “Deposit”", "" where that is not known."""
    if place.get("page"):
        return say("reader.answer.page", voice.locale, page=place["page"])
    if place.get("section"):
        return say("reader.answer.section", voice.locale, section=clean(str(place["section"]), _SECTION))
    return ""


def event(item: Item, voice: Voice) -> str:
    """Title, time, place, people, source."""
    start = item.moment("start_at")
    parts = []
    if start is not None:
        when = voice.moment(start, item.moment("end_at"), all_day=bool(item.data.get("all_day")))
        parts.append(f"{when}{_elsewhere(item, start, voice) or ahead(start, voice)}")
    if where(item):
        parts.append(say("reader.answer.at", voice.locale, place=where(item)))
    if people := names(item):
        parts.append(say("reader.answer.with", voice.locale, names=_joined(people, voice)))
    if item.get("status") == "cancelled":
        parts.append(say("reader.answer.cancelled", voice.locale))
    told = f": {', '.join(parts)}" if parts else ""
    return f"{quoted(item.get('title'))}{told} {source(item, voice, start)}"


def _elsewhere(item: Item, start: datetime, voice: Voice) -> str:
    """ " (Europe/Madrid; 14:00 for you)" of an event whose wall time is another zone's."""
    zone = item.get("timezone")
    if not zone or zone == voice.zone or item.data.get("all_day"):
        return ""
    try:
        own = start.replace(tzinfo=named_zone(zone)).astimezone(named_zone(voice.zone))
    except (ZoneInfoNotFoundError, ValueError):
        return f" ({zone})"
    if own.time() == start.time():
        return f" ({zone})"
    day = "" if own.date() == start.date() else f"{voice.short(own)}, "
    told = say("reader.answer.own_time", voice.locale, time=f"{day}{render.clock(own, voice.locale)}")
    return f" ({zone}; {told})"


def todo(item: Item, voice: Voice) -> str:
    """Title, state, source."""
    due, done = item.moment("due_at"), item.moment("done_at")
    if done is not None:
        state = say("reader.answer.completed", voice.locale, when=render.day(done.date(), voice.locale))
    elif due is not None:
        when = voice.moment(due, None, all_day=_whole_day(due))
        key = "reader.answer.overdue" if late(due, voice.now) else "reader.answer.due"
        state = say(key, voice.locale, when=f"{when}{ahead(due, voice)}")
    else:
        state = say("reader.answer.open", voice.locale)
    return f"{quoted(item.get('title'))}: {state} {source(item, voice, due)}"


def _whole_day(due: datetime) -> bool:
    return (due.hour, due.minute) in {(0, 0), (23, 59)}


def late(due: datetime, now: datetime) -> bool:
    """Whether a due time is over; that of a whole day is when the day is."""
    return due.date() < now.date() if _whole_day(due) else due < now


def ahead(start: datetime, voice: Voice) -> str:
    """ " (in 6 days)" of what lies some days ahead, where the answer is about one thing; "" otherwise."""
    days = (start.date() - voice.now.date()).days
    told = voice.hints and _HINT_FROM <= days <= _HINT_TO
    return f" ({say('reader.answer.in_days', voice.locale, days=days)})" if told else ""


def contact(item: Item, voice: Voice) -> str:
    """Everything that is noted of a contact, on one line."""
    parts = [told for label in ("phone", "email", "birthday", "address", "work", "relationships", "groups")
             if (told := attribute(item, label, voice))]  # fmt: skip
    if item.get("notes"):
        parts.append(quoted(item.get("notes")))
    return f"{name_of(item)}{': ' + '; '.join(parts) if parts else ''} {source(item, voice, None)}"


def name_of(item: Item) -> str:
    """The name of a contact or place."""
    return clean(item.get("display_name") or item.get("name") or item.get("title"))


def label_of(label: str, voice: Voice) -> str:
    """What an attribute of a contact is called; its own name where we have none for it."""
    key = f"reader.answer.labels.{label}"
    return say(key, voice.locale) if is_message(key) else label


def attribute(item: Item, label: str, voice: Voice) -> str:
    """ "phone +55 11 …", "" where it is not noted."""
    value = noted(item, label, voice)
    return f"{say(f'reader.answer.labels.{label}', voice.locale)} {value}" if value else ""


def noted(item: Item, label: str, voice: Voice) -> str:
    """What a contact tells of this ("phone", "birthday"…), "" where nothing is."""
    if label == "birthday":
        day = born(item)
        year = f" {day.year}" if day is not None and day.year > _NO_YEAR else ""
        return f"{day.day} {month_name(day, voice.locale)}{year}" if day else item.get("birthday")
    if label == "work":
        return _work(item)
    field = {"phone": "phones", "email": "emails", "address": "places"}.get(label, label)
    rows = item.data.get(field)
    found = rows if isinstance(rows, list | tuple) else ()
    return ", ".join(told for one in found[:_NAMES] if (told := _address(one) if label == "address" else _one(one)))


def born(item: Item) -> date | None:
    """A contact's birthday, in the year 4 where its year is not known (`--05-14`); None where it is not noted."""
    told = item.get("birthday")
    try:
        return date.fromisoformat(f"{_NO_YEAR:04}-{told[2:]}" if told.startswith("--") else told[:10])
    except ValueError:
        return None


def _work(item: Item) -> str:
    """What somebody does and for whom; where they are noted as working, unless it is called the same."""
    told = [clean(text) for text in (item.get("title"), item.get("organization")) if text]
    rows = item.data.get("places")
    there = [one for one in rows if isinstance(one, Mapping)] if isinstance(rows, list | tuple) else []
    at = [clean(str(one.get("name") or "")) for one in there if one.get("there") == "works"]
    return ", ".join([*told, *(name for name in at[:_NAMES] if name and name not in told)])


def _address(place: Any) -> str:
    """A place of a contact with its address, where that says more than its name."""
    told = _one(place)
    address = clean(str(place.get("address") or "")) if isinstance(place, Mapping) else ""
    return f"{told}, {address}" if address and not told.startswith(address) else told


def _one(value: Any) -> str:
    if isinstance(value, Mapping):
        name, label = str(value.get("name") or value.get("value") or ""), str(value.get("label") or "")
        return clean(f"{name} ({label})" if name and label else name)
    return clean(str(value))


def place(item: Item, voice: Voice) -> str:
    """Name, address, source."""
    told = "; ".join(clean(item.get(name)) for name in ("address", "description") if item.get(name))
    return f"{quoted(item.get('name'))}{': ' + told if told else ''} {source(item, voice, None)}"


def hit(item: Item, voice: Voice, words: tuple[str, ...]) -> str:
    """What was said or written, quoted, by whom and when."""
    text = item.get("text") or item.get("snippet") or item.get("title")
    if _only_fields(item, text, words):
        text = item.get("title")
    at = item.moment("at")
    if item.kind == "event":
        parts = [voice.moment(at)] if at else []
        parts += [say("reader.answer.cancelled", voice.locale)] if item.get("status") == "cancelled" else []
        told = f": {', '.join(parts)}" if parts else ""
        return f"{quoted(item.get('title') or text)}{told} {source(item, voice, at)}"
    if item.kind == "todo" and at:
        due = say("reader.answer.due", voice.locale, when=voice.moment(at, all_day=_whole_day(at)))
        return f"{quoted(item.get('title') or text)}: {due} {source(item, voice, at)}"
    speaker = say("reader.answer.you", voice.locale) if is_own(item, voice.user) else clean(item.get("speaker"), 60)
    told = dated(item.telling or text, item, voice)
    said = quoted(told if item.telling else _quote(item, told, words), _QUOTE)
    title = item.get("title")
    if item.kind in {"message", "meeting"}:
        return f"{speaker + ': ' if speaker else ''}{said} {source(item, voice, at)}"
    same = not title or clean(title).casefold() in said.casefold()
    return f"{quoted(title) + ': ' if not same else ''}{said} {source(item, voice, at)}"


def _quote(item: Item, text: str, words: tuple[str, ...]) -> str:
    """Of a paper the one sentence that holds most of the words, where there is one; else the passage around them."""
    if item.kind == "document" and words:
        weighed = sorted(((share(words, one), one) for one in sentences(text)), key=lambda pair: -pair[0])
        if weighed and weighed[0][0] >= RELEVANT and (len(weighed) == 1 or weighed[0][0] > weighed[1][0]):
            return weighed[0][1]
    return passage(text, words)


def _only_fields(item: Item, text: str, words: tuple[str, ...]) -> bool:
    """Whether what the index holds beside the title tells nothing: the subjects of a fact, a contact's addresses."""
    title = item.get("title")
    if not title or item.kind == "fact":
        return bool(title) and text.startswith(title)
    asked = {form for word in words for forms in stems(word) for form in forms}
    asked -= {form for forms in stems(title) for form in forms}
    return item.kind == "contact" and not any(asked.intersection(forms) for forms in stems(text))


def dated(text: str, item: Item, voice: Voice) -> str:
    """The text with the days that its relative words mean put behind them: "yesterday [7 May 2023]"."""
    rows = item.data.get("dates")
    end = len(text)
    for row in reversed(rows if isinstance(rows, list | tuple) else ()):
        phrase, days = str(row.get("text") or ""), _days(row, voice)
        at = text.rfind(phrase, 0, end) if phrase else -1
        if at < 0 or not days:
            continue
        end = at
        text = f"{text[: at + len(phrase)]} [{days}]{text[at + len(phrase) :]}"
    return text


def _days(row: Mapping[str, Any], voice: Voice) -> str:
    """ "7 May 2023", "29 May 2023 – 4 Jun 2023", "Jun 2023", "2022"."""
    since, until = moment(row.get("since")), moment(row.get("until"))
    if since is None or until is None or until <= since:
        return ""
    last = until - _DAY
    if since.date() == last.date():
        return voice.short(since)
    if (since.month, since.day, last.month, last.day) == (1, 1, 12, 31) and since.year == last.year:
        return str(since.year)
    if since.day == 1 and until.day == 1 and (until - since).days <= _LONGEST_MONTH:
        return say("reader.answer.month_of", voice.locale, month=month_name(since, voice.locale), year=since.year)
    return f"{voice.short(since)} – {voice.short(last)}"


def is_own(item: Item, user: str) -> bool:
    """Whether the user said it."""
    speaker = item.get("speaker").casefold()
    return speaker in _USER or item.get("origin") == "user" or bool(user and speaker == user.casefold())


def passage(text: str, words: tuple[str, ...]) -> str:
    """The part of a long text that holds most of the words, from the start of a sentence, with what stands beside it:
    what is asked for is often told in the sentence after the one that names it."""
    if len(text) <= _QUOTE:
        return text
    sought = {form for word in words for forms in stems(word) for form in forms}
    sentences = [sentence.strip() for sentence in _SENTENCE.findall(text[:8000])]
    held = [sum(1 for forms in stems(sentence) if sought.intersection(forms)) for sentence in sentences]
    start = held.index(max(held, default=0)) if held else 0
    end, length = start, 0
    while end < len(sentences) and (end == start or length + len(sentences[end]) < _QUOTE):
        length += len(sentences[end]) + 1
        end += 1
    while start > 0 and length + len(sentences[start - 1]) < _QUOTE:
        start -= 1
        length += len(sentences[start]) + 1
    return " ".join(one for one in sentences[start:end] if one) or text


def _joined(people: list[str], voice: Voice) -> str:
    shown = people[:_NAMES]
    if len(people) > _NAMES:
        shown = [*shown, f"+{len(people) - _NAMES}"]
    return render.join(shown, voice.locale)
