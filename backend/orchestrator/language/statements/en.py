"""Statements in English."""
# ruff: noqa: E501

from orchestrator.kit import patterns
from orchestrator.language.statements.shape import COMMA, POINT, VALUE, Statements, either, form

_WHO = r"(?P<who>i|we|(?:the )?user|(?:my|our) [\w-]+(?: [\w-]+)??|[\w-]+(?: [\w-]+)??)"
_OWNER = r"(?:my|our|(?:the )?user's|(?P<who>(?:my )?[\w-]+(?: [\w-]+)?)'s)"
_BE = r"(?:am|is|are)"
_HOW = r"(?:(?:now|currently|still|actually|also|really|just|recently|already|both|all) )*"
_THEN = r"(?:(?:in|on|last|this) [\w ]{2,20}? )?"
_AUX = r"(?P<not>(?:do|does|did) not (?:really )?|never )?"
_MONTHS = either("january february march april may june july august september october november december")
_NOUNS = {
    "birthday": "birthday", "date of birth": "birthday", "name": "name", "surname": "surname", "last name": "surname",
    "nickname": "nickname", "address": "address", "home address": "address", "phone number": "phone",
    "telephone number": "phone", "mobile number": "phone", "number": "phone", "phone": "phone",
    "email": "email", "email address": "email", "e-mail": "email", "job": "job", "profession": "job",
    "occupation": "job", "employer": "works_at", "hometown": "hometown", "home town": "hometown",
    "nationality": "nationality", "native language": "native language", "mother tongue": "native language",
    "blood type": "blood type", "blood group": "blood type", "shoe size": "shoe size", "shirt size": "shirt size",
    "height": "height", "weight": "weight", "age": "age", "wedding anniversary": "anniversary",
    "anniversary": "anniversary", "time zone": "time zone", "timezone": "time zone", "star sign": "star sign",
    "license plate": "number plate", "number plate": "number plate", "boss": "boss", "manager": "boss",
    "dentist": "dentist", "doctor": "doctor", "gp": "doctor", "family doctor": "doctor", "landlord": "landlord", "wife": "wife",
    "husband": "husband", "mother": "mother", "mom": "mother", "mum": "mother", "father": "father", "dad": "father",
    "fiancee": "fiancee", "fiance": "fiance", "middle name": "middle name",
}  # fmt: skip
_FAVOURITE = r"favou?rite (?P<favourite>[\w-]+(?: [\w-]+)?)"

