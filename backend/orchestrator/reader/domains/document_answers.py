"""How is told what the documents say? Each statement with the document, and the page or section where it stands."""

from collections.abc import Mapping, Sequence
from typing import Any

from orchestrator.kit import lookaround
from orchestrator.language.documents import kind_label
from orchestrator.language.messages import say
from orchestrator.language.text.normalize import normalize
from orchestrator.llm.messages import LedgerEntry, TurnFacts
from orchestrator.reader.domains.document_asks import COUNT, READ, SEARCH, PaperAsk
from orchestrator.reader.evidence.finds import moment
from orchestrator.reader.phrase.quotation import clean, quoted
from orchestrator.reader.phrase.sources import standing
from orchestrator.reader.phrase.voice import Voice
from orchestrator.reader.texts import share, telling_sentence

MOST_ROWS = 10
MOST_PASSAGES = 3
QUOTE = 280
_ENOUGH = 0.5
_TELLS = 1.0
"""A sentence with the value that was asked for stands before all others."""
_SAME = 40
"""Letters by which a summary is known as the beginning of a text."""
_SENTENCE = lookaround.compile(r"[^.!?\n]+(?:[.!?]+(?=\s|$)|\n|$)|\S+")


def told_of_papers(ask: PaperAsk | None, facts: TurnFacts, voice: Voice, language: str) -> str | None:
    """The answer from the documents; None where they hold none and something else may."""
    if ask is None:
        return None
    made = [entry for entry in facts.ledger if entry.outcome == "done"]
    for entry in reversed(made):
        if entry.tool == COUNT:
            return _counted(entry.data, ask, voice, language)
    attached = [entry for entry in made if entry.tool == READ and not entry.empty]
    if attached:
        return "\n\n".join(_read(entry, ask, voice, language) for entry in attached)
    searched = next((entry for entry in reversed(made) if entry.tool == SEARCH), None)
    if searched is None:
        looked = ask.asked.file is not None and any(entry.tool == READ for entry in facts.ledger)
        return say("reader.documents.no_file", language, name=ask.asked.file) if looked else None
    return _searched(searched, made, ask, voice, language)


def _counted(data: Mapping[str, Any], ask: PaperAsk, voice: Voice, language: str) -> str:
    total = int(data.get("total") or 0)
    name = _person(data)
    label = kind_label(ask.asked.kind, total, language)
    if total == 0:
        lines = [_none(ask, name, language)]
    else:
        lines = [
            say(
                "reader.documents.has" if name else "reader.documents.you",
                language,
                name=name,
                number=total,
                label=label,
            )
        ]
        rows = _rows(data.get("documents"))
        lines += [f"- {_document(row, voice)}" for row in rows[:MOST_ROWS]]
        if total > MOST_ROWS:
            lines.append(say("reader.documents.more", language, number=total - min(len(rows), MOST_ROWS)))
    if waiting := int(data.get("still_being_read") or 0):
        lines.append(
            say("reader.documents.reading", language, number=waiting, label=kind_label(None, waiting, language))
        )
    return "\n".join(lines)


def _searched(
    entry: LedgerEntry,
    made: Sequence[LedgerEntry],
    ask: PaperAsk,
    voice: Voice,
    language: str,
) -> str | None:
    data = entry.data
    name, documents = _person(data), _rows(data.get("documents"))
    if ask.words:
        passages = _passages(_rows(data.get("hits")), ask, voice)
        if passages:
            return "\n".join(passages)
        if ask.asked.act == "find" and documents and not entry.empty:
            return _listed(documents, ask, voice, language)
        if any(not other.empty for other in made if other.tool != SEARCH):
            return None
        label = kind_label(ask.asked.kind, 2, language)
        where = say("reader.documents.of" if name else "reader.documents.your", language, label=label, name=name)
        lines = [say("reader.documents.nothing", language, words=" ".join(ask.words), where=where)]
        if documents and entry.data.get("kind"):
            lines.append(
                say(
                    "reader.documents.looked",
                    language,
                    titles=", ".join(quoted(str(row.get("title"))) for row in documents[:5]),
                )
            )
        return "\n".join(lines)
    if documents:
        return _listed(documents, ask, voice, language, total=int(data.get("total") or 0))
    if ask.elsewhere and any(not other.empty for other in made if other.tool != SEARCH):
        return None
    return _none(ask, name, language)


def _none(ask: PaperAsk, name: str, language: str) -> str:
    """That there is none of the kind, of nobody or of somebody by name."""
    label = kind_label(ask.asked.kind, 2, language)
    return say("reader.documents.none_of" if name else "reader.documents.none", language, label=label, name=name)


