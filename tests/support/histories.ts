import fc from 'fast-check';
import { AlreadyTaken, ConcurrencyConflict } from '../../db/log/conflicts.ts';
import { type Ref, ref, type Store } from '../../db/store.ts';
import { recordDelivery } from '../../events/messages/delivery.ts';
import { recordReply } from '../../events/messages/messageEnd.ts';
import type { DeliveryReport, MessageEvent } from '../../events/messages/messageEvents.ts';
import type { MessageState } from '../../events/messages/messageState.ts';
import { draftMessage, editMessage, recordGenerated } from '../../events/messages/messageText.ts';
import { claimSend, dispatchEmail, type Outcome, recordOutcome } from '../../events/messages/sendAttempt.ts';
import { requestSendNow } from '../../events/messages/sendTime.ts';
import { dismiss, markSent } from '../../events/messages/unknown.ts';
import { changePartnerStatus, discoverPartner } from '../../events/partners/partner.ts';
import { KINDS, type Kind } from '../../events/shared/event.ts';
import { Refused } from '../../events/shared/refused.ts';
import { type Command, commands } from './commands.ts';
import { cause } from './log.ts';
import { aPerson } from './samples.ts';

/** The streams that random histories move in: a few of each kind in each tenant. */
function streamsOf(tenant: string): Ref[] {
  const partners = ['a', 'b', 'c'];
  return [
    ...partners.map((id) => ref('partner', id)),
    ...partners.map((id) => ref('message', `c1.${id}.first`)),
    ...partners.map((id) => ref('conversation', `c1.${id}`)),
    ...KINDS.filter((kind) => !['partner', 'message', 'conversation'].includes(kind)).flatMap((kind) =>
      ['1', '2'].map((id) => ref(kind, `${id}${kind === 'user' ? tenant : ''}`)),
    ),
  ];
}

const isRefusal = (error: unknown) =>
  error instanceof Refused || error instanceof AlreadyTaken || error instanceof ConcurrencyConflict;

/** The database's key makes an account's address a pseudonym. Otherwise the address key would look like another one. */
function withRealHmac(store: Store, event: object): object {
  const { data, personal } = event as { data: { emailHmac?: string }; personal?: { email?: string } };
  if (data.emailHmac === undefined || personal?.email === undefined) return event;
  return { ...event, data: { ...data, emailHmac: store.pseudonyms.address('system', personal.email) } };
}

