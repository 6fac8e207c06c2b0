/**
 * Reads a mail from its headers and text alone: written by a person or a program, a bounce, a wish for no more mail. Only a sure sign decides; a weak
 * one asks a person (question.ts).
 */
import type { DeliveryReport } from '../messages/messageEvents.ts';
import type { ReplyLabel } from '../messages/replyLabels.ts';
import type { SuppressionReason } from '../shared/doNotContact.ts';
import type { MailText } from './conversation.ts';
import { newPartOf } from './newPart.ts';
import type { ByRules, QuestionSign } from './question.ts';
import { isPlainWish, soundsLikeWish } from './wish.ts';

/** Of one recipient of a delivery status notification (RFC 3464). */
export type DeliveryStatus = { recipient: string | null; action: string; status: string; diagnostic: string | null };

/**
 * The returned parts of the email that a report is about. `unsubscribeTokens`: the ends of the links to unsubscribe in it, unproved. `sentAt`: ISO
 * 8601.
 */
export type ReturnedMail = {
  ids: readonly string[];
  unsubscribeTokens: readonly string[];
  to: string | null;
  subject: string | null;
  sentAt: string | null;
};

/** A mail as it was parsed. Header names are in lower case. */
export type ParsedMail = MailText & {
  inReplyTo: readonly string[];
  headers: Readonly<Record<string, string>>;
  truncated: boolean;
  unparsed: boolean;
  /**
   * The content of a delivery status notification (RFC 3464), or the reporter of spam in a feedback report (RFC 5965). Both may return the mail that
   * they are about, or its headers.
   */
  report: {
    statuses: readonly DeliveryStatus[];
    complaint: { recipient: string | null } | null;
    original: ReturnedMail | null;
  } | null;
};

/** Subjects of automatic answers without a header that says so. */
const AUTOMATIC_SUBJECTS = [
  // English
  /^(automatic reply|auto[- ]?reply|auto[- ]?response|out of (the )?office|ooo\b|away from (the|my) (office|desk)|on (vacation|holiday|leave)\b)/,
  // German, Dutch
  /^(automatische antwort|abwesenheit|abwesend|nicht im (büro|haus)|automatisch antwoord|afwezig|niet aanwezig)/,
  // French, Spanish, Italian, Portuguese
  /^(réponse automatique|absence|absent(?!\p{L})|respuesta automática|fuera de (la )?oficina|ausente|risposta automatica|fuori (sede|ufficio)|assente|resposta automática|fora do escritório|ausência)/u,
  // Danish, Norwegian, Swedish, Finnish
  /^(automatisk svar|autosvar|automatiskt svar|frånvaro|fravær|ikke til stede|automaattinen vastaus|poissa)/,
  // Polish, Czech, Turkish, Russian, Greek
  /^(odpowiedź automatyczna|automatyczna odpowiedź|poza biurem|automatická odpověď|mimo kancelář|otomatik yanıt|автоответ|автоматический ответ|αυτόματη απάντηση)/,
  // Japanese, Chinese, Korean
  /^(自動応答|自動返信|不在|自动回复|自動回覆|자동 회신|부재중)/,
];

const fromDaemon = ({ from }: ParsedMail): boolean => /^(mailer-daemon|postmaster)@/i.test(from);

const headerOf = ({ headers }: ParsedMail, name: string): string => (headers[name] ?? '').trim().toLowerCase();

