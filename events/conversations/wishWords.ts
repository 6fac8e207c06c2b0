/**
 * The wish to get no more mail, or to be deleted, by language. A text in lower case, with plain apostrophes and "email" for "e-mail", is searched.
 * `~`: up to four words. `#`: the rest of a word. `?` first: asks only.
 */

const listed = (words: string): ReadonlySet<string> => new Set(words.trim().split(/,\s+/));

const NOT = '(?:not|no|nicht|niet|pas|inte|ikke|nie|non|não|не|ne|nu)';
/** Of a form. A denial in it is none. */
const GAP = String.raw`(?: (?!${NOT}(?!\p{L}))[^\s]+){0,4}`;
const MAILS =
  '(?:emails?|mails?|messages?|newsletters?|spam|mailings?|communications?|follow-?ups?|contact|correspondence|outreach)';

/** A form of the wish. It asks in any text, and acts where the text has no words but PLAIN ones. */
const WRITTEN: Record<string, readonly string[]> = {
  en: [
    'unsub(?:scribe)?(?: (?:me|us|this|my|our|from)|$)',
    '^(?:and |so |then |now )?unsub(?:scribe)?$',
    '(?:want|wish|like|need|trying|ask|asked|request|going|have)(?:ed)? to (?:unsubscribe|opt out|be (?:removed|unsubscribed|deleted|taken off|left alone))',
    '(?:remov|tak|drop|strik|delet|exclud|get|cross|scratch|block|clear|purg|wip|eras|keep|pull|delist)(?:e|ed|ing|en)? (?:me|us|(?:this )?(?:email )?(?:address|emailaddress)|(?:my|our|this) (?:name|contact|details|(?:email )?(?:address|id)|email)(?: address)?)(?: from| off| out of)~ (?:lists?|mailings?|databases?|emails?|mails?|records|systems?|contacts|newsletters?|crm|files|campaigns?|outreach|books?|sequences?|correspondence|communications?|messages|distribution)',
    '(?:remove|delete|erase|exclude|unlist|delist|blacklist|block) (?:me|us|(?:this )?(?:email )?(?:address|emailaddress)|(?:my|our) (?:email )?address)$',
    '(?:remove|take|delete)(?: me| us)? (?:from|off) (?:your|the|this|all)~ lists?',
    '^take (?:me|us) off$',
    '(?:stop|quit|cease|refrain from|desist from|abstain from|avoid|end)(?: from)? (?:all )?(?:e?mailing|contacting|messaging|writing|spamming|bothering|pestering|soliciting|harassing|hassling)(?: (?:me|us|to|this|here|any|with|again)|$)',
    `(?:stop|quit|cease|refrain from|avoid) sending(?: me| us)?(?:$|~ (?:${MAILS}|anything|things|stuff|this|these|those|that|me|us)$|~ ${MAILS})`,
    `(?:stop|end|cease|discontinue|halt) (?:with )?(?:all |these |the |your |this |any |those |further |future )+${MAILS}`,
    "(?:do not|don't|dont|never|not to)(?: ever| please)? (?:e?mail|contact|message|bother|disturb|spam|write(?: to)?|approach|solicit|pester|call or write|text) (?:me|us|this|here|again|any)",
    `(?:do not|don't|dont|never|not to)(?: ever)? (?:send|forward)(?: me| us)?~ (?:${MAILS}|again|anything|this|these|stuff)`,
    "(?:do not|don't|dont|never|not to)(?: ever)? (?:follow up|reach out|write back|write again|reply again|get in touch)",
    `^(?:please |and |so |just |but |thanks |ok )*no (?:more|further|additional|other) ${MAILS}`,
    'leave (?:me|us) alone',
    '^(?:no contact|off|cancel|no solicit[a-z]+|not wanted|unwanted|go away|get lost|cease and desist|i want out|we want out|count me out of your list|f(?:uc|\\*\\*)k off|piss off|buzz off)$',
    '(?:lose|forget|scrap) (?:me|my (?:email )?(?:address|email|contact|details|number))',
    `(?:do not|don't|dont|no longer|not|never) (?:longer )?(?:want|wish|need|care|like|interested in|consent|agree)(?: to)?(?: (?:receive|get|getting|receiving|have|see|read))?~ ${MAILS}`,
    "(?:do not|don't|dont|no longer|not) (?:want|wish|like|care) to (?:be|get|hear)~ (?:contacted|emailed|mailed|messaged|solicited|list|from you|from your company)",
    "(?:do not|don't|no longer) (?:get|receive) any (?:more|further) e?mails? from you",
    "^(?:i |we |i'd |i am |i'm |hereby |want to |to )*opt(?:ing)?(?: me| us)?[ -]out(?: of (?:this|these|your|all).*)?$",
    '(?:delet|eras|remov|destroy|wip|purg)(?:e|ed|ing) (?:all |any |of |the )*(?:my|our|personal|information|data)~ ?(?:data|information|details|records|about me|about us|hold on me)',
    '(?:do[ -]not[ -](?:contact|email|call|mail)|suppression|dnc|opt-?out|block|black) ?list',
    '(?:cancel|end|terminate)~ (?:subscription|mailings?|emails)',
    '?report~ (?:as )?spam|(?:delete|remove) my email$',
    "(?:be|get|am|i'm|me|been) unsubscrib(?:ed|ing)|(?:no|not have|without|never gave|not give)~ (?:permission|consent) to (?:email|contact|use)",
    "(?:don't|do not) want (?:this|these|any of this|it|your (?:stuff|offers|newsletter|marketing|offer))$",
    '(?:erasure|deletion|removal) of (?:all )?(?:my|our|personal)~ ?(?:data|information|details)',
    '(?:object|withdraw|revoke|withdrawing|objecting|oppose)~ (?:consent|processing|direct marketing|marketing|use of my|profiling)',
    '?(?:right to be forgotten|right (?:to|of) erasure|article 17|art 17|art\\. 17)',
    '?(?:gdpr|can-?spam|ccpa|casl|pecr)~ (?:erasure|delet#|eras#|remov#|stop#|unsubscribe|unsolicited)',
    "?(?:never (?:signed up|subscribed|opted in)|did not (?:sign up|subscribe|opt in)|didn't (?:sign up|subscribe|opt in)|unsolicited (?:e?mails?|spam))",
    "?^(?:this is |it is |it's |reported as |marked as )?spam$",
  ],
  de: [
    '(?:^|bitte |möchte(?:n)? (?:mich|uns) |will (?:mich|uns) |(?:mich|uns) )(?:vom newsletter |davon |hier |hiermit |aus~ |von~ )?(?:abmelden|austragen|abbestellen)$',
    '^(?:abmeldung|austragung|abbestellung|abbestellen|newsletter abbestellen)$',
    '(?:melden?|tragen?|meld|trag)(?: sie)? (?:mich|uns|diese|meine)~ (?:ab|aus)(?: (?:vom|von|dem|der|ihrem)|$)',
    '(?:aus|von|vom)(?: (?:dem|der|den|ihrem|ihrer|ihren|deinem|deiner|eurem|eurer|allen|sämtlichen|diesem|dieser|ihr))*(?: #)? ?#(?:verteilern?|listen?|datenbank|datenbanken|datenbestand|kontakten|kartei|newsletter|system|adressbuch)~ ?(?:entfern|streich|lösch|nehm|nimm|austrag|heraus|raus|austrag)',
    '(?:entfern|streich|lösch|nehm|nimm|trag|schmeiß)#(?: sie| bitte)* (?:mich|uns|meine|unsere|diese)~ (?:aus|von|vom)~ ?#(?:verteiler|liste|datenbank|datenbestand|kontakte|kartei|newsletter|system|adressbuch)',
    '(?:lösch|entfern|vernicht|streich)#(?: sie| bitte| umgehend| sofort)*(?: alle| sämtliche)?(?: meine| unsere| diese)~ ?(?:daten|adresse|emailadresse|email-adresse|mailadresse|kontaktdaten|email)',
    '(?:lösch|entfern|vernicht|sperr)#(?: sie)?~ (?:mich|mir|meine|unsere|mein|uns)~ ?(?:daten|adresse|emailadresse|mail)',
    '(?:mich|uns) (?:löschen|streichen|austragen|entfernen|abmelden|rausnehmen|herausnehmen|sperren)$',
    'um (?:austragung|abmeldung|löschung|entfernung|streichung)',
    '(?:untersag|verbiet|verbitte)# (?:ihnen|euch|mir|ich)~',
    '?(?:sperr|robinson|black)-?list#|abmahn#|nicht einverstanden~ (?:zusendung|werbung|kontakt)#',
    'kein# (?:interesse|bedarf) an~ (?:weiteren|ihren|solchen|euren)~',
    '(?:meine|unsere|aller|meiner|sämtlicher)~ ?(?:daten|adresse|emailadresse|email-adresse|kontaktdaten|mailadresse)~ (?:löschen|gelöscht|zu löschen|entfernen)',
    'löschung~ (?:daten|adresse|emailadresse)|verteiler (?:austragen|abmelden|entfernen|löschen)$',
    '^(?:ich |wir |also |und |aber |daher |deshalb |nein )*keine?(?:rlei)?(?: weiteren?| solchen?| unaufgeforderten?| solche| mehr| unerwünschten?)* ?(?:#mails?|nachrichten|werbung|werbemails|newsletter|anfragen|kontaktaufnahmen?|zusendungen|angebote|spam|post|rundmails)(?: mehr| dieser art| senden| schicken| zusenden| an mich| an uns| an diese adresse| erwünscht| von ihnen| von euch)*$',
    '(?:möchte|will|wünsche|wollen|möchten|wünschen|brauche|verbitte|benötige)n?~ (?:keine|keinen|keinerlei|nichts|nicht|weitere)~ ?(?:emails?|mails?|nachrichten|werbung|post|newsletter|zusendungen|angebote|anfragen|kontaktiert|angeschrieben|kontaktaufnahme|kontakt|hören|belästigt|erhalten|bekommen)',
    '(?:schreib|kontaktier|mail|melde|send|schick|belästig|anschreib)#(?: sie)?(?: (?:mich|mir|uns|bei mir|bei uns))? (?:bitte )?(?:nicht|nichts|nie|niemals|keine #) (?:mehr|wieder|weiter|länger)',
    '(?:nicht|nie|niemals) (?:mehr|wieder|weiter|länger)(?: bei mir)? (?:anschreiben|kontaktieren|schreiben|melden|anmailen|mailen|belästigen|nachfassen|anzuschreiben|zu kontaktieren|zu schreiben|zu belästigen)',
    'hör(?:en|t|e)?(?: sie)? auf(?: damit| (?:mir|mich|uns|so)~ (?:schreiben|mailen|schicken|senden|kontaktieren|belästigen|spammen)|$)',
    'von (?:weiteren |künftigen |solchen |jeglicher |jeglichen )*(?:#mails|werbung|kontakt#|zusendungen|nachrichten|anfragen|anschreiben|zuschriften)~ (?:ab|abzusehen|absehen)',
    'lass(?:en|t)?(?: sie)? (?:mich|uns) in ruhe',
    '(?:unterlassen|unterlass|einstellen|stellen)(?: sie)?~ ?(?:emails?|mails?|zusendung#|werbung|nachrichten|kontakt#|es|das|dies|anschreiben)',
    '(?:widersprech|widersprich|widerspruch|widerruf|widerrufe)#~ ?~ (?:daten|werbung|werbezwecken|verarbeitung|nutzung|zusendung|verwendung|kontakt#|speicherung|einwilligung)',
    '?(?:unerlaubte|unverlangte|unzulässige|unerwünschte) (?:werbung|emails?|mails?)',
    '?(?:art 17|art 21|§ ?7|uwg)~ ?(?:dsgvo|uwg|unterlassen)?',
    'verbitte (?:mir|ich)',
    '(?:schick|send)#(?: sie)?(?: (?:mir|uns))? keine~ (?:#mails?|nachrichten|werbung|post)|abstand von~ (?:#mails|werbung|kontakt#)|nicht mehr (?:angeschrieben|kontaktiert|belästigt)',
  ],
  fr: [
    "(?:me|nous|m'|être) ?(?:désinscri|désabonn|retir|supprim|enlev|ray|radi|ôt|sorti)#",
    '(?:retir|supprim|enlev|effac)#~ (?:mon|notre|mes|nos) (?:adresse|mail|email|contact|coordonnées|nom)',
    '(?:désinscri|désabonn|desinscri|desabonn)#(?:[ -](?:moi|nous)|$)',
    '^(?:désinscription|désabonnement|désinscrire|désabonner|desinscription|desabonnement)',
    '(?:retir|supprim|enlev|enlèv|ray|effac|ôt|radi|sort)(?:ez|e|er)[ -](?:moi|nous|mon adresse|mon email|notre adresse|mes coordonnées|nos coordonnées|mon nom|mon contact)',
    "ne (?:plus|jamais) (?:me |nous |m'|jamais |rien )*(?:contacter|recontacter|écrire|envoyer|relancer|solliciter|démarcher|importuner|recevoir|déranger|être)",
    "ne (?:me |nous |m')?(?:recontact|contact|écri|envoy|envoi|sollicit|relanc|dérang|écriv)# (?:plus|rien|jamais|pas)",
    '(?:ne )?(?:veux|veut|souhait(?:e|ons)|voulons|désir(?:e|ons)|accepte) (?:plus|pas|aucun)~ ?(?:recevoir|être (?:contact|sollicit|démarch|relanc)|mails?|emails?|messages?|que vous m)',
    "(?:arrêt|cess|stopp)(?:ez|er|e) (?:de |d')?(?:me |nous |m'|vos |ces |immédiatement )*(?:écrire|envoyer|contacter|solliciter|relancer|harceler|spammer|déranger|mails?|emails?|messages?|envois)",
    "^(?:plus (?:de|d'|aucun)|pas de|assez de|stop aux) ?(?:mails?|emails?|messages?|publicités?|pub|relances?|spams?|prospection)",
    '(?:arrêt|cess|stopp)(?:ez|er|e) (?:tout|tous|toute)~ (?:envois?|emails?|mails?|contacts?|communications?|messages?|sollicitations?)',
    "m'oppose|nous opposons|droit (?:d'opposition|à l'effacement|à l'oubli)",
    '(?:suppress|effac|supprim)#~ (?:mes|nos|toutes mes|ces) (?:données|coordonnées|informations)',
    "(?:suppression|effacement) (?:de|d')~ ?(?:données|coordonnées|adresse)",
    '(?:laissez|laisse|fichez|foutez|fiche)[ -](?:moi|nous) (?:tranquille|la paix|en paix)',
    '?(?:rgpd|cnil|article 17)~|jamais (?:donné|consenti)#',
  ],
  es: [
    '(?:dar(?:me|nos)|d[eéa]r?(?:me|nos)|den(?:me|nos)|dese) de baja',
    '(?:solicit|pid|quier|dese)# (?:la |mi |nuestra |dar la )*baja',
    '(?:cancelar|anular|cancelen|cancele)(?: la| mi)? su[b]?scripción',
    '(?:desuscri|desinscri|desubscri)#',
    'no (?:me|nos) (?:escrib|contact|env[ií]|mand|molest|vuelv|llam|spam)#',
    'no (?:vuel|env[ií]|mand|contact|escrib)# (?:a (?:escrib|contact|env|mand|molest)#|más|nada)',
    'no (?:quiero|deseo|queremos|deseamos|necesito|autorizo)~ ?(?:recibir|que me|más (?:correos?|mensajes?|emails?|mails?|información|publicidad)|sus correos|ser contactad[oa])',
    '(?:dej|par|ces|termin)#(?:me|nos)? (?:ya )?de (?:escribir|enviar|mandar|contactar|molestar|spamear)#',
    '(?:elim|quít|quit|bórr|borr|sáqu|saqu|retír|retir|remuév|supr)#(?:me|nos)(?: de| ya|$)',
    '(?:elimin|quit|borr|saqu|retir|remuev|suprim)#~ (?:mis?|nuestros?|nuestra) (?:datos|dirección|correo|email|nombre|información|contacto)',
    'no molest#|no insist#|ces# (?:el|los|con|sus)~ ?(?:envíos?|correos|emails)|(?:ser|que me) (?:elimin|borr|quit|retir)#',
    '(?:eliminación|supresión|cancelación|borrado) de (?:todos )?(?:mis|nuestros) datos',
    '(?:me opongo|nos oponemos|revoco|retiro mi consentimiento)',
    '^(?:no|ni un|basta de|ningún) ?(?:más)? (?:correos?|emails?|mensajes?|mails?|spam|publicidad)',
    'd[ée]j[ae]n?(?:me|nos) (?:en paz|tranquil)',
    '?(?:lopd|rgpd)~',
  ],
  it: [
    '(?:cancell|disiscriv|rimuov|togli|elimin|leva|depenn|escludet|esclud)#(?:mi|ci)(?: d[aei]| subito|$)',
    '(?:vorrei|voglio|desider#|chiedo di|vogliamo)(?: di)? (?:disiscriver|cancellar|disdir|essere (?:rimoss|cancellat|elimin))#',
    '(?:cancellar|disiscriver|rimuover|toglier|eliminar)(?:mi|ci)|essere (?:rimoss|cancellat|disiscritt)#',
    '^(?:disiscrizione|cancellazione|cancellarmi|disiscrivermi|disiscrivimi|cancellami|disdetta)',
    '(?:cancell|rimuov|elimin|togli)#~ (?:il mio|la mia|i miei|i nostri|il nostro|questo) (?:indirizzo|email|mail|dati|nominativo|contatto|nome|casella)',
    'non (?:mi |ci |vi )?(?:scriv|contatt|invi|mand|disturb|spedi|ricontatt|scoc)# (?:più|altr[eio]|ulteriori|nulla|niente|mai)',
    'non (?:desider|vogli|vogl|intend|gradis)#~ ?(?:ricevere|essere contattat[a-z]|altre (?:mail|email)|vostre|più (?:mail|email|messaggi))',
    '(?:smett|piant|fin|cess)# (?:subito )?di (?:scriver|contattar|inviar|mandar|disturbar|spammar|mandar)#',
    '^basta (?:con )?(?:le |queste |con queste )?(?:email|mail|messaggi|spam|pubblicità|scriver#)',
    '(?:cancellazione|rimozione|eliminazione) de(?:i|gli|l) (?:miei|nostri|mio)',
    '(?:mi oppongo|ci opponiamo|revoco il consenso|ritiro il consenso)',
    'lasciate?(?:mi|ci) (?:in pace|stare)',
    '(?:nessuna|niente) (?:più |altra )?(?:email|mail)(?: più)?$',
  ],
  pt: [
    '(?:descadastr|desinscrev|desinscri|desassin)#(?:-me|-nos|$| me| por)',
    '(?:quero|queremos) sair da lista|ser (?:removid|retirad|excluíd|descadastrad|apagad)#',
    '^(?:descadastro|descadastrar|cancelamento|remoção)',
    'cancel(?:ar|em|e)(?: a| minha| a minha)* (?:inscrição|assinatura|subscrição)',
    '(?:remov|retir|tir|exclu|elimin|apag|delet)#(?:-me|-nos)',
    '(?:me|nos) (?:tir|remov|retir|exclu|descadastr|apag|delet)#',
    '(?:remov|retir|tir|exclu|elimin|apag|delet)#~ (?:o |a |os )?(?:meus?|minha|nossos?|nosso) (?:email|dados|contat?o|nome|endereço|informações)',
    'não (?:me |nos |voltem a |volte a )?(?:escrev|envi|contact|contat|mand|perturb|incomod)#(?:-me|-nos)?(?: mais|$| nada| nunca| novamente)',
    'não (?:quero|desejo|queremos|gostaria|desejamos|pretendo)~ ?(?:receber|ser contact?ad[oa]|mais (?:emails?|mensagens)|seus emails)',
    '(?:par|deix|cess)(?:e|em|a|ar|es)? (?:já )?(?:de|com) (?:me |nos )?(?:escrever|enviar|mandar|contact?ar|incomodar|spam)',
    '^(?:chega|basta) de (?:emails?|mensagens|spam)',
    '(?:exclusão|eliminação|apagamento|remoção) d(?:os|e|o) (?:meus?|nossos?)',
    '(?:oponho-me|me oponho|opomo-nos|retiro o consentimento|revogo)',
    'deix[ea]m?(?:-me|-nos| me) em paz',
    '^(?:sem|nada de|nenhum) (?:mais )?emails?',
    '?lgpd~',
  ],
  nl: [
    '^(?:verwijder|schrap|wis) (?:mij|me|ons)$',
    'niet gediend van~',
    'van de lijst (?:halen|verwijderen)',
    '^(?:graag |gelieve |wil |ik wil (?:me|mij) |wij willen ons |me |mij |ons )*(?:uitschrijven|afmelden|uitschrijving|afmelding)',
    '(?:schrijf|meld|haal|verwijder|schrap|gooi|streep)(?: u)? (?:mij|me|ons|mijn|onze|dit)~ ?(?:uit|af|lijst|lijsten|adres|emailadres|mailadres|gegevens|bestand|database|weg)',
    '(?:mij|me|ons|mijn (?:email)?adres|mijn gegevens)~ (?:uitschrijven|verwijderen|afmelden|schrappen|uit te schrijven|te verwijderen|af te melden)',
    '(?:stuur|mail|schrijf|contacteer|benader|bel|zend)(?: u)?(?: mij| me| ons)? (?:niet|nooit|niets|geen #)(?: meer| langer)',
    '^(?:graag |gelieve |dus |verzoek )*geen (?:verdere |nieuwe |ongevraagde )*(?:emails?|mails?|mailtjes|berichten|reclame|post|nieuwsbrieven|contact)(?: meer)?',
    '(?:neem|zoek) (?:a u b )?geen contact',
    '(?:stop|stoppen|hou op|ophouden)~ ?met~ ?(?:mailen|schrijven|sturen|versturen|benaderen|spammen|mails|emails|berichten)',
    '(?:wil|wens|willen|wensen|hoef|wenst)~ (?:geen|niet|niets)~ ?(?:ontvangen|horen|mails?|emails?|krijgen|reclame|benaderd|gemaild|berichten)',
    '(?:bezwaar tegen|trek mijn toestemming)',
    '(?:verwijder|wis|delete)(?: u)?(?: al)? (?:mijn|onze) (?:gegevens|data|emailadres|adres)',
    'laat (?:mij|me|ons) met rust',
    'niet (?:meer|langer|verder) (?:mailen|schrijven|benaderen|contacteren|benaderd)',
  ],
  pl: [
    '(?:wypis|wyrejestr|usu|skreśl|wykreśl|wymaz)#~ (?:mnie|nas|mój|moje|moich|mojego|nasz|z listy|z bazy|z mailingu|dane|danych|adres)',
    '^(?:wypisuję się|rezygnuję|rezygnacja|wypisanie|wypis|wypisz|wypisać|mnie wypisać)',
    'mnie (?:wypisać|usunąć)',
    '(?:proszę|więcej|już|mnie|mi|nas|^) ?(?:już |więcej |do mnie |mi )*nie (?:pisać|pisz|piszcie|wysyłać|wysyłaj#|kontaktować|przysyłać|przysyłaj#|kontaktujcie|nękać|dzwonić|kontaktuj)',
    '(?:nie chcę|nie chcemy|nie życz# sobie)~ ?(?:maili|emaili|wiadomości|otrzymywać|dostawać|kontaktu|mailingu|reklam|korespondencji|kontaktowa#)',
    'przesta#~ ?(?:pisać|wysyłać|spamować|kontaktować|przysyłać|nękać)',
    '(?:sprzeciwiam się|sprzeciw wobec|wycofuję zgodę|cofam zgodę)',
    '(?:koniec|dość|żadnych)(?: z)? (?:więcej )?(?:maili|wiadomości|spamu)',
    '(?:dajcie|daj) (?:mi|nam) spokój',
    '(?:usunięci[ea]|usunąć|usuńcie)~ ?(?:danych|dane)',
  ],
  sv: [
    '(?:avregistrer|avprenumerer|avanmäl|avbeställ)#',
    '(?:ta|plocka|tag) bort (?:mig|oss|min|mina|vår|våra|denna)',
    'slut[a]? (?:att )?(?:mejla|maila|skriva|kontakta|skicka|höra av|spamma|emaila)',
    '(?:skicka|mejla|maila|kontakta|skriv|hör av|emaila)(?: er)?(?: till)?(?: mig| oss)? (?:inte|inga|aldrig)',
    '(?:^|vänligen |snälla )(?:inga|inte) (?:fler|mer|flera) (?:mejl|mail|epost|e-post|meddelanden|utskick|emails?)',
    'vill (?:inte|ej)~ ?(?:mejl|reklam|mail|epost|e-post|emails?|bli kontaktad|få|höra|utskick)',
    '(?:radera|ta bort|stryk|slopa)~ (?:mina|alla|våra|mig|min) ?(?:uppgifter|personuppgifter|data|adress|epostadress|e-postadress)?',
    'avsluta (?:min |denna |vår )?(?:prenumeration|utskick)#',
    'lämna (?:mig|oss) ifred',
  ],
  da_no: [
    '(?:afmeld#|afmeldt|avmeld|frameld|afregistrer|meld (?:mig|meg|os|oss) (?:av|fra|ud))#',
    '(?:fjern|slet|slett|stryk)e?(?: venligst| vennligst)? (?:mig|meg|os|oss|min|mine|mit|mitt|vores|våre|vår|alle|denne)',
    '(?:stop|slutt|stopp|hold op|holdt op)(?: med)? (?:at |å )(?:skrive|sende|maile|kontakte|emaile|spamme)',
    '(?:send|skriv|kontakt|mail)(?: til)?(?: mig| meg| os| oss)?~ ?(?:ikke|aldrig|aldri) ?(?:flere|fler|mere|mer|igen|igjen|til)?',
    'ikke (?:send|kontakt|skriv|mail|email)(?: til)? (?:mig|meg|os|oss|flere|mer|mere)',
    '(?:^|venligst |vennligst )ingen (?:flere|fler) (?:mails?|emails?|eposter?|e-poster|beskeder|meldinger|henvendelser|e-mails?)',
    '(?:ønsker|vil) (?:ikke|ingen)~ ?(?:mails?|emails?|eposter?|e-poster?|kontakt#|henvendelser|modta#|få|høre)',
    'la(?:d)? (?:mig|meg|os|oss) være',
  ],
  fi: [
    'poist#~ ?(?:minut|meidät|osoitteeni|tietoni|minun|sähköpostini|listalta|tietojen#|yhteystie#)',
    '(?:älä|älkää|ei)~ ?(?:lähet#|kirjoit#|ota yhtey#|ottako|spämm#)',
    '(?:en|emme) halua~ ?(?:viest|sähköpost|posti|mainok|yhteyden)#',
    'lopet#~ ?(?:viest|lähett|kirjoitt|sähköpost|spämm)#',
    'per(?:u|uta|uuttakaa)~ ?tilau#',
    '^ei enää~ ?(?:viest|sähköpost|posti)#',
    'jättäkää (?:minut|meidät) rauhaan',
  ],
  cs_sk: [
    '(?:odhlásit|odhlaste|odhláste|odhlásiť|odhlas)(?: (?:mě|ma|mne|nás|me|z|se|sa|newsletter|odběr)|$)',
    '(?:odstra[nň]|vyřa[dď]|vyma[zž]|sma[zž]|odstráň|vyraď)#~ (?:mě|ma|mne|nás|údaje|moje|moji|mou|adresu|seznamu|zoznamu|osobní)',
    '(?:nepište|nepiš|neposílejte|neposielajte|neposílej|nekontaktujte|neobtěžujte|nezasílejte|nezasielajte|nepíšte)',
    '(?:nepřej|neprajem)# (?:si)?~ ?(?:emaily|e-maily|zprávy|správy|kontaktován|dostávat|dostávať|další)',
    '(?:nechci|nechceme|nechcem)~ ?(?:emaily|e-maily|zprávy|správy|dostávat|dostávať|kontaktován)',
    'přestaňte~ ?(?:psát|posílat|kontaktovat|spamovat)|prestaňte~ ?(?:písať|posielať)',
    'výmaz~ údajů|nechte mě (?:na pokoji|být)',
  ],
  hu: [
    'leirat#|iratkoz# le|leíratkoz#',
    'töröl#~ ?(?:listá#|adat#|cím#|engem|minket|email#)|(?:listá|adat|cím)#~ ?(?:töröl|törl)#',
    '(?:^|többet |kérem |kérjük )ne (?:írj|küldj|keress|zavarj|keresse|levelezz)#',
    'nem (?:kérek|kérünk|szeretnék|akarok|kívánok)~ ?(?:level|email|e-mail|üzenet|megkeres|hírlevel|ajánlat|kapni)#',
    'hagyj(?:on|anak|atok)? békén',
  ],
  ro: [
    'dezabon#|dezînscri#',
    '(?:ș|s|ş)terge#(?:-mă|-ma|-ne| datele| adresa|~ (?:adresa|datele|listă|lista))',
    '(?:elimin|scoate|scoat)#(?:-mă|-ma|-ne)',
    'nu (?:îmi|imi|mă|ma|ne|m-) ?(?:mai )?(?:scrie|contacta|trimite|deranja)#',
    'nu (?:mai )?(?:doresc|vreau|dorim)~ ?(?:primesc|primi|emailuri|mesaje|contactat#|emailurile)',
    'nu (?:mai )?trimite#|(?:înceta|opri)#~ (?:scrie|trimite|emailuri|mesaje)#|ștergerea datelor',
  ],
  tr: [
    '(?:abonelik|üyelik|aboneliğ|üyeliğ)#~ ?(?:çık|iptal|sil|sonlandır)#',
    '(?:beni|bizi|adresimi|mailimi|emailimi|adımı)~ ?(?:çıkar|sil|kaldır)(?!m[ae])#',
    '(?:yazmayın|yazma|göndermeyin|gönderme|atmayın|yollamayın|aramayın|rahatsız etmeyin|göndermeyiniz|yazmayınız|atmayınız)',
    '(?:verilerimi|bilgilerimi)~ ?(?:sil|kaldır)(?!m[ae])#|(?:almak|iletişime geçilmesini) istemiyor#',
  ],
  ru_uk: [
    '(?:^|хочу |прошу |прошу меня |меня |нас )(?:отпис|відпис)#|(?:отпишите|відпишіть|отписать) (?:меня|нас|мене|от)',
    '(?:убер|убр|удал|исключ|вычеркн|сотр|видал|прибер|викресл|вилуч)#~ ?(?:меня|нас|мой|мои|мою|моего|моих|мене|мої|мій|моїх|адрес#|данные|дані)',
    '(?:^|больше |більше |прошу |мне |просим |пожалуйста )не (?:пиш|присыл|отправл|шл|беспоко|звон|связыв|контактир|писать|надсил|присил|турбу|слать|высыл|пишіть|писати)#',
    '(?:прекрат|хватит|перестан|останов|припин|досить|перестань)#~ ?(?:рассыл|писа|сла|присыл|спам|письм|розсил|надсил|присил|лист|контакт)#',
    'не (?:хочу|желаю|хотим|бажаю|хочемо)~ ?(?:получать|письм|рассыл|сообщени|отримувати|лист|розсил|контакт)#',
    '(?:оставьте|залиште) (?:меня|нас|мене) в (?:покое|спокої)|отзываю согласие|(?:удаление|видалення)~ данн?#',
  ],
  el: [
    'διαγρά#~|διαγραφή',
    '(?:μη|μην|να μη|να μην)(?: μου| με| μας)? (?:ξαναγρά|γράφ|γράψ|στέλν|στείλ|ξαναστεί|επικοινων|ενοχλ|ξαναεπικ)#',
    'σταματ#~ ?(?:στέλν|γράφ|email|mail|μηνύματα|επικοινων|ενοχλ)#',
    'δεν (?:θέλω|επιθυμώ|θέλουμε|επιθυμούμε)~ ?(?:emails?|mails?|μηνύματα|λαμβάν|ενημερώσεις|επικοινων)#',
    'αφαιρ# (?:με|μας|το email|τη διεύθυνση)',
  ],
  ja: [
    '(?:配信|送信|購読|メルマガ|登録|メール)(?:の|を|は)?(?:停止|解除|中止|ストップ|退会|取り消し|止めて|やめて)',
    '退会(?:希望|し|を|させ|$)',
    '(?:メール|連絡|案内|送信|営業|配信|送付|勧誘).{0,8}(?:送らない|送ってこない|(?<!停止|解除|削除)しない|控え|不要|やめ|止め|遠慮|必要ありません|必要ない|お断り|結構です|いりません|要りません)',
    '(?:リスト|名簿|宛先|送信先).{0,6}(?:削除|外し|除外|消し)',
    '(?:個人情報|アドレス|データ|情報).{0,6}(?:削除|消去|消し)',
  ],
  zh: [
    '退订|退訂|取消订阅|取消訂閱|取消訂阅|拒收',
    '(?:不要|别|別|勿|不用|停止|不想|不希望|不愿|不必|无需|無需|不再).{0,6}(?:发|發|寄|联系|聯繫|联络|聯絡|收到|打扰|打擾|骚扰|騷擾|推送|接收)',
    '(?:删除|刪除|移除|移出|去掉|清除|剔除|删掉).{0,8}(?:我|名单|名單|列表|信息|資料|资料|数据|數據|地址|邮箱|信箱)',
    '(?:我|我的|名单|名單|列表).{0,10}(?:删除|刪除|移除|移出|去掉|清除|删掉)',
  ],
  ko: [
    '수신 ?거부|구독 ?(?:취소|해지|철회)|수신 ?(?:해지|동의 ?철회)|탈퇴',
    '(?:메일|연락|메시지|광고|뉴스레터|스팸).{0,8}(?:보내지|하지 ?마|하지 ?말|그만|중단|거부|원하지|받고 ?싶지|사양|안 ?보내|멈춰)',
    '(?:정보|주소|데이터|목록|명단|리스트|이메일).{0,8}(?:삭제|제거|빼)',
    '그만 ?(?:보내|연락)',
  ],
  ar: [
    '(?:إلغاء|الغاء|ألغ[ويا]*|الغ[ويا]*) (?:ال)?(?:إ|ا)?شتراك#',
    '(?:توقف|كف|أوقف|اوقف)#~ ?(?:مراسل|إرسال|ارسال|الاتصال|التواصل|الرسائل|عن)#',
    '(?:لا|عدم) (?:ترسل|تراسل|تتصل|تتواصل|إرسال|ارسال|مراسل|التواصل|الاتصال|أريد|اريد|أرغب)#',
    '(?:احذف|أزل|ازل|أزيل|امسح|حذف|إزالة|ازالة)#~ ?(?:بيانات|بريد|اسم|عنوان|القائمة|قائمة|ني|نا)#|احذفوني|أزيلوني',
  ],
  he: [
    '^(?:נא |אנא |בבקשה )*(?:הסר|הסרה|הסירו|הסירי|להסיר|תסירו|תוריד|תורידו|הורידו|למחוק|מחקו|תמחקו)',
    '(?:הסר|הסירו|להסיר|תסירו|תורידו|הורידו|למחוק|מחקו|תמחקו)~ ?(?:אותי|אותנו|המידע|הפרטים|רשימ#|תפוצה)',
    '(?:אל|לא|בלי|די) (?:תשלח|לשלוח|תכתב|תפנו|ליצור|תיצרו|לפנות|תטריד|מעוניינ# לקבל)#',
    '(?:תפסיק|הפסיק|להפסיק)#~ ?(?:לשלוח|לכתוב|להטריד|לפנות|מיילים)|ביטול (?:מנוי|הרשמה|רישום)',
  ],
  id: [
    '(?:berhenti|stop|hentikan) (?:berlangganan|mengirim#|kirim#|menghubungi|email|pengiriman)',
    '(?:hapus|keluarkan|hilangkan|hapuskan)~ ?(?:saya|kami|data|alamat|email)',
    'jangan~ ?(?:kirim#|hubungi|email|ganggu|menghubungi|mengirim#)',
    '(?:tidak|tak) (?:ingin|mau)~ ?(?:menerima|dihubungi|email)',
  ],
  vi: [
    '(?:hủy|huỷ) (?:đăng ký|nhận|theo dõi)',
    '(?:xóa|xoá|gỡ|loại)(?: bỏ)?~ ?(?:tôi|dữ liệu|thông tin|email|địa chỉ|danh sách)',
    '(?:đừng|ngừng|dừng|thôi|chấm dứt|không được)~ ?(?:gửi|liên hệ|liên lạc|làm phiền|gởi)',
    'không muốn~ ?(?:nhận|liên hệ|bị làm phiền)',
  ],
};

