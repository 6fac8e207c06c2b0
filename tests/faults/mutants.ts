/** Bugs, planted into the test worker alone, to prove that the checker finds what it is there for. */
import { idOf, ref, type Store } from '../../db/store.ts';
import { unscheduleEmail } from '../../events/messages/sendTime.ts';
import type { MailProvider } from '../../worker/providers/mailProvider.ts';
import { type Answer, eventsOf, resultOf } from './decided.ts';

export const MUTANTS = [
  'retry-on-timeout',
  'send-before-commit',
  're-roll-on-restart',
  'limits-ignored',
  'all-cancelled',
  'blind-reconcile',
  'smtp-retry',
  'reply-twice',
] as const;
export type Mutant = (typeof MUTANTS)[number];

type MutantParts = { store: Store; sendGrid: MailProvider; gmail: MailProvider; smtp: MailProvider };

/** An answer that was lost is taken for "it did not leave", and the mail is sent once more. */
const retryOnTimeout = ({ sendGrid, ...others }: MutantParts): MutantParts => ({
  ...others,
  sendGrid: {
    ...sendGrid,
    async send(credentials, mail) {
      const sent = await sendGrid.send(credentials, mail);
      const lost = sent.answer.kind === 'broken' || (sent.answer.kind === 'status' && sent.answer.status >= 500);
      return lost ? sendGrid.send(credentials, mail) : sent;
    },
  },
});

/** A server that fell silent after the end of an email is taken for one that never got it, and gets it again. */
const smtpRetry = ({ smtp, ...others }: MutantParts): MutantParts => ({
  ...others,
  smtp: {
    ...smtp,
    async send(credentials, mail) {
      const sent = await smtp.send(credentials, mail);
      return sent.answer.kind === 'broken' ? smtp.send(credentials, mail) : sent;
    },
  },
});

class OnlyLooked extends Error {}

type Decide = (states: Record<string, unknown>, now: string) => Answer<{ type: string; data: object }>;
type AnyCommand = { tenant: string; decide: Decide };
type AnyRun = (command: AnyCommand) => Promise<unknown>;

/** The mail goes out first; only then "it leaves now" is committed. */
function sendBeforeCommit({ store, sendGrid, ...others }: MutantParts): MutantParts {
  const later = new Map<string, () => Promise<unknown>>();
  const run = store.run as unknown as AnyRun;
  const runIn = store.runIn as unknown as (tx: unknown, command: AnyCommand) => Promise<unknown>;
  const sendFirst =
    (now: AnyRun): AnyRun =>
    async (command) => {
      let seen: { sendId: string; states: object; result: unknown } = { sendId: '', states: {}, result: undefined };
      const decide: Decide = (states, moment) => {
        const decided = command.decide(states, moment);
        const dispatched = eventsOf(decided).message?.find(({ type }) => type === 'EmailDispatched');
        if (!dispatched) return decided;
        seen = { sendId: (dispatched.data as { sendId: string }).sendId, states, result: resultOf(decided) };
        throw new OnlyLooked();
      };
      try {
        return await now({ ...command, decide });
      } catch (error) {
        if (!(error instanceof OnlyLooked)) throw error;
        later.set(seen.sendId, () => run(command));
        return { states: seen.states, committed: [{ events: ['as if'] }], result: seen.result };
      }
    };
  return {
    ...others,
    store: {
      ...store,
      run: sendFirst(run) as unknown as Store['run'],
      runIn: ((tx: unknown, command: AnyCommand) =>
        sendFirst((inner) => runIn(tx, inner))(command)) as unknown as Store['runIn'],
    },
    sendGrid: {
      ...sendGrid,
      async send(credentials, mail) {
        const sent = await sendGrid.send(credentials, mail);
        await later.get(mail.sendId)?.();
        later.delete(mail.sendId);
        return sent;
      },
    },
  };
}

/** A worker that starts gives all drawn times of a tenant back, so that the plan draws new ones. */
async function reRollAtStart(store: Store, tenant: string): Promise<void> {
  const rows = await store.sql<{ stream_id: string }[]>`
    select stream_id from read.stuck_messages('9999', '') where tenant_id = ${tenant}`;
  for (const { stream_id } of rows) {
    await store.run({
      tenant,
      cause: { actor: 'worker:start', correlationId: 'start', causationId: null },
      streams: { message: ref('message', idOf(stream_id)) },
      decide: ({ message }) => ({ message: unscheduleEmail(message, { code: 'late' }) }),
    });
  }
}

const BOUNDLESS = 1_000;

/** The limits in a state differ from the settings. */
function boundless(state: unknown): unknown {
  const { dailyLimit, rules } = (state ?? {}) as { dailyLimit?: number; rules?: object };
  if (dailyLimit !== undefined) return { ...(state as object), dailyLimit: BOUNDLESS };
  return rules ? { ...(state as object), rules: { ...rules, mailboxDailyCap: BOUNDLESS } } : state;
}

