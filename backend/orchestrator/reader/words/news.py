"""In which words does a user tell what has become of an event or a to-do, so that the record has to follow? English,
Portuguese, Spanish.

`off`: it does not take place; `away`: the user does not go (`event`); `moved`: its new time (`event`, `new`); `comes`,
`leaves`: who takes part or no longer does (`people`, `event`); `needless`: a to-do that nobody has to do; `later`: one
that can wait (`todo`, `new`); `did`: one that was done (`todo`).
"""
# ruff: noqa: E501

from collections.abc import Mapping, Sequence
from enum import StrEnum

from orchestrator.kit.patterns import Pattern
from orchestrator.reader.lexicon import compiled


class News(StrEnum):
    """What has become of it."""

    OFF = "off"
    AWAY = "away"
    MOVED = "moved"
    COMES = "comes"
    LEAVES = "leaves"
    NEEDLESS = "needless"
    LATER = "later"
    DID = "did"


_PARTS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "not": r"(?:am not|are not|is not|isn'?t|aren'?t|'m not|'re not|'s not|not|can'?t|cannot|won'?t|will not|wont|cant|couldn'?t)",
        "go": r"(?:be able to (?:make it|come|go|attend|do)|able to (?:make it|come|go|attend|do)|gonna (?:make it|come|go)|going to (?:make it|come|go|be)|make it|making it|going|coming|go|come|do|be|attend|attending|joining|join)",
        "end": r"(?:,? (?:after all|anymore|any more|any longer|now|then|too|as well|sorry|unfortunately|again))*",
        "done": r"(?:paid|sent|bought|booked|ordered|signed|returned|fixed|done|finished|renewed|submitted|reserved|sorted(?: out)?|taken care of)",
    },
    "pt": {
        "end": r"(?:,? (?:afinal|mais|agora|tambem|infelizmente|outra vez))*",
        "to": r"(?:para (?:a |o |as |os )?|pra |pro |pras |pros |aos? |as? )",
        "done": r"(?:pag[ao]s?|enviad[ao]s?|comprad[ao]s?|marcad[ao]s?|encomendad[ao]s?|assinad[ao]s?|devolvid[ao]s?|arranjad[ao]s?|feit[ao]s?|tratad[ao]s?|reservad[ao]s?|entregues?|renovad[ao]s?)",
    },
    "es": {
        "end": r"(?:,? (?:al final|ya|ahora|tambien|por desgracia|otra vez))*",
        "to": r"(?:para (?:el |la |los |las )?|al? (?:las? |los )?|hasta (?:el |la |las )?)",
        "done": r"(?:pagad[ao]s?|enviad[ao]s?|comprad[ao]s?|reservad[ao]s?|encargad[ao]s?|firmad[ao]s?|devuelt[ao]s?|arreglad[ao]s?|hech[ao]s?|list[ao]s?|renovad[ao]s?|entregad[ao]s?)",
    },
}
_TOLD: Mapping[str, Sequence[tuple[News, str]]] = {
    "en": (
        (
            News.MOVED,
            r"(?P<event>.+?) (?:is|starts|begins) (?:now |actually )?(?:at|on) (?P<new>[^,]+?),? (?:and )?not .+",
        ),
        (News.NEEDLESS, r"(?:there(?:'s| is) )?no (?:longer any )?need (?:for me )?to (?P<todo>.+?){end}"),
        (
            News.NEEDLESS,
            r"(?:i|we) (?:no longer (?:need|have)|don'?t (?:need|have)|do not (?:need|have)) to (?P<todo>.+?)(?: anymore| any more| any longer| after all| now)+",
        ),
        (News.NEEDLESS, r"(?:i|we) no longer (?:need|have) to (?P<todo>.+)"),
        (News.LATER, r"(?P<todo>.+?)(?: thing| stuff)? can (?:easily )?wait (?:till|until|to|for) (?P<new>.+)"),
        (
            News.DID,
            r"(?:the |my )?(?P<todo>.+?)(?: |(?='s))(?:is|are|was|were|has been|have been|'s|got) (?:already |now |all |finally )*(?P<done>{done})(?: already| now)?",
        ),
        (
            News.OFF,
            r"(?P<event>.+?)(?: |(?='s))(?:is|was|got|has been|has|'s|'s been|been|are|were) (?:been )?(?:now )?(?:cancel+ed|called off|off)(?: now| today)?{end}",
        ),
        (News.OFF, r"(?:they|he|she|we|\w+)(?:'ve|'s| have| has| just)* (?:cancel+ed|called off) (?P<event>.+?){end}"),
        (
            News.MOVED,
            r"(?:we|they|he|she|i)(?:'ve|'s| have| has| just)* (?:moved|pushed|shifted|changed|rescheduled|postponed|delayed|brought forward)(?: back)? (?P<event>.+?)(?: back| forward)? (?:to|until|till|for) (?P<new>.+)",
        ),
        (
            News.MOVED,
            r"(?P<event>.+?) (?:is|was|got|has been|has|'s|'s been|been|are) (?:been )?(?:now )?(?:moved|pushed|shifted|changed|rescheduled|postponed|delayed)(?: back| forward)? (?:to|until|till|for) (?P<new>.+)",
        ),
        (News.AWAY, r"(?:sorry,? )?(?:i|we)? ?{not} {go}(?: it)?(?: to| at| for| in)? (?P<event>.+?){end}"),
        (
            News.AWAY,
            r"(?:i|we)(?:'m| am|'re| are|'ll| will)? (?:have to |going to |gonna |need to )?(?:miss|missing|skip|skipping) (?P<event>.+?){end}",
        ),
        (
            News.LEAVES,
            r"(?P<people>(?!i\b|we\b|you\b|it\b|this\b|that\b)\S+?(?: \S+){0,4}?)(?: |(?='s)){not} {go}(?: it)? (?:to|at|for) (?P<event>.+?){end}",
        ),
        (
            News.COMES,
            r"(?P<people>(?!i\b|we\b|you\b|it\b|this\b|that\b)\S+?(?: \S+){0,4}?)(?: is|'s| are)(?: also)? (?:coming|joining us|going)(?: along)?(?: with us| with me)? (?:to|at|for|on) (?P<event>.+?){end}",
        ),
    ),
    "pt": (
        (
            News.MOVED,
            r"(?:afinal )?(?P<event>.+?) (?:e|comeca|fica) (?:agora |afinal )?(?P<new>(?:as|ao|dia|n[ao]) [^,]+?), (?:e )?nao .+",
        ),
        (
            News.NEEDLESS,
            r"(?:afinal )?(?:ja )?nao (?:e (?:mais )?(?:preciso|necessario)|(?:preciso|precisamos|tenho|temos) (?:mais )?(?:de|que)|ha necessidade de) (?P<todo>.+?){end}",
        ),
        (News.LATER, r"(?P<todo>.+?) pode(?:m)? (?:ficar|esperar|passar) (?:ate |{to})(?P<new>.+)"),
        (
            News.DID,
            r"(?:ja )?(?:[ao]s? )?(?P<todo>.+?) (?:ja )?(?:esta|estao|ta|tao|foi|foram|ficou|ficaram) (?:ja )?(?P<done>{done})(?: ja)?",
        ),
        (
            News.OFF,
            r"(?:afinal )?(?P<event>.+?) (?:foi|esta|ficou|ta) (?:cancelad[ao]|desmarcad[ao]|anulad[ao]|sem efeito){end}",
        ),
        (
            News.OFF,
            r"(?:afinal )?(?:eles |elas |ela |ele )?(?:cancelaram|desmarcaram|anularam|cancelou|desmarcou) (?P<event>.+?){end}",
        ),
        (
            News.MOVED,
            r"(?:afinal )?(?:mudaram|adiaram|passaram|mudamos|adiamos|passamos|mudei|adiei|passei|anteciparam|remarcaram) (?P<event>.+?) {to}(?P<new>.+)",
        ),
        (
            News.MOVED,
            r"(?:afinal )?(?P<event>.+?) (?:(?:foi|ficou) (?:mudad[ao]|adiad[ao]|passad[ao]|antecipad[ao]|remarcad[ao])|passou|mudou|ficou) {to}(?P<new>.+)",
        ),
        (
            News.AWAY,
            r"(?:afinal )?(?:eu |nos )?(?:ja )?nao (?:vou(?: poder)?|vamos(?: poder)?|posso|podemos|consigo|conseguimos)(?: ir)? (?:aos? |as? |estar n[ao] |faltar a )(?P<event>.+?){end}",
        ),
        (News.AWAY, r"(?:eu )?(?:vou (?:ter de )?faltar|tenho de faltar|falto) (?:aos? |as? )(?P<event>.+?){end}"),
        (
            News.LEAVES,
            r"(?:afinal )?(?P<people>(?!eu\b|nos\b|isso\b|isto\b)\S+(?: \S+){0,4}?) (?:ja )?nao (?:vem|vai|pode|podem|vao|consegue)(?: poder)?(?: vir| ir)? (?:aos? |as? )(?P<event>.+?){end}",
        ),
        (
            News.COMES,
            r"(?:afinal )?(?P<people>(?!eu\b|nos\b|isso\b|isto\b)\S+(?: \S+){0,4}?) (?:tambem )?(?:vem|vai|vao)(?: tambem)?(?: connosco| comigo)? (?:aos? |as? )(?P<event>.+?){end}",
        ),
    ),
    "es": (
        (
            News.MOVED,
            r"(?:al final )?(?P<event>.+?) (?:es|empieza|queda) (?:ahora )?(?P<new>(?:a las?|el) [^,]+?), (?:y )?no .+",
        ),
        (
            News.NEEDLESS,
            r"(?:al final )?(?:ya )?no (?:hace falta|es necesario|(?:necesito|necesitamos)|(?:tengo|tenemos) que|hay que) (?P<todo>.+?){end}",
        ),
        (News.LATER, r"(?:lo del? |eso de )?(?P<todo>.+?) puede(?:n)? (?:esperar|quedar(?:se)?) {to}(?P<new>.+)"),
        (
            News.DID,
            r"(?:ya )?(?:el |la |los |las )?(?P<todo>.+?) (?:ya )?(?:esta|estan|fue|fueron|ha sido) (?:ya )?(?P<done>{done})(?: ya)?",
        ),
        (
            News.OFF,
            r"(?:al final )?(?P<event>.+?) (?:fue|esta|quedo|se ha|ha sido) (?:cancelad[ao]|anulad[ao]|suspendid[ao]){end}",
        ),
        (
            News.OFF,
            r"(?:al final )?(?:ellos |ella |el )?(?:me |nos )?(?:(?:han|ha|hemos) (?:cancelado|anulado|suspendido)|cancelaron|anularon|suspendieron|cancelo) (?P<event>.+?){end}",
        ),
        (
            News.OFF,
            r"(?:al final )?se (?:cancela|anula|suspende|cancelo|ha cancelado|ha anulado|ha suspendido) (?P<event>.+?){end}",
        ),
        (
            News.MOVED,
            r"(?:al final )?(?:me |nos )?(?:(?:han|ha|hemos|he) (?:movido|cambiado|pasado|aplazado|adelantado|retrasado)|movieron|cambiaron|pasaron|aplazaron|adelantaron|retrasaron|movimos|cambiamos|pasamos) (?P<event>.+?) {to}(?P<new>.+)",
        ),
        (
            News.MOVED,
            r"(?:al final )?(?P<event>.+?) (?:se (?:ha )?(?:movio|movido|cambio|cambiado|paso|pasado|pasa|aplazo|aplazado|adelanto|adelantado|retraso|retrasado)|(?:fue|ha sido) (?:movid[ao]|cambiad[ao]|pasad[ao]|aplazad[ao]|adelantad[ao])) {to}(?P<new>.+)",
        ),
        (
            News.AWAY,
            r"(?:al final )?(?:yo |nosotros )?(?:ya )?no (?:voy|vamos|puedo|podemos|podre|podremos|ire|iremos)(?: a poder)?(?: ir| llegar| asistir| estar)? (?:al? |en )(?:la |las |los |el )?(?P<event>.+?){end}",
        ),
        (News.AWAY, r"(?:tengo que faltar|voy a faltar|falto) (?:al? )(?:la |las |los )?(?P<event>.+?){end}"),
        (
            News.LEAVES,
            r"(?:al final )?(?P<people>(?!yo\b|nosotros\b|eso\b|esto\b)\S+(?: \S+){0,4}?) (?:ya )?no (?:viene|va|puede|pueden|van|vienen|vendra|ira|podra)(?: a poder)?(?: venir| ir)? (?:al? )(?:la |las |los )?(?P<event>.+?){end}",
        ),
        (
            News.COMES,
            r"(?:al final )?(?P<people>(?!yo\b|nosotros\b|eso\b|esto\b)\S+(?: \S+){0,4}?) (?:tambien )?(?:viene|va|vienen|van)(?: tambien)?(?: con nosotros| conmigo)? (?:al? )(?:la |las |los )?(?P<event>.+?){end}",
        ),
    ),
}
TOLD: Mapping[str, Sequence[tuple[News, Pattern]]] = {
    language: [(news, compiled(pattern, _PARTS[language], whole=True)) for news, pattern in table]
    for language, table in _TOLD.items()
}
"""The first that matches wins."""
ONWARD: Pattern = compiled(
    r"(?:so |then |please |entao |asi que )*(?:can you |could you |podes |pode |puedes )?(?:(?:move|push|shift|change|reschedule|put|make) (?:it|that)"
    r"|(?:passa|muda|adia|poe|marca|remarca|move)(?:-[oa])?(?: isso)?|(?:pasa|mueve|cambia|aplaza|pon)(?:l[oa])?)"
    r" (?:(?:back )?(?:to|for|until|till|on)|para (?:a |o |as )?|pra|pro|aos?|as|al?(?: las?)?|para (?:el |la |las )?) ?(?P<new>.+)",
    {},
    whole=True,
)
""" "…, move it to the 2nd": what was just told of."""