/** Whether a program wrote it: a report, a mail server, or the header Auto-Submitted (RFC 3834). */
export function isAutomatic(mail: ParsedMail): boolean {
  const [submitted = ''] = headerOf(mail, 'auto-submitted').split(/[\s;(]/);
  return mail.report !== null || fromDaemon(mail) || (submitted !== '' && submitted !== 'no');
}

/** Whether it looks like an automatic answer, by what people and their tools write, too. */
function seemsAutomatic(mail: ParsedMail): boolean {
  const marks = ['x-autoreply', 'x-autorespond', 'x-autoreply-from', 'x-auto-reply'];
  if (marks.some((name) => !['', 'no'].includes(headerOf(mail, name)))) return true;
  if (/^auto[_-]reply$/.test(headerOf(mail, 'precedence'))) return true;
  const plain = mail.subject.normalize('NFC').trim().toLowerCase();
  return AUTOMATIC_SUBJECTS.some((words) => words.test(plain));
}

/** Whether it goes to many: such a mail is no answer, unless it names one of ours. */
export const isListMail = ({ headers }: ParsedMail): boolean =>
  'list-id' in headers || 'list-unsubscribe' in headers || /^(list|bulk)$/i.test(headers.precedence ?? '');

/** Clocks of mail servers are not exact. */
export const CLOCK_SKEW_MS = 10 * 60_000;

/** The meaning of a notification or feedback report for an email. `null`: nothing that lasts, for example that it is delayed. */
export type Bounce = { report: DeliveryReport; suppress: SuppressionReason | null; reason: string | null };

/**
 * These codes say nothing of the address (RFC 3463). They object to the sender (1.7, 1.8, 1.90, 7), the size (2.2, 2.3, 3), the way (4.2–4.7), the
 * session (5) or the content (6). 1.90 and 4.5 are Microsoft's for a sender's own limits.
 */
const NOT_THE_ADDRESS = /^5\.(1\.(7|8|90)|2\.[23]|4\.[2-7]|[3567]\.\d+)$/;
/** Servers that know no finer status say it in words. */
const NO_STATUS = '5.0.0';
const UNKNOWN_USER =
  /\b(no such|unknown|invalid|non-?existent)\b.{0,20}\b(user|recipient|mailbox|address|account)|\b(user|recipient|mailbox|address|account)\b.{0,40}\b(unknown|not exist|not found|invalid|unavailable|disabled)/i;

/** Reads a notification as the event webhook of SendGrid is read: a bounce suppresses, a block does not. */
export function bounceOf({ report }: ParsedMail): Bounce | null {
  if (report?.complaint) return { report: 'complained', suppress: 'complained', reason: null };
  const failed = report?.statuses.find(({ action }) => action === 'failed');
  if (!failed) return null;
  const { status, diagnostic: reason } = failed;
  const isAddress = status === NO_STATUS ? UNKNOWN_USER.test(reason ?? '') : !NOT_THE_ADDRESS.test(status);
  if (status.startsWith('5') && isAddress) return { report: 'bounced', suppress: 'bounced', reason };
  return { report: 'blocked', suppress: null, reason };
}

/** Labels by a person's words, if no AI reads them. In doubt nothing. `\b` fails beside "é". */
const SAID: readonly [ReplyLabel, RegExp][] = [
  [
    'wrong_person',
    /(?<!\p{L})(wrong (person|contact|address)|not the right (person|contact)|no longer (work|with|at|handle)|left the (company|team)|falsche (person|ansprechpartner)|nicht (der|die) richtige)(?!\p{L})/iu,
  ],
  [
    'not_now',
    /(?<!\p{L})(not (right )?now|not at (the|this) moment|(next|later this|later in the) (month|quarter|year|season|spring|summer|autumn|fall|winter)|in a few (weeks|months)|circle back|too busy|fully booked|bad time|later, maybe|momentan nicht|später|im moment nicht)(?!\p{L})/iu,
  ],
  [
    'no',
    /(?<!\p{L})(not interested|no,? thank(s| you)|no interest|not for (me|us)|i['’]?ll pass|we['’]?ll pass|have to decline|must decline|kein interesse|nein,? danke|pas (\p{L}+ ){0,2}intéressée?s?|non merci|no me interesa)(?!\p{L})/iu,
  ],
  [
    'interested',
    /(?<!\p{L})(interested|sounds (good|great|interesting)|tell me more|more (info|information|details)|would love|i['’]?d love|love to|happy to|let['’]?s (talk|chat|do|meet)|send (me|it|one|over)|how does it work|schedule a call|klingt (gut|interessant)|gerne|intéressée?s?|me interesa)(?!\p{L})/iu,
  ],
];

export function labelByWords(text: string): ReplyLabel | null {
  const said = newPartOf(text).normalize('NFC');
  return SAID.find(([, words]) => words.test(said))?.[0] ?? null;
}

/** A mail server's notice in words alone. It cannot prove which email it is about, or why. So it suppresses no one. */
const isNotice = (mail: ParsedMail): boolean =>
  fromDaemon(mail) ||
  /^(undeliver(ed|able)|delivery (status notification|failure|has failed)|mail delivery (failed|failure)|returned mail|failure notice|unzustellbar|non remis)/i.test(
    mail.subject,
  );

/** Reads a mail by rules alone. `proved`: it names one of ours. Anyone can write the address of its sender. */
export function readByRules(mail: ParsedMail, proved: boolean): ByRules {
  const sure = (label: ReplyLabel | null): ByRules => ({ label, asks: null });
  const asking = (label: ReplyLabel | null, sign: QuestionSign, by: 'words' | 'unproved' = 'words'): ByRules => ({
    label,
    asks: { sign, by },
  });
  const reported = bounceOf(mail);
  if (reported && !proved) return sure('unconfirmed_report');
  if (mail.report) return sure(mail.report.complaint ? 'spam_report' : 'bounce');
  if (isNotice(mail)) return asking('bounce', 'bounce');
  if (isAutomatic(mail)) return sure('out_of_office');
  if (seemsAutomatic(mail)) return asking('out_of_office', 'out_of_office');
  if (isPlainWish(mail)) return proved ? sure('unsubscribe') : asking(null, 'unsubscribe', 'unproved');
  return soundsLikeWish(mail) ? asking(null, 'unsubscribe') : sure(null);
}
