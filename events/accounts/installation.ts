import { z } from 'zod';
import { type AiLack, aiServerCheck } from '../ai/aiServer.ts';
import { type ModelCheck, modelCheck } from '../ai/modelCheck.ts';
import type { Aggregate, EventOf, Recorded } from '../shared/event.ts';
import { Refused } from '../shared/refused.ts';
import { sameJson } from '../shared/sameJson.ts';
import { FREEZE_CAUSES } from '../shared/sendingFrozen.ts';

/** Whether the links under `publicUrl` (PUBLIC_URL) led here. */
const linkCheck = z.object({ publicUrl: z.string(), works: z.boolean() });
export type LinkCheck = z.infer<typeof linkCheck>;

/** What holds for the whole installation: sandbox or real, forever, who was the first admin, and whether the links in mails work. */
export const installationDefinitions = {
  InstallationSettled: { version: 1, data: z.object({ sandbox: z.boolean() }) },
  FirstAdminNamed: { version: 1, data: z.object({ userId: z.string() }) },
  /** A new epoch, other than the first, freezes sending (sendingFrozen.ts). `log.begin_new_epoch` writes it. `detail`: the file that shows why. */
  EpochBegan: {
    version: 1,
    data: z.object({
      epoch: z.number(),
      why: z.enum(FREEZE_CAUSES),
      detail: z.string().nullable(),
      systemIdentifier: z.string(),
      lostFrom: z.string().nullable(),
    }),
  },
  /**
   * An operator ended the freeze of an epoch (sendingFrozen.ts). `unknown`: how many messages may have left in the meantime, and wait for their
   * users; `nothingLeft`: the operator knows that none did.
   */
  SendingReleased: {
    version: 1,
    data: z.object({ epoch: z.number(), unknown: z.number(), nothingLeft: z.boolean() }),
  },
  /** A link as the mails carry it was opened from outside. Only what differs from the last check is written down. */
  PublicLinkChecked: { version: 1, data: linkCheck },
  /** The AI provider was asked about a model in use. Only what differs from the last check is written down. */
  AiModelChecked: { version: 1, data: modelCheck },
  /** What the AI server lacks, as far as the worker knows. Only what differs from the last time is written down. */
  AiServerChecked: { version: 1, data: aiServerCheck },
  /** An admin wants a job that failed, or waits to be tried again, to be done now. */
  JobRetryAsked: { version: 1, data: z.object({ jobId: z.string() }) },
  /** A clock was set, or its host slept. `seconds`: how far it is ahead of the database, or of what the database's clock said before. */
  ClockStepped: {
    version: 1,
    data: z.object({ clock: z.enum(['api', 'worker', 'database']), seconds: z.number() }),
  },
  /**
   * SECRET_KEY was rotated. `keyId`: of the new key, from which nothing of it follows. The new key wraps so many keys of people and secrets;
   * `damaged`: neither key opened them.
   */
  SecretKeyRotated: {
    version: 1,
    data: z.object({ keyId: z.string(), keys: z.number(), secrets: z.number(), damaged: z.number() }),
  },
  /** Another key signs the checkpoints. `note`: by which the old key names the new one (db/seal/keyOrder.ts). */
  SigningKeyRotated: { version: 1, data: z.object({ note: z.string() }) },
} as const;
export type InstallationEvent = EventOf<typeof installationDefinitions>;
export type InstallationState = {
  sandbox: boolean | null;
  firstAdmin: string | null;
  linkCheck: LinkCheck | null;
  /** Of each model in use. */
  modelChecks: readonly ModelCheck[];
  aiLacks: readonly AiLack[];
  /** Of the SECRET_KEY after the newest rotation. */
  secretKeyId: string | null;
};

