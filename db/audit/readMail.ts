/** What the product makes of a raw mail, by rules alone: without database, network or AI. */
import { automaticOf } from '../../events/conversations/automatic.ts';
import { bounceOf } from '../../events/conversations/bounce.ts';
import type { ParsedMail } from '../../events/conversations/incomingMail.ts';
import { isUnsubscribeButton } from '../../events/conversations/readByRules.ts';
import { returnDateIn } from '../../events/conversations/returnDate.ts';
import { wishIn } from '../../events/conversations/wish.ts';
import { matchOne, namesIn, type SentRow } from '../receive/matchMail.ts';
import { readRawMail } from '../receive/readRawMail.ts';

/** An email of ours: its Message-ID in brackets, and its recipient. */
export type Ours = { id: string; address: string };

/**
 * `names`: our Message-ID that the mail names; without one of ours, the nearest id in it. `backOn`: a day, YYYY-MM-DD. `notes`: codes of limits met
 * and of parts that were not read.
 */
export type MailRead = {
  matched: string | null;
  names: string | null;
  report: 'bounced' | 'delayed' | 'feedback' | null;
  verdict: 'hard' | 'soft' | null;
  rule: string | null;
  automatic: boolean | 'asks';
  backOn: string | null;
  unsubscribe: 'acts' | 'asks' | false;
  newPart: string;
  notes: string[];
};

/** A text alone, as it is copied from a mail, is its body. */
const HEADER = /^(message-id|from|date|subject|received|mime-version|return-path|content-type):/im;
function mailOf(raw: Buffer, isText: boolean): Buffer {
  const [head = ''] = raw.toString('latin1', 0, 64 * 1024).split(/\r?\n\r?\n/, 1);
  const isMail = isText ? /^(message-id|received|mime-version):/im.test(head) : HEADER.test(head);
  return isMail ? raw : Buffer.concat([Buffer.from('Content-Type: text/plain; charset=utf-8\r\n\r\n'), raw]);
}

function dateOf(raw: Buffer): Date | null {
  const [head = ''] = raw.toString('latin1', 0, 64 * 1024).split(/\r?\n\r?\n/, 1);
  const date = new Date(/^date:\s*(.*)$/im.exec(head)?.[1] ?? '');
  return Number.isFinite(date.getTime()) ? date : null;
}

function reportOf({ report }: ParsedMail, bounced: boolean): MailRead['report'] {
  if (report?.complaint) return 'feedback';
  if (bounced) return 'bounced';
  return report?.statuses.some(({ action }) => action === 'delayed') ? 'delayed' : null;
}

function notesOf({ truncated, unparsed, files }: ParsedMail): string[] {
  const unread = files.some(({ type }) => /ms-tnef|pkcs7|pgp-encrypted/.test(type));
  return [...(truncated ? ['cut'] : []), ...(unparsed ? ['unparsed'] : []), ...(unread ? ['part_not_read'] : [])];
}

/** `at`: when it was received; null: as its Date says, else now. `isText`: the file is named as a text, so it may be the body alone. */
export async function readMail(
  file: Buffer,
  { ours, at: given, isText }: { ours: readonly Ours[]; at: Date | null; isText: boolean },
): Promise<MailRead> {
  const raw = mailOf(file, isText);
  const mail = await readRawMail(raw);
  const at = (given ?? dateOf(raw) ?? new Date()).toISOString();
  const rows = ours.map(
    ({ id, address }): SentRow => ({
      id,
      state: {
        ...{ sentAt: at, threadId: null, attempt: 1, providerMessageId: id.slice(1, -1), subject: null },
        dispatch: { at, to: address, attempt: 1, draft: null },
      },
    }),
  );
  const names = namesIn({ mail, threadId: null });
  const match = matchOne({ mail, receivedAt: at }, { ...names, sends: [] }, rows);
  const proved = match?.proved ?? false;
  const bounce = bounceOf(mail);
  const isPressed = isUnsubscribeButton(mail);
  const automatic = automaticOf(mail, proved);
  const isBounce = bounce !== null && bounce.report !== 'complained';
  const isReport = mail.report !== null;
  return {
    matched: match && `by ${match.by.replaceAll('_', ' ')}`,
    names:
      match && (match.proved || isReport) ? match.messageId : names.ids[0] === undefined ? null : `<${names.ids[0]}>`,
    report: reportOf(mail, isBounce),
    verdict: isBounce ? bounce.verdict : null,
    rule: bounce?.rule ?? null,
    automatic,
    backOn: isReport ? null : returnDateIn(mail, at),
    unsubscribe: isPressed ? 'acts' : isReport || automatic === true ? false : wishIn(mail),
    newPart: mail.newPart,
    notes: notesOf(mail),
  };
}
