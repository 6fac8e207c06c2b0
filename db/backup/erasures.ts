/** People who were erased after a backup come back with it, with their keys. A restore erases again whom ERASURES_FILE names. */

import { workspaceOf } from '../../events/accounts/membership.ts';
import { type ErasureSubject, erasureId, recordErasure } from '../../events/privacy/erasure.ts';
import { URL_SEARCH } from '../../events/shared/event.ts';
import { ownerOf } from '../accounts/workspace.ts';
import type { Sql } from '../connection/connect.ts';
import { askForErasure, carryOutErasure } from '../erase/erase.ts';
import { erasedBefore } from '../erase/erasedBefore.ts';
import { stepOf } from '../erase/erasePartners.ts';
import { searchedFor } from '../erase/eraseSearch.ts';
import { type ErasureWork, eraseStep, keyName, refOf } from '../erase/eraseStep.ts';
import type { Erasure } from '../erase/erasuresFile.ts';
import { sealedTexts } from '../erase/sealedTexts.ts';
import { idOf, ref, type Store } from '../store.ts';

/**
 * Destroys the keys before any row is made from their texts. People who were added again after their erasure keep theirs. Answers which, as keyName
 * names them. `sql`: the owner's.
 */
export async function destroyKeys(sql: Sql, erasures: readonly Erasure[]): Promise<Set<string>> {
  const destroyed = new Set<string>();
  for (const { tenant, person, at } of erasures) {
    // an owner's erasure is that of the whole tenant
    const rows = await sql<{ person_id: string }[]>`
      delete from vault.person_keys
      where tenant_id = ${tenant} and (${person} = 'owner'
        or (person_id = ${person} and created_at <= coalesce(${at}::text::timestamptz, 'infinity')))
      returning person_id`;
    for (const { person_id } of rows) destroyed.add(keyName(tenant, person_id));
  }
  return destroyed;
}

/** Files go with the key that opens them. */
export const forgetFiles = (sql: Sql) => sql`
  with kits as (
    delete from vault.media_kits f where not exists (
      select from vault.person_keys k where k.tenant_id = f.tenant_id and k.person_id = 'owner' and k.key_id = f.key_id))
  delete from vault.received_files f where not exists (
    select from vault.person_keys k where k.tenant_id = f.tenant_id and k.person_id = f.person_id and k.key_id = f.key_id)`;

const cause = { actor: 'system:restore', correlationId: 'restore', causationId: null };

/** In which store, and which keys were destroyed already (destroyKeys): they are on the receipts all the same. */
type Where = { store: Store; gone: Set<string> };

/**
 * Records what was done, where the log does not say so yet, and does what else an erasure does. Answers how many keys were destroyed, here
 * or, in a restore, before (`gone`): the receipts name as many. `store`: the owner's.
 */
export async function recordErasures(
  store: Store,
  erasures: readonly Erasure[],
  gone: Set<string> = new Set(),
): Promise<number> {
  const where = { store, gone };
  const tenants = new Set<string>();
  for (const { tenant, person } of erasures) {
    // an account goes with its workspace; one that this log does not know has none here
    const whole = tenant === 'system' ? await workspaceOfAccount(store, person) : person === 'owner' ? tenant : null;
    if (whole !== null) tenants.add(whole);
  }
  let keys = 0;
  for (const tenant of tenants) keys += await eraseTenantAgain(where, tenant);
  const others = erasures.filter(({ tenant }) => tenant !== 'system' && !tenants.has(tenant));
  for (const step of stepsAmong(others)) keys += await eraseAgain(where, step);
  await store.sql`select log.drop_unfinished_rows()`;
  return keys;
}

const workspaceOfAccount = async (store: Store, person: string): Promise<string | null> =>
  workspaceOf((await store.load('system', ref('user', idOf(person)))).state);

/** Lines of one tenant and one moment were written by one step: partners, the searches for them, and their addresses. */
function stepsAmong(erasures: readonly Erasure[]): Erasure[][] {
  const steps = new Map<string, Erasure[]>();
  for (const [index, line] of erasures.entries()) {
    const name = `${line.tenant} ${line.at ?? index}`;
    steps.set(name, [...(steps.get(name) ?? []), line]);
  }
  return [...steps.values()];
}

