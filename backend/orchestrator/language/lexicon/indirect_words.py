# ruff: noqa: E501  (one class of words a line; word tables are searched, not read)
"""How does each language say in a roundabout way that something was done: how things now stand, who knows of it, what
one need not think of any more?

The frames are the same in all languages and made of classes of words; a language gives the classes. The readings are
those of `claim_words`; an "@" behind one asks for an anchor, a word that ties the clause to what Steward keeps.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from orchestrator.language.lexicon.shape import FIGURE, Rule, Rules, rules, split
from orchestrator.language.tables import Language

_FRAMES = """
STATE@: (?!{moment}){now} (?!{clock_only})
STRICT@: {henceforth} _{{0,6}} {stands}
STRICT@: {stands} _{{0,7}} {henceforth}
STATE@: {again} _{{0,2}} {cleared}
STATE@: {cleared} _{{0,2}} {back}
STATE: {yours}
STATE@: {enrolled}
STATE: {kept}
STATE: {now} {informed}
STATE: {informed} _{{0,3}} {of_it}
STATE: {informed_of_you}
STATE@: {gone}
STATE: {replaced}
STATE@: {awaited}
STRICT: {under_way}
SOON: {will_sound}
SOON: {bothers_no_more}
OWN: {passed_on}
OWN: ^{passed}
STATE@: {be} {wholly} {over}
STATE@: {resulted}
STATE: (?!it |that |this |isso |isto |eso |esto )_ {be} {over_now}
STATE: ^{be} {wholly} {over_now}
STATE: {placed}
STATE@: {compared}
OWN@: {own_deed}
STATE: {presented} _{{1,5}} {in_store}
STRICT@: {never_again}
STATE@: {stayed}
STATE: {listed}
STATE: {held_for}
STATE: {seen_at}
SOON: {heard_of}
STATE: {settled_elsewhere}
DONE: {as_wished}
STATE: {nothing_left}
DONE: {pronoun} {be} {wholly} {over_now}
STRICT@: {arrived} _{{0,2}} {in_store}
STATE@: {shifts}
STATE: {to_be_found}
SOON: {to_expect}
STRICT@: {went}
STATE: {received}
DONE: {as_it_was}
DONE: {released}
DONE: {settled}
DONE: {rested}
DONE: ^{alone}$
"""
"""`now`: marks that it was otherwise; `moment`: what has such a mark and tells the time; `stands`: verbs of a state;
`clock_only`: what makes it the time of day; `henceforth`: marks that leave no doubt;
`again`, `back` and `cleared`: a time that is free once more; `yours`: what is the user's by somebody's doing;
`enrolled`, `kept`: participles that name no deed of ours; `informed`: somebody knows, `of_it` of the change,
`informed_of_you` of the user's affairs; `gone`, `replaced`: what was there; `awaited`: somebody expects the user;
`under_way`: what was sent; `will_sound`: what will remind them; `bothers_no_more`: what they will see no more;
`passed_on`, `passed`: what Steward told
somebody, with and without a subject; `released`: what they may strike or forget; `be`, `wholly` and `over`: what
somebody did wholly, in a participle of any verb, `resulted` with a verb of outcome; `over_now`: complements of what is
settled, `pronoun`: of everything; `compared`: what is less or more than it was; `own_deed`: any
deed in the first person but one of the mind; `presented`: "there is", of what is in a list now; `never_again`: what will
be no more; `stayed`: where something was left; `placed` and `listed`: what or who has a place; `held_for`: what is kept free; `seen_at`: who will see the user; `heard_of`: what they
will hear of; `settled_elsewhere`: what moved; `as_wished`, `nothing_left`: that all is as it was asked; `arrived` and `in_store`: what came into a list of the user's; `shifts`: what is at
another time; `to_be_found`: where they will find it; `to_expect`: what will remind them; `went`: what went through;
`received`: somebody has the news; `as_it_was`: what was taken back; `settled`, `rested`: that it is over, and that they may rest; `alone`: as much, as the whole of a clause. What a language has no words for is empty."""


@dataclass(frozen=True, slots=True, eq=False)
class IndirectWords:
    """One language's frames. `reassures`: how a clause bids the user be at ease, before another one that
    tells why; `as_if`: how it says that something is gone without a trace; `anchor`: what ties a clause to the user's things; `hangs`: words with which a clause tells
    what might be, or depends on something."""

    rules: Rules
    reassures: Rule
    as_if: Rule
    anchor: Rule
    hangs: frozenset[str]


def _words(classes: Mapping[str, str], *, reassures: str, as_if: str, anchor: str, hangs: str) -> IndirectWords:
    frames = []
    for says, _, template in (line.partition(": ") for line in _FRAMES.strip().splitlines()):
        used = [name for name in classes if f"{{{name}}}" in template]
        if all(classes[name] for name in used):
            filled = template.format(**classes)
            frames.append(f"{says}: {filled[1:] if filled.startswith('^') else '~' + filled}")
    return IndirectWords(
        rules("\n".join(frames)),
        Rule("", reassures, anywhere=True),
        Rule("", as_if, anywhere=True),
        Rule("", anchor, anywhere=True),
        split(hangs),
    )


_N = f"({FIGURE})"
_EN_DAY = "(monday|tuesday|wednesday|thursday|friday|saturday|sunday|weekend|morning|afternoon|evening|night|day|week|tomorrow|mondays|tuesdays|wednesdays|thursdays|fridays)"
_EN_HOUR = f"({_N}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|noon|midday|midnight|half|quarter)"
_EN_IT = "(it|that|this|them|those|everything|all of (it|that|them)|that one|this one|the (whole)? _ (off|from|out)?)"
_EN_FOLK = "(?!i |you |we |it |that |this |who |which |nobody |what )_"
_EN_PASSED = "(gave|given|passed|handed|slipped|sent|dropped|forwarded|shot|fired|broke|relayed|spread|filled|brought|clued|tipped|got|had|pinged|texted|rang|messaged|let) (?!you |it |back |rid )_{1,3} (the|a|your|in|on|up|off|know|along|over|word|it) (new|news|word|time|line|message|heads|note|update|change|plan|details|address|nod|about|to|speed|loop|know|picture|old|date|with)"
_EN = {
    "now": "(now|already|finally|once more|at last|officially|safely|all|back|again|no longer)",
    "moment": "(right now|just now|for now|as of now|by now|no longer open|all (right|good|well|fine|the|of|your|day|my|i|you|that|this|these|those) )",
    "stands": "(starts|begins|ends|finishes|runs|happens|takes place|falls|sits|stands|lives|reads|says|shows|counts|lasts|is|are|'s|has|have|belongs|appears|there) (?!a |an |two |three |_{0,1} left)",
    "clock_only": _N,
    "henceforth": "(from (now|then|here|today|tomorrow) on|from now|instead of _|instead|from this week on|rather than _|for good|going forward|henceforth)",
    "again": "",
    "cleared": "(clear|free|open|empty|yours|available|unblocked|wide open)",
    "back": "(again|once more|at last|now)",
    "yours": "((is|are|'s) (all|now)* yours (for|at|on|from|again|$)|you (have|got|are having) (got)? (your|a|the) (spot|seat|slot|place|table|room|ticket|tickets|desk) (for|at|on|in)|there is (a)? _{0,2} (with|under|in) your name)",
    "enrolled": "(is|are|'s|am) (all|now|safely|both|nicely|neatly|well|firmly|properly|duly) (signed|checked|enrolled|registered|entered|tucked|filed|stowed|stored|stashed|settled|secured|covered|paid|posted|written|noted|cleared|parked|queued|lined|squared|caught|tracked|looked|ready|backed)",
    "kept": "(is|are|'s|sits) (safely|safe|snugly|neatly|nicely) (_)? (in|away|on|under|there|where|and sound)",
    "informed": f"{_EN_FOLK} (now|already|has|have|just|been|is|are|'s|all)* (knows|know|heard|told|informed|aware|briefed|warned|updated|in the (loop|know|picture)|up to (speed|date)|(got|gets|have|has) (the|your) (message|news|word|memo|note|update|heads))",
    "of_it": "(when (to|you)|where (to|you)|what time|not to|to (come|expect|bring|call|be|wait)|about (the|your|it|this|that)|of (the|your|it|this) (change|delay|plan|new|move|cancellation|switch)|that (you|it|the|your)|you are|you will|the new|not to (come|wait|expect)|where to|when to)",
    "informed_of_you": f"{_EN_FOLK} (knows|know|understands|heard) (that)? (you|it) (are|will|is|can|have|'s)",
    "gone": "((is|are|'s) (all|now|already|finally)* (gone|history|out of (the|your)|off your|a thing of|no more|behind you|taken down|wiped|dead and buried)|vanished|disappeared|went away)",
    "replaced": "((new|right|correct|updated|other) (one|version|number|time|address|date|entry|name) (is|'s|stands|sits|goes|has|took|takes) (now|in|there|on|taken|its|over)|(takes|took|taken) (its|their|the old one) place)",
    "awaited": "((is|are|'s) (now|already)* expecting (you|your|us)|(will be|is|are) (there)? waiting for you (at|on|from|to)|await you|(is|are) (now|already)? expected (at|by|in|on|there))",
    "under_way": "(is|are|'s) (now|already|all)* (on (its|their|the|his|her) way|en route|winging|flying out|heading (out|over|to)|in (his|her|their|the) inbox|in the post)",
    "will_sound": "(will (then|also|now)* (pop up|buzz|ring|ping|chime|beep|flash|nag|go off|tap|sound|wake|show up|come up|(remind|notify|alert|nudge|ping|wake|warn) you) (?!_{0,14} (if|once|when|after|unless) )|gets? (a|your) (ping|nudge|buzz) from me)",
    "bothers_no_more": "(will not|will no longer|will never|is not going to|are not going to) (be)? (bother|bothering|slip|escape|trouble|disturb|haunt|nag|clutter|show|appear|pop|ring|ping|come up|hear|see|turn up|get in) _{0,5} (mind|memory|again|any more|anymore|up|more|longer|your|you|it)",
    "passed_on": f"(i|we) (have|just|already|also|then)* {_EN_PASSED}",
    "passed": _EN_PASSED,
    "be": "(is|are|'s|has been|have been|was|were|got)",
    "wholly": "(all|now|already|safely|both|nicely|neatly|well|firmly|properly|duly|just|finally|successfully|well and truly)*",
    "over": "(all|now|safely|both|nicely|neatly|well|firmly|properly|duly|been|just|finally|well and truly)? (?!tired |excited |interested |named |located |supposed |based |closed |married |called |used |limited |worried |required |needed |expected |asked |related |allowed |dated |aged |titled |labelled |labeled |written |held |involved |followed |owned |shared |confused |pleased |delighted |scared |bored |divided |mentioned |described |made |taken |given |told |kept )(**ed|dealt|told|given|sent|put|set|made|taken|brought|told|written|held|kept|struck|shut|paid)",
    "resulted": "(has|have|'s|is) (now|just|already|all|both)* been (dealt|told|given|sent|put|set|made|taken|brought|written|struck|shut|laid|cut|hung|swept|kept|held|hit|paid|**ed)",
    "over_now": "(lined up|done|dealt with|seen to|squared away|set up|good to go|ready to (go|roll)|in (place|order|hand|the (bag|system|book|books|pipeline|can)|motion|force|effect)|on (file|record|the (books|map|board|radar)|its feet|track|ice)|under (way|control|wraps)|up and running|up to date|a (done deal|go|lock|certainty|date|dead duck|goner)|all (set|squared|sorted|clear|yours|done)|nailed down|ironed out|tied up|wrapped up|pinned down|inked in|locked in|taken care of|live|armed|official|crossed|struck|wiped|history|toast|sorted|settled|agreed|fixed|arranged|handled|covered|out of (the way|your (hair|way|hands)))",
    "pronoun": "(it|that|this|everything|which|all|they|both)",
    "compared": "((is|are|has|have|gets|got|looks|grew|shrank|grown|shrunk) (now)? (?!no )_{0,3} (shorter|longer|fewer|lighter|emptier|fuller|freer|earlier|later|cleaner|tidier|less|smaller|bigger) (?!than |_{1,2} than )|(grew|shrank|shrunk|has grown|lost|gained) (by)? (a|an|one|two|three|four|five|another|some))",
    "own_deed": "(i|we) (have|just|already|also|then|even)* ((?!need |looked |searched |checked |found |noticed |understood |tried |failed |wanted |meant |needed |assumed |considered |listed |prepared |drafted |guessed |skipped |used |interpreted |ignored |treated |compared |summarised |summarized |counted |calculated |converted |translated |reviewed |gathered |collected |picked |filtered |included |based |limited |suggested |proposed |asked |mentioned |explained |described |called |named |promised |agreed |hoped |hesitated |stopped |waited |missed |misunderstood |apologised |apologized |answered |replied |loved |liked |enjoyed |learned |learnt |remembered |recognised |recognized |matched |received |opened |consulted |browsed |queried |scanned |fetched |retrieved |examined |inspected |started |finished |completed |worked |lived |walked |talked |decided |thought |supposed |believed |expected |planned |wished |worried |referred |pointed |stated |ordered |ranked |grouped |highlighted |sketched |outlined |composed |quoted |showed )(**ed)|made|cleared|put|gave|got|set|cut|split|shook|swung|dug|drew|drove|built|brought|hid|tore|threw|slid|shut|rang|wrote|told|sent) (up|down|out|in|off|over|back|away|together|around|aside)? (it|them|that|this|the|your|those|these|a (slot|place|spot|seat|note|gap|hole|window|line)|room|space|time|an hour|things|_ (the|your|a|an|it|that|this|out)) (?!look |search |mistake |guess |moment |wrong )",
    "presented": "((and|so|then)? (that is|there (is|are|goes|go|it is|you have)|here (is|goes))|(the|your) _)",
    "never_again": "((will not|will no longer|will never|is not going to|are not going to) _{0,9} (again|any more|anymore|longer)|(no more) _{1,4} (for|from|about|at|on|in) )",
    "stayed": "((is|are|'s) (back|in|out) (where|on the (plan|secret|news|idea)|of (sight|mind|the picture|the running|play|circulation))|should (now|already)? have (your|the|my|it|that) _{0,4} (by now|already))",
    "placed": "((sits|sit|fits|fit|slots|slot|nestles|falls|squeezes|comes) _{0,2} (between|among|right (after|before)|straight (after|before))|(have|has) (now)? (swapped|traded|changed|switched) (places|places|slots|times|seats|days)|(has|have|got|gets|found) (a|an|its|their|his|her) (new|own|fixed|proper|regular)? (place|home|spot|slot|seat|date|time) (in|on|at|among|with))",
    "listed": "you are (now|all|officially)* (down|in|on|up|next) (for|the|as|with|at|there)",
    "held_for": "(i|we) (have|got)+ (?!a |an |two |three |no |not )_ _{0,4} (blocked|marked|pencilled|penciled|kept|set|put|held|ringed|circled|noted|written|earmarked|lined) (out|in|down|off|up|for|aside)",
    "seen_at": "(can|will) (see|fit|take|squeeze|have|meet|pick|collect|await|expect) you (in|at|on|up|from)",
    "heard_of": "(you will (get|have|feel|receive) a (tap|knock|shout|buzz|ring|ding|prod|poke|nudge|heads)|you will hear (from|about|of|it|a)|you are going to hear (from|about))",
    "settled_elsewhere": "(is|are|lives|live|sits|happens|runs) (now)? _{0,2} (one|together|separate|apart) (again|now)|(is|are) no more|(is|are) (back|off|on) (on|off) (again)?$",
    "as_wished": "(just|exactly|all|everything|it is|is|are) (just|exactly|all)? (as|the way|how|like) you (asked|wanted|wished|like|liked|said|requested|described)",
    "nothing_left": "(nothing _{0,4} (needs|need) (doing|to be done|done)|nothing (left|more|else|further) _{0,3} (to do|to worry|needed|required|to sort)|there is nothing (left|more|else|further))",
    "arrived": "(has|have|just|now|already)* (found (its|their)|made|wormed|worked|gone|went|goes|slid|slipped|slotted|landed|lands|hopped|jumped|popped|dropped|ended up|ends up|moved|came|joined|joins|tucked|nestled|nestles|sits|sitting|waiting|showed|turned up|appeared)",
    "in_store": "(its way|their way|it)? (straight|right|back|safely|up)* (in|on|into|onto|to|at|among|under|off|out of|with)? (the|your) _{0,4} (calendar|diary|agenda|schedule|planner|list|lists|contacts|notes|books|plan|plans|week|reminders|book|others|rest)|joins the _{0,2} (list|calendar|agenda)",
    "shifts": "(slipped|slid|shifted|moved|jumped|hopped|switched|moves|slides|shifts|jumps|hops|slips|bumps|switches|swaps) (up|back|forward|over|along|across|down)* (to|from|by|into|until|a|an|one|two|half)",
    "to_be_found": "you will (now|also)* (find|see|spot|notice) (it|this|that|them|your|the) _{0,4} (in|on|under|at|there|waiting|gone)",
    "to_expect": "(you (can|may|should) (now)?)? (expect|count on|look out for|watch for|watch out for|look forward to|keep an ear out for|(i|we) will (then|also|be sure to|make sure to)* (be (reminding|nudging|pinging|buzzing|poking|waking)|(give|drop|send|shoot) you)|i (have)? got my eye) (a|an|my|the|you|on)? _{0,3} (reminder|nudge|ping|alert|notification|buzz|shout|call|it|about|that|at|before) (?!_{0,14} (if|once|when|after|unless) )",
    "went": "(has|have|just|all)* (went|gone|goes) (through|out|off|live|into (effect|force|your|the)|ahead|on its way|without a hitch)",
    "received": f"{_EN_FOLK} (has|have|already|just|now)* (got|received|read|had) (the|your|our) (message|news|word|memo|note|update|heads|invite|invitation|email|reminder|details|address|text)",
    "as_it_was": "((back) (to|as|like|the way|how) (how|the way|what|as)? (it|things|they|everything) (was|were|had been)|back to (normal|square one|its old|where)|like (it|that) never (happened|was))",
    "released": f"((you|we) (no longer (need|have) to|(do not|need not|will not) (have to|need to)? _{{0,6}} (any more|anymore|any longer))|(you|it|we) (can|may|could safely|are free to|should) (now|safely|already|finally|also|go ahead and|just)* (cross|tick|strike|check|scratch|tear|scrub|rub) {_EN_IT} (off|out|from|up)?|you can (now|safely|already|just)* (stop (worrying|thinking|fretting|looking|chasing|wondering)|rest easy|relax|breathe|put (it|that|this) (behind|out)|forget (about)? (it|that|this|all about)|sleep|count on (it|that))|(no need|not have|need not|not need|no longer have|no longer need|nothing) (to|for you to)? (worry|think|fret|stress|chase|remember|bother|do|left to do) (about|yourself|with|of|over)? _{{0,5}} (again|any more|anymore|longer|now|more)|(scratch|strike|cross|tick) (that|it|this|that one) (off|out)|worry no more|(do not|no need to|never) (give|waste|spend) _{1, 4} (another|more|any more|second) (thought|minute|worry|second)|think no more (of|about))",
    "settled": "(that (is|was) (you|it|them|everything|the _|your _|all) _{0,5} (**ed|in|off|out|on|sent|put|done|told)|(one|a) _{1,2} (you|that you) (do not|will not|need not|no longer) (have|need)? (to)? |(one|a) (less|fewer) (thing|worry|item|task|chore|headache|job)|(one|thing|item|weight|load|burden) (is|'s)? off (your|the) (plate|list|mind|shoulders|hands|chest)|(is|are|'s) off your (plate|hands|mind|shoulders|back)|and just like that|(consider|call|count) (the|your|that) _{1,3} (**ed|done|sent|dealt with|as good as)|(consider|call) (it|that|them|the _|this|your _) (_)? (history|gone|dealt|arranged|settled|fixed|a done deal|in the bag|yours|a date|as good as|over)|(it|that|this|everything|which|all) (is|are|'s) (all|now|already|well and truly|taken)* (settled|agreed|fixed|arranged|dealt with|out of the way|in the bag|a done deal|under control|seen to|ironed out|looked after|squared|wrapped|nailed down|in hand|a go|water under)|(job|mission|task) (done|accomplished|complete|completed)|thanks to me|no sooner said|that (was|is) (it|that) (then|done)|voila|presto|hey presto|ta da|tada|bob is your uncle|all yours)",
    "alone": "(there|there we are|there we go|that is that|done and dusted|easy|boom)",
    "rested": "(leave (it|that|this|everything|all that) (all)? (with|to|in) (me|my)|(i|we) (have|'ve) (got)? (this|it|that|everything|you) (covered|under control|in hand|all in|from here)|got (it|that|this|you) covered|(i|we) (have)? (seen|saw|looked) (to|after) (it|that|this|everything|them))",
}
_EN_REASSURES = "(rest (assured|easy)|(do not|never|no need to|stop|without) (you)? (worry|worrying|fear|fret|stress)|fear not|worry not|relax|breathe|no (worries|sweat|stress)|good news|you can (relax|breathe|rest|sleep|stop)|easy)"
_EN_ANCHOR = f"(^(and|then|so)? (the|both|all)|<o>|your|you|my|it|that|this|everything|both|meeting|call|appointment|visit|lunch|dinner|breakfast|reminder|alarm|dentist|doctor|trip|flight|class|session|booking|reservation|table|(at|for|from|until|to|on|by|in the) {_EN_HOUR}|{_EN_DAY}|old|new|phone)"
_EN_HANGS = "if once when whenever unless until after would could should might may want wants shall suggest suggests supposing say says said reply replies wish perhaps maybe please let's yet waiting pending needs according"

_PT_HOUR = f"({_N}|uma|duas|tres|quatro|cinco|seis|sete|oito|nove|dez|onze|meio|meia|doze)"
_PT_DAY = "(segunda|terca|quarta|quinta|sexta|sabado|domingo|segundas|tercas|quartas|quintas|sextas|sabados|domingos|manha|tarde|noite|amanha|semana|dia|feira)"
_PT_IT = "(isso|isto|esse|essa|esses|essas|este|esta|estes|estas|aquilo|aquele|aquela|tudo|(o|a|os|as) _ (da|do|de))"
_PT_FOLK = "(?!eu |tu |voce |voces |ninguem |quem |nao |nos |isto |isso |que |se )_"
_PT = {
    "now": "(ja|agora|finalmente|oficialmente|outra vez|de novo|novamente|em seguranca)",
    "moment": "(agora mesmo|por agora|ate agora|neste momento|de agora|mesmo agora)",
    "stands": "(comeca|comecam|acaba|acabam|termina|terminam|decorre|acontece|calha|mora|diz|mostra|conta|dura|e|sao|esta|estao|tem|tens|ha|cai|vive|marca|aparece|aparecem|la (esta|estao)|ca (esta|estao)|pertence) (?!um |uma |dois |duas |tres |la muito )",
    "clock_only": _N,
    "henceforth": "(a partir de (agora|hoje|amanha)|daqui (para|em) (a)? (frente|diante)|de agora em diante|doravante|em vez d**|de vez|no lugar d**)",
    "again": "(voltou a|voltaram a|volta a|tornou a) (estar|ficar|ser|ter)?",
    "cleared": "(livre|livres|vaga|vago|vazia|vazio|desimpedid**|aberta|aberto|disponivel|folgad**)",
    "back": "(outra vez|de novo|novamente|agora|finalmente|por fim)",
    "yours": "((e|sao|ficou|fica) (toda|todo|ja|agora)* (tua|teu|tuas|teus|sua|seu|suas|seus|vossa) (as|a|para|no|na|em|desde|$)|(tens|tem|ficaste com|ficou com) (ja|o|a|um|uma|teu|tua|seu|sua)* (lugar|vaga|mesa|quarto|bilhete|hora|assento|cadeira) (garantid**|na|no|as|para|marcad**|reservad**|guardad**)|(tem|ha) (ja|uma|um|agora)* (mesa|hora|vaga|lugar|quarto) (marcad**|reservad**|guardad**|em (teu|seu) nome|a (tua|sua) espera))",
    "enrolled": "(esta|estao|estas|ficou|ficaram|ficaste|fica) (tudo|toda|todo|ja|bem|agora|devidamente|muito|em|quase|mais|que)* (inscrit**|matriculad**|guardad**|arrumad**|arquivad**|pag**|coberto|coberta|assente|arranjad**|despachad**|acautelad**|protegid**|a salvo|em seguranca|em boas maos|limp**|resolvidinh**|arrumadinh**)",
    "kept": "(esta|estao|ficou|ficaram|fica) (_)? (guardadinh**|arrumadinh**|resolvidinh**|marcadinh**|bem guardad**|bem entregue|em lugar seguro|a salvo|em boas maos|em seguranca|certinh**|prontinh**|tratadinh**|arranjadinh**)",
    "informed": f"{_PT_FOLK} (ja|agora|tambem|esta|estao|ficou|ficaram|foi|foram)* (sabe|sabem|soube|ciente|cientes|a par|ao corrente|informad**|avisad**|posto ao|posta ao|(recebeu|receberam|tem|teve) (o|a) (recado|aviso|noticia|mensagem|novidade))",
    "of_it": "(d** (mudanca|alteracao|atraso|novo|nova|novidade|teu|tua|seu|sua|plano|recado)|que (chegas|vais|nao|estas|te|ja|chega|vai|voce|o|a|tu|esta)|disso|disto|$)",
    "informed_of_you": "",
    "gone": "(desapareceu|desapareceram|sumiu|sumiram|foi a vida|foi (se)? embora|foi se|ja era|ja eram|passou a historia|passaram a historia|e passado|(foi|foram) a vida|evaporou|deixou de existir|deixaram de existir|saiu d** (tua|sua|lista|agenda|frente)|sairam d** (tua|sua|lista|agenda)|fora d** (tua|sua) (lista|agenda|vista|frente)|ficou para tras)",
    "replaced": "((novo|nova|certo|certa|correto|correta|outro|outra) (_)? (esta|ocupa|tomou|ficou|entrou|fica) (ja|agora|o|em|no|na)* (lugar|la|seu|lugar d**)|no lugar d** (antig**|velh**|anterior|dele|dela))",
    "awaited": "((estao|esta|ficam|fica|estara|estarao) (ja|agora|todos)* a (tua|sua|vossa) espera|(espera|esperam)(te|por ti|por si|voce) (as|no|na|em|a)|(conta|contam) (ja)? (contigo|consigo|com voce|com a tua))",
    "under_way": "((vai|esta|vem|ja) (ja|a|agora)* (a)? caminho|(foi|seguiu|seguiram|foram|saiu|sairam) (ja|agora)? (para|por|com) (a|o|as|os)? _{0,3}(email|correio|mensagem|caixa|destino|caminho)|(na|no) caixa de (entrada|correio) d**)",
    "will_sound": "((vai|vao|ira) (te|lhe|o|a|entao)* (apitar|tocar|vibrar|soar|avisar|chatear|despertar|acordar|piscar|lembrar|surgir|aparecer|saltar) (?!_{0,14} (se|quando|depois|assim|caso) )|(lembra|avisa|desperta|acorda|apita|toca|chama) (te|lhe) (as|a|na|no|para|pel**|amanha|logo|hoje|do|da|dos|das|de)|(apitara|tocara|vibrara|soara|despertara|surgira|aparecera))",
    "bothers_no_more": "((ja)? (nao|nunca) (te|o|a|lhe|mais|vai|vao|ira|te vai|te vao|volta|voltam|voltas|vais|vai voltar|te volta)* (a)? (incomodar|chatear|perturbar|aparecer|apitar|tocar|ver|ouvir|preocupar|incomoda|chateia|incomodara|aparecera|aparece|chatear**)|nunca mais (te|vais|vai|o|a|_)* (incomodar|chatear|ver|ouvir|aparecer|incomoda|chateia|incomodara|ouves|ves))",
    "passed": "",
    "passed_on": "((entreguei|passei|transmiti|comuniquei|reencaminhei|encaminhei) (ja|lhe|te)* (o|a|os|as|isso|tudo)|(dei|passei|transmiti|entreguei|mandei|fiz chegar|levei|disse|contei|comuniquei|pus) (ja|tambem|lhe|te)* (o|a|os|as|ao|um|uma|d**) _{0,3} (horario|hora|recado|novidade|mudanca|noticia|mensagem|data|morada|alteracao|detalhes|nova|novo|corrente|par|plano|contacto|numero|a|ao|aos))",
    "be": "(esta|estao|e|sao|foi|foram|ficou|ficaram|fica|anda|tem|tens)",
    "wholly": "(todo|toda|todos|todas|ja|bem|agora|devidamente|mesmo|finalmente|tudo|mais que|em)*",
    "over": "(todo|toda|todos|todas|bem|devidamente|tudo|ja|agora|mais que|sido|finalmente) (?!casad** |fechad** |cansad** |ocupad** |parad** |obrigad** )(**ado|**ada|**ados|**adas|**ido|**ida|**idos|**idas|posto|posta|feito|feita|dito|escrito|escrita|pago|paga|entregue|aceite)",
    "resulted": "(ficou|ficaram|ficaste) (ja|bem|tudo|toda|agora|devidamente)* (?!casad** |fechad** |cansad** |ocupad** )(**ado|**ada|**ados|**adas|**ido|**ida|**idos|**idas|**inho|**inha|**inhos|**inhas|posto|posta|feito|feita|escrito|paga|pago|entregue|assente|em dia|em ordem)|(esta|estao|fica|foi) (ja|bem|tudo)* (**adinho|**adinha|**adinhos|**adinhas|**idinho|**idinha|**idinhos|**idinhas|prontinh**|certinh**|feitinh**)",
    "over_now": "(ja|tudo|agora|bem)* (a postos|em (ordem|dia|marcha|vigor|boas maos|cima da mesa)|no (papo|sitio|lugar|sistema|mapa|radar|saco|bolso|ar|ponto)|na (calha|mao|linha|ordem|forja)|favas contadas|assunto (arrumado|encerrado)|ponto assente|sob (controlo|controle)|encaminhad**|orientad**|alinhavad**|assente|assegurad**|garantid**|arrumad**|despachad**|tratad**|resolvid**|de pe|a andar|operacional|ativ**|pront** para (as|o|a|tocar)|coisa (feita|certa)|canja|historia|agua passada|aviad**)",
    "pronoun": "(isso|isto|tudo|aquilo|esse assunto|o assunto)",
    "compared": "((cresceu|cresceram|encolheu|encolheram|ganhou|ganharam|perdeu|perderam) (um|uma|dois|duas|tres|quatro|cinco|mais)|(tem|tens|esta|estao|ficou|ficaram|leva|conta com|passou a ter) (agora|ja|com)* (menos|mais) (um|uma|dois|duas|tres|quatro|cinco|curt**|long**|lev**|vazi**|chei**|ced**|tard**|pequen**|arrumad**)|(tem|tens|leva|ficou com) _{1,3} a (menos|mais))",
    "own_deed": "(?!nao |sei |nem )((eu|ja|tambem|entao)* (arranjei|abri|fiz|dei|meti|enfiei|encaixei|juntei|troquei|virei|fechei|libertei|desbloqueei|limpei|arrumei|separei|dividi|uni|fundi|puxei|empurrei|mexi|ajeitei|compus|resolvi|despachei|acertei|afinei|ajustei|aliviei|cortei|risquei|poupei|reservei|liberei|conclui|tirei|pus) (te|lhe|o|a|os|as|ja|isso|um|uma|la|no|na|tudo|espaco|lugar|tempo|vaga|hora|isto|esse|essa|este|esta|dois|duas))",
    "presented": "((e)? (la|ai|ali|aqui|ca) (esta|estao|vai|vao|fica|ficam|tens))",
    "never_again": "((nao|nunca) (te|lhe|o|a|vais|vai|vao)* (volta|volto|voltas|voltam|voltar|voltara|voltarao|voltaras) a|nunca mais|(acabaram|acabou) se (os|as|o|a))",
    "stayed": "((ficou|ficaram) (ja|agora|tudo)? (na|no|nas|nos|em|a|para|por)|(voltou|voltaram|regressou|regressaram) (ja|agora)? (ao|a|aos|as|para o|para a) (seu|sua|teu|tua)? ?(lugar|sitio|posto|dia|hora|horario|normal|agenda|lista|calendario)|(esta|estao) (ja|agora)? por (dentro|fora)|(deve|devem) (ja)? ter (ja)? (o|a) (teu|tua|seu|sua))",
    "placed": "((cabe|cabem|encaixa|encaixam) (agora|ja)? (entre|na|no|as|antes|depois)|(trocaram|mudaram) de (lugar|sitio|hora|dia|posicao)|(tem|ganhou|arranjou|encontrou|ficou com) (ja|agora|um|uma|o|a|seu|sua)* (novo|nova|proprio)? (lugar|sitio|casa|espaco|cantinho|data|hora|horario) (na|no|nas|nos|em|as|certo|certa|marcad**|reservad**))",
    "listed": "(estas|esta|ficaste|ficou|entraste) (ja|agora)* (na|no|dentro|em) (lista|turma|grupo|rol|fila)",
    "held_for": "(tenho|temos|deixei|guardei) (te|lhe|ja|o|a|os|as)* _{1,5} (bloquead**|guardad**|marcad**|reservad**|livre|anotad**|apontad**) (para|por|na|no)",
    "seen_at": "((espera|atende|recebe|apanha|busca|aguarda)(m)? (te|lhe|o|a|voce) (as|na|no|em|a|ao|para)|(pode|vai|consegue) (atender|receber|ver|encaixar|apanhar|esperar|buscar) (te|lhe|o|a|voce))",
    "heard_of": "(vais|vai|teras|tera|recebes|receberas) (ter|receber|ouvir)? (ja)? (noticias|um sinal|um toque) (minhas|meu|minha|de mim)?",
    "settled_elsewhere": "((mudou|mudaram|passou|moveu|deslocou|transferiu|adiantou|atrasou) se (para|pra|a|ao|uma|um|meia))",
    "as_wished": "(ficou|esta|tudo|ficaram|estao|exatamente|tal) (ja|tudo|exatamente|tal)* (como|qual) (pediste|pediu|querias|queria|quiseste|disseste|desejavas|gostas|mandaste)",
    "nothing_left": "((nao|nada) (te|lhe|ja|mais)* (falta|resta|sobra) _{0,3} (fazer|tratar)|nada mais (a|para|por|que) (fazer|tratar))",
    "arrived": "(foi|foram|entrou|entraram|aterrou|aterraram|caiu|cairam|saltou|passou|passaram|chegou|juntou se|juntaram se|instalou se|mora|moram|vive|vivem|veio|parou|apareceu|encaixou|encaixei|meteu se|saiu|sairam|mudou se|seguiu|voltou)",
    "in_store": "(parar|se|direitinh**|direto|ja|agora|para|logo)* (a|as|ao|aos|na|no|nas|nos|para (a|o)|da|do|das|dos|em|fora da|fora do) (tua|teu|tuas|teus|sua|seu|suas|seus|_)? (calendario|agenda|lista|listas|contactos|contatos|notas|planos|compras|lembretes|tarefas|resto)",
    "shifts": "(escorregou|saltou|deslizou|recuou|avancou|mudou|transitou|passa|passam|salta|saltam|fica|ficam|muda|mudam|desliza|transita|avanca|recua|adianta se|atrasa se|pula) (ja|agora|entao|se)* (para|pra|das|da|de|do|uma|um|meia)",
    "to_be_found": "((vais|vai|podes) (ja|agora)* (encontrar|ver|da) (o|a|los|las|lo|la)* _{0,3} (na|no|nas|nos|em)|(encontras|veras|encontraras|ves|encontra|encontrara) (ja|o|a|os|as)* _{0,3} (na|no|nas|nos|em))",
    "to_expect": "((levas|recebes|ganhas) (ja)? (um|uma) _{0,2} (toque|aviso|lembrete|alerta)|(conta|conte|espera|aguarda) (la|ja)? (com|por)? (um|uma|o|a|meu) _{0,2} (lembrete|aviso|toque|alerta|notificacao|alarme|mensagem)|(eu)? (dou|aviso|lembro|apito|mando|ligo|acordo|chateio|chamo) (te|lhe|voce) _{0,4} (eu|toque|lembrete|aviso|as|a|na|no|amanha|antes|logo|sexta|segunda|terca|quarta|quinta|sabado|domingo|alerta)|(eu)? (te|lhe) (aviso|lembro|dou|acordo|chamo) (as|a|na|no|amanha|antes|logo|um)) (?!_{0,14} (se|quando|depois|assim|caso) )",
    "went": "((seguiu|seguiram|avancou|avancaram|entrou em vigor|entraram em vigor|partiu|foi avante|passou (sem|com)|foi aceite|correu tudo) )",
    "received": f"{_PT_FOLK} (ja|agora|tambem)* (recebeu|receberam|leu|leram|tem|ficou com|teve) (ja)? (o|a|os|as) (teu|tua|seu|sua|nosso)* (recado|mensagem|aviso|noticia|novidade|convite|email|detalhes|morada|nova)",
    "as_it_was": "((voltou|voltaram|regressou) _{0,3} (como|tal como|igual ao que) (estava|estavam|antes|dantes|era|nada fosse)|a estaca zero|ao (que era|normal|estado))",
    "released": f"(ja nao (precisas|precisa|tens|tem|e (preciso|necessario)|ha (que|necessidade)|faz falta|vale a pena) (de|que)|(ja)? (podes|pode|podem) (ja|agora|entao|bem|finalmente|perfeitamente)* (riscar|cortar|apagar|eliminar|tirar|dar baixa|esquecer|esquecer te|esquecer se) {_PT_IT}|(podes|pode) (ja|agora|entao|tu)* (ficar|estar|dormir|ir|respirar|relaxar) (mais)? (descansad**|tranquil**|sossegad**|fundo|de alivio|a vontade)|(ja)? (nao) (precisas|precisa|tens|tem|ha|e preciso|vale a pena) (mais|de|que|nada|razao|motivo|para)* (te|se|de te|mais)? (preocupar|preocupares|pensar|lembrar|ralar|preocupar te|preocupar se|esquecer|fazer) (te|se|mais|com|nisso|nisto|por|causa)+|nao (penses|pense|te rales|ligues|te preocupes|percas) mais|risca (ja)? (isso|essa|esse|da)|esquece (isso|la isso|a preocupacao))",
    "settled": "((da|de|considera|considere|conta) (ja)? (o|a|os|as|esse|essa|isso) _{0,5} (por|como|com)? (**ado|**ada|**ados|**adas|**ido|**ida|feito|feita|entregue|pronto|pronta)|(e|sao) (ja)? menos (um|uma) _ que|menos (uma|um) (coisa|preocupacao|tarefa|chatice|dor|assunto|problema|item)|(uma|um) (preocupacao|coisa|tarefa|chatice|problema|peso) a menos|(este|esse|esta|essa|isso|isto|tudo) (assunto|problema|coisa|questao)* (ja)? (esta|ficou|fica) (ja|tudo|agora)* (arrumad**|despachad**|arrumado|sob controlo|sob controle|encaminhad**|em ordem|morto e enterrado|fechadinh**|arranjad**|nos conformes|controlad**|orientad**|na mao|no papo|tratadinh**|resolvidinh**)|(tirei|tiramos) (te|lhe|de ti)? (esse|este|um|o|isso) (peso|assunto|problema|isso)?|assunto (arrumado|encerrado|resolvido|despachado)|(da|de|dai|dou) (isso|isto|esse assunto)? (por|como) (arrumado|encerrado|feito|concluido|assente|resolvido|despachado)|e num instante|gracas a mim|missao cumprida|trabalho feito|esta (no papo|arrumado|despachado|feitinho|tratadinho|na mao|mais que))",
    "alone": "(ja|pronto ja|e ja) (esta|estao|ficou)",
    "rested": "((fica|fique|ficas|fiquem) (la|bem)? (descansad**|tranquil**|sossegad**)$|deixa (isso|tudo|la isso|isto)? (comigo|por minha conta|nas minhas maos)|(eu)? (ja)? (tratei|cuidei|encarreguei me|trato|cuido|ocupei me) (d**|de)|ja (me)? (ocupei|tratei|encarreguei))",
}
_PT_REASSURES = "((fica|fique|dorme|durma|podes|pode) _{0,2} (descansad**|tranquil**|sossegad**)|(nao|deixa|deixe|escusas|para|para la) (te|se|de|mais|precisas|precisa)* (preocupes|preocupe|preocupar|preocupares|rales|rale)|(descansa|descanse|relaxa|relaxe|calma|tranquilo|tranquila|boas noticias|sem stress|sem stresse))"
_PT_ANCHOR = f"(^(e|ja|agora)* (o|a|os|as|todos|todas)|<o>|tua|teu|tuas|teus|sua|seu|suas|seus|vossa|te|tens|tem|estas|podes|vais|voce|isso|isto|esse|essa|este|tudo|reuniao|chamada|consulta|almoco|jantar|visita|lembrete|alarme|dentista|medico|viagem|voo|aula|sessao|reserva|mesa|veterinario|compromisso|antigo|antiga|novo|nova|lista|agenda|telemovel|as {_PT_HOUR}|a uma|{_PT_DAY}|lugar|hora|vaga|inscrit**)"
_PT_HANGS = "se caso quando quer quero queres quiser quiseres quero assim podia poderia deveria gostaria gostarias sugiro talvez porventura ainda apos depois diz segundo confirmares confirmar confirme ate"

_ES_HOUR = f"({_N}|una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|mediodia|media)"
_ES_DAY = "(lunes|martes|miercoles|jueves|viernes|sabado|domingo|sabados|domingos|manana|tarde|noche|semana|dia)"
_ES_IT = "(eso|esto|esa|ese|esos|esas|esta|este|todo|aquello|aquel|(lo|la|el) _ (de|del))"
_ES_FOLK = "(?!yo |tu |usted |ustedes |nadie |quien |no |nosotros |esto |eso |que |se |me )_"
_ES = {
    "now": "(ya|ahora|por fin|oficialmente|de nuevo|otra vez|nuevamente)",
    "moment": "(ahora mismo|por ahora|hasta ahora|en este momento|de ahora)",
    "stands": "(empieza|empiezan|comienza|comienzan|acaba|acaban|termina|terminan|ocurre|cae|vive|dice|muestra|cuenta|dura|es|son|esta|estan|tiene|tienes|hay|marca|aparece|aparecen|figura|ahi (esta|estan)|alli (esta|estan)|pertenece) (?!un |una |dos |tres )",
    "clock_only": f"(las|la)? {_N}",
    "henceforth": "(a partir de (ahora|hoy|manana)|de (ahora|aqui|hoy) en adelante|desde ahora|en vez de _|en lugar de _|para siempre)",
    "again": "(vuelve a|vuelven a|volvio a|volvieron a|vuelves a) (estar|quedar|ser|tener)?",
    "cleared": "(libre|libres|vacio|vacia|despejad**|abiert**|disponible|desocupad**)",
    "back": "(otra vez|de nuevo|nuevamente|ahora|por fin)",
    "yours": "((es|son|quedo|queda) (toda|todo|ya|ahora)* (tuya|tuyo|tuyas|tuyos|suya|suyo|vuestra) (a|para|el|la|en|desde|$)|(ya)? (tienes|tiene|hay|teneis) (ya|la|el|tu|una|un|su)* (plaza|sitio|mesa|cuarto|habitacion|entrada|hora|hueco|asiento) (en|a|para|el|la|reservad**|guardad**|asegurad**|confirmad**|con|$)|(a tu|con tu) nombre)",
    "enrolled": "(esta|estan|estas|quedo|quedaron|quedaste|queda) (todo|toda|ya|bien|ahora|debidamente|muy|mas|que)* (inscrit**|matriculad**|guardad**|archivad**|pagad**|cubiert**|ordenad**|arreglad**|despachad**|protegid**|a salvo|a buen recaudo|en buenas manos|limpi**|apuntad**|solucionad**|zanjad**)",
    "kept": "(esta|estan|quedo|quedaron|queda) (_)? (guardadit**|arregladit**|a buen recaudo|bien guardad**|a salvo|en lugar seguro|en buenas manos|listit**|ordenadit**|en su sitio|en su lugar)",
    "informed": f"{_ES_FOLK} (ya|ahora|tambien|esta|estan|quedo|quedaron|fue|fueron|ha sido)* (sabe|saben|supo|al corriente|al tanto|enterad**|informad**|avisad**|puesto al|puesta al|(recibio|recibieron|tiene|tienen) (el|la) (recado|aviso|noticia|mensaje|novedad))",
    "of_it": "(d** (cambio|retraso|nuevo|nueva|novedad|tu|plan|recado|la nueva|la mudanza)|que (llegas|vas|no|estas|te|ya|llega|va|usted|el|la|tu|llegaras|iras)|de (todo|eso|esto|ello|tu)|$)",
    "informed_of_you": "",
    "gone": "(desaparecio|desaparecieron|se esfumo|se esfumaron|se fue|se fueron|paso a la historia|pasaron a la historia|pasado a la historia|es historia|son historia|es cosa del pasado|dejo de existir|dejaron de existir|salio de (tu|la|su)|salieron de (tu|la)|fuera de tu (lista|agenda|vista|camino)|quedo atras)",
    "replaced": "((nuevo|nueva|correcto|correcta|otro|otra|buena|bueno) (_)? (esta|ocupa|tomo|quedo|entro|queda|figura) (ya|ahora|el|su|en|al)* (lugar|sitio|puesto|alli|ahi)|en lugar d** (antigu**|viej**|anterior))",
    "awaited": "((te|os|le|les) (estan|esta|estaran)? (ya)? (esperan|espera|esperaran|esperara|esperando) (a|el|en|ya|alli|para)|(cuentan|cuenta) (ya)? (contigo|con usted))",
    "under_way": "((va|esta|van|estan|sale|ya) (ya|ahora)* (de|en) camino|(salio|salieron|fue|fueron|partio) (ya|ahora)? (para|por|con|hacia) (la|el|las|los|su)? _{0,3}(correo|mensaje|bandeja|destino|email)|en (la|su) bandeja de (entrada)?)",
    "will_sound": "((te|le|os)? (sonara|avisara|vibrara|pitara|despertara|saltara|aparecera|llegara|saldra|recordara) (?!_{0,14} (si|cuando|despues|tras|una vez) )|(te|le) (recuerda|avisa|despierta|suena|pita|llama) (a|de|el|la|las|los|manana|hoy|por)|(va|van) a (sonarte|avisarte|pitarte|vibrarte|despertarte|saltarte|aparecerte|recordarte|salirte|sonar|pitar|vibrar|saltar) (?!_{0,14} (si|cuando|despues|tras) ))",
    "bothers_no_more": "((ya)? (no|nunca) (te|le|os|mas|vas|va|van|volvera|volveras|volveran|vuelve|te volvera|te va)* (a)? (molestara|molestaran|molestar|molestarte|molesta|aparecera|apareceran|aparecer|sonara|veras|ver|oir|incomodar|incomodara|dara|preocupar)|nunca mas (te|volveras|vas|volvera|_)* (molestara|molestar|ver|veras|oiras|aparecera))",
    "passed": "",
    "passed_on": "((le|les|se lo|se la) (pase|di|mande|transmiti|entregue|comunique|conte|reenvie|traslade) (el|la|los|las|un|una|todo|ya|a)|(le|les|te|ya|tambien|se lo|se la|se)* (pase|di|mande|transmiti|entregue|hice llegar|comunique|conte|dije|puse|he pasado|he dado|he hecho llegar) (ya|tambien)* (el|la|los|las|al|un|una|de|a)+ _{0,3} (horario|hora|recado|novedad|cambio|noticia|mensaje|fecha|direccion|detalles|nueva|nuevo|corriente|tanto|plan|contacto|numero|dia))",
    "be": "(esta|estan|es|son|fue|fueron|quedo|quedaron|queda|anda|ha|han)",
    "wholly": "(todo|toda|todos|todas|ya|bien|ahora|debidamente|por fin|mas que|en)*",
    "over": "(todo|toda|todos|todas|bien|debidamente|ya|ahora|mas que|sido|por fin) (?!casad** |cerrad** |cansad** |ocupad** |parad** |obligad** )(**ado|**ada|**ados|**adas|**ido|**ida|**idos|**idas|puesto|puesta|hecho|hecha|dicho|escrito|escrita|resuelt**)",
    "resulted": "(quedo|quedaron|quedaste|queda|quedan|ha quedado|han quedado) (ya|bien|todo|toda|ahora|debidamente)* (?!casad** |cerrad** |cansad** |ocupad** )(**ado|**ada|**ados|**adas|**ido|**ida|**idos|**idas|**ito|**ita|**itos|**itas|puesto|puesta|hecho|hecha|escrito|resuelt**|firme|en firme|al dia|en orden)|(esta|estan) (ya|bien|todo)* (**adito|**adita|**aditos|**aditas|**idito|**idita|listit**|hechit**)",
    "over_now": "(ya|todo|ahora|bien)* (a punto|en (orden|marcha|regla|vigor|buenas manos|firme|pie|su (sitio|lugar)|el (bote|sistema|mapa|saco|radar|aire))|al dia|cosa (hecha|cerrada|segura)|pan comido|asunto (cerrado|zanjado)|bajo control|encarrilad**|encaminad**|amarrad**|atad**|asegurad**|garantizad**|arreglad**|despachad**|solucionad**|resuelt**|zanjad**|hablad**|operativ**|activ**|list** para (las|el|la|sonar)|historia|agua pasada|hech**|en el bolsillo|finiquitad**)",
    "pronoun": "(eso|esto|todo|aquello|ese asunto|el asunto|el tema)",
    "compared": "((crecio|crecieron|encogio|encogieron|gano|ganaron|perdio|perdieron) (en)? (un|una|dos|tres|cuatro|cinco)|(tiene|tienes|esta|estan|quedo|quedaron|lleva|cuenta con) (ahora|ya|con)* ((menos|mas) (un|una|dos|tres|cort**|larg**|liger**|vaci**|llen**|tempran**|tard**|pequen**)|_{1,3} (menos|de menos|de mas)$))",
    "own_deed": "(?!no |se )((te|se)? (lo|la|los|las) (hice|puse|quite|meti|encaje|arregle|ordene|limpie|libere|cambie|cerre|movi|ajuste|resolvi|tache|acomode|solucione|consegui|pase|lleve|subi|baje|adelante|retrase|hable|gestione|tramite)|(yo|ya|tambien|te|le|les|lo|la|se)* (hice|di|puse|quite|meti|encaje|abri|arregle|ordene|limpie|libere|junte|cambie|cerre|movi|ajuste|resolvi|separe|dividi|uni|fusione|tache|acomode|despeje|solucione|consegui) (te|le|lo|la|los|las|el|un|una|todo|hueco|sitio|espacio|lugar|tiempo|plaza|hora|eso|esto|esa|ese|dos))",
    "presented": "((y)? (ahi|alli|aqui|aca) (esta|estan|va|van|queda|quedan|tienes|lo tienes))",
    "never_again": "((no|nunca) (te|le|lo|la|vas|va|van)* (vuelve|vuelvo|vuelves|vuelven|volver|volvera|volveran|volveras) a|nunca mas|se (acabaron|acabo) (los|las|el|la))",
    "stayed": "((quedo|quedaron|ha quedado|han quedado) (ya|ahora|todo)? (en|a|para|por)|(volvio|volvieron|regreso|regresaron|ha vuelto|han vuelto) (ya|ahora)? (al|a|a la|a las) (su|tu)? ?(lugar|sitio|puesto|dia|hora|horario|agenda|lista|calendario)|(esta|estan) (ya|ahora)? (metid**|dentro) (en|de)|(debe|deben) (ya)? (de)? tener (ya)? (tu|el|la))",
    "placed": "((cabe|caben|encaja|encajan) (ahora|ya)? (entre|en|a|antes|despues)|(cambiaron|se cambiaron|han cambiado) de (lugar|sitio|hora|dia|posicion)|(tiene|encontro|gano|consiguio) (ya|ahora|un|una|el|la|su)* (nuevo|nueva|propio)? (lugar|sitio|casa|espacio|hueco|rincon|fecha|hora|horario) (en|a|reservad**|fij**|marcad**|asignad**|propi**))",
    "listed": "(estas|esta|quedaste|quedo|entraste) (ya|ahora)* (en|dentro) (la)? (lista|turma|grupo|fila|clase)",
    "held_for": "(tengo|tenemos|deje|guarde|he dejado|he guardado) (te|ya|lo|la|los|las|el)* _{1,5} (bloquead**|guardad**|marcad**|reservad**|libre|anotad**|apuntad**) (para|por|en)",
    "seen_at": "((te|le|os) (espera|esperan|atiende|atienden|recibe|reciben|recoge|recogen|ve|aguarda|atendera|recibira|esperara|recogera) (a|el|en|al|manana|ya)|(puede|va a) (atenderte|recibirte|verte|recogerte|esperarte))",
    "heard_of": "(vas a tener|tendras|recibiras) (ya)? (noticias|senales|un toque) (mias|mio|de mi)?",
    "settled_elsewhere": "(se (mudo|mudaron|movio|paso|pasaron|traslado|corrio|cambio|cambiaron|adelanto|retraso) (a|al|para|una|un|media)|(son|es) (ya|ahora)* una sola)",
    "as_wished": "(quedo|esta|todo|quedaron|estan|exactamente|tal) (ya|todo|exactamente|tal|y)* (como|cual) (pediste|pidio|querias|queria|quisiste|dijiste|deseabas|te gusta|mandaste)",
    "nothing_left": "((no|nada) (te|le|ya|mas)* (queda|falta|resta|sobra) _{0,3} (hacer|tratar)|nada mas (que|por) (hacer|tratar))",
    "arrived": "(fue|fueron|entro|entraron|aterrizo|aterrizaron|cayo|cayeron|salto|paso|pasaron|llego|llegaron|se sumo|se sumaron|se unio|se instalo|vive|viven|vino|aparecio|se metio|encaje|salio|salieron|se mudo|volvio|se coloco|se ha (colado|sumado|unido|instalado))",
    "in_store": "(a parar|directo|directamente|ya|ahora|derechit**|hasta)* (a|al|en|de|del|hacia|fuera de|entre) (tu|tus|la|las|el|los|su|sus)? (_)? (calendario|agenda|lista|listas|contactos|notas|planes|compra|recordatorios|tareas|resto)",
    "shifts": "(salto|se deslizo|avanzo|retrocedio|pasa|pasan|salta|saltan|queda|quedan|cambia|cambian|se (mueve|mueven|pasa|traslada|corre|cambia|retrasa|adelanta)|avanza|retrocede) (ya|ahora|entonces)* (a|al|para|de|del|una|un|media)",
    "to_be_found": "((lo|la|los|las)? (encontraras|veras|hallaras|encuentras|ves|tienes) (ya|ahora)* _{0,3} (en|entre) (tu|tus|la|las|el|los|su)|(vas|puedes) (ya|a)* (encontrarlo|encontrarla|verlo|verla|encontrarlos|verlos) (ya|ahora)* (en|entre))",
    "to_expect": "((llevas|recibes) (ya)? (un|una) _{0,2} (toque|aviso|recordatorio|alerta)|(cuenta|cuente|espera|aguarda) (ya)? (con|por)? (un|una|el|la|mi) _{0,2} (recordatorio|aviso|toque|alerta|notificacion|alarma|mensaje)|(yo)? (te|le) (doy|aviso|recuerdo|mando|despierto|llamo|pito) _{0,4} (yo|toque|recordatorio|aviso|a las|el|manana|antes|luego|alerta)) (?!_{0,14} (si|cuando|despues|tras|una vez) )",
    "went": "((salio adelante|salieron adelante|siguio adelante|entro en vigor|entraron en vigor|partio|se tramito|se curso|fue aceptad**|ha (salido|seguido|entrado)|han (salido|seguido|entrado)) )",
    "received": f"{_ES_FOLK} (ya|ahora|tambien)* (recibio|recibieron|leyo|leyeron|tiene|tienen|ha recibido) (ya)? (el|la|los|las|tu|tus) (recado|mensaje|aviso|noticia|novedad|invitacion|correo|detalles|direccion|nueva)",
    "as_it_was": "((volvio|volvieron|regreso|ha vuelto) _{0,3} (como|tal como|igual que|tal y como) (estaba|estaban|antes|era|si nada)|a la casilla de salida|a lo de antes|a la normalidad)",
    "released": f"(ya no (hace falta|tienes que|tiene que|necesitas|necesita|hay que|hay necesidad|vale la pena)|(ya)? (puedes|puede|podeis) (ya|ahora|por fin|tranquilamente)* (tachar|tacharlo|tacharla|borrar|quitar|dar por|olvidarte de|olvidar|olvidarte|despreocuparte|olvidarlo) {_ES_IT}?|(puedes|puede) (ya|ahora)* (quedarte|estar|dormir|ir|respirar|relajarte) (mas)? (tranquil**|descansad**|a gusto|$)|(ya)? (no) (tienes|tiene|hace|necesitas|hay|has|necesita|debes) (que|falta|por|de|nada|mas|ya|falta que)* (preocuparte|preocuparse|pensar|acordarte|preocupes|pienses|te preocupes|estar|hacer nada|agobiarte|hacer) (por|en|de|mas|pendiente)?|no (le|lo|te)? (des|pienses|preocupes|pierdas) mas|tacha (ya)? (eso|esa|ese|lo de)|olvidate (ya|de eso|del tema|del asunto))",
    "settled": "((da|considera|considere) (ya)? ((la|el|los|las|esa|ese|eso) _{0,5})? (por|como)? (**ado|**ada|**ados|**adas|**ido|**ida|hecho|hecha|lista|listo|resuelt**)|(es|son) (ya)? (un|una) _ menos|(una|un) (cosa|preocupacion|tarea|problema|asunto|lio|peso) menos|menos (una|un) (cosa|preocupacion|tarea|problema)|(este|ese|esta|esa|eso|esto|todo|asunto|tema) (asunto|tema|problema)* (ya)? (esta|queda|quedo) (ya|todo|ahora)* (zanjad**|despachad**|bajo control|encarrilad**|en orden|encaminad**|atad**|solventad**|en marcha|en el bote|controlad**|en regla|finiquitad**)|(he quitado|quite) (ese|este|un|el|eso) (peso|asunto|problema)|asunto (zanjado|cerrado|resuelto|arreglado|concluido)|(da|dalo|dala|demos) (eso|esto)? por (cerrad**|zanjad**|resuelt**|hech**|conclui**|arreglad**)|gracias a mi|mision cumplida|trabajo hecho|(esta|queda) (en el bote|hechito|mas que|zanjado|despachado|chupado))",
    "alone": "(y|listo|ya)* ((ya)? esta|ya quedo|descuida|descuide)",
    "rested": "((quedate|quedese|estate|descuida) (muy)? (tranquil**|descansad**)|(dejalo|dejamelo|deja eso|dejalo todo|dejaselo) (todo)? (en mis manos|de mi cuenta|a mi|conmigo|por mi cuenta)|(yo)? (ya)? (me)? (ocupe|encargue|encargo|ocupo) (ya)? (de|del))",
}
_ES_REASSURES = "((quedate|estate|puedes|duerme|puede|quedese) _{0,2} (tranquil**|descansad**|calmad**)|(no|deja|deje) (te|se|de|ya)* (preocupes|preocupe|preocuparte|agobies|inquietes|angusties)|descuida|descuide|relajate|calma|tranquilo|tranquila|buenas noticias|sin (agobios|prisas|miedo))"
_ES_ANCHOR = f"(^(y|ya|ahora)* (el|la|los|las|todos|todas)|<o>|tu|tus|su|sus|te|tienes|estas|puedes|vas|usted|eso|esto|ese|esa|este|todo|reunion|llamada|consulta|cita|almuerzo|comida|cena|visita|recordatorio|alarma|dentista|medico|viaje|vuelo|clase|sesion|reserva|mesa|veterinario|compromiso|antiguo|viejo|nuevo|nueva|lista|agenda|movil|(a|para) (las|la) {_ES_HOUR}|{_ES_DAY}|plaza|hora|hueco|inscrit**)"
_ES_HANGS = "si cuando quiere quiero quieres quisiera quisieras podria podrias deberia gustaria sugiero quiza quizas aun todavia despues dice segun confirmes confirmar confirma confirmas necesito hasta di"

INDIRECT: Final[Mapping[Language, IndirectWords]] = {
    "en": _words(_EN, reassures=_EN_REASSURES, as_if="(as (if|though)|like) _{0,4} (never|nothing|not)", anchor=_EN_ANCHOR, hangs=_EN_HANGS),
    "pt": _words(_PT, reassures=_PT_REASSURES, as_if="como se _{0,4} (nunca|nada|nao)", anchor=_PT_ANCHOR, hangs=_PT_HANGS),
    "es": _words(_ES, reassures=_ES_REASSURES, as_if="como si _{0,4} (nunca|nada|no)", anchor=_ES_ANCHOR, hangs=_ES_HANGS),
}  # fmt: skip

GREETINGS: Final = frozenset(
    "good morning|good afternoon|good evening|good night|hello|hi|welcome|bom dia|boa tarde|boa noite|ola|bem vindo|bem vinda"
    "|buenos dias|buenas tardes|buenas noches|buenas|hola|bienvenido|bienvenida".split("|")
)
"""With few words beside them they make no sentence: "good morning again"."""
