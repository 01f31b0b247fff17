"""Is it so? What an agent claims is held against what its step called: the call is there and went through, the quoted
words stand in its result and speak of what is claimed, the file has that hash, the count is that number. What says that
something was done which no call did is struck out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from orchestrator.agent.loop import draft_check
from orchestrator.agent.tools.freezing import canonical
from orchestrator.domain.work.missions.model import MissionExecution
from orchestrator.domain.work.missions.running.proof.bearing import otherwise
from orchestrator.domain.work.missions.running.proof.figures import held_in, lengths_of, numbers_in
from orchestrator.kit.text import shorten, texts_in
from orchestrator.language.claims.bearing import counted_in
from orchestrator.language.claims.check import corrected
from orchestrator.language.detect import language_of
from orchestrator.language.messages import say, supported_language
from orchestrator.language.text.normalize import MEANINGFUL_LETTERS, content_words, normalize, stems, tokens
from orchestrator.llm.messages import LedgerEntry

CLAIM_CHARACTERS = 1_000
MOST_CLAIMS = 60
MOST_EVIDENCE = 10
SUPPORTING = 0.6
"""So much of a claim's words has to stand in a result that supports it."""
_THERE = frozenset({"done", "waiting"})


@dataclass(frozen=True)
class Checked:
    """A claim with its label. `label` `struck`: it is told to nobody as a finding."""

    text: str
    label: str
    why: str = ""
    evidence: tuple[dict[str, Any], ...] = ()


@dataclass(frozen=True)
class Proof:
    """What a step's claims may stand on. `files`: sha256 by path; `known`: what it was told before it called
    anything."""

    executions: Sequence[MissionExecution]
    files: Mapping[str, str]
    locale: str
    known: str = ""

    def named(self, told: Mapping[str, Any]) -> MissionExecution | None:
        """The call that evidence names: by its id, the model's own for it, or the tool's name (the last that went
        through)."""
        wanted = str(told.get("execution") or told.get("call") or told.get("id") or "")
        for one in self.executions:
            if wanted and wanted in {str(one.id), one.call_id}:
                return one
        tool = str(told.get("tool") or wanted)
        there = [one for one in self.executions if one.tool == tool and one.state in _THERE]
        quote = str(told.get("quote") or "")
        return next((one for one in there if quote and _holds(one, quote)), there[-1] if there else None)


def checked(claims: Sequence[Any], proof: Proof) -> list[Checked]:
    """All of them with their labels; what has no text is none."""
    found = []
    for one in claims[:MOST_CLAIMS]:
        told: Mapping[str, Any] = one if isinstance(one, Mapping) else {"text": str(one)}
        text = shorten(str(told.get("text") or told.get("claim") or "").strip(), CLAIM_CHARACTERS)
        if text:
            found.append(_checked(text, told, proof))
    return found


def without_lies(text: str, proof: Proof) -> str:
    """The text without the sentences that say that something was done which no call did; empty where none is left."""
    gated = draft_check.examine(text, entries(proof.executions), proof.locale)
    if gated.contradiction is None:
        return text
    return corrected(text, gated.verdict, supported_language(proof.locale))


def _checked(text: str, told: Mapping[str, Any], proof: Proof) -> Checked:
    if draft_check.examine(text, entries(proof.executions), proof.locale).contradiction is not None:
        return Checked(text, "struck", say("missions.fault.no_call_did_it", proof.locale))
    given = told.get("evidence")
    pieces = given if isinstance(given, list) else [given] if given else []
    if not pieces:
        return Checked(text, "unverified", say("missions.unproved.no_evidence", proof.locale))
    proved, supported, why, refs = 0, False, "", []
    for piece in pieces[:MOST_EVIDENCE]:
        label, reason, ref = _weighed(text, piece if isinstance(piece, Mapping) else {"id": str(piece)}, proof)
        if ref is not None:
            refs.append(ref)
        if label == "unverified":
            return Checked(text, "unverified", reason, tuple(refs))
        proved += label == "verified"
        supported = supported or label == "supported"
        why = why or reason
    return Checked(text, "verified" if proved else "supported", "" if proved else why, tuple(refs))


Weighed = tuple[str, str, dict[str, Any] | None]
"""Label, why, and the evidence as it is kept."""


def _weighed(text: str, piece: Mapping[str, Any], proof: Proof) -> Weighed:
    if path := piece.get("file") or piece.get("path"):
        return _of_file(str(path), piece, proof)
    execution = proof.named(piece)
    if execution is None:
        return "unverified", say("missions.unproved.no_such_call", proof.locale), None
    ref = {"kind": "execution", "id": str(execution.id), "tool": execution.tool}
    if execution.state not in _THERE:
        return "unverified", say("missions.unproved.call_failed", proof.locale, tool=execution.tool), ref
    if piece.get("row") or piece.get("count") is not None or str(piece.get("quote") or "").strip():
        return _of_result(text, execution, piece, ref, proof)
    if (wrong := _wrong_number(text, execution)) is not None:
        return "unverified", _absent(wrong, execution, proof), ref
    if (other := _contrary(text, "", execution, proof)) is not None:
        return "unverified", other, ref
    words = content_words(text)
    told = normalize(canonical(execution.data))
    share = sum(1 for word in words if word in told) / len(words) if words else 0.0
    if share >= SUPPORTING:
        return "supported", say("missions.unproved.unquoted", proof.locale), ref
    return "unverified", say("missions.unproved.not_said", proof.locale, tool=execution.tool), ref


