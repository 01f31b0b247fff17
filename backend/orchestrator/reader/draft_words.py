"""With which words is a draft changed that the user sees: who else comes, who does not, where, under which name?

Patterns of folded text, one table a language; each captures the words that matter.
"""
# ruff: noqa: E501

from collections.abc import Mapping
from dataclasses import dataclass

from orchestrator.kit import lookaround, patterns
from orchestrator.kit.patterns import Pattern


def _whole(pattern: str) -> Pattern:
    return lookaround.compile(rf"(?:{pattern})[ .!]*$")


@dataclass(frozen=True)
class DraftWords:
    """`add`, `leave`: `people`; `place`: `place`; `title`: `title`; `filler`: what may stand beside a time that is the
    whole message; `surely`: with these, more people are meant and nothing else; `corrects`: how one begins who puts
    right what was said before."""

    add: Pattern
    leave: Pattern
    place: Pattern
    title: Pattern
    filler: Pattern
    surely: Pattern
    corrects: Pattern
    lasting: str
    """The word before a length."""
    instead: Pattern
    """What is meant (`meant`) and what is not (`other`): "Friday, not Thursday", "with Priya, not Mateusz"."""


_EN = DraftWords(
    lasting="for",
    add=_whole(
        r"(?:(?:oh|and|ah|sorry|wait|no|ok|please),? )*(?:(?:you|we|i)(?:'ve| have)? (?:forgot|missed|left out)(?: about)?"
        r"|don'?t forget|(?:also |please )*(?:add|invite|include|bring)|also|plus|and|with)(?: also)? "
        r"(?P<people>(?!.* (?:to (?!it\b|that\b|this\b|the (?:event|meeting|invite)\b)|from ))"
        r".+?)(?: to (?:it|that|this|the (?:event|meeting|invite)))?(?:,? (?:too|as well|also|please))?"
    ),
    leave=_whole(
        r"(?:(?:oh|and|ah|sorry|wait|no|ok|please|actually),? )*(?:"
        r"(?:please )?(?:remove|uninvite|disinvite|drop|exclude|take out|leave out|kick out|without|not) (?P<people>.+?)"
        r"|(?:take|leave|kick) (?P<out>.+?) (?:out|off|away)"
        r"|(?P<absent>.+?) (?:can'?t|cannot|won'?t|will not|isn'?t|is not|aren'?t|are not|doesn'?t|does not|don'?t)"
        r" (?:come|coming|make it|be there|attend|join|joining|go|going))(?: please| anymore| any more)?"
    ),
    place=_whole(
        r"(?:(?:no|ok|and|actually|wait|sorry|better),? )*(?:(?:place|where|location|venue)(?: is|:)? |(?:change|move|set) the (?:place|location|venue) to |(?:make it |let'?s (?:do|meet|have)"
        r"(?: it)? |it'?s |it is |do it |we meet |meet )?(?:at|in) )(?P<place>.+?)(?:,? (?:instead|please|rather))?"
    ),
    title=_whole(
        r"(?:(?:the )?(?:title|name)(?: is|:| should be)? |(?:call|name|title|rename) (?:it|this|that)(?: to| as)?:? "
        r"|(?:change|set) the (?:title|name) to:? )(?P<title>.+)"
    ),
    filler=patterns.compile(
        r"(?:(?:no|nope|i|meant|mean|leave|keep|want|wanted|was|actually|wait|sorry|ok|please|make|move|change|set|put|do|let'?s|lets|say|better|rather|instead|it|that|this"
        r"|it'?s|that'?s|is|should|be|to|at|on|for|from|until|the|time|start|starts|starting|begin|begins|rather|oh|ah|and|but|day)\W*)*"
    ),
    surely=lookaround.compile(r"\b(?:too|as well|also|forgot|missed|left out|invite|include|to (?:it|that|this))\b"),
    corrects=lookaround.compile(
        r"(?:no|nope|actually|wait|sorry|oops|make it|i mean\w*|rather|better|(?:please )?(?:move|change|push|shift))\b|.*\b(?:instead|rather)$|.*,? not \S"
    ),
    instead=_whole(
        r"(?:(?:no|sorry|wait|oh|actually|i meant?|i said)[, ]+)*(?:not (?P<other>.+?)[,;]? (?:but|it's)? ?(?P<meant>.+?)"
        r"|(?P<meant2>.+?)[,;]? (?:and )?(?:not|instead of|rather than) (?P<other2>.+?))"
    ),
)
_PT = DraftWords(
    lasting="durante",
    add=_whole(
        r"(?:(?:ah|e|opa|desculpa|ok|por favor|nao),? )*(?:(?:voce |tu )?(?:te |se )?(?:esqueceu|esqueceste|faltou|falta|faltaram|faltam)(?:[- ](?:te|se))?(?: de| d[oa]s?)?"
        r"|nao (?:se )?esquec\w+(?: de)?|(?:tambem |por favor )*(?:adicion\w+|acrescent\w+|inclu\w+|convid\w+|coloc\w+|poe|bota|junt\w+)"
        r"|tambem|mais|e|com)(?: tambem)? (?P<people>(?!.* (?:para|pra|ao) ).+?)(?:,? (?:tambem|por favor))?"
    ),
    leave=_whole(
        r"(?:(?:ah|e|opa|desculpa|ok|por favor|nao),? )*(?:"
        r"(?:tir\w+|remov\w+|retir\w+|exclu\w+|desconvid\w+|sem|menos) (?P<people>.+?)"
        r"|(?:deix\w+) (?P<out>.+?) (?:de fora|fora)"
        r"|(?P<absent>.+?) nao (?:vem|vai|pode|podem|vao|vira)(?: vir| ir| mais)?)(?: por favor| da lista)?"
    ),
    place=_whole(
        r"(?:(?:nao|ok|e|afinal|melhor|desculpa),? )*(?:(?:lugar|local|onde)(?: e|:)? |(?:muda|mude|troca|troque|altera) o (?:lugar|local) para |(?:vai ser |e |faz |encontramos |que seja )?"
        r"(?:em|na|no|nas|nos) )(?P<place>.+?)(?:,? por favor)?"
    ),
    title=_whole(
        r"(?:(?:o )?(?:titulo|nome)(?: e|:| deve ser)? |(?:chama|chame|nomeia|renomeia)(?: isso| isto| o evento)?(?: de| para| como)?:? "
        r"|(?:muda|mude|troca|altera) o (?:titulo|nome) (?:para|por):? )(?P<title>.+)"
    ),
    filler=patterns.compile(
        r"(?:(?:nao|na verdade|afinal|quis|queria|dizer|digo|deixa|mantem|fica|espera|desculpa|ok|por favor|faz|muda|mude|passa|passe|poe|bota|marca|melhor|isso|isto|e|sao|dura|duram|sera|vai|ser"
        r"|que|seja|para|pra|as|a|ao|o|no|na|em|das|de|ate|hora|horario|comeca|antes|entao|mas|dia)\W*)*"
    ),
    surely=lookaround.compile(r"\b(?:tambem|esquec(?:este|eu|i|emos|eram)|falt(?:a|am|ou|aram)|convid\w+|inclu\w+)\b"),
    corrects=lookaround.compile(
        r"(?:nao|na verdade|espera|desculpa|desculpe|melhor|quer dizer|quero dizer|afinal|ops|pass[ae]|mud[ae]|poe|ponha|bota)\b|.*\b(?:em vez disso|antes)$|.*, nao \S"
    ),
    instead=_whole(
        r"(?:(?:nao|desculpa|espera|ah|afinal|digo|queria dizer|quis dizer)[, ]+)*(?:nao (?:e )?(?P<other>.+?)[,;] (?:mas|e)? ?(?P<meant>.+?)"
        r"|(?P<meant2>.+?)(?:[,;] (?:e )?nao|,? em vez d[eoa]s?) (?P<other2>.+?))"
    ),
)
_ES = DraftWords(
    lasting="durante",
    add=_whole(
        r"(?:(?:ah|y|perdon|ok|por favor|no),? )*(?:(?:te |se te )?(?:olvidaste|olvido|olvidaron|falto|falta|faltan|faltaron)(?: de)?"
        r"|no (?:te )?olvides(?: a)?|(?:tambien |por favor )*(?:anad\w+|agreg\w+|inclu\w+|invit\w+|pon|mete|sum\w+)"
        r"|tambien|mas|y|con)(?: tambien)? (?P<people>(?!.* (?:al|para) ).+?)(?:,? (?:tambien|por favor))?"
    ),
    leave=_whole(
        r"(?:(?:ah|y|perdon|ok|por favor|no),? )*(?:"
        r"(?:quit\w+|elimin\w+|sac\w+|retir\w+|exclu\w+|sin|menos) (?P<people>.+?)"
        r"|(?:dej\w+) (?P<out>.+?) (?:fuera|afuera)"
        r"|(?P<absent>.+?) no (?:viene|va|puede|pueden|van|vienen|vendra)(?: venir| ir| mas)?)(?: por favor| de la lista)?"
    ),
    place=_whole(
        r"(?:(?:no|ok|y|al final|mejor|perdon),? )*(?:(?:lugar|sitio|donde)(?: es|:)? |(?:cambia|cambie|pon) el (?:lugar|sitio) (?:a|por) |(?:va a ser |es |hazlo |quedamos |que sea )?"
        r"(?:en) )(?P<place>.+?)(?:,? por favor)?"
    ),
    title=_whole(
        r"(?:(?:el )?(?:titulo|nombre)(?: es|:| debe ser)? |(?:llamalo|llamala|ponle|renombralo)(?: a| como)?:? "
        r"|(?:cambia|cambie|pon) el (?:titulo|nombre) (?:a|por|como):? )(?P<title>.+)"
    ),
    filler=patterns.compile(
        r"(?:(?:no|en realidad|al final|quise|queria|decir|digo|deja|dejalo|dejala|manten|espera|perdon|ok|por favor|haz|hazlo|cambia|cambialo|cambiala|muevelo|muevela|pasalo|pasala|pon|ponlo"
        r"|mejor|eso|esto|es|son|dura|sera|va|ser|que|sea|a|para|las|la|los|el|al|en|de|hasta|hora|empieza|antes|entonces|pero|y|dia)\W*)*"
    ),
    surely=lookaround.compile(r"\b(?:tambien|olvid(?:aste|o|e|amos|aron)|falt(?:a|an|o|aron)|invit\w+|inclu\w+)\b"),
    corrects=lookaround.compile(
        r"(?:no|en realidad|espera|perdon|mejor|quise decir|quiero decir|digo|ups|(?:pasa|cambia|mueve|pon|haz)(?:l[oa])?)\b|.*\ben vez de eso$|.*, no \S"
    ),
    instead=_whole(
        r"(?:(?:no|perdon|espera|ay|digo|queria decir|quise decir)[, ]+)*(?:no (?:es )?(?P<other>.+?)[,;] (?:sino|es)? ?(?P<meant>.+?)"
        r"|(?P<meant2>.+?)(?:[,;] (?:y )?no|,? en vez del?) (?P<other2>.+?))"
    ),
)


def puts_right(folded: str, language: str) -> bool:
    """Whether the text only puts right what was said before it, so that it is about that and not about itself."""
    words = DRAFT_WORDS[language]
    return bool(words.corrects.match(folded) or (words.add.match(folded) and words.surely.search(folded)))


DRAFT_WORDS: Mapping[str, DraftWords] = {"en": _EN, "pt": _PT, "es": _ES}
