/**
 * Whose fault it is that an email came back: by the words of the server, then by its code. The first rule that fits decides.
 *
 *   hard   the address is dead
 *   soft   the sender, the server or the moment
 *
 * Sources: RFC 3463 with its IANA registry, RFC 7505; sisimai's reasons (BSD 2-clause), restated as patterns; the answers that Microsoft, Google,
 * Yahoo, GMX, Orange, Cox and GoDaddy publish. Words in other languages are our own.
 */
export type Verdict = { verdict: 'hard' | 'soft'; rule: string };

/** Each line is a pattern, and one of them is enough. */
type WordRule = readonly [rule: string, patterns: string];
const rulesOf = (rules: readonly WordRule[]) =>
  rules.map(([rule, patterns]) => ({ rule, words: new RegExp(patterns.trim().split(/\n\s*/).join('|'), 'u') }));

/** Clear words that excuse the address. They win over any code: servers give 5.1.1 with them. */
const EXCUSES = rulesOf([
  [
    'mailbox_full',
    String.raw`
      \b(over|ex[cs]e+d\w*|reached|disk|storage|mail|hard|usage)[ -]*(\w+ ){0,3}(quota|allocation|disk space)
      quota (\w+ ){0,2}(exceeded|violation|full|reached)|\bquota$
      (mail ?box|inbox|mailfolder|account|maildir|postfach|buz[oó]n|bo[iî]te|casella|caixa|skrzynka|postbus|inkorg) (\w+ ){0,5}(full|voll|llen[oa]|pleine|pien[oa]|cheia|pełna|vol|överfull|überfüllt)\b
      \bfull mailbox|\bfull \(|(not |in)(enough|sufficient) (\w+ ){0,2}(space|storage)|no space left
      storage (limit|space)|space has been used up|too (many messages|much mail data)
      mailbox (\w+ ){0,3}(size|storage|exceed)|exceeding receiving limits|disk full
      (file|mailbox) size exceeds the maximum size allowed for mail delivery|переполнен|превыш\p{L}* (квот|лимит)
      メールボックス.{0,10}(一杯|いっぱい|満杯)|邮箱.{0,6}满
    `,
  ],
  [
    'sender',
    String.raw`
      \b(sender|from address|originat(or|ing)|return[- ]path)\b.{0,60}\b(reject|refus|den(y|ied)|invalid|unknown|not (valid|allowed|accepted|verified|exist|found|authori[sz]ed|permitted|pre-approved|local)|does not exist|do(es)?n'?t (exist|resolve)|no (mx|such)|unrout|unresolv|verif|blocked|blacklist|banned|disabled|suspended|black list|spammer|empty|domain|fail)
      (reject|refus|den(y|ied)|invalid|unrout(e?)able|unverified|bad|bogus|banned|block(ed)?|unknown|disallowed|verify|blacklisted|of|domain of|account of) (envelope |the |outbound )?(sender|mail from|from address)
      (after|reply to|at) mail from\b|sender('s)? (address|domain)|mail from (not owned|command|.{0,40}refused)
      absender|exp[ée]diteur|[ée]metteur|remitente|mittente|remetente|afzender|avsändare|отправител
      \byour (account|e-?mail|domain|address)\b.{0,30}(block|suspend|disabled|banned|not allowed|reject|refus|denied)
      (null|empty) (envelope )?(sender|reverse-path)|email address is not verified|\bbatv\b|senderfilter
      backscatter|validation failure|purported responsible|transaction failed unsigned dsn|third-party dsns
      not authori[sz]ed to send|send ?as ?denied|sending (this )?(from|account|domain)|spam reporting address
      secumail
    `,
  ],
  [
    'authentication',
    String.raw`
      \b(spf|dkim|dmarc|arc|dane|dnssec)\b|sender policy framework|must pass (either|authentication)|domainkeys
      unauthenticated|(client|sender) (was|is) not authenticated
      authentication (is )?(required|fail|credential|turned)|(did not|do not|don't|not) (pass|authenticate)
      starttls|\btls\b.{0,30}(require|not|fail)|requires? (tls|encryption)
      (reverse|ptr|rdns)\b.{0,30}(dns|record|lookup|fail|missing|require)|no ptr|\bptr\b|ip name lookup
      (name|ip) lookup reject|authentication checks|cannot find your (hostname|reverse)|cannot resolve your
      fix reverse dns|\b(helo|ehlo)\b|unresolvable relay
    `,
  ],
  [
    'reputation',
    String.raw`
      black[- ]?(list\b|hole)|block[- ]?list|(?<!may be )black ?listed|\b(r|dns|uri|d|x|s)?bl\b|spamhaus|spamcop
      sorbs|barracudacentral|ipcheck|abuseat|senderbase|talosintel|cloudmark|junkemailfilter|\breputation\b
      (?<!not )listed (in|at|on|as)\b
      address \d+\.\d+\.\d+\.\d+
      \bip (address )?(\S+ )?((is|has been|was) )?(temporarily )?(block|ban|black|reject|deni|listed)
      (block|ban|reject|den)\w* (\w+ ){0,4}ip\b|from your ip|your (ip|host|network|server)\b
      (block|bann)ed (using|by|for)|blocked - see|access from .{0,40}blocked|dynamic ip|zombie|open (proxy|relay)
      may not be mail exchanger|client host (\S+ )?(rejected|blocked)|remotehost looks|user complaints
      too many (unwanted|spam)|abus detect|sent from a blocked|host network not allowed|confirm this mail server
    `,
  ],
  [
    'spam',
    String.raw`
      \bspam\b|spam(my|assassin|ming| score|-like)|\bspam\w*\b (detect|content|score|reject)|unsolicited|\bjunk\b
      \bbulk\b|mass mailer|content (\w+ ){0,3}(reject|den|filter|not accept|restriction)
      (reject|den)\w* (\w+ ){0,3}content|virus|malware|phish|infected|banned content|message filtered
      looks like (a )?(spam|junk)|url in (the )?message|suspicious|unwerbung|рассылк|спам|垃圾|迷惑
    `,
  ],
  [
    'policy',
    String.raw`
      \bpolic(y|ies)\b|recipient(s)?('s)? (preferences|is only accepting|has blocked)|recipient's list of senders
      refused due to recipient|blocked by (the )?(recipient|user)|user (refuses|rules?)|has blocked|blocked you
      organi[sz]ation(al)? (settings|policy)|not (allowed|permitted|authori[sz]ed) to (send|post|submit)
      not authori[sz]ed|moderat|members?-only|non-member|subscribed|captcha|only accept\w* mail from
      security (polic|reason|error)|administrative prohibition|protected by
      resolver\.rst\.(notauthorized|restricted|authrequired|sendersenotauthenticated)|restricted (to|sms)|prohibit
      (illegal|banned|forbidden|blocked) (file|attachment)|attachment (\w+ ){0,3}(not|block|reject|type)
      google ?groups|media error|on hold|mailer error|registered gateway
      not accept\w* (mail|messages) (with|containing)|bouncedeny|rule imposed
    `,
  ],
  [
    'rate',
    String.raw`
      \b(rate|throttl\w*|volume|speed|slow(er|ly| down)?|frequen\w*)\b.{0,40}\b(limit|exceed|that prevents|prevent|high|control)
      \brate[- ]?(limit|control)|limit(ed|s)? (\w+ ){0,3}(rate|exceeded)
      (exceed\w*|reached) (\w+ ){0,5}(limit|maximum|threshold|max emails)
      too many (recipients|connections?|concurrent|messages|emails|mails|smtp|sessions|errors|requests|invalid)
      throttl|trop de connexions|(per|this|an|next) (hour|day|minute)\b|daily (\w+ ){0,3}(limit|quota)
      try again (later|slower|in )|please try later|later versuchen|grey-?list|gr[ae]ylisted
      temporar(y|ily) (defer|reject|unavailable|block|suspend|fail|local|lock|inactive|disabled|problem|error)
      temporarily (\w+ )?(over|reject)|r[eé]essayer plus tard|come back later|retry later
    `,
  ],
  [
    'size',
    String.raw`
      \b(message|mail|e-?mail|file|header|line|data|size)( \w+){0,3} (too (large|big|long)|exceeds?)
      too (large|big) for|size (limit|exceed)|(exceed\w*|max\w*) (\w+ ){0,4}(size|length)|length exceeds
      taille limite|zu groß|demasiado grande|trop (gros|volumineu)|troppo grande|слишком большо
    `,
  ],
  [
    'relay',
    String.raw`
      \brelay(ing)?\b (\w+ ){0,4}(den|not|access|fail|prohibit|operation)
      (unable|not (allowed|permitted|configured)|no|not a gateway|open|insecure|as a) (to )?(mail )?relay
      relaying (denied|mail)|don'?t handle mail for|isn'?t in my list|not local host|not a gateway
      specified domain is not allowed|requires authentication when
    `,
  ],
  [
    'network',
    String.raw`
      connection (timed? ?out|refused|reset|dropped|was dropped|lost|to .{0,60}(timed out|fail))|\btimed? ?out\b
      no (route|answer) (to|from)|network (is )?unreachable|host (is )?(unreachable|not reachable|down)
      no route to host|could not connect|unable to connect|server did not respond
      (hop count|too many hops|mail ?loop|loop(s|ing)?\b|routing loop|forwarding loop)
      (message|delivery|queue|retry).{0,20}expired|delivery time expired|in (the )?queue (too long|for)
      retry time(out)? (not reached|exceeded)|not reached for any host|for more than .{0,12}(hours|days)
      has been (delayed|failing)|lookup (timed|error)|lookup failure[^.]{0,60}try again
      (host|name) not found, try again|malformed .{0,14}name server|not been collected after
      dns (server )?(returned|fail|problem|timeout)|temporary (failure in name|lookup)|numerous attempts
      multiple retries
    `,
  ],
  [
    'server',
    String.raw`
      procmail|configuration error|mis-?configured|system (full|error|incorrectly|not accept)
      internal (server )?error|local (configuration |delivery )?(error|problem|agent)|error in processing
      mail system full|insufficient (disk|system)|resources?( temporarily)? (unavailable|insufficient)
      insufficient resources|mdb\b|queue file write|interrupted system call|closing (transmission|connection)
      protocol (error|violation)|syntax error|unrecogni[sz]ed command|command not|send hello|8-?bit|not rfc
      non-?compliant|rfc ?[25]\d{3}|mime|duplicate header|header error|bad header|program exit|exit status|signal \d
      can't create user output|pipe|unable to run|i/o error|license
    `,
  ],
]);

