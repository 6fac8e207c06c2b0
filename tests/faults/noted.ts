/** The worker itself notes what the ledger lacks, a JSON line each. */
import { appendFileSync } from 'node:fs';
import type { Store } from '../../db/store.ts';
import type { Credentials, Mail, MailProvider } from '../../worker/providers/mailProvider.ts';
import { type Answer, eventsOf } from './decided.ts';

/** With which key each mail was sent. */
export function notedCalls(provider: MailProvider, file: string): MailProvider {
  const { drafts } = provider;
  const note = ({ secret }: Credentials, { sendId }: Mail) =>
    appendFileSync(file, `${JSON.stringify({ sendId, key: secret })}\n`);
  return {
    ...provider,
    send(credentials, mail) {
      note(credentials, mail);
      return provider.send(credentials, mail);
    },
    ...(drafts && {
      drafts: {
        ...drafts,
        create(credentials, mail) {
          note(credentials, mail);
          return drafts.create(credentials, mail);
        },
      },
    }),
  };
}

type NotedEvent = { type: string; data: { sendId?: string } };
type AnyCommand = { decide: (states: unknown, now: string) => Answer<NotedEvent> };

/** The worker's own clock at a dispatch. The event's time may be that of another clock that was ahead. */
export function notedDispatches(store: Store, file: string): Store {
  const noted = (command: AnyCommand): AnyCommand => ({
    ...command,
    decide(states, now) {
      const decided = command.decide(states, now);
      for (const { type, data } of Object.values(eventsOf(decided)).flatMap((events) => events ?? []))
        if (type === 'EmailDispatched')
          appendFileSync(file, `${JSON.stringify({ sendId: data.sendId, decidedAt: now })}\n`);
      return decided;
    },
  });
  const run = store.run as unknown as (command: AnyCommand) => unknown;
  const runIn = store.runIn as unknown as (tx: unknown, command: AnyCommand) => unknown;
  return {
    ...store,
    run: ((command: AnyCommand) => run(noted(command))) as unknown as Store['run'],
    runIn: ((tx: unknown, command: AnyCommand) => runIn(tx, noted(command))) as unknown as Store['runIn'],
  };
}
