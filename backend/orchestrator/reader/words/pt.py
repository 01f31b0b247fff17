"""Portuguese questions and requests, of Brazil and of Portugal, as the reader knows them."""
# ruff: noqa: E501

from orchestrator.reader.acts import Act
from orchestrator.reader.lexicon import Words, compiled, kind_rules, split
from orchestrator.reader.question_kinds import Kind
from orchestrator.reader.words import withdrawal

_PARTS = {
    "errand": r"(?:comprar|arranjar|apanhar|buscar|ir buscar|encomendar|pagar|renovar|devolver|enviar|mandar|marcar|reservar|ligar|telefonar|imprimir|regar|limpar|lavar|tratar|levar|tirar|por|montar|carregar|cortar|pintar|arrumar|preparar|escrever|podar|varrer|instalar|atualizar|assinar|entregar|preencher|consertar|trocar|descongelar|mudar(?! (?:a |o |minha |meu )?(?:consulta|reuniao|aula|hora|data|almoco|jantar)\b))",
    "event": r"(?:eventos?|reuni(?:ao|oes)|compromissos?|consultas?|agendamentos?|agenda|calendario|encontros?|jantar(?:es)?|almocos?|cafes?|visitas?"
    r"|aulas?|festas?|entrevistas?|viagem|viagens|voos?|sess(?:ao|oes)|jogos?|concertos?|shows?|provas?|exames?|chamadas?|ligac(?:ao|oes)|planos?"
    r"|pequeno[- ]almoco|cafe da manha|lanches?)",
    "todo": r"(?:tarefas?|afazeres|pendencias?|pendentes?|lembretes?|listas?|to-?dos?|compras)",
    "say": r"(?:diss\w+|dizer|diz|falou|falei|falamos|falaram|falar|fala|contou|contei|contar|mencion\w+|escrev\w+|comentou|comentei|comentar|perguntou|perguntei"
    r"|respondeu|respondi|sugeri\w*|recomend\w+|achou|acha|explicou|pediu)",
    "promise": r"(?:promete(?:u|ram)|prometido|compromete(?:u|ram)(?:-se)?|ficou de|ficaram de|assumi[ur]\w*|ofereceu-se|ofereceram-se|disse que (?:ia|iria|fazia|tratava))",
    "decide": r"(?:decidi(?:u|ram|mos|u-se|do|da)|(?:ficou|foi|ficaram|ficamos|esta|tinha) (?:de )?(?:decidid|combinad|acordad|assent|aprovad|acertad|definid|fechad)[oa]s?|combin(?:amos|ou|aram|ou-se)|acord(?:amos|ou|aram|ou-se)|concordamos|concluimos|aprov(?:amos|ou|aram))",
    "do": r"(?:de|da|do|das|dos)",
    "the": r"(?:(?:o|a|os|as|um|uma) )?",
    "my": r"(?:(?:o|a|os|as) )?(?:meus?|minhas?|nossos?|nossas?|seus?|suas?|teus?|tuas?)",
}


