"""Which simple changes can be asked for? Each names what its template captures."""

from enum import StrEnum


class Act(StrEnum):
    """A change that the reader knows how to propose, or knows that it can't."""

    NOTE = "note"
    REMIND = "remind"
    TODO = "todo"
    TODO_DONE = "todo_done"
    TODO_DID = "todo_did"
    TODO_CHANGE = "todo_change"
    TODO_DROP = "todo_drop"
    CONTACT = "contact"
    CONTACT_GRAPH = "contact_graph"
    MERGE = "merge"
    UNMERGE = "unmerge"
    RELATE = "relate"
    PLACE = "place"
    EVENT = "event"
    EVENT_CANCEL = "event_cancel"
    EVENT_MOVE = "event_move"
    EVENT_RENAME = "event_rename"
    EVENT_ADD = "event_add"
    EVENT_LEAVE = "event_leave"
    REMEMBER = "remember"
    CORRECT = "correct"
    FORGET = "forget"
    REMOVE = "remove"
    ERASE = "erase"
    UNABLE = "unable"
