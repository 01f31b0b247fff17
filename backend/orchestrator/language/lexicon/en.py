# ruff: noqa: E501  (one rule a line; word tables are searched, not read)
"""English: verbs of change and reading, mood rules, words of yes and no."""

from orchestrator.language.lexicon.inflect import english
from orchestrator.language.lexicon.shape import FIGURE, Answers, Lexicon, merge, numbered, phrases, rules, split

_VERBS = {
    "create": "add create insert make book schedule reserve append register enter plan arrange organize organise setup log jot "
    "draft compose write generate start begin pencil place import upload attach invite assign enroll subscribe put include set "
    "order duplicate copy rebook pin wake pack block generate launch initiate remind input populate type snooze",
    "update": "update change edit modify move rename reschedule postpone delay push shift switch replace swap adjust correct fix "
    "extend shorten increase decrease raise lower bump prioritize prioritise reorder assign tag label flag link merge convert "
    "mark set reset turn enable disable mute unmute pause resume stop activate deactivate transfer retitle rewrite unpin unlink "
    "put amend alter advance revise sync bring archive star unflag unset relabel relocate make take snooze confirm",
    "delete": "delete remove cancel erase clear wipe drop discard forget trash dismiss purge scrap unschedule unbook uninvite "
    "eliminate ditch scratch strike empty unsubscribe reset throw delist deregister nuke revoke withdraw",
    "complete": "complete finish tick cross mark close resolve untick uncheck reopen",
    "send": "send email text message mail forward reply respond notify share post tweet invite alert ping resend ask call phone "
    "dial ring contact",
    "store": "save store note record memorize memorise remember keep log jot write",
    "undo": "undo revert restore redo recover reinstate",
    "accept": "accept decline approve reject rsvp delegate play water",
}
_READS = split(
    "show list read tell give check find search look view display see hear get fetch pull review summarize summarise count "
    "describe explain recap lookup identify compare retrieve browse know learn understand inform report recite print verify "
    "inspect scan say repeat narrate examine enumerate calculate determine figure detail present preview locate provide "
    "share open bring access announce brief outline query watch"
)
_NOUN = (
    "reminder reminders alarm alarms timer timers alert notification event meeting appointment task todo note memo list "
    "calendar contact entry item agenda schedule diary planner inbox wakeup"
)
_COULD = "(can|could|will|would|wo|may|might|ca) not? (you|we|ya) (please|just|kindly|also|maybe|possibly|quickly|now|then|not|be|able|go|ahead|and|try|to|permanently|completely)*"
_WANT = (
    "(i|we) (really|just|also|would|will|do|still|only|now|will|have|am|are)* "
    "(need|want|like|love|prefer|wish|got|require|desire) (you|u)? (to|please|be|able|just|also|go|ahead|and|now)*"
)
_LEAD = f"({_COULD}|{_WANT}|(please|just|and|then|also) )?"
_NUMBER = "one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|forty|fifty|hundred|thousand"
_AUX = "(do|does|did|is|are|am|was|were|has|had|will|would|should|shall|must)"

