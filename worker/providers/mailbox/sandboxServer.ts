import { z } from 'zod';
import type { MailServer } from '../../../events/sending/mailHosts.ts';
import { MailboxError } from './mailboxError.ts';

const said = z.object({ port: z.number() });

/** The server of the sandbox that replaces a mail host. Each takes any free port of its machine. Throws MailboxError. */
export async function sandboxServer(sandboxUrl: string, kind: 'smtp' | 'imap', mailHost: string): Promise<MailServer> {
  try {
    const answer = await fetch(`${sandboxUrl}/${kind}?host=${encodeURIComponent(mailHost)}`, {
      signal: AbortSignal.timeout(5_000),
    });
    const { port } = said.parse(await answer.json());
    return { host: new URL(sandboxUrl).hostname, port, security: 'none' };
  } catch {
    throw new MailboxError(`${kind}_unreachable`);
  }
}