/** Neither the plan nor the dispatch sees the limits of campaign and mailbox. */
function limitsIgnored({ store, ...providers }: MutantParts): MutantParts {
  const blind = (command: AnyCommand): Pick<AnyCommand, 'decide'> => ({
    decide: (states, now) =>
      command.decide(Object.fromEntries(Object.entries(states).map(([name, state]) => [name, boundless(state)])), now),
  });
  const planted = deciding(store, (command) => ({ ...command, ...blind(command) }));
  const load = store.load as unknown as (
    tenant: string,
    stream: unknown,
  ) => Promise<{ state: unknown; version: number }>;
  return {
    store: {
      ...planted,
      load: (async (tenant: string, stream: unknown) => {
        const { state, version } = await load(tenant, stream);
        return { state: boundless(state), version };
      }) as unknown as Store['load'],
    },
    ...providers,
  };
}

/** Every dispatch takes its address for a suppressed one. */
const allCancelled = ({ store, ...providers }: MutantParts): MutantParts => ({
  store: deciding(store, (command) => ({
    ...command,
    decide(states, now) {
      const { address, campaignDay } = states;
      const suppressed = { ...(address as object), suppressed: true, reason: 'unsubscribed' };
      return command.decide(campaignDay ? { ...states, address: suppressed } : states, now);
    },
  })),
  ...providers,
});

/** A reply that is read is recorded a second time. */
const replyTwice = ({ store, ...providers }: MutantParts): MutantParts => ({
  store: deciding(store, (command) => ({
    ...command,
    decide(states, now) {
      const decided = command.decide(states, now);
      const { conversation = [], ...events } = eventsOf(decided);
      const received = conversation.filter(({ type }) => type === 'MailReceived');
      return [{ ...events, conversation: [...conversation, ...received] }, resultOf(decided)];
    },
  })),
  ...providers,
});

/** Every draft that is asked about was not sent. */
const blindReconcile = ({ gmail, ...others }: MutantParts): MutantParts => ({
  ...others,
  gmail: {
    ...gmail,
    ...(gmail.drafts && {
      drafts: {
        ...gmail.drafts,
        find: async () => ({ fate: 'unsent' }),
        delete: async () => ({ fate: 'deleted' }),
      },
    }),
  },
});

/** The same store with every command changed. */
function deciding(store: Store, change: (command: AnyCommand) => AnyCommand): Store {
  const run = store.run as unknown as AnyRun;
  const runIn = store.runIn as unknown as (tx: unknown, command: AnyCommand) => Promise<unknown>;
  return {
    ...store,
    run: ((command: AnyCommand) => run(change(command))) as unknown as Store['run'],
    runIn: ((tx: unknown, command: AnyCommand) => runIn(tx, change(command))) as unknown as Store['runIn'],
  };
}

async function mutant(bug: Mutant, tenant: string, real: MutantParts): Promise<MutantParts> {
  if (bug === 'retry-on-timeout') return retryOnTimeout(real);
  if (bug === 'send-before-commit') return sendBeforeCommit(real);
  if (bug === 'limits-ignored') return limitsIgnored(real);
  if (bug === 'all-cancelled') return allCancelled(real);
  if (bug === 'blind-reconcile') return blindReconcile(real);
  if (bug === 'smtp-retry') return smtpRetry(real);
  if (bug === 'reply-twice') return replyTwice(real);
  await reRollAtStart(real.store, tenant);
  return real;
}

/** The bug of each tenant. */
export type Planted = Readonly<Record<string, Mutant>>;

/** The tasks' parts, with each tenant's own bug. */
export async function plant(planted: Planted, real: MutantParts): Promise<MutantParts> {
  const parts = new Map<string, MutantParts>();
  for (const [tenant, bug] of Object.entries(planted)) parts.set(tenant, await mutant(bug, tenant, real));
  if (parts.size === 0) return real;
  const partsOf = (tenant: string) => parts.get(tenant) ?? real;
  const storeOf = (tenant: string) => partsOf(tenant).store;
  return {
    store: {
      ...real.store,
      run: (command) => storeOf(command.tenant).run(command),
      runIn: (tx, command) => storeOf(command.tenant).runIn(tx, command),
      load: (tenant, stream) => storeOf(tenant).load(tenant, stream),
    },
    sendGrid: {
      ...real.sendGrid,
      send: (credentials, mail) => partsOf(mail.tenant).sendGrid.send(credentials, mail),
    },
    smtp: {
      ...real.smtp,
      send: (credentials, mail) => partsOf(mail.tenant).smtp.send(credentials, mail),
    },
    // a draft does not say whose it is, but only one bug is about them
    gmail: [...parts.values()].find(({ gmail }) => gmail !== real.gmail)?.gmail ?? real.gmail,
  };
}