def _listed(
    documents: Sequence[Mapping[str, Any]],
    ask: PaperAsk,
    voice: Voice,
    language: str,
    *,
    total: int = 0,
) -> str:
    """`total`: how many there are, where not all of them are told."""
    number = max(total, len(documents))
    lines = [say("reader.documents.found", language, number=number, label=kind_label(ask.asked.kind, number, language))]
    for row in documents[:MOST_ROWS]:
        summary = clean(str(row.get("summary") or ""), QUOTE) if ask.asked.act == "say" else ""
        lines.append(f"- {_document(row, voice, told=summary)}")
    if (left := number - min(len(documents), MOST_ROWS)) > 0:
        lines.append(say("reader.documents.more", language, number=left))
    return "\n".join(lines)


def _passages(hits: Sequence[Mapping[str, Any]], ask: PaperAsk, voice: Voice) -> list[str]:
    """The sentences that hold the value that was asked for, else most of the words, those of the best passages, each
    with where it stands."""
    found = []
    words, named = ask.words, ask.asked.kind is not None
    for hit in hits:
        text = str(hit.get("text") or "")
        held = share(words, f"{hit.get('title') or ''} {text}")
        telling = telling_sentence(words, hit, ask.value, question=ask.question, named=named)
        if telling is not None and hit.get("about") == "text":
            found.append((_TELLS + telling.held, telling.sentence, hit))
        elif held >= _ENOUGH and hit.get("about") == "text" and share(words, text) > 0:
            found.append((held, _sentence(text, words), hit))
    top = max((held for held, _, _ in found), default=0.0)
    rows = [
        f"{quoted(str(hit.get('title')))}{_where(hit, voice)}: “{clean(sentence, QUOTE)}”"
        for held, sentence, hit in found
        if held == top
    ][:MOST_PASSAGES]
    return rows if len(rows) < 2 else [f"- {row}" for row in rows]


def _sentence(text: str, words: tuple[str, ...]) -> str:
    """The sentence with most of the words, and the next one where it is short."""
    sentences: list[str] = [one.strip() for one in _SENTENCE.findall(text) if one.strip()]
    if not sentences:
        return text
    shares = [share(words, one) for one in sentences]
    best = shares.index(max(shares))
    told: str = sentences[best]
    if len(told) < QUOTE // 3 and best + 1 < len(sentences):
        told = f"{told} {sentences[best + 1]}"
    return told


def _read(entry: LedgerEntry, ask: PaperAsk, voice: Voice, language: str) -> str:
    """What the document that came with the question says of it."""
    document = entry.data.get("document")
    told: Mapping[str, Any] = document if isinstance(document, Mapping) else {}
    title = quoted(str(told.get("title") or ""))
    if told.get("status") == "failed":
        return say("reader.documents.failed", language, title=title, error=clean(str(told.get("error") or ""), QUOTE))
    parts = _rows(entry.data.get("parts"))
    if not parts:
        return say(
            "reader.documents.silent" if told.get("status") == "done" else "reader.documents.unread",
            language,
            title=title,
        )
    if ask.words:
        weighed = [(share(ask.words, str(part.get("text") or "")), part) for part in parts]
        held, best = max(weighed, key=lambda one: one[0])
        if held > 0:
            sentence = _sentence(str(best.get("text") or ""), ask.words)
            return f"{title}{_where(best, voice)}: “{clean(sentence, QUOTE)}”"
    opening = str(parts[0].get("text") or "")
    summary = str(told.get("summary") or opening)
    where = _where(parts[0], voice) if _opens(summary, opening) else ""
    return f"{title}{where}: “{clean(summary, 2 * QUOTE)}”"


def _opens(summary: str, text: str) -> bool:
    """Whether a summary is the beginning of the document itself, which stands where this text does."""
    start = " ".join(summary.split())[:_SAME]
    return bool(start) and " ".join(text.split()).startswith(start)


def _document(row: Mapping[str, Any], voice: Voice, *, told: str = "") -> str:
    """ "“Prescription” (2 Mar 2026, page 1): “Patient: Ana Souza”"."""
    evidence = row.get("evidence")
    shown: Mapping[str, Any] = evidence if isinstance(evidence, Mapping) else {}
    added = moment(row.get("added_at"))
    cited = not told or _opens(told, str(shown.get("quote") or ""))
    notes = [voice.short(added.date()) if added is not None else "", standing(shown, voice) if cited else ""]
    words = told or clean(str(shown.get("quote") or ""), QUOTE)
    where = ", ".join(note for note in notes if note)
    return f"{quoted(str(row.get('title')))}{f' ({where})' if where else ''}{f': “{words}”' if words else ''}"


def _where(place: Mapping[str, Any], voice: Voice) -> str:
    told = standing(place, voice)
    return f", {told}" if told else ""


def _person(data: Mapping[str, Any]) -> str:
    person = data.get("person")
    name = str(person.get("name") or "") if isinstance(person, Mapping) else ""
    return clean(name if normalize(name) != name else name.title(), 80) if name else ""


def _rows(value: object) -> list[Mapping[str, Any]]:
    return [row for row in value if isinstance(row, Mapping)] if isinstance(value, list | tuple) else []