/** A word that is the wish where it is a whole sentence. Elsewhere it is about anything. */
export const SHORTEST = listed(`
  stop, stopp, stop it, stop this, stop that, remove, remove me, delete, delete me, opt out, opt-out, out,
  unsubscribe, unsub, stop all, enough, take me off, baja, basta, desuscribir, cancelar, remover, cancellare,
  abmelden, stop emails, stop emailing, stop mailing, stop mails, stoppen, arrêtez, arrêtez ça, cessez, pare, parem,
  sluta, slutt, stoppa, стоп, хватит, odhlásit, lopettakaa, dur, durdurun, elég, hagyják abba, dość, przestańcie,
  smettetela, smettila, stop spam, no spam, no emails, no mails, no more, no more please, aufhören, löschen,
  streichen, entfernen, supprimer, smetti, unlist, 停止, 停止してください, やめてください, 削除, 削除してください, 删除, 그만, توقف, توقفوا, הסר, די,
  berhenti, dừng lại, hủy, σταματήστε, досить, stop dit`);

export const POLITE = listed(`
  please, pls, plz, kindly, just, thanks, thx, bitte, danke, merci, svp, veuillez, gracias, grazie, obrigado,
  obrigada, graag, aub, alstublieft, proszę, dziękuję, tack, snälla, vänligen, venligst, tak, vennligst, takk, kiitos,
  prosím, kérem, köszönöm, lütfen, пожалуйста, спасибо, прошу, παρακαλώ, tolong`);

