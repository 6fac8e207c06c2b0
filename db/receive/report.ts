/** What mail servers write about an email of ours: reports for programs (RFC 3464, RFC 5965, RFC 6533), and notices in words. */
import { simpleParser } from 'mailparser';
import { isAnswerSubject } from '../../events/conversations/automatic.ts';
import { isReason } from '../../events/conversations/bounceTable.ts';
import type { DeliveryStatus, ParsedMail, ReturnedMail } from '../../events/conversations/incomingMail.ts';
import { tokensIn } from '../vault/unsubscribeLink.ts';
import { idsIn, idsInText } from './mailIds.ts';
import { isFailureSubject, isServerName, RETURNED_FROM, saysDelayed, saysFailed } from './reportWords.ts';

export type ReportMail = {
  /** Unfolded; '' where there is none. */
  header: (name: string) => string;
  from: string;
  fromName: string;
  subject: string;
  text: string;
  /** Its bytes after the headers, for a multipart without readable parts. */
  raw: () => string;
  parts: readonly { contentType: string; content: Buffer }[];
};

/** At most this much of each part is read. */
const MOST_REPORT = 64 * 1024;
const MOST_PARTS = 5;
const LONGEST_REASON = 500;
const MOST_IDS = 20;
const MOST_WORDS = 4_000;
const CODE = /\b(4[25]|5[05])\d\b|\b[45]\.\d{1,3}\.\d{1,3}\b/;
const MOST_RECIPIENTS = 10;
/** A receipt, which some senders ask for. */
const ARRIVED = /\b(delivered|relayed)\b/i;