def _of_file(path: str, piece: Mapping[str, Any], proof: Proof) -> Weighed:
    known = proof.files.get(path)
    if known is None:
        return "unverified", say("missions.unproved.no_file", proof.locale, path=path), None
    if piece.get("sha256") and piece["sha256"] != known:
        return "unverified", say("missions.unproved.other_file", proof.locale, path=path), None
    return "verified", "", {"kind": "file", "path": path, "sha256": known}


def _of_result(
    text: str, execution: MissionExecution, piece: Mapping[str, Any], ref: Mapping[str, Any], proof: Proof
) -> Weighed:
    """A row, a number or words of the call's result."""
    if row := str(piece.get("row") or ""):
        if row not in canonical(execution.data) and row not in {str(one) for one in execution.read_ids}:
            return "unverified", _absent(row, execution, proof), dict(ref)
        if (wrong := _contrary(text, row, execution, proof)) is not None:
            return "unverified", wrong, dict(ref)
        return "verified", "", {**ref, "kind": "row", "row": row}
    if piece.get("count") is not None:
        if piece["count"] != _count(execution.data):
            counted = say("missions.unproved.counted", proof.locale, tool=execution.tool, count=_count(execution.data))
            return "unverified", counted, dict(ref)
        return "verified", "", {**ref, "count": piece["count"]}
    quote = str(piece["quote"]).strip()
    if (wrong := _unquoted(text, quote, execution, proof) or _contrary(text, quote, execution, proof)) is not None:
        return "unverified", wrong, dict(ref)
    return "verified", "", {**ref, "kind": "quote", "quote": shorten(quote, CLAIM_CHARACTERS)}


def _unquoted(text: str, quote: str, execution: MissionExecution, proof: Proof) -> str | None:
    if not _holds(execution, quote):
        return say("missions.unproved.quote_absent", proof.locale, tool=execution.tool)
    if not _speaks_of(text, quote, execution):
        return say("missions.unproved.quote_beside", proof.locale, tool=execution.tool)
    wrong = _wrong_number(text, execution)
    return None if wrong is None else _absent(wrong, execution, proof)


def _absent(what: object, execution: MissionExecution, proof: Proof) -> str:
    return say("missions.unproved.absent", proof.locale, what=what, tool=execution.tool)


def _contrary(text: str, near: str, execution: MissionExecution, proof: Proof) -> str | None:
    return otherwise(text, near, execution, proof.executions, proof.locale, known=proof.known)


def _holds(execution: MissionExecution, quote: str) -> bool:
    return " ".join(normalize(quote).split()) in " ".join(normalize(canonical(execution.data)).split())


def _speaks_of(text: str, quote: str, execution: MissionExecution) -> bool:
    """Whether a claim and what it quotes share a word that says something, in any of the languages, or a number, which
    the result gives as a value: a name of a field stands in every result."""
    if {one for forms in numbers_in(text) for one in forms} & {one for forms in numbers_in(quote) for one in forms}:
        return True
    if lengths_of(execution.data).intersection(counted_in(text, language_of(text))):
        return True
    said = {one for of_word in _stems(text).values() for one in of_word}
    shared = [word for word, of_word in _stems(quote).items() if said & of_word]
    told = normalize("\n".join(texts_in(execution.data))) if shared else ""
    if any(word in told for word in shared):
        return True
    claimed, quoted = normalize(text), normalize(quote)  # letters that are written without spaces between words
    return not claimed.isascii() and len(quoted) > 1 and quoted in claimed


def _stems(text: str) -> dict[str, set[str]]:
    """The stems of each word that says something."""
    words = set(content_words(text))
    told = zip(tokens(text), stems(text), strict=True)
    return {word: set(of_word) for word, of_word in told if word in words and len(word) >= MEANINGFUL_LETTERS}


def _wrong_number(text: str, execution: MissionExecution) -> int | None:
    """A number of the claim that the result neither holds nor comes to."""
    if not (claimed := numbers_in(text)):
        return None
    held = held_in(execution)
    return next(
        (whole for whole, *parts in claimed if whole not in held and not (parts and held.issuperset(parts))), None
    )


def _count(data: Mapping[str, Any]) -> int | None:
    if isinstance(data.get("total"), int):
        return int(data["total"])
    lists = [value for value in data.values() if isinstance(value, list)]
    return len(lists[0]) if len(lists) == 1 else None


def entries(executions: Sequence[MissionExecution]) -> list[LedgerEntry]:
    """The calls as the claims lexicon reads them."""
    return [
        LedgerEntry(
            tool=one.tool,
            arguments=one.arguments,
            effect=one.effect,  # type: ignore[arg-type]
            outcome=one.state,  # type: ignore[arg-type]
            summary=one.summary,
            data=one.data,
            origin=one.origin,
        )
        for one in executions
        if one.state in {"done", "waiting", "refused", "failed"}
    ]