export const POLITE_PHRASES =
  /s'il (?:vous|te) pla[iî]t|por favor|per favore|se faz favor|a\.u\.b\.|thank you|thanks in advance|vær (?:så )?(?:venlig|snill)(?: at| å)?|будь ласка|vă rog|xin vui lòng|vui lòng|من فضلك/gu;

/** Words that change nothing about the wish. */
const PLAIN = `
  a u b s v p an and the this that these those all any more further future other your you yours to of for from off out
  in on with about me us my our i we it is im i'm am be at it's ever again anymore now asap today immediately once
  right away longer email emails mail mails message messages newsletter newsletters mailing mailings contact contacts
  list lists database records record system systems crm campaign campaigns spam communication communications address
  addresses name names details data personal information information's hold have held has under article art 17 21 gdpr
  dsgvo rgpd uwg lgpd avg can-spam canspam ccpa act law direct marketing processing hereby request demand ask would
  like want wish please pls plz kindly just thanks thank thx cheers sorry emailaddress confirm sir madam hi hello so
  then do unsolicited company everything anything stuff kind accordance pursuant regulation erasure removed deleted
  regards if could bitte danke vielen dank sie ich wir mir mich uns ihr ihre ihren ihrem ihrer eure euren eurem eurer
  dein deinen deinem deiner dem der die das den des aus von vom zu zur zum und auch ab sofort künftig zukunft umgehend
  weitere weiteren mehr emailadresse mailadresse adresse verteiler liste listen datenbank meine meiner meinen unsere
  unserer personenbezogene personenbezogenen daten alle aller gemäß nach werbung werbezwecken verarbeitung nutzung
  verwendung speicherung hiermit davon dieser diese auf mit damit möchte möchten nehmen entfernen löschen streichen 7 §
  abs aufnahme senden schicken merci svp s'il vous te plaît plait je nous de la le les du votre vos notre mon ma mes
  plus listes diffusion base part d l dès maintenant immédiatement toutes tous données personnelles au conformément
  traitement souhaite voudrais veux veuillez recevoir et à en demande por favor gracias lista su sus mi mis nuestra más
  mas correo correos mensajes datos personales el los las del ya que conforme al tratamiento quiero nada inmediatamente
  electrónicos recibir solicito y ustedes suscripción per favore grazie dalla dal dai della vostra vostre vostri mia
  mio miei dati personali più il lo di subito vi prego comunicazioni messaggi ricevere altre trattamento chiedo e
  indirizzo obrigado obrigada da dos sua seu suas seus meu meus minha mensagens dados mais o os as já receber
  tratamento graag alstublieft aub uw het mijn mij ons uit van lijst adres gegevens meer berichten tegen verwerking
  persoonlijke ontvangen nu sturen a.u.b proszę dziękuję z listy mailingowej bazy mnie mój moich danych osobowych
  więcej już wiadomości maili przetwarzaniu swojej waszej tack snälla vänligen från listan er din mig min mina fler
  mejl epost igen mer uppgifter till av tak venligst vennligst takk fra jeres deres meg mine flere eposter e-post
  e-poster igjen til mere jeg kiitos minut listalta enää viestejä minulle pyydän sähköposteja viestien lähettäminen
  prosím děkuji ze seznamu mne mě moje údaje další emaily e-maily odběru už vaší databáze kérem köszönöm az többet
  listáról emailt levelet adataim adataimat mai nekem vă rog mulțumesc listă datele mele să îmi lütfen teşekkürler bana
  bir daha artık listeden mailler beni e-posta пожалуйста спасибо меня из списка рассылки больше мне письма писем мои
  мой адрес данные ваших ваши от нас и будь ласка дякую мене мені зі списку більше листів мої дані розсилки παρακαλώ
  ευχαριστώ με από τη λίστα μου να σας το άλλα أرجو من فضلك شكرا قائمة القائمة البريدية لي المزيد الرسائل نا נא בבקשה
  תודה אותי מרשימת התפוצה מהרשימה לי יותר מיילים את שלי tolong terima kasih saya dari daftar lagi ke vui lòng cảm ơn
  tôi khỏi danh sách nữa cho của xin`;

