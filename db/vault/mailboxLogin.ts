import { z } from 'zod';
import { MAIL_SECURITY } from '../../events/shared/options.ts';

const server = z.object({ host: z.string(), port: z.number(), security: z.enum(MAIL_SECURITY) });
/** `imap`: unset: its mail cannot be read. */
const account = z.object({ user: z.string(), smtp: server, imap: server.optional() });
const byPassword = account.extend({ password: z.string() });
/** The account of a sign-in at Microsoft. */
const byToken = account.extend({ refreshToken: z.string() });
const login = z.union([byPassword, byToken]);

/** The sign-in of a mailbox with its host, in one row of the vault. So it never goes to another host. */
export type MailboxLogin = z.infer<typeof login>;

export const MAILBOX_SECRET = 'mailbox';

export const packMailboxLogin = (value: MailboxLogin): string => JSON.stringify(value);

export const readMailboxLogin = (secret: string): MailboxLogin => login.parse(JSON.parse(secret));
