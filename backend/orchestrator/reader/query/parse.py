"""Which query of the algebra does a question ask? The patterns of each language; the first that fits.

A group `a`, `b` or `c` is a subject; `least` stands where the other end of the scale is asked for; `unit` names one.
"""

# ruff: noqa: E501

from collections.abc import Mapping, Sequence

from orchestrator.kit import patterns
from orchestrator.kit.patterns import Match, Pattern
from orchestrator.language.tables import Language
from orchestrator.llm.messages import TurnFacts
from orchestrator.reader.line import MAX_LENGTH, Line, spelled
from orchestrator.reader.query.algebra import Aggregate, Query
from orchestrator.reader.query.following import followed
from orchestrator.reader.spoken import language_in

_SUBJECTS = ("a", "b", "c")
_UNITS = {"day": "day", "dia": "day", "night": "night", "noite": "night", "noche": "night", "hour": "hour", "hora": "hour", "week": "week", "semana": "week", "month": "month", "mes": "month", "stay": "stay", "here": "stay", "in town": "stay", "around": "stay", "visiting": "stay", "fica": "stay", "queda": "stay", "esta": "stay"}  # fmt: skip
_ASKS = patterns.compile(
    r"^(?:who|what|when|where|which|how|quem|quando|onde|que|qual|quais|como|quanto|quanta|quien|quienes|cuando|donde|cual|cuanto|a que|com quem|con quien|i|we|eu|nos|yo|there|it|that|this)\b"
)
"""What is no person's name."""
_OF_SOMEBODY = {
    Aggregate.MARRIED, Aggregate.LATEST, Aggregate.ARRIVAL, Aggregate.THEIR_TIME, Aggregate.THEIR_HOURS
}  # fmt: skip
"""Queries of a person."""
Table = Sequence[tuple[Aggregate, Pattern]]


def _table(*rows: tuple[Aggregate, str]) -> Table:
    return tuple((aggregate, patterns.compile(pattern)) for aggregate, pattern in rows)


