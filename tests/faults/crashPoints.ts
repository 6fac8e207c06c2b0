/** Where a worker process can be made to die or stop: hooks around what the product gives its tasks, in no code of the product. */
import type { Store } from '../../db/store.ts';
import type { MailProvider } from '../../worker/providers/mailProvider.ts';

export type Point =
  /** Decided, nothing committed. */
  | 'before-commit'
  /** So many ms after the commit was begun. */
  | 'at-commit'
  /** In a transaction of the task's own: all of it is written, and not committed. */
  | 'in-transaction'
  /** The commit was answered. */
  | 'after-commit'
  /** "It leaves now" is committed, and no byte has left. */
  | 'before-request'
  /** So many ms after the request to SendGrid was begun. */
  | 'in-request'
  /** SendGrid has answered, and nobody has written it down. */
  | 'after-answer';

/** Strikes at the nth time that the point is passed, counted from the order. */
export type Crash = { point: Point; nth: number; delayMs: number; signal: 'SIGKILL' | 'SIGSTOP' };

/** A command and its outcome, whatever streams it names. */
type AnyCommand = {
  decide: (states: unknown, now: string) => Readonly<Record<string, readonly unknown[] | undefined>>;
};
type AnyOutcome = { committed: readonly unknown[] };

export type CrashPoints = {
  order(crash: Crash): void;
  store(store: Store): Store;
  sendGrid(provider: MailProvider): MailProvider;
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
            if (Object.values(decided).some((events) => events?.length)) {
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
    sendGrid: (provider) => ({
      ...provider,
      async send(credentials, mail) {
        pass('before-request');
        pass('in-request');
        const sent = await provider.send(credentials, mail);
        pass('after-answer');
        return sent;
      },
    }),
  };
}