/** Words that the address, or its domain, is dead. */
const PERSON = String.raw`(user|recipient|mail ?box|address|addressee|account|person|inbox|user ?id|alias|usuario|utilisateur|utente|benutzer|empfänger|destinatari\p{L}*|destinataire|adresse|dirección|indirizzo|usu[áa]rio|gebruiker|ontvanger|mottagare|użytkownik|adresat|kullanıcı|konto|compte|cuenta|conta|account|postfach|caixa|casella|buzón)`;
const DEAD = rulesOf([
  [
    'moved',
    `
      has been replaced by|(user|recipient|account) (has )?moved|no longer (with|at|here|work|employed)
      changed (his|her|their) (e-?mail )?address|new (e-?mail )?address is
    `,
  ],
  [
    'no_mail',
    String.raw`
      null ?mx|does not accept (any )?(mail|e-?mail)
      (domain|host)( \S+)? (\w+ )?(does not|doesn't|not) accept\w* (any )?(mail|e-?mail|messages)
      no mx (record|found|host)|no smtp service|no mx or srv|name server: \.: host not found
      mail receiving disabled|no route for current request|no longer accept(s|ing)? (mail|e-?mail)
      not accepting (any )?mail
    `,
  ],
  [
    'no_host',
    String.raw`
      (host|domain|server)( name)?( or domain name)?( \S+)? (\w+ )?(not found|unknown|does not exist|doesn'?t exist|not exist|non-?existent|cannot be found|could not be found|couldn'?t be found|isn'?t exist)
      (unknown|no such|non-?existent|invalid|bad|illegal) (\w+ )?(host|domain|destination|server)\b|nxdomain
      non-?existent ?domain|name or service not known|unrout(e?)able (mail |e-?mail )?(domain|address)
      no such domain|domain must (exist|resolve)|(domain|host) (\S+ )?(is )?(not|un) ?(reachable|routable|valid)
      dns type 'mx' lookup .{0,60}responded with code nxdomain|couldn'?t find (any|a) (host|mx|domain|mail exchanger)
      can'?t find (\S+ )?(host|domain)|domain (of recipient|name) .{0,30}(not exist|invalid)|unbekannte domain
      domaine inconnu|dominio desconocido|no existe el dominio|domain existiert nicht
    `,
  ],
  [
    'disabled',
    String.raw`
      \b${PERSON}\b[^.;]{0,50}\b(disabled|deactivated|de-activated|suspended|inactive|not active|isn'?t active|terminated|closed|discontinued|frozen|removed|deleted|archiv|cancel+ed|blocked|deaktiviert|gesperrt|gelöscht|geschlossen|d[ée]sactiv|supprim|suspendu|ferm[ée]|desactivad|suspendid|eliminad|cerrad|disattiv|sospes|elimin|chius|desativad|cancelad|zablokowan|usunięt|geblokkeerd|opgeheven|отключ|заблокирован|удал[её]н)
      (disabled|deactivated|suspended|inactive|closed|terminated|archived|frozen|invalid/inactive) ${PERSON}
      extended inactivity|(почтовый ящик|пользователь|аккаунт).{0,30}(отключ|заблокирован|удал[её]н|неактив)
    `,
  ],
  [
    'unknown_user',
    String.raw`
      \b(no|not a|not an|isn'?t a|unknown|invalid|bad|wrong|undefined|illegal|incorrect|non[- ]?exist(ent|ing|ant)|undeliverable|unrouteable|nessun|ning[úu]n|aucun|kein) (\w+ ){0,3}${PERSON}s?\b
      \bno (\w+ ){0,3}such (\w+ ){0,2}${PERSON}|(there is|has) no (one|account|mailbox|user)|not listed
      no (one|person|mailbox|account|mail box|user|home directory|valid recipients?)\b[^.]{0,20}\b(here|at|by|with|available|found|named|called|exist)
      \b${PERSON}s?\b[^.;]{0,60}\b(unknown|unkown|not (be )?(found|known|exist\w*|valid|available|present|local|recogni[sz]ed|listed|active|registered|ok|reachable|defined)|unavail?able|unavaiable|invalid|does not exist|do not exist|doesn'?t (exist|have)|don'?t exist|didn'?t exist|isn'?t (valid|found|exist)|wasn'?t found|were unknown|no longer (valid|available|exists?|active|in use)|undeliverable|incorrect|wrong|refuses to accept|missing|rejected\W*($|access denied|\(in reply|[45]\.))
      \b(user|recipient|address|mailbox)[- ]?(unknown|notfound|not-?found|invalid)
      (does not|doesn'?t|don't) (like|exist|have an?( \S+)? account)|unknown (local|virtual|or invalid|e-?mail)
      local[- ]?part (\w+ ){0,2}(unknown|invalid)|bad ?rcpt ?to|validrcptto|rcpt ?to.{0,20}(not exist|invalid|denied)
      envelope recipient|can'?t (accept|verify|find) (user|recipient|address)|could not (verify|be verified)\b
      (couldn'?t be|could not be|wasn'?t|was not|not) found|not in (our|the|my) (directory|list|system|database)
      in name directory|who( \S+)? not listed|not a (known|valid|local) |is wrong or no longer valid|not our customer
      never logged|has left|left the company|vdeliver:|list of allowed rcpthosts
      \b(unbekannt\p{L}*|existiert nicht|nicht (gefunden|vorhanden|bekannt|existent|verfügbar|existiert|gültig)|ungültig\p{L}*|kein(en|e)? (solche\p{L}*|postfach)|konnte nicht gefunden)
      \b(inconnu\p{L}*|n'existe (pas|plus)|n’existe (pas|plus)|introuvable|destinataire\p{L}* (invalide|incorrect|refus)|adresse\p{L}* (\p{L}+ ){0,6}invalide)
      \b(desconocid\p{L}*|no existe|no (se )?(ha |pudo )?(encontr\p{L}*|localiz\p{L}*)|inexistente|inv[áa]lid[oa])
      \b(sconosciut\p{L}*|inesistente|non esiste|non (è stat[oa] )?trovat[oa]|non valido|utente simile)
      \b(desconhecid\p{L}*|não existe|nao existe|não (foi )?encontrad\p{L}*|bestaat niet|onbekend\p{L}*|niet gevonden|ongeldig\p{L}*|finns inte|okänd\p{L}*|findes ikke|ukendt|finnes ikke|ukjent|ei löydy|tuntematon|nieznan\p{L}*|nie istnieje|nie znaleziono|nie ma takiego|neexistuje|neznám\p{L}*|nenalezen|bulunamadı|bilinmeyen|mevcut değil|nem létezik|ismeretlen|nu există|necunoscut)
      (не (существует|найден|зарегистрирован|известен)|неизвест\p{L}*|нет такого|несуществующ\p{L}*|не існує|невідом\p{L}*|άγνωστ|δεν υπάρχει|存在しません|見つかりません|宛先不明|リストにありません|不明な|不存在|不存在该|无此|無此|没有找到|找不到|존재하지|없는 (사용자|계정|주소))
    `,
  ],
]);