_EN = _table(
    (Aggregate.COMPARE, r"^(?:who|what|which) (?:do|did|have|will) (?:i|we) (?:see|seen|meet|met|visit|do|done|have|had|spend) (?:(?P<least>less)|more)(?: (?:often|frequently|time with|of|with))*[,:]? (?P<a>.+?),? or (?:with )?(?P<b>.+)$"),
    (Aggregate.COMPARE, r"^(?:do|did|have|will) (?:i|we) (?:spend|spent) (?:(?P<least>less)|more) (?:time|hours) (?:with|on|at|in) (?P<a>.+?) (?:or|than)(?: with| on| at| in)? (?P<b>.+)$"),
    (Aggregate.COMPARE, r"^(?:do|did|have|will) (?:i|we) (?:see|seen|meet|met|visit|visited|go to|gone to|been to|have|had) (?P<a>.+?) (?:(?P<least>less)|more)(?: often| frequently)? (?:than|or) (?:with |to )?(?P<b>.+)$"),
    (Aggregate.DISTANCE, r"^how far(?: away)? (?:is|are) (?:it (?:from )?)?(?P<a>.+?) (?:from|to) (?P<b>.+)$"),
    (Aggregate.DISTANCE, r"^(?:what(?:'s|s| is) the )?distance (?:between|from) (?P<a>.+?) (?:and|to) (?P<b>.+)$"),
    (Aggregate.STAY, r"^how many (?P<unit>day|night|week)s (?:am i|will i be|are we|will we be|do (?:i|we) (?:stay|spend|have)|was i|were we|did (?:i|we) (?:stay|spend))(?: staying| going to be)?(?: away)?(?: in| at| on| for)? (?P<a>.+)$"),
    (Aggregate.STAY, r"^how many (?P<unit>day|night|week|hour)s (?:is|are|was|were|does|did) (?P<a>.+?)(?: (?:last|take))?$"),
    (Aggregate.BUSIEST, r"^.*?\b(?P<unit>day|week|month)\b.*\b(?:(?P<least>quietest|lightest|emptiest|freest|least busy|(?:least|fewest) (?:events|meetings|things|appointments|on))|busiest|fullest|most packed|most busy|most (?:events|meetings|things|appointments|on))\b.*$"),
    (Aggregate.BUSIEST, r"^.*\b(?:(?P<least>quietest|lightest|emptiest|freest|least busy)|busiest|fullest|most packed) (?P<unit>day|week|month)\b.*$"),
    (Aggregate.TOTAL, r"^how (?:many hours|much time)(?: worth)?(?: of| do i| did i| have i| am i| will i)? (?P<a>.+)$"),
    (Aggregate.LONGEST, r"^(?:what|which)(?:'s| is| was| are)? (?:my |the |of )*(?:(?P<least>shortest)|longest) (?P<a>.+)$"),
    (Aggregate.FIRST, r"^(?:what|which|when|what time|at what time)(?:'s| is| does| do i have)? (?:my |the )?(?:(?P<least>last|final)|first) (?P<a>(?:thing|event|meeting|appointment|call|class|lesson|visit)s?\b.*)$"),
    (Aggregate.ORDER, r"^(?:is|are|was|were|will) (?P<a>.+?) (?:be )?(?:before or after|after or before|earlier or later than) (?P<b>.+)$"),
    (Aggregate.ORDER, r"^(?:what|which)(?: one| of them)?(?:'s| is| comes| happens| do i have)? (?:first|sooner|earlier|next|before)[,:]? (?P<a>.+?),? or (?P<b>.+)$"),
    (Aggregate.BETWEEN, r"^how (?:long|much time|many (?P<unit>day|hour|week)s?)(?: is there| are there| do i have| have i got| is it| are)? between (?P<a>.+?) and (?P<b>.+)$"),
    (Aggregate.OLDER, r"^(?:who|which)(?:'s| is)?(?: the| one is)? (?:(?P<least>younger|youngest)|older|oldest|elder)[,:]? (?P<a>.+?)(?:, (?P<b>[^,]+?))?,? or (?P<c>.+)$"),
    (Aggregate.OLDER, r"^is (?P<a>.+?) (?:(?P<least>younger)|older) than (?P<b>.+)$"),
    (Aggregate.MORE, r"^(?:compare (?P<a>.+)|(?:do|did|will|have) i .*\b(?:(?P<least>fewer|less)|more)\b.+|which .+ (?:has|have|had) more .+)$"),
    (Aggregate.UNSEEN, r"^who (?:haven't|havent|have not|didn't|did not|haven t) (?:i|we) (?:seen|see|met|meet)(?: with)? (?P<a>.+)$"),
    (Aggregate.RELATION, r"^how(?:'s| is| are) (?P<a>.+?) related to (?:me|us)$"),
    (Aggregate.RELATION, r"^how am i related to (?P<a>.+)$"),
    (Aggregate.RELATION, r"^(?:what|who)(?:'s| is| relation is) (?P<a>.+?) (?:to|of) (?:me|mine)$"),
    (Aggregate.MARRIED, r"^(?:who(?:'s| is) )?(?P<a>.+?) married to$"),
    (Aggregate.MARRIED, r"^is (?P<a>.+?) married$"),
    (Aggregate.FULL_NAME, r"^what(?:'s|s| is) (?P<a>.+?)(?:'s|s'|s)? (?:real|full|actual|whole|complete|last|sur) ?name$"),
    (Aggregate.FULL_NAME, r"^what(?:'s|s| is) the (?:real|full|actual|whole|complete) name of (?P<a>.+)$"),
    (Aggregate.MYSELF, r"^(?:who am i|what(?:'s|s| is) my (?:full |own )?name)$"),
    (Aggregate.LATEST, r"^when (?:did|have) (?:i|we) (?:last|most recently) (?:talk|talked|speak|spoken|write|written|chat|text|hear|heard)(?: to| with| from)? (?P<a>.+)$"),
    (Aggregate.LATEST, r"^when was the last time (?:i|we) (?:talked|spoke|wrote|chatted|texted|heard)(?: to| with| from)? (?P<a>.+)$"),
    (Aggregate.LATEST, r"^(?:(?:what|when)(?:'s|s| is| was) |show me |read me )?(?:the |my )?(?:last|latest|most recent|newest) (?:message|text|words)s? (?:from|by|of) (?P<a>.+)$"),
    (Aggregate.LATEST, r"^what(?:'s|s| is| was) (?P<a>.+?)(?:'s|s')? (?:last|latest|most recent) (?:message|text)s?$"),
    (Aggregate.LATEST, r"^what did (?P<a>.+?) (?:last (?:say|write|text|send)|(?:say|write|text|send) last)(?: me| to me)?$"),
    (Aggregate.TAKES_PLACE, r"^(?:is|are) (?P<a>.+?) (?:still )?(?:happening|going ahead|taking place|called off|cancelled|canceled)(?: or not)?$"),
    (Aggregate.TAKES_PLACE, r"^(?:is|are) (?P<a>.+?) still (?:on|scheduled|going on|planned)(?P<b> .+)?$"),
    (Aggregate.UNDATED, r"^.*\b(?:(?:no|without|without a|without any|don't have a|have no|has no) (?:due )?(?:date|deadline)s?|undated|not dated)\b.*$"),
    (Aggregate.HOLIDAY, r"^(?:is|are|was|will) (?:it )?(?:on )?(?P<a>.+?) (?:be )?an? (?:(?:bank|public|national|official) )?holiday(?: here| too)?$"),
    (Aggregate.HOLIDAY, r"^(?:when(?:'s|s| is|)|what(?:'s|s| is)) (?:the |my |our )?next (?:bank|public|national) holiday(?: in my calendar)?$"),
    (Aggregate.URGENT, r"^(?:what|which)(?:'s|s| is| are| one is| todo is| task is)?\b.*\b(?:most|highest|top) (?:urgent|important|pressing|priority)\b(?: (?:thing|task|to-?do|item|one)s?)?(?: .*\b(?:list|todos?|to-?dos?|tasks|now|today|do))?$"),
    (Aggregate.URGENT, r"^what (?:should|do) i (?:need to )?(?:do|tackle|start with) first$"),
    (Aggregate.DONE, r"^(?:what|which (?:tasks|to-?dos|todos))(?: things| tasks)? (?:did|have|'ve) i (?:already |actually )?(?:finish|finished|complete|completed|get done|got done|gotten done|tick off|ticked off|tick|ticked|check off|checked off)(?P<a> .+)?$"),
    (Aggregate.RETURN, r"^(?:and |so )?(?:what about |how about |when(?:'s|s| is)? |what time(?:'s| is)? )?(?:the |my |our )?(?:way back|return(?: flight| trip| leg| journey)?|trip back|flight back|journey back|train back|way home|flight home)(?: from (?P<a>.+))?$"),
    (Aggregate.RETURN, r"^(?:when|what time|what day|which day|on what day)(?: do| am| are| will| did|'m| would)? (?:i|we) (?:going to |gonna )?(?:be |get |getting |come |coming |fly |flying |go |going |head |heading |travel |drive )*(?:back|return|returning|home)(?: home)?(?: from (?P<a>.+))?$"),
    (Aggregate.LANDING, r"^(?:and |so )?(?:when|what time|at what time)(?: do| does| will| am| are)? (?:i|we|my (?:flight|plane)|the (?:flight|plane)) (?:be )?land(?:ing|s)?(?: (?:in|at) (?P<a>.+))?$"),
    (Aggregate.AFTER, r"^(?:and |so |ok )?what(?:'s|s| is| comes| do i have| have i got|'ve i got| happens)?(?: on| up| next| right| straight| directly)* after (?:that|it|this|(?:the |my |our )?(?P<a>.+))$"),
    (Aggregate.BOUND, r"^(?:do|does|did|will|is|are|am) (?P<a>.+?) (?:before|by|earlier than|(?P<least>after|past|later than)) (?P<b>.+)$"),
    (Aggregate.ARRIVAL, r"^(?:so |and )?(?:when|what day|what time|which day)(?:'s|s| is| are| will| does| do|'ll)? (?P<a>.+?) (?:be )?(?:coming|come|comes|arriving|arrives?|getting here|gets? here|getting in|gets? in|visiting|visits?|here|in town|landing|lands?|back in town)(?: over| here| home| in| (?:to|in|into|at|for) .+)?$"),
    (Aggregate.ARRIVAL, r"^how (?:long|many days)(?:'s| is| are| will| does) (?P<a>.+?) (?:be )?(?P<unit>stay)(?:ing|s)?(?: here| over| with us| for| in .+)?$"),
    (Aggregate.ARRIVAL, r"^how (?:long|many days)(?:'s| is| are| will) (?P<a>.+?) (?:be )?(?P<unit>here|in town|around|visiting)(?: for)?$"),
    (Aggregate.THEIR_HOURS, r"^(?:(?:until |till |from )?(?:what time|when|what hours)|how late)(?:'s|s| is| does| do| will)? (?P<a>.+?) (?:start |starts |finish |finishes |get off |gets off |get out of |end |be |get |off |done |leave |leaves |home )*(?:from |with |at |for )?(?:work|works|working|his shift|her shift)(?P<b> .+)?$"),
    (Aggregate.THEIR_TIME, r"^(?:is|are|will) (?P<a>.+?) (?:be )?(?:free|available|busy|around)(?P<b> .+)?$"),
    (Aggregate.TAKES_PLACE, r"^(?:is|are) (?P<a>.+?) confirmed(?: yet| already| or not)?$"),
    (Aggregate.FIRST, r"^(?:(?:what|which|when)(?:'s|s| is| time is)? )?(?:the |my )?(?:earliest|soonest) (?P<a>.+?)(?: (?:i have|do i have|i've got|that i have|have i got))?$"),
    (Aggregate.COMPARE, r"^who(?:'s| has| have| had)? (?:got )?(?:(?P<least>fewer|less)|more|the most) (?:meetings|events|calls|appointments|time)(?: with me)?(?: .+?)?[,:] (?P<a>.+?),? or (?P<b>.+)$"),
)  # fmt: skip
_PT = _table(
    (Aggregate.COMPARE, r"^(?:passo|passei|vou passar|passamos) (?:(?P<least>menos)|mais) (?:tempo|horas) (?:com|em|n[oa]s?) (?P<a>.+?) (?:ou|do que|que)(?: com| em| n[oa]s?)? (?P<b>.+)$"),
    (Aggregate.COMPARE, r"^(?:com )?(?:a )?quem (?:e que )?(?:vejo|vi|estive|estou|encontro|encontrei)(?: com)? (?:(?P<least>menos)|mais)(?: vezes| tempo)?[,:]? (?:com )?(?P<a>.+?),? ou (?:com )?(?P<b>.+)$"),
    (Aggregate.COMPARE, r"^(?:vejo|vi|estive|estou|encontro|encontrei)(?: mais)?(?: vezes)?(?: com)? (?P<a>.+?) (?:(?:(?P<least>menos)|mais)(?: vezes)? )?(?:do que|ou) (?:com )?(?P<b>.+)$"),
    (Aggregate.DISTANCE, r"^(?:qual (?:e )?)?(?:a )?distancia (?:entre|de|da|do) (?P<a>.+?) (?:e|a|ate|ao|para) (?P<b>.+)$"),
    (Aggregate.DISTANCE, r"^(?:a que distancia|quao longe) (?:e que )?(?:fica|esta|e) (?P<a>.+?) d[aeo]s? (?P<b>.+)$"),
    (Aggregate.STAY, r"^quant[oa]s (?P<unit>dia|noite|semana)s(?: e que)? (?:estou|estarei|vou estar|fico|ficarei|vou ficar|estamos|estaremos|ficamos|vamos estar|vamos ficar|estive|estivemos|fiquei|passo|passei|vou passar|passamos|dura|duram|durou)(?: em| n[oa]s?| a)? (?P<a>.+)$"),
    (Aggregate.BUSIEST, r"^.*?\b(?P<unit>dia|semana|mes)\b.*\b(?:(?P<least>menos (?:chei|ocupad|carregad|preenchid|coisas|reunioes|eventos|compromissos)\w*|mais (?:livre|calm|tranquil|leve)\w*)|mais (?:chei|ocupad|carregad|preenchid|atarefad|coisas|reunioes|eventos|compromissos)\w*)\b.*$"),
    (Aggregate.TOTAL, r"^(?:quantas horas|quanto tempo (?:passo|passei|gasto|gastei|vou passar|vou estar|estive|perco|perdi))(?: de| em| e que)? (?P<a>.+)$"),
    (Aggregate.LONGEST, r"^(?:qual|quais|que)(?: e| foi| sera)? (?:a |o )?(?:minha |meu )?(?P<a>.+?) mais (?:(?P<least>curt\w+|breve|rapid\w+)|long\w+|comprid\w+|demorad\w+)(?P<b> .+)?$"),
    (Aggregate.FIRST, r"^(?:qual|o que|quando|a que horas)(?: e que)?(?: e| tenho| sera| comeca| acaba)? (?:a |o )?(?:minha |meu )?(?:(?P<least>ultim[ao])|primeir[ao]) (?P<a>(?:coisa|evento|reuniao|compromisso|chamada|aula|consulta)s?\b.*)$"),
    (Aggregate.ORDER, r"^(?P<a>.+?) (?:e|sao|foi|fica|vem|calha) (?:antes ou depois|depois ou antes) d[aoe]s? (?P<b>.+)$"),
    (Aggregate.ORDER, r"^(?:o que|qual|quem)(?: e que)? (?:vem|e|tenho|acontece|calha|chega) (?:primeiro|antes)[,:]? (?P<a>.+?),? ou (?P<b>.+)$"),
    (Aggregate.BETWEEN, r"^quant[oa]s? (?:tempo|(?P<unit>dia|hora|semana)s?)(?: e que)?(?: ha| tenho| passam| vao| sao)? entre (?P<a>.+?) e (?P<b>.+)$"),
    (Aggregate.OLDER, r"^quem (?:e que )?e (?:o |a )?(?:mais velh[oa]|(?P<least>mais (?:nov[oa]|jovem)))[,:]? (?P<a>.+?)(?:, (?P<b>[^,]+?))? ou (?P<c>.+)$"),
    (Aggregate.OLDER, r"^(?P<a>.+?) e (?:mais velh[oa]|(?P<least>mais (?:nov[oa]|jovem))) (?:do )?que (?P<b>.+)$"),
    (Aggregate.MORE, r"^(?:compara (?P<a>.+)|(?:tenho|tive|terei|vou ter|fiz|fui|corri) .*\b(?:(?P<least>menos)|mais)\b.+|(?:qual|que) .+ (?:tem|tinha|teve) mais .+)$"),
    (Aggregate.UNSEEN, r"^(?:a )?quem (?:e que )?(?:eu )?(?:ja )?nao (?:vejo|vi|encontro|estou com) (?P<a>.+)$"),
    (Aggregate.RELATION, r"^(?:o )?que (?:e que )?(?P<a>.+?) (?:me e|e (?:meu|minha|a mim|para mim|de mim)|e a mim)$"),
    (Aggregate.RELATION, r"^(?:qual e (?:a minha relacao|o meu parentesco)|que parentesco (?:e que )?tenho|que relacao tenho) com (?P<a>.+)$"),
    (Aggregate.MARRIED, r"^(?:com quem (?:e que )?)?(?P<a>.+?) (?:e|esta) casad[oa]$"),
    (Aggregate.MARRIED, r"^com quem (?:e que )?(?:e|esta) casad[oa] (?P<a>.+)$"),
    (Aggregate.FULL_NAME, r"^(?:qual e|como e) o (?:nome (?:completo|verdadeiro|real|todo)|verdadeiro nome|apelido) d[aoe]s? (?P<a>.+)$"),
    (Aggregate.FULL_NAME, r"^como (?:e que )?se chama (?:mesmo|na verdade|realmente) (?P<a>.+)$"),
    (Aggregate.MYSELF, r"^(?:quem (?:e que )?(?:eu )?sou(?: eu)?|como (?:e que )?(?:eu )?me chamo(?: eu)?|qual e o meu (?:proprio )?nome)$"),
    (Aggregate.LATEST, r"^(?:(?:qual|quando) (?:e|foi) |mostra-me |le-me )?(?:a )?ultima (?:mensagem|msg) (?:d[aoe]s?|que recebi d[aoe]s?) (?P<a>.+)$"),
    (Aggregate.LATEST, r"^quando (?:e que |foi que |foi a ultima vez que )?(?:eu )?(?:falei|escrevi|conversei)(?: pela ultima vez)? (?:com|a|ao|para) (?P<a>.+?)(?: pela ultima vez)?$"),
    (Aggregate.LATEST, r"^(?:o )?que (?:e que |foi que )?(?P<a>.+?) (?:me )?(?:disse|escreveu|mandou|enviou) (?:por ultimo|da ultima vez)$"),
    (Aggregate.TAKES_PLACE, r"^(?P<a>.+?) (?:ainda |continua |sempre )+(?:se (?:mantem|realiza|faz)|mantem-se|(?:esta )?de pe|vai (?:haver|acontecer|ser)|acontece|marcad[oa])$"),
    (Aggregate.TAKES_PLACE, r"^(?P<a>.+?) (?:mantem-se|foi (?:cancelad|desmarcad|anulad)[oa]|esta (?:cancelad|de pe)[oa]?)$"),
    (Aggregate.TAKES_PLACE, r"^(?:ainda|sempre) (?:ha|vai haver|temos) (?P<a>.+)$"),
    (Aggregate.UNDATED, r"^.*\b(?:sem|nao tem|nao tenham) (?:data|prazo)s?\b.*$"),
    (Aggregate.HOLIDAY, r"^(?:e )?(?:o |no )?(?P<a>.+?) (?:e|sera|calha (?:em|num)|cai (?:em|num)) (?:um )?feriado$"),
    (Aggregate.HOLIDAY, r"^e feriado (?P<a>.+)$"),
    (Aggregate.HOLIDAY, r"^(?:quando|qual)(?: e que)? e o proximo feriado$"),
    (Aggregate.URGENT, r"^(?:o )?(?:que|qual|quais)\b.*\bmais (?:urgentes?|importantes?|prioritari[oa]s?)\b(?: .*\b(?:lista|tarefas|fazer|agora|hoje))?$"),
    (Aggregate.URGENT, r"^(?:o )?que (?:e que )?(?:devo|tenho de|preciso de) fazer primeiro$"),
    (Aggregate.DONE, r"^(?:o )?que (?:tarefas |coisas )?(?:e que )?(?:eu )?(?:ja )?(?:acabei|terminei|conclui|completei|despachei|risquei)(?: de fazer)?(?P<a> .+)?$"),
    (Aggregate.RETURN, r"^(?:e )?(?:a que horas |quando |que dia |em que dia )?(?:e que |e )?(?:eu )?(?:volto|voltamos|regresso|regressamos|venho de volta|chego a casa|estou de volta|a volta|na volta|o regresso|o voo de (?:volta|regresso)|a viagem de (?:volta|regresso))(?: a casa| para casa| d[aeo]s? (?P<a>.+))?$"),
    (Aggregate.LANDING, r"^(?:e )?(?:a que horas|quando)(?: e que)? (?:aterro|aterramos|aterra o (?:voo|aviao)|o (?:voo|aviao) aterra)(?: (?:em|no|na) (?P<a>.+))?$"),
    (Aggregate.AFTER, r"^(?:e )?(?:o )?que (?:e que )?(?:tenho|vem|ha|e)(?: logo| a seguir)* (?:depois|a seguir) (?:disso|a isso|dess[ae]|dela|dele|(?:d[aoe]s?|ao?) (?P<a>.+))$"),
    (Aggregate.BOUND, r"^(?P<a>.+?) (?:antes|(?P<least>depois)) d[aeo]s? (?P<b>.+)$"),
    (Aggregate.ARRIVAL, r"^(?:e )?(?:quando|a que horas|que dia|em que dia)(?: e que)? (?:[oa] )?(?P<a>.+?) (?:chega|vem|nos visita|ca esta|aparece|aterra)m?(?: ca| a casa| (?:a|ao|para|pra|em|de) .+)?$"),
    (Aggregate.ARRIVAL, r"^(?:e )?(?:quando|a que horas|que dia|em que dia)(?: e que)? (?:chega|vem|nos visita|aparece|aterra)m?(?: ca)?(?: [oa])? (?P<a>.+?)(?: ca| (?:a|ao|para|pra|em) .+)?$"),
    (Aggregate.ARRIVAL, r"^(?:e )?(?:quanto tempo|quantos dias|ate quando|por quanto tempo)(?: e que)? (?:[oa] (?P<a>.+?) )?(?P<unit>fica|esta)m?(?: ca| em .+)?$"),
    (Aggregate.ARRIVAL, r"^(?:e )?(?:quanto tempo|quantos dias|ate quando)(?: e que)? (?P<unit>fica|esta)m?(?: ca)? [oa] (?P<a>.+?)(?: ca)?$"),
    (Aggregate.THEIR_HOURS, r"^(?:e )?(?:(?:a|ate a|desde as|ate as|das?) )?que horas?(?: e que)? (?:[oa] )?(?P<a>.+?) (?:trabalha|sai do trabalho|entra no trabalho|entra ao servico|larga o trabalho|sai do turno|acaba de trabalhar|comeca a trabalhar)(?P<b> .+)?$"),
    (Aggregate.THEIR_HOURS, r"^(?:e )?(?:(?:a|ate a|desde as|ate as|das?) )?que horas?(?: e que)? (?:trabalha|sai do trabalho|entra no trabalho|entra ao servico|larga o trabalho|sai do turno|acaba de trabalhar|comeca a trabalhar) (?:[oa] )?(?P<a>.+)$"),
    (Aggregate.THEIR_HOURS, r"^(?:e )?(?:[oa] )?(?P<a>.+?) trabalha (?P<b>.+ )?ate (?:que horas|quando)$"),
    (Aggregate.THEIR_TIME, r"^(?:e )?(?:[oa] )?(?P<a>.+?) (?:esta|estara|vai estar) (?:livre|disponivel)(?P<b> .+)?$"),
    (Aggregate.THEIR_TIME, r"^(?:e )?(?:esta|estara|vai estar) (?:livre|disponivel) [oa] (?P<a>.+)$"),
    (Aggregate.TAKES_PLACE, r"^(?:[oa] )?(?P<a>.+?) (?:ja )?(?:esta|ficou) confirmad[oa]$"),
    (Aggregate.TAKES_PLACE, r"^(?:ja )?(?:esta|ficou) confirmad[oa] (?:[oa] )?(?P<a>.+)$"),
    (Aggregate.FIRST, r"^(?:(?:qual|quando|a que horas)(?: e que)?(?: e)? )?(?:[oa] )?(?:meu |minha )?(?P<a>\w+) mais (?:cedo|(?P<least>tarde))(?P<b> .+)?$"),
    (Aggregate.COMPARE, r"^quem (?:e que )?(?:tem|teve|ganha|ganhou) (?:(?P<least>menos)|mais) (?:reunioes|eventos|chamadas|compromissos|tempo)(?: comigo)?(?: .+?)?[,:] (?:[oa] )?(?P<a>.+?),? ou (?:[oa] )?(?P<b>.+)$"),
)  # fmt: skip
_ES = _table(
    (Aggregate.COMPARE, r"^(?:paso|pase|he pasado|voy a pasar) (?:(?P<least>menos)|mas) (?:tiempo|horas) (?:con|en) (?P<a>.+?) (?:o|que)(?: con| en)? (?P<b>.+)$"),
    (Aggregate.COMPARE, r"^(?:a|con) quien (?:veo|vi|he visto|quedo|quede|he quedado|paso|estuve) (?:(?P<least>menos)|mas)(?: veces| tiempo)?[,:]? (?:a |con )?(?P<a>.+?),? [ou] (?:a |con )?(?P<b>.+)$"),
    (Aggregate.COMPARE, r"^(?:veo|vi|he visto|quedo|quede|he quedado|estuve)(?: mas)?(?: veces)?(?: (?:con|a))? (?P<a>.+?) (?:(?P<least>menos)|mas)(?: veces)? (?:que|o) (?:con |a )?(?P<b>.+)$"),
    (Aggregate.DISTANCE, r"^(?:cual es la |que )?distancia (?:hay )?(?:entre|desde|del|de) (?P<a>.+?) (?:y|al?|hasta) (?P<b>.+)$"),
    (Aggregate.DISTANCE, r"^(?:a (?:que|cuanta) distancia|como de lejos|que tan lejos) (?:esta|queda) (?P<a>.+?) de(?:l| la)? (?P<b>.+)$"),
    (Aggregate.STAY, r"^cuant[oa]s (?P<unit>dia|noche|semana)s (?:estoy|estare|voy a estar|me quedo|me quedare|estamos|estaremos|vamos a estar|paso|pasare|voy a pasar|pasamos|estuve|estuvimos|pase|dura|duran|duro)(?: en)? (?P<a>.+)$"),
    (Aggregate.BUSIEST, r"^.*?\b(?P<unit>dia|semana|mes)\b.*\b(?:(?P<least>menos (?:llen|ocupad|cargad|liad|cosas|reuniones|eventos|citas)\w*|mas (?:libre|tranquil|liger)\w*)|mas (?:llen|ocupad|cargad|liad|ajetread|apretad|cosas|reuniones|eventos|citas)\w*)\b.*$"),
    (Aggregate.TOTAL, r"^(?:cuantas horas|cuanto tiempo (?:paso|pase|dedico|dedique|voy a pasar|voy a estar|estuve|pierdo))(?: de| en)? (?P<a>.+)$"),
    (Aggregate.LONGEST, r"^(?:cual|cuales|que)(?: es| fue| sera)? (?:la |el )?(?:mi )?(?P<a>.+?) mas (?:(?P<least>cort\w+|breve|rapid\w+)|larg\w+)(?P<b> .+)?$"),
    (Aggregate.FIRST, r"^(?:cual|que|cuando|a que hora)(?: es| tengo| sera| empieza| acaba| termina)? (?:la |el |lo )?(?:mi )?(?:(?P<least>ultim[ao])|primer[ao]?) (?P<a>(?:cosa|evento|reunion|cita|compromiso|llamada|clase)s?\b.*)$"),
    (Aggregate.ORDER, r"^(?P<a>.+?) (?:es|son|fue|cae|va|viene) (?:antes o despues|despues o antes) (?:del|de la|de los|de las|de|que) (?P<b>.+)$"),
    (Aggregate.ORDER, r"^(?:es|cae|va) (?:antes o despues) (?P<a>.+?) (?:del?|que) (?P<b>.+)$"),
    (Aggregate.ORDER, r"^(?:que|cual) (?:es|viene|va|tengo|cae|ocurre) (?:antes|primero)[,:]? (?P<a>.+?),? o (?P<b>.+)$"),
    (Aggregate.BETWEEN, r"^cuant[oa]s? (?:tiempo|(?P<unit>dia|hora|semana)s?)(?: hay| tengo| pasan| van| son)? entre (?P<a>.+?) y (?P<b>.+)$"),
    (Aggregate.OLDER, r"^quien (?:es|son) (?:el |la )?(?:mayor|mas (?:viej|grande)\w*|(?P<least>menor|mas joven|mas pequen\w*))[,:]? (?P<a>.+?)(?:, (?P<b>[^,]+?))? [ou] (?P<c>.+)$"),
    (Aggregate.OLDER, r"^(?:es )?(?P<a>.+?) (?:es )?(?:mayor|mas viej[oa]|(?P<least>menor|mas joven)) que (?P<b>.+)$"),
    (Aggregate.MORE, r"^(?:compara (?P<a>.+)|(?:tengo|tuve|tendre|voy a tener|hice|fui|corri) .*\b(?:(?P<least>menos)|mas)\b.+|(?:cual|que) .+ (?:tiene|tenia|tuvo) mas .+)$"),
    (Aggregate.UNSEEN, r"^a quien(?:es)? (?:ya )?no (?:veo|he visto|vi|hemos visto) (?P<a>.+)$"),
    (Aggregate.RELATION, r"^que (?:es|parentesco tiene|relacion tiene) (?P<a>.+?) (?:de mi|mio|mia|mi[oa]s?|para mi|conmigo)$"),
    (Aggregate.RELATION, r"^(?:que me es|que (?:parentesco|relacion) tengo con) (?P<a>.+)$"),
    (Aggregate.MARRIED, r"^(?:con quien )?(?:esta|es) casad[oa] (?P<a>.+)$"),
    (Aggregate.MARRIED, r"^(?:con quien )?(?P<a>.+?) (?:esta|es) casad[oa]$"),
    (Aggregate.FULL_NAME, r"^(?:cual es|como es) (?:el )?(?:nombre (?:completo|real|verdadero)|verdadero nombre|apellido) del? (?:la )?(?P<a>.+)$"),
    (Aggregate.FULL_NAME, r"^como se llama (?:de verdad|realmente|en realidad) (?P<a>.+)$"),
    (Aggregate.MYSELF, r"^(?:quien soy(?: yo)?|como me llamo(?: yo)?|cual es mi (?:propio )?nombre)$"),
    (Aggregate.LATEST, r"^(?:(?:cual|cuando) (?:es|fue) )?(?:el )?ultimo mensaje (?:del?|que recibi de)(?: la)? (?P<a>.+)$"),
    (Aggregate.LATEST, r"^cuando (?:fue la ultima vez que )?(?:hable|escribi|converse|he hablado)(?: por ultima vez)? (?:con|a|al) (?P<a>.+?)(?: por ultima vez)?$"),
    (Aggregate.LATEST, r"^que (?:es|fue) lo ultimo que (?:me )?(?:escribio|dijo|mando|envio) (?P<a>.+)$"),
    (Aggregate.TAKES_PLACE, r"^(?:sigue|siguen|continua|esta) (?:en pie|adelante) (?P<a>.+)$"),
    (Aggregate.TAKES_PLACE, r"^se mantiene (?P<a>.+)$"),
    (Aggregate.TAKES_PLACE, r"^(?:esta )?(?P<a>.+?) (?:esta )?(?:cancelad|anulad)[oa]$"),
    (Aggregate.TAKES_PLACE, r"^(?P<a>.+?) (?:sigue|siguen|continua) (?:en pie|adelante)$"),
    (Aggregate.TAKES_PLACE, r"^(?:todavia|aun) (?:hay|se hace|se celebra) (?P<a>.+)$"),
    (Aggregate.UNDATED, r"^.*\b(?:sin|no tienen?) (?:fecha|plazo)s?\b.*$"),
    (Aggregate.HOLIDAY, r"^(?:y )?(?P<a>.+?) (?:es|sera|cae en) (?:un )?(?:dia )?(?:festivo|feriado|fiesta)$"),
    (Aggregate.HOLIDAY, r"^es (?:un )?(?:dia )?(?:festivo|feriado|fiesta) (?P<a>.+)$"),
    (Aggregate.HOLIDAY, r"^(?:cuando|cual) es el (?:proximo|siguiente) (?:festivo|feriado|dia festivo)$"),
    (Aggregate.URGENT, r"^(?:que|cual|cuales)\b.*\bmas (?:urgentes?|importantes?|prioritari[oa]s?)\b(?: .*\b(?:lista|tareas|hacer|ahora|hoy))?$"),
    (Aggregate.URGENT, r"^que (?:debo|tengo que|deberia) hacer primero$"),
    (Aggregate.DONE, r"^que (?:tareas |cosas )?(?:ya )?(?:he )?(?:ya )?(?:termine|terminado|acabe|acabado|complete|completado|tachado|tache)(?P<a> .+)?$"),
    (Aggregate.RETURN, r"^(?:y )?(?:a que hora |cuando |que dia )?(?:es )?(?:vuelvo|volvemos|regreso|regresamos|llego a casa|estoy de vuelta|la vuelta|el regreso|el vuelo de (?:vuelta|regreso)|el viaje de vuelta)(?: a casa| del? (?:la )?(?P<a>.+))?$"),
    (Aggregate.LANDING, r"^(?:y )?(?:a que hora|cuando) (?:aterrizo|aterrizamos|aterriza (?:el )?(?:vuelo|avion)|el (?:vuelo|avion) aterriza)(?: en (?P<a>.+))?$"),
    (Aggregate.AFTER, r"^(?:y )?que (?:tengo|viene|hay|es)(?: justo| luego)* despues (?:de (?:eso|esa|ese|esto)|del? (?:la |el )?(?P<a>.+))$"),
    (Aggregate.BOUND, r"^(?P<a>.+?) (?:antes|(?P<least>despues)) de(?:l| las?)? (?P<b>.+)$"),
    (Aggregate.ARRIVAL, r"^(?:y )?(?:cuando|a que hora|que dia|en que dia) (?:llega|viene|nos visita|aparece|aterriza)n?(?: aqui)? (?P<a>.+?)(?: aqui| (?:a|al|para|en|de) .+)?$"),
    (Aggregate.ARRIVAL, r"^(?:y )?(?:cuando|a que hora|que dia) (?P<a>.+?) (?:llega|viene|nos visita)n?(?: aqui| (?:a|al|para|en) .+)?$"),
    (Aggregate.ARRIVAL, r"^(?:y )?(?:cuanto(?: tiempo)?|cuantos dias|hasta cuando) (?:se )?(?P<unit>queda|esta)n?(?: aqui)?(?: (?P<a>.+?))?(?: aqui)?$"),
    (Aggregate.THEIR_HOURS, r"^(?:y )?(?:(?:a|hasta|desde|de) )?que horas? (?:trabaja|sale de trabajar|sale del (?:trabajo|curro|turno)|entra a trabajar|acaba de trabajar|termina de trabajar|empieza a trabajar) (?P<a>.+)$"),
    (Aggregate.THEIR_HOURS, r"^(?:y )?(?:(?:a|hasta|desde|de) )?que horas? (?:sale|entra|acaba|termina|empieza) (?P<a>.+?) (?:de trabajar|a trabajar|del? trabajo|del curro|del turno)(?P<b> .+)?$"),
    (Aggregate.THEIR_HOURS, r"^(?:y )?(?:(?:a|hasta|desde|de) )?que horas? (?P<a>.+?) (?:trabaja|sale de trabajar|sale del trabajo)(?P<b> .+)?$"),
    (Aggregate.THEIR_TIME, r"^(?:y )?(?:esta|estara|va a estar) (?P<a>.+?) (?:libre|disponible|ocupad[oa])(?P<b> .+)?$"),
    (Aggregate.THEIR_TIME, r"^(?:y )?(?:esta|estara|va a estar) (?:libre|disponible|ocupad[oa]) (?P<a>.+)$"),
    (Aggregate.THEIR_TIME, r"^(?:y )?(?P<a>.+?) (?:esta|estara|va a estar) (?:libre|disponible)(?P<b> .+)?$"),
    (Aggregate.TAKES_PLACE, r"^(?:ya )?(?:esta|quedo) confirmad[oa] (?:el |la )?(?P<a>.+)$"),
    (Aggregate.TAKES_PLACE, r"^(?:el |la )?(?P<a>.+?) (?:ya )?(?:esta|quedo) confirmad[oa]$"),
    (Aggregate.FIRST, r"^(?:(?:cual|cuando|a que hora)(?: es)? )?(?:el |la )?(?:mi )?(?P<a>\w+) (?:mas (?:temprano|pronto|(?P<least>tarde)))(?P<b> .+)?$"),
    (Aggregate.FIRST, r"^(?:que|cual) es lo (?:(?P<least>ultimo)|primero)(?: que (?:tengo|hay|me toca))? (?P<a>.+)$"),
    (Aggregate.COMPARE, r"^quien (?:tiene|tuvo|gana|gano) (?:(?P<least>menos)|mas) (?:reuniones|eventos|llamadas|citas|tiempo)(?: conmigo)?(?: .+?)?[,:] (?P<a>.+?),? [ou] (?P<b>.+)$"),
)  # fmt: skip
_TABLES: Mapping[Language, Table] = {"en": _EN, "pt": _PT, "es": _ES}
_LEADS: Mapping[Language, Pattern] = {
    "en": patterns.compile(r"^(?:(?:hey|hi|so|and|but|ok|okay|well|please|tell me|do you know)[, ]+)+"),
    "pt": patterns.compile(r"^(?:(?:ola|oi|e|mas|ok|entao|olha|diz-me|diga-me|sabes|sabe|por favor)[, ]+)+"),
    "es": patterns.compile(r"^(?:(?:hola|oye|y|pero|ok|entonces|dime|sabes|por favor)[, ]+)+"),
}
_NO_TOTAL = patterns.compile(
    r"\b(?:until|till|left|between|before|since|ago|free|spare|faltam?|ate|entre|livres?|faltan|quedan|hasta|libres?)\b"
)
"""Hours that no events fill."""