const STATUS = /^message\/(global-)?delivery-status/;
const FEEDBACK = /^message\/feedback-report/;
/** A filter of the recipient refused it (RFC 5429), or their mailbox is full. A person's "not read" has the same form. */
const REJECTED = /^disposition\s*:\s*automatic-action\b[^;]{0,60};\s*(deleted|denied|failed)\b/im;
const RETURNED =
  /^(message\/(rfc822|partial|global$|global-headers)|message\/rfc822-headers?|text\/rfc822(-headers?)?)/;

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
const ADDRESS = /[^\s<>()[\]"'`,;:=|]{1,64}@(?:[a-z\d_-]{1,63}\.){1,8}[a-z\d-]{2,63}/gi;
const headOf = (text: string): string => text.trimStart().split(/\r?\n\r?\n/, 1)[0] ?? '';
const addressesIn = (text: string): string[] => (text.match(ADDRESS) ?? []).map((one) => one.toLowerCase());
const only = <T>(items: readonly T[], most: number): T[] => [...new Set(items)].slice(0, most);

/** null: it is no report. */
export async function reportIn(mail: ReportMail): Promise<ParsedMail['report']> {
  const textsOf = (type: RegExp) =>
    mail.parts
      .filter(({ contentType }) => type.test(contentType))
      .slice(0, MOST_PARTS)
      .map(({ content }) => content.toString('utf8', 0, MOST_REPORT));
  const feedback = textsOf(FEEDBACK);
  const machine = textsOf(STATUS);
  const attached = textsOf(RETURNED);
  const text = (mail.text === '' && mail.parts.length === 0 ? mail.raw() : mail.text)
    .slice(0, MOST_REPORT)
    .replace(/\r\n?/g, '\n');
  const at = RETURNED_FROM.exec(text)?.index || text.length;
  const [words, rest] = [text.slice(0, at), text.slice(at)];
  const complaint = complaintIn(feedback, attached, mail);
  const rejections = isOfServer(mail) ? textsOf(/^message\/disposition-notification/) : [];
  const isForPrograms =
    machine.length + feedback.length > 0 || complaint !== null || rejections.some((one) => REJECTED.test(one));
  if (!isForPrograms && !isNotice(mail, words, rest, attached.length > 0)) return null;
  const original = await returnedMail(
    [...attached.map(headOf), rest, words],
    [text, ...attached, ...textsOf(/^text\//)],
    mail,
  );
  const statuses = [...machine, text].map(statusesIn).find((found) => found.length > 0) ?? [];
  return {
    statuses: feedback.length > 0 || complaint !== null ? [] : withWords(statuses, mail, words, rest),
    complaint,
    original,
  };
}

const isOfServer = ({ from, fromName }: ReportMail): boolean =>
  isServerName(from) || isServerName(fromName) || from === '';

/** A mail server says in words that an email came back. Each sign alone may be a person's. */
function isNotice(mail: ReportMail, words: string, rest: string, isAttached: boolean): boolean {
  const { header, subject } = mail;
  if (/report-type="?delivery-status/i.test(header('content-type'))) return true;
  if (header('x-failed-recipients') !== '' || header('x-ms-exchange-message-is-ndr') !== '') return true;
  const answers = header('in-reply-to') !== '';
  // people answer as postmaster, or are called "Mail Administrator"
  if (answers && isAnswerSubject(subject)) return false;
  const isFailure = isFailureSubject(subject);
  const says = saysFailed(words) || saysDelayed(words) || saysFailed(rest.slice(0, MOST_WORDS));
  const quotes = isAttached || /^[>\t ]{0,20}message-id\s{0,5}:/im.test(rest);
  if (isOfServer(mail)) return isFailure || (says && (quotes || CODE.test(words)));
  const isAutomatic = /^<?>?$/.test(header('return-path') || '-') || !/^(no\b.*)?$/i.test(header('auto-submitted'));
  return isFailure && says && ((quotes && !answers) || isAutomatic);
}

/** A status without words gets those of the notice, as does a notice without a status. */
function withWords(statuses: DeliveryStatus[], mail: ReportMail, words: string, rest: string): DeliveryStatus[] {
  const diagnostic = reasonIn(words, rest) || null;
  if (statuses.length > 0) return statuses.map((one) => (one.diagnostic === null ? { ...one, diagnostic } : one));
  const own = [mail.from, ...addressesIn(`${mail.header('to')} ${mail.header('delivered-to')}`)];
  const named = addressesIn(mail.header('x-failed-recipients'));
  const recipients = only(
    (named.length > 0 ? named : addressesIn(words)).filter((one) => !own.includes(one)),
    MOST_RECIPIENTS,
  );
  const isDelayed = saysDelayed(`${mail.subject}\n${words}`);
  const hasArrived = ARRIVED.test(words) && !saysFailed(words);
  const code = /(?<![\d.])[45]\.\d{1,3}\.\d{1,3}(?![\d.])/.exec(diagnostic ?? '')?.[0] ?? '';
  const status = { action: isDelayed ? 'delayed' : hasArrived ? 'delivered' : 'failed', status: code, diagnostic };
  return (recipients.length > 0 ? recipients : [null]).map((recipient) => ({ recipient, ...status }));
}

const HEADER = /^(message-id|mime-version|content-[a-z-]+|x-[a-z-]+|date|from|to|subject|received|return-path)\s*:/i;

/** The lines of a notice that say why; else its beginning. */
function reasonIn(words: string, rest: string): string {
  const linesOf = (text: string) =>
    text
      .slice(0, MOST_WORDS)
      .split('\n')
      .map(oneLine)
      .filter((line) => line !== '' && !HEADER.test(line));
  const reasons = (lines: readonly string[]) => {
    const says = lines.map((line, index) => isReason(`${line} ${lines[index + 1] ?? ''}`));
    return lines.filter((_line, index) => says[index] || says[index - 1]).join(' ');
  };
  const own = linesOf(words);
  const said = reasons(own) || reasons(linesOf(rest)) || own.join(' ');
  return said.slice(0, LONGEST_REASON);
}

/** Fields of a block of headers, or of a text that holds such a block. */
function fieldsOf(text: string): (name: string) => string {
  const lines = text
    .replace(/\r\n?/g, '\n')
    .replace(/^[>|][> |]*/gm, '')
    .replace(/\n[ \t]+(?=\S)(?!(?:to|an|from|sent|gesendet|date|datum|subject|betreff)\s?:)/gi, ' ');
  return (name) => new RegExp(`^[ \\t]*(?:${name})[ \\t]*:[ \\t]*(.+)$`, 'im').exec(lines)?.[1]?.trim() ?? '';
}

/** The names that tie a returned mail to ours. Its own headers go first: a follow-up names an earlier email, too. */
async function returnedMail(
  blocks: readonly string[],
  texts: readonly string[],
  mail: ReportMail,
): Promise<ReturnedMail> {
  const readers = blocks.map((block) => fieldsOf(block.replace(/^\s+/, '')));
  const field = (name: string) => readers.map((read) => read(name)).find((value) => value !== '') ?? '';
  const returns = mail.parts.some(({ contentType }) => RETURNED.test(contentType));
  const subject =
    field('subject|betreff|objet|asunto|oggetto|assunto|onderwerp') ||
    (returns ? '' : (/: +(.+)$/.exec(mail.subject)?.[1] ?? ''));
  const parsed = await simpleParser(Buffer.from(`Subject: ${subject}\r\n\r\n`));
  const sentAt = new Date(field('date|sent|gesendet|envoyé|enviado|inviato|datum'));
  // an email that ours answers is another one
  const answered = [...idsIn(field('in-reply-to')), ...idsIn(field('references'))];
  const own = [...idsIn(mail.header('message-id')), ...answered];
  const others = texts.flatMap((text) => idsInText(text, true)).filter((id) => !own.includes(id));
  return {
    ids: only([...idsIn(field('message-id')), ...others], MOST_IDS),
    // the body of a returned email may quote another one
    unsubscribeTokens: only(blocks.flatMap(tokensIn), MOST_IDS),
    to: addressesIn(field('to|an|à|para|a|aan'))[0] ?? null,
    subject: oneLine(parsed.subject ?? '') || null,
    sentAt: Number.isFinite(sentAt.getTime()) ? sentAt.toISOString() : null,
  };
}

/** Other feedback, such as of a virus or of no spam, says nothing about the person. */
function complaintIn(
  feedback: readonly string[],
  attached: readonly string[],
  { from, subject, text }: ReportMail,
): { recipient: string | null } | null {
  const [report] = feedback;
  if (report !== undefined) {
    const field = fieldsOf(report);
    if (field('feedback-type').toLowerCase() !== 'abuse') return null;
    return { recipient: addressesIn(field('original-rcpt-to') || field('removal-recipient'))[0] ?? null };
  }
  // Hotmail sends the mail alone, and Amazon SES tells of it in JSON
  if (/^staff@(hotmail|outlook|live)\.com$/.test(from) && /^complaint about message/i.test(subject))
    return { recipient: addressesIn(fieldsOf(attached[0] ?? '')('x-hmxmroriginalrecipient'))[0] ?? null };
  const [, recipients] = /"complaint"\s*:\s*\{\s*"complainedRecipients"\s*:\s*\[([^\]]{1,1000})\]/.exec(text) ?? [];
  if (from !== 'no-reply@sns.amazonaws.com' || recipients === undefined) return null;
  return { recipient: addressesIn(recipients)[0] ?? null };
}

/** RFC 3464 allows comments in its fields. */
const uncommented = (value: string): string => value.replace(/\([^()]*\)/g, ' ').trim();

const ACTIONS: Readonly<Record<string, string>> = {
  failure: 'failed',
  fail: 'failed',
  expired: 'failed',
  deferred: 'delayed',
};

function statusesIn(text: string): DeliveryStatus[] {
  return text
    .replace(/\r\n?/g, '\n')
    .split(/\n[ \t]*\n/)
    .flatMap((block) => {
      const field = fieldsOf(block);
      const [said = ''] = uncommented(field('action'))
        .toLowerCase()
        .split(/[^a-z-]/);
      const recipient = field('original-recipient') || field('final-recipient');
      const status = /[245]\.\d{1,3}\.\d{1,3}/.exec(uncommented(field('status')))?.[0] ?? '';
      if (said === '' && (recipient === '' || status === '')) return [];
      const byStatus = status.startsWith('4') ? 'delayed' : 'failed';
      return [
        {
          recipient: addressesIn(recipient)[0] ?? null,
          action: said === '' ? byStatus : (ACTIONS[said] ?? said),
          status,
          diagnostic: oneLine(field('diagnostic-code').replace(/^[\w-]+\s*;\s*/, '')).slice(0, LONGEST_REASON) || null,
        },
      ];
    });
}
