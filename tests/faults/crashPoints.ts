/** The places where a worker process can die or stop: hooks around the tasks' dependencies, in no product code. */
import type { Store } from '../../db/store.ts';
import type { MailProvider } from '../../worker/providers/mailProvider.ts';
import { type Answer, eventsOf } from './decided.ts';

export type Point =
  /** Decided, nothing committed. */
  | 'before-commit'
  /** Ms after the commit began. */
  | 'at-commit'
  /** In a transaction of the task's own: all of it is written, and not committed. */
  | 'in-transaction'
  /** The commit was answered. */
  | 'after-commit'
  /** "It leaves now" is committed, and no byte has left. */
  | 'before-request'
  /** Ms after the request that lets it leave began. */
  | 'in-request'
  /** The provider has answered, and nobody has written it down. */
  | 'after-answer'
  /** Ms after the request for a draft began. */
  | 'in-draft'
  /** The provider has the draft, and its id is not committed. */
  | 'after-draft'
  /** An unsent draft is deleted, and that is not committed. */
  | 'after-deletion';

/** Strikes at the nth time that the point is passed, counted from the order. */
export type Crash = { point: Point; nth: number; delayMs: number; signal: 'SIGKILL' | 'SIGSTOP' };

/** A command and its outcome, whatever streams it names. */
type AnyCommand = { decide: (states: unknown, now: string) => Answer<unknown> };
type AnyOutcome = { committed: readonly unknown[] };

export type CrashPoints = {
  order(crash: Crash): void;
  store(store: Store): Store;
  mailProvider(provider: MailProvider): MailProvider;
};

export function crashPoints(): CrashPoints {
  let crash: Crash | null = null;
  function pass(point: Point): void {
    if (crash?.point !== point) return;
    crash.nth -= 1;
    if (crash.nth > 0) return;
    const { signal, delayMs } = crash;
    crash = null;
    const strike = () => process.kill(process.pid, signal);
    if (delayMs > 0) setTimeout(strike, delayMs);
    else strike();
  }
  return {
    order(wanted) {
      crash = { ...wanted };
    },
    store(store) {
      const hooked =
        (run: (command: AnyCommand) => Promise<AnyOutcome>, then: Point) =>
        async (command: AnyCommand): Promise<AnyOutcome> => {
          const decide: AnyCommand['decide'] = (states, now) => {
            const decided = command.decide(states, now);
            if (Object.values(eventsOf(decided)).some((events) => events?.length)) {
              pass('before-commit');
              pass('at-commit');
            }
            return decided;
          };
          const outcome = await run({ ...command, decide });
          if (outcome.committed.length > 0) pass(then);
          return outcome;
        };
      const runIn = store.runIn as unknown as (tx: unknown, command: AnyCommand) => Promise<AnyOutcome>;
      return {
        ...store,
        run: hooked(store.run as unknown as Parameters<typeof hooked>[0], 'after-commit') as unknown as Store['run'],
        runIn: ((tx: unknown, command: AnyCommand) =>
          hooked((inner) => runIn(tx, inner), 'in-transaction')(command)) as unknown as Store['runIn'],
      };
    },
    mailProvider(provider) {
      const { drafts } = provider;
      const leaving = async <T>(send: () => Promise<T>): Promise<T> => {
        pass('before-request');
        pass('in-request');
        const sent = await send();
        pass('after-answer');
        return sent;
      };
      return {
        ...provider,
        send: (credentials, mail) => leaving(() => provider.send(credentials, mail)),
        ...(drafts && {
          drafts: {
            ...drafts,
            async create(credentials, mail) {
              pass('in-draft');
              const made = await drafts.create(credentials, mail);
              pass('after-draft');
              return made;
            },
            send: (credentials, draft) => leaving(() => drafts.send(credentials, draft)),
            async delete(credentials, draft, earlier) {
              const deleted = await drafts.delete(credentials, draft, earlier);
              pass('after-deletion');
              return deleted;
            },
          },
        }),
      };
    },
  };
}
