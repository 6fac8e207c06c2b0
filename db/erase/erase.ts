/** All erasures happen here. A request is recorded and carried out step by step, and its stream is the receipt. */
import { changeAccount } from '../../events/accounts/user.ts';
import {
  type ErasureState,
  type ErasureSubject,
  erasureId,
  requestErasure,
  type Tally,
} from '../../events/privacy/erasure.ts';
import { erasureReceipt } from '../../events/privacy/erasureReceipt.ts';
import type { ErasureReceipt } from '../../events/privacy/erasureReceiptSchema.ts';
import { personOf } from '../../events/shared/event.ts';
import { certainOwnerOf } from '../accounts/workspace.ts';
import { readAs, type Tx } from '../connection/connect.ts';
import type { Cause } from '../log/commit.ts';
import { idOf, type Ref, ref, type Store, streamIdOf } from '../store.ts';
import { endImportIn } from './endImport.ts';
import { erasePartner, erasePartners } from './erasePartners.ts';
import { type ErasureWork, eraseStep, lastStep, refOf } from './eraseStep.ts';
import { appendErasureLog } from './erasuresFile.ts';
import { removeJobs } from './removeJobs.ts';
import { whoHasAddress } from './whoHasAddress.ts';

/** Writes a wish down; an open one of the same subject is joined. Answers its id. The worker carries it out, unless the caller does. */
export async function askForErasure(
  store: Store,
  tenant: string,
  cause: Cause,
  subject: ErasureSubject,
): Promise<string> {
  const id = erasureId(subject);
  await store.decide({ tenant, cause }, ref('erasure', id), (erasure) => requestErasure(erasure, subject));
  return id;
}

/** `user`: the account of a tenant's owner; null: it never had one, or the erasure is of another subject. */
type StepWork = ErasureWork & { subject: ErasureState; user: Ref<'user'> | null };

/** Each erasure, step by step. A step may be interrupted anywhere and done again. */
const STEPS: Readonly<Record<ErasureSubject['kind'], readonly ((work: StepWork) => Promise<void>)[]>> = {
  partner: [erasePartner],
  address: [erasePartnersWithAddress, holdAddress],
  tenant: [
    closeAccount,
    noteTenant,
    endImportAndSessions,
    revokeAccess,
    eraseOwnersTexts,
    eraseAllPartners,
    eraseLateArrivals,
    eraseUnrecorded,
    eraseAccount,
    forgetSecrets,
  ],
};

/**
 * Carries out a request and answers the receipt. Steps that are done stay done. `store`: the worker's or the owner's. May be interrupted anywhere,
 * done again, and done by two at once. Throws ErasuresFileFailed, and what `revokeAccess` throws.
 */
export async function carryOutErasure(
  store: Store,
  tenant: string,
  id: string,
  how: Pick<ErasureWork, 'cause' | 'gone' | 'revokeAccess'> & { erasuresFile: string | undefined },
): Promise<ErasureReceipt> {
  const erasure = ref('erasure', id);
  const { state: subject } = await store.load(tenant, erasure);
  if (subject.status === 'open') {
    // a receipt that leaves the account would be false
    const owner = subject.kind === 'tenant' ? await certainOwnerOf(store, tenant, 'erase') : null;
    const user = owner === null ? null : ref('user', owner);
    for (const step of STEPS[subject.kind]) await step({ ...how, store, tenant, erasure, subject, user });
  }
  await store.sql`select log.drop_unfinished_rows()`;
  return erasureReceipt(tenant, id, (await store.load(tenant, erasure)).state);
}

/** Erases every partner who has or had an address. */
async function erasePartnersWithAddress(work: StepWork): Promise<void> {
  await erasePartners(work, await whoHasAddress(work.store, work.tenant, work.subject.addressHmac ?? ''), 'hold');
}

/** Erases the data of a suppressed address. */
async function holdAddress(work: StepWork): Promise<void> {
  const { store, tenant, erasuresFile } = work;
  const hmac = work.subject.addressHmac ?? '';
  await eraseStep(work, async () => {
    appendErasureLog(erasuresFile, [{ tenant, person: `suppression-${hmac}`, asListed: false }], store.now());
    return { persons: [], entries: { [hmac]: 'hold' }, receipt: lastStep };
  });
}

/** Nothing more is sent or signed in to. */
async function closeAccount({ store, cause, user }: StepWork): Promise<void> {
  if (user) await store.decide({ tenant: 'system', cause }, user, (state) => changeAccount(state, 'deleted'));
}

async function noteTenant({ store, tenant, user, erasuresFile }: StepWork): Promise<void> {
  const line = { tenant, person: 'owner', asListed: false };
  const lines = user ? [line, { ...line, tenant: 'system', person: streamIdOf(user) }] : [line];
  appendErasureLog(erasuresFile, lines, store.now());
}

async function endImportAndSessions(work: StepWork): Promise<void> {
  await eraseStep(work, async () => ({
    persons: [],
    also: async (tx) => {
      await endImportIn(tx, work);
      const [gone] = await tx<{ sessions: number; passwords: number }[]>`
        select sessions, passwords from auth.forget_user(${work.user?.id ?? ''})`;
      return gone ?? {};
    },
  }));
}

