"""What must not reach a log? Secrets, by name or by shape, and what people wrote, by name."""

import re
from collections.abc import Mapping
from typing import Any

REDACTED = "[redacted]"
_SECRET_NAME = re.compile(
    r"(?:^|_)(?:token|secret|password|passwd|authorization|api_?key|apikey|cookie|credentials?)\Z", re.I
)
_WRITTEN = frozenset(
    {"question", "answer", "text", "body", "content", "message", "messages", "prompt", "arguments", "title", "summary"}
    | {"description", "notes", "query", "q", "transcript", "segments", "tool_output", "draft"}
)
"""Names of fields that hold what people wrote: only their size is logged."""
_SHAPES = (
    (re.compile(r"\bstw_[A-Za-z0-9_\-]+"), f"stw_{REDACTED}"),
    (re.compile(r"\b((?i:bearer|basic))\s+(?=\S*[A-Z0-9._=])[A-Za-z0-9._~+/=\-]{6,}"), rf"\1 {REDACTED}"),
    (re.compile(r"(://[^\s/:@]*):[^\s/@]+@"), rf"\1:{REDACTED}@"),
    (re.compile(r"\bExpo(?:nent)?PushToken\[[^\]]*\]"), f"ExponentPushToken[{REDACTED}]"),
    (re.compile(r"(/v\d/(?:geocode/\w+|places))\?[^\s'\"]+"), rf"\1?{REDACTED}"),
    (re.compile(r"\bsk-[A-Za-z0-9_\-]{8,}"), f"sk-{REDACTED}"),
    (
        re.compile(
            r"""\b((?:[a-z0-9]+[_\-])*(?:api[_\-]?key|token|secret|password|passwd|authorization)["']?\s*[=:]\s*["']?)"""
            r"""(?!(?:bearer|basic)\s|stw_\[)[^\s"'&,;})\]]+""",
            re.I,
        ),
        rf"\1{REDACTED}",
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
