"""Which English words speak of time?"""

from orchestrator.language.time.semantics import Feast, Part, Spec
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
            "avenue",
            "ave",
            "street",
            "floor",
            "grade",
            "seasons",
            "am'",
        ]
    ),
)
_add = LEXICON.add

# Function words of the rules.
_add("the", "the")
_add("definite", "the")
_add("of", "of|in|from|for")
_add("on", "on|for|over the")
_add("in", "in|during|throughout")
_add("inpart", "in|during|at|on")
_add("inthe", "in the|during the|throughout the")
_add("during", "during|throughout")
_add("at", "at|@|around|at around|at like")
_add("about", "about|around|approximately|roughly|circa|approx")
_add("from", "from|starting|starting from|beginning")
_add("starting", "starting|beginning|starting on|starting from|beginning on|commencing")
_add("to", "to|till|until|untill|til|through|thru|-|–|—|and until|up to")
_add("and", "and|&")
_add("between", "between|in between")
_add("since", "as of|starting from")
_add("eversince", "since|ever since")
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
_add("sametime", "this time|same time|the same time|at the same time|at this time|about this time|at about this time")
_add("now", "now")
_add("one", "a|an|one|another|a single")
_add("half", "half|half a|half an|a half|1/2")
_add("quarterof", "quarter of an|a quarter of an|quarter of a|a quarter of a")
_add("few", "a few|few|several|some|the few")
_add("time", "time")
_add("zero", "oh|o|zero")
_add("oclock", "o clock|oclock|hundred hours")
# "17 hours" is an hour only with "at" before it.
_add("hourword", "hrs|hours")
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
_add("halfword", "half")
_add("dayword", "day")
for _number, _row in enumerate(
    ("twenties", "thirties", "forties", "fifties", "sixties", "seventies", "eighties", "nineties"), 2
):
    _add("DECADE", _row, _number * 10)
_add("week", "week|the week")
_add("year", "year")
_add("after next", "after next")
for _mark in ("-", "/"):
    _add(_mark, _mark)
_add("dash", "-|–")

# What the grammar does not read, and a phrase beside it is not sure.
_add("every", "every|each|daily|weekly|monthly|yearly|annual|twice|once|any|every other")
_add("more", "more than|less than|at least|at most|over|under|almost|nearly|closest|nearest|except|not|later")
_add("morethan", "more than|at least|over|longer than")
_add("lessthan", "less than|under|at most|not more than|no more than")
_add("aboveyear", "year greater than|year is greater than|year more than|year later than|year above|year after")
_add("belowyear", "year less than|year is less than|year lower than|year earlier than|year below|year before")
_add("odd", "black|cyber|orthodox|chinese|lunar|holy|palm|trinity|clean|mothering|jewish|parsi|great|super")
# Zones whose offset changes in the course of a year are not turned into ours; the time beside them is not sure.
_add("odd", "eastern|pacific|central|mountain|et|pt|ct|mt")

# Days.
_add("OFFDAY", "today|todays|this day|current date|the current date|today s date", 0)
_add("THISDAY", "the day", 0)
_add("FORDAY", "for the day", 0)
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
_VERBS = "not or be well have also still never only just require need want contain cause take result vary".split()
LEXICON.not_before["MONTH", "may"] = frozenset(_VERBS)
# "The lease ends in 2030" is no end of that year.
_VERB_ENDS = frozenset("in on at from by before after until when with".split())
LEXICON.not_before["end", "end"] = _VERB_ENDS
LEXICON.not_before["begin", "start"] = _VERB_ENDS
LEXICON.not_before["begin", "beginning"] = _VERB_ENDS
LEXICON.not_before["MONTH", "march"] = frozenset(["to", "into", "against", "towards", "past"])
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
    ("st patrick s day|saint patrick s day|st patricks day|st . patrick s day|saint paddy s day", (3, 17)),
    ("boxing day", (12, 26)),
    ("veterans day|veteran s day|armistice day|remembrance day", (11, 11)),
    ("groundhog day", (2, 2)),
    ("april fools|april fools day|april fool s day", (4, 1)),
    ("cinco de mayo", (5, 5)),
    ("juneteenth|freedom day|jubilee day", (6, 19)),
    ("earth day", (4, 22)),
    ("flag day", (6, 14)),
    ("guy fawkes night|guy fawkes day|bonfire night", (11, 5)),
    ("all saints day|all saints|all hallows day", (11, 1)),
    ("all souls day|all souls", (11, 2)),
    ("women s day|international women s day|womens day", (3, 8)),
    ("epiphany", (1, 6)),
    ("fourth of july|4 th of july", (7, 4)),
    ("all hallows eve", (10, 31)),
):
    _add("HOLIDAY", _words, Spec(month=_day[0], day=_day[1]))
