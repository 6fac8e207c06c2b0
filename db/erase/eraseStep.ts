import { setTimeout as wait } from 'node:timers/promises';
import { erasePerson } from '../../events/erasePerson.ts';
import { DISPATCHED, type MessageState } from '../../events/messages/messageState.ts';
import {
  advanceErasure,
  completeErasure,
  type ErasureEvent,
  type ErasureState,
  eraseSuppression,
  NOTHING,
  sum,
  type Tally,
} from '../../events/privacy/erasure.ts';
import type { SuppressionState } from '../../events/privacy/suppression.ts';
import type { AnyEvent } from '../../events/shared/event.ts';
import type { Tx } from '../connection/connect.ts';
import { makeRows } from '../lists/project.ts';
import type { Cause } from '../log/commit.ts';
import { ConcurrencyConflict } from '../log/conflicts.ts';
import { addressLock } from '../log/locks.ts';
import { idOf, type Ref, ref, type Store, streamIdOf } from '../store.ts';
import { removeJobs } from './removeJobs.ts';
import { sealedTexts } from './sealedTexts.ts';

/** The actor of an erasure, and the receipt on which it counts. */
export type ErasureWork = {
  store: Store;
  tenant: string;
  cause: Cause;
  erasure: Ref<'erasure'>;
  /** Gets the names of the erased people, before their keys go. */
  erasuresFile?: string | undefined;
  /** Keys that a restore destroyed before it made any row, as keyName names them. They count where their persons are erased. */
  gone?: Set<string> | undefined;
  /** Revokes a tenant's stored tokens at other parties before it destroys them. It throws while that is worth another try. */
  revokeAccess?: ((tenant: string, requestedAt: string) => Promise<void>) | undefined;
};

/** A key of vault.person_keys by its tenant and person. */
export const keyName = (tenant: string, person: string): string => `${tenant} ${person}`;

export type ErasureStep = {
  /** The owners of the keys, as vault.person_keys names them. */
  persons: readonly string[];
  /** Entries of the "do not contact" list by HMAC: each loses its address. `hold` also suppresses it permanently; `keep` does not. */
  entries?: Readonly<Record<string, 'hold' | 'keep'>>;
  /** Other streams about them. It is called after the keys are gone, when nothing more can be sealed. */
  streams?: (tx: Tx) => Promise<Ref[]>;
  /** Whether a stream is still as the step was prepared for; false: all of it begins again. */
  isCurrent?: (stream: Ref, state: unknown) => boolean;
  /** More erasures in the same transaction, counted. */
  also?: (tx: Tx) => Promise<Partial<Tally>>;
  /** The receipt's events for this step. Unset: its count. ConcurrencyConflict: all of it begins again. */
  receipt?: (receipt: ErasureState, tally: Tally) => ErasureEvent[];
};

const ATTEMPTS = 30;

/**
 * Runs one step of an erasure in one transaction. Keys, rows, waiting messages, jobs and the count on the receipt go together or not at all. So it
 * can be interrupted anywhere and repeated. `prepare` runs again when something moved since. Answers the count.
 */
export async function eraseStep(work: ErasureWork, prepare: () => Promise<ErasureStep>): Promise<Tally> {
  for (let left = ATTEMPTS; ; left -= 1) {
    const step = await prepare();
    try {
      const { tally, counted: keys } = await work.store.sql.begin((tx) => attempt(tx, work, step));
      for (const name of keys) work.gone?.delete(name);
      return tally;
    } catch (error) {
      // 40P01: PostgreSQL ended one of two transactions that waited for each other
      const again = error instanceof ConcurrencyConflict || (error as { code?: unknown }).code === '40P01';
      if (!again || left <= 1) throw error;
      await wait(Math.random() * 100);
    }
  }
}

