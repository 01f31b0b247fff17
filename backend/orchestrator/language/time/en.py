"""Which English words speak of time?"""

from orchestrator.language.time.values import Part, Spec
from orchestrator.language.time.words import Lexicon

LEXICON = Lexicon(
    language="en",
    month_first=("", "US", "CA", "PH"),
    fillers=frozenset({"ish", "s", "sometime", "exactly", "sharp", "please"}),
    counted=frozenset(
        [
            "percent",
            "%",
            "$",
            "usd",
            "dollars",
            "euros",
            "pounds",
            "people",
            "persons",
            "guests",
            "coins",
            "students",
            "items",
            "pages",
            "points",
            "miles",
            "km",
            "kg",
            "lb",
            "degrees",
            "times",
            "chapters",
            "more",
            "less",
            "others",
            "am'",
        ]
    ),
)
_add = LEXICON.add

# Function words of the rules.
_add("the", "the")
_add("of", "of|in|from|for")
_add("on", "on|for")
_add("in", "in|during|throughout")
_add("inpart", "in|during|at|on")
_add("during", "during|throughout")
_add("at", "at|@|around|at around|at like")
_add("about", "about|around|approximately|roughly|circa|approx")
_add("from", "from|starting|starting from|beginning")
_add("starting", "starting|beginning|starting on|starting from|beginning on|commencing")
_add("to", "to|till|until|untill|til|through|thru|-|–|—|and until|up to")
_add("and", "and|&")
_add("between", "between|in between")
_add("since", "since|as of|starting from|ever since")
_add("after", "after|past|following|later than")
_add("aftersay", "after|following")
_add("before", "before|prior to|earlier than|preceding")
_add("until", "until|till|up to|til|through")
_add("by", "by|no later than|not later than")
_add("for", "for|lasting|during")
_add("within", "within|in less than|inside of|in under")
_add("this", "this|current|the current|the same|same|that|this calendar|this very|the present|present")
_add("next", "next|the following|following|this next|the next")
_add("coming", "coming|this coming|the coming|upcoming|this upcoming|the upcoming")
_add("last", "last|past|previous|the last|the past|the previous|prior|this past|preceding|most recent")
_add("nextpost", "next|coming|upcoming|following")
_add("lastpost", "past|last|previous")
_add("thispost", "of this week|this week")
_add("ago", "ago|back|earlier")
_add("hence", "from now|hence|later|from today|from this day|after today|out")
_add("from now", "from now")
_add("now", "now")
_add("one", "a|an|one|another|a single")
_add("half", "half|half a|half an|a half|1/2")
_add("quarterof", "quarter of an|a quarter of an|quarter of a|a quarter of a")
_add("few", "a few|few|several|some|the few")
_add("time", "time")
_add("zero", "oh|o|zero")
_add("oclock", "o clock|oclock|hrs|hours|hundred hours")
_add("past", "past|after")
_add("till", "to|till|until|til|before|of")
_add("minutes", "minutes|minute|mins|min")
_add("minus", "minus")
_add("begin", "beginning|start|early|the beginning|the start|earlier")
_add("mid", "mid|middle|the middle|in the middle")
_add("end", "end|the end|the very end")
_add("late", "late|later|later in")
_add("rest", "rest|remainder|the rest|the remainder")
_add("TODATE", "year to date|ytd", "year")
_add("TODATE", "month to date|mtd", "month")
_add("ENDDAY", "end of day|eod|end of the day|close of day", None)
_add("early", "early|late|later|mid|earlier")
_add("dayword", "day")
_add("week", "week|the week")
_add("year", "year")
_add("after next", "after next")
for _mark in ("-", "/"):
    _add(_mark, _mark)
_add("dash", "-|–")

# What the grammar does not read, and a phrase beside it is not sure.
_add("every", "every|each|daily|weekly|monthly|yearly|annual|twice|once|any|every other")
_add("more", "more than|less than|at least|at most|over|under|almost|nearly|closest|nearest|except|not|later")
_add("odd", "black|cyber|orthodox|chinese|lunar|holy|palm|trinity|clean|mothering|jewish|parsi|great")

