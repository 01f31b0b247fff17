"""What became of the changes of this turn? Said from the ledger alone: done is only what the ledger calls done."""

from collections.abc import Iterable, Sequence

from orchestrator.errors import NO_MATCH
from orchestrator.language.messages import say
from orchestrator.language.statements.stating import own_name
from orchestrator.llm.messages import LedgerEntry
from orchestrator.reader.acts import Act
from orchestrator.reader.phrase.quotation import clean
from orchestrator.reader.phrase.voice import Voice
from orchestrator.reader.request import Request

_SUMMARY = 300
_NAMING = ("event", "todo", "item", "fact")
_OF_SOMETHING_KEPT = frozenset({"events_update", "events_delete", "todos_update", "todos_complete"})
_FORGET = "forget"
_REMEMBER = "remember_fact"


def changes(writes: Sequence[LedgerEntry], voice: Voice) -> str:
    """The writes by outcome: waiting, done, refused, failed."""
    if any(entry.outcome in {"done", "waiting"} for entry in writes):
        # What was looked for among the facts first, and was a note, is no failure.
        writes = [entry for entry in writes if entry.tool != _FORGET or entry.data.get("code") != NO_MATCH]
    parts = _pleased(writes, voice)
    for outcome, opening in (
        ("done", say("reader.answer.done", voice.locale)),
        ("waiting", say("reader.answer.waiting", voice.locale)),
        ("refused", say("reader.answer.refused", voice.locale)),
        ("failed", say("reader.answer.failed", voice.locale)),
    ):
        told = [_told(entry, voice) for entry in writes if entry.outcome == outcome]
        if told:
            rows = told[0] if len(told) == 1 else "\n" + "\n".join(f"- {text}" for text in told)
            parts.append(f"{opening}{'' if rows.startswith(chr(10)) else ' '}{rows}")
    waiting = sum(1 for entry in writes if entry.outcome == "waiting")
    if waiting:
        hints = dict.fromkeys(str(hint) for entry in writes for hint in entry.data.get("hints") or ())
        parts += [clean(hint, _SUMMARY) for hint in hints]
        parts.append(say("reader.answer.confirm" if waiting == 1 else "reader.answer.confirm_several", voice.locale))
    elif not any(entry.outcome == "done" for entry in writes):
        parts.append(say("reader.answer.nothing_changed", voice.locale))
    return "\n".join(parts)


def _pleased(writes: Sequence[LedgerEntry], voice: Voice) -> list[str]:
    """A greeting by the name that the user just told."""
    kept = (str(entry.arguments.get("text") or "") for entry in writes if entry.tool == _REMEMBER)
    name = next((_as_written(told) for text in kept if (told := own_name(text))), "")
    return [say("reader.answer.pleased", voice.locale, name=name)] if name else []


def _as_written(name: str) -> str:
    """A name with its capitals, where it was typed without any."""
    return name if any(map(str.isupper, name)) else " ".join(word[:1].upper() + word[1:] for word in name.split())


def _told(entry: LedgerEntry, voice: Voice) -> str:
    if rule := entry.data.get("rule"):
        return say("agent.rules.blocks", voice.locale, rule=clean(str(rule), _SUMMARY))
    text = entry.summary or str(entry.data.get("summary") or entry.data.get("title") or entry.tool)
    named = next((str(entry.arguments[name]) for name in _NAMING if entry.arguments.get(name)), "")
    if entry.outcome == "refused" and not named and entry.tool in _OF_SOMETHING_KEPT:
        return say("reader.suppose.which", voice.locale)  # "move it to 11", where nothing was spoken of
    unknown = entry.outcome in {"refused", "failed"} and entry.data.get("code") == NO_MATCH
    if named and unknown:
        return say("reader.answer.no_target", voice.locale, about=clean(named, 80))
    if unknown and (nobody := _quoted(entry.arguments.values(), text)):
        return say("reader.answer.no_contact", voice.locale, about=clean(nobody, 80))
    return f"“{clean(text, _SUMMARY)}”" if entry.outcome != "done" else clean(text, _SUMMARY)


def _quoted(values: Iterable[object], text: str) -> str:
    """The argument that a refusal quotes; empty where it quotes none."""
    each = (one for value in values for one in (value if isinstance(value, list | tuple) else [value]))
    return next((one for one in each if isinstance(one, str) and one and f"'{one}'" in text), "")


def unproposed(wished: Sequence[Request], voice: Voice) -> str:
    """Why a change that was asked for was not even proposed."""
    first = wished[0]
    if first.act is Act.TODO_DROP:
        return say("reader.answer.no_dropping", voice.locale)
    if first.act is Act.SEND:
        return say("reader.answer.cant_send", voice.locale)
    if first.act is Act.UNREAD:
        return say("reader.answer.title_unread", voice.locale, words=clean(str(first.arguments["title"]), 80))
    if first.act is Act.UNABLE:
        return say("reader.answer.unable", voice.locale)
    if first.act is Act.TODO_DID and first.target is not None:
        return say(
            "reader.answer.no_open_todo", voice.locale, about=clean(first.target.about or first.target.line.raw, 80)
        )
    return say("reader.answer.no_change_here", voice.locale)
