"""French questions and requests as the reader knows them."""
# ruff: noqa: E501

from orchestrator.reader.acts import Act
from orchestrator.reader.lexicon import Words, compiled, kind_rules, split
from orchestrator.reader.question_kinds import Kind
from orchestrator.reader.words import withdrawal

_PARTS = {
    "errand": r"(?:acheter|prendre (?:du|de la|des)|recuperer|aller chercher|chercher|commander|payer|regler|renouveler|rendre|renvoyer|envoyer|poster|appeler|imprimer|arroser|nettoyer|laver|reparer|changer (?:les?|la|l')|remplacer|tondre|peindre|ranger|preparer|ecrire|signer|remplir|installer|sortir (?:les?|la)|deposer|repasser|tailler|degivrer|detartrer)",
    "event": r"(?:evenements?|reunions?|rendez[- ]vous|rdv|agenda|calendrier|planning|sorties?|diners?|dejeuners?|petits? dej\w*|cafes?|visites?|cours|fetes?|soirees?"
    r"|entretiens?|voyages?|vols?|seances?|matchs?|concerts?|examens?|appels?|rencontres?|consultations?|plans?|anniversaires?)",
    "todo": r"(?:taches?|a faire|choses a faire|rappels?|listes?|courses|to-?dos?)",
    "say": r"(?:dit|dis|disait|dire|raconte|parle|mentionne|ecrit|ecrire|propose|suggere|recommande|repondu|demande|explique|pense|envoye)",
    "promise": r"(?:promis|engagee?s?|propose de faire)",
    "decide": r"(?:decide|decidee?s?|convenu|convenue?s?|conclu|arretee?s?|tranche|valide|approuve)",
    "of": r"(?:de la |de l'|du |des |de |d')",
    "the": r"(?:(?:le |la |les |l'|un |une |mon |ma |mes |notre |nos )?)",
    "ask": r"(?:qu'est-ce que |qu'est-ce qu'|est-ce que |est-ce qu')",
    "have": r"(?:j'ai|ai-je|on a|a-t-on|nous avons|avons-nous|j'avais|avais-je|j'aurai|aurai-je|je dois|dois-je)",
}


