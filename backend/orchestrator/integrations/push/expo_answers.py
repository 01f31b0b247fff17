"""What do Expo's tickets and receipts say? Read into the types of Expo's Python SDK, whose `validate_response` names
the errors (docs/decisions/0015)."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from exponent_server_sdk import DeviceNotRegisteredError, PushReceipt, PushTicket, PushTicketError

from orchestrator.integrations.push.port import Accepted, Delivered, Outcome, Refused, Uncertain
from orchestrator.kit.text import shorten, storable

TOO_MANY = "TOO_MANY_REQUESTS"
SEVERAL_PROJECTS = "PUSH_TOO_MANY_EXPERIENCE_IDS"
DETAIL_CHARACTERS = 300
_NAME_CHARACTERS = 80


@dataclass(frozen=True)
class Fault:
    """Why a whole request failed; `projects`: the tokens of each project, where messages of several were mixed."""

    code: str
    detail: str = ""
    projects: Mapping[str, Sequence[str]] = field(default_factory=dict)


def body_of(received: bytes) -> Mapping[str, Any] | None:
    """The JSON object of an answer; None for anything else."""
    try:
        body = json.loads(received)
    except (ValueError, RecursionError):
        return None
    return body if isinstance(body, dict) else None


def fault_of(body: Mapping[str, Any] | None) -> Fault | None:
    """The first entry of `errors`, None where there is none."""
    errors = body.get("errors") if body is not None else None
    first = errors[0] if isinstance(errors, list) and errors else None
    if not isinstance(first, dict):
        return None
    details = first.get("details")
    projects = {
        str(name): [str(token) for token in tokens]
        for name, tokens in (details.items() if isinstance(details, dict) else ())
        if isinstance(tokens, list)
    }
    return Fault(_name(first.get("code")), _told(first.get("message")), projects)


def outcomes_of(body: Mapping[str, Any] | None, number: int) -> list[Outcome]:
    """One outcome a message of a request that was answered 200; an answer that can't be matched leaves all of them
    uncertain, for Expo took the request."""
    data = body.get("data") if body is not None else None
    tickets = [data] if isinstance(data, dict) and number == 1 else data  # a single message may be answered alone
    if not isinstance(tickets, list) or len(tickets) != number:
        return [Uncertain("Expo's answer does not match what it was sent")] * number
    return [_outcome(ticket) for ticket in tickets]


def receipts_of(body: Mapping[str, Any] | None) -> dict[str, Delivered] | None:
    """The receipts by ticket; None where the answer is none."""
    data = body.get("data") if body is not None else None
    if not isinstance(data, dict):
        return None
    return {str(ticket): _delivered(str(ticket), receipt) for ticket, receipt in data.items()}


def _outcome(ticket: Any) -> Outcome:
    if not isinstance(ticket, dict):
        return Uncertain("Expo gave no ticket")
    read = PushTicket(None, ticket.get("status"), _told(ticket.get("message")), _details(ticket), ticket.get("id"))
    if read.status not in {PushTicket.SUCCESS_STATUS, PushTicket.ERROR_STATUS} or (read.is_success() and not read.id):
        return Uncertain("Expo gave a ticket that says nothing")
    try:
        read.validate_response()
    except DeviceNotRegisteredError as error:
        return Refused(PushTicket.ERROR_DEVICE_NOT_REGISTERED, error.message, gone=True)
    except PushTicketError as error:
        return Refused(_name((read.details or {}).get("error")), error.message)
    return Accepted(str(read.id))


def _delivered(ticket: str, receipt: Any) -> Delivered:
    given = receipt if isinstance(receipt, dict) else {}
    read = PushReceipt(ticket, given.get("status"), _told(given.get("message")), _details(given))
    try:
        read.validate_response()
    except DeviceNotRegisteredError as error:
        return Delivered(PushReceipt.ERROR_DEVICE_NOT_REGISTERED, error.message, gone=True)
    except PushTicketError as error:
        return Delivered(_name((read.details or {}).get("error")), error.message)
    return Delivered()


def _details(given: Mapping[str, Any]) -> Mapping[str, Any] | None:
    details = given.get("details")
    return details if isinstance(details, dict) else None


def _name(value: object) -> str:
    return shorten(storable(value), _NAME_CHARACTERS) if isinstance(value, str) and value else "Unknown"


def _told(value: object) -> str:
    """What Expo said, without the tokens that it likes to quote."""
    if not isinstance(value, str):
        return ""
    for opening in ("ExponentPushToken[", "ExpoPushToken["):
        while (start := value.find(opening)) >= 0:
            end = value.find("]", start)
            value = value[:start] + "(token)" + (value[end + 1 :] if end >= 0 else "")
    return shorten(storable(value), DETAIL_CHARACTERS)
