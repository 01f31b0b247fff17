"""What does the user state that is to be kept, corrected or forgotten, and what do they ask of what is known?"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from orchestrator.errors import NO_MATCH
from orchestrator.kit import patterns
from orchestrator.language import render
from orchestrator.language.detect import language_of
from orchestrator.language.lexicon.kin_words import all_of
from orchestrator.language.messages import say
from orchestrator.language.people.kinship import kin_of
from orchestrator.language.people.relations import relation_labels
from orchestrator.language.rules.ending import asks_for_quiet_hours
from orchestrator.language.speech_acts.forgetting import AskedKnown, asked_known, asked_to_forget
from orchestrator.language.statements.asking import asked_attribute, asked_then
from orchestrator.language.statements.replacing import value_said, with_value
from orchestrator.language.statements.stating import Statement, calls_wrong, statements
from orchestrator.language.statements.told_words import pattern
from orchestrator.language.text.normalize import tokens
from orchestrator.language.text.words import level
from orchestrator.language.time import mentions, repeating, spaced
from orchestrator.llm.messages import LedgerEntry, ToolCall, TurnFacts
from orchestrator.reader.acts import Act
from orchestrator.reader.call_selection import Wanted, calls, offered, wanted
from orchestrator.reader.domains.debt_words import tells_of_debt
from orchestrator.reader.line import line
from orchestrator.reader.request import Request, Scene, target_of
from orchestrator.reader.words import words_of

GET, REMEMBER, CORRECT, FORGET = "get_facts", "remember_fact", "correct_fact", "forget"
SHOWN = 20
_REMOVE = "remove_item"


def memory_requests(facts: TurnFacts, *, told: bool) -> list[Request]:
    """What a message states or wants forgotten. `told`: a mere statement, which may state by itself."""
    if offered(facts, FORGET) and (what := asked_to_forget(facts.question)) is not None:
        return [_forgotten(what, facts)]
    if offered(facts, CORRECT) and calls_wrong(facts.question):
        return [Request(Act.CORRECT, {"fact": "that"})]
    if offered(facts, CORRECT) and (right := _put_right(facts)) is not None:
        return [right]
    found: list[Request] = []
    for one in statements(facts.question):
        if one.denies and offered(facts, CORRECT):
            found.append(Request(Act.CORRECT, _correction(one)))
        elif (one.asked or told) and not one.since_only and offered(facts, REMEMBER):
            found.append(Request(Act.REMEMBER, {"text": one.text}))
    return found


def worth_keeping(facts: TurnFacts) -> list[Request]:
    """What comes again and again ("je cours tous les mardis", "every 8 hours"), what they never or always do,
    what is owed; and what is told of the user's own or nearest and holds a value: a code or number ("my car's
    reg is 1234 ABC"), a name of one of theirs, or the day on which somebody has something before them ("my
    brother Paul is getting married on the 5th of June")."""
    text = facts.question.strip()
    if len(text) > _LONGEST or "?" in text or not offered(facts, REMEMBER):
        return []
    locale = language_of(text, facts.locale)
    again = repeating(text, now=facts.now, locale=locale) or spaced(text, now=facts.now, locale=locale)
    if _tells_lastingly(text) or again:
        return [Request(Act.REMEMBER, {"text": text})]
    words = tokens(text)[:_OPENING]
    own = not all_of("own").isdisjoint(words)
    if not own and _CODED.match(level(text)) is None:
        return []
    times = mentions(text, now=facts.now, locale=locale)
    code = _CODE.search(level(text))
    coded = code is not None and not any(one.offset + len(one.text) > code.start("value") for one in times)
    dated = own and any(one.has_date and one.start > facts.now for one in times) and any(kin_of(word) for word in words)
    return [Request(Act.REMEMBER, {"text": text})] if coded or dated else []


