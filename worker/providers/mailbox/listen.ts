import { setTimeout as wait } from 'node:timers/promises';
import type { ImapFlow } from 'imapflow';
import type { MailboxAccount } from './account.ts';
import type { MailboxNetwork } from './endpoint.ts';
import { withFolder, withImap } from './imap.ts';

/** Shorter than servers, and the routers between, forget a silent connection (RFC 2177: 29 minutes). */
const RENEW_MS = 4 * 60_000;
/** A server that ends each IDLE at once is not asked in a circle. */
const LEAST_MS = 1_000;

/**
 * Says when something arrives in the inbox, and once at the beginning: something may have come before. Ends when `signal` aborts, or at once
 * where the server has no IDLE. Throws MailboxError when the connection is lost.
 */
export async function listenToInbox(
  account: MailboxAccount,
  network: MailboxNetwork,
  onMail: () => void,
  signal: AbortSignal,
): Promise<'unsupported' | 'stopped'> {
  if (signal.aborted) return 'stopped';
  const stopped = new Promise<'stopped'>((resolve) => {
    signal.addEventListener('abort', () => resolve('stopped'), { once: true });
  });
  const listening = withImap(account, network, (client) => listenBy(client, onMail, signal), { idleMs: RENEW_MS });
  // a server that is slow to connect holds nobody up; its connection is closed once it is there
  listening.catch(() => undefined);
  return Promise.race([listening, stopped]);
}

async function listenBy(client: ImapFlow, onMail: () => void, signal: AbortSignal): Promise<'unsupported' | 'stopped'> {
  if (!client.capabilities.has('IDLE')) return 'unsupported';
  const close = () => client.close();
  signal.addEventListener('abort', close, { once: true });
  const listen = async (): Promise<void> => {
    client.on('exists', ({ count, prevCount }) => {
      if (count > prevCount) onMail();
    });
    if (!signal.aborted) onMail();
    while (!signal.aborted) await Promise.all([client.idle(), wait(LEAST_MS, undefined, { signal })]);
  };
  try {
    await withFolder(client, 'INBOX', listen);
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    signal.removeEventListener('abort', close);
  }
  return 'stopped';
}
