/**
 * The account of a provider in a mailbox: how it is connected, lost and disconnected, and its test email. These events are part of the mailbox
 * stream, because every dispatch reads it. Keys, passwords, codes and tokens lie in the vault; events name the vault's row.
 */
import { z } from 'zod';
import { ACCOUNT_TROUBLES, type AccountTrouble, accountTrouble } from '../shared/accountWords.ts';
import type { EventOf, Recorded } from '../shared/event.ts';
import {
  EMAIL_PROVIDERS,
  type EmailProvider,
  GMAIL_ACCESS,
  type GmailAccess,
  MAIL_SECURITY,
  SENDGRID_REGIONS,
  type SendGridRegion,
} from '../shared/options.ts';
import { Refused } from '../shared/refused.ts';
import { MAIL_HOST_IDS, type MailHostId } from './mailHosts.ts';

/**
 * What a provider lists for the sender: its domain is authenticated, its address alone is verified, neither, or the key may not look
 * (`unchecked`). Only the answer to a mail is the last word.
 */
export const SENDER_CHECKS = ['domain', 'address', 'neither', 'unchecked'] as const;
export type SenderCheck = (typeof SENDER_CHECKS)[number];

const provider = z.enum(EMAIL_PROVIDERS);
const request = z.object({ provider, requestId: z.string() });
const secret = z.object({ provider, secretId: z.string() });
const trouble = z.enum(ACCOUNT_TROUBLES);
const server = z.object({ host: z.string(), port: z.number(), security: z.enum(MAIL_SECURITY) });
/** `accountId`: the provider's own id of the account. `user`: who signs in to the servers. */
const identity = z.object({
  email: z.string(),
  accountId: z.string().optional(),
  user: z.string().optional(),
  smtp: server.optional(),
  imap: server.optional(),
});

export const accountDefinitions = {
  /**
   * A person came back from the provider's sign-in, or typed what signs in (`secretId`). The worker connects the account.
   * `host`: of a mail server. `region`: of a SendGrid key.
   */
  AccountConnectRequested: {
    version: 1,
    data: request.extend({
      secretId: z.string().nullable(),
      host: z.enum(MAIL_HOST_IDS).optional(),
      region: z.enum(SENDGRID_REGIONS).optional(),
    }),
    personal: identity,
  },
  /**
   * `requestId`: null: a key was saved unchecked, which only a mail proves. `access`: what Google allows with this token. `region`: where the key is
   * valid. The worker gives up the secret that was in use before.
   */
  AccountConnected: {
    version: 1,
    data: secret.extend({
      requestId: z.string().nullable(),
      access: z.enum(GMAIL_ACCESS).optional(),
      host: z.enum(MAIL_HOST_IDS).optional(),
      region: z.enum(SENDGRID_REGIONS).optional(),
    }),
    personal: identity,
  },
  AccountConnectFailed: { version: 1, data: request.extend({ secretId: z.string().nullable(), trouble }) },
  /** Nothing can be sent with this secret until the account is connected again. */
  AccountLost: { version: 1, data: secret.extend({ trouble }) },
  AccountDisconnected: { version: 1, data: secret },
  /** A secret that is no longer used: it was forgotten, and revoked where the provider can. */
  AccountAccessEnded: { version: 1, data: secret },
  AccountTestRequested: {
    version: 1,
    data: request,
    personal: z.object({ subject: z.string(), body: z.string() }),
  },
  /** `sender`: where the provider verifies senders apart from the account. */
  AccountTestSent: {
    version: 1,
    data: request.extend({ providerMessageId: z.string().nullable(), sender: z.enum(SENDER_CHECKS).optional() }),
  },
  AccountTestFailed: { version: 1, data: request.extend({ trouble }) },
} as const;
export type AccountEvent = EventOf<typeof accountDefinitions>;
type EventData<T extends AccountEvent['type']> = Extract<AccountEvent, { type: T }>['data'];

export type AccountIdentity = z.infer<typeof identity>;

export type ConnectedAccount = {
  /** Stays when the same account is connected again, so that it is read on from where it was: the row of its first secret. */
  id: string;
  secretId: string;
  access: GmailAccess | null;
  host: MailHostId | null;
  /** null: erased. */
  identity: AccountIdentity | null;
  connectedAt: string;
  /** Why it must be connected again; null: it works. */
  lost: AccountTrouble | null;
};

/** `trouble`: null while it is under way, and when it went well. */
export type AccountRequest = {
  id: string;
  at: string;
  status: 'open' | 'done' | 'failed';
  trouble: AccountTrouble | null;
};
type ConnectRequest = AccountRequest & Pick<EventData<'AccountConnectRequested'>, 'secretId' | 'host' | 'region'>;

