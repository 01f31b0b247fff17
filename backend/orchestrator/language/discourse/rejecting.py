"""Does a message begin by rejecting the answer before it? "No, that's wrong", "não é isso", "I said Tuesday, not Thursday".

High precision, three languages, code alone: after what people open with ("no", "sorry", "hm") the first clause must be a
rejection as a whole. A bare "no" answers a question; what somebody else found wrong is told, not rejected.
"""
# ruff: noqa: E501

from orchestrator.kit import patterns
from orchestrator.language.text.normalize import normalize
from orchestrator.language.text.quoted import not_own
from orchestrator.language.word_patterns import END, but

READ_CHARACTERS = 400
"""Who rejects an answer says so at once."""
_SENTENCE = patterns.compile(r"[^.!?;\n…]+[.!?;\n…]*")
_CLAUSE = patterns.compile(r"[,:—–]+| - |\s+(?:but|mas|pero|sino|so)\s+")
_APOSTROPHES = str.maketrans({"’": "'", "‘": "'", "`": "'", "´": "'"})
_MARKS = patterns.compile(r"[\"“”«»¡¿()\[\]*_~]")

_OPENERS = (
    r"no|nope|nah|hey|hm+|uh+|um+|er+|oh|ah|eh|ok|okay|sorry|wait|actually|well|but|and|unfortunately|i'm afraid|im afraid"
    r"|i'm sorry|i think|i believe|look|listen|really|come on|ugh+|argh|steward|thanks|thank you|again|no no|hold on|stop|yes|yeah"
    r"|nao|ei|hum+|ai|desculpa|desculpe|espera|espere|peraí|perai|olha|olhe|na verdade|bom|bem|mas|infelizmente|acho que|acho"
    r"|obrigado|obrigada|de novo|opa|ora|ó|sim|ta|mira|oye|oiga|mire|perdon|perdona|disculpa|espera un momento|en realidad|bueno"
    r"|pero|pues|lamentablemente|creo que|gracias|otra vez|de nuevo|a ver|que va|si"
)
_OPENER = patterns.compile(rf"(?:{_OPENERS})(?:\s+|$)")
_MOST_OPENERS = 8
_NO = patterns.compile(r"(?:no|nope|nah|nao)\b")
_TAIL = (
    r"(?:\s+(?:at all|again|either|still|though|sorry|steward|i think|i believe|i'm afraid|this time|here|now that i look"
    r"|outra vez|de novo|novamente|acho|acho eu|creio|nada|de todo|otra vez|de nuevo|creo|para nada|en absoluto|steward))?"
)

