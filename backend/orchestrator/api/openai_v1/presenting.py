"""How does a bundle read as plain text? The answer, numbered choices, and for each preview a link to look at it."""

from orchestrator.agent.types.bundle import Bundle, NeedUserInputOut, PreviewOut
from orchestrator.kit import patterns
from orchestrator.kit.text import storable
from orchestrator.language.detect import language_of
from orchestrator.language.messages import say

PREVIEW_FRAGMENT = "/#/preview/"
_QUOTED_YES = patterns.compile(r"(?i)[“\"'«‘](?:yes|sim|s[ií])[”\"'»’]")
"""An answer that quotes a yes has said already how to confirm."""


def text_of(bundle: Bundle, *, base_url: str, question: str, locale: str) -> str:
    """The bundle as a chat client shows it, in the language of the question."""
    language = language_of(question, locale)
    waiting = [preview for preview in bundle.previews if preview.state == "pending"]
    parts = [bundle.answer]
    if bundle.need_user_input is not None:
        parts.append(_choices(bundle.need_user_input))
    if waiting and bundle.need_user_input is None and not _QUOTED_YES.search(bundle.answer):
        parts.append(say("agent.reply_to_confirm", language))
    links = "\n".join(f"- [{_label(preview)}]({base_url}{PREVIEW_FRAGMENT}{preview.id})" for preview in waiting)
    if waiting:
        parts.append(f"{say('agent.look_or_change', language)}\n\n{links}")
    return storable("\n\n".join(part for part in parts if part))


def _choices(asked: NeedUserInputOut) -> str:
    return "\n".join(f"{number}. {option.label}" for number, option in enumerate(asked.options, start=1))


def _label(preview: PreviewOut) -> str:
    """What would be done, on one line and without what could end the link's text."""
    plain = " ".join((preview.summary or preview.title).split())
    return plain.replace("\\", "").replace("[", "(").replace("]", ")")