_RULES = rules(
    f"""
REQ: (do not|never) (you|ever|let|me|us|please)* forget _
UNC: (do not|never) (you|ever|let|me)* forget
REQ?: why (do|ca|can|could|would) not (you|we) (just|please|also)* <w>
REQ?: why not (just)? <w>
NEG: do not you (dare|ever|go)* <w>
ASK: (do|did|does) not (you|i|we|they|she|he)
NEG: (i|we) (really|just)* (do not|never) (want|need|like|wish) (you|anything|any|it|that|this|my|the|them|_)? _{{0,4}} (to|be)* <wpg>
NEG: (i|we) would (rather|prefer) (you|that|if)* (did|do)? not
NEG: (i|we) would not (want|like) (you)? to
NEG: (you|u) (do not|should not|must not|may not|can not|are not|never|better not) (have|need|ever|to|allowed|supposed|going|dare)* <w>
NEG: ((there|it) is)? (no|not) (need|necessary|reason) (for you)? (to|for)? <wg>
NEG: (can|could|will|would) (you|we) (please|just|also|maybe)* not (please|just)* <w>
NEG: (stop|quit|avoid|refrain) (from)? <g>
NEG: (make sure|be sure|ensure|take care|be careful|remember|try|please) (that|you|to)* (do not|not|never) (to)?
NEG: (under no circumstances|by no means|in no case|on no account|at no time) _{{0,4}} <wg>
SAY: (i|we|he|she|they|people) (will|would|still|really|also|usually|just|simply|generally)* (do not|never)
NEG: ~(do not|never|not to) (ever|even|please|just|you|dare|go|try|bother|to|and|also|really|actually|accidentally|touch|or|start|automatically|yet|now)* <w>
NEG: ~(do not|never) (ever|even|please|just|you|dare|go)* (touch|mess|alter|bother|fiddle)
NEG: not _{{0,2}} <wg>
SAY: (do not|never)
REQ?: (how|what) about (you|we|if|just)* <g>
UNC: what if (you|we|i) <w>
UNC: (so)? (what|how) about
REQ: (when|whenever) (?!is|are|am|was|were|do|does|did|will|would|can|could|should|have|has|had|exactly) _{{1,14}} <i>
REQ: (once|after|before|if|every|each|on|at|in|by|for|as|until|next|tomorrow|tonight|today|this|since|because|whatever) _{{1,16}} <i>
REQ?: (if|after|before|once|whatever|every) _{{1,16}} (please|can you|could you|will you) (just|also)* <w>
ASK: _{{2,18}} (is|was|has|did|does|do|were|are|have|will|can|had) not (it|he|she|they|i|you|we|there)$
ASK: {_LEAD} remind (me|us) (again|please)* (what|who|whom|whose|which|where|why|how|if|whether)
ASK: {_LEAD} remind (me|us) (again)? when (is|are|was|were|does|do|did|has|have|am|that|the|my) (?!_{{0,9}} <i>)
ASK?: {_LEAD} remind (me|us) (of|about) (the|my|all|any|everything|anything|what|items|things)* _{{0,3}} (i|we|that|items|things)
REQ: {_LEAD} remind _
UNC: {_LEAD} remind
ASK: (at|on|in|for|to|from|with|by|about|until|of|since|during|under|till)? (what|when|where|who|whom|whose|which|how|why|wherever|whether)
REQ?: (would|do|will) (you|it) (mind|be ok|be okay|be possible|be willing|care|consider) (to|if|for|you|i|we|that|could|can|please)* (?!showing|telling|reading|checking|giving|listing|looking|finding) <wg>
ASK: (would|do|will) you mind
REQ: (is|would) it (be)? (at all)? (possible|ok|okay|alright|fine|feasible) (at all)? (for|that|to|if|you|i|we|me|us|could|can|have)* <w>
REQ?: (is|would) it (be)? (possible|ok|okay) (for|that|to|if|could|can|have)* (a|the|my|this|that|_)? _{{0,4}} (be)? <p>
REQ?: (is|was)? (there)? (any|a) (chance|way|possibility) (that)? (you|we|i) (can|could|might|would) (please)? <w>
ASK: have (i|you|we|they|there|he|she)
UNC: {_LEAD} (make sure|be sure|ensure|make certain) (that)? _{{1,6}} (is|are|was|were|has|have|did)
ASK: {_LEAD} (confirm|verify) (that|if|whether|when|what|which|how|who|where)
REQ: {_LEAD} (check|tick|cross|mark) _{{0,9}} (off|done|complete|completed|as)
REQ: {_LEAD} (get rid|get me up|get me out|see to it|see that|look after|take care|make sure|take out|take off|make certain|be sure|ensure)
REQ: {_LEAD} (get|have) (me|us)? (a|an|the|my|this|that|these|it|them|all|_)? _{{0,4}} <p> (?!by|list|lists|events|items|from)
REQ: {_LEAD} (give|get|find|bring) (me|us) (a|an|another|some)? _{{0,2}} (reminder|alarm|alert|notification|timer|call|wakeup|nudge|heads)
REQ: {_LEAD} open (up)? (a|an|another) (new)?
REQ: {_LEAD} (share) _
REQ: {_LEAD} tell (?!me|us|about|what|the time|if|whether|again|how|when) _
REQ: {_LEAD} (say|read|open|bring|run|go) (to|back to|forward|through with)? (this|that)? (hi|hello|thanks) to
REQ: {_LEAD} bring (it|this|that|them|forward|my|the) _{{0,4}} (forward|back|in|to|up by|by)
REQ?: {_LEAD} let (me|us) know (when|whenever|once|before|every|as soon|the moment|at|in _ minutes|tomorrow|on)
ASK: {_LEAD} let (me|us) (know|see|hear|have|look|check|view)
REQ: {_LEAD} help (me|us|out)? (out|to|with)* (?!find|see|understand|know|remember|check|look) <wg>
REQ: {_LEAD} (find|read|check|open|look|see|list|show|get|pull|search|review|tell|verify|fetch|view|run) _{{1,18}} (and|then|otherwise|so) (then|if|not|it|is|please|also|so|no|necessary|missing)* <i>
REQ: {_LEAD} (find|read|check|open|look|see|list|show|get|pull|search|review|fetch|view) _{{1,14}} and (then|please|also)* (delete|remove|send|forward|schedule|book|cancel|create|email|reply|erase|reschedule|rename|postpone|clear|archive|update|move)
ASK: {_LEAD} (go|run|walk|talk) (me)? (over|through)
ASK: {_COULD} (find|see)? (out)? <r>
ASK: {_COULD} (remember|recall)
REQ: {_COULD} (?!remember) <w>
REQ?: {_COULD} (do) (it|that|this|so)
UNC: {_COULD}
ASK: (can|could|may|might) (i|we|me) (please|also|just|now|get to)* (<r>|have|be|ask|still)
ASK?: (can|could|may) (i|we) (delete|remove|undo|share|export|import|recover|restore|erase|sync|connect) (a|an|any|some|several|multiple|other|things|something|anything|everything|stuff|items|data)
ASK?: (can|could|may) (i|we) (permanently|completely|ever|really|actually) (delete|remove|erase|undo|recover|restore) (a|an|any|some|several|multiple|other|things|something|anything|everything|stuff|items|data)
REQ: (can|could|may|might) (i|we) (please|also|just|now|maybe|possibly|quickly)* (get|have)? (you)? (to)? <w>
REQ: (can|could) i (please|also|just)* (have|get) (a|an|the|my|this|_)? _{{0,5}} <p>
REQ?: (can|could|may|might) (?!anyone|anybody|someone|i|he|she|they) _{{1,5}} (be|get) (please|also)* <p>
ASK: (any|are there any|is there any|got any|have any|were there any)
ASK: have (any|anyone|everyone)
REQ?: have (my|the|a|this|that|it) _{{0,5}} <p>
ASK: (i|we) (really|would|do|just|also)* (need|want|like|love) (you|u)? (to|please|just|be|able)* (know|see|hear|find|check|view|look|read|review|learn|understand|get|tell|show|give|list|search|figure|confirm|verify|have _{{0,3}} (list|information|details))
ASK: (i|we) (really|would|do|just)* (need|want|like|require) (to have)? (some|more|the|a|an|my|all|any|quick|brief|full)* (info|information|details|summary|overview|list|rundown|recap|update|briefing|status|data|count|total|number|weather|time|forecast|answer)
REQ: {_WANT} (?!go|going|contact|call|phone|ring|pack|ask|order|finish|start|pay|water|play|complete|begin|write|plan|remember|keep|take|make|move|stop|close|fix|turn|get|have) <w>
REQ: (i|we) (really|just|also|would|will|do|still|only|now)* (need|want|like|love|prefer) (you|u) (to)? (please|just|also|go|ahead|and|be|able|to)* <w>
REQ: (i|we) (really|just|would|also)* (need|want|like) (you|u) to (get|have|make|wake|take|put|play|turn|do|let|keep|stop|start|move|call)
REQ: (i|we) (would)? (need|want|like|love) to (make|move|start|take|turn|keep|have|get) (a|an|my|the|this|that|another|it) _{{0,4}} (<o>|changed|off|out|moved)
REQ: (i|we) (would|really|also|just)* (need|want|like) (to have|to get)? (a|an|another|some|new|my|the|this|that|all|these|_) _{{0,8}} (to be|should be|be)? (added|set|moved|removed|deleted|cancelled|canceled|changed|scheduled|rescheduled|created|booked|marked|sent|updated|cleared|saved|stored|postponed|renamed|written|noted|put|forwarded|erased|recorded)
REQ: (i|we) (would|really|also|just)* (need|want|like) (a|an|another|one|two|some|new|my|the)* (quick|short|daily|weekly|recurring|repeating|morning|one|two|hour|_)? (reminder|alarm|timer|alert|notification|wakeup)
REQ: (i|we) (would|really|also|just)* (need|want|like) _{{1,7}} (on|in|to|onto|off|into|from) (my|the|our|that|this) _{{0,3}} <o>
UNC: (i|we) (would|really|also|just|do)* (need|want|like|wish)
ASK: (i|we) (wonder|am wondering|was wondering|am curious|am not sure|forgot|forget|do not remember|do not know|do not recall|can not remember|can not recall|want to know|was curious) (if|whether|what|when|where|who|how|which|why|the) (?!you (could|can|would))
REQ: (i|we|it|that) (was|am|would|are|will|is)* (wondering|wonder|appreciate|be|great|nice|good|lovely|helpful|grateful|hoping|hope|kind|it|thankful|cool|love|like|really|so)* (if|that)? you (could|can|would|might) (please|also|just)* (?!tell|show|read|find|check|list|give|look|see) <w>
ASK: (i|we|it|that) (was|am|would|are|will|is)* (wondering|wonder|appreciate|be|great|nice|good|helpful|hoping|it|love|really)* (if|that)? you (could|can|would) <r>
REQ?: you (can|may|should|could|need|have|must|might|better) (to|please|just|also|now|go|ahead|and)* <w>
REQ: (let us|go ahead|do me|feel free|be so kind|please be|kindly|try|proceed) _{{0,5}} (and|to|favor|favour|<w>) (please|also)* <w>
REQ: (let us|feel free to|kindly|try to|time to|go|please|also) (just)? <w> _
ASK?: {_AUX} (i|you|he|she|it|we|they|there|this|that|my|our|the) _{{0,20}}
ASK: {_AUX} _
UNC: have
ASK: (can|could|may|might|would|will|should) _
ASK: (look|search) (up|for|in|at|through|over|into|around)?
REQ?: (say|run|go|open|provide|help|present|access|watch)
UNC: (see|get|know|say|go|run|help|learn|understand|figure|hear|announce)$
ASK: <r> _
ASK?: (list|schedule|status|calendar|agenda|summary)$
ASK?: (schedule|agenda|calendar) (for|today|tomorrow|this|next|tonight|on) (?!(_ ){{0,12}}(a|an|to|with|at))
ASK?: (email|mail|text|message|note|call|order|record|log|list|update|post|alert|plan|reply|share) (from|of|list|history|is|are|was)
UNC: (email|mail|text|message|note|call|order|record|log|list|update|post|alert|plan|schedule|stop|cancel|start|close|finish|reset|complete|clear|undo|save|copy|forget|confirm|accept|decline|approve|reject)$
ASK?: remember (when|how|what|where|why|who|if|whether|the time|that time)
REQ: remember _
UNC: (keep|place|block|star|play|start|stop|water|order|plan|post|set|contact|begin|close|turn|ring|fix|make|take|push|drop|ring) (is|are|was|were|has|will|would|of|'s|going|in|time)
REQ: <w> (in|on|off|out|up|to|for|with|from|the|a|an|my|me|it|this|that|all|_)
UNC: (?!'s) <w>$
REQ?: new (reminder|alarm|timer|task|todo|event|appointment) (?!from|in|on|today) _
REQ?: (meeting|reminder|event|note|task|calendar|list|todo|alarm|shopping|groceries|grocery) <i>
REQ?: ~(so|then|please|and|but)? (can|could|will|would) (you|u|we) (please|just|also)* (?!tell|show|read|find|check|list|give|look|see|remember) <w>
REQ?: ~please (also|just|now)* (?!tell|show|read|find|check|list|give|look|see|call) <w>
REQ: ~remind me (to|at|in|on|that|about|every|tomorrow|when|later|tonight|of)
ASK?: (i|we) (have|got|had|do|did) (any|anything|what|how)
SAY: (i|we|he|she|they|you) (?!_{{1,18}} <i>) _
SAY: (my|our|his|her|their|your|the) _{{1,3}} (set|put|reset|cut) _
REQ?: _{{1,18}} <i>
SAY: (it|this|that|there|here|today|tomorrow|everyone|everything) (is|was|are|were|has|had|will|would|looks|works|seems|'s)
SAY: _{{1,7}} (is|was|are|were|has|had|will|likes|loves|hates|lives|works|moved|prefers|have|said|told|does|turns|called|wants|needs|starts|got|went|came|gave|decided|asked|agreed|bought|called|thinks|thought)
SAY: _{{1,7}} (costs|cost|charges|charged|weighs|measures|earns|pays|takes|took|lasts|lasted) (me|us|you|him|her|them|about|around|only|just|over|under|almost|nearly|roughly|up|to|at|least|less|more|than|a)* ({FIGURE}|{_NUMBER}|too|nothing|much|lot|fortune|half|twice)
SAY: _{{1,7}} (weighs|owns|owes|belongs|contains|smells|tastes|speaks|teaches|expires|leaves|arrives|opens|closes|ends|became) (me|us|you|a|an|the|my|our|his|her|its|to|too|very|really|like|of|at|in|on|next|every|by|bad|good|awful|nice|english|portuguese|spanish|german|french|italian) _{{0,1}}
ASK?: (upcoming|total|status|details|detailed|information|info|unread|latest|recent|remaining|current|number|amount|summary|overview|pending|overdue|missed|next|today|tomorrow|yesterday|tonight|all|my|new emails|new messages|more|last|list|lists|emails|events|meetings|reminders|alarms|tasks|todos|appointments|anything|time) (?!(_ ){{0,9}}(to|with)) _{{0,9}}
UNC: _
"""
)

