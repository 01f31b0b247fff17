"""Which forms does a verb take? Regular inflection, so that the word tables hold infinitives only.

Folded spelling (no accents) throughout. Over-generation is harmless: a form that nobody says never matches.
"""

from collections.abc import Iterator

Form = tuple[str, str]
"""(folded form, tags); the tags are those of `shape`."""

_DOUBLES = frozenset(
    "drop plan scrap tag pin swap jot log put set cut unpin step stop flag let get trim chat plug strip submit".split()
)
_IRREGULAR_EN = {
    "send": "sent", "put": "put", "set": "set", "make": "made", "take": "took taken", "write": "wrote written",
    "forget": "forgot forgotten", "keep": "kept", "tell": "told", "get": "got gotten", "buy": "bought",
    "throw": "threw thrown", "wake": "woke woken", "cut": "cut", "redo": "redid redone", "undo": "undid undone",
    "resend": "resent", "reset": "reset", "give": "gave given", "begin": "began begun", "cancel": "cancelled canceled",
    "label": "labelled labeled", "strike": "struck stricken", "pay": "paid", "rewrite": "rewrote rewritten", "do":
    "did done",
    "hide": "hid hidden", "split": "split", "bring": "brought", "rebook": "rebooked", "unset": "unset",
}  # fmt: skip


def english(verb: str) -> Iterator[Form]:
    """Base, past and participle, gerund."""
    yield verb, "w"
    stem = verb[:-1] if verb.endswith("e") and not verb.endswith("ee") else verb
    if verb in _DOUBLES:
        stem = verb + verb[-1]
    if verb in _IRREGULAR_EN:
        for past in _IRREGULAR_EN[verb].split():
            yield past, "p"
    elif verb.endswith("y") and verb[-2] not in "aeou":
        yield verb[:-1] + "ied", "p"
    else:
        yield stem + "ed", "p"
    if verb in {"cancel", "label"}:
        yield verb + "ling", "g"
        yield verb + "ing", "g"
    else:
        yield (verb if verb.endswith("ee") else stem) + "ing", "g"


def _hard(stem: str, ending: str) -> str:
    """The stem as spelt before e: marc- -> marqu-, pag- -> pagu-, avanz- -> avanc-."""
    if ending != "ar":
        return stem
    if stem.endswith("c"):
        return stem[:-1] + "qu"
    if stem.endswith("g"):
        return stem + "u"
    if stem.endswith("z"):
        return stem[:-1] + "c"
    return stem


def _soft(stem: str) -> str:
    """The stem as spelt before a in -er and -ir verbs: recog- -> recoj-, conoc- -> conozc-, distingu- -> disting-."""
    if stem.endswith("gu"):
        return stem[:-1]
    if stem.endswith("g"):
        return stem[:-1] + "j"
    return stem


def spanish(entry: str) -> Iterator[Form]:
    """Forms of `infinitive` or `infinitive:stressed-stem` ("mover:muev")."""
    verb, _, stressed = entry.partition(":")
    stem, ending = verb[:-2], verb[-2:]
    strong = stressed or stem
    yield verb, "wn"
    if ending == "ar":
        yield strong + "a", "w"
        before_e, weak_e = _hard(strong, ending), _hard(stem, ending)
        yield from ((before_e + "e", "wb"), (before_e + "en", "wb"), (before_e + "es", "b"), (strong + "as", "b"))
        yield from (
            (stem + "ad", "w"),
            (stem + "ando", "g"),
            (weak_e + "emos", "b"),
            (weak_e + "eis", "b"),
            (stem + "as", "b"),
        )
        yield from (
            (weak_e + "e", "d"),
            (stem + "o", "e"),
            (stem + "aste", "e"),
            (stem + "aron", "e"),
            (stem + "amos", "d"),
        )
        past = stem + "ad"
    else:
        before_a = _soft(strong)
        yield strong + "e", "w"
        yield from ((before_a + "a", "wb"), (before_a + "an", "wb"), (before_a + "as", "b"), (strong + "es", "b"))
        yield from ((stem + ending[0] + "d", "w"), (stem + "iendo", "g"), (before_a + "amos", "b"))
        yield from (
            (stem + "i", "d"),
            (stem + "io", "e"),
            (stem + "iste", "e"),
            (stem + "ieron", "e"),
            (stem + "imos", "d"),
        )
        past = stem + "id"
    for vowel in ("o", "a", "os", "as"):
        yield past + vowel, "p"


def portuguese(entry: str) -> Iterator[Form]:
    """Forms of `infinitive` or `infinitive:stressed-stem` of the subjunctive ("pedir:pec")."""
    verb, _, stressed = entry.partition(":")
    cedilla, verb = "çar" in verb, verb.replace("ç", "c")
    stem, ending = verb[:-2], verb[-2:]
    yield verb, "wn"
    yield verb + "es", "b"
    yield verb + "em", "b"
    if ending == "ar":
        before_e = stem if cedilla or stem.endswith("z") else _hard(stem, ending)
        yield stem + "a", "w"
        yield from ((before_e + "e", "wb"), (before_e + "em", "wb"), (before_e + "es", "b"), (stem + "as", "b"))
        yield from (
            (stem + "ando", "g"),
            (before_e + "ei", "d"),
            (stem + "ou", "e"),
            (stem + "aste", "e"),
            (stem + "aram", "e"),
        )
        yield stem + "amos", "d"
        past = stem + "ad"
    else:
        before_a = stressed or _soft(stem)
        yield stem + "e", "w"
        yield from ((before_a + "a", "wb"), (before_a + "am", "wb"), (before_a + "as", "b"), (stem + "es", "b"))
        yield from (
            (stem + ending[0] + "ndo", "g"),
            (stem + "i", "d"),
            (stem + ("eu" if ending == "er" else "iu"), "e"),
        )
        yield from ((stem + ending[0] + "ste", "e"), (stem + ending[0] + "ram", "e"), (stem + ending[0] + "mos", "d"))
        past = stem + "id"
    for vowel in ("o", "a", "os", "as"):
        yield past + vowel, "p"