def query_in(facts: TurnFacts) -> Query | None:
    """The query of a message; a long one asks none."""
    if len(facts.question) > MAX_LENGTH:
        return None
    language = language_in(facts)
    text = spelled(facts.question, language).readable
    return query_asked(text, language) or followed(facts, text, query_asked, language)


def query_asked(text: Line, language: Language) -> Query | None:
    """The query of a question; None of one that is answered by what a record holds."""
    leads = _LEADS[language].match(text.low)
    asked = text.cut(leads.end(), len(text.low)) if leads is not None else text
    for aggregate, pattern in _TABLES[language]:
        found = pattern.match(asked.low)
        if found is not None and _fits(aggregate, found):
            return _query(aggregate, found, asked, language)
    return None


def _fits(aggregate: Aggregate, found: Match) -> bool:
    named = found.groupdict()
    if aggregate in {Aggregate.TOTAL, Aggregate.STAY}:
        return _NO_TOTAL.search(found.group()) is None
    if aggregate in _OF_SOMEBODY:
        return _ASKS.match(named.get("a") or "") is None
    return True


def _query(aggregate: Aggregate, found: Match, asked: Line, language: Language) -> Query:
    named = found.groupdict()
    subjects = tuple(asked.cut(*found.span(name)) for name in _SUBJECTS if named.get(name))
    unit = next((unit for word, unit in _UNITS.items() if (named.get("unit") or "").startswith(word)), None)
    return Query(aggregate, asked, language, subjects, least=bool(named.get("least")), unit=unit)
