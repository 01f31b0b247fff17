"""Does a sentence that sounds like a claim report something else than this turn: an earlier day, another person's deed
or words, a tally of states?

Who did it (agent), when (anchor) and who says so (source) decide, not the verb. What the answer says of itself in the
first person, and what it marks as new ("now", "instead"), stays a claim whatever stands beside it.
"""

from collections.abc import Iterator

from orchestrator.kit import patterns
from orchestrator.language.claims.reading import Found
from orchestrator.language.lexicon.claim_words import CLAIMS, ClaimWords
from orchestrator.language.tables import Language
from orchestrator.language.text.words import words

_FIRST_PERSON = frozenset({"OWN", "SOON"})
_RESULTS = frozenset({"STATE", "STRICT", "DONE"})
_ENDS = patterns.compile(r"[.!?…;](?:\s|$)|\n")
_REACH = 200
"""So many characters on either side of a clause are looked at for the rest of its sentence."""
_NUMBERED = patterns.compile(r"[ \t]*:[ \t]*\d+[ \t]*(?:$|[\n,;]|\.(?:\s|$))")
_HEADED = patterns.compile(r"[ \t]*:")


def told_of_elsewhere(found: Found, read: str, span: tuple[int, int], language: Language) -> bool:
    """Whether the claim of the clause at `span` of a masked text is none of this turn, whatever the ledger holds."""
    if found.says in _FIRST_PERSON:
        return False
    clause, sentence = _folded(read[span[0] : span[1]]), _sentence(read, span)
    spoken = [CLAIMS[one] for one in {found.language, language}]
    if any(_has(one.fresh, clause) for one in spoken):
        return False
    return any(_told(found, one, read, span[1], clause, sentence) for one in spoken)


def _told(found: Found, spoken: ClaimWords, read: str, end: int, clause: str, sentence: str) -> bool:
    if _tallied(spoken, read, end, clause, sentence):
        return True
    if found.says != "DONE" and spoken.sources.search(sentence) is not None:
        return True
    return _dated(found, f"{found.lead} {clause}".strip(), spoken)


def _tallied(spoken: ClaimWords, read: str, end: int, clause: str, sentence: str) -> bool:
    """Whether the clause counts ("4 open and 2 done"), or heads one list of several ("Done: a, b. Open: c")."""
    if spoken.counted.search(clause) is not None or _NUMBERED.match(read, end) is not None:
        return True
    # "3 done" is news; beside "4 open" it is a count.
    if clause[:1].isdecimal():
        return spoken.still_open.search(sentence) is not None
    headed = _HEADED.match(read, end) is not None
    return headed and spoken.still_open.search(_folded(read[end : end + _REACH])) is not None


def _dated(found: Found, clause: str, spoken: ClaimWords) -> bool:
    """Whether the clause says when it was, as an adverb: "the note from yesterday is gone" only names the note."""
    lasts = found.says == "STRICT" and spoken.lasting.search(clause) is not None
    if not lasts and any(_adverbs(spoken.before, clause, spoken)):
        return True
    if not _past(found, clause, spoken):
        return False
    times = _adverbs(spoken.past_times, clause, spoken)
    # What the user did on a day of this week stands in what was read: that is evidence, or it is a claim.
    if spoken.by_user.match(clause) is not None:
        return any(spoken.on_a_day.match(time) is None for time in times)
    # "Replaced by the new one" names no author.
    return any("update" not in found.kinds or spoken.authors.match(time) is None for time in times)


def _past(found: Found, clause: str, spoken: ClaimWords) -> bool:
    """Whether the verb is past: "was booked on Friday" may tell for when it is booked, "was created on Friday" when."""
    passive = found.says == "PAST" or (found.says in _RESULTS and spoken.was.search(clause) is not None)
    return found.says == "YOU" or (passive and found.verb not in spoken.states)


def _adverbs(times: patterns.Pattern, clause: str, spoken: ClaimWords) -> Iterator[str]:
    for time in times.finditer(clause):
        before = clause[: time.start()].split()
        if not (before and before[-1] in spoken.attributes) and not clause.startswith(" 's", time.end()):
            yield time[0]


def _sentence(read: str, span: tuple[int, int]) -> str:
    start, end = span
    ahead = _ENDS.search(read[end : end + _REACH])
    earlier = read[max(0, start - _REACH) : start]
    begins = max((found.end() for found in _ENDS.finditer(earlier)), default=0)
    return _folded(earlier[begins:] + read[start : end + (ahead.start() if ahead else _REACH)])


def _folded(text: str) -> str:
    return " ".join(word.folded for word in words(text))


def _has(listed: frozenset[str], text: str) -> bool:
    return not listed.isdisjoint(text.split())
