"""English questions and requests as the reader knows them."""
# ruff: noqa: E501

from orchestrator.reader.acts import Act
from orchestrator.reader.lexicon import Words, compiled, kind_rules, split
from orchestrator.reader.question_kinds import Kind
from orchestrator.reader.words import withdrawal

_PARTS = {
    "errand": r"(?:buy|get(?! (?:me|rid|up|to|off|back|in|out|on|it|well|that|this|ready|there|here|home|going|married|better|used|over|along)\b)|pick up|grab|order|pay|renew|return|send|book|fix|call|ring|phone|e-?mail|print|post|water|clean|wash|replace|mow|paint|tidy|sign|fill (?:in|out)|install|repair|feed|iron|hoover|vacuum|sort out|charge|collect|drop off|defrost|descale|prune|unblock)",
    "is": r"(?: is|'s|s| was| are| were| will be)",
    "list": r"(?:(?:to-?do|todo|to do|task|shopping|grocery|groceries|reminder|chore|wish|packing|reading)s? ?(?:list)?|list)",
    "event": r"(?:event|meeting|appointment|calendar|schedule|agenda|engagement|plan|dinner|lunch|breakfast|brunch|call|visit"
    r"|class|lesson|party|interview|trip|flight|session|game|match|concert|exam|checkup|check-up|haircut|birthday party|date)s?",
    "say": r"(?:say|said|saying|tell|told|mention|mentioned|write|wrote|text|texted|think|thought|ask|asked|answer|answered"
    r"|reply|replied|suggest|suggested|recommend|recommended|talk|talked|speak|spoke|explain|explained)",
    "promise": r"(?:promis(?:e|ed)|pledged?|commit(?:ted)?(?: to)?|volunteer(?:ed)?|undert(?:ake|ook)|offer(?:ed)? to(?: do)?|agreed? to do|say (?:he|she|they|i|we)(?:'d| would) do|sign(?:ed)? up for)",
    "decide": r"(?:decid(?:e|ed)|agree(?:d)?|settled?(?: on)?|concluded?|resolved?|approved?)",
}