/** Sentences beside a wish that leave it whole. */
const BESIDE = [
  "(?:we are|we're|i am|i'm|am|really|absolutely)? ?(?:not|no longer|never) (?:at all )?interested(?: in (?:this|your).*)?|no interest|(?:i|we) have no interest|no,? thank(?:s| you)|no|nope|not for (?:me|us)|see subject|as above",
  'this is the (?:last|second|third) time|i am not the right person',
  '(?:wir haben |ich habe |habe |es besteht )?(?:leider )?kein(?:erlei)? (?:interesse|bedarf)|nein|nicht interessiert|siehe betreff',
  '(?:je ne suis |nous ne sommes )?pas (?:du tout )?intéressée?s?|non|non merci|aucun intérêt|no|no me interesa|no estoy interesad[oa]|no estamos interesados|non (?:mi|ci) interessa|non sono interessat[oa]|no grazie',
  'não(?: tenho| temos)? interesse|não estou interessad[oa]|não|geen (?:interesse|belangstelling)|nee|nie jestem zainteresowan[ya]|nie|inte intresserad|ej intresserad|nej|ikke interesseret|ikke interessert|nei|ei kiinnosta|en ole kiinnostunut|nemám zájem|nem érdekel|nu sunt interesat[ăa]?|nu mă interesează|ilgilenmiyorum',
  'не интересно|неинтересно|не заинтересован[аы]?|не цікаво|нет|ні|δεν ενδιαφέρομαι|興味(?:が|は)?ありません|不感兴趣|没兴趣|不感興趣|관심 ?없(?:습니다|어요)|لست مهتما|לא מעוניין|לא מעוניינת|tidak tertarik|không quan tâm',
];

