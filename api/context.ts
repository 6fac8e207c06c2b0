import type { KeyObject } from 'node:crypto';
import type { Context } from 'hono';
import type { RequestIdVariables } from 'hono/request-id';
import type { SecureHeadersVariables } from 'hono/secure-headers';
import type { GoogleApp } from '../db/installation/googleApp.ts';
import type { MicrosoftApp } from '../db/installation/microsoftApp.ts';
import type { SystemMailer } from '../db/installation/systemMailer.ts';
import type { Cause } from '../db/log/commit.ts';
import type { Tail } from '../db/log/tail.ts';
import type { NoteKey } from '../db/seal/note.ts';
import type { Store } from '../db/store.ts';
import type { SecurityKind } from '../events/accounts/securityKinds.ts';
import type { UserState } from '../events/accounts/userState.ts';
import type { AiModels } from '../events/ai/aiTasks.ts';
import { userActor } from '../events/shared/actor.ts';
import type { ActName } from '../events/shared/incomingActs.ts';
import type { Scope } from '../events/shared/tokenScopes.ts';
import type { Limiter } from './http/limiter.ts';
import type { SetUpGuard } from './signIn/setUpCode.ts';

export type Deps = {
  store: Store;
  tail: Tail;
  publicUrl: string;
  signup: 'open' | 'invite';
  sandbox: boolean;
  /** The sandbox's mailbox page, for a link on the screens; null in a real installation. */
  outboxUrl: string | null;
  /** The AI models that the worker asks, for the estimates of costs. */
  aiModels: AiModels;
  /** The providers that can be called: all of the sandbox's, or those with a key. */
  configured: { ai: boolean; peopleData: boolean; hunter: boolean; youTube?: boolean };
  /** Where Gmail accounts are connected; null or unset: GOOGLE_CLIENT_ID is not set. */
  google?: GoogleApp | null;
  /** Where Microsoft accounts are connected; null or unset: MICROSOFT_CLIENT_ID is not set. */
  microsoft?: MicrosoftApp | null;
  /** Verifies that SendGrid sent its events. null: none is set, and no events are accepted. */
  webhookKey: KeyObject | null;
  /** The domain of the addresses for replies (INBOUND_DOMAIN). */
  inboundDomain?: string | undefined;
  /** Other programs follow the log with it (GET /api/events); without one only admins do. */
  feedToken?: string | undefined;
  /** Everyone may read the hashes of the log's tree. */
  publicLog?: boolean | undefined;
  /** The logs whose checkpoints are cosigned here. */
  witnessedLogs?: readonly NoteKey[] | undefined;
  /** A monitor reads GET /metrics with it; without one there are none. */
  metricsToken?: string | undefined;
  /** Sandbox only: the seconds between two sends, instead of the sending hours. */
  sendGap?: { min: number; max: number } | undefined;
  /** An answer waits this long for its Undo; unset: it leaves at once. */
  answerUndoMs?: number | undefined;
  /** A call waits this long for its result, then answers 202. */
  waitMs: number;
  /** The interval of the live feed's heartbeat; 15 s outside of tests. */
  beatMs?: number;
  /** Carries the installation's own mails; unset: nothing is set up. */
  mailer?: SystemMailer['kind'] | undefined;
  /** Guards the first account; unset: an account existed when this process started. */
  setUp?: SetUpGuard | undefined;
  /** Unused for so many days, a session ends; those of admins earlier. */
  sessionIdleDays?: number;
  /** The number of proxies before this process that pass on the caller's address (X-Forwarded-For); unset: none. */
  trustedProxies?: number;
  /**
   * Sign-in with people's own accounts (OpenID Connect). Unset: there is none. `emailsConfirmed`: an address counts as confirmed if the
   * issuer does not say.
   */
  issuer?: { url: string; clientId: string; emailsConfirmed?: boolean } | undefined;
  /** Limits calls; unset: none is limited, as in tests. */
  limiter?: Limiter | undefined;
  version: string;
  /** The version of the package's PostgreSQL, when a real installation runs on it. */
  bundledPostgres?: string | undefined;
  /** The folder of the built web app, or null when it was not built. */
  webFolder: string | null;
  /** Aborted when the process stops: open streams end. */
  stopping: AbortSignal;
};

/**
 * `tenant`: the workspace that the session works in. `ageSeconds`: how long ago the session was opened. `account`: the user as the call
 * found them. `token`: the access token of a program, which has no session. A limit for programs counts by its id.
 */
export type SignedIn = {
  userId: string;
  tenant: string;
  isAdmin: boolean;
  isAuditor: boolean;
  /** This installation demands a second factor, and they have none. */
  owesSecondFactor: boolean;
  sessionId: string;
  ageSeconds: number;
  account: UserState;
  token: { id: string; scopes: readonly Scope[] } | null;
};

/** What a route tells the security log about its call. `about`: the HMAC of the address that was typed. */
export type SecuritySaid = { kind?: SecurityKind; userId?: string; about?: string };

/** Hono's environment. Behind the sign-in check there are `user`, and a way to ask later whether the session still holds. */
export type Env = {
  /** `agentAsked`: the event of an agent's wish that this call fulfils (routes/agents.ts). */
  Bindings: { agentAsked?: string | undefined };
  Variables: RequestIdVariables &
    SecureHeadersVariables & {
      user: SignedIn;
      security?: SecuritySaid;
      stillSignedIn: () => Promise<boolean>;
      /** The acts that the posting webhook may do. */
      incomingActs: readonly ActName[];
    };
};

/** The cause of a person's action by this request. `causationId`: the event (stream@version) that it follows from. */
export const causeBy = (c: Context<Env>, actor: string, causationId: string | null = null): Cause => ({
  actor,
  correlationId: c.get('requestId'),
  causationId,
});

/** For a person who has proved to be a user, with a session or without one. */
export const causeByUser = (c: Context<Env>, userId: string): Cause => causeBy(c, userActor(userId));

/** The cause of a command that the signed-in user gave. */
export function causeOf(c: Context<Env>): Cause {
  const { userId, token } = c.get('user');
  return causeBy(c, userActor(userId, token?.id), c.env?.agentAsked ?? null);
}
