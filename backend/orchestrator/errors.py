"""Who must act when something goes wrong?

StewardError
├── ClientError          the caller: becomes problem JSON with its `code`, once, at the edge
│   ├── InvalidRequest       422 invalid_request
│   ├── Unauthenticated      401 unauthenticated
│   ├── ScopeMissing         403 scope_missing
│   ├── NotFound             404 not_found
│   ├── VersionConflict      412 version_conflict
│   ├── Conflict             409 one of CONFLICT_CODES, with `extra` fields
│   ├── TooLarge             413 too_large
│   ├── UnsupportedMedia     415 unsupported_media_type
│   ├── RateLimited          429 rate_limited
│   ├── IntegrationFailed    502 integration_failed
│   ├── NotConfigured        503 not_configured
│   └── NotReady             503 not_ready
├── ToolError            the model: becomes a tool result that says what to do
│   ├── ToolRejected         the call was not executed
│   └── ToolFailed           the call was executed and failed; nothing of it is stored
└── OperatorError        who runs Steward: logged once, or printed by the command line
    ├── ConfigurationError   a setting is unknown, malformed or contradicts another
    ├── DatabaseUnavailable  Postgres can't be started or reached
    └── MigrationFailed      the schema can't be brought to this version
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final, Literal, TypedDict


class FieldError(TypedDict):
    """One entry of a problem's `errors`: where, and what is wrong there."""

    loc: list[str | int]
    message: str


class StewardError(Exception):
    """The root of all errors raised on purpose."""


class ClientError(StewardError):
    """The caller must act. `detail` says what to do; `extra` are further members of the problem JSON."""

    status: ClassVar[int] = 400
    code: str = "invalid_request"
    title: ClassVar[str] = "Bad request"

    def __init__(
        self, detail: str, *, errors: Sequence[FieldError] = (), extra: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(detail)
        self.detail = detail
        self.errors = list(errors)
        self.extra = dict(extra or {})


class InvalidRequest(ClientError):
    """The body, a query parameter or a value in it is wrong."""

    status = 422
    code = "invalid_request"
    title = "Invalid request"

    @classmethod
    def of_field(cls, field: str, message: str, *, loc: Sequence[str | int] = ()) -> "InvalidRequest":
        """The value of one field is wrong; `loc`: where it stands, if that is not `[field]`."""
        return cls(f"`{field}`: {message}.", errors=[{"loc": [*(loc or (field,))], "message": message}])


class Unauthenticated(ClientError):
    """No token, or one that is not known."""

    status = 401
    code = "unauthenticated"
    title = "Not authenticated"


class ScopeMissing(ClientError):
    """The token is known and may not do this."""

    status = 403
    code = "scope_missing"
    title = "Scope missing"


class NotFound(ClientError):
    """There is no such thing for this user (another user's counts as none)."""

    status = 404
    code = "not_found"
    title = "Not found"


class VersionConflict(ClientError):
    """`If-Match` names a version that is not the present one."""

    status = 412
    code = "version_conflict"
    title = "Version conflict"


ConflictCode = Literal[
    "already_exists",
    "thread_busy",
    "preview_superseded",
    "preview_expired",
    "preview_cancelled",
    "preview_changed",
    "not_undoable",
    "not_promotable",
    "rule_held",
    "rule_refused",
    "read_only_calendar",
    "not_locked",
    "already_decided",
    "still_being_read",
    "calendar_refused",
    "digest_changed",
    "shipped_agent",
    "plan_changed",
    "mission_state",
    "file_changed",
]


class Conflict(ClientError):
    """The state of things stands against it; `code` says which state."""

    status = 409
    title = "Conflict"

    def __init__(self, code: ConflictCode, detail: str, *, extra: Mapping[str, Any] | None = None) -> None:
        super().__init__(detail, extra=extra)
        self.code = code


class TooLarge(ClientError):
    """The body is over the limit of its route."""

    status = 413
    code = "too_large"
    title = "Too large"


class UnsupportedMedia(ClientError):
    """The body is of a kind that this route does not read."""

    status = 415
    code = "unsupported_media_type"
    title = "Unsupported media type"


class RateLimited(ClientError):
    """Too many requests; `retry_after_s` is told in `Retry-After`."""

    status = 429
    code = "rate_limited"
    title = "Too many requests"

    def __init__(self, detail: str, *, retry_after_s: float) -> None:
        super().__init__(detail)
        self.retry_after_s = retry_after_s


class IntegrationFailed(ClientError):
    """A service behind us failed."""

    status = 502
    code = "integration_failed"
    title = "Integration failed"


class NotConfigured(ClientError):
    """The feature needs a setting that is empty."""

    status = 503
    code = "not_configured"
    title = "Not configured"


class NotReady(ClientError):
    """The database or a migration is not ready yet."""

    status = 503
    code = "not_ready"
    title = "Not ready"


class ToolError(StewardError):
    """The model must act: the message is written for it."""


NO_MATCH = "no_match"
"""Nothing of the user's is what the words of the call name."""


CHANGED = "changed"
"""What a frozen write is about is no longer what was shown: it is shown again."""


UNCHANGED: Final = "unchanged"
"""The code of a change after which all is as it was."""


class ToolRejected(ToolError):
    """The call was not executed. `code`: what the built-in reader tells by, which reads no message; "" where it need
    not."""

    def __init__(self, message: str, *, code: str = "") -> None:
        super().__init__(message)
        self.code = code


class ToolFailed(ToolError):
    """The call was executed and failed; its transaction was rolled back."""


class OperatorError(StewardError):
    """Who runs Steward must act."""


class ConfigurationError(OperatorError):
    """A setting is unknown, malformed or contradicts another; the message names the variable."""


class DatabaseUnavailable(OperatorError):
    """Postgres can't be started or reached; the message says where it looked and what to do."""


class MigrationFailed(OperatorError):
    """The schema can't be brought to this version; nothing of the failing file was applied."""
