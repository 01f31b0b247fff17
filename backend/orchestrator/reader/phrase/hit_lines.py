"""How is what somebody said or wrote told: quoted, by whom and when, with the days that its relative words mean?"""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from orchestrator.language.messages import say
from orchestrator.language.text.normalize import stems
from orchestrator.language.values import sentences
from orchestrator.reader.evidence.finds import RELEVANT, Item, moment
from orchestrator.reader.phrase.due import is_whole_day
from orchestrator.reader.phrase.quotation import QUOTE_LENGTH, clean, passage, quoted
from orchestrator.reader.phrase.sources import is_own, source
from orchestrator.reader.phrase.voice import Voice, month_name
from orchestrator.reader.texts import share

_DAY = timedelta(days=1)
_LONGEST_MONTH = 31


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
        due = say("reader.answer.due", voice.locale, when=voice.moment(at, all_day=is_whole_day(at)))
        return f"{quoted(item.get('title') or text)}: {due} {source(item, voice, at)}"
    speaker = say("reader.answer.you", voice.locale) if is_own(item, voice.user) else clean(item.get("speaker"), 60)
    told = dated(item.telling or text, item, voice)
    said = quoted(told if item.telling else _quote(item, told, words), QUOTE_LENGTH)
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