_THINGS_EN = r"date|day|time|hour|year|month|week|name|number|place|address|answer|result|list|summary|event|meeting|person|contact|one|order|amount|total|city|link|title|question|thread|file|document"
_ADVERB_EN = r"(?:\s+(?:just|simply|completely|totally|all|still|quite|plain|clearly|definitely|also|so|entirely|absolutely|obviously|actually))?"
_WHAT_EN = (
    r"what i(?:'m| was| am|'d)? ?(?:asked|asking|meant|mean|said|wanted|want|wrote|needed|looking|requested|told you)"
    r"(?: (?:for|about|you|to know|to say|to ask))?(?: (?:for|about))?"
)
_IT_EN = r"(?:that|this|it|the answer|your answer|that answer|this answer|your reply|the result|what you (?:said|wrote|told me|did))"
_BAD_EN = (
    rf"(?:wrong|incorrect|false|inaccurate|mistaken|a mistake|an error|nonsense|rubbish|the wrong (?:{_THINGS_EN})"
    rf"|not{_ADVERB_EN} (?:quite |at all |even |really )?(?:right|correct|true|it|accurate|the right (?:{_THINGS_EN})|the (?:{_THINGS_EN}) i (?:meant|asked for|said)|{_WHAT_EN}))"
)
_EN = (
    rf"{_IT_EN}(?:'s| is){_ADVERB_EN} {_BAD_EN}",
    rf"(?:that|this) was{_ADVERB_EN} {_BAD_EN}",
    rf"thats{_ADVERB_EN} {_BAD_EN}",
    rf"{_IT_EN} (?:isn't|isnt|ain't|wasn't|wasnt)(?: quite| at all| even| really)? (?:right|correct|true|it|accurate|the right (?:{_THINGS_EN})|{_WHAT_EN})",
    rf"{_IT_EN} (?:doesn't|does not|doesnt) (?:answer (?:my|the) question|make (?:any )?sense)",
    rf"(?:the|your) (?:{_THINGS_EN})(?:'s| is| are){_ADVERB_EN} (?:wrong|incorrect|not (?:right|correct))",
    rf"(?:still |completely |totally |all |just )?(?:wrong|incorrect)(?: (?:again|answer|{_THINGS_EN}))?",
    r"not (?:right|correct|true|even close|accurate)",
    rf"not (?:at all )?{_WHAT_EN}",
    r"you(?:'re| are|r|re)(?: just| simply| completely| totally)? (?:wrong|mistaken|incorrect)(?: about (?:that|this|it))?",
    rf"you(?:'ve)? got (?:it|that|this|me|the (?:{_THINGS_EN}))(?: all| completely| totally)? wrong",
    r"you(?:'ve| have)? (?:misunderstood|misread|misheard)(?: (?:me|it|that|this|my question|the question|my message|what i said))?",
    r"you(?:'ve| have)? made (?:a mistake|an error)",
    r"you(?:'ve| have)? mixed (?:it|that|this|them) up",
    r"you(?: didn't| did not| didnt|'re not| are not) (?:answer(?:ing)?|understand(?:ing)?)(?: (?:me|my question|the question|what i (?:said|asked|meant)))?",
    r"you missed the point",
    r"i (?:didn't|did not|didnt|never) (?:say|said|ask|asked|mean|meant|write|wrote)(?: for| about)? (?:that|this|it|so)",
    r"(?:bad|wrong|useless|terrible) answer",
    r"nothing like what i (?:asked|said|meant)(?: for)?",
)

_COISAS = r"dia|data|hora|horario|ano|mes|semana|nome|numero|lugar|local|endereco|resposta|resultado|lista|resumo|evento|reuniao|pessoa|contato|contacto|valor|total|cidade|titulo|ordem|morada"
_QUE_PT = r"(?:o |a )?que (?:eu )?(?:te |lhe )?(?:disse|pedi|perguntei|queria|quero|quis|falei|escrevi|procurava)(?: (?:dizer|saber|perguntar))?"
_PT = (
    r"(?:isso|isto|isso ai|essa resposta|esta resposta|a resposta|(?:a )?(?:sua|tua) resposta)(?: (?:esta|ta|e))?(?: (?:tudo|completamente|totalmente|muito|bem))? (?:errad[oa]|incorret[oa]|incorrecto|mal|falso|um erro|mentira)",
    r"(?:esta|ta)(?: (?:tudo|completamente|totalmente|muito))? (?:errad[oa]|incorret[oa])",
    r"(?:isso|isto|a resposta|essa resposta) nao (?:esta|ta|e) (?:certo|certa|correto|correta|correcto|verdade|bem assim|assim|bem isso|isso)",
    r"nao (?:esta|ta|e) (?:certo|certa|correto|correta|correcto|verdade|bem assim|assim)",
    r"(?:isso |isto )?nao (?:e|era|foi)(?: bem| nada)? (?:isso|isto|nada disso)",
    rf"(?:isso |isto )?nao (?:e|era|foi)(?: bem)?(?: isso| isto)? {_QUE_PT}",
    rf"(?:{_COISAS}) errad[oa]|errad[oa]|incorreto|incorreta",
    rf"(?:o|a) (?:{_COISAS}) (?:esta|ta) (?:errad[oa]|incorret[oa]|mal)",
    rf"(?:o|a) (?:{_COISAS}) nao (?:esta|ta|e) (?:certo|certa|correto|correta)",
    r"(?:voce|vc|tu)?\s?(?:se enganou|enganou-se|enganou se|enganaste-te|enganaste te|te enganaste|errou|erraste|esta enganad[oa]|esta errad[oa]|estas enganad[oa]|estas errad[oa])",
    r"(?:voce|vc|tu)?\s?(?:me )?(?:entendeu|entendeste|percebeu|percebeste|compreendeu)(?: tudo)? (?:mal|errado)",
    r"(?:voce|vc|tu)?\s?nao (?:me )?(?:entendeu|entendeste|percebeu|percebeste)(?: (?:nada|a pergunta|a minha pergunta|minha pergunta|o que eu (?:disse|pedi|perguntei)))?",
    r"(?:voce|vc|tu)?\s?nao respond(?:eu|este)(?: (?:a pergunta|a minha pergunta|minha pergunta|ao que (?:eu )?perguntei|o que (?:eu )?perguntei))",
    r"(?:eu )?nao (?:disse|pedi|perguntei|falei|escrevi) (?:isso|isto)",
    r"(?:nao e )?nada disso|(?:isso )?nao tem nada a ver|nada a ver",
    r"(?:isso|isto) nao (?:faz sentido|responde (?:a )?(?:minha )?pergunta)",
    r"mas nao e isso",
    r"(?:voce |tu )?(?:cometeu|cometeste) um erro",
)