_add("FEAST", "easter|easter sunday|easter day", Feast(easter=0))
_add("FEAST", "good friday", Feast(easter=-2))
_add("FEAST", "easter monday", Feast(easter=1))
_add("FEAST", "ash wednesday", Feast(easter=-46))
_add("FEAST", "palm sunday", Feast(easter=-7))
_add("FEAST", "maundy thursday|holy thursday", Feast(easter=-3))
_add("FEAST", "holy saturday|easter saturday", Feast(easter=-1))
_add("FEAST", "shrove tuesday|mardi gras|pancake day|fat tuesday", Feast(easter=-47))
_add("FEAST", "ascension day|ascension thursday", Feast(easter=39))
_add("FEAST", "pentecost|whit sunday|whitsunday", Feast(easter=49))
_add("FEAST", "whit monday|pentecost monday", Feast(easter=50))
_add("FEAST", "holy week|easter week|passion week", Feast(easter=-7, days=8, sure=False))
_add("FEAST", "trinity sunday", Feast(easter=56))
_add("FEAST", "corpus christi", Feast(easter=60))
_add("FEAST", "thanksgiving|thanksgiving day", Feast(month=11, weekday=3, nth=4))
_add("FEAST", "black friday", Feast(month=11, weekday=3, nth=4, plus=1))
_add("FEAST", "cyber monday", Feast(month=11, weekday=3, nth=4, plus=4))
_add("FEAST", "mother s day|mothers day", Feast(month=5, weekday=6, nth=2))
_add("FEAST", "father s day|fathers day", Feast(month=6, weekday=6, nth=3))
_add("FEAST", "labor day|labour day", Feast(month=9, weekday=0, nth=1))
_add("FEAST", "memorial day", Feast(month=5, weekday=0, nth=-1))
_add("FEAST", "mlk day|martin luther king day|martin luther king jr day", Feast(month=1, weekday=0, nth=3))
_add("FEAST", "presidents day|president s day|washington s birthday", Feast(month=2, weekday=0, nth=3))
_add("FEAST", "columbus day|indigenous peoples day", Feast(month=10, weekday=0, nth=2))
_add("SEASON", "spring|springtime", 0)
_add("SEASON", "summer|summertime", 1)
_add("SEASON", "autumn|fall", 2)
_add("SEASON", "winter|wintertime", 3)

# Clocks and parts of the day.
_add("AMPM", "am|a m|a . m .", "am")
_add("AMPM", "pm|p m|p . m .", "pm")
_add("NAMED", "noon|midday|mid day|12 noon|twelve noon|noontime|high noon", 720)
_add("NAMED", "midnight|mid night|12 midnight|twelve midnight", 0)
_add("FRACTION", "half|half an hour|a half", 30)
_add("FRACTION", "quarter|a quarter", 15)
LEXICON.part("morning|mornings|the morning", "morning", 8, 12, "am")
LEXICON.part("early morning|early in the morning", "morning", 6, 9, "am")
LEXICON.part("afternoon|afternoons|after noon|arvo", "afternoon", 12, 18, "pm")
LEXICON.part("evening|evenings", "evening", 18, 22, "pm")
LEXICON.part("night|nights|nighttime|night - time|night time", "night", 20, 24, "night")
LEXICON.part("daytime|day time", "day", 8, 18, "pm")
_add("TONIGHT", "tonight|tonite|this night", Part("night", 18 * 60, 24 * 60, "night"))
_add("TONIGHT", "late tonight", Part("night", 21 * 60, 24 * 60, "night"))
LEXICON.meal("breakfast|breakfast time|breakfasttime", "breakfast", "8:30", "am")
LEXICON.meal("brunch", "brunch", "11:00", "am")
LEXICON.meal("lunch|lunchtime|lunch time", "lunch", "12:30", "pm")
LEXICON.meal("dinner|dinnertime|dinner time|supper", "dinner", "19:30", "pm")
LEXICON.occasion(
    "drinks|cocktails|cocktail|beers|beer|drink|pints|pint|tapas|pub|aperitif|aperitivo|concert|gig|cinema|movies|movie|film|theatre|"
    "theater|opera|party|night out|date night|game night|quiz night|karaoke|clubbing",
    "20:30",
)
LEXICON.zones()
LEXICON.part("first thing|first thing in the morning|crack of dawn", "morning", 8, 10, "am")

# What happens again and again: again.py.
_add("each", "every|each|every single")
_add("other", "other")
_add("times", "times")
_add("REPEATS", "daily|everyday", "day")
_add("REPEATS", "weekly", "week")
_add("REPEATS", "fortnightly", "fortnight")
_add("REPEATS", "monthly", "month")
_add("REPEATS", "quarterly", "quarter")
_add("REPEATS", "yearly|annually", "year")
LEXICON.each(
    "PLURALDAYS",
    (
        "mondays|on mondays",
        "tuesdays|on tuesdays",
        "wednesdays|on wednesdays",
        "thursdays|on thursdays",
        "fridays|on fridays",
        "saturdays|on saturdays",
        "sundays|on sundays",
    ),
)