_KINDS = [
    *kind_rules(
        Kind.AGENDA,
        _PARTS,
        r"\b(?:estou|estarei|vou estar|estamos|estaremos) em casa\b",
    ),
    *kind_rules(
        Kind.CONFLICT,
        _PARTS,
        r"^(?!.*\b(?:{say}|sobre)\b).*\b(?:tenho|temos|ha|tem|existem?|algum|alguns|quais|que|os|meus|mostra\w*|lista\w*) (?:algum |alguns |os |meus |minhas )*(?:conflitos?|choques?|sobreposic(?:ao|oes))\b(?! com\b)",
        r"^(?!.*\b(?:{say}|sobre)\b).*\b(?:{event}|algo|alguma coisa|coisas?)\b.*\b(?:conflit(?:a|am|antes?)|choc(?:a|am)|chocando|sobrep(?:oe|oem|ost[oa]s?)|coincid(?:e|em|entes?)|batem? d[eo] horario)\b",
    ),
    *kind_rules(
        Kind.ABILITIES,
        _PARTS,
        r"^(?:posso|podemos|consigo|da para) (?:apagar|eliminar|remover|excluir|partilhar|compartilhar|exportar|importar|recuperar|desfazer|sincronizar)\b",
        r"^(?:qual (?:e )?(?:o )?(?:teu|seu) nome|como (?:e que )?(?:(?:tu )?te chamas|(?:voce|vc) se chama|se chama (?:voce|vc))|(?:tu )?(?:es|voce e) (?:um |uma )?(?:robo|robot|humano|pessoa|maquina|ia|real)|estas ai|(?:voce )?(?:esta|ta) ai|quem te (?:fez|criou))\b[^?]{0,16}\??$",
        r"^(?:ajuda|socorro|o que (?:voce|tu|vc) (?:sabe|sabes|pode|podes|faz|fazes|consegue|consegues)(?: fazer)?|quem (?:e|es) (?:voce|tu)"
        r"|como (?:voce|tu|vc) (?:pode|podes) (?:me )?ajudar|como (?:te|o) uso|para que serve\w*)",
    ),
    *kind_rules(
        Kind.UNABLE,
        _PARTS,
        r"\b(?:guarda-chuva|vai (?:nevar|gear|ventar|fazer (?:frio|calor|sol|vento)|estar (?:frio|calor|sol|quente|vento|chuvoso|gelado|bom tempo))|tempo (?:faz|vai fazer|esta fazendo)|vai chover|previsao do tempo|clima|temperatura|piadas?|algo engracado|noticias?|loteria|cotacao|cambio|horoscopo)\b",
        r"^(?:traduz\w*|calcul\w+|toca|toque|tocar|canta|cante|liga a luz|acende|apaga a luz|pesquis\w+ na (?:internet|web)|googl\w+)\b",
        r"^(?:envi\w+|mand\w+|escrev\w+|respond\w+|encaminh\w+)(?:-me)? (?:um |uma |o |a |esse |este )?(?:e-?mail|mensagem|sms|whatsapp|zap|carta|poema|texto|historia)",
        r"^(?:liga|ligue|ligar|telefona\w*|telefone) (?:para|pra|ao|a|pro)\b",
        r"\bna internet\b|\bna web\b",
        r"^quanto (?:e|da|sao) \d+(?:[.,]\d+)? ?(?:[-+x*/%]|por cento|mais|menos|vezes)",
    ),
    *kind_rules(
        Kind.CLOCK,
        _PARTS,
        r"^(?:ei,? )?(?:que|q) horas sao(?: agora)?$",
        r"^(?:que|qual e o|em que) dia (?:e|estamos|da semana e)(?: hoje)?(?: hoje)?$",
        r"^que dia e hoje\b",
        r"^(?:data de hoje|que data e hoje|qual e a data(?: de hoje)?)$",
    ),
    *kind_rules(
        Kind.MOST,
        _PARTS,
        r"\b(?:com )?(?:quem|qual pessoa|que pessoas?|quais pessoas|que amig[oa]s?|que contatos?)\b.*\b(?:mais (?!alguem|vai|vem|va|vao|esta|estara|mora|vive|estava|foi)|menos vezes)",
        r"\b(?:com )?(?:quem|pessoas?)\b.*\bmais$",
        r"\bpessoas? (?:com )?(?:que|quem) (?:eu )?(?:mais|.* mais)\b",
    ),
    *kind_rules(
        Kind.PROMISED,
        _PARTS,
        r"\b(?:o que|que|algo|alguma coisa) (?:foi que |e que )?(?P<who>(?!eu\b|se\b|foi\b)\S.*?) (?:me |nos |te |lhe |ja |se )?{promise}\b",
        r"\b(?:o que|que) (?:foi que |e que )?(?:me |nos |se )?{promise} (?P<who>(?!fazer\b|na\b|no\b|em\b)(?:[oa]s? )?\S+)",
        r"^{the}(?P<who>(?!me\b|te\b|voce\b|o que\b|que\b|quem\b)\S+(?: \S+)?) (?:ja )?(?:me |nos |se )?{promise}\b",
        r"^quem (?:e que |foi que |ja )?(?:me |nos |se )?{promise}\b|\b(?:foi|foram) prometid[oa]s?\b|\b(?:o que|que) (?:foi que |e que )?(?:eu |nos )?(?:me |lhe |lhes )?(?:prometi|prometemos|comprometi|comprometemos)\b",
        r"\b(?:que|quais|as|lista\w*|mostra\w*)\b.*\b(?:promessas?|compromissos assumidos|proximos passos|tarefas)\b(?: .*)?\b(?:sairam|ficaram|saiu|depois|reuniao|call|conversa)\b",
        r"\b(?:o que|que) (?:e que |foi que )?(?:eu )?(?:disse|falei|combinei) que (?:eu )?(?:ia|iria|vou|faria) (?:fazer|mandar|enviar|tratar)?\b",
        r"\b(?:o que|que) (?:e que )?(?:eu )?(?:tenho|tinha|temos|fiquei) (?:de|que|por) fazer (?:eu )?(?:depois|a seguir|apos|desde|por causa)\b",
        r"\b(?:o que|que) (?:e que )?(?:eu )?(?:tenho|tinha|temos|fiquei) (?:de|que|por) fazer (?:depois|a seguir|apos|desde|por causa)\b",
    ),
    *kind_rules(
        Kind.DECIDED,
        _PARTS,
        r"\b(?:o que|que|qual|quais|quando|quem|onde|como|quanto)\b.*\b{decide}\b",
        r"^(?:ja )?{decide}\b|^(?:ficou|foi) \w+ .*\b{decide}\b",
        r"\b(?:que|quais|qual|as|a|lista\w*|mostra\w*)\b ?.*\b(?:decisao|decisoes|conclus(?:ao|oes)|deliberac(?:ao|oes))\b",
    ),
    *kind_rules(
        Kind.SAID,
        _PARTS,
        r"^(?:quando|onde) (?:foi que |e que )?(?P<who>.+?) (?:me |nos |te |lhe )?{say}\b",
        r"\bo que (?:foi que |e que )?(?P<who>(?!eu\b|se\b|foi\b)\S.*?) (?:me |nos |te |lhe |ja )?{say}\b",
        r"\bo que (?:foi que |e que )?(?:me |nos )?{say} (?P<who>(?:[oa]s? )?.+?)(?= sobre| acerca| a respeito| do | da | de | na | no | nas | nos | em | durante | que |$)",
        r"^{the}(?P<who>(?!me\b|te\b|voce\b|vc\b|tu\b|eu\b)\S+(?: \S+)?) (?:ja )?(?:me |nos )?{say}\b(?=.*\b(?:sobre|algo|alguma coisa|que|onde|quando|quem|se|como|quanto|qual)\b)",
        r"^quem (?:e que |foi que |ja )?(?:me )?{say}\b",
        r"\b(?:foi|foram) (?:dit[oa]s?|mencionad[oa]s?|falad[oa]s?|discutid[oa]s?)\b|\bse falou\b|\bfalou-se\b",
        r"\b(?:mensagens|mensagem|recados?) {do} (?P<who>.+?)(?= sobre| acerca|$)",
        r"\b(?:o que|que) (?:eu |nos )?(?:{say})\b",
        r"\b(?:opiniao|resposta|sugestao|recomendacao) {do} (?P<who>.+?)(?= sobre| acerca|$)",
    ),
    *kind_rules(Kind.WHO, _PARTS, r"\bcomo (?:e que )?se chama|\bqual (?:e )?o nome d[oae]"),
    *kind_rules(
        Kind.WHO, _PARTS, r"^(?:e )?quem(?: e que)? (?:vem|vai|vao|vira)\b(?! (?:fazer|viver|morar|trabalhar))"
    ),
    *kind_rules(
        Kind.WHO, _PARTS, r"\bquant(?:as pessoas|os convidados|os somos|os vao|os vamos)\b(?! (?:eu )?conheco)"
    ),
    *kind_rules(Kind.WHEN, _PARTS, r"\bha quanto tempo\b|\bfaz quanto tempo\b"),
    *kind_rules(
        Kind.WHEN,
        _PARTS,
        r"\bquant[oa]s? (?:dias?|semanas?|mes(?:es)?|horas?|tempo|noites)(?: e que| ainda)? (?:falta[mr]?|ate|para|pra|tem ate)\b|\b(?:falta[mr]?|restam) (?:quant[oa]s?|muito)\b|\bquanto (?:e que )?falta\b",
    ),
    *kind_rules(Kind.TOPIC, _PARTS, r"\bquant[oa]\b(?! tempo| dura)"),
    *kind_rules(
        Kind.COUNT,
        _PARTS,
        r"\bquant[oa]s\b(?! anos)",
        r"\bcom que frequencia\b",
        r"\b(?:numero|total|quantidade) de (?:{event}|{todo}|vezes|pessoas|contactos|contatos|mensagens|dias|horas)\b",
        r"^cont[ae]\b",
    ),
    *kind_rules(Kind.HOW_LONG, _PARTS, r"\bquanto tempo\b", r"\bduracao\b", r"\b(?:quanto dura|dura quanto)\b"),
    *kind_rules(
        Kind.ATTRIBUTE,
        _PARTS,
        r"\b(?:em que (?:e que )?trabalha|a que se dedica|o que (?:e que )?.+ faz na vida|que faz .+ na vida|(?:qual e )?a profissao d[aeo]s?)\b",
        r"\b(?:telefone|telemovel|celular|numero|fone|contacto|contato|whatsapp) (?:de telefone |do telemovel |de celular )?{do}\b",
        r"\b(?:e-?mail|endereco|morada|aniversario|data de nascimento|anos|empresa|emprego|dados|apelidos?|contatos?) {do}\b(?! (?:casamento|empresa))",
        r"\b(?:meu|minha|seu|sua|teu|tua) (?:telefone|telemovel|celular|numero|e-?mail|endereco|morada|aniversario|empresa)\b",
        r"\b(?:telefone|telemovel|celular|e-?mail|endereco|morada|aniversario) (?:dele|dela|deles)\b",
        r"\b(?:mora|moram|vive|vivem|reside|trabalha|trabalham)\b(?! (?:aqui|la|ali)\b)",
        r"\b(?:nasceu|faz anos|faz aniversario|quantos anos)\b",
        r"\bcomo (?:posso |eu )?(?:falo|falar|contato|contatar|contactar|entro em contato|ligo|ligar)\b",
        r"\b(?<!festa de )aniversarios?\b(?! {do} casamento)(?=.*\b(?:quando|qual|que dia|quem)\b)|\b(?:quando|qual|que dia)\b.*\b(?<!festa de )aniversarios?\b",
    ),
    *kind_rules(
        Kind.FREE,
        _PARTS,
        r"\b(?:estou|estamos|estarei|vou estar|fico|tou|ando|estaria) (?:\w+ )?(?:livres?|ocupad[oa]s?|disponive(?:l|is))\b",
        r"\btenho (?:algum |alguma |um |uma )?(?:tempo|horario|espaco|folga|livre|vaga|hora livre|janela|bocadinho)(?: livre)?\b",
        r"\b(?:tenho|sobra|vou ter|me sobra|ha) (?:\w+ ){0,2}(?:tempo|tempinho|momento|bocado|hora) (?:so )?(?:para|pra) (?:mim|respirar|descansar)\b|\b(?:esta|ta|estou|vai ser|e) (?:tudo )?(?:lotad[oa]|cheinh[oa]|a abarrotar|sem parar|tudo seguido|sem folga)\b",
        r"\bquando (?:estou|fico|tenho) (?:livre|tempo|horario)\b",
        r"\b(?:tenho|tens|temos) (?:[oa]s? )?(?:manha|tarde|noite|dia)s?(?: \w+)? livres?\b|\b(?:que|quais) (?:dias?|manhas?|tardes?|noites?)\b.*\blivres?\b",
        r"^(?:e )?(?:eu )?(?:tenho|estou|esta|estao|fico|tem|a minha|o meu|sera que)\b.*\b(?:livres?|ocupad[oa]s?|disponive(?:l|is)|vag[oa])\b",
        r"\b(?:encaix\w+|marcar) (?:algo|alguma coisa|uma coisa|mais)\b",
    ),
    *kind_rules(
        Kind.NEXT,
        _PARTS,
        r"\bproxim[oa]s? (?:{event}|{todo}|coisa|cois\w*)\b",
        r"\b(?:meu|minha|o|a|os|as|meus|minhas) proxim[oa]s?\b(?! (?:semana|mes|ano|segunda|terca|quarta|quinta|sexta|sabado|domingo|fim))",
        r"\bo que (?:vem|tenho|ha|e)(?: a seguir| depois| agora| em seguida)\b(?! (?:de|a|pela|na|da|no) )|\b(?:a seguir|em seguida)\b",
        r"\bo que vem (?:ai|por ai)\b|\bque vem a seguir\b",
    ),
    *kind_rules(
        Kind.WHEN,
        _PARTS,
        r"\bquando\b(?! (?:eu )?(?:chegar|puder))",
        r"\b(?:a )?que horas\b",
        r"\b(?:em )?(?:que|qual) (?:e o )?(?:dia|data|hora|horario|mes|ano)\b",
        r"\bqual (?:e |foi |sera )?(?:a data|o dia|a hora|o horario)\b",
    ),
    *kind_rules(
        Kind.WHERE,
        _PARTS,
        r"\b(?:onde|aonde|donde)\b",
        r"\b(?:em )?(?:que|qual) (?:e o |e a )?(?:lugar|local|sitio|cidade|sala|restaurante|endereco|morada|rua)\b",
        r"\b(?:local|lugar|sitio) {do}\b",
    ),
    *kind_rules(
        Kind.WHO,
        _PARTS,
        r"\bquem\b",
        r"\b(?:quais|que) (?:pessoas|convidados|participantes)\b",
        r"\b(?:participantes|convidados) {do}\b",
    ),
    *kind_rules(
        Kind.BRIEFING,
        _PARTS,
        r"\b(?:resumo|briefing|panorama)\b",
        r"\bcomo (?:e|esta|vai ser|sera|ta|fica) (?:o )?(?:meu|minha|a minha) (?:dia|semana)\b|^bom dia\b",
        r"\bresum\w+ (?:o )?(?:meu|minha|a minha) (?:dia|semana)\b",
    ),
    *kind_rules(
        Kind.AGENDA,
        _PARTS,
        r"\b(?:o )?que (?:e que )?(?:eu )?(?:ainda )?(?:me )?(?:tenho|tem|temos|ha|tinha|tive|fiz|vou|vamos|esta|estao|falta|faco|preciso)\b.*",
        r"\b(?:quais|que|qual) (?:e |sao )?(?:(?:o|a|os|as) )?(?:meus? |minhas? )?(?:{event}|{todo}|contatos?|contactos?|lugares|programa)\b",
        r"^(?:mostr\w+|list\w+|le\b|leia|ler|exib\w+|diz|diga|dize|fala|ver|veja|ve|da|de|apresent\w+|abre|abra|olha|consult\w+|verifi\w+)(?:-me| me)?\b.*\b(?:{event}|{todo}|contatos?|contactos?|lugares|hoje|amanha|semana)\b",
        r"^(?:(?:a |o |as |os )?(?:minha |meus? |minhas? )?(?:agenda|calendario|tarefas|lista de \w+|lista|compromissos|eventos|reunioes|lembretes|contatos|contactos))(?: (?:de|da|do|para|desta|deste|dessa|hoje|amanha).*)?$",
        r"\b(?:alguma coisa|algo|algum compromisso) (?:marcad[oa]|na agenda|agendad[oa]|planead[oa]|planejad[oa])\b",
    ),
    *kind_rules(
        Kind.EXISTS,
        _PARTS,
        r"^(?:e )?(?:eu )?(?:tenho|temos|ha|tem|existe|existem|havia|houve|tinha|tive|marquei|agendei|comprei|paguei|fiz|ja|sera que|esta|estao|estava|vou|vamos|combinei|adicionei|anotei|alguma?|fui)\b",
    ),
    *kind_rules(
        Kind.THANKS, _PARTS, r"^(?:muito |ok,? |beleza,? )?(?:obrigad[oa]|valeu|brigad[oa]|agradecid[oa])\b[^?]{0,24}$"
    ),
    *kind_rules(
        Kind.FAREWELL,
        _PARTS,
        r"^(?:ok )?(?:tchau(?:zinho)?|adeus|ate (?:logo|ja|breve|amanha|mais(?: logo| tarde)?|depois|a proxima)|boa noite e ate|fica bem|bom descanso|dorme bem|tenha um bom dia)\b[^?]{0,24}$",
    ),
    *kind_rules(
        Kind.GREETING,
        _PARTS,
        r"^(?:oi+|ola|hey|bom dia (?:para ti|pra voce)|boa tarde|boa noite|e ai|tudo bem|como vai)\b[^?]{0,16}\??$",
    ),
]

