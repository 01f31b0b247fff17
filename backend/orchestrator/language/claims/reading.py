"""Which clauses of an answer say that something was done, and what exactly do they say?

The answer is cut into clauses and those at conjunctions (`pieces`); the patterns of `lexicon.claim_words` find the
claims. What is negated, conditional, asked, to come, quoted or reported is none.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from orchestrator.kit import patterns
from orchestrator.language.claims.evidence import content_of, domains_of
from orchestrator.language.claims.indirect import Indirect, hangs, indirectly
from orchestrator.language.claims.pieces import (
    OBJECT_WORDS,
    enumerated,
    enumerated_below,
    goes_on,
    language_of,
    only_names,
    pieces_of,
)
from orchestrator.language.detect import scores
from orchestrator.language.lexicon import LEXICONS
from orchestrator.language.lexicon.claim_words import CLAIMS, ClaimWords
from orchestrator.language.pattern_tables import in_any_language
from orchestrator.language.speech_acts.command_verbs import form_of, render
from orchestrator.language.tables import Language, in_any
from orchestrator.language.text.words import Clause, Word, clauses

_TELLS_NO_LANGUAGE = 3
"""Words up to which a piece is read in all languages."""
_NEAR = 1.0
"""How much less the words may speak for a language that is tried after the likeliest."""
_ATTRIBUTE_OF = 4
"""Words that a clause needs for the participle behind its comma to describe what it names, not to claim a deed."""


@dataclass(frozen=True, slots=True)
class Found:
    """A clause's claim before the ledger is asked."""

    says: str
    kinds: frozenset[str]
    verb: str
    about: frozenset[str]
    domains: frozenset[str]
    items: tuple[frozenset[str], ...]
    tail: str
    lead: str
    language: Language


@dataclass(frozen=True, slots=True)
class _Context:
    """What stands around a piece. `carried`: the piece before it was negated or conditional. `doubted`: its sentence
    began with what might be, or depends on something. `asked`: it is a question.
    `by_other`: the piece before it tells what somebody else did."""

    carried: bool
    doubted: bool
    asked: bool
    by_other: bool
    lead: tuple[Word, ...]
    following: tuple[tuple[Word, ...], ...]


def found_in(text: str, language: Language) -> Iterator[tuple[Clause, Found]]:
    """The claims of a masked text, each with the clause that holds it."""
    blocked, by_other, doubted = False, False, False
    parts = clauses(text)
    for position, clause in enumerate(parts):
        listed = clause.soft and len(clause.words) == 1
        own = language if listed else language_of(text[clause.span[0] : clause.span[1]], language)
        pieces = tuple(pieces_of(clause, CLAIMS[own]))
        going = enumerated_below(parts, position, text)
        lead = parts[position - 1].words if position and clause.soft else ()
        doubted = doubted and goes_on(text, parts, position)
        for number, (_, piece) in enumerate(pieces):
            rest = pieces[number + 1 :]
            named = enumerated(rest)
            context = _Context(
                carried=blocked and (number > 0 or clause.soft),
                doubted=doubted,
                asked=clause.asked,
                by_other=by_other and number > 0,
                lead=lead if number == 0 else (),
                following=(*named, *going) if len(named) == len(rest) else named,
            )
            found, blocked = _claim_in_any(piece, own, context)
            by_other = found is not None and found.says == "YOU" if found is not None or number == 0 else by_other
            doubted = doubted or hangs(piece, own)
            if found is not None:
                yield clause, found


def _claim_in_any(piece: tuple[Word, ...], own: Language, context: "_Context") -> tuple[Found | None, bool]:
    """The piece's claim. A model that goes round in circles says the same four thousand times: short ones are kept."""
    around = (piece, context.lead, *context.following)
    return (_kept_claim if sum(map(len, around)) <= _SHORT else _read_claim)(piece, own, context)


_SHORT = 48
"""Words of a piece and of what is read beside it."""


