/** The oracle of the fault runs knows from the log alone who is held by an open question. */
import postgres from 'postgres';
import { afterAll, expect, inject, test } from 'vitest';
import type { SuppressionEvent } from '../../events/privacy/suppression.ts';
import { heldBack } from '../faults/check/heldBack.ts';

// its tables are temporary
const sql = postgres(inject('ownerUrl'), { max: 1, onnotice: () => undefined });
afterAll(() => sql.end());

type Happened = { stream: string } & (
  | Pick<Extract<SuppressionEvent, { type: 'AddressHeld' | 'AddressReleased' }>, 'type' | 'data'>
  | { type: 'EmailDispatched'; to: string }
);
const held = (address: string, conversation: string): Happened => ({
  ...{ stream: `suppression-${address}`, type: 'AddressHeld', data: { conversation, sign: 'unsubscribe' } },
});
const released = (address: string, conversation: string): Happened => ({
  ...{ stream: `suppression-${address}`, type: 'AddressReleased', data: { conversation } },
});
const dispatched = (to: string): Happened => ({ stream: 'message-c1.p1.1', type: 'EmailDispatched', to });

/** The oracle's findings in a log with these events, a second apart. */
const said = (...log: Happened[]): Promise<string[]> =>
  sql.begin(async (tx) => {
    const rows = log.map(({ stream, type, ...more }, index) => ({
      ...{ stream, type, version: index + 1, d: 'data' in more ? more.data : {}, to: 'to' in more ? more.to : null },
      at: new Date(index * 1_000),
    }));
    await tx`create temp table committed on commit drop as
      select 't1' as tenant_id, stream as stream_id, version, type, d, "to", at as committed_at
      from jsonb_to_recordset(${tx.json(rows as never)}) as x(stream text, version int, type text, d jsonb, "to" text, at timestamptz)`;
    await tx`create temp table dispatched on commit drop as
      select tenant_id, stream_id, version, substr(stream_id, 9) as message_id, 'send' as send_id, "to" as address_hmac,
        committed_at, committed_at as decided_at, false as immediate
      from committed where type = 'EmailDispatched'`;
    await tx`create temp table intents on commit drop as
      select 't1' as tenant_id, 'c1.p1.1' as message_id, 'c1' as campaign_id, 'p1' as partner_id`;
    return heldBack(tx);
  });

test.each<[string, Happened[]]>([
  ['the address of the email', [held('a1', 'c9.p9')]],
  ['a former address of the person', [held('a0', 'c9.p1')]],
  [
    'the address, after another question about it was answered',
    [held('a1', 'c1.p1'), held('a1', 'c2.p1'), released('a1', 'c2.p1')],
  ],
  [
    'the address, when the answer freed another one alone',
    [held('a0', 'c1.p1'), held('a1', 'c1.p1'), released('a0', 'c1.p1')],
  ],
])('an email that left although a question held %s is found', async (_what, before) => {
  expect(await said(...before, dispatched('a1'))).toEqual([
    expect.stringMatching(/^send was dispatched .* after AddressHeld$/),
  ]);
});

test.each<[string, Happened[]]>([
  ['nothing was asked', [dispatched('a1')]],
  ['the question was about another person at another address', [held('a0', 'c1.p2'), dispatched('a1')]],
  [
    'the question was answered',
    [held('a0', 'c1.p1'), held('a1', 'c1.p1'), released('a0', 'c1.p1'), released('a1', 'c1.p1'), dispatched('a1')],
  ],
  ['the question came afterwards', [dispatched('a1'), held('a1', 'c1.p1')]],
])('an email that left when %s is not', async (_when, log) => {
  expect(await said(...log)).toEqual([]);
});
