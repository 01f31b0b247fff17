"""Spanish questions and requests as the reader knows them."""
# ruff: noqa: E501

from orchestrator.reader.acts import Act
from orchestrator.reader.lexicon import Words, compiled, kind_rules, split
from orchestrator.reader.question_kinds import Kind
from orchestrator.reader.words import withdrawal

_PARTS = {
    "errand": r"(?:comprar|recoger|buscar|ir a buscar|encargar|pedir|pagar|renovar|devolver|enviar|mandar|reservar|llamar|imprimir|regar|limpiar|lavar|llevar|arreglar|quitar|poner|revisar|montar|tirar|sacar|cargar|cortar|pintar|ordenar|preparar|escribir|podar|planchar|fregar|barrer|instalar|actualizar|firmar|entregar|rellenar|descongelar|cambiar(?! (?:la |el |mi )?(?:cita|reunion|clase|hora|fecha|comida|cena)\b))",
    "event": r"(?:eventos?|reuni(?:on|ones)|citas?|compromisos?|agenda|calendario|quedadas?|cenas?|comidas?|almuerzos?|desayunos?|cafes?|visitas?|clases?|fiestas?"
    r"|entrevistas?|viajes?|vuelos?|sesi(?:on|ones)|partidos?|conciertos?|examen(?:es)?|llamadas?|encuentros?|consultas?|planes|plan|juntas?|merienda)",
    "todo": r"(?:tareas?|pendientes?|recordatorios?|listas?|quehaceres|to-?dos?|compras?)",
    "say": r"(?:dijo|dije|dijeron|dijimos|dicho|dice|decir|dijiste|conto|conte|contado|contaron|menciono|mencione|mencionado|mencionaron|mencionar|escribio|escribi|escrito|hablo|hable|hablado|hablamos|hablaron|hablar"
    r"|comento|comente|comentado|comentaron|pregunto|pregunte|preguntado|respondio|contesto|sugirio|sugerido|recomendo|recomendado|opina|opino|penso|explico|pidio)",
    "promise": r"(?:prometi(?:o|eron|do)|comprometi(?:o|eron|do)(?: a)?|quedo en|quedaron en|se ofrecio a|se encargo de|dijo que (?:iba a|haria))",
    "decide": r"(?:(?:se )?(?:decidi(?:o|eron|mos)|acord(?:o|aron|amos)|aprob(?:o|aron|amos)|concluy(?:o|eron)|eligi(?:o|eron))|(?:se ha|se han|hemos|han|ha) (?:decidido|acordado|aprobado|quedado en)|(?:quedo|quedamos|quedaron|habiamos quedado) en|(?:quedo|esta|fue) (?:decidid[oa]|acordad[oa]|aprobad[oa]|cerrad[oa]))",
    "del": r"(?:del|de la|de las|de los|de)",
    "the": r"(?:(?:el|la|los|las|un|una) )?",
    "was": r"(?:(?:est|habl|qued|trabaj|cen|almorz|desayun|jug|llam|pas|viaj|nad|compr|lleg|estudi|and|llev|busc|entren|pag|visit|invit|us)(?:aba[sn]?|abamos|aste|aron)"
    r"|(?:hac|ten|pon|sal|ven|dec|sab|viv|com|beb|le|escrib|corr|dorm|ped|volv|recib|conoc|perd|met|v)(?:ia[sn]?|iamos|iste|ieron)|iban?|ibamos|eran|eramos)",
    "my": r"(?:mis?|nuestr[oa]s?|sus?|tus?)",
}