def _read_claim(piece: tuple[Word, ...], own: Language, context: "_Context") -> tuple[Found | None, bool]:
    """The piece's claim; where its words do not tell the language, the others are asked too."""
    found, blocked = _claim(piece, own, context)
    # A single word that goes on with a clause is of that one's language.
    if found is None and not blocked and not (context.lead and len(piece) == 1):
        told = scores(" ".join(word.text for word in piece))
        for other in CLAIMS:
            if other != own and (len(piece) <= _TELLS_NO_LANGUAGE or told[other] + _NEAR >= told[own]):
                found, blocked = _claim(piece, other, context)
                if found is not None:
                    break
    if found is None and not (context.asked or context.carried or context.doubted):
        found = _indirect_in_any(piece, own, context)
    return found, blocked


_kept_claim = lru_cache(maxsize=512)(_read_claim)


def _indirect_in_any(piece: tuple[Word, ...], own: Language, context: "_Context") -> Found | None:
    """What the piece claims in a roundabout way, in its language or one that it may as well be."""
    told = scores(" ".join(word.text for word in piece))
    for language in sorted(CLAIMS, key=lambda one: one != own):
        if language == own or len(piece) <= _TELLS_NO_LANGUAGE or told[language] + _NEAR >= told[own]:
            rendered = render(piece, LEXICONS[language])
            lead = render(context.lead, LEXICONS[language])
            around = "".join(render(part, LEXICONS[language]) for part in context.following)
            said = indirectly(lead, rendered, around, language)
            if said is not None and not _blocked(_without_aux(rendered[: said.start]), said.says, CLAIMS[language]):
                return _found_at(rendered, said, context, language)
    return None


_AUXILIARIES = in_any(CLAIMS, lambda one: one.auxiliaries)


def _without_aux(rendered: str) -> list[str]:
    """The words before a claim, without the auxiliaries that belong to its verb."""
    before = [token.partition(":")[0] for token in rendered.split()]
    while before and before[-1] in _AUXILIARIES:
        before.pop()
    return before


def _found_at(rendered: str, said: Indirect, context: "_Context", language: Language) -> Found:
    before, inside, after = (
        [token.partition(":")[0] for token in part.split()]
        for part in (rendered[: said.start], rendered[said.start : said.end], rendered[said.end :])
    )
    return _detailed(said.says, "", before, " ".join(f"{word}:" for word in inside), after, context, language)


def _claim(piece: tuple[Word, ...], language: Language, context: _Context) -> tuple[Found | None, bool]:
    """The claim of one piece, and whether what follows it without a subject of its own is no claim either."""
    spoken = CLAIMS[language]
    rendered = render(piece, LEXICONS[language])
    for harmless in spoken.harmless:
        if all(f"{word}:" in rendered for word in harmless.split()):
            rendered = patterns.compile("".join(rf"{word}:[a-z]* " for word in harmless.split())).sub("", rendered)
    for rule, match in spoken.rules.matching(rendered) if spoken.rules.may_match(rendered) else ():
        says = rule.says.rstrip("!")
        verb = _verb(match.group(), says)
        if not _counts(rule.says, verb, spoken):
            continue
        before = [token.partition(":")[0] for token in rendered[: match.start()].split()]
        hanging = context.carried and (says == "SOON" or not rule.anywhere)
        hanging = hanging or (context.doubted and says == "STATE" and not rule.anywhere)
        denied = any(token.partition(":")[0] in _WITHOUT for token in match.group().split())
        depends = _SUBORDINATE.search(
            " ".join([*before, *(token.partition(":")[0] for token in match.group().split())])
        )
        if context.asked or hanging or denied or depends or _blocked(before, says, spoken):
            return None, True
        says = "STRICT" if says == "SOON" else says
        after = [token.partition(":")[0] for token in rendered[match.end() :].split()]
        if any(word in spoken.drafts for word in after[:5]):
            return None, False
        if not rule.anywhere and len(context.lead) >= _ATTRIBUTE_OF and verb in spoken.states:
            says = "STATE"
        if not rule.anywhere and context.by_other:
            says = "YOU"
        return _detailed(says, verb, before, match.group(), after, context, language), False
    return None, context.carried or context.asked or any(word.folded in spoken.blocks for word in piece)


