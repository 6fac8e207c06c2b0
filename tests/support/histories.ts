import fc from 'fast-check';
import { AlreadyTaken, ConcurrencyConflict } from '../../db/log/conflicts.ts';
import { type Ref, ref, type Store } from '../../db/store.ts';
import { KINDS, type Kind } from '../../events/event.ts';
import { draftMessage } from '../../events/messageText.ts';
import { discoverPartner } from '../../events/partner.ts';
import { Refused } from '../../events/refused.ts';
import { type Command, commands } from './commands.ts';
import { cause } from './log.ts';
import { aPerson } from './samples.ts';

/** The streams that random histories move in: a few of each kind in each tenant. */
function streamsOf(tenant: string): Ref[] {
  const partners = ['a', 'b', 'c'];
  return [
    ...partners.map((id) => ref('partner', id)),
    ...partners.map((id) => ref('message', `c1.${id}.first`)),
    ...KINDS.filter((kind) => kind !== 'partner' && kind !== 'message').flatMap((kind) =>
      ['1', '2'].map((id) => ref(kind, `${id}${kind === 'user' ? tenant : ''}`)),
    ),
  ];
}

const isRefusal = (error: unknown) =>
  error instanceof Refused || error instanceof AlreadyTaken || error instanceof ConcurrencyConflict;

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
      decide: ({ it }) => ({ it: decide(it as never) as never }),
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
