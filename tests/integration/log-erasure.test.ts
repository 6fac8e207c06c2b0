import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Sql } from '../../db/connection/connect.ts';
import { vacuumErased } from '../../db/erase/vacuumErased.ts';
import { PersonErasedError } from '../../db/log/conflicts.ts';
import { addressLock } from '../../db/log/locks.ts';
import { newId } from '../../db/log/newId.ts';
import { verifyStreams } from '../../db/log/verify.ts';
import { type Ref, ref, type Store } from '../../db/store.ts';
import { saveBusinessStep, updateProfile } from '../../events/accounts/profile.ts';
import { createCampaign } from '../../events/campaigns/campaign.ts';
import { aggregateOf } from '../../events/catalog.ts';
import type { MessageEvent } from '../../events/messages/messageEvents.ts';
import { draftMessage, editMessage } from '../../events/messages/messageText.ts';
import { editContact } from '../../events/partners/contact.ts';
import { addPartner, changePartnerStatus, discoverPartner, type PartnerEvent } from '../../events/partners/partner.ts';
import { saveEmailSettings } from '../../events/sending/mailbox.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';
import { cause } from '../support/log.ts';
import { aPerson } from '../support/samples.ts';

let db: TestDatabase;
let store: Store;
let owner: Sql;
let tenant: string;
let tenants = 0;

beforeAll(async () => {
  db = await freshDatabase();
  store = await db.open('api');
  owner = (await db.open('owner')).sql;
});
afterAll(() => db.drop());
beforeEach(() => {
  tenants += 1;
  tenant = `t${tenants}`;
});

const partner = ref('partner', 'p1');
const message = ref('message', 'c1.p1.first');
const run = <K extends 'partner' | 'message' | 'profile' | 'campaign' | 'mailbox'>(
  stream: Ref<K>,
  decide: Parameters<typeof store.run<{ it: Ref<K> }>>[0]['decide'],
) => store.run({ tenant, cause, streams: { it: stream }, decide });

const discover = () => run(partner, ({ it }) => ({ it: discoverPartner(it, aPerson(), 's1') }));
const contact = () => run(partner, ({ it }) => ({ it: editContact(it, { email: 'maren@run.example' }) }));
const destroyKey = (person: string) =>
  owner`delete from vault.person_keys where tenant_id = ${tenant} and person_id = ${person}`;
const keys = () =>
  owner<{ person_id: string }[]>`select person_id from vault.person_keys where tenant_id = ${tenant} order by 1`;
const fold = async (stream: Ref) => {
  const aggregate = aggregateOf(stream.kind);
  return (await store.history(tenant, stream)).reduce(aggregate.evolve, aggregate.initial);
};

describe('once the key of a partner is destroyed', () => {
  beforeEach(async () => {
    await discover();
    await run(message, ({ it }) => ({ it: draftMessage(it, { campaignId: 'c1', partnerId: 'p1', step: 'first' }) }));
    await run(message, ({ it }) => ({ it: editMessage(it, { subject: 'Hello', body: 'Dear Maren' }, 'h') }));
    await destroyKey('partner-p1');
  });

  test('the worker vacuums what still holds it', async () => {
    const { sql } = await db.open('worker', 1);
    const standing = async () =>
      (
        await owner<{ dead: number; vacuumed: number }[]>`
        select n_dead_tup::int as dead, vacuum_count::int as vacuumed from pg_stat_user_tables where relid = 'vault.person_keys'::regclass`
      )[0];
    await vi.waitFor(async () => {
      await owner`select pg_stat_force_next_flush()`;
      expect((await standing())?.dead).toBeGreaterThan(0);
    }, 10_000);
    await vacuumErased(sql);
    expect(await standing()).toEqual({ dead: 0, vacuumed: 1 });
  });

  test('nothing more can be sealed for them, in their own stream or in their messages, and no key is made', async () => {
    await expect(contact()).rejects.toBeInstanceOf(PersonErasedError);
    await expect(
      run(message, ({ it }) => ({ it: editMessage(it, { subject: 'Again', body: 'Dear Maren' }, 'h2') })),
    ).rejects.toBeInstanceOf(PersonErasedError);
    expect(await keys()).toEqual([]);
    expect((await store.load(tenant, partner)).version).toBe(1);
  });

  test('what is not personal goes on: a decision, the erasure itself', async () => {
    const erased: PartnerEvent = { type: 'PersonErased', data: {} };
    await run(partner, ({ it }) => ({ it: changePartnerStatus(it, 'approved') }));
    const { states } = await run(partner, () => ({ it: [erased] }));
    expect(states.it).toMatchObject({ status: 'approved', erased: true, person: null });
    const alsoErased: MessageEvent = { type: 'PersonErased', data: {} };
    await run(message, () => ({ it: [alsoErased] }));
    for (const stream of [partner, message])
      expect(await fold(stream)).toEqual((await store.load(tenant, stream)).state);
  });

  test('every fold handles it, and the chain still verifies: it covers what was sealed', async () => {
    expect((await store.history(tenant, partner))[0]?.personal).toBeNull();
    expect(await fold(partner)).toMatchObject({ erased: true, person: null, platform: 'linkedin' });
    expect(await fold(message)).toMatchObject({ hasText: true, text: null });
    expect(JSON.stringify([await fold(partner), await fold(message)])).not.toContain('Maren');
    expect((await verifyStreams(owner, tenant)).wrong).toEqual([]);
  });

  test('a person who was deleted may be added again, under a new key that does not open the old text', async () => {
    const gone: PartnerEvent[] = [
      { type: 'PartnerDeleted', data: {} },
      { type: 'PersonErased', data: {} },
    ];
    await run(partner, () => ({ it: gone }));
    const { states } = await run(partner, ({ it }) => ({
      it: addPartner(it, aPerson({ person: { name: 'Maren, again' } }), 'url'),
    }));
    expect(states.it).toMatchObject({ erased: false, person: { name: 'Maren, again' } });
    await contact();
    const history = await store.history(tenant, partner);
    expect(history[0]?.personal).toBeNull();
    expect(history.at(-1)?.personal).toMatchObject({ email: 'maren@run.example' });
    expect(await fold(partner)).toEqual((await store.load(tenant, partner)).state);
    expect((await store.history(tenant, message))[1]?.personal).toBeNull();
  });
});