LEXICON = Lexicon(
    language="en",
    verbs=merge((f, t, kind) for kind, listed in _VERBS.items() for verb in listed.split() for f, t in english(verb)),
    reads=_READS,
    things=split(_NOUN),
    accented=frozenset(),
    nouns_too=split(
        "email text message mail note list schedule book plan order call record change update set place post share"
    ),
    unimperative_after=split(
        "to i you we they he she it that who which the a an my your our his her their this these those did do does have has had "
        "be is are was were will would can could should may might must shall not never of 'm 's or no any some every each been "
        "being got get what for from in on at by with about there their its am"
    ),
    objects=split(
        "me it that this them these those a an the my another all every any some him her us our your 1 2 3 one two everything "
        "both each to in on off for down up out his"
    ),
    fillers=split(
        "please hey hi hello ok so well um uh and also then just now actually right oh yeah great good morning afternoon "
        "evening dear thanks exactly quickly kindly first second finally alright sorry excuse but hmm yo sir maam maybe perhaps permanently completely irreversibly"
    ),
    addressed=split(
        "alexa siri google olly cortana jarvis computer assistant steward mycroft bixby jarbas claude gpt echo"
    ),
    rules=_RULES,
    function_words=split(
        "the a an my me i you is are was were what when where who how why do does did can could will would should have has had "
        "please to of and for in on at with it this that any there not your we our be been from about add remind tell show set "
        "delete remove list create all today tomorrow if or but by am her his she he they them up out off up let know need want "
        "yes yeah okay done make new next get give check read move thanks email meeting 's"
    ),
    clitics=(),
    answers=Answers(
        yes=split(
            "yes yeah yep yup yea aye sure ok okey affirmative correct right confirm confirmed absolutely definitely certainly "
            "indeed approved proceed agreed perfect exactly totally yess yas k fine accept accepted approve"
        )
        | phrases(
            "make an exception; just this once; this once; only this once; just for once; once only; let it through; override it; as an exception; go ahead; do it; do that; do so; sounds good; sounds great; looks good; of course; go for it; that is right; that is correct; that is fine; make it so; why not; lgtm; all good; that works; works for me; i do; you can; you may; confirm it; confirm that; i confirm; i agree; please do; i am sure; by all means; go on; do this; carry on; yes i do; it is; it is fine; good to go; absolutely yes"
        ),
        no=split(
            "no nope nah cancel stop never abort negative reject decline discard nay forget nevermind wrong incorrect"
        )
        | phrases(
            "do not; no way; not now; never mind; forget it; forget that; cancel it; cancel that; do not do it; do not do that; leave it; rather not; better not; not yet; not really; i do not; i changed my mind; changed my mind; scratch that; hold on; drop it; not that; of course not; absolutely not; definitely not; leave it as it is; leave it as is; leave it be; leave that; leave it alone; let it be; let it stay; let us not; keep it as it is; keep it as is; do not change it; do not change anything; do not touch it; second thoughts no; i would rather not; no need; not necessary; i take it back; i take that back; skip it; skip that; maybe not; not anymore; not any more; forget about it; forget i asked; forget i said anything; leave everything as it is; keep everything as it is; certainly not; that is wrong; do not bother; i do not want that; i do not want to; stop it; not today"
        ),
        soft=split(
            "please thanks thank you wait actually sorry ah hey hang but well oh um very much that all and it then now so then the just sir great hmm uh i think mate steward one"
        )
        | phrases(
            "on second thought; on second thoughts; on reflection; wait a minute; wait a second; keep it; hold on a second"
        ),
    ),
    ordinals=numbered(
        "1: first 1st one former; 2: second 2nd two; 3: third 3rd three; 4: fourth 4th four; 5: fifth 5th five; 6: sixth 6th six; 7: seventh seven; 8: eighth eight; 9: ninth nine; 10: tenth ten; -1: last latter final; 0: both all every everything; 99: either"
    ),
)