/** Answers the count, and the keys in it that a restore had destroyed. */
async function attempt(tx: Tx, work: ErasureWork, step: ErasureStep): Promise<{ tally: Tally; counted: string[] }> {
  const { store, tenant, cause, erasure, gone } = work;
  const addresses = Object.keys(step.entries ?? {}).sort();
  // in the order of every commit: addresses, keys, streams
  for (const hmac of addresses) await tx`select pg_advisory_xact_lock(${String(addressLock(tenant, hmac))}::bigint)`;
  await tx`select set_config('app.tenant', ${tenant}, true)`;
  const entries = addresses.map((hmac) => ref('suppression', hmac));
  const persons = [...step.persons, ...entries.map(streamIdOf)];
  const [keys] = await tx<{ destroyed: number }[]>`select vault.destroy_keys(${tenant}, ${persons}) as destroyed`;
  const counted = [...new Set(persons.map((person) => keyName(tenant, person)))].filter((name) => gone?.has(name));
  const about: Ref[] = [...((await step.streams?.(tx)) ?? []), ...entries];
  const sealed = await sealedTexts(tx, tenant, about.map(streamIdOf));
  const ids = about.map(({ id }) => id);
  const jobs = await removeJobs(tx, tenant, ids);
  const also = { keys: (keys?.destroyed ?? 0) + counted.length, jobs, ...(await step.also?.(tx)) };

  let tally = NOTHING;
  const decide = (states: Readonly<Record<string, unknown>>): Record<string, AnyEvent[]> => {
    const receipt = states[streamIdOf(erasure)] as ErasureState;
    const decided: Record<string, AnyEvent[]> = {};
    tally = { ...NOTHING, ...also };
    for (const stream of about) {
      const name = streamIdOf(stream);
      if (step.isCurrent && !step.isCurrent(stream, states[name])) throw new ConcurrencyConflict();
      const texts = sealed.get(name) ?? 0;
      const isHeld = stream.kind === 'suppression' && step.entries?.[stream.id] === 'hold';
      const events: AnyEvent[] = isHeld
        ? eraseSuppression(states[name] as SuppressionState, texts > 0)
        : erasePerson(stream.kind, states[name], texts > 0);
      decided[name] = events;
      tally = sum(tally, countOf(stream, states[name], events, texts));
    }
    decided[streamIdOf(erasure)] = (step.receipt ?? advanceErasure)(receipt, tally);
    return decided;
  };

  const streams = Object.fromEntries([...about, erasure].map((stream) => [streamIdOf(stream), stream]));
  // the kinds of the streams are known at run time only
  await store.runIn(tx, { tenant, cause, streams, decide: decide as never });
  const people = about.filter(({ kind }) => kind === 'partner').map(({ id }) => id);
  // lists show names, too
  if (people.length > 0) await makeRows(tx, tenant, people);
  return { tally, counted };
}

/** The receipt counts the last step and is complete. */
export const lastStep: NonNullable<ErasureStep['receipt']> = (receipt, tally) => [
  ...advanceErasure(receipt, tally),
  ...completeErasure(receipt),
];

/** Counts the changes of one stream. `texts`: how many sealed ones were closed. */
function countOf(stream: Ref, before: unknown, events: readonly AnyEvent[], texts: number): Tally {
  const had = (type: string) => (events.some((event) => event.type === type) ? 1 : 0);
  const wasOnItsWay = stream.kind === 'message' && DISPATCHED.has((before as MessageState).status);
  const wasListed = stream.kind === 'suppression' && (before as SuppressionState).suppressed;
  return {
    ...NOTHING,
    rows: had('PersonErased'),
    messagesCancelled: had('MessageCancelled'),
    messagesKept: wasOnItsWay ? had('PersonErased') : 0,
    suppressed: had('AddressSuppressed') || (wasListed ? had('PersonErased') : 0),
    sealedTexts: texts,
  };
}

export const refOf = (streamId: string): Ref =>
  ref(streamId.slice(0, streamId.indexOf('-')) as Ref['kind'], idOf(streamId));
