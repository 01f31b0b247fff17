"""Promises in English."""

from orchestrator.kit import patterns
from orchestrator.language.commitments.shape import NAME, Promises, doing, words
from orchestrator.language.word_patterns import END, not_beginning

_VERBS = (
    "send resend forward email e-mail mail write draft prepare check double-check double+check verify confirm review"
    " revise update upload post circulate distribute schedule reschedule book reserve arrange organise organize set+up"
    " call phone contact ping talk+to talk+with speak+to speak+with follow+up get+back+to reach+out find+out look+into"
    " look+up investigate research fix finish complete submit deliver order buy pay hire create build implement"
    " design deploy publish translate print fill+in fill+out sign collect gather compile summarise summarize work+on"
    " take+care+of handle deal+with put+together come+up+with report+back pick+up cancel renew document analyse analyze"
    " calculate estimate notify inform invite share provide take+over get+in+touch ask"
)
_TASKS = f"(?:{words(_VERBS)}|be (?:{words(' '.join(map(doing, _VERBS.split())))}))"
_SOFT = (
    r"(?:(?:also|then|definitely|personally|gladly|quickly|just|try to|go ahead and|go and|make sure to|be sure to) )*"
)
_VAGUE = r"(?:be|have|see|say|tell|show|start|explain|go|think|need|try|never|not|always|only|get to|do this|do it)\b"
_WILL = r"(?:'ll| will| shall|'m going to| am going to|'m gonna| am gonna)"
_NO_SLIDE = not_beginning("slide point item page")
_DAYS = words("monday tuesday wednesday thursday friday saturday sunday")
_UNITS = words("day week month quarter year sprint meeting session monday tuesday wednesday thursday friday time")

EN = Promises(
    own=patterns.compile(rf"\bi{_WILL} {_SOFT}(?:{_TASKS})\b|\b(?:i promise to|i commit to|i volunteer to) \w+"),
    own_dated=patterns.compile(
        rf"\bi(?:{_WILL}| can|'d better) (?P<soft>{_SOFT})(?P<verb>[a-z]+)"
        rf"|\b(?:i(?: have to| need to| must|'ve got to| have got to)|let me) {_SOFT}(?:{_TASKS})\b"
    ),
    vague=patterns.compile(_VAGUE),
    aiming=patterns.compile(r"\b(?:also|then|definitely|personally|gladly|quickly|just|make)\b"),
    named=patterns.compile(
        rf"\b{NAME}(?:'ll| will| shall| is going to| is gonna| has to| needs to| is supposed to) {_SOFT}(?:{_TASKS})\b"
    ),
    asked=patterns.compile(
        rf"\b(?:(?:can|could|would|will) you(?: please| maybe)?|please|i need you to|i(?:'d| would) like you to"
        rf"|i want you to|you(?:'ll| will| need to| should| have to)|you are going to"
        rf"|you're going to) {_SOFT}(?:{_TASKS})\b"
    ),
    labelled=patterns.compile(
        rf"(?:\b(?:action items?|action points?|to-?dos?|to do|follow-?ups?|next steps?)\b|^\W*(?:actions?|tasks?|ai))"
        rf"(?: for {NAME})?(?: is| are)? ?[:–—-]+ ?"
    ),
    dated=patterns.compile(
        rf"\b(?:by|before|until|till|no later than) (?:the end|end|next|tomorrow|tonight|noon|midnight|then"
        rf"|this|{_DAYS}"
        rf"|january|february|march|april|may|june|july|august|september|october|november|december|the \d|\d)"
        rf"|\b(?:tomorrow|tonight|later today|this afternoon|this evening|asap|as soon as possible|right after)\b"
        rf"|\b(?:for|on|in|at|before|after) (?:the )?next(?:$|[^\w ]| (?:$|\W|{_NO_SLIDE}{END}))"
        rf"|\bnext (?:{_UNITS})\b"
        rf"|\b(?:on|this|for) (?:{_DAYS})\b|\bend of (?:the |this )?(?:{_UNITS})\b|\bafter (?:the"
        rf"|this) (?:meeting|call)\b"
        rf"|\bin (?:a|an|the next|two|three|\d+) (?:minutes?|hours?|days?|weeks?|half hour)\b"
    ),
    spoils=patterns.compile(
        r"\b(?:if|unless|whether|suppose|imagine|in case|would|thought|was going to|said|says)\b[^,;]*$"
    ),
    agrees=patterns.compile(
        r"\W*(?:(?:yes|yeah|yep|yup|sure|ok|okay|of course|will do|no problem|absolutely|certainly|got it|gladly|done"
        r"|consider it done|i will|i'll do)\b)"
    ),
    ends=patterns.compile(
        r"[!?;\n]|, (?:um|uh|but|so|because|'cause|okay|right|and (?:i|we|you|he|she|they|then)|which)\b| {2,}"
    ),
    everybody=frozenset(
        {"everyone", "everybody", "all", "all of us", "each of us", "all of you", "the team", "the group"}
    ),
    nobody=frozenset(
        "it this that there which what who we you they he she i one nobody somebody someone people things everything"
        " something anyone anybody and but so then the a an also maybe well okay yeah these those".split()
    ),
    to=patterns.compile(r" (?:to|will|should|shall)\b|'ll\b| ?[:,–—-]"),
)