_KINDS = [
    *kind_rules(
        Kind.AGENDA,
        _PARTS,
        r"\b(?:am|are|will) (?:i|we) (?:be )?(?:at )?home\b",
    ),
    *kind_rules(
        Kind.CONFLICT,
        _PARTS,
        r"^(?!.*\b(?:{say}|about)\b).*\b(?:any|my|the|show|list|have|got|there|schedul\w+|calendar|time|{event}) (?:schedul\w+ |calendar |time |{event} )?(?:conflicts?|clash(?:es)?|overlaps?|overlapping)\b(?! with\b)",
        r"^(?!.*\b(?:{say}|about)\b).*\bdouble[- ]?book",
        r"^(?!.*\b(?:{say}|about)\b)(?:do|does|are|is|will|which|what|any|show|list)\b.*\b(?:{event}|anything|something|things)\b.*\b(?:conflict|clash|overlap)(?:s|es|ing)?\b",
        r"^(?!.*\b(?:{say}|about)\b).*\b(?:conflicting|overlapping|clashing) {event}\b",
    ),
    *kind_rules(
        Kind.ABILITIES,
        _PARTS,
        r"^(?:can|could|may) (?:i|we) (?:delete|remove|undo|share|export|import|recover|restore|erase|sync|connect)\b",
        r"^(?:are you able to|do you know how to|can you (?:even|actually))\b",
        r"^(?:what(?:'?s| is) your name|are you (?:an? )?(?:robot|bot|human|person|ai|machine|real|there|alive)|who (?:made|built) you)\b[^?]{0,16}\??$",
        r"^(?:help|what can you do|what do you do|how can you help|what are you able|who are you|what are you)\b(?! for)",
        r"^what (?:can|do) you do for (?:me|us)\b",
        r"^how (?:do i|can i|to) use (?:you|this|steward)",
    ),
    *kind_rules(
        Kind.UNABLE,
        _PARTS,
        r"\b(?:weather|umbrella|forecast|(?:will|is|was) it (?:going to |gonna )?(?:rain|snow|hail|freeze|(?:be )?(?:too |very |really )?(?:hot|cold|warm|sunny|icy|frosty|windy|stormy|rainy|wet|dry|foggy|snowy|freezing|humid|chilly|mild|raining|snowing)(?: out| outside)?)|temperature outside|rain(?:ing)? (?:today|tomorrow)|jokes?|something funny|fun fact|news|lottery|stock price|exchange rate)\b",
        r"^(?:translate|calculate|compute|play|sing|turn (?:on|off)|open (?:the )?(?:app|door)|order|google|browse)\b",
        r"^(?:send|write|compose|reply|forward|draft) (?:an? |the |this |my |him |her |them |me )?(?:e-?mail|message|text|sms|letter|whatsapp|poem|story|essay|song)",
        r"^(?:e-?mail|text|phone|message|dial|whatsapp) (?!address|da\b|do\b|de\b|del\b|of\b|for\b)\w+",
        r"^(?:call|ring|phone|dial) (?!it|off)(?:my |the )?(?:\w+)(?: \w+)?(?: now| back| for me)?$",
        r"^(?:can you )?search (?:the )?(?:web|internet|online)\b|\b(?:on|from) the (?:web|internet)\b",
        r"^(?:what is|what's|how much is) \d+(?:[.,]\d+)? ?(?:[-+x*/%]|percent|plus|minus|times|divided)",
    ),
    *kind_rules(
        Kind.CLOCK,
        _PARTS,
        r"^(?:so )?what(?:{is}) (?:the |today's )(?:time|date)(?: now| today)?$",
        r"^what time is it(?: now)?$",
        r"^what (?:day|date)(?:{is}) (?:it|today)(?: today)?$",
        r"^(?:today's date|what year is it)$",
    ),
    *kind_rules(
        Kind.MOST,
        _PARTS,
        r"\b(?:who|whom|which (?:person|people|contact|friend|colleague)s?)\b.*\b(?:most|the least|more than anyone)\b",
        r"\b(?:person|people|contact|friend)s? (?:i|we) .*\bmost\b",
        r"\bmost (?:often|frequent|meetings|events)\b.*\b(?:with|who)\b",
    ),
    *kind_rules(
        Kind.PROMISED,
        _PARTS,
        r"\b(?:what|which|anything|something|things?)\b.*?\b(?:did|has|have|had|does) (?P<who>(?!you\b).+?) (?:ever |just |already )?{promise}\b",
        r"^(?:did|has|have) (?P<who>(?!you\b).+?) (?:ever |already )?{promise}\b",
        r"^who (?:has |had |have )?{promise}\b|\b(?:was|were|been) promised\b",
        r"(?:^|\b(?:what|which|any|the|my|list|show)\b.*\b)(?:action (?:items?|points?)|next steps?|follow-?ups?|commitments?|promises?)\b(?: .*)?\b(?:of|from|after|in|for|by|made|did|do|have|were|was|are|at)\b",
        r"\bwhat (?:did|have|had) (?:i|we) (?:say|said|agree|agreed|offer|offered|volunteer|volunteered|sign up|signed up)(?: that| to)* (?:(?:i|we)(?:'d|'ll| would| will) )?(?:do|be doing|take on|send|bring)\b",
        r"\bwhat (?:do|did|must|should|does) (?:i|we) (?:still )?(?:have to|need to|must|got to|promise to|say i would)? ?do (?:after|from|since|because of|following)\b",
    ),
    *kind_rules(
        Kind.DECIDED,
        _PARTS,
        r"\b(?:what|which|how|who|where|when)(?:'s|'d)?\b.*\b(?:was|were|is|got|been|did|have|has|had|do)\b.*\b{decide}\b",
        r"^(?:did|have|has|was|were|had) .*\b{decide}\b",
        r"\b(?:what|which|any|the|list|show)\b.*\b(?:decisions?|outcomes?|conclusions?|resolutions?)\b(?: .*)?\b(?:of|from|in|about|on|at|made|reached|taken|regarding)\b",
    ),
    *kind_rules(
        Kind.SAID,
        _PARTS,
        r"^when did (?P<who>.+?) (?:ever )?{say}\b(?!ing to)",
        r"\b(?:what|anything|something|how) (?:did|has|had|does|was|have)(?: it that)? (?P<who>(?!it\b|you\b).+?) (?:ever |just |last |already )?{say}\b",
        r"^(?:did|has|have) (?P<who>(?!i\b).+?) (?:ever |already )?{say}\b",
        r"^who (?:has |have |ever )*{say}\b",
        r"\b(?:was|been|were) (?:said|mentioned|discussed|written|told)\b",
        r"\b(?:messages?|words?|texts?|quotes?|news|anything|something) (?:from|by) (?P<who>.+?)(?= about| on| regarding|$)",
        r"^what(?:'s| is| was) (?P<who>.+?)(?:'s|s')? (?:opinion|view|take|answer|reply|advice|recommendation|suggestion)\b",
        r"^(?:did|have|when did|what did) (?:i|we) (?:ever )?(?:{say})\b",
    ),
    *kind_rules(Kind.WHO, _PARTS, r"\bwhat(?:'s| is| was) the name of\b|\bwhat(?:'s| is) .+ (?:called|name)$"),
    *kind_rules(Kind.WHO, _PARTS, r"^(?:and |so )?who(?:'s|s| is| are| else is)? (?:coming|invited|going|attending)\b"),
    *kind_rules(Kind.WHO, _PARTS, r"\bhow many (?:people|guests|persons|of us|others)\b(?! do i know)"),
    *kind_rules(
        Kind.WHEN,
        _PARTS,
        r"\bhow (?:many|much) (?:more )?(?:days?|weeks?|months?|hours?|nights?|time|longer) (?:is it |are (?:there |left )|do i have )?(?:un)?(?:till?|to|before|left)\b",
        r"\bhow long (?:ago|since|has it been|is it since)\b|\bhow (?:long|soon) (?:is it )?(?:un)?til\b|\bhow far (?:off|away) is\b|\bhow soon\b",
    ),
    *kind_rules(Kind.TOPIC, _PARTS, r"\bhow much (?!time\b)"),
    *kind_rules(
        Kind.COUNT,
        _PARTS,
        r"\bhow many\b",
        r"\bhow often\b",
        r"\b(?:number|count|total) of (?:(?:my|the|all|open|overdue|upcoming|past) )*(?:{event}|{list}|times|people|days|hours|contacts|messages|tasks|to-?dos|things|places|\w+ings)\b",
        r"^count\b",
        r"\bhow much\b",
    ),
    *kind_rules(Kind.HOW_LONG, _PARTS, r"\bhow long\b", r"\b(?:duration|length) of\b"),
    *kind_rules(
        Kind.ATTRIBUTE,
        _PARTS,
        r"^(?:and |so )?what(?:'s| is) .+?(?:'s|s')? (?:job|occupation|profession|line of work)\b|\bwhat (?:does|do|did) .+ do for (?:a living|work)\b",
        r"\b(?:phone|telephone|mobile|cell(?:phone)?)(?: number)?s?\b(?! call)",
        r"\b(?:number|e-?mail|email address|address|birthday|birth date|date of birth|contact (?:info|details|information)|employer"
        r"|company|job|organi[sz]ation|nicknames?|details)(?: address)? (?:of|for)\b(?! the (?:event|meeting|dinner|lunch|appointment))",
        r"\b(?:'s|s'|my|his|her|their) (?:\w+ )?(?:number|e-?mail|address|birthday|birth date|contact (?:info|details)|job|company)\b(?! (?:party|dinner|lunch|drinks|present|gift|cake))",
        r"^(?:does|do) .+ have (?:an? |any )?(?:\w+ )?(?:e-?mail(?: address)?|(?:phone|mobile) ?(?:number)?|number|address|birthday)\b",
        r"^what(?:'s|s| is) (?:\w+ )?\w{3,}s (?:e-?mail|birthday|address|birth date)\b",
        r"\b(?:does|do|did) .+ (?:live|work)\b",
        r"^where(?:'s|s| is| are) .+ (?:based|living|residing)\b",
        r"^(?:and |so )?(?:which|what) (?:flat|apartment|house|floor|door)(?: number)? (?:is|are|does|do|'s) .+ (?:in|at|on|live)\b",
        r"\bwhen (?:was|were|is) .+ born\b|\bhow old\b",
        r"\bhow (?:can|do|could) i (?:reach|contact|call|phone|e-?mail|get hold of|get in touch)\b",
        r"\bbirthdays?\b(?! party)",
    ),
    *kind_rules(
        Kind.FREE,
        _PARTS,
        r"\b(?:am|are|was|were|will) (?:i|we) (?:be )?(?:free|busy|available|booked)\b",
        r"\b(?:do|will|have) i (?:have|got) (?:any |a |an |some )?(?:free |spare |open )*(?:time|availability|slot|gap|opening|window|moment|hour)s?\b",
        r"\bwhen (?:am|are|will) (?:i|we) (?:be )?free\b",
        r"\b(?:which|what|any)\b.*\b(?:days?|mornings?|afternoons?|evenings?|nights?)\b.*\bfree\b|\bfree (?:days?|mornings?|afternoons?|evenings?|nights?)\b",
        r"^(?:is|are|was|have|do|does|am)\b.*\b(?:free|available|busy|booked up|unbooked)\b(?! (?:of|from))",
        r"\b(?:do|will|have|did|am) i (?:get|have|got|getting) (?:\w+ ){0,3}(?:time|moment|hour|space|room) (?:to|for) (?:myself|me|breathe)\b",
        r"\b(?:is it|am i|are we|will it be|is my \w+) (?:all |totally |just |completely )?(?:back[- ]to[- ]back|flat out|rammed|wall[- ]to[- ]wall|jam[- ]?packed|chock[- ]?a[- ]?block|fully booked)\b|^(?:still )?free (?:on |this |next |tomorrow|today|tonight|(?:mon|tues|wednes|thurs|fri|satur|sun)day)",
        r"^(?:so |and |but )?(?:would|does|will|could) [^?]*(?:day|tomorrow|tonight|noon|\d)[^?]* (?:work|suit|do|fit)\b(?: (?:me|us|for (?!.*\b(?:he|she|they)\b).*|ok|okay))?\??$",
        r"\b(?:fit|squeeze|slot) (?:something|anything|it|that|one|a \w+)? ?in\b",
    ),
    *kind_rules(
        Kind.NEXT,
        _PARTS,
        r"\bwhat(?:'s|s| is| comes| do i have| have i got)(?: up| coming)? next\b(?! (?:week|month|year|mon|tue|wed|thu|fri|sat|sun|weekend))",
        r"\bnext (?:\w+ )?(?:{event}|thing|todo|to-do|task|reminder|up)\b",
        r"\bupcoming\b|\bcoming up\b|\bnext one\b",
        r"\bmy next\b(?! (?:week|month|year))",
        r"\b(?:see|meet|meeting|seeing|visit|visiting) .+ next$",
    ),
    *kind_rules(
        Kind.WHEN,
        _PARTS,
        r"\bwhen\b(?!ever)",
        r"\b(?:what|which) (?:time|day|date|hour|month|year|week)\b",
        r"\bat what (?:time|hour)\b",
    ),
    *kind_rules(
        Kind.WHERE,
        _PARTS,
        r"\bwhere(?:abouts)?\b",
        r"\b(?:what|which) (?:place|city|room|restaurant|address|venue|building|location|street)\b",
        r"\b(?:location|venue|place) of\b",
    ),
    *kind_rules(
        Kind.WHO,
        _PARTS,
        r"\bwho(?:'s|m|se)?\b",
        r"\b(?:which|what) (?:people|person|guests|participants|attendees)\b",
        r"\b(?:participants|attendees|guests) (?:of|at|in|for)\b",
    ),
    *kind_rules(
        Kind.BRIEFING,
        _PARTS,
        r"\b(?:brief me|briefing|daily summary|day summary|overview|run ?down)\b",
        r"\b(?:what does|how does|how is|what's|how's) (?:my |the )?(?:day|week|weekend|month|schedule|calendar|agenda|tomorrow|today|tonight|(?:this|next|coming) \w+|\w+day)(?: morning| afternoon| evening)? (?:look|looking|like|shaping)",
        r"\bsum(?:mari[sz]e|mary of|marise) (?:my |today's )?(?:day|week)\b|^good morning\b",
    ),
    *kind_rules(
        Kind.AGENDA,
        _PARTS,
        r"\bwhat(?:'s|s| is| are| am i| do i have| have i got| do we have| did i have| was| were| did i do| will i| should i)\b"
        r".*\b(?:on|in|planned|scheduled|happening|going on|due|open|overdue|pending|calendar|agenda|schedule|list|lists|to do|doing|today"
        r"|tomorrow|tonight|week|weekend|month|plans|tasks|todos|appointments|meetings|events|reminders)\b",
        r"\bwhat (?:do|did|will|have|am|are) (?:i|we)\b.*\b(?:have|got|doing|planned|do|need to|supposed to)\b",
        r"\b(?:what|which) (?:events|meetings|appointments|tasks|todos|reminders|plans|contacts|people|places|things|items)\b",
        r"^(?:show|list|read|display|tell|give|check|see|view|get|look at|pull up|find)\b.*\b(?:{event}|{list}|contacts|places|tasks|todos|reminders"
        r"|today|tomorrow|week)\b",
        r"^(?:my |the )?(?:agenda|schedule|calendar|to-?dos?|to-?do list|tasks|shopping list|list|events|meetings|appointments|contacts|reminders)"
        r"(?: (?:for|on|of|this|next|today|tomorrow).*)?$",
        r"\banything (?:on|planned|scheduled|due|overdue|happening)\b",
        r"\bwhat (?:still )?(?:needs|remains|is left|'s left|have i left|do i still have)\b.*\b(?:do|doing|done|buy)\b",
    ),
    *kind_rules(
        Kind.AGENDA,
        _PARTS,
        r"\b(?:first|last|only|whole|entire) (?:thing|event|meeting|appointment)s? (?:i have|i've got|on|of)\b",
        r"^(?:run|walk|talk|take) me through\b",
        r"^(?:the |all )?things i\b|^got (?:anything|something|any)\b",
        r"\bwhat(?:'s| is| do i have)? (?:on my plate|in store|lined up|up for|the plan|on the docket|coming)\b",
    ),
    *kind_rules(
        Kind.EXISTS,
        _PARTS,
        r"^(?:so |and )?(?:do|did|does|have|has|is|are|was|were|will|am|any|can you (?:check|see|tell)|check if|check whether)\b",
    ),
    *kind_rules(
        Kind.THANKS, _PARTS, r"^(?:many |ok |okay |great |perfect )?(?:thanks|thank you|thx|cheers|ty)\b[^?]{0,24}$"
    ),
    *kind_rules(
        Kind.FAREWELL,
        _PARTS,
        r"^(?:ok(?:ay)? )?(?:good ?night|bye(?:[- ]bye)?|good ?bye|see (?:you|ya)|talk (?:to you )?(?:later|soon|tomorrow)|have a (?:good|nice|great) (?:day|night|evening|one|weekend)|take care)\b[^?]{0,24}$",
    ),
    *kind_rules(
        Kind.GREETING,
        _PARTS,
        r"^(?:hi|hello|hey|yo|good (?:afternoon|evening|day)|greetings|how are you|what's up|sup)\b[^?]{0,16}\??$",
    ),
]

