"""Which contacts may be one person twice, in words?"""

from collections.abc import Sequence

from orchestrator.language.messages import is_message, say
from orchestrator.reader.phrase.quotation import quoted
from orchestrator.reader.phrase.voice import Voice

_MOST = 10


def twins(pairs: Sequence[tuple[str, str, str]], language: str, voice: Voice) -> str:
    """`pairs`: two names and why they may be one."""
    if not pairs:
        return f"{say('reader.duplicates.none', language)} ({say('reader.answer.sources.contact', voice.locale)})"
    rows = [
        f"- {say('reader.duplicates.both', language, one=quoted(one), other=quoted(other), why=_reason(why, language))}"
        for one, other, why in pairs[:_MOST]
    ]
    left = [say("reader.duplicates.more", language, number=len(pairs) - _MOST)] if len(pairs) > _MOST else []
    named = [quoted(name).strip("“”") for name in pairs[0][:2]]
    return "\n".join(
        [
            say("reader.duplicates.some", language),
            *rows,
            *left,
            say("reader.duplicates.how", language, one=named[0], other=named[1]),
        ]
    )


def _reason(why: str, language: str) -> str:
    key = f"reader.duplicates.why.{why}"
    return say(key, language) if is_message(key) else why
