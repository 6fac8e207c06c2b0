/**
 * The Gmail account of a mailbox: how it is connected, lost and disconnected, and the test email. These events are part of the mailbox
 * stream, because every dispatch reads it. Codes and tokens lie in the vault; events name the vault's row.
 */
import { z } from 'zod';
import type { EventOf, Recorded } from '../shared/event.ts';
import { GMAIL_ACCESS, type GmailAccess } from '../shared/options.ts';
import { Refused } from '../shared/refused.ts';
import { GMAIL_TROUBLES, type GmailTrouble } from './gmailTrouble.ts';

const trouble = z.enum(GMAIL_TROUBLES);

export const gmailDefinitions = {
  /** Somebody came back from Google's consent page; the worker exchanges the code. */
  GmailConnectRequested: { version: 1, data: z.object({ requestId: z.string() }) },
  /** `access`: what Google allows with this token. The token of an account that was connected before is revoked. */
  GmailConnected: {
    version: 1,
    data: z.object({ requestId: z.string(), secretId: z.string(), access: z.enum(GMAIL_ACCESS) }),
    personal: z.object({ email: z.string(), googleId: z.string() }),
  },
  GmailConnectFailed: { version: 1, data: z.object({ requestId: z.string(), trouble }) },
  /** Nothing can be sent with this token until the account is connected again. */
  GmailReauthNeeded: { version: 1, data: z.object({ secretId: z.string(), trouble }) },
  GmailDisconnected: { version: 1, data: z.object({ secretId: z.string() }) },
  /** A token that is no longer used: Google was asked to revoke it, or had done so. */
  GmailAccessRevoked: { version: 1, data: z.object({ secretId: z.string() }) },
  TestEmailRequested: {
    version: 1,
    data: z.object({ requestId: z.string() }),
    personal: z.object({ subject: z.string(), body: z.string() }),
  },
  TestEmailSent: { version: 1, data: z.object({ requestId: z.string(), providerMessageId: z.string().nullable() }) },
  TestEmailFailed: { version: 1, data: z.object({ requestId: z.string(), trouble }) },
} as const;
export type GmailEvent = EventOf<typeof gmailDefinitions>;

export type GmailAccount = {
  /** Stays when the same Google account is connected again: the row of its first token. */
  id: string;
  secretId: string;
  access: GmailAccess;
  /** null: erased. */
  email: string | null;
  /** Google's own id of the account (`sub`); null: erased. */
  googleId: string | null;
  connectedAt: string;
  /** Why it must be connected again; null: it works. */
  reauth: GmailTrouble | null;
};

/** `trouble`: null while it is under way, and when it went well. */
type GmailRequest = { id: string; at: string; status: 'open' | 'done' | 'failed'; trouble: GmailTrouble | null };

export type GmailState = {
  account: GmailAccount | null;
  connecting: GmailRequest | null;
  /** The Google accounts that were connected, so that one that comes back is known. */
  known: { googleId: string; id: string }[];
  /** Tokens that are no longer used, until they are revoked. */
  leaving: { secretId: string; googleId: string | null }[];
  test: (GmailRequest & { subject: string; body: string }) | null;
};

export const NO_GMAIL: GmailState = { account: null, connecting: null, known: [], leaving: [], test: null };

const isGmailEvent = (event: { type: string }): event is Recorded<GmailEvent> => event.type in gmailDefinitions;

const ended = <R extends GmailRequest>(
  request: R | null,
  requestId: string,
  status: 'done' | 'failed',
  why: GmailTrouble | null = null,
): R | null => (request?.id === requestId ? { ...request, status, trouble: why } : request);

const leave = (state: GmailState): GmailState['leaving'] =>
  state.account
    ? [...state.leaving, { secretId: state.account.secretId, googleId: state.account.googleId }]
    : state.leaving;

/** The state after an event of Gmail's; any other event leaves it as it is. */
export function evolveGmail(state: GmailState, event: { type: string }): GmailState {
  if (!isGmailEvent(event)) return state;
  switch (event.type) {
    case 'GmailConnectRequested':
      return { ...state, connecting: { id: event.data.requestId, at: event.at, status: 'open', trouble: null } };
    case 'GmailConnected': {
      const { requestId, secretId, access } = event.data;
      const { email = null, googleId = null } = event.personal ?? {};
      const before = state.known.find((account) => account.googleId === googleId);
      const id = before?.id ?? secretId;
      return {
        ...state,
        leaving: leave(state),
        known: before || !googleId ? state.known : [...state.known, { googleId, id }],
        account: { id, secretId, access, email, googleId, connectedAt: event.at, reauth: null },
        connecting: ended(state.connecting, requestId, 'done'),
      };
    }
    case 'GmailConnectFailed':
      return { ...state, connecting: ended(state.connecting, event.data.requestId, 'failed', event.data.trouble) };
    case 'GmailReauthNeeded':
      return state.account?.secretId === event.data.secretId
        ? { ...state, account: { ...state.account, reauth: event.data.trouble } }
        : state;
    case 'GmailDisconnected':
      return { ...state, leaving: leave(state), account: null };
    case 'GmailAccessRevoked':
      return { ...state, leaving: state.leaving.filter(({ secretId }) => secretId !== event.data.secretId) };
    case 'TestEmailRequested': {
      const { subject = '', body = '' } = event.personal ?? {};
      return {
        ...state,
        test: { id: event.data.requestId, at: event.at, status: 'open', trouble: null, subject, body },
      };
    }
    case 'TestEmailSent':
      return { ...state, test: ended(state.test, event.data.requestId, 'done') };
    case 'TestEmailFailed':
      return { ...state, test: ended(state.test, event.data.requestId, 'failed', event.data.trouble) };
  }
}