def _counts(ruled: str, verb: str, spoken: ClaimWords) -> bool:
    """Whether the verb that a rule found is one that claims: not "prepared", but "I put it off" all the same."""
    says = ruled.rstrip("!")
    always = says == "DONE" or ruled.endswith("!") or (says == "OWN" and verb in spoken.own_only)
    return always or verb not in spoken.not_claims


def _verb(matched: str, says: str) -> str:
    tagged = [token.partition(":") for token in matched.split()]
    tags = "w" if says == "OWN" and not any(set(part[2]) & set("pdeng") for part in tagged) else "pdeng"
    named = [part[0] for part in tagged if set(part[2]) & set(tags)]
    return named[-1] if named else ""


def _blocked(before: list[str], says: str, spoken: ClaimWords) -> bool:
    """Whether the words before a claim negate it, make it depend on something, or put it in somebody's mouth."""
    if not before:
        return False
    if any(word in spoken.blocks or word in _WITHOUT for word in before):
        return True
    subject = before == ["that"]
    if (
        before[-1] in spoken.blocks_next
        and not subject
        and not (before[-1] in {"que", "that"} and (says == "OWN" or set(before) & spoken.reports))
    ):
        return True
    text = " ".join(before)
    # "After checking" tells when, "after you check" makes it depend on that.
    if _SUBORDINATE.search(text) or any(not _is_gerund(one["first"]) for one in _TIMED.finditer(text)):
        return True
    return bool(_REPORTED.search(text)) and not _AS_ASKED.search(text)


_WITHOUT = in_any(CLAIMS, lambda one: one.without)
"""Deny in whatever language the other words are: a title may be in another one."""
_TIMED = patterns.compile(r"\b(?:before|after) (?P<first>\w*)")
_SUBORDINATE = patterns.compile(rf"\b{in_any_language(CLAIMS, lambda one: one.subordinate)}\b")
_REPORTED = patterns.compile(rf"\b{in_any_language(CLAIMS, lambda one: one.reported)}\b")
_AS_ASKED = patterns.compile(rf"\b{in_any_language(CLAIMS, lambda one: one.as_asked)}\b")


def _is_gerund(word: str) -> bool:
    return len(word) > len("ing") and word.endswith("ing")


def _detailed(
    says: str, verb: str, before: list[str], matched: str, after: list[str], context: _Context, language: Language
) -> Found:
    spoken, following = CLAIMS[language], context.following
    form = form_of(verb, verb, language)
    plain = LEXICONS[language].verbs.get(verb, form)
    kinds = frozenset() if says == "DONE" else plain.kinds
    inside = [token.partition(":")[0] for token in matched.split() if token.partition(":")[0] != verb]
    active = says in {"OWN", "YOU"}
    object_words = [
        *([] if active else before[-OBJECT_WORDS:]),
        *inside,
        *after[: OBJECT_WORDS if active or not before else 4],
    ]
    by_pronoun = (active and after[:1] and after[0] in spoken.pronouns) or (
        len(before) == 1 and before[0] in spoken.pronouns
    )
    named = "" if by_pronoun else " ".join(object_words)
    items = _items(after, following) if says in {"OWN", "STRICT"} else ()
    about = frozenset() if says == "DONE" or by_pronoun else content_of(named).union(*items)
    lead = " ".join(word.folded for word in context.lead)
    tail = " ".join((*before, *inside, verb, *after, *(word.folded for part in following for word in part)))
    return Found(says, kinds, verb, about, domains_of(named), items, tail, lead, language)


def _items(after: list[str], following: tuple[tuple[Word, ...], ...]) -> tuple[frozenset[str], ...]:
    """The content words of each thing enumerated behind the verb; a clause of its own ends the enumeration."""
    found = [content_of(" ".join(after[:4]))]
    for part in following:
        if not only_names(part):
            break
        found.append(content_of(" ".join(word.folded for word in part[:5])))
    return tuple(item for item in found if item)