_KINDS = [
    *kind_rules(
        Kind.AGENDA,
        _PARTS,
        r"\b(?:je suis|je serai|serai-je|suis-je|on est|on sera) (?:a la maison|chez moi|chez nous)\b",
    ),
    *kind_rules(
        Kind.CONFLICT,
        _PARTS,
        r"^(?!.*\b(?:{say}|au sujet)\b).*\b(?:{have}|il y a|y a-t-il|quels?|des|mes) (?:des )?(?:conflits?|chevauchements?)\b",
        r"^(?!.*\b(?:{say}|au sujet)\b).*\b(?:{event}|quelque chose|choses?)\b.*\b(?:se chevauch\w+|coincid\w+|en meme temps)\b",
    ),
    *kind_rules(
        Kind.ABILITIES,
        _PARTS,
        r"^(?:{ask})?(?:puis-je|je peux|peut-on|on peut) (?:supprimer|effacer|partager|exporter|importer|recuperer|annuler|synchroniser) (?:des|un|une)\b",
        r"^(?:comment tu t'appelles|tu t'appelles comment|quel est ton nom|(?:es-tu|tu es|t'es) (?:un |une )?(?:robot|humain|humaine|personne|machine|ia|vrai|reel)|tu es la|qui t'a (?:fait|cree))\b[^?]{0,16}\??$",
        r"^(?:aide|aide-moi|au secours|que (?:peux|sais)-tu(?: faire)?|{ask}tu (?:peux|sais) faire|tu (?:peux|sais) faire quoi|qui es-tu|tu es qui|comment (?:peux-tu|tu peux) m'aider|a quoi tu sers|a quoi sers-tu)\b",
    ),
    *kind_rules(
        Kind.UNABLE,
        _PARTS,
        r"\b(?:quel temps|la meteo|meteo|va-t-il (?:pleuvoir|neiger|faire)|il va (?:pleuvoir|neiger|geler|faire (?:froid|chaud|beau|mauvais|moche))|(?:fera|fait)-t-il (?:froid|chaud|beau|mauvais)|il (?:fera|fait) (?:froid|chaud|beau|mauvais)|du verglas|du vent|va-t-il geler|parapluie|temperature|blagues?|quelque chose de drole|les nouvelles|l'actualite|loterie|horoscope|cours de la bourse)\b",
        r"^(?:traduis|traduire|calcule|calculer|joue|mets (?:de la musique|une chanson)|chante|allume|eteins|cherche (?:sur (?:internet|le web|google))|commande)\b",
        r"^(?:envoie|ecris|redige|reponds|transfere) (?:a \w+ )?(?:un |une |le |ce |cet )?(?:mail|e-?mail|courriel|message|sms|texto|whatsapp|lettre|poeme|texte|histoire)",
        r"^(?:appelle|telephone a|passe un coup de fil)\b(?!.*\b(?:liste|agenda)\b)",
        r"\bsur (?:internet|le web)\b",
        r"^combien (?:font|fait|ca fait) \d+(?:[.,]\d+)? ?(?:[-+x*/%]|pour cent|fois|plus|moins)",
    ),
    *kind_rules(
        Kind.CLOCK,
        _PARTS,
        r"^(?:quelle heure est-il|il est quelle heure|quelle heure il est|c'est quelle heure)(?: maintenant)?$",
        r"^(?:quel jour (?:sommes-nous|on est|est-on|est-ce)|on est quel jour|nous sommes quel jour|on est le combien|quelle est la date|quelle date)(?: aujourd'hui)?$",
    ),
    *kind_rules(
        Kind.MOST,
        _PARTS,
        r"\b(?:avec )?(?:qui|quelle personne|quel contact|quel ami)\b.*\b(?:le plus|le moins|plus souvent)\b",
    ),
    *kind_rules(
        Kind.PROMISED,
        _PARTS,
        r"\b(?:qu'est-ce que|qu'est-ce qu'|que|qu') ?(?:m'|nous )?(?:a |ont )?(?P<who>(?!je\b|j'|on\b|il\b|elle\b)\S+(?: \S+)?) (?:m'a |nous a |a |s'est )?{promise}\b",
        r"^qui (?:a |s'est |m'a |nous a )?{promise}\b|\b(?:qu'est-ce que|que) (?:j'ai|je me suis|on a) {promise}\b",
        r"\b(?:quelles?|les|liste|montre)\b.*\b(?:promesses?|prochaines etapes|actions|engagements)\b(?: .*)?\b(?:reunion|appel|apres|de)\b",
        r"\bj'ai (?:dit|promis|accepte) (?:que je |que j'|de |d').*\bquoi\b|\b(?:a quoi|qu'est-ce que|que|ce que) (?:je me suis|me suis-je) engagee?\b",
        r"\b(?:qu'est-ce que|que) j'ai dit que (?:je )?(?:ferais|j'allais faire|j'enverrais|allais)\b",
        r"\b(?:qu'est-ce que|que) (?:je dois|dois-je|j'ai a) faire (?:apres|suite a|depuis)\b",
    ),
    *kind_rules(
        Kind.DECIDED,
        _PARTS,
        r"\b(?:que|qu'|quoi|quel|quelle|quand|qui|ou|comment|combien)\b.*\b(?:a|ont|avons|a-t-on|avons-nous|etait|est) (?:ete )?{decide}\b",
        r"\b(?:qu'est-ce qui|qu'est-ce que|qu'est-ce qu'on)\b.*\b{decide}\b|^{decide}\b",
        r"\b(?:que|quelles?|la|les|liste)\b ?.*\b(?:decision|decisions|conclusion|conclusions)\b",
    ),
    *kind_rules(
        Kind.SAID,
        _PARTS,
        r"^quand (?:est-ce que )?(?P<who>(?!je\b|on\b)\S+(?: \S+)?) (?:m'a |nous a |a |a-t-il |a-t-elle )?{say}\b",
        r"\b(?:qu'est-ce que|qu'est-ce qu'|que|qu') ?(?:m'a |nous a |a |avait )?(?:{say} )?(?P<who>(?!je\b|j'|on\b|tu\b|nous\b|il\b|elle\b|c'est\b|l'on\b)[^ ]+(?: [^ ]+){0,2}?) (?:m'a |m'avait |nous a |a |a-t-il |a-t-elle )?{say}\b",
        r"\b(?:que|qu')(?: m'| nous )?a(?:-t-il|-t-elle)? {say} (?P<who>(?!sur\b|de\b|a propos\b)\S.*?)(?= sur| au sujet| a propos| de | du |$)",
        r"^(?:est-ce que |est-ce qu')?(?P<who>(?!je\b|j'|tu\b|on\b|qui\b|que\b|quoi\b)\S+(?: \S+)?) (?:m'a |nous a |a )(?:deja )?{say}\b(?=.*\b(?:sur|quelque chose|que|ou|quand|qui|si|comment|combien|quel|de|du)\b)",
        r"^(?P<who>(?!je\b|j'|tu\b|on\b|qui\b|que\b|quoi\b|il\b|elle\b)\S+(?: \S+)?) (?:m'a |nous a |a |m'avait |me |m')?{say} (?:quoi|quand|combien|ou)\b",
        r"\b(?:qu'est-ce que|qu'est-ce qu'|que|qu') ?(?P<who>(?!je\b|j'|on\b|tu\b|nous\b|il\b|elle\b|c'est\b)[^ ]+(?: [^ ]+)?) (?:veut|voulait|voudrait|aimerait|souhaite|souhaitait|attend) (?:que |qu')",
        r"^(?P<who>(?!je\b|j'|tu\b|on\b|qui\b|il\b|elle\b)\S+(?: \S+)?) (?:veut|voulait|voudrait) (?:que |qu').*\bquoi\b",
        r"^qui (?:m'a |nous a |a |ont )?{say}\b",
        r"\bmessages? {of}(?P<who>.+?)(?= sur| au sujet| a propos|$)",
        r"\b(?:avis|reponse|suggestion|recommandation|opinion) {of}(?P<who>.+?)(?= sur| au sujet| a propos|$)",
        r"\b(?:quand|qu'est-ce que) j'ai {say}\b",
    ),
    *kind_rules(Kind.WHO, _PARTS, r"\bcomment (?:s'appelle|se (?:pre)?nomme)|\bs'appelle comment|\bquel est le (?:nom|prenom) de"),
    *kind_rules(Kind.WHO, _PARTS, r"\bcombien (?:de personnes|d'invites|de participants|sommes-nous|on sera|on est)\b"),
    *kind_rules(
        Kind.WHEN,
        _PARTS,
        r"\b(?:il y a|ca fait|depuis) combien de temps\b|\bdepuis quand\b",
        r"\b(?:dans )?combien de (?:jours?|semaines?|mois|heures?|temps|nuits?|dodos?)(?: .*)? (?:avant|jusqu'a|jusqu'au|reste|restent|d'ici)\b|\b(?:reste|restent)(?:-t-il)? combien(?: (?:de |d')(?:temps|jours?|semaines?|mois|heures?|minutes?|dodos?)\b|$)|\bdans combien de temps\b",
    ),
    *kind_rules(
        Kind.COUNT,
        _PARTS,
        r"\bcombien (?:de |d')(?!temps|ans)",
        r"\ba quelle frequence\b",
        r"\b(?:nombre|total) (?:de |d')(?:{event}|{todo}|fois|personnes|contacts|messages|jours|heures)\b",
        r"^compte\b",
    ),
    *kind_rules(
        Kind.HOW_LONG,
        _PARTS,
        r"\bcombien de temps\b",
        r"\bdure\w*\b.*\bcombien\b|\bcombien\b.*\bdur\w+\b",
        r"\bduree\b",
    ),
    *kind_rules(Kind.TOPIC, _PARTS, r"\bcombien\b(?! (?:de |d'))"),
    *kind_rules(
        Kind.ATTRIBUTE,
        _PARTS,
        r"\b(?:fait quoi dans la vie|que fait .+ dans la vie|quel est le (?:metier|travail|boulot)|travaille dans quoi|quelle est la profession)\b",
        r"\b(?:telephone|portable|mobile|numero|contact|whatsapp)(?: de telephone)? {of}\w",
        r"\b(?:mail|e-?mail|courriel|adresse(?: mail| e-?mail| electronique)?|anniversaire|date de naissance|entreprise|societe|boulot|coordonnees|surnoms?) {of}(?!(?:la |l'|cette )?(?:reunion|evenement|fete))",
        r"\b(?:mon|son|ma|sa|ton|leur) (?:telephone|portable|numero|mail|e-?mail|courriel|adresse|anniversaire|entreprise|boite)\b",
        r"\b(?:habite|habitent|vit|reside|travaille|travaillent|bosse)(?:-t-il|-t-elle)?\b(?! (?:ici|la)\b)",
        r"\b(?:nee?|quel age|age a|fete ses)\b",
        r"\bcomment (?:puis-je |je peux |est-ce que je peux )?(?:contacter|joindre|appeler)\b",
        r"\banniversaire\b(?=.*\b(?:quand|quel|quelle|qui)\b)|\b(?:quand|quel|quelle|c'est quand)\b.*\banniversaire\b",
    ),
    *kind_rules(
        Kind.FREE,
        _PARTS,
        r"\b(?:suis-je|je suis|serai-je|je serai|est-on|on est) (?:\w+ )?(?:libres?|occupee?s?|disponibles?|dispo|prise?)\b",
        r"\b{have} (?:du |un |un peu de |le |quelques )?(?:temps|creneau|moment|trou|dispo|heure de libre)(?: libre)?\b",
        r"\b{have} (?:\w+ ){0,3}(?:temps|moment|minute|heure) (?:a|pour) (?:moi|souffler|respirer)\b|\b(?:c'est|est-ce|ce sera|je suis|suis-je) (?:\w+ )?(?:tout le temps pris|non[- ]stop|bloque|complete?|blinde|plein a craquer|a la suite|d'affilee)\b",
        r"\bquand (?:est-ce que )?(?:je suis|suis-je|serai-je|je serai|{have}) (?:du temps|libre|disponible|dispo)\b",
        r"\b(?:quel|quels|quelle|quelles) (?:jours?|matins?|apres-midis?|soirs?|soirees?)\b.*\blibres?\b",
        r"\b(?:caser|placer|glisser) (?:quelque chose|autre chose)\b",
    ),
    *kind_rules(
        Kind.NEXT,
        _PARTS,
        r"\b(?:prochaine?s?) (?:{event}|{todo}|chose|truc)\b",
        r"\b(?:mon|ma|mes|le|la|les) prochaine?s?\b(?! (?:semaine|mois|annee|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|week))",
        r"\b(?:ensuite|apres ca)\??$|^(?:et )?(?:quelle est la suite|la suite)\b|\bqu'est-ce (?:qui vient|que j'ai) (?:ensuite|apres)\b",
    ),
    *kind_rules(
        Kind.WHEN,
        _PARTS,
        r"\bquand\b",
        r"\b(?:a |vers )?quelle heure\b",
        r"\b(?:quel|en quel|en quelle) (?:jour|mois|annee)\b|\bquelle date\b",
        r"\bquelle est (?:la date|l'heure)\b",
    ),
    *kind_rules(
        Kind.WHERE,
        _PARTS,
        r"(?:^|^et |^c'est |^d')ou\b|\bou (?:est|sont|se|s'|a lieu|aura|c'est|ca|ai-je|suis-je|j'|je|on|habite|travaille)|\b(?:est|sont|lieu|habite|travaille|vit|passe|c'est) ou\b",
        r"\b(?:a |dans |en )?(?:quel|quelle) (?:lieu|endroit|ville|salle|restaurant|adresse|pays|rue)\b",
        r"\b(?:lieu|endroit) {of}",
    ),
    *kind_rules(
        Kind.WHO,
        _PARTS,
        r"(?<!est-ce )\bqui\b(?! (?:est prevu|se passe|vient ensuite))",
        r"\b(?:quelles personnes|quels invites|quels participants)\b",
        r"\b(?:participants|invites) {of}",
    ),
    *kind_rules(
        Kind.BRIEFING,
        _PARTS,
        r"\b(?:point du jour|briefing|apercu|recapitulatif)\b|\bfais(?:-moi)? (?:le|un) point\b",
        r"\b(?:a quoi ressemble|comment (?:se presente|s'annonce|est)) (?:ma |la |mon |le |cette )?(?:journee|semaine|jour|planning)\b",
        r"\bresum\w+ (?:de )?(?:ma |mon |la )?(?:journee|semaine)\b",
    ),
    *kind_rules(
        Kind.AGENDA,
        _PARTS,
        r"\b(?:{ask}|que |qu'|quoi )(?:encore |toujours )?(?:{have}|je fais|fais-je|il y a|y a-t-il|il me reste|on fait|j'ai prevu|j'ai fait|je vais)\b.*",
        r"\b(?:{have}|il y a|y a|je fais|on fait|il reste|il me reste)\b.*\bquoi\b|\b(?:{have}|il y a|y a-t-il) (?:quelque chose|des (?:{event}|{todo})|un (?:{event})|une (?:{event}))\b",
        r"\bqu'est-ce qui (?:est prevu|se passe|m'attend|est au programme|est en retard|reste)\b",
        r"\b(?:quel|quels|quelle|quelles) (?:est |sont )?(?:le |la |les )?(?:mon |ma |mes )?(?:{event}|{todo}|contacts|lieux|endroits|programme)\b",
        r"^(?:montre|montrer|affiche|lis|liste|donne|dis|voir|trouve|ouvre|consulte|sors)(?:-moi|-nous)?\b.*\b(?:{event}|{todo}|contacts|lieux|aujourd'hui|demain|semaine|programme|journee)\b",
        r"^(?:(?:le |la |les |l'|mon |ma |mes )?(?:agenda|calendrier|planning|programme|taches|liste(?: \w+)*|rendez[- ]vous|evenements|reunions|rappels|contacts|courses))(?: (?:de|du|pour|d'|aujourd'hui|demain|ce|cette).*)?$",
    ),
    *kind_rules(
        Kind.EXISTS,
        _PARTS,
        r"^(?:et )?(?:est-ce que |est-ce qu')?(?:{have}|il y a|y a-t-il|y avait-il|il y avait|suis-je|je suis|va-t-on|on va|ai-je deja|j'ai deja|quelqu'un|quelque chose)\b",
        r"^(?:est-ce que|est-ce qu')",
    ),
    *kind_rules(Kind.THANKS, _PARTS, r"^(?:super |ok,? |parfait,? )?merci\b[^?]{0,24}$"),
    *kind_rules(
        Kind.FAREWELL,
        _PARTS,
        r"^(?:ok |allez )?(?:au revoir|salut a|a (?:bientot|demain|plus(?: tard)?|la prochaine|tout a l'heure)|bonne (?:nuit|soiree|journee|fin de journee)|bye|ciao)\b[^?]{0,24}$",
    ),
    *kind_rules(
        Kind.GREETING,
        _PARTS,
        r"^(?:bonjour|salut|bonsoir|coucou|hello|hey|ca va|comment (?:ca va|vas-tu))\b[^?]{0,16}\??$",
    ),
]