_KINDS = [
    *kind_rules(
        Kind.AGENDA,
        _PARTS,
        r"\b(?:estoy|estare|voy a estar|estamos|estaremos) en casa\b",
    ),
    *kind_rules(
        Kind.CONFLICT,
        _PARTS,
        r"^(?!.*\b(?:{say}|sobre)\b).*\b(?:tengo|tenemos|hay|existen?|algun|algunos|cuales|que|los|mis|muestra\w*|lista\w*) (?:algun |algunos |los |mis )*(?:conflictos?|choques?|solapamientos?|solapes?)\b(?! con\b)",
        r"^(?!.*\b(?:{say}|sobre)\b).*\b(?:{event}|algo|alguna cosa|cosas?)\b.*\b(?:chocan?|solap(?:a|an|ados|adas)|coincid(?:e|en|entes?)|pisan?)\b",
        r"^(?!.*\b(?:{say}|sobre)\b).*\bse (?:me )?(?:solapan?|pisan?|chocan?)\b",
    ),
    *kind_rules(
        Kind.ABILITIES,
        _PARTS,
        r"^(?:puedo|podemos|se puede|podria) (?:borrar|eliminar|quitar|compartir|exportar|importar|recuperar|deshacer|sincronizar)\b",
        r"^(?:como te llamas|cual es tu nombre|(?:tu )?eres (?:un |una )?(?:robot|bot|humano|humana|persona|maquina|ia|real)|estas ahi|quien te (?:hizo|creo))\b[^?]{0,16}\??$",
        r"^(?:ayuda|socorro|que (?:puedes|sabes|podes|puede)(?: hacer)?(?: por mi)?$|que haces$|quien eres|como (?:me )?puedes ayudar\w*|en que (?:me )?puedes ayudar|para que sirves|como (?:te|se) us\w+)",
    ),
    *kind_rules(
        Kind.UNABLE,
        _PARTS,
        r"\b(?:que tiempo (?:hace|hara|va a hacer)|va a (?:llover|nevar|helar|granizar|hacer (?:mucho |mucha )?(?:frio|calor|sol|viento|bueno|malo|niebla))|(?:habra|hara) (?:mucho |mucha )?(?:frio|calor|sol|viento|hielo|niebla|nieve|heladas?)|nevara|helara|paraguas|llovera|pronostico|clima|temperatura|chistes?|algo gracioso|algo divertido|noticias|loteria|cotizacion|horoscopo|el tiempo (?:en|para|de) )\b",
        r"^(?:traduce|traducir|calcula|calcular|toca|pon (?:musica|una cancion)|canta|enciende|apaga la luz|busca\w* en (?:internet|la web|google)|googlea)\b",
        r"^(?:envi\w+|mand\w+|escrib\w+|respond\w+|reenvi\w+) (?:a \w+ )?(?:un |una |el |la |este |ese )?(?:correo|e-?mail|mensaje|sms|whatsapp|carta|poema|texto|historia|cuento)",
        r"^(?:llama|llamar|telefonea|marcale) a\b",
        r"\ben (?:internet|la web)\b",
        r"^cuanto (?:es|son|da) (?:el )?\d+(?:[.,]\d+)? ?(?:[-+x*/%]|por ciento|por|mas|menos)",
    ),
    *kind_rules(
        Kind.CLOCK,
        _PARTS,
        r"^(?:oye,? )?que horas? (?:es|son)(?: ahora| ya)?$",
        r"^(?:que|a que|en que) (?:dia|fecha|dia de la semana) (?:es|estamos)(?: hoy)?(?: hoy)?$",
        r"^que dia es hoy\b|^que fecha es hoy\b",
        r"^(?:fecha de hoy|cual es la fecha(?: de hoy)?)$",
    ),
    *kind_rules(
        Kind.MOST,
        _PARTS,
        r"\b(?:con )?(?:quien(?:es)?|que (?:persona|personas|amigos?|amigas?|contactos?))\b.*\b(?:mas (?!va|viene|vienen|van|vive|estara|estaba|fue|esta)|menos veces)",
        r"\b(?:con )?(?:quien(?:es)?|personas?)\b.*\bmas$",
        r"\bpersonas? (?:con )?(?:que|quien|la que|las que) .*\bmas\b",
    ),
    *kind_rules(
        Kind.PROMISED,
        _PARTS,
        r"\b(?:que|algo) (?:es lo que |fue lo que )?(?:me |nos |te |le |se |ha |han |me ha |nos ha |se ha )*{promise} (?P<who>(?!a\b|en\b|hacer\b|con\b)(?:la |el )?\S+)",
        r"\b(?:que|lo que) (?P<who>(?!se\b|yo\b|me\b|nos\b)\S.*?) (?:me |nos |le |se )?(?:ha |han )?{promise}\b",
        r"^{the}(?P<who>(?!me\b|te\b|nos\b|usted\b|que\b|quien\b)\S+(?: \S+)?) (?:ya )?(?:me |nos |se )?(?:ha )?{promise}\b",
        r"^quien(?:es)? (?:me |nos |se )?(?:ha |han )?{promise}\b|\bse (?:prometio|ha prometido)\b|\b(?:que|lo que) (?:yo )?(?:me |le |les )?(?:prometi|prometimos|comprometi|comprometimos)\b",
        r"\b(?:que|cuales|las|los|lista\w*|muestra\w*)\b.*\b(?:promesas?|proximos pasos|tareas|compromisos)\b(?: .*)?\b(?:salieron|quedaron|salio|despues|reunion|llamada|charla)\b",
        r"\bque (?:es lo que )?(?:yo )?(?:dije|acorde|quede en) que (?:yo )?(?:haria|iba a hacer|mandaria|iba a mandar|enviaria)\b",
        r"\bque (?:tengo|tenia|tenemos|debo|quede) (?:que |de |en )?hacer (?:yo )?(?:despues|tras|a raiz|desde|por)\b",
        r"\bque (?:tengo|tenia|tenemos|debo|quede) (?:que |de |en )?hacer (?:despues|tras|a raiz|desde|por)\b",
    ),
    *kind_rules(
        Kind.DECIDED,
        _PARTS,
        r"\b(?:que|cual|cuales|cuando|quien|donde|como|cuanto)\b.*\b{decide}\b",
        r"^(?:ya )?{decide}\b|\ben que quedamos\b",
        r"\b(?:que|cuales|cual|las|la|lista\w*|muestra\w*)\b ?.*\b(?:decision|decisiones|conclusion|conclusiones)\b",
    ),
    *kind_rules(
        Kind.SAID,
        _PARTS,
        r"^cuando (?:me |nos )?{say} (?P<who>(?!que\b|con\b|de\b|sobre\b)\S.*?)(?= sobre| acerca| de | del | que |$)",
        r"\b(?:que|algo) (?:es lo que |fue lo que )?(?:me |nos |te |le |ha |han |me ha |nos ha |habia )*{say} (?P<who>(?!sobre\b|de\b|del\b|acerca\b|en\b|que\b)\S.*?)(?= sobre| acerca| de | del | respecto| en | que |$)",
        r"\b(?:que|lo que) (?P<who>(?!se\b|yo\b|me\b|nos\b)\S.*?) (?:me |nos |le )?(?:ha |han )?{say}\b(?= sobre| acerca| de | del |$)",
        r"^{the}(?P<who>(?!me\b|te\b|nos\b|usted\b|tu\b)\S+(?: \S+)?) (?:ya )?(?:me |nos )?(?:ha )?{say}\b(?=.*\b(?:sobre|algo|que|donde|cuando|quien|si|como|cuanto|cual)\b)",
        r"^(?:me |nos )?(?:ha )?{say} (?P<who>\S+(?: (?!donde|cuando|quien|si|como|cuanto|cual|algo|sobre|que)\S+)?) (?:algo|sobre|que|donde|cuando|quien|si|como|cuanto|cual)\b",
        r"^quien(?:es)? (?:me |nos )?(?:ha |han )?{say}\b",
        r"\bse (?:dijo|hablo|menciono|comento|ha dicho|ha hablado)\b",
        r"\bmensajes? {del} (?P<who>.+?)(?= sobre| acerca|$)",
        r"\b(?:que|cuando) (?:yo )?(?:{say})\b",
        r"\b(?:opinion|respuesta|sugerencia|recomendacion) {del} (?P<who>.+?)(?= sobre| acerca|$)",
    ),
    *kind_rules(Kind.WHO, _PARTS, r"\bcomo se llama|\bcual es el nombre de"),
    *kind_rules(
        Kind.WHO,
        _PARTS,
        r"^(?:y |a )?quien(?:es)? (?:viene|vienen|va|van|vendra|vendran|asiste|asisten)\b(?! a (?:cumplir|vivir|trabajar))",
    ),
    *kind_rules(Kind.WHO, _PARTS, r"\bcuant(?:as personas|os invitados|os somos|os van|os vamos)\b(?! conozco)"),
    *kind_rules(Kind.WHEN, _PARTS, r"\bhace cuanto\b|\bcuanto (?:tiempo )?hace\b"),
    *kind_rules(
        Kind.WHEN,
        _PARTS,
        r"\bcuant[oa]s? (?:dias?|semanas?|mes(?:es)?|horas?|tiempo|noches)(?: me)? (?:faltan?|quedan?|hasta|para|hay hasta)\b|\b(?:faltan?|quedan?) (?:cuant[oa]s?|mucho)\b|\bcuanto (?:me )?(?:falta|queda)\b",
    ),
    *kind_rules(Kind.TOPIC, _PARTS, r"\bcuant[oa]\b(?! (?:tiempo|dura))"),
    *kind_rules(
        Kind.COUNT,
        _PARTS,
        r"\bcuant[oa]s\b(?! anos)",
        r"\bcon que frecuencia\b",
        r"\b(?:numero|total|cantidad) de (?:{event}|{todo}|veces|personas|contactos|mensajes|dias|horas)\b",
        r"^cuenta\b",
    ),
    *kind_rules(
        Kind.HOW_LONG,
        _PARTS,
        r"\bcuanto tiempo\b",
        r"\bcuanto (?:dura\w*|se queda\w*|me quedo|nos quedamos|estoy|estamos)\b",
        r"\bduracion\b",
    ),
    *kind_rules(
        Kind.ATTRIBUTE,
        _PARTS,
        r"\b(?:a que se dedica|en que trabaja|que hace .+ en la vida|a que se dedican|(?:cual es )?la profesion del?)\b",
        r"\b(?:telefono|movil|celular|numero|contacto|whatsapp)(?: de telefono)? {del}\b",
        r"\b(?:correo(?: electronico)?|e-?mail|direccion|cumpleanos|fecha de nacimiento|empresa|trabajo|datos|apodos?) {del}\b",
        r"\b(?:mi|su|tu) (?:telefono|movil|celular|numero|correo|e-?mail|direccion|cumpleanos|empresa)\b",
        r"\b(?:vive|viven|reside|trabaja|trabajan|labura|laburan)\b(?! (?:aqui|alli|alla|ahi)\b)",
        r"\b(?:nacio|cumple anos|cumple|cuantos anos)\b",
        r"\bcomo (?:puedo )?(?:contacto|contactar|contactarme|llamo|llamar|localizo|localizar)\b",
        r"\b(?<!fiesta de )cumpleanos\b(?=.*\b(?:cuando|cual|que dia|quien)\b)|\b(?:cuando|cual|que dia)\b.*\b(?<!fiesta de )cumpleanos\b",
    ),
    *kind_rules(
        Kind.FREE,
        _PARTS,
        r"\b(?:estoy|estamos|estare|voy a estar|ando|estaria) (?:\w+ )?(?:libres?|ocupad[oa]s?|disponibles?)\b",
        r"\btengo (?:algun |alguna |un |una )?(?:tiempo|hueco|rato|espacio|libre|ratito|hora libre)(?: libre)?\b",
        r"\b(?:tengo|me queda|tendre|voy a tener|hay) (?:\w+ ){0,2}(?:tiempo|rato|ratito|momento|hueco|hora) (?:solo )?para (?:mi|respirar|descansar)\b|\b(?:esta|estoy|voy|es|va a ser) (?:todo )?(?:a tope|hasta arriba|liad[oa]|sin parar|todo seguido|sin hueco|a reventar)\b",
        r"\bcuando (?:estoy|tengo) (?:libre|tiempo|hueco)\b",
        r"\b(?:tengo|tenemos) (?:l[oa]s? |el )?(?:manana|tarde|noche|dia)s?(?: \w+)? libres?\b|\b(?:que|cuales) (?:dias?|mananas?|tardes?|noches?)\b.*\blibres?\b",
        r"^(?:y )?(?:tengo|estoy|esta|estan|mi|sera que)\b.*\b(?:libres?|ocupad[oa]s?|disponibles?)\b",
        r"\b(?:encajar|meter|agendar) (?:algo|alguna cosa|mas)\b",
    ),
    *kind_rules(
        Kind.NEXT,
        _PARTS,
        r"\b(?:proxim[oa]s?|siguientes?) (?:{event}|{todo}|cosa)\b",
        r"\b(?:mi|mis|el|la|los|las) (?:proxim[oa]s?|siguientes?)\b(?! (?:semana|mes|ano|lunes|martes|miercoles|jueves|viernes|sabado|domingo|fin))",
        r"\bque (?:viene|tengo|toca|hay|sigue)(?: a continuacion| despues| ahora| luego)?$(?<!que tengo)(?<!que hay)|\ba continuacion\b|\bque sigue\b",
    ),
    *kind_rules(
        Kind.WHEN,
        _PARTS,
        r"\bcuando\b",
        r"\b(?:a )?que hora\b",
        r"\b(?:en |para )?que (?:dia|fecha|mes|ano)\b",
        r"\bcual (?:es|fue|sera) (?:la fecha|el dia|la hora)\b",
    ),
    *kind_rules(
        Kind.WHERE,
        _PARTS,
        r"\b(?:donde|adonde)\b",
        r"\b(?:en )?(?:que|cual) (?:lugar|sitio|ciudad|sala|restaurante|direccion|calle)\b",
        r"\b(?:lugar|sitio|ubicacion) {del}\b",
    ),
    *kind_rules(
        Kind.WHO,
        _PARTS,
        r"\bquien(?:es)?\b",
        r"\bque (?:personas|invitados|participantes|asistentes)\b",
        r"\b(?:participantes|invitados|asistentes) {del}\b",
    ),
    *kind_rules(
        Kind.BRIEFING,
        _PARTS,
        r"\b(?:resumen|briefing|panorama)\b",
        r"\bcomo (?:es|esta|sera|va|se presenta|viene) (?:mi|la) (?:dia|semana)\b|^buenos dias\b",
        r"\bresum\w+ (?:mi|el|la) (?:dia|semana)\b",
    ),
    *kind_rules(
        Kind.AGENDA,
        _PARTS,
        r"\bque (?:es lo que )?(?:aun |todavia )?(?:tengo|tenemos|hay|tenia|tuve|hice|voy a|vamos a|esta|estan|me falta|me queda|queda|hago|debo|hemos|he)\b.*",
        r"\b(?:cuales|que|cual) (?:es |son )?(?:(?:el|la|los|las) )?(?:mis? )?(?:{event}|{todo}|contactos|lugares|sitios)\b",
        r"^(?:muestr\w+|mostrar|mostrame|list\w+|enumer\w+|lee\w*|leer|dime|decime|ver|ensen\w+|dame|encuentr\w+|abre|consult\w+|revis\w+|busca\w*)\b.*\b(?:{event}|{todo}|contactos|lugares|hoy|manana|semana)\b",
        r"^(?:(?:la |el |las |los )?(?:mis? )?(?:agenda|calendario|tareas|lista de \w+|lista|citas|eventos|reuniones|recordatorios|contactos|pendientes))(?: (?:de|del|para|hoy|manana|esta|este).*)?$",
        r"\b(?:algo|alguna cosa) (?:programado|agendado|planeado|en la agenda|en el calendario|pendiente)\b",
    ),
    *kind_rules(
        Kind.EXISTS,
        _PARTS,
        r"^(?:y )?(?:yo )?(?:tengo|tenemos|hay|existe|existen|habia|hubo|tenia|tuve|reserve|agende|compre|pague|hice|ya|esta|estan|estaba|voy|vamos|quede|anadi|apunte|algun|alguna|he|si|fui|puse|vino|asistira)\b",
    ),
    *kind_rules(Kind.THANKS, _PARTS, r"^(?:muchas |ok,? )?gracias\b[^?]{0,24}$"),
    *kind_rules(
        Kind.FAREWELL,
        _PARTS,
        r"^(?:ok |vale )?(?:adios|chao|chau|hasta (?:luego|pronto|manana|la vista|despues|la proxima)|nos vemos|que descanses|que tengas (?:un )?buen(?:a)? (?:dia|noche|tarde)|cuidate)\b[^?]{0,24}$",
    ),
    *kind_rules(Kind.GREETING, _PARTS, r"^(?:hola|buenas(?: tardes| noches)?|hey|que tal|como estas)\b[^?]{0,16}\??$"),
]

