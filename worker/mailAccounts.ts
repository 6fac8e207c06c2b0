import { MAILBOX_SECRET, packMailboxLogin } from '../db/vault/mailboxLogin.ts';
import type { FoundAccount } from '../events/sending/connectedAccount.ts';
import type { SignInAt } from '../events/shared/accountWords.ts';
import type { Needs } from './context.ts';
import { gmailProvider } from './providers/gmail/client.ts';
import { gmailMail } from './providers/gmail/mailProvider.ts';
import { gmailSource } from './providers/gmail/mailSource.ts';
import { mailboxMail } from './providers/mailbox/mailProvider.ts';
import { mailboxSource } from './providers/mailbox/mailSource.ts';
import { microsoftSignIn } from './providers/microsoft/signIn.ts';
import type { ProviderOptions } from './providers/providerOptions.ts';
import { sendGrid } from './providers/sendgrid/client.ts';

/** An account that let this installation in. `secret`: what is kept in the vault, of `kind`. */
type SignedIn = { found: Omit<FoundAccount, 'secretId'>; secret: string; kind: string };

/** The sign-in of accounts at a provider. */
export type SignIn = {
  /** Exchanges a code, which is good for that once. `onRefused` gets what an account gave that cannot be used. Throws AccountError. */
  exchange(
    given: { code: string; verifier: string; redirectUri: string },
    onRefused: (account: { accountId: string; secret: string }) => Promise<void>,
  ): Promise<SignedIn>;
  /** Takes away all that an account gave. Only where the rules of the provider say `revokes`. */
  revoke?(secret: string): Promise<void>;
  /** Whether the provider knows this installation. Throws AccountError. */
  checkApp?(): Promise<void>;
};

declare module './context.ts' {
  interface Deps {
    signIns: Record<SignInAt, SignIn | null>;
  }
}

/** What connects, sends and reads the accounts of tenants. null: this installation is not set up for it. */
export type MailAccounts = Needs<'mailProviders' | 'mailSources' | 'signIns'>;

type Options = Pick<ProviderOptions, 'google' | 'microsoft' | 'mailbox' | 'sendGrid'>;

export function mailAccounts(
  options: Options,
  { timeoutMs, ...mailboxOptions }: { timeoutMs?: number } & Parameters<typeof mailboxMail>[1] = {},
): MailAccounts {
  const gmail = options.google && gmailProvider(options.google, timeoutMs);
  const microsoft = options.microsoft && microsoftSignIn(options.microsoft, timeoutMs);
  const mailbox = { ...options.mailbox, microsoft };
  return {
    mailProviders: {
      gmail: gmail && gmailMail(gmail),
      smtp: mailboxMail(mailbox, mailboxOptions),
      sendgrid: sendGrid(options.sendGrid),
      ses: { ...mailboxMail(mailbox, { ...mailboxOptions, provider: 'ses' }), name: 'Amazon SES' },
    },
    mailSources: { gmail: gmail && gmailSource(gmail), smtp: mailboxSource(mailbox), sendgrid: null, ses: null },
    signIns: {
      google: gmail && {
        async exchange(given, onRefused) {
          const { email, googleId, access, refreshToken } = await gmail.exchange(given, (refused) =>
            onRefused({ accountId: refused.googleId, secret: refused.refreshToken }),
          );
          return { found: { access, identity: { email, accountId: googleId } }, secret: refreshToken, kind: 'gmail' };
        },
        revoke: gmail.revoke,
        checkApp: gmail.checkApp,
      },
      microsoft: microsoft && {
        async exchange(given) {
          const { email, login } = await microsoft.exchange(given);
          const { user, smtp, imap } = login;
          const found = { host: 'microsoft', identity: { email, user, smtp, imap } } as const;
          return { found, secret: packMailboxLogin(login), kind: MAILBOX_SECRET };
        },
      },
    },
  };
}