_VERB = r"(?:add|put|pop|chuck|jot|write|include|stick|place|insert|append|note(?: down)?|throw|get|enter|save|log)"
_LISTS = r"(?:(?:my|the|our|a) )?(?:(?:[\w-]+ )?(?:to-?do list|to do list|task list|list|to-?dos?|tasks|reminders)|(?:shopping|groceries|grocery)(?! ))"
_WHEN_TAIL = r"(?P<rest> .+)?"

_ACTS = [
    *withdrawal.ACTS["en"],
    (
        Act.PLACE,
        compiled(
            r"(?:save|remember|mark|store|add|keep|bookmark|name|call) (?:(?:this|my current|the current) (?:place|spot|location|address|position)"
            r"|here|where (?:i am|we are)|my (?:current )?location)(?: now| right now)?(?: as|:| to my places as| under the name(?: of)?|(?<=place)|(?<=spot))"
            r" (?P<name>.+)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.MERGE,
        compiled(
            r"(?:merge|unify)(?: the| my| both)?(?: contacts?)?(?: of)? (?P<keep>.+?),?(?: and| with| &) (?P<other>.+?)(?: together| into one)?",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.MERGE,
        compiled(r"(?:merge|fold)(?: the| my)?(?: contacts?)? (?P<other>.+?) into (?P<keep>.+)", _PARTS, whole=True),
    ),
    (
        Act.UNMERGE,
        compiled(
            r"(?:(?P<bare>separate|split(?: up| apart)?|take apart)(?! (?:the |my |both )?contacts?\b)|(?:un-?merge|separate|split)(?: the| my| both)?(?: contacts?)?(?: of)?) (?P<keep>.+?),?(?: and| from| &) (?P<other>.+?)(?: again| apart)?",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.UNABLE,
        compiled(
            r"(?:(?!note|remember|save|write|jot|keep).*\b(?:timer|alarm|wake me)\b.*|(?:send|compose|draft|forward|reply|answer|e-?mail|text|load|play|dial|call|phone|ring|whatsapp|tell) (?!me to\b|off\b|with\b|da\b|do\b|de\b|del\b|of\b)(?!.*\b(?:on|to|in) (?:my|the) (?:calendar|agenda|schedule|diary|list)\b).*"
            r"|(?:book|order|buy|reserve|get|find)(?: me| us)? (?:a|an|some) (?:\w+ )?(?:flights?|tickets?|taxi|cab|uber|lyft|hotel(?: room)?|airbnb|pizza|rental car|plane|train)\b(?!.*\b(?:list|calendar|to-?dos?|tasks)\b).*|(?:book|reserve|get)(?: me| us)? (?:a|the) table\b(?!.*\b(?:tomorrow|tonight|today|\w+day|\d+ ?(?:am|pm)|at \d\w*)\b).*)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.TODO_DROP,
        compiled(
            r"(?:delete|remove|cancel|erase|take|drop|clear|empty|scratch) (?:(?:all(?: of)?|the|my|every) )*(?:.+ (?:from|off) "
            + _LISTS
            + r"|(?:task|to-?do|reminder)s?\b.*"
            r"|.*\b(?:to-?do|task|shopping|grocery|reminder)s? ?lists?)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.TODO,
        compiled(
            r"(?:(?:we|i)(?:'re| are|'m| am)? (?:need|out of|running out of|want|should get|have to buy) (?:to (?:buy|get) )?(?:some |more )*)?(?P<title>.+?),? (?:so )?(?:please )?"
            + _VERB
            + r" (?:it|that|them|those|this) (?:down )?(?:on|to|in|into|onto) "
            + _LISTS,
            _PARTS,
            whole=True,
        ),
    ),
    (Act.TODO, compiled(_VERB + r" (?P<title>.+?) (?:on|to|in|into|onto) " + _LISTS + _WHEN_TAIL, _PARTS, whole=True)),
    (Act.TODO, compiled(_VERB + r" (?:on|to|in|into) " + _LISTS + r"[:,]? (?P<title>.+)", _PARTS, whole=True)),
    (
        Act.REMIND,
        compiled(
            r"(?:(?:remind|ping|nudge) (?:me|us)|tell me(?= to )|(?:i need|i want|i would like|i'd like) to be reminded|remember to|(?:set|create|add|make|put|need|have)(?: up)? (?:me )?(?:a |an |another )?(?:new )?reminder|(?:a |another )?reminder|"
            r"(?:don't|do not|dont) (?:let me )?forget(?: to)?|make sure (?:that )?i(?: don't forget to)?)[:,]? (?P<rest>.+)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.NOTE,
        compiled(
            r"(?:(?:jot|note|write|take|scribble) (?:this|it|that)(?: down)?[:,]|(?:please )?(?:remember|note(?: down)?|keep in mind|bear in mind|don't forget|write down|jot down|take note|record|know)(?: that\b|[:,])"
            r"|(?:make|take|add|write|save|create)(?: down)? (?:a |the )?(?:new )?note(?: that\b| about\b| of\b| saying\b|:)?|note(?: to (?:self|myself))?:|note to (?:self|myself)\b[,-]?|remember (?!(?:to|when|what|who|whose|where|how|if|whether|why|which|me|about|the time)\b)(?=\S+ \S+ \S)|fyi,?)"
            r" ?(?P<text>.+)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.NOTE,
        compiled(
            r"(?P<text>.+?),? (?:(?:please )?(?:keep|bear) (?:that|this|it) in mind|(?:please )?(?:remember|note|save|store|write down) (?:that|this|it)(?: down)?|make a note of (?:that|this|it)|for (?:your|the) (?:notes|record))",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.TODO,
        compiled(
            r"(?:(?:add|create|make|set up|start|open|put|new|save)(?: me)? )?(?:a |an |another |the )?(?:new )?(?:to-?do|task|chore)(?: item)?"
            r"(?: called| named| titled| to| for| about| that says|:|,)+ (?P<title>.+)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.TODO,
        compiled(
            r"(?:add|create|make|new) (?:a |an |another )?(?:new )?(?:to-?do|task) (?P<title>.+)", _PARTS, whole=True
        ),
    ),
    (Act.TODO, compiled(r"(?:to-?do|task)(?! list|s\b) (?P<title>.+)", _PARTS, whole=True)),
    (Act.TODO, compiled(r"(?:(?:add|new) )?(?:to-?dos|tasks): (?P<listed>.+)", _PARTS, whole=True)),
    (
        Act.TODO_NEED,
        compiled(
            r"(?:(?:we |i )?(?:need )?(?:to )?(?:buy|get)|shopping(?: list)?|groceries|grocery list|from the shops?): (?P<listed>.+)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.CONTACT,
        compiled(
            r"(?:add|save|store|create|put|enter)(?: a| the)?(?: new)?(?: contact)?[:,]? (?P<body>.+?),? (?:to|in|into|as|among)(?: a)? "
            r"(?:my |the |our )?(?:new )?(?:contacts?(?: list)?|address book|phone ?book)(?P<rest>[:,]? .+)?",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.CONTACT,
        compiled(
            r"(?:(?:add|save|store|create|make) )?(?:a |the )?(?:new )?contact(?: for| called| named)?[:,]? (?P<body>.+)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.CONTACT,
        compiled(
            r"(?:save|add|store) (?P<body>.+?)(?:'s|s') (?:phone |mobile |cell )?(?:number|phone|e-?mail)(?: address)?(?: as| is)?[:,]? (?P<rest>.+)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.TODO_DONE,
        compiled(
            r"(?:mark|check|tick|cross|set|flag) (?:the |my )?(?:task |to-?do |item )?(?P<todo>.+?)(?: task| to-?do| item)? (?:as )?(?:done|complete|completed|finished|bought|off(?: (?:of )?(?:my|the)? ?(?:[\w-]+ )?list)?)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.TODO_DONE,
        compiled(
            r"(?:complete|finish|check off|tick off|cross off|mark off|close)(?: the| my)?(?: task| to-?do| item)? (?P<todo>.+?)(?: (?:from|off|on) .*list)?",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.TODO_DONE,
        compiled(
            r"(?:(?:i(?:'m| am) )?(?:all )?(?:done|finished) with (?P<todo>.+)|(?P<todo_two>.+) is (?:done|finished|complete|completed))",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.TODO_DID,
        compiled(
            r"(?:i(?:'ve| have)? (?:already |just |finally )*|(?:already |just |finally )*(?!got (?!the |my |all the |both )|did |done |took |made ))(?P<todo>(?!got to )(?:bought|picked up|finished|completed|paid|called|sent|booked|cleaned|washed|returned|fixed|renewed|watered|cancelled|got|did|done|took|made|written|wrote|taken|hung|sold|swept) .+|(?P<told>\w{3,}ed .+))",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.EVENT_RENAME,
        compiled(r"(?:rename|retitle|call) (?P<event>.+) (?:to|as|into) (?P<title>.+)", _PARTS, whole=True),
    ),
    (
        Act.EVENT_MOVE,
        compiled(
            r"(?:(?:can|could|shall) we (?:do|have|make) |(?:can|could) )(?P<event>.+?)(?: be)? (?:at|on|to|for) (?P<new>.+?),? (?:instead of|rather than|not) .+",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.EVENT_MOVE,
        compiled(
            r"(?:cancel|drop) (?P<moved>.+?),? and (?:re)?(?:book|schedule|make|put|move) (?:it|that)? ?(?:for|to|on|at) (?P<new>.+)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.EVENT_MOVE,
        compiled(
            r"(?!(?:make|put|start) .*(?:hours?|minutes?|mins?|days?|weeks?)$)(?:make|push|put|bump|nudge|slide|move|shift|start|delay|postpone|bring) (?:the |my )?(?P<event>.+?)(?: back| out| up| forward)?(?: by)? (?P<shift>(?:an?|one|two|three|half an|\d+) (?:hours?|minutes?|mins?|days?|weeks?)(?P<after> (?:later|earlier))?)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.EVENT_MOVE,
        compiled(
            r"(?:move|bump|nudge|slide|reschedule|shift|push|postpone|delay|bring|change|put(?= off| back)|rebook|switch|swap|advance)(?: back| forward| out| up| off)? (?P<event>.+?)(?: back| forward| out| up| off)?"
            r" (?:to|until|till|for|by|at) (?P<new>.+)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.EVENT_ADD,
        compiled(
            r"(?:add|bring|put|get) (?P<guests>\w+(?: \w+)?(?: and \w+)?) (?:to|into|on|for|in) (?P<event>(?:my |the |our )?(?!(?:my |the |our )?(?:new )?(?:contacts?|calendar|agenda|schedule|diary|address book|phone ?book|.*\blists?|todos?|to-dos?|tasks)\b).+)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.EVENT_ADD,
        compiled(
            r"(?:invite) (?P<people>(?!the |my )\w+(?: (?:and \w+|\w+))?) (?:to|into|along to) (?P<event>(?:my |the |our )?(?!(?:my |the |our )?(?:contacts?|calendar|agenda|schedule|list|address book|\w+ list)\b).+)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.EVENT_ADD,
        compiled(
            r"(?:add|invite|include|bring) (?P<people>.+?) (?:to|in|into|for) (?P<event>(?:(?:my|the|our|this|that|tomorrow's|today's|\w+day's) )?(?:[\w'-]+ )*?{event}\b(?! list).*)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.EVENT_LEAVE,
        compiled(
            r"(?:remove|uninvite|disinvite|take|drop|leave) (?P<people>.+?) (?:from|off|out of) (?P<event>(?!(?:my |the |our )?(?:calendar|schedule|agenda)\b).+)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.EVENT_CANCEL,
        compiled(
            r"(?:take|strike|wipe|get|pull) (?P<event>.+?) (?:off|out of|from) (?:my |the |our )?(?:calendar|schedule|agenda|diary)",
            _PARTS,
            whole=True,
        ),
    ),
    (Act.EVENT_CANCEL, compiled(r"(?:put|place) (?P<event>.+?) on hold(?P<rest> .+)?", _PARTS, whole=True)),
    (
        Act.EVENT_CANCEL,
        compiled(
            r"(?:cancel|delete|remove|drop|call off|scrap|unschedule|clear|get rid of|take off|skip) (?P<event>.+?)(?: (?:from|off|on|in) (?:my |the |our )(?:calendar|schedule|agenda|diary))?",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.TODO,
        compiled(
            r"(?!show|read|tell|give|check|see|view|find|what|is|list|look)\w+(?: me)? (?P<title>.+?) (?:on|to|onto|into) "
            + _LISTS,
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.TODO_NEED,
        compiled(
            r"(?:(?:we(?:'re| are)? (?:all |nearly |almost |totally )?)(?:out of|low on)|(?:(?:i|we)(?:'m| am|'re| are) )?running (?:out of|low on)) (?!office|time|ideas?|town|luck|here|control|touch|stock|it\b|the |our )(?P<listed>.+)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.TODO_NEED,
        compiled(
            r"(?:we (?:also |still )?need (?:some |more |some more )?|i (?:also |still )?need (?:some|more|some more) )(?P<listed>[\w' -]{2,40}(?:, [\w' -]{2,40})*,? and [\w' -]{2,40})",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.TODO,
        compiled(
            r"(?!what|which|who|when|where|how|is |are |was |were |do |does |did |have |has |had |any |show|read|tell|give|check|see|view|find|list|look|not )(?P<title>.+?) (?:on|onto|to) (?:my|the|our) (?:shopping|grocer(?:y|ies)|to-?do|task)(?: list)?(?:,? please)?",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.TODO_NEED,
        compiled(
            r"(?:jot|note|write|put|pop) (?:down|in)?:? ?(?:that )?(?:(?:i|we) (?:need|have|must) )?(?:to )?(?P<title>{errand} .+)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.TODO_NEED,
        compiled(
            r"(?:(?:i|we)(?:'ve)? )?(?:still |also |really )?(?:need|have got|have|got|gotta|must|should)(?: to)? (?P<title>{errand} .+)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.TODO_NEED,
        compiled(
            r"(?P<title>(?:buy|pick up|grab|get(?! (?:me|rid|up|to|off|back|in|out|on|the|my|it|well|that|this|ready)\b)) .+)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.EVENT,
        compiled(
            r"(?P<verb>get|grab|pop|stick|find)(?: me)? (?P<body>.+ (?:in|on|into) (?:my|the|our) (?:calendar|agenda|schedule|diary)\b.*)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.EVENT,
        compiled(
            r"(?P<verb>schedule|book|plan|stick|pop|slot|squeeze|set up|set|organi[sz]e|arrange|add|create|make|put|pencil in|pencil|enter|reserve|block out|block off|block|mark|fix|insert|have|note)"
            r"(?: me)? (?P<body>.+)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.EVENT,
        compiled(
            r"(?:i'm |i am |we're |we are |i'll be |i have |i've got )?(?P<body>.+?),? (?:so )?(?:please )?(?P<verb>put|add|stick|pop|note|schedule|pencil|enter|save) (?:it|that|this) (?:in|on|into|down)(?: (?:my|the) (?:calendar|agenda|schedule|diary))?",
            _PARTS,
            whole=True,
        ),
    ),
    (Act.EVENT, compiled(r"(?:new )?(?P<verb>event|meeting|appointment)[:,] (?P<body>.+)", _PARTS, whole=True)),
    (Act.EVENT, compiled(r"(?P<verb>new) (?P<body>(?:event|meeting|appointment)\b.+)", _PARTS, whole=True)),
    (
        Act.EVENT,
        compiled(
            r"(?P<verb>a|an|another) (?P<body>(?:\w+ )?(?:meeting|appointment|call|event)\b.+)", _PARTS, whole=True
        ),
    ),
    (Act.EVENT_MOVE, compiled(r"(?:move|reschedule|postpone|delay|shift) (?P<event>.+)", _PARTS, whole=True)),
]

WORDS = Words(
    language="en",
    locale="en",
    kinds=_KINDS,
    acts=_ACTS,
    things={
        "todo": compiled(
            r"\b(?:(?:still )?(?:need|have|got|supposed) to (?:buy|get|do|pay|finish)|still open|left open|unfinished|outstanding|things i (?:should|need|must|have)|should have (?:been )?done|needs? (?:doing|to be done)|left to (?:do|buy)|remains to be done|still have to do|to-?dos?|to do list|tasks?|reminders?|(?<!^)lists?|chores?|(?:any|what|which) (?:\w+ )?jobs|errands?|groceries|overdue|due)\b",
            _PARTS,
        ),
        "message": compiled(r"\b(?:messages?|conversations?|chats?|texts?|threads?|discuss(?:ed)?|notes?)\b", _PARTS),
        "contact": compiled(r"\b(?:contacts?|people do i know|address book|friends)\b", _PARTS),
        "place": compiled(r"\bplaces?\b", _PARTS),
        "event": compiled(
            r"\b{event}\b|\b(?:meet|met|planned|scheduled|happening|attend(?:ed)?|going on|see|saw)\b", _PARTS
        ),
    },
    attributes={
        "birthday": compiled(r"\b(?:birthdays?|birth date|date of birth|born|how old)\b", _PARTS),
        "email": compiled(r"\b(?:e-?)?mails?\b", _PARTS),
        "phone": compiled(r"\b(?:phone|telephone|mobile|cell|cellphone|number|reach|call)\b", _PARTS),
        "address": compiled(
            r"\b(?:address|live|lives|living|based|residing)\b|^(?:and |so )?(?:which|what) (?:flat|apartment|house|floor|door)\b",
            _PARTS,
        ),
        "work": compiled(
            r"\b(?:work|works|working|company|employer|job|organi[sz]ation|do for a living|profession|occupation)\b",
            _PARTS,
        ),
        "all": compiled(
            r"\b(?:in touch|contact (?:info|details|information)|details|contact|reach|nicknames?)\b", _PARTS
        ),
    },
    polite=compiled(
        r"^(?:(?:(?:good )?(?:morning|afternoon|evening)(?=[!,.])|please|hey|hi|hello|ok|okay|so|and|also|now|then|well|steward|yes|kindly|just|actually|wait|sorry|oh|oops|no(?=,))[,!. ]+)*"
        r"(?:(?:can|could|would|will) you (?:please |kindly |also )?(?:go ahead and )?(?:help me (?:to )?)?(?=\w)"
        r"|(?:i'd|i would) (?:like|love) (?:you )?to |i (?:want|need) (?:you )?to (?=remind|add|put|schedule|book|create|set|mark|move|cancel|save|make|reschedule|note|delete|remove|change|remember)"
        r"|(?:can|may|could) (?:i|we) (?=add|put|schedule|book|create|set|move|have a)|i (?:want|need) (?=a reminder)|you can |let's |let us |go ahead and |i need (?=a ))?(?:please )?",
        _PARTS,
    ),
    tail=compiled(
        r"(?:,? (?:please|pls|plz|thx|cheers|thanks|thank you|for me|ok|okay|would you|will you|can you|if you can|asap|btw|by the way|fyi|at last|finally))+$",
        _PARTS,
    ),
    generic=split(
        "taking take takes abouts jobs job going bound set myself back-to-back far along came joined earliest latest soonest due living profession occupation mornings afternoons evenings "
        "first hey hmm oh yo plate store lined docket radar run through seeing seen gonna wanna meeting brought around "
        "days weeks months hours minutes nights until till left leave leaves leaving depart departs start starts starting begin begins end ends ending finish finishes arrive arrives land lands guy lady stuff bit tonight currently later hit hits swing case actually again "
        "friend friends colleague colleagues touch needs need slot slots supposed idea still doing anyone anybody someone somebody event events meeting meetings appointment appointments calendar schedule scheduled agenda plan plans planned happening happen happens "
        "todo todos to-do to-dos task tasks reminder reminders list lists contact contacts people person message messages conversation conversations "
        "place places thing things anything something everything nothing any one ones time times day date hour many much often number count total "
        "next last previous upcoming coming show list read give tell check find look see display know saved stored knew remember add added put booked book "
        "marked mark set got getting going go goes went come comes coming did done doing say says said saying tell told mention mentioned mentions "
        "wrote write written talk talked talks text texted think thought ask asked who's what's when's where's whats whens wheres i'm i've i'd i'll we'd we'll "
        "is's most least often already ever still again yet also else long last lasts duration phone telephone mobile cell e-mail email mail "
        "address birthday birthdays born old live lives living work works working company job reach contact info details information between before after during since until "
        "today tomorrow yesterday meet met meeting met see saw seen spend spent have had here there it this that now open overdue pending due finished completed "
        "located location venue happen exactly please attend attended attending join joined joining invited participants attendees guests free busy "
        "available discuss discussed opinion whose don't doesn't didn't am been being made make over around another more us ones called called "
        "supposed remind note notes next up off back planned each every per don same other from about with than bring does called he's she's they're"
    ),
    since=compiled(r"\bsince\b(?: the| last)?", _PARTS),
    past=compiled(
        r"\b(?:how long (?:since|has it been)|did|was|were|had|last|ago|yesterday|met|saw|went|have i(?! got)|been|happened|previous)\b",
        _PARTS,
    ),
    future=compiled(r"\b(?:arranged?|will|next|upcoming|tomorrow|tonight|going to|later)\b|'ll\b", _PARTS),
    deictic=compiled(
        r"\b(?:it|that|this|(?<!is )(?<!are )(?<!was )(?<!were )there(?! (?:is|are|was|were)\b)|here|he|him|his|she|her|they|them|their|one)\b",
        _PARTS,
    ),
    follow=compiled(r"^(?:and|what about|how about|also|or|but|then|ok and)\b", _PARTS),
    asks=compiled(
        r"^(?:(?:at|by|with|from|for|to|until|till|in|on|of) )?(?:what time|what day|how long|how many|how much|what|when|where|who(?:m|se)?|how|which)\b",
        _PARTS,
    ),
    also_asks=compiled(
        r",? (?:and|also|plus|&) (?:also |then )?(?=(?:(?:(?:at|by|with|from|for|to|until|till|in|on|of) )?(?:what time|what day|how long|how many|how much|what|when|where|who(?:m|se)?|how|which)|is|are|am|do|does|did|have|has|any)\b)|\? (?=\S)",
        _PARTS,
    ),
    also_acts=compiled(r"[,;.]? (?:and then|and also|and|then|also|plus)(?: please)? (?=[a-z])|[,;] (?=[a-z])", _PARTS),
    lead=compiled(
        r"(?:\b(?:on|at|for|by|in|from|to|the|this|until|till|starting|of|due|before|around|about|scheduled)|[,@]) ?$",
        _PARTS,
    ),
    articles=compiled(
        r"^(?:(?:a|an|the|my|our|some|another|new|that|this|in|me|event|called|named|titled|to|for|about)\b ?)+", _PARTS
    ),
    with_=compiled(r"\b(?:with/?|w/|together with|alongside)(?= )", _PARTS),
    at=compiled(r"(?:\b(?:at|in)\b|@)(?= )", _PARTS),
    join=compiled(r"\s*(?:,\s*(?:and|&)\s+|,\s*|\s+and\s+|\s*&\s*|\s+plus\s+)", _PARTS),
    reminds=compiled(
        r"^(?:(?:to|about|of|that|for|me|i (?:have|need|must|should|want)(?: to)?|i've got to)\b[: ]*)+", _PARTS
    ),
    titled=compiled(r"\b(?:called|named|titled|entitled)[:,]? ", _PARTS),
    toward=compiled(r"\b(?:to|until|till|for|by|at)(?= )", _PARTS),
    later="later",
    earlier="earlier",
    forward=compiled(r"^(?:bring|advance)\b", _PARTS),
    at_clock="at",
    on_calendar=compiled(
        r",? ?\b(?:in|to|on|into|onto|for) (?:my|the|our) (?:\w+ )?(?:calendar|agenda|schedule|diary)\b", _PARTS
    ),
    weak_verbs=compiled(
        r"^(?:add|create|make|put|set|set up|have|note|mark|fix|enter|insert|plan|arrange|block|new|book|reserve)$",
        _PARTS,
    ),
    shopping=compiled(r"\b(?:shopping|grocery|groceries)\b", _PARTS),
    novel=compiled(r"^(?:(?:a )?new\b)", _PARTS),
    works_at=compiled(r",? ?\b(?:who )?(?:works|working) (?:at|for) ", _PARTS),
    told=compiled(
        r"\b(?:e-?mail(?: address)?|phone(?: number)?|number|mobile|cell|tel|with|is|and|birthday|born(?: on)?|his|her|their|:)(?= |$|:)",
        _PARTS,
    ),
    meal_first=compiled(
        r"^(?:for |at |to )?(?:the |a |my |our )?(?:breakfast|brunch|lunch|dinner|supper)(?: (?:on|at|for|of))? ?",
        _PARTS,
    ),
    meal_last=compiled(
        r"(?: (?:for|at|no|na|ao|para|en|el|la|a|de|do|the|o))* ?\b(?:breakfast|brunch|lunch|dinner|supper)$", _PARTS
    ),
    feasts=compiled(
        r"(?:the )?(?:christmas(?: eve| day)?|xmas|new year'?s?(?: eve| day)?|easter|halloween|thanksgiving|valentine'?s?(?: day)?)",
        _PARTS,
    ),
    of_feast=compiled(r"^$a", _PARTS),
    feast_of=compiled(
        r"'?s? (?:dinner|lunch|party|brunch|concert|market|shopping|meal|drinks|gathering|celebration|breakfast)\b",
        _PARTS,
    ),
    relations=split(
        "mom mum mother dad father sister brother wife husband son daughter grandma grandpa grandmother grandfather aunt uncle cousin "
        "girlfriend boyfriend partner boss niece nephew everyone parents kids family"
    ),
    roles=split(
        "dentist doctor lawyer accountant team client clients bank teacher manager group board school office vet therapist trainer "
        "landlord plumber friends colleagues hr sales marketing support staff company committee investors customers customer"
    ),
    no_names=split(
        "what when where who whom whose which how why is are was were do does did have has had will would can could should may might am i i'm i've "
        "show list tell give read find and or but please any the a an my our next last today tomorrow yesterday monday tuesday wednesday thursday "
        "friday saturday sunday january february march april may june july august september october november december anything what's who's "
        "where's when's how's hi hello hey ok okay remind add so also there it that this check look count good morning steward did in at on for "
        "from to with about of he she they we you his her their then has search summarize brief christmas easter not let's"
    ),
)