_VERB = r"(?:adicion(?:a|ar|e|es)|coloc(?:a|ar)|coloque|colocas|ponha|poe|poem|por|bota|botar|bote|acrescent(?:a|ar|e)|inclu(?:i|ir|a)|anot(?:a|ar|e)|escrev(?:e|er|a)|mete|meter|meta|insir\w+|inserir|insere|junta|juntar|junte|registr\w+|regista\w*|guard(?:a|ar|e)|salv(?:a|ar|e)|apont(?:a|ar|e))(?:-me| me)?"
_LISTS = r"(?:minhas?|nossas?|meus|tua|sua)? ?(?:listas?(?: (?:de|do|da) [\w-]+| [\w]+)?|tarefas|afazeres|lembretes|to-?dos?|compras)"
_MARK = r"(?:marc(?:a|ar)|marque|marques|agend(?:a|ar|e|es)|cri(?:a|ar|e|es)|adicion(?:a|ar|e|es)|coloc(?:a|ar)|coloque|ponha|poe|bota|bote|reserv(?:a|ar|e)|combin(?:a|ar|e)|organiz(?:a|ar|e)|program(?:a|ar|e)|planej(?:a|ar|e)|planei(?:a|ar|e)|inclu(?:i|ir|a)|inser(?:e|ir)|insira|bloque(?:ia|ar|ie)|regist(?:a|ar|e)|registr(?:a|ar|e)|mete|faz|fazer|anot(?:a|ar|e)|apont(?:a|ar|e)|assent(?:a|ar|e))(?:-me| me)?"
_CANCEL = r"(?:cancel(?:a|ar|e|es)|desmarc(?:a|ar)|desmarque|apag(?:a|ar)|apague|remov(?:e|er|a)|exclu(?:i|ir|a)|elimin(?:a|ar|e)|delet(?:a|ar|e)|tir(?:a|ar|e)|retir(?:a|ar|e)|limp(?:a|ar|e)|esvazi(?:a|ar|e)|anul(?:a|ar|e))"