_VERB = r"(?:anad(?:e|ir|a|eme|irme)|agreg(?:a|ar|ame|arme)|agregue|pon|ponme|poner|ponga|apunt(?:a|ar|e|ame)|met(?:e|er|eme)|inclu(?:ye|ir|yeme)|sum(?:a|ar|ame)|anot(?:a|ar|e|ame)|escrib(?:e|ir)|coloc(?:a|ar)|coloque|insert(?:a|ar)|guard(?:a|ar|e|ame)|registr(?:a|ar|e))"
_LISTS = r"(?:mi |mis |nuestra |tu |la |las |los )?(?:listas?(?: de (?:la |las |los )?[\w-]+| [\w]+)?|tareas|pendientes|recordatorios|quehaceres|compra|to-?dos?)"
_MARK = r"(?:agend(?:a|ar|e|ame)|program(?:a|ar|e|ame)|cre(?:a|ar|e|ame)|reserv(?:a|ar|e|ame)|conciert(?:a|ar)|concertar|fij(?:a|ar|e)|organiz(?:a|ar)|organice|marc(?:a|ar|ame)|marque|planific(?:a|ar)|planea(?:r)?|pon|ponme|poner|anad(?:e|ir|eme)|agreg(?:a|ar|ame)|apunt(?:a|ar|ame)|anot(?:a|ar|ame)|met(?:e|er)|establece|haz|hacer|bloque(?:a|ar)|registr(?:a|ar)|inserta|pide|pedir)"
_CANCEL = r"(?:cancel(?:a|ar|e|ame)|elimin(?:a|ar|e|ame)|borr(?:a|ar|e|ame)|quit(?:a|ar|e|ame)|suprim(?:e|ir|eme)|anul(?:a|ar|e|ame)|remueve|desconvoca|vaci(?:a|ar)|limpi(?:a|ar))"

