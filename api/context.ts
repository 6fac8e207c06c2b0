import type { KeyObject } from 'node:crypto';
import type { Context } from 'hono';
import type { RequestIdVariables } from 'hono/request-id';
import type { SecureHeadersVariables } from 'hono/secure-headers';
import type { GoogleApp } from '../db/installation/googleApp.ts';
import type { MicrosoftApp } from '../db/installation/microsoftApp.ts';
import type { SystemMailer } from '../db/installation/systemMailer.ts';
import type { Cause } from '../db/log/commit.ts';
import type { Tail } from '../db/log/tail.ts';
import type { Store } from '../db/store.ts';
import type { UserState } from '../events/accounts/userState.ts';
import type { SetUpGuard } from './signIn/setUpCode.ts';

/** What the routes work with. */
export type Deps = {
  store: Store;
  tail: Tail;
  publicUrl: string;
  signup: 'open' | 'invite';
  sandbox: boolean;
  /** The sandbox's mailbox page, for a link on the screens; null in a real installation. */
  outboxUrl: string | null;
  /** The AI model that the worker asks, for the estimates of costs. */
  aiModel: string;
  /** Which providers can be called: all of the sandbox's, or those with a key. */
  configured: { ai: boolean; peopleData: boolean; hunter: boolean; youTube?: boolean };
  /** Where Gmail accounts are connected; null or unset: GOOGLE_CLIENT_ID is not set. */
  google?: GoogleApp | null;
  /** Where Microsoft accounts are connected; null or unset: MICROSOFT_CLIENT_ID is not set. */
  microsoft?: MicrosoftApp | null;
  /** The key by which SendGrid's events are known to come from it; null: none is set, and none are taken. */
  webhookKey: KeyObject | null;
  /** The domain of the addresses for replies (INBOUND_DOMAIN). */
  inboundDomain?: string | undefined;
  /** With it other programs follow the log (GET /api/events); without one only admins do. */
  feedToken?: string | undefined;
  /** Sandbox only: the seconds between two sends, instead of the sending hours. */
  sendGap?: { min: number; max: number } | undefined;
  /** How long a call waits for its result before it answers 202. */
  waitMs: number;
  /** How often a silent live feed says that it is there; 15 s unless a test is in a hurry. */
  beatMs?: number;
  /** What carries the installation's own mails; unset: nothing is set up. */
  mailer?: SystemMailer['kind'] | undefined;
  /** What the first account needs besides; unset: there was one when this process started. */
  setUp?: SetUpGuard | undefined;
  /** How many proxies are before this process and pass on the caller's address (X-Forwarded-For); unset: none. */
  trustedProxies?: number;
  /**
   * Where people may sign in with an account of their own (OpenID Connect); unset: nowhere. `emailsConfirmed`: an address of which it does not say
   * whether it is confirmed is.
   */
  issuer?: { url: string; clientId: string; emailsConfirmed?: boolean } | undefined;
  version: string;
  /** The folder of the built web app, or null when it was not built. */
  webFolder: string | null;
  /** Aborted when the process stops: open streams end. */
  stopping: AbortSignal;
};

/**
 * `tenant`: the workspace that the session works in. `ageSeconds`: how long ago the session was opened. `account`: the user as the call
 * found them.
 */
export type SignedIn = {
  userId: string;
  tenant: string;
  isAdmin: boolean;
  sessionId: string;
  ageSeconds: number;
  account: UserState;
};

/** Hono's environment. Behind the sign-in check there are `user`, and a way to ask later whether the session still holds. */
export type Env = {
  Variables: RequestIdVariables & SecureHeadersVariables & { user: SignedIn; stillSignedIn: () => Promise<boolean> };
};

/** The cause of what somebody does by this request. `causationId`: the event (stream@version) that it follows from. */
export const causeBy = (c: Context<Env>, actor: string, causationId: string | null = null): Cause => ({
  actor,
  correlationId: c.get('requestId'),
  causationId,
});

/** For somebody who has shown to be a user, with a session or without one. */
export const causeByUser = (c: Context<Env>, userId: string): Cause => causeBy(c, `user:${userId}`);

/** The cause of a command that the signed-in user gave. */
export const causeOf = (c: Context<Env>): Cause => causeByUser(c, c.get('user').userId);
