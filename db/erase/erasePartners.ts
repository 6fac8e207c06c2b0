import type { MessageState } from '../../events/messages/messageState.ts';
import type { PartnerState } from '../../events/partners/partner.ts';
import { urlSearchId } from '../../events/partners/search.ts';
import { advanceErasure, dropErasure } from '../../events/privacy/erasure.ts';
import { URL_SEARCH } from '../../events/shared/event.ts';
import { readAs, type Tx } from '../connection/connect.ts';
import { ConcurrencyConflict } from '../log/conflicts.ts';
import { readStored, type StoredEvent } from '../log/stored.ts';
import { type Ref, ref, streamIdOf } from '../store.ts';
import { forgetKeptIn } from '../vault/keptForSearch.ts';
import { personKeys } from '../vault/personKeys.ts';
import { endImportIn } from './endImport.ts';
import { type ErasureStep, type ErasureWork, eraseStep, lastStep, refOf } from './eraseStep.ts';
import { appendErasureLog, dropNoted, type Erasure } from './erasuresFile.ts';
import { addressesInRow, addressIn, WITH_ADDRESS } from './whoHasAddress.ts';

/** Partners of one transaction: each has a few messages, and a transaction is short. */
const AT_ONCE = 50;

const streamsOf = (ids: readonly string[]): string[] => ids.map((id) => `partner-${id}`);

/** HMACs of every address that these partners have or had, and of those to which mails to them went. */
async function addressesOf({ store, tenant }: ErasureWork, ids: readonly string[]): Promise<Set<string>> {
  const keys = await personKeys(store.sql, store.master, tenant, streamsOf(ids));
  return readAs(store.sql, tenant, async (tx) => {
    const contacts = await tx<StoredEvent[]>`
      select stream_id, version, type, schema_version, payload, actor, recorded_at from log.events
      where tenant_id = ${tenant} and stream_id = any (${streamsOf(ids)}) and type = any (${[...WITH_ADDRESS]})`;
    const dispatched = await tx<{ hmac: string }[]>`
      select distinct e.payload->'d'->>'addressHmac' as hmac
      from read.messages m join log.events e on e.tenant_id = m.tenant_id and e.stream_id = m.stream_id
      where m.tenant_id = ${tenant} and m.partner_id = any (${ids as string[]}) and e.type = 'EmailDispatched'`;
    // the row's last known address, if the log cannot be decrypted
    const rows = await tx<{ email: string }[]>`
      select email from read.partners, ${addressesInRow(tx)} email
      where tenant_id = ${tenant} and stream_id = any (${streamsOf(ids)}) and email is not null`;
    const had = contacts.flatMap((row) => {
      const email = addressIn(readStored(row, keys.get(row.stream_id)).personal);
      return email === undefined ? [] : [store.pseudonyms.address(tenant, email)];
    });
    const has = rows.map(({ email }) => store.pseudonyms.address(tenant, email));
    return new Set([...had, ...has, ...dispatched.map(({ hmac }) => hmac)]);
  });
}

/** Finds searches for exactly these people, by the id of the requested address or by the people found. */
async function searchesFor({ store, tenant }: ErasureWork, ids: readonly string[]): Promise<string[]> {
  const own = ids.map((id) => `search-${urlSearchId(id)}`);
  const rows = await readAs(
    store.sql,
    tenant,
    (tx) => tx<{ stream_id: string }[]>`
      select stream_id from read.searches
      where tenant_id = ${tenant} and search_kind = 'url' and starts_with(stream_id, ${URL_SEARCH})
        and (stream_id = any (${own}) or state->'partnerIds' ?| ${ids as string[]}::text[])`,
  );
  return rows.map(({ stream_id }) => stream_id);
}

/** Messages to them, and their replies. */
async function mailsOf(tx: Tx, tenant: string, ids: readonly string[]): Promise<Ref[]> {
  const rows = await tx<{ stream_id: string }[]>`
    select stream_id from read.messages where tenant_id = ${tenant} and partner_id = any (${ids as string[]})
    union all
    select stream_id from read.conversations where tenant_id = ${tenant} and partner_id = any (${ids as string[]})`;
  return rows.map(({ stream_id }) => refOf(stream_id));
}

/** Their addresses: see the entries of a step. `leave`: not touched. */
type Addresses = 'hold' | 'keep' | 'leave';

