"""What a rule says that is told as a wish: "I'd rather not have calls on Friday afternoons", "me gustaría tener los
domingos libres". Said as a ban or as a time that is kept, it is read as any other."""

from orchestrator.language.rules.pieces import pattern
from orchestrator.language.text.normalize import normalize

_RATHER_NOT = pattern(r"^(?:{rather_not})\s+(?P<what>.+)$")
_FREE_FOR = pattern(r"^(?P<kept>{keep} (?:.{3,60}? {free}|{free} .{3,60}?)) {for_whom} .{2,40}$")
"""Why it is kept free is no part of the time."""
_KEPT = pattern(r"^(?:{likes_kept})\s+(?P<what>.+?\b{free}\b.*)$")

_TAG = pattern(r"[,;.!]? (?:{tags}) ?\?+$")


def untagged(text: str) -> str:
    """A message without what hangs behind it and asks only whether it was heard: "…, ok?", "…, vale?", "…, tá?"."""
    said = text.strip()
    found = _TAG.search(normalize(said))
    return said[: found.start()] if found is not None and len(normalize(said)) == len(said) else said


def as_told(said: str) -> str:
    """A folded message with its wish said plainly; as it stands where it wishes nothing."""
    if (unwanted := _RATHER_NOT.match(said)) is not None:
        return f"never {unwanted['what']}"
    if (kept := _KEPT.match(said)) is not None:
        return f"keep {kept['what']}"
    if (why := _FREE_FOR.match(said)) is not None:
        return str(why["kept"])
    return said
