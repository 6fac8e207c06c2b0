import { ref } from '../../db/store.ts';
import type { AccountState } from '../../events/sending/connectedAccount.ts';
import { recordReturnedTest, type Signature } from '../../events/sending/senderDomain.ts';
import { type JobPayload, type Needs, scopeOf } from '../context.ts';
import type { ReceivedMail } from '../providers/mailSource.ts';

/** The beginning of every test email's Message-ID. The id of the request is secret. */
export const testSendId = (requestId: string): string => `test-${requestId}`;

const MOST_HEAD = 64 * 1024;

/** The headers of a mail, each in one line. */
const headersOf = (raw: Buffer): string[] =>
  (raw.toString('latin1', 0, MOST_HEAD).split(/\r?\n\r?\n/, 1)[0] ?? '').replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);

/** The signers of a mail on its way (RFC 6376, 3.5). It does not verify them: the DNS records are looked up later. */
export function signaturesOf(raw: Buffer): Signature[] {
  return headersOf(raw).flatMap((line) => {
    const [, tags] = /^dkim-signature:(.*)$/i.exec(line) ?? [];
    const tag = (name: string) =>
      new RegExp(`(?:^|;)\\s*${name}\\s*=\\s*([\\w.-]{1,253})\\s*(?:;|$)`, 'i').exec(tags ?? '')?.[1];
    const [domain, selector] = [tag('d'), tag('s')];
    return domain && selector ? [{ domain: domain.toLowerCase(), selector: selector.toLowerCase() }] : [];
  });
}

/** Records how the last test email of a mailbox was signed, once it is among the mails that came in. */
export async function noteReturnedTest(
  { store }: Needs<'store'>,
  job: JobPayload,
  { account, test }: AccountState,
  mails: readonly ReceivedMail[],
): Promise<void> {
  const domain = account?.identity?.email.split('@').at(-1)?.toLowerCase();
  if (!test || !domain) return;
  const isTest = (line: string) =>
    line.toLowerCase().startsWith('message-id:') && line.includes(`<${testSendId(test.id)}@`);
  const mail = mails.find(({ raw }) => headersOf(raw).some(isTest));
  if (!mail) return;
  const signatures = signaturesOf(mail.raw);
  await store.decide(scopeOf('read-mail', job), ref('domain', job.id), (state) =>
    recordReturnedTest(state, { requestId: test.id, domain, signatures }),
  );
}
