"""Why can a server not be used, and who must act?

IntegrationFailed
└── ServerFailed       the server, or the way to it
    └── AddressRefused     a connection there is not allowed
"""

from orchestrator.errors import IntegrationFailed


class ServerFailed(IntegrationFailed):
    """The server can't be used; the message says what to do. `answered`: its status, None where it answered
    nothing. `attention`: trying again changes nothing, the user has to act. `retry_after_s`: as it asked."""

    def __init__(
        self, detail: str, *, answered: int | None = None, attention: bool = False, retry_after_s: float | None = None
    ) -> None:
        super().__init__(detail)
        self.answered = answered
        self.attention = attention
        self.retry_after_s = retry_after_s


class AddressRefused(ServerFailed):
    """A connection there is not allowed; the message says what the operator may do."""