_ACTS = [
    *withdrawal.ACTS["es"],
    (
        Act.PLACE,
        compiled(
            r"(?:guard(?:a|ar|e|ame)|salv(?:a|ar|e)|marc(?:a|ar|e)|registr(?:a|ar|e)|anad(?:e|ir|a)|agreg(?:a|ar|ue)|apunt(?:a|ar|e))"
            r" (?:(?:este|ese) (?:lugar|sitio|punto|local)|esta (?:direccion|ubicacion|posicion)|aqui|donde (?:estoy|estamos)|mi (?:ubicacion|posicion)(?: actual)?)"
            r"(?: ahora)?(?: como|:| con el nombre(?: de)?) (?P<name>.+)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.MERGE,
        compiled(
            r"(?:(?:fusiona|fusionar|une|unir|unifica\w*)(?: los| las| el| la)?(?: contactos?)?|(?:junta|juntar)(?: los| las| el| la)? contactos?)(?: de| a)? (?P<keep>.+?)(?: y| e| con)(?: a)? (?P<other>.+)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.MERGE,
        compiled(
            r"(?:(?:fusiona|fusionar|une|unir)(?: el| la)?(?: contacto)?|(?:junta|juntar)(?: el| la)? contacto)(?: de)? (?P<other>.+?) (?:al?|en) (?P<keep>.+)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.MERGE,
        compiled(
            r"(?P<bare>junta|juntar|junte) (?:a )?(?P<keep>.+?)(?: y| e| con)(?: a)? (?P<other>.+)", _PARTS, whole=True
        ),
    ),
    (
        Act.UNMERGE,
        compiled(
            r"(?:(?P<bare>separa|separar|separe)(?! (?:los? |el )?contactos?\b)(?: a)?|(?:separa|separar|separe|divide|dividir|deshaz la (?:fusion|union) de)(?: los| las| el| la)?(?: contactos?)?(?: de| a)?) (?P<keep>.+?)(?: y| e| de)(?: a)? (?P<other>.+?)(?: otra vez| de nuevo)?",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.UNABLE,
        compiled(
            r"(?:(?!anot|apunt|recuerd|record|guard|not|tom|escrib).*\b(?:temporizador|alarma|despertador|despiertame)\b.*|(?:envi\w+|mand\w+|redact\w+|reenvi\w+|respond\w+|llama|llamar)\b.*|(?:reserv(?:a|ar|e|ame)|compr(?:a|ar|ame)|pid(?:e|eme)|pedir|consigue(?:me)?|busca(?:me)?|encarga(?:me)?)(?: me)? (?:un|una|unos|unas) (?:\w+ )?(?:vuelos?|billetes?|boletos?|pasajes?|taxi|uber|hotel|pizza|habitacion|mesa)\b(?!.*\b(?:lista|agenda|manana|hoy|lunes|martes|miercoles|jueves|viernes|sabado|domingo|a las)\b).*|(?:escribir|iniciar) (?:un )?(?:nuevo )?correo\b.*)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.TODO_DROP,
        compiled(
            _CANCEL
            + r" (?:(?:el|la|los|las|mi|mis) )?(?:.+ (?:de|en) (?:la |mi |las |mis )?(?:lista|tareas|pendientes|recordatorios|compra)\b.*|(?:tareas?|recordatorios?|articulos?)\b.*|(?:lista)\b.*|tod[oa]s? (?:la|las|mis?) (?:mis? )?(?:lista|tareas)\b.*)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.TODO,
        compiled(_VERB + r" (?P<title>.+?) (?:a|en|dentro de) " + _LISTS + r"(?P<rest> .+)?", _PARTS, whole=True),
    ),
    (Act.TODO, compiled(_VERB + r" (?:a|en) " + _LISTS + r"[:,]? (?P<title>.+)", _PARTS, whole=True)),
    (
        Act.REMIND,
        compiled(
            r"(?:(?:hazme|haz que me|has que me) (?:acordar|acuerde|recordar)(?: de)?|(?:me )?(?:recuerd(?:a|es|e)|recordar|acuerd(?:a|e)|avis(?:a|e|ar|es))(?:me|nos)|me (?:recuerd(?:a|as|es|e)|avis(?:a|as|es|e))|recordarme|recuerda(?! que)|acuerdate de(?! que\b)"
            r"|(?:pon|ponme|crea|crear|creame|anade|agrega|establece|programa|configura|haz)(?:me)? (?:un |el )?(?:nuevo )?recordatorio|recordatorio|no (?:me )?dejes que (?:se )?(?:me )?olvide|que no se me olvide)[:,]? (?P<rest>.+)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.NOTE,
        compiled(
            r"(?:(?:recuerd(?:a|e)|recordar|apunt(?:a|ar|e)(?:me|nos|te)?|anot(?:a|ar|e)(?:me|nos|te)?|tom(?:a|e) nota(?: de)?|ten (?:en cuenta|presente)|guard(?:a|e)|registr(?:a|e)|memoriz(?:a|ar)|que sepas|escrib(?:e|a))(?: que\b|(?: esto| lo siguiente)?:)"
            r"|(?:cre(?:a|ar)|anad(?:e|ir)|agreg(?:a|ar)|haz|escrib(?:e|ir)|tom(?:a|ar)|guard(?:a|ar)) (?:una |la )?(?:nueva )?nota(?: de que| que| sobre| diciendo que|:)?|(?:nueva )?nota:|nota (?:mental|para mi)\b[:,]?) ?(?P<text>.+)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.TODO,
        compiled(
            r"(?:(?:anad(?:e|ir)|agreg(?:a|ar|ame)|cre(?:a|ar|ame)|pon(?:me|er)?|apunt(?:a|ar)|abr(?:e|ir)|inclu(?:ye|ir)) )?(?:una |la |otra )?(?:nueva )?tarea(?: llamada| de| para| nueva|:|,)* (?P<title>.+)",
            _PARTS,
            whole=True,
        ),
    ),
    (Act.TODO, compiled(r"(?:tareas|pendientes): (?P<listed>.+)", _PARTS, whole=True)),
    (
        Act.TODO_NEED,
        compiled(
            r"(?:comprar?|compras?|lista de (?:la )?compras?|(?:lista del )?super|mercado|falta): (?P<listed>.+)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.CONTACT,
        compiled(
            _VERB.replace("(?:anad", "(?:cre(?:a|ar)|anad", 1)
            + r"(?: un| el)?(?: nuevo)?(?: contacto)?[:,]? (?:a )?(?P<body>.+?),? (?:a|en|como|entre)(?: un)? (?:mis? |los |la )?(?:lista de )?(?:nuevo )?(?:contactos?|agenda de contactos)(?P<rest>[:,]? .+)?",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.CONTACT,
        compiled(
            r"(?:(?:anad(?:e|ir)|agreg(?:a|ar)|cre(?:a|ar)|guard(?:a|ar)) )?(?:un |el )?(?:nuevo )?contacto(?: nuevo)?(?: llamad[oa]| para| de)?[:,]? (?P<body>.+)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.CONTACT,
        compiled(
            r"(?:guard(?:a|ar)|anot(?:a|ar)|apunt(?:a|ar)) (?:el )?(?:numero|telefono|movil|celular|correo|e-?mail) {del} (?P<body>.+?)[:,]? (?P<rest>(?:\+?\d|\S+@).*)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.TODO_DONE,
        compiled(
            r"(?:marc(?:a|ar|ame)|marque|da|dar|tach(?:a|ar)|pon) (?:{my} |el |la |los |las )?(?:tarea )?(?:de )?(?P<todo>.+?) (?:como|por) (?:hech[oa]s?|completad[oa]s?|terminad[oa]s?|comprad[oa]s?|list[oa]s?|realizad[oa]s?|finalizad[oa]s?)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.TODO_DONE,
        compiled(
            r"(?:marc(?:a|ar|ame)|marque|da|dar|pon) (?:como|por) (?:hech[oa]s?|completad[oa]s?|terminad[oa]s?|list[oa]s?|realizad[oa]s?|finalizad[oa]s?) (?:lo (?:del|de(?: la| los| las)?) |la tarea (?:de )?|{my} |el |la |los |las )?(?P<todo>.+)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.TODO_DONE,
        compiled(
            r"(?:complet(?:a|ar)|termin(?:a|ar)|finaliz(?:a|ar)|tach(?:a|ar)) (?:{my} |el |la |los |las )?(?:tarea )?(?:de )?(?P<todo>.+?)(?: (?:de|en) (?:la |mi )?lista.*)?",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.TODO_DONE,
        compiled(
            r"(?:he (?:terminado|acabado)(?: con)?|(?:ya )?(?:termine|acabe|estoy|listo|lista) con) (?:la tarea |el |la |los |las )?(?:de )?(?P<todo>.+)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.TODO_DID,
        compiled(
            r"(?:yo )?(?:ya |acabo de |por fin )*(?P<todo>(?:(?:he |hemos )?(?:comprado|pagado|hecho|terminado|pasado|mandado|entregado|arreglado|cambiado|puesto|escrito|podado|llamado|enviado|recogido|limpiado|lavado|devuelto|renovado|regado|reservado)|compre|comprar|pague|pagar|hice|hacer|termine|llame|envie|recogi|limpie|lave|devolvi|renove|regue|reserve) .+)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.EVENT_RENAME,
        compiled(
            r"(?:renombr(?:a|ar)|cambia(?:r|le)? el (?:nombre|titulo) (?:de la|del|de|a la|al|a)) (?:(?:el|la) )?(?P<event>.+) (?:a|como|por) (?P<title>.+)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.EVENT_MOVE,
        compiled(
            _CANCEL
            + r" (?:(?:el|la|los|las) )?(?P<moved>.+?),? y (?:re)?(?:agend(?:a|ar)(?:la|lo)|program(?:a|ar)(?:la|lo)|pon(?:la|lo)|pasa(?:la|lo)) (?:para|a|al) (?P<new>.+)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.EVENT_MOVE,
        compiled(
            r"(?:retras(?:a|ar)|aplaz(?:a|ar)|atras(?:a|ar)|adelant(?:a|ar)) (?P<shift>(?:una?|dos|tres|media|\d+) (?:horas?|minutos?|min|dias?|semanas?)(?: y media)?(?P<after>))(?: mas)? (?:(?:lo del? )?(?:el|la|los|las) |lo del? )?(?P<event>.+)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.EVENT_MOVE,
        compiled(
            r"(?:retras(?:a|ar)|aplaz(?:a|ar)|atras(?:a|ar)|adelant(?:a|ar)|muev(?:e|a)|pas(?:a|ar)) (?:(?:el|la|los|las) )?(?P<event>.+?) (?P<shift>(?:un|una|dos|tres|media|\d+) (?:horas?|minutos?|dias?|semanas?)(?P<after> (?:mas tarde|mas temprano|despues|antes))?)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.EVENT_MOVE,
        compiled(
            r"(?:muev(?:e|a)|mover|cambi(?:a|ar|e)|reprogram(?:a|ar|e)|pospon|posponer|posponga|aplaz(?:a|ar)|pas(?:a|ar|e)|adelant(?:a|ar|e)|retras(?:a|ar|e)|traslad(?:a|ar)|dej(?:a|ar)|reagend(?:a|ar)|atras(?:a|ar)|corre|correr)"
            r" (?:(?:el|la|los|las) )?(?P<event>.+?) (?:a las|a la|a|al|para el|para la|para las|para|hasta el|hasta) (?P<new>.+)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.EVENT_ADD,
        compiled(
            r"(?:anad(?:e|ir)|agreg(?:a|ar)|invit(?:a|ar|e)|inclu(?:ye|ir)|sum(?:a|ar)|apunta|anota|pon|mete)(?: tambien)? (?:a )?(?P<guests>\w+(?: \w+)?(?: y (?:a )?\w+)?) (?:a la|al|a|en la|en el|en|para la|para el) (?P<event>(?!(?:mi )?(?:agenda|calendario|listas?|tareas|contactos)\b).+)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.EVENT_ADD,
        compiled(
            r"(?:anad(?:e|ir)|agreg(?:a|ar)|invit(?:a|ar|e)|inclu(?:ye|ir)|sum(?:a|ar)|pon|mete) (?:a )?(?P<people>.+?) (?:a la|al|a|en la|en el|para la|para el) (?P<event>(?:(?:mi|nuestra|nuestro) )?(?:\S+ )?(?!agenda|calendario){event}\b.*)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.EVENT_LEAVE,
        compiled(
            r"(?:quit(?:a|ar)|sac(?:a|ar)|elimin(?:a|ar)|desinvit(?:a|ar)) a (?P<people>.+?) (?:de la|del|de) (?P<event>(?!(?:mi )?(?:agenda|calendario)\b)(?:(?:mi|nuestra|nuestro) )?{event}\b.*)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.EVENT_MOVE,
        compiled(
            r"(?P<moved>)(?:cambia|muev[ae]|pasa|aplaza|reprograma|mueve|adelanta|retrasa|pospon|pon|deja)(?:la|lo) (?:a las?|al?|para(?: el| la| las)?) (?P<new>.+)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.EVENT_CANCEL,
        compiled(r"(?P<event>)(?:cancela|borra|elimina|quita|anula|suprime)(?:la|lo)", _PARTS, whole=True),
    ),
    (
        Act.EVENT_CANCEL,
        compiled(
            _CANCEL + r" (?P<event>.+?)(?: (?:de mi|de la|del|en el|en mi) (?:agenda|calendario))?", _PARTS, whole=True
        ),
    ),
    (
        Act.TODO_NEED,
        compiled(
            r"(?:apunt(?:a|ar)|anot(?:a|ar)|pon)(?:me)?(?: ahi)? (?:(?:que )?(?:tengo|hay) que |de )?(?P<title>{errand} .+)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.TODO_NEED,
        compiled(
            r"(?:(?:yo|nosotros) )?(?:todavia |tambien )?(?:necesito|necesitamos|tengo que|tenemos que|hay que|debo|me falta) (?P<title>{errand} .+)",
            _PARTS,
            whole=True,
        ),
    ),
    (Act.TODO, compiled(r"(?P<title>(?:compr(?:a|ar)|recog(?:e|er)|trae) .+)", _PARTS, whole=True)),
    (
        Act.EVENT,
        compiled(r"(?P<verb>" + _MARK + r") (?!a [a-z]+ (?:a la|al|en (?:el|la)) )(?P<body>.+)", _PARTS, whole=True),
    ),
    (
        Act.EVENT,
        compiled(
            r"(?:yo )?(?:necesito|quiero|quisiera|querria|me gustaria) (?:tener )?(?P<verb>un|una|otro|otra) (?P<body>{event}\b.+)",
            _PARTS,
            whole=True,
        ),
    ),
    (Act.EVENT, compiled(r"(?:nuev[oa] )?(?P<verb>evento|reunion|cita)[:,] (?P<body>.+)", _PARTS, whole=True)),
    (
        Act.EVENT_MOVE,
        compiled(
            r"(?:muev(?:e|a)|mover|reprogram(?:a|ar|e)|pospon|posponer|aplaz(?:a|ar)|retras(?:a|ar)) (?P<event>.+)",
            _PARTS,
            whole=True,
        ),
    ),
]

WORDS = Words(
    language="es",
    locale="es",
    kinds=_KINDS,
    acts=_ACTS,
    things={
        "todo": compiled(
            r"\b(?:(?:tengo que|necesito|me falta(?:n)?(?: por)?|me queda(?:n)?(?: por)?|cosas (?:\w+ )*(?:por|que|para)|debo|hay que) (?:comprar|hacer|pagar)|tareas?|pendientes?|recordatorios?|(?<!^)listas?|quehaceres|to-?dos?|(?:con )?retraso|atrasad[oa]s?|vencid[oa]s?|(?:pasad[oa]s?|paso|pasaron) de fecha)\b",
            _PARTS,
        ),
        "message": compiled(r"\b(?:mensajes?|conversaci(?:on|ones)|chats?|notas?)\b", _PARTS),
        "contact": compiled(r"\b(?:contactos?|amigos)\b", _PARTS),
        "place": compiled(r"\b(?:lugares|sitios)\b", _PARTS),
        "event": compiled(
            r"\b{event}\b|\b(?:quede|quedado|agendad[oa]s?|programad[oa]s?|reuni|veo|encontre)\b", _PARTS
        ),
    },
    attributes={
        "birthday": compiled(r"\b(?:cumpleanos|nacio|nacimiento|cumple|cuantos anos)\b", _PARTS),
        "email": compiled(r"\b(?:correos?|(?:e-?)?mails?)\b", _PARTS),
        "phone": compiled(r"\b(?:telefono|movil|celular|numero|whatsapp|llamo|llamar)\b", _PARTS),
        "address": compiled(r"\b(?:direccion|vive|viven|reside)\b", _PARTS),
        "work": compiled(
            r"\b(?:trabaja|trabajan|labura|laburan|trabajo|empresa|dedican?|en la vida|profesion)\b", _PARTS
        ),
        "all": compiled(r"\b(?:contacto|contactar\w*|datos|apodos?|localiz\w+)\b", _PARTS),
    },
    polite=compiled(
        r"^(?:(?:por favor|hola|oye|buenos dias|buenas|y|entonces|ahora|tambien|steward|ok|vale|si|en realidad|al final|espera|perdona?|ay|no(?=,))[, ]+)*"
        r"(?:(?:(?:me )?(?:puedes|podrias|podes|puede|podria|quieres)) (?:por favor )?"
        r"|(?:yo )?(?:quiero|quisiera|querria|necesito|me gustaria|puedo)(?: que(?: me)?)? (?=agend|program|anad|agreg|pon|cre|cancel|mov|muev|cambi|reserv|recuerd|record|apunt|anot|me |guard|concert))?(?:por favor,? )?",
        _PARTS,
    ),
    tail=compiled(
        r"(?:,? (?:por favor|plis|porfis|porfa|porfavor|gracias|vale|ok|para mi|si puedes|por fin|al fin|por cierto))+$",
        _PARTS,
    ),
    generic=split(
        "vaya vayan llevo llevamos estamos estaremos quedamos acompano acompanaron vino vinieron llama llaman nombre hacer cositas dedica dedican vida profesion mananas tardes noches "
        "ido idos estado quedado paso pase pasado contar "
        "tomada tomadas tomaron tomamos vencen vence temprano tarde debo "
        "oye oiga mira van vais voy visto vista he quedamos acaso "
        "semanas meses minutos noches faltan quedan falta queda sale salen parte empieza empiezan comienza termina acaba llega llegan ir iria tipo rato lo mismo conmigo ahorita ahora luego "
        "amigo amiga amigos amigas conozco conoce conocemos guardado guardada guardados guardadas ensename ensena muestra lee leeme dame toca planes plan falta hacer retraso atrasado atrasados atrasada vencido vencida vencidas sabes evento eventos reunion reuniones cita citas compromiso compromisos agenda calendario quedada encuentro tarea tareas pendiente pendientes recordatorio "
        "recordatorios lista listas contacto contactos persona personas mensaje mensajes conversacion conversaciones lugar lugares sitio sitios cosa cosas algo "
        "alguna algun alguien nada dia dias fecha hora horas cuanto cuanta cuantos cuantas tiempo vez veces numero total proximo proxima proximos proximas siguiente siguientes ultimo "
        "ultima ultimos ultimas pasado pasada muestra muestrame mostrar dime decir dijo dije dijeron dijimos dice dicho hablo hable hablamos hablaron hablar hablado conto menciono mencionado mencionaron escribio comento "
        "pregunto respondio contesto sugirio recomendo programado programada agendado agendada agende reservado planeado quede quedado tengo tiene tenemos tenia tuve hay habia hubo existe va voy "
        "vamos sera ser fue fueron son es era eran estar esta estan estoy estaba ha han he hemos hizo hice hacer hace hago hacia hacias haciamos hacian pasaron sobre acerca respecto entre hasta desde antes despues durante "
        "hoy manana ayer ahora todavia aun ya mas menos mucho muchas siempre frecuencia encontre veo ver vi reuni reunido telefono movil celular correo electronico email e-mail direccion "
        "cumpleanos cumple anos nacio vive viven trabaja labura laburan empresa datos donde adonde cuando quien quienes cual cuales como que el la los las un una unos unas mi mis tu tus su sus nuestra "
        "nuestro libre libres ocupado ocupada disponible terminado terminadas terminados completadas completados hechas hechos atrasadas participantes invitados asistentes duracion dura duran continuacion viene vienen sigue toca conmigo contigo alli alla aqui ahi eso esto este esa ese ella ellos ellas "
        "usted yo nos le les lo se para por con sin en de del al a y o favor sabe saber se recordar quiero puedo puede necesito anadi apunte puse paso pasa otra otro otras otros cada todo toda todos todas meses semana queda si"
    ),
    since=compiled(r"\bdesde (?:el |la )?(?:ultim[oa] )?", _PARTS),
    past=compiled(
        r"\b(?:hace cuanto|cuanto (?:tiempo )?hace|fue|fueron|fui|era|tenia|tuve|hubo|habia|ayer|pasad[oa]s?|ultim[oa]s?|encontre|vi|hice|dijo|hable|estaba|estuve|compre|cene|almorce|desayune|comi|visite|conoci|escribi|recibi|pedi|perdi|corri|volvi|llegue|sali|reserve|quede|reuni|(?:he|has|hemos) (?:\w+(?:ado|ido)|visto|hecho|dicho|escrito)|{was})\b",
        _PARTS,
    ),
    future=compiled(r"\b(?:(?:he|hemos) quedado|sera|va|voy|vamos|proxim[oa]s?|siguientes?|manana|luego)\b", _PARTS),
    deictic=compiled(
        r"\b(?:el|ella|ellos|ellas|eso|esto|aquello|alli|alla|aqui|ahi|su|sus|ese|esa|este|lo|mism[oa])\b", _PARTS
    ),
    follow=compiled(r"^(?:y|e|pero|o|entonces|tambien)\b", _PARTS),
    asks=compiled(
        r"^(?:(?:a|de|con|para|pa|por|hasta|en|desde) )?(?:que hora|cuanto tiempo|que|cuando|adonde|donde|quien(?:es)?|cuant[oa]s?|cual(?:es)?|como)\b",
        _PARTS,
    ),
    also_asks=compiled(
        r",? y (?:tambien )?(?=(?:(?:(?:a|de|con|para|pa|por|hasta|en|desde) )?(?:que hora|cuanto tiempo|que|cuando|adonde|donde|quien(?:es)?|cuant[oa]s?|cual(?:es)?|como)|tengo|hay|estoy|algo|alguna)\b)|\? (?=\S)",
        _PARTS,
    ),
    also_acts=compiled(
        r"[,;.]? (?:y luego|y tambien|y despues|y|luego|despues|tambien) (?=[a-z])|[,;] (?=[a-z])", _PARTS
    ),
    lead=compiled(r"(?:\b(?:en|el|la|los|las|al|a|de|del|para|por|hasta|desde|antes|este|esta|dia)|,) ?$", _PARTS),
    articles=compiled(
        r"^(?:(?:el|la|los|las|un|una|unos|unas|mi|mis|nuestra|nuestro|otro|otra|nuevo|nueva|de|del|para|evento)\b ?)+",
        _PARTS,
    ),
    with_=compiled(r"\b(?:con/?|c/|junto con)(?= )", _PARTS),
    at=compiled(r"(?:\ben\b|@)(?= )", _PARTS),
    join=compiled(r"\s*(?:,\s*[ye]\s+|,\s*|\s+[ye]\s+|\s*&\s*)", _PARTS),
    reminds=compiled(r"^(?:(?:de|del|que|para|sobre|tengo que|debo|necesito|me)\b[: ]*)+", _PARTS),
    titled=compiled(
        r"\b(?:(?<!una )(?<!la )(?<!mi )llamad[oa](?! con\b| a\b| de\b)|con el titulo|titulad[oa])[:,]? ", _PARTS
    ),
    toward=compiled(r"\b(?:a las|a la|al|a|para el|para la|para las|para|hasta el|hasta)(?= )", _PARTS),
    later="más tarde",
    earlier="antes",
    forward=compiled(r"^(?:adelant(?:a|ar))\b", _PARTS),
    at_clock="a las",
    on_calendar=compiled(r",? ?\b(?:en|a|al) (?:mi|la|el|nuestra)? ?(?:agenda|calendario)\b", _PARTS),
    weak_verbs=compiled(
        r"^(?:cre|anad|agreg|pon|apunt|anot|met|haz|hacer|inserta|registr|pide|pedir|establece|reserv)", _PARTS
    ),
    shopping=compiled(r"\b(?:compras?|mercado|supermercado|super)\b", _PARTS),
    novel=compiled(r"^(?:(?:un |una )?nuev[oa]\b|contacto nuevo)", _PARTS),
    works_at=compiled(r",? ?\b(?:que )?trabaja en ", _PARTS),
    told=compiled(
        r"\b(?:correo(?: electronico)?|e-?mail|telefono|movil|celular|numero|tel|con|y|cumpleanos|nacio(?: el)?|el|su|:)(?= |$|:)",
        _PARTS,
    ),
    meal_first=compiled(
        r"^(?:a la |al |para la |para el |para |en el |en la |de la |del |el |la |un |una )?(?:desayuno|almuerzo|comida|cena|merienda)(?: (?:de|del|en|el|para|a))? ?",
        _PARTS,
    ),
    meal_last=compiled(
        r"(?: (?:for|at|no|na|ao|para|en|el|la|a|de|do|the|o))* ?\b(?:desayuno|almuerzo|comida|cena|merienda)$", _PARTS
    ),
    feasts=compiled(r"(?:navidad|nochebuena|nochevieja|ano nuevo|pascua|carnaval)", _PARTS),
    of_feast=compiled(
        r"\b(?:cena|comida|almuerzo|fiesta|concierto|mercado|compras|posada|encuentro) (?:de|del|de la) $", _PARTS
    ),
    feast_of=compiled(r"^$a", _PARTS),
    relations=split(
        "madre padre hermana hermano esposa esposo mujer marido hijo hija abuela abuelo tia tio primo prima novia novio jefe jefa sobrino sobrina suegra suegro padres familia mama papa"
    ),
    roles=split(
        "dentista medico medica doctor doctora abogado abogada contador contadora equipo cliente clientes banco profesor profesora gerente grupo direccion escuela oficina veterinario "
        "veterinaria terapeuta psicologo psicologa entrenador fontanero amigos colegas ventas marketing empresa inversores gente proveedor"
    ),
    no_names=split(
        "el la los las que quien quienes cuando donde cual cuales como cuanto cuantos cuantas y o pero yo tu usted ella nosotros tengo tiene hay muestra muestrame lista dime por para con en "
        "hoy manana ayer lunes martes miercoles jueves viernes sabado domingo enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre proximo proxima "
        "mi mis hola buenos buenas agenda recuerdame anade ya de del un una esta este esa eso steward resumen sobre fue voy va necesito quiero puedes navidad pascua no a he si me"
    ),
)