/** Words too general to win over a dead address, but they say more than a code. */
const VAGUE = rulesOf([
  ['server', 'service (currently )?(not |un)available'],
  [
    'refused',
    String.raw`
      \b(access|message|mail|relay|service|delivery|permission)[^.;]{0,20}(denied|refused|rejected|not (allowed|accepted|permitted))
      \b(denied|refused|prohibited|forbidden)\b
    `,
  ],
]);

/** Codes that mean a dead address (RFC 3463, RFC 7505), unless words say otherwise. */
const DEAD_CODES: Readonly<Record<string, string>> = {
  '5.1.1': 'code_unknown_user',
  '5.1.2': 'code_no_host',
  '5.1.3': 'code_address_syntax',
  '5.1.6': 'code_moved',
  '5.1.10': 'code_unknown_user',
};

const CODE = /(?<![\d.])([245])\.(\d{1,3})\.(\d{1,3})(?![\d.])/g;

/** Addresses, hosts and names of programs may hold any word. Links stay: blocklists name themselves there. */
const withoutNames = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[’‘`]/g, "'")
    .replace(/<?[^\s<>()"',;:]{1,64}@[^\s<>()"',;]{1,255}>?/g, ' ')
    .replace(/(?<![\w/.-])(?:[a-z\d-]{1,63}\.){1,8}[a-z]{2,24}(?:\[[\d.:a-f]+\])?(?![\w/.])/g, ' ')
    .replace(/[\s_]+/g, ' ')
    // IronPort's own words before those of the server
    .replace(/[\d.]+ - \p{L}+ (address|mail system|network) \p{L}+ (?=[45]\d\d)/u, '')
    .trim();

const ruleOf = (rules: ReturnType<typeof rulesOf>, text: string): string | null =>
  rules.find(({ words }) => words.test(text))?.rule ?? null;

/** Whether a line says why an email came back. */
export const isReason = (line: string): boolean =>
  /(?<![\d.])[45](\d\d[ -]|\.\d{1,3}\.\d{1,3})/.test(line) ||
  ruleOf([...EXCUSES, ...DEAD], withoutNames(line)) !== null;

/** A verdict is of the server's own last words. */
const MOST_WORDS = 4_000;

/** What a server's answer says of the address. `status`: the report's own code; the text may hold another one, which is nearer. */
export function verdictOf(status: string, text: string): Verdict {
  const words = withoutNames(text.slice(0, MOST_WORDS));
  const excuse = ruleOf(EXCUSES, words);
  if (excuse !== null) return { verdict: 'soft', rule: excuse };
  const said = [...`${words} ${status}`.matchAll(CODE)].map(([code]) => code);
  const code = said.find((one) => !one.endsWith('.0.0')) ?? said[0] ?? '';
  const isLasting = !code.startsWith('4');
  const dead = ruleOf(DEAD, words);
  if (dead !== null && isLasting) return { verdict: 'hard', rule: dead };
  const vague = ruleOf(VAGUE, words);
  const byCode = DEAD_CODES[code];
  if (byCode !== undefined) return { verdict: 'hard', rule: byCode };
  return { verdict: 'soft', rule: vague ?? (code === '' ? 'unknown' : `code_${code}`) };
}