_COSAS = r"dia|fecha|hora|horario|ano|mes|semana|nombre|numero|lugar|sitio|direccion|respuesta|resultado|lista|resumen|evento|reunion|persona|contacto|importe|total|ciudad|titulo|orden|cita"
_QUE_ES = r"lo que (?:yo )?(?:te |le )?(?:dije|he dicho|pedi|he pedido|pregunte|queria|quiero|quise|escribi|buscaba)(?: (?:decir|saber|preguntar))?"
_ES = (
    r"(?:eso|esto|esa respuesta|esta respuesta|la respuesta|(?:tu|su) respuesta) (?:no es|no esta)(?: del todo)? (?:correct[oa]|ciert[oa]|verdad|asi|exact[oa]|bien)",
    r"no (?:es|esta)(?: del todo)? (?:correct[oa]|ciert[oa]|verdad|asi|exacto)",
    r"(?:eso )?no (?:es|era|fue) eso",
    rf"(?:eso |esto )?no (?:es|era|fue)(?: eso)? {_QUE_ES}",
    r"(?:eso|esto|esa respuesta|esta respuesta|la respuesta|(?:tu|su) respuesta) (?:esta|es)(?: (?:muy|todo|completamente|totalmente))? (?:mal|incorrect[oa]|equivocad[oa]|erroneo|erronea|fals[oa]|un error|mentira)",
    r"(?:es|esta)(?: (?:completamente|totalmente))? (?:incorrecto|erroneo|equivocado)|es (?:falso|mentira)",
    rf"(?:incorrecto|equivocado|erroneo)|(?:{_COSAS}) (?:equivocad[oa]|incorrect[oa])",
    rf"(?:el|la) (?:{_COSAS}) (?:esta mal|es incorrect[oa]|no es correct[oa]|no es (?:ese|esa)|esta equivocad[oa])",
    r"(?:tu )?(?:te equivocas|te equivocaste|te has equivocado|se equivoca|se equivoco|se ha equivocado|estas equivocad[oa]|esta equivocad[oa])",
    r"(?:me )?(?:entendiste|has entendido|entendio|ha entendido|comprendiste)(?: todo)? mal",
    r"no (?:me )?(?:entendiste|has entendido|entendio|ha entendido|entiendes)(?: (?:nada|la pregunta|mi pregunta|lo que (?:te )?(?:dije|pedi|pregunte)))?",
    r"no (?:respondiste|has respondido|respondio|contestaste|has contestado)(?: a)? (?:la pregunta|mi pregunta|lo que (?:te )?pregunte)",
    r"(?:yo )?no (?:dije|pedi|pregunte|escribi|he dicho|he pedido) (?:eso|esto)",
    r"nada que ver|(?:eso )?no tiene nada que ver|nada de eso",
    r"eso no (?:tiene sentido|responde (?:a )?mi pregunta)",
    r"(?:has cometido|cometiste|cometio) un error",
)
_REJECTION = patterns.compile(rf"(?:{'|'.join((*_EN, *_PT, *_ES))}){_TAIL}")
_AFTER_NO = patterns.compile(rf"(?:esta|ta) mal{_TAIL}")
"""Alone it may tell how somebody is."""
_NOT_THAT = rf"(?:\W|{but('que nada')}{END}).*"
_MEANT = patterns.compile(
    rf"i (?:meant|was (?:talking|asking) about) (?:\W|{but('it that to no what every* well')}{END}).*"
    rf"|(?:eu )?(?:quis|queria) dizer {_NOT_THAT}|(?:yo )?(?:quise|queria) decir {_NOT_THAT}"
    r"|(?:eu |yo )?(?:referia-me|me referia) (?:a|ao|al) .+"
)
"""After a "no," it puts right how it was understood; alone, what they wrote themselves."""

