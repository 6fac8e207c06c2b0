import { until } from './person.ts';
import type { OutboxMail, TestApp } from './testApp.ts';

/** The mails to an address, once there are so many, oldest first. */
export async function mailsTo(testApp: TestApp, email: string, count = 1): Promise<OutboxMail[]> {
  const arrived = async () => (await testApp.outbox()).filter(({ to }) => to === email);
  return until(arrived, (mails) => mails.length >= count);
}

/** The path and the token of the link in a mail. */
export function linkIn(mail: OutboxMail | undefined): { path: string; token: string } {
  const found = /(\/api\/\w+)\?token=([\w-]{43})/.exec(mail?.text ?? '');
  if (!found) throw new Error(`No link in: ${mail?.text}`);
  return { path: found[1] ?? '', token: found[2] ?? '' };
}
