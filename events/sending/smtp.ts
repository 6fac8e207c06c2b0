/**
 * The mailbox with SMTP and IMAP that a tenant sends from: how it is connected, lost and disconnected, and its test email. It is connected by a
 * password, or by a sign-in at Microsoft. These events are part of the mailbox stream, because every dispatch reads it. What signs in lies in
 * the vault; events name the vault's row.
 */
import { z } from 'zod';
import type { EventOf, Recorded } from '../shared/event.ts';
import { MAIL_SECURITY } from '../shared/options.ts';
import { Refused } from '../shared/refused.ts';
import { MAIL_HOST_IDS, type MailHostId, type MailServer } from './mailHosts.ts';
import { SMTP_TROUBLES, type SmtpTrouble } from './smtpTrouble.ts';

const trouble = z.enum(SMTP_TROUBLES);
const server = z.object({ host: z.string(), port: z.number(), security: z.enum(MAIL_SECURITY) });
const request = z.object({ requestId: z.string() });
const settings = z.object({ email: z.string(), user: z.string(), smtp: server, imap: server });

export const smtpDefinitions = {
  /** The worker signs in to both servers before the account counts as connected. */
  SmtpConnectRequested: {
    version: 1,
    data: request.extend({ secretId: z.string(), host: z.enum(MAIL_HOST_IDS) }),
    personal: settings,
  },
  /** `replaced`: the credentials of the account that was connected before. */
  SmtpConnected: { version: 1, data: request.extend({ secretId: z.string(), replaced: z.string().nullable() }) },
  SmtpConnectFailed: { version: 1, data: request.extend({ secretId: z.string(), trouble }) },
  /** Somebody came back from Microsoft's sign-in; the worker exchanges the code, and signs in to both servers. */
  MicrosoftConnectRequested: { version: 1, data: request },
  MicrosoftConnected: {
    version: 1,
    data: request.extend({ secretId: z.string(), replaced: z.string().nullable() }),
    personal: settings,
  },
  MicrosoftConnectFailed: { version: 1, data: request.extend({ trouble }) },
  /** Nothing can be sent with these credentials until the account is connected again. */
  SmtpReauthNeeded: { version: 1, data: z.object({ secretId: z.string(), trouble }) },
  SmtpDisconnected: { version: 1, data: z.object({ secretId: z.string() }) },
  SmtpTestRequested: { version: 1, data: request },
  SmtpTestSent: { version: 1, data: request },
  SmtpTestFailed: { version: 1, data: request.extend({ trouble }) },
} as const;
export type SmtpEvent = EventOf<typeof smtpDefinitions>;

/** Who signs in, and where; null: erased. */
type SmtpSettings = { email: string; user: string; smtp: MailServer; imap: MailServer };

type SmtpLogin = { secretId: string; host: MailHostId; settings: SmtpSettings | null };

export type SmtpAccount = SmtpLogin & {
  /** Stays when the same mailbox is connected again, so that it is read on from where it was: the row of its first credentials. */
  id: string;
  connectedAt: string;
  /** Why it must be connected again; null: it works. */
  reauth: SmtpTrouble | null;
};

/** `trouble`: null while it is under way, and when it went well. */
type SmtpRequest = { id: string; at: string; status: 'open' | 'done' | 'failed'; trouble: SmtpTrouble | null };

export type SmtpState = {
  account: SmtpAccount | null;
  /** The addresses that were connected (lower case), so that one that comes back is known. */
  known: { email: string; id: string }[];
  connecting: (SmtpRequest & SmtpLogin) | null;
  /** The sign-in at Microsoft. */
  signIn: SmtpRequest | null;
  test: SmtpRequest | null;
};

export const NO_SMTP: SmtpState = { account: null, known: [], connecting: null, signIn: null, test: null };

const isSmtpEvent = (event: { type: string }): event is Recorded<SmtpEvent> => event.type in smtpDefinitions;

