/** Words by which mail servers say that an email came back, or waits. Sources: sisimai and flufl.bounce, read for facts. */

/** Each line is a pattern, and one of them is enough. */
const anyOf = (before: string, patterns: string, flags: string): RegExp =>
  new RegExp(`${before}(?:${patterns.trim().split(/\n\s*/).join('|')})`, flags);

/** From their first letter on. */
const SUBJECT = anyOf(
  String.raw`^\W*`,
  String.raw`
  (mail |message |e-?mail |permanent )?delivery (status|failure|failed|has failed|report|problem|incomplete|notification|delayed?|error|unsuccessful)
  undeliver|un-?delivered|non-?deliver|nondeliver|mail (delivery|failure|system error|could not|not delivered)
  there was an error sending|postmaster notify|e?mail delivery|returned (mail|to sender|message)
  failure (notice|delivery)|failed (mail|to deliver|delivery)|could not (send|deliver)
  (your )?(message|mail|e-?mail)( \S+)? (could not|was not|not|has been|cannot|can't|is) (be )?(delivered|undeliver|delayed|returned|rejected|sent)
  message (undeliverable|status|notification|delayed)|warning:? ?-*(could not|message|e?mail)|.{0,60}user unknown
  bounced (mail|message)|rejected (mail|message)|notification d'échec|unzustellbar|nicht zugestellt
  zustell(ung|fehler)|.{0,30}(konnte nicht|kann nicht) zugestellt|rückläufer|non remis|échec
  non (è stat[oa] )?(recapitabil|consegnat)|mancata consegna
  (correo |mensaje )?(no se (ha )?(pudo|puede)|devuelto|no entregad)|error de entrega|não (foi )?entreg
  falha na entrega|onbestelbaar|niet afgeleverd|kan inte levereras|ikke leveret|niedostarcz|zwrot|nedoručit|недостав
  не доставлен|сообщение не доставлено|配信(不能|できません|エラー)|未配信|送信エラー|退信|无法投递|系统退信|배달 (실패|불가)
`,
  'iu',
);

/** An address's local part, or a name. */
const DAEMON =
  /^"?(mailer-?daemon|mail-?daemon|postmaster|post_master|mdaemon|mail\.delivery\.system)\b|mail(er)? ?(delivery|deliver) ?(sub-?system|system|service)?|mailer-?daemon|mail administrator|microsoft outlook|internet mail (delivery|service)|system administrator|^no-?reply@sns\.amazonaws/i;

/** A server says so. */
const FAILED = anyOf(
  '',
  String.raw`
  \b[45]\d\d[ -](#?[45]\.\d{1,3}\.\d{1,3}\b|.{0,80}\b(unknown|reject|denied|not found|full|exist|refus|block))
  \b5\.\d{1,3}\.\d{1,3}\b|could ?n[o']t be (\w+ )?(delivered|sent|reached|found)
  (un|not |n't )(able to )?(be )?(deliver|send|reach)|undeliver
  (deliver\w*|message|mail|e-?mail) (to \S+ |attempt )?(has |have |was |is |had )?(been )?(permanently )?(fail|reject|refus|return|block|bounce|suspend|not)
  fail(ed|ure)|returned (to|unopened|mail)|bounced|permanent (fatal )?error|error occurred|giving up
  unknown (user|recipient|address)|does not exist|did not (reach|like)
  (recipient|address|user|domain|mailbox|host)\S* (\w+ )?(was |is |are )?(unknown|rejected|refused|not|invalid|unreachable|full)
  not listed in|problem (delivering|sending)|error (in |while |when |during )?(sending|delivering|transferring)
  transaction failed|zugestellt|unzustell|nicht (erreich|möglich)|non remis|échec|pas pu être|impossible de
  non (è stat|può|recapit)|impossibile|no (se )?(ha )?(pudo|puede|podido|entreg)|não (foi|pôde)
  niet (worden )?(afgeleverd|bezorgd)|inte (levereras|nå)|kunne ikke|nie (mógł|może|udało)
  не (может|удалось|доставл|был)|できません|エラー|失败|无法
`,
  'iu',
);

/** Waits, and is tried again. */
const DELAYED = anyOf(
  '',
  String.raw`
  will (continue|keep|be retried|retry|try again|be attempted)|(do not|don'?t|no) need to (resend|re-send)
  not yet been delivered|(has|have) been delayed|delivery (\w+ )?(is |was |has been )?(delayed|deferred)
  \(delay(ed)?\)|\(verzögerung\)|\bthis is (a |only )*warning|warning message only
  still (being )?(tried|trying|attempt)|noch nicht zugestellt|weitere zustellversuche|wird weiter versuch
  ungültig sein|n'a pas encore|sera retent|todavía no|se (seguirá|volverá)|non (è )?ancora
  delay(ed)? (mail|notification)
`,
  'iu',
);
const OVER = anyOf(
  '',
  `
  giving up|given up|permanent(ly)? (fatal )?(error|fail)|no further|will not be (retried|attempted)|has failed
  failed permanently|returned to (you|sender)|maximum (retry|queue)|this is a permanent
`,
  'iu',
);

export const isFailureSubject = (subject: string): boolean => SUBJECT.test(subject);
export const isServerName = (name: string): boolean => DAEMON.test(name);
export const saysFailed = (text: string): boolean => FAILED.test(text);
export const saysDelayed = (text: string): boolean => DELAYED.test(text) && !OVER.test(text);

/** The lines at which a notice ends and what it returns begins. */
export const RETURNED_FROM = anyOf(
  String.raw`^[>\t *=~#-]{0,40}`,
  String.raw`
  below (this|the next) line is
  (this|here|the following|below|attached|following)\b.{0,30}\b(is|are)?.{0,20}\b(copy|headers?|beginning|first|original|returned)\b
  (original|returned|the|your|undelivered|unsent|failed|rejected|complete|included is a copy of the) ?(\w+ ){0,3}(message|mail|e-?mail|headers?|text)( \w+){0,3}( (headers?|follows|below|is|was|included|begin|text))?\W*$
  (message|mail|e-?mail) (headers?|header|text|follows|contents?|returned)\b.{0,30}$|ursprüngliche (nachricht|mail)
  es folgt|copie du message|(return-path|received|message-id|mime-version|x-[\w-]{3,30}|dkim-signature):\s
`,
  'imu',
);
