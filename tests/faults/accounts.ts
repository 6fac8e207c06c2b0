/** The sending accounts: SendGrid keys, mailboxes, and Google accounts of the sandbox, connected as a browser does it. */
import { randomUUID } from 'node:crypto';
import { consentUrl, type GoogleApp, googleApp } from '../../db/installation/googleApp.ts';
import { ref, type Store } from '../../db/store.ts';
import { MAILBOX_SECRET, packMailboxLogin } from '../../db/vault/mailboxLogin.ts';
import { storeSecret } from '../../db/vault/secrets.ts';
import { recordConnected, requestConnect } from '../../events/sending/connectedAccount.ts';
import { recordAccountConnected, saveEmailSettings } from '../../events/sending/mailbox.ts';
import type { MailboxEvent, MailboxState } from '../../events/sending/mailboxState.ts';
import { gmailProvider } from '../../worker/providers/gmail/client.ts';
import { accounts } from '../../worker/sandbox/google/accounts.ts';
import { consent, removeAccess } from '../support/sandboxGoogle.ts';
import { cause } from './cause.ts';

/** `gmail-send`: in one call. `gmail-drafts`: each mail is stored as a draft first. */
export const ACCOUNT_KINDS = ['sendgrid', 'gmail-send', 'gmail-drafts', 'smtp'] as const;
export type AccountKind = (typeof ACCOUNT_KINDS)[number];

/** `keys`: the secrets of its emails. A Gmail account gets another one when it is connected again. */
export type Sender = { id: string; account: AccountKind; keys: string[] };

export const isGmail = (kind: AccountKind): boolean => kind === 'gmail-send' || kind === 'gmail-drafts';

const MAILBOXES = accounts.filter(({ gmail }) => gmail);
const REDIRECT_URI = 'http://localhost/gmail/callback';

/** The Google account of a tenant: its own, so that no mail of another can leave from it. */
function googleAccountOf(tenant: string): (typeof MAILBOXES)[number] {
  const account = MAILBOXES[Number(tenant.slice(1)) - 1];
  if (!account) throw new Error(`The sandbox has no Google account for ${tenant}: it has ${MAILBOXES.length}.`);
  return account;
}

/** The address that a tenant's mails come from. */
export const senderOf = (tenant: string, kind: AccountKind): string =>
  isGmail(kind) ? googleAccountOf(tenant).email : `sender@${tenant}.example`;

/** Chooses the account in the tenant's settings; answers with the secret that its mails are sent with. */
export async function connectAccount(store: Store, sandboxUrl: string, tenant: string, kind: AccountKind, key: string) {
  if (isGmail(kind)) return connectGmail(store, sandboxUrl, tenant, kind);
  if (kind === 'smtp') return connectMailbox(store, tenant, key);
  const secretId = await storeSecret(store.sql, store.master, tenant, 'sendgrid', key);
  const fromEmail = senderOf(tenant, kind);
  await saveSettings(store, tenant, { emailProvider: 'sendgrid', fromEmail, secretId });
  return key;
}

/** A mailbox whose password is `password`; the mail server of the sandbox takes any. */
async function connectMailbox(store: Store, tenant: string, password: string, mailbox = tenant): Promise<string> {
  const email = mailbox === tenant ? senderOf(tenant, 'smtp') : `second@${tenant}.example`;
  const server = { host: 'mail.example', port: 465, security: 'tls' } as const;
  const secret = packMailboxLogin({ user: email, password, smtp: server, imap: server });
  const secretId = await storeSecret(store.sql, store.master, tenant, MAILBOX_SECRET, secret);
  const requestId = randomUUID();
  const found = { secretId, host: 'other', identity: { email, user: email, smtp: server, imap: server } } as const;
  for (const decide of [
    (state: MailboxState): readonly MailboxEvent[] => requestConnect(state, 'smtp', requestId, found),
    (state: MailboxState) => recordAccountConnected(state, 'smtp', requestId, found),
  ])
    await store.run({
      tenant,
      cause,
      streams: { mailbox: ref('mailbox', mailbox) },
      decide: ({ mailbox }) => ({ mailbox: decide(mailbox) }),
    });
  if (mailbox === tenant) await saveSettings(store, tenant, { emailProvider: 'smtp', secretId: null });
  return secret;
}

/** A second account beside the first: its mails leave over the mail server of the sandbox. Answers with its secret. */
export const connectSecond = (store: Store, tenant: string, password: string): Promise<string> =>
  connectMailbox(store, tenant, password, secondOf(tenant));

/** The mailbox of a tenant's second account. */
export const secondOf = (tenant: string): string => `${tenant}second`;

async function connectGmail(store: Store, sandboxUrl: string, tenant: string, kind: AccountKind): Promise<string> {
  const app = googleApp({ GMAIL_ACCESS: kind === 'gmail-drafts' ? 'drafts' : 'send' }, sandboxUrl) as GoogleApp;
  const verifier = randomUUID().repeat(2);
  const asked = { redirectUri: REDIRECT_URI, state: 'harness', verifier };
  const back = await consent(consentUrl(app, asked), { account: googleAccountOf(tenant) });
  const code = back.searchParams.get('code') ?? '';
  const account = await gmailProvider(app).exchange(
    { code, verifier, redirectUri: REDIRECT_URI },
    async () => undefined,
  );
  const { access, email, googleId, refreshToken } = account;
  const secretId = await storeSecret(store.sql, store.master, tenant, 'gmail', refreshToken);
  const requestId = randomUUID();
  for (const decide of [
    (state: MailboxState) => requestConnect(state, 'gmail', requestId, null),
    (state: MailboxState) =>
      recordConnected(state, 'gmail', requestId, { secretId, access, identity: { email, accountId: googleId } }),
  ])
    await store.run({
      tenant,
      cause,
      streams: { mailbox: ref('mailbox', tenant) },
      decide: ({ mailbox }) => ({ mailbox: decide(mailbox) }),
    });
  await saveSettings(store, tenant, { emailProvider: 'gmail', secretId: null });
  return refreshToken;
}

const saveSettings = (store: Store, tenant: string, form: Parameters<typeof saveEmailSettings>[1]) =>
  store.run({
    tenant,
    cause,
    streams: { mailbox: ref('mailbox', tenant) },
    decide: ({ mailbox }) => ({ mailbox: saveEmailSettings(mailbox, form) }),
  });

/** The owner of the Google account takes away what the product was allowed. */
export const revokeAccount = (sandboxUrl: string, { id }: Sender): Promise<void> =>
  removeAccess(sandboxUrl, googleAccountOf(id));

/** After a refusal, the user saves the settings again, or connects the same account again. */
export async function mendAccount(store: Store, sandboxUrl: string, tenant: Sender): Promise<void> {
  if (tenant.account === 'sendgrid')
    await saveSettings(store, tenant.id, { emailProvider: 'sendgrid', secretId: null });
  else if (tenant.account === 'smtp') tenant.keys.push(await connectMailbox(store, tenant.id, `again-${randomUUID()}`));
  else tenant.keys.push(await connectGmail(store, sandboxUrl, tenant.id, tenant.account));
}