export type AccountState = {
  account: ConnectedAccount | null;
  /** What the form shows again, once the account is disconnected, too. */
  last: { email: string | null; region: SendGridRegion };
  connecting: (ConnectRequest & { identity: AccountIdentity | null }) | null;
  /** The accounts that were connected, so that one that comes back is known. */
  known: { key: string; id: string }[];
  /** Secrets that are no longer used, until they are given up. */
  leaving: { secretId: string; accountId: string | null }[];
  test: (AccountRequest & { subject: string; body: string; sender: SenderCheck | null }) | null;
};

/** By provider; one that was never connected has none. */
export type AccountsState = Readonly<Partial<Record<EmailProvider, AccountState>>>;
type Accounts = { accounts: AccountsState };

const NO_ACCOUNT: AccountState = {
  ...{ account: null, connecting: null, known: [], leaving: [], test: null },
  last: { email: null, region: 'global' },
};

export const accountAt = ({ accounts }: Accounts, by: EmailProvider): AccountState => accounts[by] ?? NO_ACCOUNT;

const isAccountEvent = (event: { type: string }): event is Recorded<AccountEvent> => event.type in accountDefinitions;

const opened = (id: string, at: string): AccountRequest => ({ id, at, status: 'open', trouble: null });

const ended = <R extends AccountRequest>(
  open: R | null,
  requestId: string | null,
  status: 'done' | 'failed',
  more: Partial<R> = {},
): R | null => (open?.id === requestId ? { ...open, status, ...more } : open);

const leave = ({ account, leaving }: AccountState): AccountState['leaving'] =>
  account ? [...leaving, { secretId: account.secretId, accountId: account.identity?.accountId ?? null }] : leaving;

/** The accounts after an event of theirs; any other event leaves them as they are. */
export function evolveAccounts(accounts: AccountsState, event: { type: string }): AccountsState {
  if (!isAccountEvent(event)) return accounts;
  const by = event.data.provider;
  return { ...accounts, [by]: evolveAccount(accounts[by] ?? NO_ACCOUNT, event) };
}

function evolveAccount(state: AccountState, event: Recorded<AccountEvent>): AccountState {
  switch (event.type) {
    case 'AccountConnectRequested': {
      const { requestId, secretId, host, region } = event.data;
      return {
        ...state,
        connecting: {
          ...opened(requestId, event.at),
          secretId,
          ...(host && { host }),
          ...(region && { region }),
          identity: event.personal ?? null,
        },
      };
    }
    case 'AccountConnected': {
      const { requestId, secretId, access = null, host = null, region = 'global' } = event.data;
      const found = event.personal ?? null;
      const key = found && (found.accountId ?? found.email.toLowerCase());
      const before = state.known.find((account) => account.key === key);
      const id = before?.id ?? secretId;
      return {
        ...state,
        leaving: state.account?.secretId === secretId ? state.leaving : leave(state),
        known: before || !key ? state.known : [...state.known, { key, id }],
        account: { id, secretId, access, host, identity: found, connectedAt: event.at, lost: null },
        last: { email: found?.email ?? null, region },
        connecting: ended(state.connecting, requestId, 'done'),
      };
    }
    case 'AccountConnectFailed': {
      const { requestId, trouble } = event.data;
      return { ...state, connecting: ended(state.connecting, requestId, 'failed', { trouble }) };
    }
    case 'AccountLost':
      return state.account?.secretId === event.data.secretId
        ? { ...state, account: { ...state.account, lost: event.data.trouble } }
        : state;
    case 'AccountDisconnected':
      return { ...state, leaving: leave(state), account: null, test: null };
    case 'AccountAccessEnded':
      return { ...state, leaving: state.leaving.filter(({ secretId }) => secretId !== event.data.secretId) };
    case 'AccountTestRequested': {
      const { subject = '', body = '' } = event.personal ?? {};
      return { ...state, test: { ...opened(event.data.requestId, event.at), subject, body, sender: null } };
    }
    case 'AccountTestSent': {
      const { requestId, sender = null } = event.data;
      return { ...state, test: ended(state.test, requestId, 'done', { sender }) };
    }
    case 'AccountTestFailed': {
      const { requestId, trouble } = event.data;
      return { ...state, test: ended(state.test, requestId, 'failed', { trouble }) };
    }
  }
}

const isOpen = (request: AccountRequest | null, requestId: string) =>
  request?.id === requestId && request.status === 'open';

/** A newer request replaces an open one: its code is of no use once the person has begun again. `typed`: null: a sign-in. */
export function requestConnect(
  state: Accounts,
  by: EmailProvider,
  requestId: string,
  typed: { secretId: string; host?: MailHostId; region?: SendGridRegion; identity: AccountIdentity } | null,
): AccountEvent[] {
  const { connecting } = accountAt(state, by);
  const replaced = connecting?.secretId ? recordConnectFailed(state, by, connecting.id, 'replaced') : [];
  const { secretId = null, identity: personal = null, ...kind } = typed ?? {};
  return [
    ...replaced,
    { type: 'AccountConnectRequested', data: { provider: by, requestId, secretId, ...kind }, personal },
  ];
}