_ACTS = [
    *withdrawal.ACTS["pt"],
    (
        Act.PLACE,
        compiled(
            r"(?:guard(?:a|ar|e)|salv(?:a|ar|e)|marc(?:a|ar|e)|regist\w+|adicion(?:a|ar|e)|anot(?:a|ar|e)|grav(?:a|ar|e)|memoriz(?:a|ar|e))"
            r" (?:(?:est[ea]|ess[ea]) (?:lugar|local|sitio|ponto|endereco|morada|posicao|localizacao)|aqui|onde (?:estou|estamos)|(?:a )?minha (?:localizacao|posicao)(?: atual)?)"
            r"(?: agora)?(?: como(?: sendo)?|:| com o nome(?: de)?) (?P<name>.+)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.MERGE,
        compiled(
            r"(?:(?:funde|fundir|mescl[ae]r?|mescle|une|unir|unifica\w*)(?: os| as| o| a)?(?: contac?tos?)?|(?:junt[ae]r?|junte)(?: os| as| o| a)? contac?tos?)(?: d[aeo]s?)? (?P<keep>.+?)(?: e| com) (?P<other>.+)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.MERGE,
        compiled(
            r"(?:(?:funde|fundir|mescl[ae]r?|mescle|une|unir)(?: o| a)?(?: contac?to)?|(?:junt[ae]r?|junte)(?: o| a)? contac?to)(?: d[aeo])? (?P<other>.+?) (?:ao?|no|na|em) (?P<keep>.+)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.MERGE,
        compiled(
            r"(?P<bare>junt[ae]r?|junte)(?: os?| as?)? (?P<keep>.+?)(?: e| y| com)(?: a| o)? (?P<other>.+)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.UNMERGE,
        compiled(
            r"(?:(?P<bare>separ[ae]r?|separe)(?! (?:os? |as? )?contac?tos?\b)(?: o| a)?|(?:separ[ae]r?|separe|desmescl[ae]r?|desfaz a (?:mescla|juncao) de|divid[ei]r?)(?: os| as| o| a)?(?: contac?tos?)?(?: d[aeo]s?)?) (?P<keep>.+?)(?: e| y(?: a)?| d[aeo]) (?P<other>.+?)(?: outra vez| de novo)?",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.UNABLE,
        compiled(
            r"(?:(?!anot|lembr|guard|not|tom|regist|escrev).*\b(?:temporizador|alarme|despertador|me acord\w+|acord\w+-me)\b.*|(?:envi\w+|mand\w+|redig\w+|encaminh\w+|respond\w+|liga|ligue|ligar|telefon\w+) (?:um|uma|o|a|para|pra|ao|esse|este|esta|essa)\b.*|(?:reserv(?:a|ar|e)|compr(?:a|ar|e)|ped(?:e|ir)|peca|arranj(?:a|ar|e)|encomend(?:a|ar|e)|cham(?:a|ar|e))(?:-me| me)? (?:um|uma|uns|umas) (?:\w+ )?(?:voos?|passage(?:m|ns)|bilhetes?|taxi|uber|hotel|pizza|quarto|mesa|carro alugado)\b(?!.*\b(?:lista|agenda|amanha|hoje|segunda|terca|quarta|quinta|sexta|sabado|domingo|as \d+|\d+h\w*)\b).*)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.TODO_DROP,
        compiled(
            _CANCEL
            + r" (?:(?:a|o|as|os) )?(?:.+ (?:da|das|de|do|dos) (?:minhas? |meus )?(?:lista|tarefas|afazeres|lembretes|compras)\b.*|(?:tarefas?|lembretes?|itens?|item)\b.*|(?:minhas? )?(?:lista|tarefas)\b.*|todas? (?:a|as) (?:minhas? )?(?:lista|tarefas)\b.*)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.TODO,
        compiled(
            _VERB + r" (?P<title>.+?) (?:na|nas|a|as|em|nos|para a|pra|no) " + _LISTS + r"(?P<rest> .+)?",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.TODO,
        compiled(
            _VERB + r" (?:na|nas|a|as|em|nos|para a|pra|no) " + _LISTS + r"[:,]? (?P<title>.+)", _PARTS, whole=True
        ),
    ),
    (
        Act.REMIND,
        compiled(
            r"(?:(?:faz(?:-me)?|me faz|faca)(?:-me| me)? (?:lembrar|recordar)(?: de)?|(?:me )?(?:lembr(?:a|e|es|ar|as)|record(?:a|e|ar)|avis(?:a|e|ar))(?:-me|-mo| me)(?! que)|(?:me |que me )(?:lembr(?:a|e|es|ar|as)|avis(?:a|e|ar))|lembra-te de me|lembr(?:a|e|ar) (?=de )|lembr(?:a|e)(?:-se|-te|r)? de(?! que\b)"
            r"|(?:cri(?:a|ar|e)|adicion(?:a|ar|e)|p[oo]e|coloc(?:a|ar)|coloque|bot(?:a|e)|faz|faca|defin(?:e|ir|a)|marc(?:a|ar)|marque|program(?:a|ar|e))(?:-me| me)? (?:um |o )?(?:novo )?lembrete"
            r"|lembrete|nao (?:me )?deix(?:a|e|es)(?:-me| me| eu)? esquecer|nao (?:te )?esquec(?:a|as|er)(?: de)? me lembrar)[:,]? (?P<rest>.+)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.NOTE,
        compiled(
            r"(?:(?:(?:me )?lembr(?:a|e|ar)(?:-se|-te|-me| me| se| te| de)*|anot(?:a|ar|e)(?:-me| me| ai)?|regist(?:a|e|ar)|registr(?:a|e|ar)|guard(?:a|e|ar)|apont(?:a|e|ar)(?:-me)?|not(?:a|e)|fica sabendo|fique sabendo|tom(?:a|e) nota(?: de)?|sabe|saiba|memoriz(?:a|e|ar)|escrev(?:e|a))(?: de)?(?: que\b|:| ai:?)"
            r"|(?:cri(?:a|ar|e)|adicion(?:a|ar|e)|faz|faca|escrev(?:e|a)|tom(?:a|e)|guard(?:a|e))(?:-me| me)? (?:uma |a )?(?:nova )?nota(?: de que| que| sobre| dizendo que|:)?|(?:nova )?nota:|nota (?:mental|para mim)\b[:,]?) ?(?P<text>.+)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.TODO,
        compiled(
            r"(?:(?:adicion(?:a|ar|e)|cri(?:a|ar|e)|coloc(?:a|ar)|coloque|acrescent(?:a|ar|e)|poe|abr(?:e|ir|a)|inclu(?:i|ir|a)|anot(?:a|ar|e)|faz)(?:-me| me)? )?(?:uma |a |outra )?(?:nova )?tarefa(?: chamada| de| para| pra| nova|:|,)* (?P<title>.+)",
            _PARTS,
            whole=True,
        ),
    ),
    (Act.TODO, compiled(r"(?:tarefas): (?P<listed>.+)", _PARTS, whole=True)),
    (
        Act.TODO_NEED,
        compiled(
            r"(?:comprar?|compras|lista (?:de compras|do super(?:mercado)?)|super(?:mercado)?|mercado|falta): (?P<listed>.+)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.CONTACT,
        compiled(
            _VERB.replace("(?:adicion", "(?:cri(?:a|ar|e)|adicion", 1)
            + r"(?: um| uma| o| a)?(?: nov[oa])?(?: contac?to)?[:,]? (?P<body>.+?),? (?:aos|nos|a|como|em|para os|na)(?: minha)?(?: um)? ?(?:meus? |minha )?(?:lista de )?(?:novo )?(?:contac?tos?|agenda de contac?tos)(?P<rest>[:,]? .+)?",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.CONTACT,
        compiled(
            r"(?:(?:adicion(?:a|ar|e)|cri(?:a|ar|e)|salv(?:a|ar|e)|guard(?:a|ar|e)|grav(?:a|ar|e)) )?(?:um |o )?(?:novo )?contac?to(?: novo)?(?: chamad[oa]| para| {do})?[:,]? (?P<body>.+)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.CONTACT,
        compiled(
            r"(?:salv(?:a|ar|e)|guard(?:a|ar|e)|grav(?:a|ar|e)|anot(?:a|ar|e)) (?:o )?(?:numero|telefone|telemovel|celular|e-?mail|contac?to) {do} (?P<body>.+?)[:,]? (?P<rest>(?:\+?\d|\S+@).*)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.TODO_DONE,
        compiled(
            r"(?:marc(?:a|ar)|marque|dar|da|de|risc(?:a|ar)|risque|assinal(?:a|ar|e)) (?:{my} |o |a |os |as )?(?:tarefa )?(?:{do} )?(?P<todo>.+?) (?:como|por|de) (?:feit[oa]s?|conclui[dr][oa]?s?|pront[oa]s?|complet[oa]s?|comprad[oa]s?|terminad[oa]s?|realizad[oa]s?)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.TODO_DONE,
        compiled(
            r"(?:marc(?:a|ar)|marque|dar|da|de|poe|assinal(?:a|ar|e)) (?:como|por) (?:feit[oa]s?|conclui[dr][oa]?s?|pront[oa]s?|complet[oa]s?|terminad[oa]s?|realizad[oa]s?) (?:a tarefa (?:de )?|aquilo (?:do|da|de) |{my} |o |a |os |as )?(?P<todo>.+)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.TODO_DONE,
        compiled(
            r"(?:conclu(?:i|ir|a)|complet(?:a|ar|e)|termin(?:a|ar|e)|finaliz(?:a|ar|e)|risc(?:a|ar)|risque) (?:{my} |o |a |os |as )?(?:tarefa )?(?:{do} )?(?P<todo>.+?)(?: da (?:minha )?lista.*)?",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.TODO_DONE,
        compiled(
            r"(?:ja )?(?:terminei|acabei|despachei|estou despachad[oa]|pronto) (?:com )(?:a tarefa )?(?:{do} )?(?:o |a |os |as )?(?P<todo>.+)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.TODO_DID,
        compiled(
            r"(?:eu )?(?:ja |acabei de |finalmente |consegui (?:finalmente |enfim )?)*(?P<todo>(?:comprei|comprar|paguei|pagar|fiz|fazer|terminei|terminar|conclui|liguei|ligar|enviei|enviar|mandei|levei|peguei|busquei|fui|limpei|lavei|devolvi|renovei|reguei|tomei|marquei|resolvi|reservei|assinei|encomendei|arranjei|entreguei|postei|podei|troquei|mudei|passei|arrumei|consertei|instalei|preenchi) .+|(?<=consegui )(?:enviar|entregar|marcar|renovar|resolver|arranjar|preencher|trocar|mudar) .+)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.EVENT_RENAME,
        compiled(
            r"(?:renomei(?:a|e)|renomear|(?:muda(?:r)?|mude|troca|altera) o (?:nome|titulo) (?:de|da|do)) (?:(?:o|a) )?(?P<event>.+) (?:para|como) (?P<title>.+)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.EVENT_MOVE,
        compiled(
            _CANCEL
            + r" (?:(?:o|a|os|as) )?(?P<moved>.+?),? e (?:re)?(?:marc(?:a|ar)|marque|agend(?:a|ar|e)|passa|muda)(?:-[oa])? (?:para|pra) (?P<new>.+)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.EVENT_MOVE,
        compiled(
            r"(?:adi(?:a|ar|e)|atras(?:a|ar|e)|antecip(?:a|ar|e)|adiant(?:a|ar|e)) (?P<shift>(?:uma?|duas|dois|tres|meia|\d+) (?:horas?|minutos?|min|dias?|semanas?)(?: e meia)?(?P<after>)) (?:(?:aquilo d[aeo]|isso d[aeo]) )?(?:(?:o|a|os|as) )?(?P<event>.+)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.EVENT_MOVE,
        compiled(
            r"(?:adi(?:a|ar|e)|atras(?:a|ar|e)|antecip(?:a|ar|e)|adiant(?:a|ar|e)|pass(?:a|ar|e)|mov(?:e|er|a)|empurr(?:a|ar|e)|pux(?:a|ar|e)|chega|chegar|chegue) (?:(?:o|a|os|as) )?(?P<event>.+?) (?P<shift>(?:uma?|duas|dois|tres|meia|\d+) (?:horas?|minutos?|min|dias?|semanas?)(?P<after> (?:mais tarde|mais cedo|depois|antes|(?:para|pra|p'ra) (?:a )?(?:frente|tras|diante)))?)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.EVENT_MOVE,
        compiled(
            r"(?:adi(?:a|ar|e)|remarc(?:a|ar)|remarque|reagend(?:a|ar|e)|mud(?:a|ar|e)|pass(?:a|ar|e)|transfer(?:e|ir)|transfira|mov(?:e|er|a)|alter(?:a|ar|e)|antecip(?:a|ar|e)|atras(?:a|ar|e)|empurr(?:a|ar|e)|troc(?:a|ar)|troque|posterg(?:a|ar)|postergue)"
            r" (?:(?:o|a|os|as) )?(?P<event>.+?) (?:para|pra|pro|ate|a) (?P<new>.+)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.EVENT_ADD,
        compiled(
            r"(?:adicion(?:a|ar|e)|convid(?:a|ar|e)|inclu(?:i|ir|a)|coloc(?:a|ar)|coloque|chama|chame|acrescent(?:a|ar|e)|poe|bota|junt(?:a|ar|e)|mete)(?: tambem)? (?:o |a )?(?P<guests>\w+(?: \w+)?(?: e (?:o |a )?\w+)?) (?:a|ao|na|no|para o|para a|pro|pra|em) (?P<event>(?!(?:minha |meu )?(?:agenda|calendario|listas?|tarefas|contac?tos)\b).+)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.EVENT_ADD,
        compiled(
            r"(?:adicion(?:a|ar|e)|convid(?:a|ar|e)|inclu(?:i|ir|a)|coloc(?:a|ar)|coloque|chama|chame|acrescent(?:a|ar|e)|poe|bota) (?P<people>.+?) (?:a|ao|na|no|para o|para a|pro|pra|em) (?P<event>(?:(?:minha|meu|nossa|nosso) )?(?:\S+ )?(?!agenda|calendario){event}\b.*)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.EVENT_LEAVE,
        compiled(
            r"(?:remov(?:e|er|a)|tir(?:a|ar|e)|retir(?:a|ar|e)|desconvid(?:a|ar|e)) (?P<people>.+?) (?:da|do) (?P<event>(?!(?:minha |meu )?(?:agenda|calendario)\b)(?:(?:minha|meu|nossa|nosso) )?{event}\b.*)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.EVENT_MOVE,
        compiled(
            r"(?P<moved>)(?:muda|passa|adia|move|altera|remarca|antecipa|troca|joga)(?:-[oa]| isso| ess[ea]| el[ea])? (?:para|pra|pro) (?:[oa]s? )?(?P<new>.+)",
            _PARTS,
            whole=True,
        ),
    ),
    (Act.EVENT_CANCEL, compiled(r"(?P<event>)(?:cancela|desmarca|apaga|remove|elimina)-[oa]", _PARTS, whole=True)),
    (
        Act.EVENT_CANCEL,
        compiled(
            _CANCEL + r" (?P<event>.+?)(?: (?:da|do|na|no) (?:minha |meu )?(?:agenda|calendario))?", _PARTS, whole=True
        ),
    ),
    (
        Act.TODO_NEED,
        compiled(
            r"(?:anot(?:a|ar|e)|apont(?:a|ar|e)|regist(?:a|ar|e)|assent(?:a|e)|poe|bota|mete)(?:-me| me)?(?: ai)? (?:(?:pra|para) (?:eu|mim) |de |que (?:tenho|preciso) (?:de|que) )?(?P<title>{errand} .+)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.TODO_NEED,
        compiled(
            r"(?:(?:eu|nos) )?(?:ainda |tambem )?(?:preciso|precisamos|tenho|temos|falta-me|falta|ha que|e preciso|e necessario|convem)(?: de| que)? (?P<title>{errand} .+)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.TODO,
        compiled(r"(?P<title>(?:compr(?:a|ar|e)|apanh(?:a|ar|e)|busc(?:a|ar)|vai buscar|traz) .+)", _PARTS, whole=True),
    ),
    (Act.EVENT, compiled(r"(?P<verb>" + _MARK + r") (?P<body>.+)", _PARTS, whole=True)),
    (
        Act.EVENT,
        compiled(
            r"(?:(?:eu )?(?:preciso|precisava|quero|queria|gostava)(?: de)? )(?P<verb>um|uma|outro|outra) (?P<body>{event}\b.+)",
            _PARTS,
            whole=True,
        ),
    ),
    (Act.EVENT, compiled(r"(?:nov[oa] )?(?P<verb>evento|reuniao|compromisso)[:,] (?P<body>.+)", _PARTS, whole=True)),
    (
        Act.EVENT_MOVE,
        compiled(r"(?:adi(?:a|ar|e)|remarc(?:a|ar)|remarque|reagend(?:a|ar|e)) (?P<event>.+)", _PARTS, whole=True),
    ),
]

WORDS = Words(
    language="pt",
    locale="pt-BR",
    kinds=_KINDS,
    acts=_ACTS,
    things={
        "todo": compiled(
            r"\b(?:(?:preciso|tenho que|tenho de|falta|faltam)(?: de)? (?:comprar|fazer|pagar|tratar)|faltam? fazer|por fazer|para fazer|pra fazer|a fazer|tarefas?|afazeres|pendencias?|pendentes?|lembretes?|(?<!^)listas?|to-?dos?|(?:em )?atraso|atrasad[oa]s?|vencid[oa]s?)\b",
            _PARTS,
        ),
        "message": compiled(r"\b(?:mensage(?:m|ns)|conversas?|chats?|recados?|notas?|discuti\w*)\b", _PARTS),
        "contact": compiled(r"\b(?:contac?tos?|amigos|agenda de contatos)\b", _PARTS),
        "place": compiled(r"\b(?:lugares|sitios)\b", _PARTS),
        "event": compiled(
            r"\b{event}\b|\b(?:encontr\w+|marcad[oa]s?|agendad[oa]s?|combinad[oa]s?|reunid[oa]s?)\b", _PARTS
        ),
    },
    attributes={
        "birthday": compiled(
            r"\b(?:aniversarios?|nasceu|nascimento|fa[rz]em? anos|faz anos|fez anos|quantos anos|[oa]s anos d[aoe]s?|(?:d|n|pr)os anos d[aoe]s?)\b",
            _PARTS,
        ),
        "email": compiled(r"\b(?:e-?)?mails?\b", _PARTS),
        "phone": compiled(r"\b(?:telefone|telemovel|celular|numero|fone|whatsapp|ligo|ligar|falo|falar)\b", _PARTS),
        "address": compiled(r"\b(?:endereco|morada|mora|moram|vive|vivem|reside)\b", _PARTS),
        "work": compiled(r"\b(?:trabalha|trabalham|empresa|emprego|dedica|na vida|profissao)\b", _PARTS),
        "all": compiled(r"\b(?:contac?to|contac?tar|dados|apelidos?)\b", _PARTS),
    },
    polite=compiled(
        r"^(?:(?:por favor|oi|ola|ei|bom dia|boa tarde|boa noite|e|entao|agora|tambem|steward|ok|olha|sim|ai|afinal|na verdade|espera|desculpa|desculpe|ah|nao(?=,))[, ]+)*"
        r"(?:(?:(?:sera que )?(?:voce|tu|vc) |tu )?(?:pode|podes|poderia|poderias|podia|podias|consegue|consegues|da pra|da para) (?:por favor )?(?:(?:voce|tu) )?"
        r"|(?:eu )?(?:quero|queria|gostaria|preciso|gostava)(?: de)? (?:que (?:voce |tu |vc )?)?(?=marc|agend|adicion|coloc|cri|cancel|remarc|adi|anot|lembr|me |inclu|poe|desmarc|salv|guard|pon))?(?:por favor,? )?",
        _PARTS,
    ),
    tail=compiled(
        r"(?:,? (?:por favor|pf|pfv|obrigad[oa]|ta|ok|para mim|pra mim|se faz favor|sff|esta bem|ta bom|finalmente|enfim|ate que enfim|ja agora))+$",
        _PARTS,
    ),
    generic=split(
        "gente donde ficamos ficar faco fazemos acompanhou acompanharam veio vieram chama nome programa coisinhas dedica vida profissao manhas tardes noites "
        "estive estivemos passo passei passamos ido idos contar "
        "tomada tomadas tomaram tomamos foram vence vencem devo cedo tarde marcadinho "
        "ei olha vencida vencidas vencido vencidos mesmo afinal "
        "aberto aberta abertos abertas semanas meses minutos noites faltam restam sai saio saem parte partem chega chegam comeca comecam termina terminam acaba acabam ir iria gajo cara tipo agora logo mesmo calha fica pago "
        "amigo amiga amigos amigas conheco conhece conhecemos guardado guardada guardados guardadas salvo salva salvos salvas leia falta faltam fazer atraso atrasado atrasados atrasada planos sabe sabes passa evento eventos reuniao reunioes compromisso compromissos agendamento agendamentos agenda calendario encontro encontros tarefa tarefas "
        "afazeres pendencias pendentes pendente lembrete lembretes lista listas contato contatos contacto contactos pessoa pessoas mensagem mensagens conversa "
        "conversas lugar lugares sitio local coisa coisas algo alguma algum alguem nada dia dias data hora horas horario quanto quanta quantos quantas tempo vez vezes numero total proximo "
        "proxima proximos proximas ultimo ultima ultimos ultimas passado passada mostra mostre mostrar lista listar diz diga dizer disse dissemos disseram fala falou falei "
        "falamos falaram falar contou mencionou escreveu comentou perguntou respondeu sugeriu recomendou marcado marcada marcados marcadas marquei marcou marcamos agendado agendada agendei combinado combinada tenho "
        "tem temos tinha tive ha houve haver existe vai vou vamos sera ser foi foram fui sao estar esta estao estou estava era eram fica ficam fez fiz fazer faz sobre acerca respeito entre "
        "ate desde antes depois durante hoje amanha ontem agora ainda ja mais menos muito muita sempre frequencia encontro encontrei encontrar encontra vejo ver vi reuni telefone telemovel celular numero "
        "email e-mail endereco morada aniversario anos nasceu mora moram vive vivem trabalha empresa dados onde aonde quando quem qual quais como que o a os as um uma "
        "minha meu minhas meus nossa nosso sua seu dele dela deles delas livre livres ocupado ocupada disponivel terminei terminadas terminados concluidas concluidos feitas feitos atrasadas atrasada participantes convidados duracao dura seguir seguida vem vindo "
        "mim comigo contigo la aqui isso isto ele ela eles elas voce tu eu nos lhe pelo pela para pra por com sem em no na nos nas de da do das dos e ou ao aos favor sabe saber sei lembrar lembra quero "
        "posso pode preciso gostaria adicionei adicionou anotei coloquei combinei combinou aconteceu acontece acontecer outra outro outras outros cada todo toda todos todas la-mim meses semana"
    ),
    since=compiled(r"\bdesde (?:o |a )?(?:ultim[oa] )?", _PARTS),
    past=compiled(
        r"\b\w{2,}(?<!ar)(?<!er)(?<!ir)ei\b|\b(?:ha quanto tempo|faz quanto tempo|foi|foram|fui|era|tinha|tive|teve|houve|ontem|passad[oa]s?|ultim[oa]s?|encontrei|vi|fiz|disse|falei|falou|estava|estive|comprei|marquei|comi|bebi|corri|recebi|escrevi|perdi|pedi|sai)\b",
        _PARTS,
    ),
    future=compiled(r"\b(?:combinei|sera|vai|vou|vamos|proxim[oa]s?|amanha|logo)\b", _PARTS),
    deictic=compiled(
        r"\b(?:ele|ela|eles|elas|isso|isto|aquilo|la|ali|aqui|dele|dela|deles|delas|esse|essa|este|esta|mesmo|mesma)\b",
        _PARTS,
    ),
    follow=compiled(r"^(?:e|mas|ou|entao|tambem)\b", _PARTS),
    asks=compiled(
        r"^(?:(?:a|de|com|para|pra|por|ate|em|d|desde) )?(?:o que|que horas|quanto tempo|que|quando|qdo|aonde|donde|onde|quem|quant[oa]s?|qual|quais|como)\b",
        _PARTS,
    ),
    also_asks=compiled(
        r",? e (?:tambem )?(?=(?:(?:(?:a|de|com|para|pra|por|ate|em|d|desde) )?(?:o que|que horas|quanto tempo|quando|qdo|aonde|donde|onde|quem|quant[oa]s?|qual|quais|como)|tenho|tem|ha|estou|algo|alguma)\b)|\? (?=\S)",
        _PARTS,
    ),
    also_acts=compiled(r"[,;.]? (?:e depois|e tambem|e ja agora|e|depois|tambem) (?=[a-z])|[,;] (?=[a-z])", _PARTS),
    lead=compiled(
        r"(?:\b(?:em|no|na|nos|nas|ao|a|as|de|do|da|para|pra|pro|por|pelo|pelas|pela|ate|desde|antes|este|esta|o|neste|nesta|dia|la)|,) ?$",
        _PARTS,
    ),
    articles=compiled(
        r"^(?:(?:o|a|os|as|um|uma|uns|umas|meu|minha|meus|minhas|nosso|nossa|outro|outra|novo|nova|de|do|da|para|pra|ai|evento)\b ?)+",
        _PARTS,
    ),
    with_=compiled(r"\b(?:com/?|c/|junto com)(?= )", _PARTS),
    at=compiled(r"(?:\b(?:em|no|na|nos|nas)\b|@)(?= )", _PARTS),
    join=compiled(r"\s*(?:,\s*e\s+|,\s*|\s+e\s+|\s*&\s*)", _PARTS),
    reminds=compiled(
        r"^(?:(?:de|do|da|que|para|pra|sobre|eu (?:tenho|preciso)(?: que| de)?|tenho (?:que|de)|preciso(?: de)?|me)\b[: ]*)+",
        _PARTS,
    ),
    titled=compiled(
        r"\b(?:(?<!uma )(?<!a )chamad[oa](?! com\b| para\b| de\b)|com o titulo|intitulad[oa])[:,]? ", _PARTS
    ),
    toward=compiled(r"\b(?:para|pra|pro|ate|a|as|ao)(?= )", _PARTS),
    later="mais tarde",
    earlier="antes",
    forward=compiled(r"^(?:antecip|adiant)(?:a|ar|e)\b", _PARTS),
    at_clock="às",
    on_calendar=compiled(
        r",? ?\b(?:na|no|a|ao|em|para a|pra) (?:minha|meu|nossa|nosso)? ?(?:agenda|calendario)\b", _PARTS
    ),
    weak_verbs=compiled(
        r"^(?:apont|assent|cri|adicion|coloc|coloque|ponha|poe|bot|inclu|inser|insir|mete|faz|anot|regist|reserv)",
        _PARTS,
    ),
    shopping=compiled(r"\b(?:compras|mercado|supermercado|(?<!-)feira)\b", _PARTS),
    novel=compiled(r"^(?:(?:um |uma )?nov[oa]\b|contac?to novo)", _PARTS),
    works_at=compiled(r",? ?\b(?:que )?trabalha (?:na|no|em) ", _PARTS),
    told=compiled(
        r"\b(?:e-?mail|telefone|telemovel|celular|numero|fone|tel|com|e|aniversario|nasceu(?: em)?|o|:)(?= |$|:)",
        _PARTS,
    ),
    meal_first=compiled(
        r"^(?:para o |para |no |na |ao |o |a |um |uma )?(?:cafe da manha|pequeno[- ]almoco|almoco|jantar|lanche|ceia)(?: (?:de|do|da|em|no|na|para))? ?",
        _PARTS,
    ),
    meal_last=compiled(
        r"(?: (?:for|at|no|na|ao|para|en|el|la|a|de|do|the|o))* ?\b(?:cafe da manha|pequeno[- ]almoco|almoco|jantar|lanche|ceia)$",
        _PARTS,
    ),
    feasts=compiled(
        r"(?:natal|vespera de natal|passagem d[eo] ano|vespera de ano novo|reveillon|ano novo|pascoa|carnaval)", _PARTS
    ),
    of_feast=compiled(
        r"\b(?!(?:dias?|semanas?|vespera|manha|tarde|noite|antes|depois|altura|epoca|perto|fim|ferias|feriado|quadra|desde) )[a-z]{4,} (?:de|do|da) $",
        _PARTS,
    ),
    feast_of=compiled(r"^$a", _PARTS),
    relations=split(
        "mae pai irma irmao esposa marido mulher filho filha avo vovo vo tia tio primo prima namorada namorado chefe sobrinho sobrinha sogra sogro pais familia mamae papai"
    ),
    roles=split(
        "dentista medico medica doutor doutora advogado advogada contador contadora contabilista time equipe equipa cliente clientes banco professor professora gerente grupo diretoria "
        "escola escritorio veterinario veterinaria terapeuta psicologo psicologa treinador encanador amigos colegas rh vendas marketing empresa investidores pessoal turma galera gente fornecedor"
    ),
    no_names=split(
        "o a os as que quem quando onde qual quais como quanto quantos quantas e ou mas eu tu voce ele ela nos tenho tem ha mostra mostre lista diga diz qual por para com em no na "
        "hoje amanha ontem segunda terca quarta quinta sexta sabado domingo janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro proximo proxima "
        "meu minha meus minhas oi ola bom boa marca agenda lembra adiciona ja de da do um uma esta este essa isso steward resumo sobre foi vou vai preciso quero pode natal pascoa nao"
    ),
)
