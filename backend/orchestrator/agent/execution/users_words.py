"""The user's own words in a call's arguments: what a model invented is left out, the time that they named is put in.

Models copy, code resolves (contracts/time.md).
"""

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from orchestrator.agent.tools.arguments.repair import CallVerdict
from orchestrator.agent.tools.spec import Effect, ToolContract
from orchestrator.agent.turn.turn import Turn
from orchestrator.agent.types.vocabulary import Vocabulary
from orchestrator.kit import patterns
from orchestrator.language.lengths import lasting
from orchestrator.language.people.persons import SELF_WORDS
from orchestrator.language.speech_acts.affirm import deed_alone
from orchestrator.language.speech_acts.intents import Topic, topics_of
from orchestrator.language.speech_acts.mood import mood_of
from orchestrator.language.text.normalize import meaningful_words, normalize, tokens
from orchestrator.language.text.shorthand import spelled_out
from orchestrator.language.time import mentions, repeating

WHEN = "when"
"""The argument that holds the user's words for a time, in every tool that takes one."""
OFFSET = patterns.compile(r"\b(?:min|minutes?|hours?|minutos?|horas?)\b")
"""By how much something moves."""


def without_invented(checked: CallVerdict, spec: ToolContract, turn: Turn) -> CallVerdict:
    """The call without copied arguments that nobody said: small models invent a "tomorrow" where no time was named."""
    arguments = dict(checked.arguments or {})
    invented = [
        name
        for name in sorted(spec.verbatim_arguments & arguments.keys())
        if isinstance(arguments[name], str) and arguments[name].strip() and not _was_said(name, arguments[name], turn)
    ]
    required = spec.schema.get("required", ())
    if not invented or any(name in required for name in invented):
        return checked
    for name in invented:
        del arguments[name]
    told = f"'{', '.join(invented)}' was left out: the user did not say it."
    return replace(checked, verdict="repair", arguments=arguments, reason=f"{checked.reason} {told}".strip())


def with_the_users_time(checked: CallVerdict, spec: ToolContract, turn: Turn) -> CallVerdict:
    """The call of a write with the time that the user named, where the model computed one itself or left it out.

    Models copy, code resolves (contracts/time.md): a small model's own dates are wrong most of the time. Only where the
    message names exactly one time without doubt.
    """
    arguments = dict(checked.arguments or {})
    if spec.effect is not Effect.WRITE or WHEN not in spec.schema.get("properties", {}):
        return checked
    if arguments.get(WHEN):
        changes = bool(turn.vocabulary.targets & spec.schema["properties"].keys())
        return _with_the_whole_phrase(checked, str(arguments[WHEN]), turn, changes=changes)
    if Topic.SEVERAL in topics_of(turn.question) or mood_of(turn.question, turn.locale).asks_too:
        # "Add milk, and book the dentist for Friday at ten": the time belongs to one of the calls, not to each; that of
        # "add milk and tell me what I have tomorrow" to none.
        return checked
    named = [one for one in mentions(turn.question, now=turn.local_now, locale=turn.locale) if one.sure]
    again = repeating(turn.question, now=turn.local_now, locale=turn.locale)
    if not again:
        if len(named) != 1 or named[0].kind == "duration" or not (named[0].has_date or named[0].has_time):
            return checked
        if named[0].kind == "open" and turn.vocabulary.targets & spec.schema["properties"].keys():
            return checked  # "from next week on" says since when a change holds
    parts = again or named[0].parts
    said = " ".join(turn.question[start:end] for start, end in parts) or named[0].text
    if not again and _is_shifted_on(named[0].start.date().isoformat(), arguments, turn):
        return checked
    if len(again) > 1 or not _is_new_time(said, arguments, spec, turn.vocabulary):
        return checked
    return _with_time(checked, said, without=turn.vocabulary.computed)