/** Before the form: it is denied. */
const DENIED = [
  "don't|do not|dont|does not|doesn't|never|won't|wouldn't|can't|cannot|not|no need to|not asking~ to|want you to|without",
  "did you|didn't|why|when|should i|should we|if you|unless|can i|could i|may i|do you|does|is there|how|can one|whether",
  'nicht|nie|ohne|kann ich|kann man|wie|warum|pas|ne|jamais|puis-je|peut-on|comment|no|nunca|puedo|se puede|cómo',
  'non|posso|si può|come|não|como|niet|kan ik|hoe|nie|jak|czy|inte|ej|ikke|älä|älkää|ne|nem|nu|не|ні|μη|μην|δεν',
  'jangan|tidak|đừng|không|אל|לא|لا|можно|можна',
].join('|');

/** After the form: it is about a time, a place or another one. */
const OTHERWISE = [
  '(?:on|before|after|until|till|by|via|through|during|late|at|with|between|over|unless|if|when|while|from my|from the|directly|there|here)(?: |$)',
  '(?:link|rate|rates|button|page|clause|option|form|version|function|process|policy|numbers?|later)(?: |$)',
  '(?:an diese|an das|an den|nach|an meine|an unsere|an die|am|vor|bis|per|über|während|sondern|ohne|nachts|abends|morgens|telefonisch|so spät|auf (?:instagram|linkedin))(?: |$)',
  "(?:le (?:week-?end|lundi|mardi|mercredi|jeudi|vendredi|soir|matin)|avant|après|par|à (?:cette|ma|mon)|sur|pendant|jusqu'|mais)(?: |$)",
  '(?:por|antes|después|hasta|en|los|el|a (?:esta|este|mi)|sino|per|prima|dopo|su|a questo|na|nos|até|antes|aos|op|voor|tot|via|naar|do|przed|w|på|til|før)(?: |$)',
];

