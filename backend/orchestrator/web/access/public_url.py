"""Under which URL do people reach this Steward? The configured one, else the one that this request came to."""

from fastapi import Request

from orchestrator.settings import Settings


def public_url(request: Request, settings: Settings) -> str:
    """Without a trailing slash. The request's Host was checked against STEWARD_ALLOWED_HOSTS."""
    return settings.public_url or str(request.base_url).rstrip("/")