/** A newer sign-in replaces an open one: its code is of no use any more once the person has begun again. */
export const requestGmailConnect = (requestId: string): GmailEvent[] => [
  { type: 'GmailConnectRequested', data: { requestId } },
];

const isOpen = (request: GmailRequest | null, requestId: string) =>
  request?.id === requestId && request.status === 'open';

/** Nothing comes of a request that was replaced by a newer one. */
export function recordGmailConnected(
  { connecting }: GmailState,
  requestId: string,
  account: { secretId: string; access: GmailAccess; email: string; googleId: string },
): GmailEvent[] {
  if (!isOpen(connecting, requestId)) return [];
  const { email, googleId, ...data } = account;
  return [{ type: 'GmailConnected', data: { requestId, ...data }, personal: { email, googleId } }];
}

export const recordGmailConnectFailed = (
  { connecting }: GmailState,
  requestId: string,
  why: GmailTrouble,
): GmailEvent[] =>
  isOpen(connecting, requestId) ? [{ type: 'GmailConnectFailed', data: { requestId, trouble: why } }] : [];

/** Google refused what `secretId` holds; a refusal of an older token says nothing about the present one. */
export const recordGmailRefused = ({ account }: GmailState, secretId: string, why: GmailTrouble): GmailEvent[] =>
  account?.secretId === secretId && account.reauth === null
    ? [{ type: 'GmailReauthNeeded', data: { secretId, trouble: why } }]
    : [];

/** Which troubles only another connection ends. */
export const needsReauth = (why: GmailTrouble): boolean =>
  why === 'token_refused' || why === 'scope_missing' || why === 'no_gmail' || why === 'policy';

/** Nothing more is sent from the account; the worker revokes the access. A second call changes nothing. */
export const disconnectGmail = ({ account }: GmailState): GmailEvent[] =>
  account ? [{ type: 'GmailDisconnected', data: { secretId: account.secretId } }] : [];

/** The user is erased: a sign-in that is under way comes to nothing, and the account is disconnected. */
export const endGmail = (state: GmailState): GmailEvent[] => [
  ...(state.connecting ? recordGmailConnectFailed(state, state.connecting.id, 'expired') : []),
  ...disconnectGmail(state),
];

export const recordGmailRevoked = ({ leaving }: GmailState, secretId: string): GmailEvent[] =>
  leaving.some((token) => token.secretId === secretId) ? [{ type: 'GmailAccessRevoked', data: { secretId } }] : [];

/** How long a second click joins the test email that is under way; after a restore its job may be gone. */
const JOINS_MS = 60_000;

/** Asks for a test email to the connected address itself. One that is under way is joined. */
export function requestTestEmail(
  { account, test }: GmailState,
  mail: { requestId: string; to: string; subject: string; body: string },
  now: string,
): GmailEvent[] {
  if (!account) throw new Refused({ code: 'gmail_not_connected' });
  if (account.reauth !== null) throw new Refused({ code: 'gmail_trouble', trouble: account.reauth });
  if (mail.to.trim().toLowerCase() !== account.email?.toLowerCase()) {
    throw new Refused({ code: 'test_to_other', field: 'to' });
  }
  if (test?.status === 'open' && Date.parse(now) - Date.parse(test.at) < JOINS_MS) return [];
  const { requestId, subject, body } = mail;
  return [{ type: 'TestEmailRequested', data: { requestId }, personal: { subject, body } }];
}

export const recordTestEmail = (
  { test }: GmailState,
  requestId: string,
  result: { sent: string | null } | { trouble: GmailTrouble },
): GmailEvent[] => {
  if (!isOpen(test, requestId)) return [];
  return 'trouble' in result
    ? [{ type: 'TestEmailFailed', data: { requestId, trouble: result.trouble } }]
    : [{ type: 'TestEmailSent', data: { requestId, providerMessageId: result.sent } }];
};