/** A question that asks for it. Others ask about it. */
export const REQUEST =
  '^(?:so |and |then |hi |hello |bitte )?(?:can|could|would|will) (?:you|u|someone|somebody|i be|we be|i please be|we please be)(?! be able)|^(?:können|könnten|würden) sie|^(?:kannst|könntest|würdest) du|^(?:pouvez|pourriez|voulez)[- ]vous|^(?:peux|pourrais)[- ]tu|^¿?(?:me |nos )?(?:pued|podr)[a-zí]+ (?!dar)|^(?:può|potete|potrebbe|potreste|puoi) |^(?:pode|podem|poderia|poderiam|podes) |^(?:kunt|zou|wilt) u|^(?:kun|zou|wil) je|^czy (?:może|mog|móg)[a-ząćęłńóśźż]*|^(?:kan|kunne|kunde|vil) (?:ni|du|i|dere|de) |^(?:voitteko|voisitteko|můžete|mohli byste|tudnának|puteți|ați putea|можете|могли бы|не могли бы|чи можете|μπορείτε)|くださ|いただけ';

const compiled = (form: string): string => `(?:${form.replaceAll('~', GAP).replaceAll('#', '\\p{L}*')})`;
/** CJK has no spaces between words. */
const SPACELESS = ['ja', 'zh', 'ko'];