test('a key that is destroyed while a worker still holds the person’s data stops its commit', async () => {
  await discover();
  const held = ref('suppression', 'held');
  const { writing } = await owner.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${String(addressLock(tenant, held.id))}::bigint)`;
    const started = store
      .run({
        tenant,
        cause,
        streams: { it: partner, held },
        decide: ({ it }) => ({ it: editContact(it, { email: 'maren@run.example' }) }),
      })
      .then(
        () => 'written',
        (error: unknown) => error,
      );
    for (let waiting = 0; waiting === 0; ) {
      const [row] = await tx<{ n: number }[]>`
        select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`;
      waiting = row?.n ?? 0;
    }
    await destroyKey('partner-p1');
    return { writing: started };
  });
  expect(await writing).toBeInstanceOf(PersonErasedError);
  expect((await store.load(tenant, partner)).version).toBe(1);
});

describe('the owner of a tenant', () => {
  const profile = ref('profile', 'main');
  const save = () =>
    run(profile, ({ it }) => ({ it: saveBusinessStep(it, { businessName: 'Shop', industry: 'Fitness' }) }));
  const form = {
    name: 'Spring',
    subjectType: 'static' as const,
    staticSubject: 'Hello',
    messagePrompt: 'Be kind',
    dailyLimit: 5,
  };
  const campaign = (id: string) => run(ref('campaign', id), ({ it }) => ({ it: createCampaign(it, form, newId) }));

  test('has one key, whichever of their streams comes first, also when several come at once', async () => {
    await run(ref('mailbox', 'main'), ({ it }) => ({
      it: saveEmailSettings(it, { emailProvider: 'gmail', secretId: null }),
    }));
    await discover();
    await Promise.all([campaign('a'), save(), campaign('b'), campaign('c')]);
    expect((await keys()).map(({ person_id }) => person_id)).toEqual(['owner', 'partner-p1']);
    expect((await store.history(tenant, profile))[0]?.personal).toMatchObject({ businessName: 'Shop' });
  });

  test('once erased, gets no new one, not even in a new stream', async () => {
    await save();
    await destroyKey('owner');
    await expect(run(profile, ({ it }) => ({ it: updateProfile(it, { jobTitle: 'x' }) }))).rejects.toBeInstanceOf(
      PersonErasedError,
    );
    await expect(campaign('new')).rejects.toBeInstanceOf(PersonErasedError);
    expect(await keys()).toEqual([]);
    expect(await fold(profile)).toMatchObject({ exists: true, businessName: null });
  });
});

test('text that PostgreSQL cannot store is mended before it is decided, sealed and folded', async () => {
  const { states } = await run(partner, ({ it }) => ({
    it: discoverPartner(it, aPerson({ person: { name: 'A\u0000b\ud800c', bio: '\\u0000 and 🌲' } }), 's1'),
  }));
  expect(states.it.person).toMatchObject({ name: 'A\ufffdb\ufffdc', bio: '\\u0000 and 🌲' });
  expect((await store.load(tenant, partner)).state).toEqual(states.it);
  expect(await fold(partner)).toEqual(states.it);
});