const ended = <R extends SmtpRequest>(
  open: R | null,
  requestId: string,
  status: 'done' | 'failed',
  why: SmtpTrouble | null = null,
): R | null => (open?.id === requestId ? { ...open, status, trouble: why } : open);

const opened = (id: string, at: string): SmtpRequest => ({ id, at, status: 'open', trouble: null });

/**
 * The account that is connected by `login`. One that comes back keeps its id, under whichever host name: its cursor and the numbering of its
 * folders say what is new.
 */
function connectedAs(
  { known }: SmtpState,
  login: SmtpLogin,
  connectedAt: string,
): Pick<SmtpState, 'account' | 'known'> {
  const email = login.settings?.email.toLowerCase();
  const before = known.find((account) => account.email === email);
  const id = before?.id ?? login.secretId;
  return {
    known: before || !email ? known : [...known, { email, id }],
    account: { ...login, id, connectedAt, reauth: null },
  };
}

/** The state after an event of this account's; any other event leaves it as it is. */
export function evolveSmtp(state: SmtpState, event: { type: string }): SmtpState {
  if (!isSmtpEvent(event)) return state;
  switch (event.type) {
    case 'SmtpConnectRequested': {
      const { requestId, secretId, host } = event.data;
      return { ...state, connecting: { ...opened(requestId, event.at), secretId, host, settings: event.personal } };
    }
    case 'SmtpConnected': {
      const { connecting } = state;
      if (connecting?.id !== event.data.requestId) return state;
      const { secretId, host, settings } = connecting;
      return {
        ...state,
        ...connectedAs(state, { secretId, host, settings }, event.at),
        connecting: ended(connecting, event.data.requestId, 'done'),
      };
    }
    case 'SmtpConnectFailed':
      return { ...state, connecting: ended(state.connecting, event.data.requestId, 'failed', event.data.trouble) };
    case 'MicrosoftConnectRequested':
      return { ...state, signIn: opened(event.data.requestId, event.at) };
    case 'MicrosoftConnected': {
      const { requestId, secretId } = event.data;
      return {
        ...state,
        ...connectedAs(state, { secretId, host: 'microsoft', settings: event.personal }, event.at),
        signIn: ended(state.signIn, requestId, 'done'),
      };
    }
    case 'MicrosoftConnectFailed':
      return { ...state, signIn: ended(state.signIn, event.data.requestId, 'failed', event.data.trouble) };
    case 'SmtpReauthNeeded':
      return state.account?.secretId === event.data.secretId
        ? { ...state, account: { ...state.account, reauth: event.data.trouble } }
        : state;
    case 'SmtpDisconnected':
      return { ...state, account: null };
    case 'SmtpTestRequested':
      return { ...state, test: opened(event.data.requestId, event.at) };
    case 'SmtpTestSent':
      return { ...state, test: ended(state.test, event.data.requestId, 'done') };
    case 'SmtpTestFailed':
      return { ...state, test: ended(state.test, event.data.requestId, 'failed', event.data.trouble) };
  }
}

const isOpen = (of: SmtpRequest | null, requestId: string) => of?.id === requestId && of.status === 'open';

/** A newer request replaces an open one. */
export function requestSmtpConnect(
  { connecting }: SmtpState,
  { requestId, secretId, host, ...settings }: SmtpSettings & { requestId: string; secretId: string; host: MailHostId },
): SmtpEvent[] {
  const replaced = connecting ? recordSmtpConnectFailed({ connecting }, connecting.id, 'replaced') : [];
  return [...replaced, { type: 'SmtpConnectRequested', data: { requestId, secretId, host }, personal: settings }];
}

/** Nothing comes of a request that was replaced by a newer one. */
export function recordSmtpConnected({ account, connecting }: SmtpState, requestId: string): SmtpEvent[] {
  if (!connecting || !isOpen(connecting, requestId)) return [];
  const { secretId } = connecting;
  return [{ type: 'SmtpConnected', data: { requestId, secretId, replaced: account?.secretId ?? null } }];
}