/** Runs one random command through the store; a refusal leaves nothing and is no error. */
async function act(
  store: Store,
  tenant: string,
  stream: Ref,
  decide: (state: never) => readonly object[],
): Promise<void> {
  try {
    await store.run({
      tenant,
      cause,
      streams: { it: stream as Ref<'partner'> },
      decide: ({ it }) => ({ it: decide(it as never).map((event) => withRealHmac(store, event)) as never }),
    });
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
}

/** Makes random legal histories over all aggregates in the tenants: `count` commands, the same for the same seed. */
export async function randomHistories(
  store: Store,
  tenants: readonly string[],
  count: number,
  seed: number,
): Promise<void> {
  for (const tenant of tenants) {
    for (const id of ['a', 'b', 'c']) {
      await act(store, tenant, ref('partner', id), (state) =>
        discoverPartner(state, aPerson({ person: { name: id } }), 's'),
      );
      await act(store, tenant, ref('message', `c1.${id}.first`), (state) =>
        draftMessage(state, { campaignId: 'c1', partnerId: id, step: 'first' }),
      );
    }
  }
  const step = fc.constantFrom(...tenants).chain((tenant) =>
    fc.constantFrom(...streamsOf(tenant)).chain((stream) => {
      const own = commands[stream.kind as Kind] as fc.Arbitrary<Command<never>>;
      return own.map((command) => ({ tenant, stream, command }));
    }),
  );
  for (const { tenant, stream, command } of fc.sample(step, { numRuns: count, seed })) {
    await act(store, tenant, stream, command);
  }
}

type HistoryStep = (state: MessageState, now: string) => MessageEvent[];
const HASH = 'f'.repeat(64);
const FAR = '2099-01-01T00:00:00.000Z';

const text = { subject: 'A vest', body: 'Hello' };
const written: HistoryStep = (state) =>
  recordGenerated(state, { runId: 'r1', model: 'm1', promptVersion: 'p@1', text, includeEdited: false });
const leaves: HistoryStep[] = [(state) => editMessage(state, text, HASH), (state) => requestSendNow(state, HASH)];
const attempt: HistoryStep[] = [
  (state, now) => claimSend(state, { worker: 'w', now, leaseUntil: FAR }),
  (state, now) => {
    const of = {
      now,
      attempt: state.attempt,
      worker: 'w',
      sendId: `s${state.attempt}`,
      mailbox: 'sendgrid',
      day: '2026-03-02',
    };
    return dispatchEmail(state, {
      ...of,
      addressHmac: 'h',
      textHash: HASH,
      to: 'a@b.example',
      from: 'c@d.example',
      subject: 'A',
      text: 'B',
    });
  },
];
const ends =
  (outcome: Outcome): HistoryStep =>
  (state) =>
    recordOutcome(state, state.attempt, outcome);
const sent = ends({ outcome: 'sent', providerMessageId: null });
const deferred = ends({
  outcome: 'deferred',
  until: '2026-03-02T00:00:00.000Z',
  reason: { code: 'asked_to_wait', provider: 'SendGrid' },
});
const failed = ends({ outcome: 'failed', reason: { code: 'sendgrid_refused' } });
const unknown = ends({ outcome: 'unknown', reason: { code: 'answer_not_seen' } });
const reported =
  (report: DeliveryReport): HistoryStep =>
  (state) =>
    recordDelivery(state, state.attempt, report, null);
const bounced = reported('bounced');
const replied: HistoryStep = (state) => recordReply(state);

/** The possible fates of a message on its way, and after that. */
const outcomePaths: readonly HistoryStep[][] = [
  [],
  [sent],
  [sent, bounced],
  [sent, replied],
  [failed],
  [unknown],
  [unknown, markSent],
  [unknown, markSent, sent],
  [unknown, markSent, failed],
  [unknown, dismiss],
  [unknown, sent, replied, bounced],
  [deferred],
  [deferred, ...attempt, sent],
  [deferred, ...attempt, unknown],
  [sent, reported('unsubscribed')],
  [sent, reported('complained')],
];

/** Approves a few people and sends them a campaign's messages, with every outcome in turn. `count` messages, the same for the same seed. */
export async function randomSends(
  store: Store,
  tenant: string,
  campaignId: string,
  count: number,
  seed: number,
): Promise<void> {
  const people = fc.sample(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { numRuns: count, seed });
  for (const [index, anyone] of people.entries()) {
    const fate = outcomePaths[(seed * count + index) % outcomePaths.length] ?? [];
    // every fifth text still waits for its review
    const waits = index % 5 === 0;
    // so that one of them counts: nothing that is sent to the same person later stands for the last
    const partnerId = fate.at(-1) === failed && !waits ? 'refused' : anyone;
    const step = `r${seed}${index}`;
    const stream = ref('message', `${campaignId}.${partnerId}.${step}`);
    const draft: HistoryStep = (state) => draftMessage(state, { campaignId, partnerId, step });
    await act(store, tenant, ref('partner', partnerId), (state) =>
      discoverPartner(state, aPerson({ person: { name: partnerId } }), 's'),
    );
    await act(store, tenant, ref('partner', partnerId), (state) => changePartnerStatus(state, 'approved'));
    const steps = waits ? [draft, written] : [draft, ...leaves, ...attempt, ...fate];
    for (const decide of steps) {
      const now = store.now().toISOString();
      await act(store, tenant, stream, (state) => decide(state, now));
    }
  }
}