_VERB = r"(?:ajoute(?:r|z)?|rajoute(?:r)?|mets|mettre|mettez|note(?:r|z)?|inscris|inscrire|insere(?:r)?|inclus|ecris|enregistre(?:r)?|colle(?:r)?)(?:-moi|-nous)?"
_LISTS = r"(?:ma |mes |notre |la |les |l')?(?:listes?(?: (?:de |des |d')[\w-]+(?: a faire)?)?|taches|a faire|rappels|courses|to-?dos?|choses a faire)"
_MARK = r"(?:planifie(?:r)?|programme(?:r)?|cree(?:r)?|reserve(?:r)?|fixe(?:r)?|organise(?:r)?|cale(?:r)?|bloque(?:r)?|prevois|prevoir|prends|prendre|pose(?:r)?|mets|mettre|ajoute(?:r)?|note(?:r)?|inscris|enregistre(?:r)?|fais)(?:-moi|-nous)?"
_CANCEL = r"(?:annule(?:r|z)?|supprime(?:r|z)?|efface(?:r|z)?|enleve(?:r|z)?|retire(?:r|z)?|decommande(?:r)?|vire(?:r)?|ote(?:r)?)(?:-moi|-nous)?"
_MOVE = r"(?:deplace(?:r|z)?|decale(?:r|z)?|reporte(?:r|z)?|repousse(?:r|z)?|avance(?:r|z)?|change(?:r|z)?|passe(?:r|z)?|reprogramme(?:r)?|replanifie(?:r)?|bouge(?:r)?|recule(?:r)?|retarde(?:r)?)"
_THE = r"(?:le |la |les |l'|mon |ma |mes |notre )?"
_OFF = r"(?:(?:faite?s?|terminee?s?|achetee?s?|finie?s?|cochee?s?|payee?s?|reglee?s?))"

