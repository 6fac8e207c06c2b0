import { z } from 'zod';
import { MAIL_SECURITY } from '../events/shared/options.ts';

const server = z.object({ host: z.string(), port: z.number(), security: z.enum(MAIL_SECURITY) });
const login = z.object({ user: z.string(), password: z.string(), smtp: server, imap: server });

/** What signs in to a mailbox, and where: one row of the vault, so the password never goes to another host than it was typed for. */
export type MailboxLogin = z.infer<typeof login>;

export const MAILBOX_SECRET = 'mailbox';

export const packMailboxLogin = (value: MailboxLogin): string => JSON.stringify(value);

export const readMailboxLogin = (secret: string): MailboxLogin => login.parse(JSON.parse(secret));
