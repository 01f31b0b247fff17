"""What must not reach a log? Secrets, by name or by shape, and what people wrote, by name."""

from collections.abc import Callable, Mapping
from typing import Any

from orchestrator.kit import patterns
from orchestrator.kit.patterns import Match, Pattern

REDACTED = "[redacted]"
_SECRET_NAME = patterns.compile(
    r"(?i)(?:^|_)(?:token|secret|password|passwd|authorization|api_?key|apikey|cookie|credentials?)\Z"
)
_WRITTEN = frozenset(
    {"question", "answer", "text", "body", "content", "message", "messages", "prompt", "arguments", "title", "summary"}
    | {"description", "notes", "query", "q", "transcript", "segments", "tool_output", "draft"}
)
"""Names of fields that hold what people wrote: only their size is logged."""
_LOOKED_AFTER = 512
"""Characters after a credential in which its capital or figure is looked for."""


def _credentials(found: Match) -> str:
    """ "Basic understanding" is prose: credentials hold a capital, a figure or a mark."""
    run = found.string[found.start(2) : found.end(2) + _LOOKED_AFTER].split(maxsplit=1)[0]
    credential = any(char in "._=" or (char.isascii() and (char.isupper() or char.isdigit())) for char in run)
    return f"{found[1]} {REDACTED}" if credential else str(found.group())


def _named(found: Match) -> str:
    """A scheme before its credentials was seen to before, and so was a token of ours."""
    value = found[2].lower()
    after = found.string[found.end() : found.end() + 1]
    kept = value.startswith("stw_[") or (value in {"bearer", "basic"} and after.isspace())
    return str(found.group()) if kept else f"{found[1]}{REDACTED}"


_SHAPES: tuple[tuple[Pattern, str | Callable[[Match], str]], ...] = (
    (patterns.compile(r"\bstw_[A-Za-z0-9_\-]+"), f"stw_{REDACTED}"),
    (patterns.compile(r"\b((?i:bearer|basic))\s+([A-Za-z0-9._~+/=\-]{6,})"), _credentials),
    (patterns.compile(r"(://[^\s/:@]*):[^\s/@]+@"), rf"\1:{REDACTED}@"),
    (patterns.compile(r"\bExpo(?:nent)?PushToken\[[^\]]*\]"), f"ExponentPushToken[{REDACTED}]"),
    (patterns.compile(r"(/v\d/(?:geocode/\w+|places))\?[^\s'\"]+"), rf"\1?{REDACTED}"),
    (patterns.compile(r"\bsk-[A-Za-z0-9_\-]{8,}"), f"sk-{REDACTED}"),
    (
        patterns.compile(
            r"""(?i)\b((?:[a-z0-9]+[_\-])*(?:api[_\-]?key|token|secret|password|passwd|authorization)["']?\s*[=:]\s*["']?)"""
            r"""([^\s"'&,;})\]]+)""",
        ),
        _named,
    ),
)


def redact_text(text: str) -> str:
    """`text` without what has the shape of a secret."""
    for shape, replacement in _SHAPES:
        text = shape.sub(replacement, text)
    return text


def redact(name: str, value: Any) -> Any:
    """A log field's value as it may be written; `name` decides where the shape can't."""
    if _SECRET_NAME.search(name) and value is not None and not isinstance(value, bool | int | float):
        return REDACTED
    if name in _WRITTEN and isinstance(value, str | bytes | list | tuple | Mapping):
        return f"[{len(value)} withheld]"
    if isinstance(value, str):
        return redact_text(value)
    if isinstance(value, Mapping):
        return {str(key): redact(str(key), item) for key, item in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [redact("", item) for item in value]
    if value is None or isinstance(value, bool | int | float):
        return value
    return redact_text(str(value))
