import { changeAccount } from '../../events/accounts/user.ts';
import { completeErasure, type Tally } from '../../events/privacy/erasure.ts';
import { personOf } from '../../events/shared/event.ts';
import { certainOwnerOf } from '../accounts/workspace.ts';
import { readAs, type Tx } from '../connection/connect.ts';
import { idOf, type Ref, ref, streamIdOf } from '../store.ts';
import { endImportIn } from './endImport.ts';
import { erasePartners } from './erasePartners.ts';
import { type ErasureWork, eraseStep, refOf } from './eraseStep.ts';
import { appendErasureLog } from './erasuresFile.ts';
import { removeJobs } from './removeJobs.ts';

/** Streams of one transaction. */
const AT_ONCE = 200;

/**
 * Erases a whole tenant with the account of its owner, which is closed first, so that nothing more is sent or signed in to; then all that the
 * owner wrote, every partner, the entries of suppressed addresses (their HMACs hold on), secrets and jobs, and the account's own personal
 * fields. May be interrupted anywhere and done again.
 */
export async function eraseTenant(work: ErasureWork, erasuresFile: string | undefined): Promise<void> {
  const { store, tenant, cause } = work;
  // a receipt that leaves the account would be false
  const owner = await certainOwnerOf(store, tenant, 'erase');
  const user = owner === null ? null : ref('user', owner);
  if (user) {
    await store.run({
      tenant: 'system',
      cause,
      streams: { user },
      decide: ({ user: now }) => ({ user: changeAccount(now, 'deleted') }),
    });
  }
  const lines = [
    { tenant, person: 'owner', asListed: false },
    ...(user ? [{ tenant: 'system', person: streamIdOf(user), asListed: false }] : []),
  ];
  appendErasureLog(erasuresFile, lines, store.now());
  await eraseStep(work, async () => ({
    persons: [],
    also: async (tx) => {
      await endImportIn(tx, work);
      return user ? forgetSignIn(tx, user.id) : {};
    },
  }));
  const { requestedAt } = (await store.load(tenant, work.erasure)).state;
  await work.revokeAccess?.(tenant, requestedAt);
  await eraseStreams(work, await ownersStreams(work));
  await erasePartners(work, await partnersLeft(work), { addresses: 'leave', erasuresFile: undefined });
  // what a call that was under way brought in, too
  for (let left = await keysLeft(work); left.length > 0; left = await keysLeft(work)) {
    const partners = left.filter((person) => person.startsWith('partner-')).map(idOf);
    await erasePartners(work, partners, { addresses: 'leave', erasuresFile: undefined });
    const others = left.filter((person) => !person.startsWith('partner-') && person !== 'owner');
    await eraseStreams(work, others.map(refOf));
  }
  // and what lost its key before anybody said so: a restore destroys keys first
  await eraseStreams(work, await unrecordedErasures(work));
  if (user) {
    await eraseStep({ ...work, tenant: 'system', erasure: ref('erasure', 'none') }, async () => ({
      persons: [streamIdOf(user)],
      streams: async () => [user],
    }));
  }
  const account = user ? await accountErased(work, user) : {};
  await eraseStep(work, async () => ({
    persons: [],
    also: async (tx) => {
      const [vault] = await tx<{ secrets: number }[]>`select vault.forget_secrets(${tenant}) as secrets`;
      return { ...account, secrets: vault?.secrets ?? 0, jobs: await removeJobs(tx, tenant, 'all') };
    },
    ends: completeErasure,
  }));
}

/** Blanks streams, some at a time, and destroys the keys of the persons that they are about, and the owner's. */
async function eraseStreams(work: ErasureWork, streams: readonly Ref[]): Promise<void> {
  for (let from = 0; from === 0 || from < streams.length; from += AT_ONCE) {
    const some = streams.slice(from, from + AT_ONCE);
    const persons = [...new Set(['owner', ...some.map((stream) => personOf(streamIdOf(stream)))])];
    await eraseStep(work, async () => ({ persons, streams: async () => some }));
  }
}

async function forgetSignIn(tx: Tx, userId: string): Promise<Partial<Tally>> {
  const [gone] = await tx<{ sessions: number; passwords: number }[]>`
    select sessions, passwords from auth.forget_user(${userId})`;
  return gone ?? {};
}

/** All streams under the owner's key, searches for one person (which have their own) included: a search that runs must end first. */
async function ownersStreams({ store, tenant }: ErasureWork): Promise<Ref[]> {
  const rows = await readAs(
    store.sql,
    tenant,
    (tx) => tx<{ stream_id: string }[]>`
      select stream_id from read.searches where tenant_id = ${tenant}
      union all select stream_id from read.profiles where tenant_id = ${tenant}
      union all select stream_id from read.campaigns where tenant_id = ${tenant}
      union all select stream_id from read.mailboxes where tenant_id = ${tenant}`,
  );
  return rows.map(({ stream_id }) => refOf(stream_id));
}

async function partnersLeft({ store, tenant }: ErasureWork): Promise<string[]> {
  const rows = await readAs(
    store.sql,
    tenant,
    (tx) => tx<{ stream_id: string }[]>`
      select stream_id from read.partners
      where tenant_id = ${tenant} and not (status = 'deleted' and (state->>'erased')::boolean) order by stream_id`,
  );
  return rows.map(({ stream_id }) => idOf(stream_id));
}

async function keysLeft({ store, tenant }: ErasureWork): Promise<string[]> {
  const rows = await readAs(
    store.sql,
    tenant,
    (tx) => tx<{ person_id: string }[]>`
      select person_id from vault.person_keys where tenant_id = ${tenant} order by person_id limit 1000`,
  );
  return rows.map(({ person_id }) => person_id);
}

/** Streams with a sealed text of which no erasure is recorded. It reads the tenant's whole log. */
async function unrecordedErasures({ store, tenant }: ErasureWork): Promise<Ref[]> {
  const rows = await readAs(
    store.sql,
    tenant,
    (tx) => tx<{ stream_id: string }[]>`
      select stream_id from log.events where tenant_id = ${tenant}
      group by stream_id
      having max(version) filter (where payload->'p' is not null)
        > coalesce(max(version) filter (where type = 'PersonErased'), 0)`,
  );
  return rows.map(({ stream_id }) => refOf(stream_id));
}

/** The account lies in another tenant, so its key and row are counted here, whichever run of this erasure destroyed them. */
async function accountErased({ store, tenant, erasure }: ErasureWork, user: Ref<'user'>): Promise<Partial<Tally>> {
  const { requestedAt } = (await store.load(tenant, erasure)).state;
  const history = await store.history('system', user);
  const gone = history.some(({ type, at }) => type === 'PersonErased' && at >= requestedAt);
  return gone ? { keys: 1, rows: 1, sealedTexts: history.filter(({ personal }) => personal === null).length } : {};
}