type Form = { words: RegExp; acts: boolean };
export const FORMS: readonly Form[] = Object.entries(WRITTEN).flatMap(([language, forms]) =>
  forms.map((form) => {
    const words = compiled(form.replace(/^\?/, ''));
    const rest = language === 'en' ? '' : String.raw`\p{L}*`;
    const isSpaceless = SPACELESS.includes(language);
    return {
      words: new RegExp(isSpaceless ? words : String.raw`(?<!\p{L})${words}${rest}(?!\p{L})`, 'u'),
      acts: !form.startsWith('?'),
    };
  }),
);
export const PLAIN_WORDS: ReadonlySet<string> = new Set(PLAIN.trim().split(/\s+/));
export const BESIDE_WISH = new RegExp(`^(?:${BESIDE.join('|')})$`, 'u');
export const DENIED_BEFORE = new RegExp(
  String.raw`(?<!\p{L})(?:${DENIED.replace('~', GAP)})(?: [^\s]+)?[ ']$|(?:不要|别|別|勿|不想|不用).{0,6}$`,
  'u',
);
export const OTHER_AFTER = new RegExp(
  `^ (?:${OTHERWISE.join('|')})|(?: |^)(?:nicht|niet|pas|inte|ikke|not)$|^.{0,3}(?:しない|せずに|하지)`,
  'u',
);
