"""What do thumbs and dictation leave out or swap? Common misspellings and chat spellings, written out.

Only spellings that are no word of any of the three languages are listed, so no language has to be known first.
"""

import re

SPELLED: dict[str, str] = {
    "wen": "when", "whn": "when", "wehn": "when", "wat": "what", "waht": "what", "wht": "what", "whre": "where",
    "wher": "where", "hwo": "who", "hw": "how", "wats": "what is", "wheres": "where is", "whos": "who is",
    "whens": "when is", "hows": "how is", "whats": "what is", "tmr": "tomorrow", "tmrw": "tomorrow",
    "tmw": "tomorrow", "tomorow": "tomorrow", "tommorow": "tomorrow", "tommorrow": "tomorrow",
    "2morrow": "tomorrow", "tomorroww": "tomorrow", "tonite": "tonight", "2nite": "tonight",
    "apointment": "appointment", "appointmet": "appointment", "appoitment": "appointment", "appt": "appointment",
    "appts": "appointments", "calender": "calendar", "calandar": "calendar", "remeber": "remember",
    "rember": "remember", "remid": "remind", "remmind": "remind", "reming": "remind", "meetin": "meeting",
    "meating": "meeting", "mtg": "meeting", "wensday": "wednesday", "wendesday": "wednesday",
    "wednsday": "wednesday", "thurday": "thursday", "thrusday": "thursday", "thursay": "thursday",
    "saterday": "saturday", "satuday": "saturday", "tuseday": "tuesday", "teusday": "tuesday", "firday": "friday",
    "munday": "monday", "birthdy": "birthday", "brithday": "birthday", "bday": "birthday", "adress": "address",
    "adrress": "address", "pls": "please", "plz": "please", "plss": "please", "shedule": "schedule",
    "scedule": "schedule", "schedual": "schedule", "resturant": "restaurant", "nubmer": "number",
    "numbr": "number", "recieve": "receive", "delte": "delete", "delet": "delete", "cancell": "cancel",
    "cancle": "cancel", "anythin": "anything", "smth": "something", "sth": "something", "abt": "about",
    "thx": "thanks", "vc": "você", "vcs": "vocês", "oq": "o que", "oque": "o que", "qnd": "quando",
    "qdo": "quando", "hj": "hoje", "tbm": "também", "cade": "onde está", "cadê": "onde está",
    "kd": "onde está", "tô": "estou", "tá": "está", "tava": "estava", "msgs": "mensagens", "naum": "não",
    "amnh": "amanhã", "agd": "agenda", "qto": "quanto", "qtos": "quantos", "qtas": "quantas", "pfvr": "por favor",
    "pfv": "por favor", "ke": "que", "kien": "quien", "cuano": "cuando", "dnd": "dónde", "porfa": "por favor",
    "porfis": "por favor", "xfa": "por favor", "xfavor": "por favor", "tmb": "también",
    "tmbn": "también", "finde": "fin de semana",
}  # fmt: skip
_WORD = re.compile(r"[^\W_]+")
_NUMBERED_DAY = re.compile(r"\bel (\d{1,2})(?=\s*(?:$|[?,.!;]| a las| por la))", re.IGNORECASE)
""" "El 15" is a day where nothing follows that it could count."""
_ONLY_DAY = re.compile(
    r"(^\s*(?:e|e na|na)|\b(?:para|pra|de)) (segunda|ter[cç]a|quarta|quinta|sexta)"
    r"(?=\s*\?*\s*$| [àa] mesma| para (?:segunda|ter[cç]a|quarta|quinta|sexta))",
    re.IGNORECASE,
)
_BARE_DAY = re.compile(
    r"\b(tenho|temos|agenda|marcado|marcada|planos|fa[cç]o|livre|ocupad[oa]|reuni[aã]o|reuni[oõ]es|compromissos?)"
    r" (segunda|ter[cç]a|quarta|quinta|sexta)(?=\s*(?:$|[?,.!;]| e | de manh| [àa] (?:tarde|noite)| [àa]s \d))",
    re.IGNORECASE,
)
""" "Segunda" is also "second": where no preposition tells that it is a day, its "-feira" does."""


def spelled_out(text: str) -> str:
    """The text with its shorthand written out; what is no shorthand stays as it was written."""
    text = _NUMBERED_DAY.sub(r"el día \1", text)
    text = _ONLY_DAY.sub(r"\1 \2-feira", text)
    text = _BARE_DAY.sub(r"\1 \2-feira", text)
    return _WORD.sub(lambda match: SPELLED.get(match.group().casefold(), match.group()), text)