/** Erases partners of a tenant: hides them, destroys their keys, cancels unsent messages, and closes searches for them. Throws ErasuresFileFailed. */
export async function erasePartners(work: ErasureWork, ids: readonly string[], addresses: Addresses): Promise<void> {
  for (let from = 0; from < ids.length; from += AT_ONCE)
    await eraseStep(work, () => stepOf(work, ids.slice(from, from + AT_ONCE), addresses));
}

/**
 * Erases one partner as of that moment. Retention, not a person, asked for it. So no address joins the suppression list, and a partner who was added
 * again since stays. Throws ErasuresFileFailed.
 */
export async function erasePartner(work: ErasureWork): Promise<void> {
  await eraseStep(work, async () => {
    const { partnerId, why, status, requestedAt } = (await work.store.load(work.tenant, work.erasure)).state;
    const partner = ref('partner', partnerId ?? '');
    const isRetention = why === 'retention';
    const isBack = isRetention && (await work.store.load(work.tenant, partner)).state.status !== 'deleted';
    if (isBack && status === 'open') dropNoted(work.erasuresFile, work.tenant, streamIdOf(partner), requestedAt);
    const step = isBack ? { persons: [] } : await stepOf(work, [partner.id], isRetention ? 'keep' : 'hold');
    return {
      ...step,
      isCurrent: (stream, state) =>
        (step.isCurrent?.(stream, state) ?? true) &&
        !(isRetention && stream.kind === 'partner' && (state as PartnerState).status !== 'deleted'),
      receipt: (receipt, tally) => {
        if (receipt.why !== why) throw new ConcurrencyConflict();
        return isBack ? [...advanceErasure(receipt, tally), ...dropErasure(receipt)] : lastStep(receipt, tally);
      },
    };
  });
}

/** The step that erases some partners, already noted in ERASURES_FILE. */
export async function stepOf(work: ErasureWork, ids: readonly string[], addresses: Addresses): Promise<ErasureStep> {
  const { store, tenant } = work;
  if (ids.length === 0) return { persons: [] };
  const hmacs = addresses === 'leave' ? new Set<string>() : await addressesOf(work, ids);
  const searches = await searchesFor(work, ids);
  const persons = [...streamsOf(ids), ...searches];
  const asListed = addresses === 'keep';
  const entries = asListed
    ? await entriesToNote(work, [...hmacs])
    : [...hmacs].map((hmac) => ({ person: `suppression-${hmac}`, asListed }));
  const lines = [...persons.map((person) => ({ person, asListed })), ...entries].map((line) => ({ tenant, ...line }));
  appendErasureLog(work.erasuresFile, lines, store.now());
  // an address that appeared since the reading has neither its lock nor its place among them
  const isKnown = (email: string | null | undefined) =>
    !email || addresses === 'leave' || hmacs.has(store.pseudonyms.address(tenant, email));
  return {
    persons,
    entries: Object.fromEntries([...hmacs].map((hmac) => [hmac, asListed ? 'keep' : 'hold'])),
    streams: async (tx) => [
      ...ids.map((id) => ref('partner', id)),
      ...searches.map(refOf),
      ...(await mailsOf(tx, tenant, ids)),
    ],
    // it may name them under an address that is unknown here
    also: async (tx) => {
      await forgetKeptIn(tx, tenant);
      await endImportIn(tx, work);
      return {};
    },
    isCurrent: ({ kind }, state) => {
      if (kind === 'message') return isKnown((state as MessageState).dispatch?.to);
      return kind !== 'partner' || isKnown((state as PartnerState).contact?.email);
    },
  };
}

/** Addresses that are on the list: a restore holds them there. If the address left the list, only its old entry is erased again. */
async function entriesToNote(
  { store, tenant }: ErasureWork,
  hmacs: readonly string[],
): Promise<Pick<Erasure, 'person' | 'asListed'>[]> {
  const entries = await Promise.all(
    hmacs.map(async (hmac) => ({ hmac, ...(await store.load(tenant, ref('suppression', hmac))).state })),
  );
  return entries
    .filter(({ suppressed, liftedAt }) => suppressed || liftedAt !== null)
    .map(({ hmac, suppressed }) => ({ person: `suppression-${hmac}`, asListed: !suppressed }));
}