_ACTS = [
    *withdrawal.ACTS["fr"],
    (
        Act.PLACE,
        compiled(
            r"(?:enregistre|garde|sauvegarde|note|ajoute|marque|retiens) (?:cet endroit|ce lieu|cette adresse|cette position|ma position(?: actuelle)?|ici|la ou (?:je suis|on est))(?: comme|:| sous le nom(?: de)?) (?P<name>.+)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.MERGE,
        compiled(
            r"(?:fusionne(?:r)?|unifie|reunis)(?: les| le| la)?(?: contacts?)?(?: de)? (?P<keep>.+?)(?: et| avec) (?P<other>.+)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.UNMERGE,
        compiled(
            r"(?:(?P<bare>separe(?:r)?)(?! (?:les? )?contacts?\b)|(?:separe(?:r)?|divise)(?: les| le)?(?: contacts?)?(?: de)?) (?P<keep>.+?)(?: et| de) (?P<other>.+?)(?: a nouveau)?",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.UNABLE,
        compiled(
            r"(?:(?!note|rappelle|ajoute|garde|retiens).*\b(?:minuteur|alarme|reveil|reveille-moi)\b.*|(?:envoie|redige|transfere|reponds|telephone|appelle)\b.*|(?:reserve|achete|commande|trouve|cherche)(?:-moi)? (?:un|une|des) (?:\w+ )?(?:vols?|billets?|taxi|uber|hotel|pizza|chambre|table)\b(?!.*\b(?:liste|agenda|demain|aujourd'hui|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|a \d)\b).*)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.TODO_DROP,
        compiled(
            _CANCEL
            + r" "
            + _THE
            + r"(?:.+ (?:de|dans) (?:la |ma |mes |les )?(?:liste|taches|rappels|courses)\b.*|(?:taches?|rappels?)\b.*|liste\b.*|toutes? (?:la|les|mes?) (?:liste|taches)\b.*)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.TODO,
        compiled(_VERB + r" (?P<title>.+?) (?:a|dans|sur|aux?) ?" + _LISTS + r"(?P<rest> .+)?", _PARTS, whole=True),
    ),
    (Act.TODO, compiled(_VERB + r" (?:a|dans|sur|aux?) ?" + _LISTS + r"[:,]? (?P<title>.+)", _PARTS, whole=True)),
    (
        Act.REMIND,
        compiled(
            r"(?:(?:rappelle|rappeler|rappelez|previens|prevenez|avertis|avertissez)-?(?: ?moi| ?nous)|(?:me|m') ?(?:rappeler|rappelles?|prevenir)|fais[ -]moi (?:y )?penser|n'oublie pas de me rappeler|(?:mets|cree|ajoute|programme|fais)(?:-moi)? (?:un )?(?:nouveau )?rappel|rappel|ne me laisse pas oublier)(?: a| pour)?[:,]? ?(?P<rest>.+)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.NOTE,
        compiled(
            r"(?:(?:retiens|retenez|retenir|reteniez|note|notez|notiez|noter|souviens[- ]toi|rappelle[- ]toi|memorise|garde en (?:tete|memoire)|sache|n'oublie pas|enregistre|prends note)(?: bien)?(?: que\b| qu'|(?: ca| ceci)? ?:)"
            r"|(?:cree|ajoute|fais|ecris|prends|enregistre) (?:une |la )?(?:nouvelle )?note(?: que| disant que| sur|:)?|(?:nouvelle )?note:) ?(?P<text>.+)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.TODO,
        compiled(
            r"(?:(?:ajoute|cree|mets|note|inscris)(?:r|-moi)? )?(?:une |la )?(?:nouvelle )?tache(?: appelee| de| pour| nouvelle|:|,)* (?P<title>.+)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.CONTACT,
        compiled(
            r"(?:ajoute|cree|enregistre|mets|note)(?:r|-moi)? (?P<body>.+?),? (?:a|dans|comme|parmi|aux)(?: un)? ?(?:mes |les |le |mon )?(?:nouveau )?(?:contacts?|carnet d'adresses|repertoire)(?P<rest>[:,]? .+)?",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.CONTACT,
        compiled(
            r"(?:(?:ajoute|cree|enregistre)(?:r|-moi)? )?(?:un |le )?(?:nouveau )?contact(?: nomme| appele| pour| de)?[:,]? (?P<body>.+)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.CONTACT,
        compiled(
            r"(?:enregistre|note|garde|ajoute) (?:le |l'|la )?(?:numero|telephone|portable|mail|e-?mail|adresse mail) {of}(?P<body>.+?)[:,]? (?P<rest>(?:\+?\d|\S+@).*)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.TODO_DONE,
        compiled(
            r"(?:marque(?:r)?|coche(?:r)?|raye|mets)(?:-moi)? "
            + _THE
            + r"(?:tache )?(?:de |d')?(?P<todo>.+?) (?:comme |en |est )?"
            + _OFF,
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.TODO_DONE,
        compiled(
            r"(?:marque(?:r)?) comme " + _OFF + r" " + _THE + r"(?:tache )?(?:de |d')?(?P<todo>.+)", _PARTS, whole=True
        ),
    ),
    (
        Act.TODO_DONE,
        compiled(
            r"(?:coche(?:r)?|termine(?:r)?|raye(?:r)?|finis|cloture) "
            + _THE
            + r"(?:tache )?(?:de |d')?(?P<todo>.+?)(?: (?:de|dans|sur) (?:la |ma )?liste.*)?",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.TODO_DONE,
        compiled(r"j'ai (?:fini|termine)(?: avec)? (?:la tache |le |la |les |l')?(?P<todo>.+)", _PARTS, whole=True),
    ),
    (
        Act.TODO_DID,
        compiled(
            r"(?:ca y est,? |enfin )?(?:j'ai|on a) (?:deja |enfin |bien )?(?P<todo>(?:achete|paye|fait|appele|envoye|recupere|nettoye|lave|rendu|renouvele|arrose|reserve|regle|envoye|poste|range|repare|change|taille|depose|signe|rempli|termine|fini) .+)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.EVENT_MOVE,
        compiled(
            _CANCEL
            + r" "
            + _THE
            + r"(?P<moved>.+?),? et (?:re)?(?:planifie|programme|mets|cale|place|reporte)-(?:le|la) (?:a |au |pour )?(?P<new>.+)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.EVENT_MOVE,
        compiled(
            _MOVE
            + r"(?:-le|-la|-les)? "
            + _THE
            + r"(?P<event>.*?) ?d(?:e |')(?P<shift>(?:une demi[- ]|un |une |deux |trois |quatre |\d+ ?)(?:heures?|h|minutes?|min|jours?|semaines?)(?P<after> (?:plus tard|plus tot|avant|apres))?)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.EVENT_MOVE,
        compiled(
            r"(?P<moved>)(?:deplace|decale|reporte|repousse|avance|mets|passe|change|reprogramme|recule|bouge)-(?:le|la|les) (?:plutot )?(?:a |au |pour (?:le |la )?|vers |jusqu'a |le )?(?P<new>.+)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.EVENT_MOVE,
        compiled(
            _MOVE
            + r" "
            + _THE
            + r"(?P<event>.+?) (?:a la |a l'|a |au |pour le |pour la |pour |jusqu'a |vers |en )(?P<new>.+)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.EVENT_MOVE,
        compiled(
            r"(?:deplace(?:r)?|decale(?:r)?|reporte(?:r)?|repousse(?:r)?|avance(?:r)?|reprogramme(?:r)?) "
            + _THE
            + r"(?P<event>.+?) (?P<new>(?:le \d|demain|apres-demain|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|la semaine)\b?.*)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.EVENT_RENAME,
        compiled(
            r"(?:renomme(?:r)?|change(?:r)? le (?:nom|titre) (?:de la|de l'|du|de|d')) ?"
            + _THE
            + r"(?P<event>.+) (?:en|par) (?P<title>.+)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.EVENT_ADD,
        compiled(
            r"(?:ajoute(?:r)?|invite(?:r)?|inclus|rajoute(?:r)?|mets) (?P<people>.+?) (?:a la |a l'|a |au |dans la |dans le |pour la |pour le )(?P<event>(?:(?:mon|ma|notre) )?(?:\S+ )?(?!agenda|calendrier){event}\b.*)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.EVENT_LEAVE,
        compiled(
            r"(?:enleve(?:r)?|retire(?:r)?|supprime(?:r)?|desinvite(?:r)?) (?P<people>[^ ]+(?: [^ ]+)?) (?:de la |de l'|du |de |d')(?P<event>(?!(?:mon |l')?(?:agenda|calendrier)\b)(?:(?:mon|ma|notre) )?{event}\b.*)",
            _PARTS,
            whole=True,
        ),
    ),
    (Act.EVENT_CANCEL, compiled(r"(?P<event>)(?:annule|supprime|efface|enleve|retire)-(?:le|la)", _PARTS, whole=True)),
    (
        Act.EVENT_CANCEL,
        compiled(
            _CANCEL + r" (?P<event>.+?)(?: (?:de mon|de l'|du|dans mon|de) ?(?:agenda|calendrier|planning))?",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.TODO,
        compiled(
            r"(?P<title>(?:achete(?:r)?|passe(?:r)? prendre|va(?:s)? chercher|recupere(?:r)?) .+)", _PARTS, whole=True
        ),
    ),
    (
        Act.TODO_NEED,
        compiled(
            r"(?:(?:il (?:me |nous )?)?faut|je dois|on doit|nous devons|note(?:-moi)?(?: qu'il faut| de| d')?)(?: encore| aussi)? (?P<title>{errand} .+)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.TODO_NEED,
        compiled(
            r"(?:achete(?:r)?|courses|(?:la |ma )?liste (?:de courses|des courses|d.achats)|supermarche|il manque) ?: (?P<listed>.+)",
            _PARTS,
            whole=True,
        ),
    ),
    (Act.EVENT, compiled(r"(?P<verb>" + _MARK + r") (?!moi )(?P<body>.+)", _PARTS, whole=True)),
    (
        Act.EVENT,
        compiled(
            r"(?:je |j')(?:veux|voudrais|aimerais|ai besoin d'|ai) (?:avoir )?(?P<verb>un|une|autre) (?P<body>{event}\b.+)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.EVENT,
        compiled(
            r"(?:nouve(?:au|lle) |nouvel )?(?P<verb>evenement|reunion|rendez[- ]vous)[:,] (?P<body>.+)",
            _PARTS,
            whole=True,
        ),
    ),
    (
        Act.EVENT,
        compiled(
            r"(?P<verb>nouveau|nouvelle|nouvel) (?P<body>(?:evenement|reunion|rendez[- ]vous)\b.+)", _PARTS, whole=True
        ),
    ),
    (
        Act.EVENT_MOVE,
        compiled(
            r"(?:deplace(?:r)?|decale(?:r)?|reporte(?:r)?|repousse(?:r)?|reprogramme(?:r)?) (?P<event>.+)",
            _PARTS,
            whole=True,
        ),
    ),
]

WORDS = Words(
    language="fr",
    locale="fr",
    kinds=_KINDS,
    acts=_ACTS,
    things={
        "todo": compiled(
            r"\b(?:(?:je dois|il faut|j'ai a|reste a|il me reste a|dois-je|choses a) (?:encore )?(?:acheter|faire|payer|finir)|a faire|taches?|rappels?|(?<!^)listes?|courses|to-?dos?|en retard)\b",
            _PARTS,
        ),
        "message": compiled(r"\b(?:messages?|conversations?|discussions?|notes?|sms|textos?)\b", _PARTS),
        "contact": compiled(r"\b(?:contacts?|amis|carnet d'adresses)\b", _PARTS),
        "place": compiled(r"\b(?:lieux|endroits)\b", _PARTS),
        "event": compiled(r"\b{event}\b|\b(?:prevue?s?|planifiee?s?|programmee?s?|rencontre|vois|revois|vu)\b", _PARTS),
    },
    attributes={
        "birthday": compiled(r"\b(?:anniversaires?|nee?|naissance|quel age|age)\b", _PARTS),
        "email": compiled(r"\b(?:mails?|e-?mails?|courriels?|adresses? electroniques?)\b", _PARTS),
        "phone": compiled(r"\b(?:telephone|portable|mobile|numero|whatsapp|appeler|joindre)\b", _PARTS),
        "address": compiled(r"\b(?:adresse(?! mail| e-?mail| electronique)|habite|habitent|vit|vivent|reside)\b", _PARTS),
        "work": compiled(
            r"\b(?:travaille|travaillent|travail|bosse|boulot|boite|entreprise|societe|metier|profession|dans la vie)\b",
            _PARTS,
        ),
        "all": compiled(r"\b(?:coordonnees|contacter|contact|infos|details|surnoms?|joindre)\b", _PARTS),
    },
    polite=compiled(
        r"^(?:(?:s'il te plait|s'il vous plait|je vous prie|je te prie|veuillez(?: bien)?|bonjour|salut|bonsoir|coucou|dis|dis-moi|alors|et|ok|maintenant|aussi|steward|oui|en fait|finalement|attends|pardon|ah|oh|merci de|tiens|ecoute|non(?=,))[, ]+)*"
        r"(?:(?:est-ce que )?(?:tu (?:peux|pourrais|veux|voudrais)|(?:peux|pourrais|veux)[- ]tu|vous pou(?:vez|rriez)|pou(?:vez|rriez)[- ]vous) (?:bien |aussi |s'il te plait )?(?:m'aider a )?"
        r"|(?:je |j')(?:veux|voudrais|aimerais|souhaite|souhaiterais)(?: que (?:tu|vous))? (?=planif|programm|ajout|mett|mets|cree|annul|deplac|chang|reserv|rappel|not|me |supprim|repor|decal)"
        r"|il (?:faut|faudrait) que tu |(?:pense|veille) a (?=ajouter|noter|me |annuler|deplacer|rappeler))?(?:s'il te plait,? )?",
        _PARTS,
    ),
    tail=compiled(
        r"(?:,? (?:s'il te plait|s'il vous plait|stp|svp|merci beaucoup|merci bien|merci d'avance|par avance|je (?:vous|te) (?:prie|remercie)|si (?:cela|ca) ne (?:vous|te) derange pas|si possible|si vous (?:le voulez bien|pouvez)|merci|ok|d'accord|pour moi|si tu peux|des que possible|enfin|au fait))+$",
        _PARTS,
    ),
    generic=split(
        "appelle appellent nom prenom faire fait fais chose choses truc trucs vie metier profession matins soirs nuits encore toujours deja alle allee ete reste restent passe passee "
        "dis moi ecoute tiens vois vu voir sais semaines mois minutes heures jours avant jusqu part partent commence commencent debute finit termine arrive arrivent aller irai type peu meme "
        "ami amis amie amies connais connait enregistre enregistres montre lis donne prevu prevue prevus prevues retard evenement evenements reunion reunions rendez vous rendez-vous rdv agenda calendrier planning "
        "programme tache taches rappel rappels liste listes contact contacts personne personnes message messages conversation lieu lieux endroit endroits quelque quelqu'un rien jour date "
        "heure combien temps fois numero total prochain prochaine prochains prochaines suivant suivante dernier derniere derniers dernieres dit dire parle raconte mentionne ecrit demande repondu "
        "propose recommande planifie planifiee programmee note notee ai as a ont avons avait y est sont suis es sera etait etre dois doit faut vais va vas sur propos sujet entre depuis "
        "apres pendant aujourd'hui aujourd hui demain hier maintenant plus moins beaucoup souvent frequence rencontre telephone portable mobile mail email e-mail courriel "
        "adresse anniversaire ne nee habite habitent vit travaille entreprise coordonnees ou quand qui quel quelle quels quelles comment que quoi qu'est-ce est-ce que qu le la les l un une des mon ma "
        "mes ton ta tes son sa ses notre nos leur libre libres occupe occupee disponible dispo fini finie terminee termines participants invites duree dure durent ensuite vient viennent suite "
        "ca cela ce cet cette ces il elle ils elles on nous me m te t se s lui pour par avec sans en de d du au aux et peux peut veux voudrais ajoute mets autre autres chaque tout tous toute toutes "
        "chez electronique engage engagee nomme prenomme nommee souhaite souhaiterais auriez auras aurai serai serez pourriez veuillez prie monsieur madame present presente "
        "juste envie seulement vouloir semaine j'ai ai-je c'est s'il plait t-il t-elle age combien"
    ),
    since=compiled(r"\bdepuis (?:le |la |l')?(?:derni(?:er|ere) )?", _PARTS),
    past=compiled(
        r"\b(?:il y a combien|depuis combien|hier|derni(?:er|ere)s?|passee?s?|etait|etais|avait|avais|j'ai (?:fait|vu|eu|ete|dit|parle|ecrit|rencontre|achete|paye|dine|mange|dejeune|couru|appele|visite|recu|perdu|envoye|pris|laisse)|ai-je (?:fait|vu|eu|parle)|a eu lieu|on a (?:fait|vu))\b",
        _PARTS,
    ),
    future=compiled(r"\b(?:sera|serai|aurai|aura|vais|va|prochaine?s?|demain|plus tard|bientot)\b", _PARTS),
    deictic=compiled(
        r"\b(?:il|elle|ils|elles|lui|ca|cela|celui-la|celle-la|la-bas|y|son|sa|ses|ce|cet|cette|-le|-la|meme)\b", _PARTS
    ),
    follow=compiled(r"^(?:et|mais|ou|alors|aussi)\b", _PARTS),
    asks=compiled(
        r"^(?:(?:a|de|d'|avec|pour|par|jusqu'a|en|depuis) ?)?(?:qu'est-ce que?|quelle heure|combien de temps|que|quand|ou|qui|combien|quel(?:le)?s?|comment)\b",
        _PARTS,
    ),
    also_asks=compiled(
        r",? et (?:aussi )?(?=(?:(?:(?:a|de|d'|avec|pour|par|jusqu'a|en|depuis) ?)?(?:qu'est-ce que?|quelle heure|combien de temps|que|quand|ou|qui|combien|quel(?:le)?s?|comment)|est-ce|ai-je|j'ai|y a-t-il)\b)|\? (?=\S)",
        _PARTS,
    ),
    also_acts=compiled(r"[,;.]? (?:et puis|et aussi|et ensuite|et|puis|ensuite) (?=[a-z])|[,;] (?=[a-z])", _PARTS),
    lead=compiled(
        r"(?:\b(?:en|le|la|les|l|au|aux|a|de|du|d|pour|vers|jusqu'a|jusqu'au|depuis|avant|ce|cet|cette|jour|des|prevu|prevue)|,|d'|l') ?$",
        _PARTS,
    ),
    articles=compiled(
        r"^(?:(?:le|la|les|un|une|des|mon|ma|mes|notre|nos|autre|nouveau|nouvelle|nouvel|du|de|evenement|ce|cet|cette) |(?:l'|d'))+",
        _PARTS,
    ),
    with_=compiled(r"\bavec(?= )", _PARTS),
    at=compiled(r"(?:\b(?:a|au|aux|chez|a la|a l'|dans)\b|@)(?= )", _PARTS),
    join=compiled(r"\s*(?:,\s*et\s+|,\s*|\s+et\s+|\s*&\s*)", _PARTS),
    reminds=compiled(r"^(?:(?:de|que|pour|a|je dois|il faut|sur|au sujet de) |(?:d'|qu'))+", _PARTS),
    titled=compiled(r"\b(?:appelee?|nommee?|intitulee?|avec le titre)[:,]? ", _PARTS),
    toward=compiled(r"\b(?:a|au|pour le|pour la|pour|jusqu'a|vers)(?= )", _PARTS),
    later="plus tard",
    earlier="plus tôt",
    forward=compiled(r"^avance", _PARTS),
    at_clock="à",
    on_calendar=compiled(
        r",? ?\b(?:dans|a|sur|au) (?:mon |ma |l'|le |notre )?(?:agenda|calendrier|planning)\b", _PARTS
    ),
    weak_verbs=compiled(r"^(?:cree|ajoute|mets|mettre|note|inscri|fais|enregistre|prends|prendre|pose|reserv)", _PARTS),
    shopping=compiled(r"\b(?:courses|supermarche|marche)\b", _PARTS),
    novel=compiled(r"^(?:(?:un |une )?nouve(?:au|lle|l)\b)", _PARTS),
    works_at=compiled(r",? ?\b(?:qui )?travaille (?:chez|a|pour) ", _PARTS),
    told=compiled(
        r"\b(?:mail|e-?mail|courriel|telephone|portable|mobile|numero|tel|avec|et|anniversaire|nee?(?: le)?|le|son|sa|:)(?= |$|:)",
        _PARTS,
    ),
    meal_first=compiled(
        r"^(?:au |a |pour le |pour |le |un |du )?(?:petit[- ]dejeuner|dejeuner|diner|brunch|souper)(?: (?:de|du|le|a|au|pour))? ?",
        _PARTS,
    ),
    meal_last=compiled(
        r"(?: (?:pour|a|au|le|la|un|de|du))* ?\b(?:petit[- ]dejeuner|dejeuner|diner|brunch|souper)$", _PARTS
    ),
    feasts=compiled(r"(?:noel|nouvel an|paques|mardi gras|toussaint|saint[- ]valentin)", _PARTS),
    of_feast=compiled(
        r"\b(?!(?:jours?|veille|nuit|matin|soir|lendemain|vacances|conges?|ponts?|week-end|semaines?|periode|epoque|moment|partir|lors|autour|pres|avant|apres|cours|fin|debut|loin|proche|feries?|temps|depuis)\b)[a-z]{3,} (?:de |du |d'|de la )$",
        _PARTS,
    ),
    feast_of=compiled(r"^$a", _PARTS),
    relations=split(
        "mere pere soeur frere femme epouse mari fils fille grand-mere grand-pere tante oncle cousin cousine copine copain patron patronne chef neveu niece belle-mere beau-pere belle-soeur beau-frere parents famille maman papa mamie papi"
    ),
    roles=split(
        "dentiste medecin docteur avocat avocate comptable equipe client clients banque prof professeur maitresse directeur directrice gerant groupe ecole bureau veterinaire veto psy psychologue coach "
        "plombier amis collegues ventes marketing entreprise investisseurs fournisseur coiffeur garagiste pediatre kine"
    ),
    no_names=split(
        "le la les l un une des que qui quoi quand ou quel quelle quels quelles comment combien et ou mais je j tu il elle on nous vous ai as a ont est sont suis montre montre-moi liste dis dis-moi pour avec "
        "en de du d au aux aujourd'hui demain hier lundi mardi mercredi jeudi vendredi samedi dimanche janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre prochain prochaine "
        "mon ma mes bonjour salut bonsoir agenda rappelle ajoute deja ce cet cette ces steward resume sur va vais faut veux peux noel paques non si me y qu'est-ce est-ce c'est j'ai s'il combien merci oui"
    ),
)