# Days.
_add("OFFDAY", "today|todays|the day|this day|current date|the current date|today s date", 0)
_add("OFFDAY", "tomorrow|tomorow|tommorow|tommorrow|tmrw|tmr|tomorrows|the day after|the following day|next day", 1)
_add("OFFDAY", "yesterday|yesterdays|the day before|the previous day", -1)
_add("OFFDAY", "day after tomorrow|the day after tomorrow|overmorrow", 2)
_add("OFFDAY", "day before yesterday|the day before yesterday", -2)
_add("NOW", "now|right now|just now|at the moment|immediately|right away|asap|as soon as possible|at present", "second")
_add("NOW", "at the present time|at this moment|at the minute|at this time|currently", "second")
_DOWS = (
    "monday|mondays|mon.",
    "tuesday|tuesdays|tue.|tues.",
    "wednesday|wednesdays|wed.|weds.|wendsday|wednsday",
    "thursday|thursdays|thu.|thur.|thurs.",
    "friday|fridays|fri.",
    "saturday|saturdays|sat.",
    "sunday|sundays|sun.",
)
LEXICON.each("DOW", _DOWS)
LEXICON.each(
    "STRONGDOW",
    ("monday", "tuesday|tue.|tues.", "wednesday", "thursday|thurs.|thu.", "friday|fri.", "saturday", "sunday"),
)
_MONTHS = (
    "january|jan.",
    "february|feb.",
    "march|mar.",
    "april|apr.",
    "may",
    "june|jun.",
    "july|jul.",
    "august|aug.",
    "september|sept.|sep.",
    "october|oct.",
    "november|nov.",
    "december|dec.",
)
LEXICON.each("MONTH", _MONTHS, 1)
for _number, _row in enumerate(_MONTHS, 1):
    # "may", "march", "mar", "jan" and "dec" are also verbs, names and tickers.
    if _number not in (3, 5):
        _add("STRONGMONTH", _row.split("|")[0], _number)

LEXICON.not_after["MONTH", "may"] = frozenset(
    ["one", "i", "you", "we", "it", "they", "he", "she", "who", "that", "which", "there", "not", "or"]
)
LEXICON.not_after["MONTH", "march"] = frozenset(["i", "you", "we", "they", "to", "will"])

# Units.
for _words, _unit in (
    ("second|seconds|sec|secs", "second"),
    ("minute|minutes|min|mins", "minute"),
    ("hour|hours|hr|hrs|h", "hour"),
    ("day|days", "day"),
    ("business day|business days|working day|working days|workday|workdays|weekday|weekdays", "business day"),
    ("week|weeks|wk|wks|calendar week", "week"),
    ("work week|working week|workweek|business week", "working week"),
    ("weekend|weekends|week end|wkend", "weekend"),
    ("fortnight|fortnights", "fortnight"),
    ("month|months|calendar month", "month"),
    ("quarter|quarters|qtr|qtrs", "quarter"),
    ("semester|semesters|half year", "semester"),
    ("year|years|yr|yrs|calendar year", "year"),
    ("decade|decades", "decade"),
    ("century|centuries", "century"),
):
    _add("UNIT", _words, _unit)

_add("BEGINUNIT", "bom", "month")
_add("ENDUNIT", "eom|month end", "month")
_add("BEGINUNIT", "boy", "year")
_add("ENDUNIT", "eoy|year end", "year")
for _words, _day in (
    ("christmas|christmas day|xmas", (12, 25)),
    ("christmas eve", (12, 24)),
    ("new year s eve|new years eve|nye|new year eve", (12, 31)),
    ("new year s day|new years day|new year|new years", (1, 1)),
    ("valentine s day|valentines day|valentines", (2, 14)),
    ("halloween", (10, 31)),
    ("independence day", (7, 4)),
    ("st patrick s day|saint patrick s day|st patricks day", (3, 17)),
):
    _add("HOLIDAY", _words, Spec(month=_day[0], day=_day[1]))
_add("EASTER", "easter|easter sunday|easter day", 0)
_add("EASTER", "good friday", -2)
_add("EASTER", "easter monday", 1)
_add("EASTER", "ash wednesday", -46)

# Clocks and parts of the day.
_add("AMPM", "am|a m|a . m .", "am")
_add("AMPM", "pm|p m|p . m .", "pm")
_add("NAMED", "noon|midday|mid day|12 noon|twelve noon|noontime|high noon", 720)
_add("NAMED", "midnight|mid night|12 midnight", 0)
_add("FRACTION", "half|half an hour|a half", 30)
_add("FRACTION", "quarter|a quarter", 15)
LEXICON.part("morning|mornings|the morning", "morning", 8, 12, "am")
LEXICON.part("early morning|early in the morning", "morning", 6, 9, "am")
LEXICON.part("afternoon|afternoons|after noon|arvo", "afternoon", 12, 18, "pm")
LEXICON.part("evening|evenings", "evening", 18, 22, "pm")
LEXICON.part("night|nights|nighttime", "night", 20, 24, "night")
_add("TONIGHT", "tonight|tonite|this night", Part("night", 18 * 60, 24 * 60, "night"))
_add("TONIGHT", "late tonight", Part("night", 21 * 60, 24 * 60, "night"))
LEXICON.meal("breakfast|breakfast time|breakfasttime", "breakfast", "8:30", "am")
LEXICON.meal("brunch", "brunch", "11:00", "am")
LEXICON.meal("lunch|lunchtime|lunch time", "lunch", "12:30", "pm")
LEXICON.meal("dinner|dinnertime|dinner time|supper", "dinner", "19:30", "pm")
LEXICON.zones()