_MORE = r"(?:[:'/-][\w:'/-]*)"
_TOKEN = rf"(?:{but('yes no hi hello that sim nao si hola oi thanks it so isso eso')}{_MORE}?|{_MORE})"
_SHORT = rf"{_TOKEN}(?: [\w:'/-]+){{0,4}}?"
_SAID_NOT = patterns.compile(
    r"(?:i (?:said|meant|wrote|told you|asked (?:you )?(?:for|about))"
    rf"|i'd said) {_SHORT},? (?:and )?not (?:for |on |at |to |in )?{_SHORT}"
    rf"|(?:eu )?(?:te |lhe )?(?:disse|falei|pedi|quis dizer|queria dizer|escrevi|perguntei (?:por|sobre)) {_SHORT},? (?:e )?nao {_SHORT}"
    rf"|(?:yo )?(?:te |le )?(?:dije|he dicho|pedi|quise decir|queria decir|escribi|pregunte (?:por|sobre)) {_SHORT},? (?:y )?no {_SHORT}"
)
_IDLE = "thanks thank need worries problem gracias obrigado obrigada precisa hace today not no nao"
_WORD = rf"(?:{but(_IDLE)}{_MORE}?|{_MORE})"
_THIS_NOT_THAT = patterns.compile(rf"{_WORD}(?: {_WORD})?, (?:e |y |and )?(?:not|nao|no) {_WORD}(?: {_WORD})?")
_ASKS_AGAIN = patterns.compile(
    r"(?:can|could|would|will|please|try|check|look|do)\b|(?:voce |tu )?(?:pode|podes|poderia|podia|consegue|tenta|tente|verifica|ve|da)\b"
    r"|(?:puedes|podrias|podria|puede|revisa|intenta|mira|quieres)\b"
)
"""How a question goes on that rejects first: "that's wrong, can you check again?"."""


def rejects(message: str) -> bool:
    """Whether the message says of the answer before it that it was wrong, or not what was meant."""
    own = _own(message[:READ_CHARACTERS])
    said_no = opened = False
    for match in _SENTENCE.finditer(own):
        sentence = normalize(_MARKS.sub(" ", match.group().strip().rstrip(".!?;…")).translate(_APOSTROPHES))
        if not sentence:
            continue
        said_no = said_no or _NO.match(sentence) is not None
        if not _without_openers(" ".join(sentence.replace(",", " ").split())):
            opened = True
            continue
        return _rejected(sentence, asked="?" in match.group(), said_no=said_no, opened=opened)
    return False


def _rejected(sentence: str, *, asked: bool, said_no: bool, opened: bool) -> bool:
    """Whether this sentence, the first that says anything, is a rejection. `opened`: there was one before it."""
    clauses = [" ".join(one.split()) for one in _CLAUSE.split(sentence) if one.strip()]
    said = next((at for at, clause in enumerate(clauses) if _without_openers(clause)), len(clauses))
    clauses, opened = clauses[said:], opened or said > 0
    if not clauses:
        return False
    if asked and not (len(clauses) > 1 and _ASKS_AGAIN.match(clauses[-1])):
        return False
    first = clauses[0]
    for text in dict.fromkeys((first, _without_openers(first))):
        if _REJECTION.fullmatch(text) or (said_no and _AFTER_NO.fullmatch(text)):
            return True
    if said_no and opened and _MEANT.fullmatch(first):
        return True
    bare = _without_openers(", ".join(clauses))
    if _SAID_NOT.fullmatch(bare):
        return True
    return said_no and _THIS_NOT_THAT.fullmatch(bare) is not None


def _without_openers(text: str) -> str:
    """What is left after what people open with."""
    for _ in range(_MOST_OPENERS):
        opener = _OPENER.match(text)
        if opener is None:
            break
        text = text[opener.end() :]
    return text


def _own(message: str) -> str:
    """The message without what it quotes or forwards."""
    foreign = not_own(message)
    return "".join(one for at, one in enumerate(message) if not any(since <= at < until for since, until in foreign))
