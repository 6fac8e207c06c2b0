/** People answer mails of the run: by the mailbox of the account, where the workers read it. */
import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { LedgerMessage } from '../../worker/sandbox/ledger.ts';
import { senderOf } from './accounts.ts';
import type { FaultRun } from './faultRun.ts';

/** The emails that the sandbox took of those accounts. */
export async function mailsFrom(faultRun: FaultRun, provider: LedgerMessage['provider']): Promise<LedgerMessage[]> {
  const answer = await fetch(`${faultRun.sandboxUrl}/outbox`, { headers: { Accept: 'application/json' } });
  const { messages } = (await answer.json()) as { messages: LedgerMessage[] };
  return messages.filter((mail) => mail.provider === provider);
}

/** A reply as a mail program writes it, and its Message-ID. */
export function replyTo(mail: Pick<LedgerMessage, 'to' | 'from'>, inReplyTo: string, at: Date) {
  const messageId = `<${randomUUID()}@people.example>`;
  const lines = [
    `From: ${mail.to}`,
    `To: ${mail.from}`,
    'Subject: Re: A vest for your trails',
    `Date: ${at.toUTCString()}`,
    `Message-ID: ${messageId}`,
    `In-Reply-To: ${inReplyTo}`,
    'Content-Type: text/plain; charset=utf-8',
    '',
    'Thanks, I would like to try one. How does it work?',
    '',
  ];
  return { messageId, raw: lines.join('\r\n') };
}

/** Puts a reply into the Gmail account of the sandbox that sent the mail. `from`: a stranger, whose mail answers none of ours. */
export async function answerByGmail(faultRun: FaultRun, { id }: LedgerMessage, from?: string): Promise<void> {
  const at = new Date(faultRun.now()).toISOString();
  const answer = await fetch(`${faultRun.sandboxUrl}/outbox/${id}/reply`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ at, ...(from ? { from, fresh: true } : {}) }),
  });
  if (!answer.ok) throw new Error(await answer.text());
}

/** Puts a reply into the mailbox that the mail asks for, or else the one that sent it. */
export async function answerByImap(faultRun: FaultRun, mail: LedgerMessage): Promise<void> {
  const at = new Date(faultRun.now());
  const { messageId, raw } = replyTo(mail, mail.headers['Message-ID'] ?? '', at);
  await faultRun.imap?.deliver(mail.headers['Reply-To'] ?? mail.from, raw, at);
  faultRun.replies.push(messageId);
}

type InGmail = { accountId: string; raw: string };

/** The replies to our mails that lie in the Gmail accounts of the sandbox, by Message-ID. */
function repliesInGmail({ folder, tenants }: FaultRun): string[] {
  const read = new Set(tenants.flatMap(({ id, account }) => (account === 'gmail-drafts' ? senderOf(id, account) : [])));
  let mails: InGmail[] = [];
  try {
    mails = JSON.parse(readFileSync(path.join(folder, 'sandbox', 'inbox.json'), 'utf8')) as InGmail[];
  } catch {}
  return mails.flatMap(({ raw }) => {
    const [head = ''] = Buffer.from(raw, 'base64url').toString().split('\r\n\r\n', 1);
    const field = (name: string) => new RegExp(`^${name}:\\s*(.+)$`, 'im').exec(head)?.[1]?.trim() ?? '';
    return field('In-Reply-To') && read.has(field('To')) ? [field('Message-ID')] : [];
  });
}

/** The ids by which the log must know each reply. */
export const expectedReplies = (faultRun: FaultRun): string[] =>
  [...faultRun.replies, ...repliesInGmail(faultRun)].map((messageId) =>
    createHash('sha256').update(messageId).digest('base64url').slice(0, 22),
  );

/** Waits until the workers have read all of them, at most so long (ms). */
export async function untilHeard(faultRun: FaultRun, ms: number): Promise<void> {
  const expected = expectedReplies(faultRun);
  for (const end = Date.now() + ms; expected.length > 0 && Date.now() < end; await wait(200)) {
    const rows = await faultRun.owner().sql`
      select from log.events where type = 'MailReceived' and payload->'d'->>'receivedId' = any (${expected})`;
    if (rows.length >= expected.length) return;
  }
}
