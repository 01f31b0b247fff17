"""What does the runtime need from the rest of the house? Only these; bootstrap hands in what implements them.

A file a family of ports. Every store method works in the caller's transaction (`session`): nobody commits but the
unit of work.
"""

from orchestrator.agent.ports.context import Answered, Asked, ContextLine, ContextPart, ContextSource, RuleSource
from orchestrator.agent.ports.discourse import Discourse
from orchestrator.agent.ports.entities import EntityRef
from orchestrator.agent.ports.erasure import Eraser, Receipt
from orchestrator.agent.ports.lessons import CallError, Learned, Lesson, Lessons, ToldLesson
from orchestrator.agent.ports.notifications import Notifier, Push
from orchestrator.agent.ports.places import Located, PlaceContext, PlaceDraft
from orchestrator.agent.ports.previews import WAITING_AT_ONCE, Preview, PreviewStore
from orchestrator.agent.ports.reception import FeedbackSink, SettledTurn
from orchestrator.agent.ports.requests import Caller, ClarificationReply, Owner, TurnRequest
from orchestrator.agent.ports.resolution import GroupProposal, Resolution, ResolutionStatus, Resolver
from orchestrator.agent.ports.runner import AgentRunner, TurnEvent
from orchestrator.agent.ports.threads import UNSTORED, StoredMessage, StoredSummary, Window
from orchestrator.agent.ports.turns import Accepted, TurnStore, UnfinishedRun
from orchestrator.agent.ports.unit_of_work import UnitOfWork
from orchestrator.agent.ports.vectors import QueryVectors

__all__ = [
    "UNSTORED",
    "WAITING_AT_ONCE",
    "Accepted",
    "AgentRunner",
    "Answered",
    "Asked",
    "CallError",
    "Caller",
    "ClarificationReply",
    "ContextLine",
    "ContextPart",
    "ContextSource",
    "Discourse",
    "EntityRef",
    "Eraser",
    "FeedbackSink",
    "GroupProposal",
    "Learned",
    "Lesson",
    "Lessons",
    "Located",
    "Notifier",
    "Owner",
    "PlaceContext",
    "PlaceDraft",
    "Preview",
    "PreviewStore",
    "Push",
    "QueryVectors",
    "Receipt",
    "Resolution",
    "ResolutionStatus",
    "Resolver",
    "RuleSource",
    "SettledTurn",
    "StoredMessage",
    "StoredSummary",
    "ToldLesson",
    "TurnEvent",
    "TurnRequest",
    "TurnStore",
    "UnfinishedRun",
    "UnitOfWork",
    "Window",
]