export const installation: Aggregate<InstallationState, InstallationEvent> = {
  kind: 'installation',
  definitions: installationDefinitions,
  projectionVersion: 1,
  initial: { sandbox: null, firstAdmin: null, linkCheck: null, modelChecks: [], aiLacks: [], secretKeyId: null },
  evolve(state, event: Recorded<InstallationEvent>) {
    switch (event.type) {
      case 'InstallationSettled':
        return { ...state, sandbox: event.data.sandbox };
      case 'FirstAdminNamed':
        return { ...state, firstAdmin: event.data.userId };
      case 'EpochBegan':
      case 'SendingReleased':
      case 'JobRetryAsked':
      case 'ClockStepped':
      case 'SigningKeyRotated':
        return state;
      case 'PublicLinkChecked':
        return { ...state, linkCheck: event.data };
      case 'AiModelChecked':
        return { ...state, modelChecks: [...othersOf(state, event.data), event.data] };
      case 'SecretKeyRotated':
        return { ...state, secretKeyId: event.data.keyId };
      case 'AiServerChecked':
        return { ...state, aiLacks: event.data.lacks };
    }
  },
};

/** Decides once whether this installation is a sandbox; later starts must agree. `auto` follows what was decided. */
export function settle(
  state: InstallationState,
  wanted: 'auto' | 'on' | 'off',
  providerKeys: readonly string[],
): InstallationEvent[] {
  if (state.sandbox === null) {
    const sandbox = wanted === 'auto' ? providerKeys.length === 0 : wanted === 'on';
    if (sandbox && providerKeys.length > 0) {
      throw new Refused({ code: 'sandbox_with_keys', keys: providerKeys });
    }
    return [{ type: 'InstallationSettled', data: { sandbox } }];
  }
  if (state.sandbox && (wanted === 'off' || providerKeys.length > 0)) {
    throw new Refused({ code: 'made_as_sandbox', keys: providerKeys });
  }
  if (!state.sandbox && wanted === 'on') {
    throw new Refused({ code: 'made_as_real' });
  }
  return [];
}

export function nameFirstAdmin(state: InstallationState, userId: string): InstallationEvent[] {
  return state.firstAdmin ? [] : [{ type: 'FirstAdminNamed', data: { userId } }];
}

/** Records what came of a check of the links; the same as last time is no event. */
export const recordLinkCheck = (state: InstallationState, check: LinkCheck): InstallationEvent[] =>
  sameJson(state.linkCheck, check) ? [] : [{ type: 'PublicLinkChecked', data: check }];

/** The checks of other models: each task has one model. */
const othersOf = ({ modelChecks }: InstallationState, { model, tasks }: ModelCheck): ModelCheck[] =>
  modelChecks.filter((one) => one.model !== model && !one.tasks.some((task) => tasks.includes(task)));

/** Records what the AI provider says of a model; the same as last time is no event. */
export function recordModelCheck(state: InstallationState, check: ModelCheck): InstallationEvent[] {
  const known = state.modelChecks.find(({ model }) => model === check.model);
  return known && sameJson(known, check) ? [] : [{ type: 'AiModelChecked', data: check }];
}

/** Records what the AI server lacks; the same as last time is no event. */
export function recordAiLacks(state: InstallationState, found: readonly AiLack[]): InstallationEvent[] {
  const lacks = [...new Set(found)].sort();
  return sameJson([...state.aiLacks], lacks) ? [] : [{ type: 'AiServerChecked', data: { lacks } }];
}

/** `jobId`: the queue's number of it. */
export const askForRetry = (jobId: string): InstallationEvent[] => [{ type: 'JobRetryAsked', data: { jobId } }];

/** Records a rotation once, however often its end is run. */
export const recordRotation = (
  state: InstallationState,
  data: Extract<InstallationEvent, { type: 'SecretKeyRotated' }>['data'],
): InstallationEvent[] => (state.secretKeyId === data.keyId ? [] : [{ type: 'SecretKeyRotated', data }]);

export const recordSigningKey = (note: string): InstallationEvent[] => [{ type: 'SigningKeyRotated', data: { note } }];
