/**
 * The test email of a SendGrid account (whether its key may send, and whether SendGrid knows the sender), and how it is disconnected. These
 * events are part of the mailbox stream, as those of every account are.
 */
import { z } from 'zod';
import type { EventOf, Recorded } from '../shared/event.ts';
import { Refused } from '../shared/refused.ts';
import { SENDGRID_TROUBLES, type SendGridTrouble } from './sendGridTrouble.ts';

/**
 * What SendGrid lists for the sender: its domain is authenticated, its address alone is verified, neither, or the key may not look
 * (`unchecked`). Only the answer to a mail is the last word.
 */
export const SENDER_CHECKS = ['domain', 'address', 'neither', 'unchecked'] as const;
export type SenderCheck = (typeof SENDER_CHECKS)[number];

const request = z.object({ requestId: z.string() });
const sender = z.enum(SENDER_CHECKS);

export const sendGridDefinitions = {
  SendGridTestRequested: { version: 1, data: request },
  SendGridTestSent: { version: 1, data: request.extend({ sender }) },
  SendGridTestFailed: { version: 1, data: request.extend({ trouble: z.enum(SENDGRID_TROUBLES) }) },
  /** The key is not used any more. The sender and the webhook stay: mails that left before may still bounce. */
  SendGridDisconnected: { version: 1, data: z.object({ secretId: z.string() }) },
} as const;
export type SendGridEvent = EventOf<typeof sendGridDefinitions>;

/** `trouble`: null while it is under way, and when it went well; `sender`: null until it went well. */
export type SendGridTest = {
  id: string;
  at: string;
  status: 'open' | 'done' | 'failed';
  trouble: SendGridTrouble | null;
  sender: SenderCheck | null;
};

const isSendGridEvent = (event: { type: string }): event is Recorded<SendGridEvent> =>
  event.type in sendGridDefinitions;

/** The test after an event of this account's; any other event leaves it as it is. */
export function evolveSendGridTest(test: SendGridTest | null, event: { type: string }): SendGridTest | null {
  if (!isSendGridEvent(event)) return test;
  if (event.type === 'SendGridDisconnected') return null;
  const { requestId } = event.data;
  if (event.type === 'SendGridTestRequested')
    return { id: requestId, at: event.at, status: 'open', trouble: null, sender: null };
  if (test?.id !== requestId) return test;
  return event.type === 'SendGridTestSent'
    ? { ...test, status: 'done', sender: event.data.sender }
    : { ...test, status: 'failed', trouble: event.data.trouble };
}

/** How long a second click joins the test email that is under way; after a restore its job may be gone. */
const JOINS_MS = 60_000;

type Account = { fromEmail: string | null; sendGridSecretId: string | null; sendGridTest: SendGridTest | null };

/** Asks for a test email from the sender to itself. One that is under way is joined. */
export function requestSendGridTest(
  { fromEmail, sendGridSecretId, sendGridTest }: Account,
  requestId: string,
  now: string,
): SendGridEvent[] {
  if (!fromEmail || !sendGridSecretId) throw new Refused({ code: 'sendgrid_not_saved' });
  if (sendGridTest?.status === 'open' && Date.parse(now) - Date.parse(sendGridTest.at) < JOINS_MS) return [];
  return [{ type: 'SendGridTestRequested', data: { requestId } }];
}

export function recordSendGridTest(
  { sendGridTest }: Pick<Account, 'sendGridTest'>,
  requestId: string,
  result: { sender: SenderCheck } | { trouble: SendGridTrouble },
): SendGridEvent[] {
  if (sendGridTest?.id !== requestId || sendGridTest.status !== 'open') return [];
  return 'trouble' in result
    ? [{ type: 'SendGridTestFailed', data: { requestId, trouble: result.trouble } }]
    : [{ type: 'SendGridTestSent', data: { requestId, sender: result.sender } }];
}

/** Nothing more is sent with the key; the worker forgets it. A second call changes nothing. */
export const disconnectSendGrid = ({ sendGridSecretId: secretId }: Account): SendGridEvent[] =>
  secretId ? [{ type: 'SendGridDisconnected', data: { secretId } }] : [];