export type FoundAccount = Omit<EventData<'AccountConnected'>, 'provider' | 'requestId'> & {
  identity: AccountIdentity;
};

/** Nothing comes of a request that was replaced by a newer one. */
export const recordConnected = (
  state: Accounts,
  by: EmailProvider,
  requestId: string,
  { identity: personal, ...found }: FoundAccount,
): AccountEvent[] =>
  isOpen(accountAt(state, by).connecting, requestId)
    ? [{ type: 'AccountConnected', data: { provider: by, requestId, ...found }, personal }]
    : [];

export function recordConnectFailed(
  state: Accounts,
  by: EmailProvider,
  requestId: string,
  why: AccountTrouble,
): AccountEvent[] {
  const { connecting } = accountAt(state, by);
  if (!connecting || !isOpen(connecting, requestId)) return [];
  const { secretId } = connecting;
  return [{ type: 'AccountConnectFailed', data: { provider: by, requestId, secretId, trouble: why } }];
}

/** The provider refused what `secretId` holds. A refusal of an older secret says nothing about the present one. */
export function recordAccountLost(
  state: Accounts,
  by: EmailProvider,
  secretId: string,
  why: AccountTrouble,
): AccountEvent[] {
  const { account } = accountAt(state, by);
  return account?.secretId === secretId && account.lost === null
    ? [{ type: 'AccountLost', data: { provider: by, secretId, trouble: why } }]
    : [];
}

/** Nothing more is sent from the account; the worker gives up its secret. A second call changes nothing. */
export function disconnectAccount(state: Accounts, by: EmailProvider): AccountEvent[] {
  const { account } = accountAt(state, by);
  return account ? [{ type: 'AccountDisconnected', data: { provider: by, secretId: account.secretId } }] : [];
}

/** The user is erased: a request that is under way comes to nothing, and the account is disconnected. */
export function endAccount(state: Accounts, by: EmailProvider): AccountEvent[] {
  const { connecting } = accountAt(state, by);
  return [
    ...(connecting ? recordConnectFailed(state, by, connecting.id, 'expired') : []),
    ...disconnectAccount(state, by),
  ];
}

export const recordAccessEnded = (state: Accounts, by: EmailProvider, secretId: string): AccountEvent[] =>
  accountAt(state, by).leaving.some((one) => one.secretId === secretId)
    ? [{ type: 'AccountAccessEnded', data: { provider: by, secretId } }]
    : [];

/** Whether a row of the vault is still needed. */
export const needsSecret = ({ accounts }: Accounts, secretId: string): boolean =>
  Object.values(accounts).some(
    ({ account, connecting }) =>
      account?.secretId === secretId || (connecting?.status === 'open' && connecting.secretId === secretId),
  );

/** How long a second click joins the test email that is under way; after a restore its job may be gone. */
const JOINS_MS = 60_000;

/** Asks for a test email from the account to itself. One that is under way is joined. `to`: another address is refused. */
export function requestTest(
  state: Accounts,
  by: EmailProvider,
  { requestId, to, ...personal }: { requestId: string; to?: string; subject: string; body: string },
  now: string,
): AccountEvent[] {
  const { account, test } = accountAt(state, by);
  if (!account?.identity) throw new Refused({ code: 'account_not_connected', provider: by });
  if (account.lost !== null) throw new Refused({ code: 'account_trouble', provider: by, trouble: account.lost });
  if (to !== undefined && to.trim().toLowerCase() !== account.identity.email.toLowerCase())
    throw new Refused({ code: 'test_to_other', field: 'to' });
  if (test?.status === 'open' && Date.parse(now) - Date.parse(test.at) < JOINS_MS) return [];
  return [{ type: 'AccountTestRequested', data: { provider: by, requestId }, personal }];
}

/** What became of a test email. A trouble that only connecting again ends is a loss of the account, unless it is doubtful. */
export function recordTest(
  state: Accounts,
  by: EmailProvider,
  requestId: string,
  result: Omit<EventData<'AccountTestSent'>, 'provider' | 'requestId'> | { trouble: AccountTrouble; secretId: string },
): AccountEvent[] {
  if (!isOpen(accountAt(state, by).test, requestId)) return [];
  if (!('trouble' in result)) return [{ type: 'AccountTestSent', data: { provider: by, requestId, ...result } }];
  const { trouble: why, secretId } = result;
  const { lost, doubtful } = accountTrouble(by, why);
  return [
    { type: 'AccountTestFailed', data: { provider: by, requestId, trouble: why } },
    ...(lost && !doubtful ? recordAccountLost(state, by, secretId, why) : []),
  ];
}