def parted_with(facts: TurnFacts, made: list[Request]) -> list[Request]:
    """ "I sold the car": the to-do that it ticks off, else what is to be remembered; any other message as it was
    read."""
    text = facts.question.strip()
    if len(text) > _LONGEST or "?" in text or not offered(facts, REMEMBER) or _PARTED.match(level(text)) is None:
        return made
    if any(one.act is not Act.TODO_DID for one in made):
        return made
    kept = Request(Act.REMEMBER, {"text": text})
    return [replace(one, told=False, otherwise=kept) for one in made[:1]] or [kept]


_PARTED = pattern(r"^(?:{parted})[ .!]*$")


def states_debt(text: str) -> bool:
    """Whether it tells a sum that is owed or lent: "Dave owes me 40 quid"."""
    if "?" in text:
        return False
    said = level(text)
    return (_OWING.search(said) is not None and any(map(str.isdigit, said))) or tells_of_debt(text)


def _tells_lastingly(text: str) -> bool:
    """Whether it tells a habit ("I never work Sundays"), a debt with its sum, or how one of theirs is called."""
    said = level(text)
    if _HABIT.match(said) is not None or states_debt(text):
        return True
    named = _NAMED.search(said)
    called = text[named.end() :].lstrip() if named is not None and len(said) == len(text) else ""
    if called[:1].isupper() and any(kin_of(word) or relation_labels(word) for word in tokens(text)):
        return True
    return _MINE_IS.match(text) is not None


_MINE_IS = pattern(
    r"^(?i:{my})[^\W\d_]+(?:[ -][^\W\d_]+){0,2}(?:'s| is| é| es| est) \p{Lu}\w+(?: \p{Lu}\w+)* (?i:and|e|y|et) "
)
""" "My advisor is Prof Hegde and we meet …": who one of theirs is, and more of them."""
_HABIT = pattern(r"^(?:{leads},? )*{habits}")
_OWING = pattern(r"^(?:[^ ?']+[ ']){0,5}?(?:{owing})\b")
_NAMED = pattern(r"\b{named} ")
_CODED = pattern(r"^(?:{article} |{my}|{leads},? )*(?:[^ ?]+ ){0,5}?{coded}\b")
""" "The gate code at the top field is 1974": what is called so is told to be kept, whoever's it is."""
_LONGEST = 160
_OPENING = 6
"""Words in which it is said whose it is."""
_CODE = patterns.compile(
    r"(?: is|'s| are| e| sao| es| son| est| c'est| sont|:) (?:(?:le|la|el|o|a|the) )?"
    r"(?P<value>[^ ]*\d[^ ]*(?: [^ ]+){0,2})[ .!]*$"
)


def _forgotten(what: str, facts: TurnFacts) -> Request:
    """What is to be forgotten; "forget the haircut" means the event, where there is one."""
    forget = Request(Act.FORGET, {"fact": what or "that"})
    language = language_of(facts.question, facts.locale)
    named = target_of(line(what), Scene(line(what), words_of(language), facts.now, facts.locale, facts.context))
    if not named.words or not offered(facts, "events_delete"):
        return forget
    target = replace(named, thing="event")
    return Request(Act.EVENT_CANCEL, {}, target=target, named_by="event", told=True, otherwise=forget)


def noted_instead(facts: TurnFacts) -> list[ToolCall]:
    """The removal of the note that holds what was asked to be forgotten, where no fact does: "forget the gate code"."""
    written = [entry for entry in facts.ledger if entry.effect != "read"]
    if len(written) != 1 or written[0].tool != FORGET or written[0].data.get("code") != NO_MATCH:
        return []
    words = str(written[0].arguments.get("fact") or "")
    return calls(facts, [wanted(_REMOVE, item=words, kind="note")]) if words and offered(facts, _REMOVE) else []


def _put_right(facts: TurnFacts) -> Request | None:
    """Another value for what the user stated just before: "I live in Porto", "no, in Lisbon"."""
    value = value_said(facts.question)
    before = [text for role, text in facts.history if role == "user" and text.strip() != facts.question.strip()]
    told = statements(before[-1]) if value is not None and before else ()
    if value is None or len(told) != 1 or with_value(told[0].text, value) is None:
        return None
    return Request(Act.CORRECT, {"fact": told[0].text, "text": value})