def _with_the_whole_phrase(checked: CallVerdict, copied: str, turn: Turn, *, changes: bool) -> CallVerdict:
    """The call with all of the user's phrase where the model copied a part of it, or wrote it so that it is no time any
    more ("3 days" for "in three days"): what it left out ("in the morning") may be what tells two times apart. A
    recurrence is left as it was copied, and so is whatever says more than the phrase. Of what `changes` something so
    are the end of a range ("move what is on Wednesday to Thursday"), and by how much it is to last longer or shorter:
    "em 30 minutos" behind "estende" is no moment."""
    longer = lasting(copied, turn.locale) if changes else None
    if longer is not None and longer.change:
        return checked
    words = set(tokens(copied))
    again = [
        turn.question[start:end] for start, end in repeating(turn.question, now=turn.local_now, locale=turn.locale)
    ]
    if len(again) == 1 and words < set(tokens(again[0])):
        return _with_time(checked, again[0])
    if repeating(copied, now=turn.local_now, locale=turn.locale):
        return checked
    told = mentions(turn.question, now=turn.local_now, locale=turn.locale)
    if any(normalize(one.text) == normalize(copied) for one in told):
        return checked  # it was copied whole
    alone = mentions(copied, now=turn.local_now, locale=turn.locale)
    full = [one for one in alone if one.sure or (one.has_date and one.has_time)]
    understood = any(words <= set(tokens(one.text)) for one in full)
    named = [one for one in told if one.sure]
    whole = [
        one
        for one in named
        if len(one.parts) <= 1 and (words < (said := set(tokens(one.text))) or (not understood and words & said))
        if not set(tokens(one.text)) < words
        and not (changes and one.kind == "range" and normalize(one.text).endswith(normalize(copied)))
    ]
    return _with_time(checked, whole[0].text) if len(whole) == 1 else checked


def _with_time(checked: CallVerdict, said: str, without: Collection[str] = ()) -> CallVerdict:
    kept = {name: value for name, value in (checked.arguments or {}).items() if name not in without}
    told = f"'when' was taken from the user's words: “{said}”."
    reason = f"{checked.reason} {told}".strip()
    return replace(checked, verdict="repair", arguments={**kept, WHEN: said}, reason=reason)


def _is_new_time(phrase: str, arguments: Mapping[str, Any], spec: ToolContract, vocabulary: Vocabulary) -> bool:
    """False where a change of something that exists may mean the time in another way: "add Ana to Friday's lunch" names
    the lunch by it, "an hour later" counts from the lunch."""
    if not vocabulary.targets & spec.schema.get("properties", {}).keys():
        return True
    changed = {name for name, value in arguments.items() if value} - vocabulary.targets - vocabulary.computed
    return not changed and OFFSET.search(normalize(phrase)) is None


def _is_shifted_on(day: str, arguments: Mapping[str, Any], turn: Turn) -> bool:
    """Whether the day that was named is kept and the hour counted from that of what moves: "push everything on Friday
    by an hour"."""
    starts = str(arguments.get("start_at") or "").startswith(f"{day}T")
    return starts and OFFSET.search(normalize(turn.question)) is not None


def _was_said(name: str, phrase: str, turn: Turn) -> bool:
    """True where the user said any of its words, or named some time at all (then it may be a translation); a proper
    name may also come from what is known of the people in the question."""
    if any(word in turn.user_words for word in meaningful_words([phrase])):
        return True
    if name != WHEN:
        return normalize(phrase) in SELF_WORDS or phrase != phrase.lower()
    spoken = set(tokens(f"{turn.question} {turn.asked} {spelled_out(turn.question, turn.route.language)}"))
    if any(word in spoken for word in tokens(phrase)):
        return True  # `asked` has the day in the place of what names it: "keep Irene's birthday free"
    if turn.agent_words and deed_alone(turn.question):
        return True  # "put that in my calendar": the time is that of what the answer before showed
    return bool(mentions(turn.question, now=turn.local_now, locale=turn.language))
