"""Does a text hold a secret: a password, a key, a card's number? Such words are never remembered.

The words that name one in English, Portuguese and Spanish with what follows them; the shapes of keys and tokens; card
numbers by their check digit (ISO/IEC 7812).
"""

from orchestrator.kit import patterns
from orchestrator.language.word_patterns import lettered, lettered_pattern

_NAMED = lettered_pattern(
    r"\b(?:pass ?words?|pass ?phrase|passcode|senhas?|palavras?[- ]passe|contrase[nñ]as?|contrasinal"
    r"|clave de acceso"
    r"|pin(?: (?:code|number))?|c[oó]digo pin|api[ _-]?keys?|secret[ _-]?keys?|access[ _-]?(?:key|token)s?"
    r"|private[ _-]?keys?|recovery (?:code|phrase)|seed phrase|cvv|cvc"
    r"|security code|c[oó]digo de seguran[cç]a|c[oó]digo de seguridad)\b"
    r"[^.!?\n]{0,60}?(?:\bis\b|\bare\b|\bé\b|\bes\b|\bson\b|\bs[aã]o\b|[:=])\s*[\"'“«]?(?P<secret>\S{3,})",
)
_SHAPES = patterns.compile(
    r"-----BEGIN [A-Z ]*PRIVATE KEY-----|\b(?:sk|pk|rk)[-_](?:live|test|proj|ant)?[-_]?[A-Za-z0-9_-]{16,}"
    r"|\bstw_[A-Za-z0-9_-]{20,}|\bgh[pousr]_[A-Za-z0-9]{20,}|\bgithub_pat_\w{20,}|\bglpat-[\w-]{16,}|\bxox[abprs]-[\w-]{10,}"
    r"|\bAKIA[0-9A-Z]{16}\b|\bAIza[\w-]{30,}|\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}"
    r"|\b[a-z][a-z0-9+.-]*://[^\s/:@]+:[^\s/@]+@"
)
_FIRST_DIGIT = patterns.compile(r"(?:^|[^\d.])(\d)")
_DIGITS = patterns.compile(r"(\d(?:[ -]?\d){12,18})(?:$|[^\d.])")
_LONGEST_CARD = 40
"""Characters of nineteen digits with a mark between each two, and what follows them."""
_HARMLESS = frozenset("not never in on at with the a an my safe secret unknown different wrong expired lost".split())
"""What follows "is" where no secret is told: "my password is in the safe"."""


def holds_secret(text: str) -> bool:
    """Whether any part of it reads like a credential. "I forgot my password" holds none."""
    if _SHAPES.search(text):
        return True
    if any(
        text[slice(*match.span("secret"))].strip(".,;\"'”»").lower() not in _HARMLESS
        for match in _NAMED.finditer(lettered(text))
    ):
        return True
    starts = (match.start(1) for match in _FIRST_DIGIT.finditer(text))
    said = (_DIGITS.match(text[start : start + _LONGEST_CARD]) for start in starts)
    return any(match is not None and _is_card(match[1]) for match in said)


def _is_card(said: str) -> bool:
    digits = [int(char) for char in said if char.isdigit()]
    doubled = (digit if at % 2 == 0 else sum(divmod(digit * 2, 10)) for at, digit in enumerate(reversed(digits)))
    return len(set(digits)) > 1 and sum(doubled) % 10 == 0