def _correction(one: Statement) -> dict[str, Any]:
    return {"when": one.text} if one.since_only else {"fact": one.text, "text": one.text}


def looked_up(facts: TurnFacts) -> LedgerEntry | None:
    """What was read of what is known; None where nothing was."""
    return next((one for one in facts.ledger if one.tool == GET and one.outcome == "done"), None)


def known_ask(facts: TurnFacts) -> AskedKnown | None:
    """What is asked of what is known; None of any other message."""
    if not (offered(facts, GET) or any(entry.tool == GET for entry in facts.ledger)):
        return None
    if asks_for_quiet_hours(facts.question):
        return AskedKnown(rules=True)
    return asked_known(facts.question, now=facts.now, locale=facts.locale)


def known_calls(ask: AskedKnown) -> Sequence[Wanted]:
    """The look-up that answers it."""
    if ask.rules:
        return (wanted(GET, kind="hard_rule"),)
    return (wanted(GET, query=ask.about, when=ask.when),)


def own_calls(facts: TurnFacts) -> Sequence[Wanted]:
    """What is known of the user's own, beside what their data tell: "where do I live?"."""
    if not offered(facts, GET):
        return ()
    if (then := asked_then(facts.question)) is not None:
        return (wanted(GET, attribute=then[0], when=then[1], as_known_now=True),)
    asked = asked_attribute(facts.question)
    return (wanted(GET, attribute=asked[0]),) if asked is not None else ()


def told_own(facts: TurnFacts, language: str) -> str | None:
    """The answer that the user gave themselves once; None where there is none."""
    then = asked_then(facts.question) is not None
    if not then and asked_attribute(facts.question) is None:
        return None
    entry = looked_up(facts)
    found = [f"“{one['text']}”" for one in (entry.data.get("facts") or ())] if entry is not None else []
    if then:
        return (
            "\n".join([say("reader.memory.held_then", language), *(f"- {one}" for one in found[:SHOWN])])
            if found
            else None
        )
    return say("reader.memory.own", language, facts="; ".join(found[:SHOWN])) if found else None


def told_known(ask: AskedKnown, facts: TurnFacts, language: str, locale: str) -> str | None:
    """The answer from the ledger; None where nothing was looked up."""
    entry = looked_up(facts)
    if entry is None:
        return None
    listed = list(entry.data.get("facts") or ())
    then = _day(entry, locale)
    if not listed:
        if then:
            held = [_line(one, language, locale, alone=False) for one in entry.data.get("held_then_as_known_now") or ()]
            return "\n".join(
                [
                    say("reader.memory.none_then", language, day=then),
                    *([say("reader.memory.held_then", language), *held] if held else []),
                ]
            )
        return say(
            "reader.memory.no_rules"
            if ask.rules
            else "reader.memory.none_about"
            if ask.about
            else "reader.memory.none",
            language,
        )
    heading = (
        say("reader.memory.rules", language)
        if ask.rules
        else say("reader.memory.then", language, day=then)
        if then
        else say("reader.memory.about" if ask.about else "reader.memory.all", language)
    )
    lines = [_line(one, language, locale, alone=ask.rules) for one in listed[:SHOWN]]
    more = int(entry.data.get("total") or 0) - len(lines)
    return "\n".join([heading, *lines, *([say("reader.memory.more", language, count=more)] if more > 0 else [])])


def _day(entry: LedgerEntry, locale: str) -> str:
    told = str(entry.data.get("believed_at") or "")
    return render.day(date.fromisoformat(told[:10]), locale) if told else ""


def _line(one: Mapping[str, Any], language: str, locale: str, *, alone: bool) -> str:
    notes = [say("reader.memory.rule", language)] if one.get("kind") == "hard_rule" and not alone else []
    if one.get("since"):
        notes.append(
            say("reader.memory.since", language, day=render.day(date.fromisoformat(str(one["since"])), locale))
        )
    return f"- {one['text']}" + (f" ({', '.join(notes)})" if notes else "")
