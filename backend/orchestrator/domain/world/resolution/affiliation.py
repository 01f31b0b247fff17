"""Do these words name the organisation, or the domain, that somebody belongs to?"""

from orchestrator.kit import patterns
from orchestrator.language.normalize import tokens

_COMPANY_FORMS = frozenset("inc ltd llc lda sa sl gmbh corp corporation company co plc ltda spa ag group".split())
SHORTEST_NAME = 3
"""Letters: less than these is no surname and no part of a domain that says whose it is."""


def is_called(organization: str, words: str) -> bool:
    """Whether the words are an organisation's name or the beginning of it, forms of companies aside."""
    wanted = [word for word in tokens(words) if word not in _COMPANY_FORMS]
    own = [word for word in tokens(organization) if word not in _COMPANY_FORMS]
    return bool(wanted and own) and (own[: len(wanted)] == wanted or "".join(own) == "".join(wanted))


def is_host_of(host: str, words: str) -> bool:
    """Whether the words are a part of a domain: "Acme" of mail.acme.com."""
    joined = "".join(word for word in tokens(words) if word not in _COMPANY_FORMS)
    return len(joined) >= SHORTEST_NAME and joined in patterns.compile(r"[.-]").split(host)[:-1]


def is_at(host: str, domain: str) -> bool:
    """Whether the host is the domain, or below it."""
    return bool(host) and (host == domain or host.endswith("." + domain))


def host_of(email: str) -> str:
    """What follows the @; all of it where there is none."""
    return email.rpartition("@")[2]