export function recordSmtpConnectFailed(
  { connecting }: Pick<SmtpState, 'connecting'>,
  requestId: string,
  why: SmtpTrouble,
): SmtpEvent[] {
  if (!connecting || !isOpen(connecting, requestId)) return [];
  const { secretId } = connecting;
  return [{ type: 'SmtpConnectFailed', data: { requestId, secretId, trouble: why } }];
}

/** A newer sign-in replaces an open one: its code is of no use any more once the person has begun again. */
export const requestMicrosoftConnect = (requestId: string): SmtpEvent[] => [
  { type: 'MicrosoftConnectRequested', data: { requestId } },
];

/** Nothing comes of a sign-in that was replaced by a newer one. */
export const recordMicrosoftConnected = (
  { account, signIn }: SmtpState,
  requestId: string,
  { secretId, ...personal }: SmtpSettings & { secretId: string },
): SmtpEvent[] =>
  isOpen(signIn, requestId)
    ? [
        {
          type: 'MicrosoftConnected',
          data: { requestId, secretId, replaced: account?.secretId ?? null },
          personal,
        },
      ]
    : [];

export const recordMicrosoftConnectFailed = (
  { signIn }: SmtpState,
  requestId: string,
  why: SmtpTrouble,
): SmtpEvent[] =>
  isOpen(signIn, requestId) ? [{ type: 'MicrosoftConnectFailed', data: { requestId, trouble: why } }] : [];

/** The server refused what `secretId` holds; a refusal of older credentials says nothing about the present ones. */
export const recordSmtpRefused = ({ account }: SmtpState, secretId: string, why: SmtpTrouble): SmtpEvent[] =>
  account?.secretId === secretId && account.reauth === null
    ? [{ type: 'SmtpReauthNeeded', data: { secretId, trouble: why } }]
    : [];

const ENDED_BY_CONNECTING: ReadonlySet<SmtpTrouble> = new Set<SmtpTrouble>([
  'smtp_sign_in',
  'imap_sign_in',
  'needs_oauth',
  'microsoft_token_refused',
  'microsoft_admin_consent',
  'microsoft_sign_in',
  'microsoft_smtp_off',
  'microsoft_policy',
]);
/** Which troubles only another connection ends. */
export const needsSmtpReauth = (why: SmtpTrouble): boolean => ENDED_BY_CONNECTING.has(why);

/** Nothing more is sent from the account; the worker forgets its credentials. A second call changes nothing. */
export const disconnectSmtp = ({ account }: SmtpState): SmtpEvent[] =>
  account ? [{ type: 'SmtpDisconnected', data: { secretId: account.secretId } }] : [];

/** Whether the state still needs a row of the vault. */
export const needsSmtpSecret = ({ account, connecting }: SmtpState, secretId: string): boolean =>
  account?.secretId === secretId || (connecting?.status === 'open' && connecting.secretId === secretId);

/** How long a second click joins the test email that is under way; after a restore its job may be gone. */
const JOINS_MS = 60_000;

/** Asks for a test email from the account to itself. One that is under way is joined. */
export function requestSmtpTest({ account, test }: SmtpState, requestId: string, now: string): SmtpEvent[] {
  if (!account?.settings) throw new Refused({ code: 'smtp_not_connected' });
  if (account.reauth !== null) throw new Refused({ code: 'smtp_trouble', trouble: account.reauth });
  if (test?.status === 'open' && Date.parse(now) - Date.parse(test.at) < JOINS_MS) return [];
  return [{ type: 'SmtpTestRequested', data: { requestId } }];
}

export function recordSmtpTest({ test }: SmtpState, requestId: string, why: SmtpTrouble | null): SmtpEvent[] {
  if (!isOpen(test, requestId)) return [];
  return why === null
    ? [{ type: 'SmtpTestSent', data: { requestId } }]
    : [{ type: 'SmtpTestFailed', data: { requestId, trouble: why } }];
}