async function revokeAccess({ tenant, subject, revokeAccess: revoke }: StepWork): Promise<void> {
  await revoke?.(tenant, subject.requestedAt);
}

/** Searches for one person have a key of their own. They are here because a search that runs must end first. */
async function eraseOwnersTexts(work: StepWork): Promise<void> {
  const streams = await findStreams(
    work,
    (tx) => tx`
      select stream_id from read.searches where tenant_id = ${work.tenant}
      union all select stream_id from read.profiles where tenant_id = ${work.tenant}
      union all select stream_id from read.campaigns where tenant_id = ${work.tenant}
      union all select stream_id from read.mailboxes where tenant_id = ${work.tenant}`,
  );
  await eraseStreams(work, streams);
}

/** The HMACs of suppressed addresses hold on, and the line of the owner names them all. */
const erasePartnersOf = (work: StepWork, ids: readonly string[]) =>
  erasePartners({ ...work, erasuresFile: undefined }, ids, 'leave');

async function eraseAllPartners(work: StepWork): Promise<void> {
  const left = await findStreams(
    work,
    (tx) => tx`
      select stream_id from read.partners
      where tenant_id = ${work.tenant} and not (status = 'deleted' and (state->>'erased')::boolean) order by stream_id`,
  );
  const ids = left.map(({ id }) => id);
  await erasePartnersOf(work, ids);
}

/** Erases what a call in progress added. */
async function eraseLateArrivals(work: StepWork): Promise<void> {
  for (let left = await keysLeft(work); left.length > 0; left = await keysLeft(work)) {
    await erasePartnersOf(work, left.filter((person) => person.startsWith('partner-')).map(idOf));
    const others = left.filter((person) => !person.startsWith('partner-') && person !== 'owner');
    await eraseStreams(work, others.map(refOf));
  }
}

/** Erases those whose key is gone before anyone recorded it: a restore destroys keys first. It reads the tenant's whole log. */
async function eraseUnrecorded(work: StepWork): Promise<void> {
  const unrecorded = await findStreams(
    work,
    (tx) => tx`
      select stream_id from log.events where tenant_id = ${work.tenant}
      group by stream_id
      having max(version) filter (where payload->'p' is not null)
        > coalesce(max(version) filter (where type = 'PersonErased'), 0)`,
  );
  await eraseStreams(work, unrecorded);
}

async function eraseAccount({ user, ...work }: StepWork): Promise<void> {
  if (!user) return;
  await eraseStep({ ...work, tenant: 'system', erasure: ref('erasure', 'none') }, async () => ({
    persons: [streamIdOf(user)],
    streams: async () => [user],
  }));
}

async function forgetSecrets(work: StepWork): Promise<void> {
  const { tenant, user } = work;
  const account = user ? await accountErased(work, user) : {};
  await eraseStep(work, async () => ({
    persons: [],
    also: async (tx) => {
      await tx`delete from queue.notices where tenant_id = ${tenant}`;
      await tx`delete from queue.webhook_deliveries where tenant_id = ${tenant}`;
      const [vault] = await tx<{ secrets: number }[]>`select vault.forget_secrets(${tenant}) as secrets`;
      return { ...account, secrets: vault?.secrets ?? 0, jobs: await removeJobs(tx, tenant, 'all') };
    },
    receipt: lastStep,
  }));
}

/** Streams of one transaction. */
const AT_ONCE = 200;

/** Blanks streams, some at a time, and destroys the keys of the persons that they are about, and the owner's. */
async function eraseStreams(work: ErasureWork, streams: readonly Ref[]): Promise<void> {
  for (let from = 0; from === 0 || from < streams.length; from += AT_ONCE) {
    const some = streams.slice(from, from + AT_ONCE);
    const persons = [...new Set(['owner', ...some.map((stream) => personOf(streamIdOf(stream)))])];
    await eraseStep(work, async () => ({ persons, streams: async () => some }));
  }
}

/** The streams that a query finds. */
const findStreams = async (
  { store, tenant }: ErasureWork,
  query: (tx: Tx) => Promise<{ stream_id: string }[]>,
): Promise<Ref[]> => (await readAs(store.sql, tenant, query)).map(({ stream_id }) => refOf(stream_id));

const keysLeft = async (work: ErasureWork) => {
  const keys = await readAs(
    work.store.sql,
    work.tenant,
    (tx) => tx<{ person_id: string }[]>`
      select person_id from vault.person_keys where tenant_id = ${work.tenant} order by person_id limit 1000`,
  );
  return keys.map(({ person_id }) => person_id);
};

/** The account is in another tenant, so its key and row are counted here, whichever run destroyed them. */
async function accountErased({ store, subject }: StepWork, user: Ref<'user'>): Promise<Partial<Tally>> {
  const history = await store.history('system', user);
  const gone = history.some(({ type, at }) => type === 'PersonErased' && at >= subject.requestedAt);
  return gone ? { keys: 1, rows: 1, sealedTexts: history.filter(({ personal }) => personal === null).length } : {};
}