async function eraseTenantAgain({ store, gone }: Where, tenant: string): Promise<number> {
  const subject = { kind: 'tenant', partnerId: null, addressHmac: null, why: 'restored' } as const;
  const before = (await store.load(tenant, ref('erasure', 'tenant'))).state.tally.keys;
  const account = `user-${(await ownerOf(store, tenant)) ?? ''}`;
  const [left] = await store.sql`
    select from vault.person_keys
    where tenant_id = ${tenant} or (tenant_id = 'system' and person_id = ${account}) limit 1`;
  const isOf = (name: string) => name.startsWith(keyName(tenant, '')) || name === keyName('system', account);
  const cameBack = left !== undefined || [...gone].some(isOf);
  if (!cameBack && (await erasedBefore(store, tenant, subject))) return 0;
  const id = await askForErasure(store, tenant, cause, subject);
  const { destroyed } = await carryOutErasure(store, tenant, id, { cause, erasuresFile: undefined, gone });
  return destroyed.keys - before;
}

/** Whether a person came back after the erasure: their key is younger. */
async function addedAgain({ store }: Where, { tenant, person, at }: Erasure): Promise<boolean> {
  const rows = await store.sql`
    select from vault.person_keys
    where tenant_id = ${tenant} and person_id = ${person} and created_at > ${at}::text::timestamptz`;
  return rows.length > 0;
}

/** Whether the restored log says less than that a partner was erased. Without a key they look erased already: only the log holds what was said. */
async function isUnsaid({ store, gone }: Where, { tenant, person }: Erasure): Promise<boolean> {
  const { status } = (await store.load(tenant, ref('partner', idOf(person)))).state;
  if (status === 'none') return false;
  if (status !== 'deleted' || gone.has(keyName(tenant, person))) return true;
  const keys = await store.sql`select from vault.person_keys where tenant_id = ${tenant} and person_id = ${person}`;
  return keys.length > 0 || (await sealedTexts(store.sql, tenant, [person])).size > 0;
}

/** Repeats one step of an erasure. Each partner has a receipt, and the rest counts on the first. Answers how many keys went. */
async function eraseAgain(where: Where, lines: readonly Erasure[]): Promise<number> {
  const named: Erasure[] = [];
  const beside: Erasure[] = [];
  for (const line of lines) {
    const isEntry = line.person.startsWith('suppression-');
    if (!isEntry && (await addedAgain(where, line))) continue;
    if (!line.person.startsWith('partner-')) beside.push(line);
    else if (await isUnsaid(where, line)) named.push(line);
  }
  const about = named[0] ?? lines.find(({ person }) => person.startsWith('partner-')) ?? beside[0];
  if (!about) return 0;
  let keys = await inOneStep(where, about, named.slice(0, 1), beside);
  for (const partner of named.slice(1)) keys += await inOneStep(where, partner, [partner], []);
  return keys;
}

/** `about`: on whose receipt it counts. */
async function inOneStep(
  { store, gone }: Where,
  about: Erasure,
  partners: readonly Erasure[],
  beside: readonly Erasure[],
): Promise<number> {
  const { tenant } = about;
  const whole = subjectOf(about);
  const work: ErasureWork = { store, tenant, cause, erasure: ref('erasure', erasureId(whole)), gone };
  const searches = beside.filter(({ person }) => person.startsWith('search-')).map(({ person }) => person);
  const entries = beside.filter(({ person }) => person.startsWith('suppression-'));
  const entriesOf = (listed: boolean, effect: 'hold' | 'keep') =>
    Object.fromEntries(
      entries.flatMap(({ person, asListed }) => (asListed === listed ? [[idOf(person), effect]] : [])),
    );
  const { keys } = await eraseStep(work, async () => {
    const ids = partners.map(({ person }) => idOf(person));
    const step = await stepOf(work, ids, partners.some(({ asListed }) => asListed) ? 'keep' : 'hold');
    const more = searches.filter((person) => !step.persons.includes(person));
    return {
      ...step,
      persons: [...step.persons, ...more],
      entries: { ...entriesOf(true, 'keep'), ...step.entries, ...entriesOf(false, 'hold') },
      streams: async (tx) => [...((await step.streams?.(tx)) ?? []), ...more.map(refOf)],
      receipt: (receipt, tally) => recordErasure(receipt, whole, tally),
    };
  });
  return keys;
}

function subjectOf({ person }: Erasure): ErasureSubject {
  const subject = { partnerId: null, addressHmac: null, why: 'restored' } as const;
  if (person.startsWith('suppression-')) return { ...subject, kind: 'address', addressHmac: idOf(person) };
  if (person.startsWith(URL_SEARCH)) return searchedFor(person, 'restored');
  return { ...subject, kind: 'partner', partnerId: idOf(person) };
}