EN = Statements(
    forms=(
        form("birthday", rf"{_WHO} (?:was|were) born on {VALUE}"),
        form("birthday", rf"{_WHO} (?:was|were) born in (?P<value>(?:{_MONTHS})\b.*)"),
        form("birth year", rf"{_WHO} (?:was|were) born in (?P<value>\d{{4}})"),
        form("born_in", rf"{_WHO} (?:was|were) born in {VALUE}"),
        form("name", rf"{_WHO} {_BE} (?:called|named) {VALUE}"),
        form(
            "allergic_to",
            rf"{_WHO} {_BE} {_HOW}(?P<not>not )?{_HOW}(?:very |highly |badly )?allergic to {VALUE}",
            polar=True,
        ),
        form("allergic_to", rf"{_WHO} (?:have|has|got|have got|has got) an? (?P<value>[\w -]+?) allergy", polar=True),
        form(
            "lives_in",
            rf"{_WHO} {_HOW}{_AUX}{_HOW}(?:live|lives|reside|resides|(?:have|has) (?:been living|lived)|{_BE} {_HOW}(?:living|based)) (?:in|at) {VALUE}",
        ),
        form(
            "lives_in",
            rf"{_WHO} {_HOW}(?:(?:have|has) {_HOW})?(?:moved(?: house| home)?|relocated) (?:back )?"
            rf"(?:from [\w -]+? )?{_THEN}(?:to|into) {VALUE}",
        ),
        form(
            "works_at",
            rf"{_WHO} {_HOW}{_AUX}{_HOW}(?:work|works|{_BE} {_HOW}(?:working|employed)"
            rf"|(?:have |has )?started(?: working| work)?) (?:at|for|by) {VALUE}",
        ),
        form("job", rf"{_WHO} {_HOW}(?:work|works|{_BE} {_HOW}working) as (?:an? |the )?{VALUE}"),
        form(
            "status",
            rf"{_WHO} {_BE} {_HOW}(?P<not>not )?(?:getting )?(?P<value>single|married|divorced|engaged|widowed|separated)"
            rf"(?: to .+)?",
        ),
        form(
            "diet",
            rf"{_WHO} {_BE} {_HOW}(?P<not>not )?(?:an? )?(?P<value>vegetarian|vegan|pescatarian|pescetarian|flexitarian"
            rf"|omnivore|carnivore)",
        ),
        form(
            "likes",
            rf"{_WHO} {_HOW}{_AUX}{_HOW}(?:like|likes|love|loves|enjoy|enjoys|adore|adores) {VALUE}",
            polar=True,
        ),
        form(
            "likes",
            rf"{_WHO} {_HOW}(?:hate|hates|dislike|dislikes|detest|detests|can not stand|cannot stand) {VALUE}",
            polar=True,
            denies=True,
        ),
        form(
            "is",
            rf"{_WHO} {_BE} {_HOW}(?P<not>not )?(?:an? )?(?P<value>coeliac|celiac|diabetic|asthmatic|epileptic"
            rf"|lactose[ -]intolerant|gluten[ -]intolerant|colou?r[ -]?blind|left[ -]handed|pregnant)",
            polar=True,
        ),
        form("speaks", rf"{_WHO} {_HOW}{_AUX}(?:speak|speaks) {VALUE}", polar=True),
        form("eats", rf"{_WHO} {_HOW}{_AUX}(?:eat|eats) {VALUE}", polar=True),
        form("drinks", rf"{_WHO} {_HOW}{_AUX}(?:drink|drinks) {VALUE}", polar=True),
        form("favourite", rf"{_OWNER} {_FAVOURITE} {_BE} {_HOW}{VALUE}"),
        form(
            "noun",
            rf"{_OWNER} (?:new |current )?(?P<noun>{either(' '.join(n.replace(' ', '+') for n in _NOUNS))})"
            rf" {_BE} {_HOW}(?:on |called |named )?{VALUE}",
        ),
        form("age", rf"{_WHO} {_BE} {_HOW}(?P<value>\d+)(?: years old)?"),
    ),
    expands=(
        (patterns.compile(r"[’‘`´]"), "'"),
        (patterns.compile(r"\b(i)'m\b"), r"\1 am"),
        (patterns.compile(r"\bim\b"), "i am"),
        (patterns.compile(r"\b(he|she|it|that)'s\b"), r"\1 is"),
        (patterns.compile(r"\b(we|you|they)'re\b"), r"\1 are"),
        (patterns.compile(r"\b(i|we|you|they)'ve\b"), r"\1 have"),
        (patterns.compile(r"\bcan't\b"), "can not"),
        (patterns.compile(r"\bwon't\b"), "will not"),
        (patterns.compile(r"n't\b"), " not"),
        (patterns.compile(r"\bdont\b"), "do not"),
        (patterns.compile(r"\b(i|we)(?: have)? (?:stopped|quit|gave up) being\b"), r"\1 am no longer"),
        (patterns.compile(r"\b(?:stopped|quit|gave up) being\b"), "is no longer"),
        (patterns.compile(r"\b(?:have |has )?(?:stopped|quit|gave up) (work|eat|drink|speak)ing\b"), r"no longer \1"),
        (patterns.compile(r"\b(?:have |has )?(?:stopped|quit|gave up) (liv|lik|lov)ing\b"), r"no longer \1e"),
    ),
    selves=frozenset({"i", "we", "user", "the user", "me", "my", "our"}),
    negations=frozenset({"not", "never", "no"}),
    empty=frozenset("a an the do does did is am are be to that really very so much lot just".split()),
    ended=patterns.compile(r"\b(?:any ?more|any longer|no longer|not longer)\b"),
    nouns=_NOUNS,
    ends=patterns.compile(
        rf"\s*(?:[!;:]|{POINT}"
        rf"|{COMMA}| because\b| since\b| as of\b| starting\b| until\b| now$| these days$| any ?more$"
        r"| currently$| at the moment$| these\b| and (?:i|we|my|he|she|they)\b| but\b| so that\b| last (?:week|month|year|"
        r"spring|summer|autumn|fall|winter|monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b| yesterday\b"
        r"| (?:in|on) (?:early |late |mid |mid-)?(?:january|february|march|april|may|june|july|august|september|october"
        r"|november|december|\d{4})\b| \w+ (?:days?|weeks?|months?|years?) ago\b| with (?:my|his|her|our)\b"
        r"| from (?:now|today|tomorrow|next)\b|, too$| too$| again$)"
    ),
    begun=patterns.compile(r"\b(?:since|as of|starting(?: from| in| on)?|from)\b"),
)
