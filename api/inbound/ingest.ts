import { askForErasure } from '../../db/erase/erase.ts';
import { changePartner } from '../../db/partners/changePartner.ts';
import { importedKeys } from '../../db/partners/importedKeys.ts';
import { peopleAt } from '../../db/partners/peopleAt.ts';
import { optedOutKeys, partnersByKey } from '../../db/read/knownPartners.ts';
import { mustHaveRoomForPartners } from '../../db/read/limits.ts';
import { partnerAt } from '../../db/read/partners.ts';
import { planFor } from '../../db/read/searchPlan.ts';
import { type CommandScope, ref, type Store } from '../../db/store.ts';
import { suppressAddresses } from '../../db/suppress/suppressAddresses.ts';
import { addImported } from '../../events/partners/addImported.ts';
import { normalisedUrl } from '../../events/partners/duplicateKey.ts';
import { problemWords } from '../../events/partners/importProblems.ts';
import {
  changePartnerStatus,
  deletePartner,
  linkPartner,
  optedOut,
  type PartnerEvent,
  type PartnerState,
} from '../../events/partners/partner.ts';
import type { ImportCells } from '../../events/partners/partnersInput.ts';
import { readImportRow } from '../../events/partners/readImportRow.ts';
import { suppressAddress } from '../../events/privacy/suppression.ts';
import type { IngestAct, IngestWho } from '../../events/public/ingestInput.ts';
import { Refused } from '../../events/shared/refused.ts';

/** `unchanged`: all of it was so before. */
export type Ingested = { outcome: 'done' | 'unchanged'; partnerIds: string[] };

const outcome = (changed: boolean, partnerIds: string[]): Ingested => ({
  outcome: changed ? 'done' : 'unchanged',
  partnerIds,
});

/** Does one act of another system. The same act again changes nothing. Throws Refused. */
export async function ingest(store: Store, scope: CommandScope, act: IngestAct): Promise<Ingested> {
  switch (act.type) {
    case 'partner.add':
      return add(store, scope, act.data);
    case 'partner.approve':
      return decide(store, scope, act.data, (partner) => changePartnerStatus(partner, 'approved'));
    case 'partner.reject':
      return decide(store, scope, act.data, (partner) => changePartnerStatus(partner, 'rejected', act.data.reason));
    case 'contact.unsubscribed':
      return stopEmails(store, scope, act.data, 'unsubscribed');
    case 'contact.deleted':
      return stopEmails(store, scope, act.data, act.data.erase ? 'erased' : 'deleted');
  }
}

/** An id of another program is one of the person's keys. */
const externalKey = (store: Store, tenant: string, externalId: string): string =>
  store.pseudonyms.partnerId(tenant, `external:${externalId}`);

async function byKey(store: Store, tenant: string, key: string): Promise<string | null> {
  return (await partnersByKey(store, tenant, [key])).get(key) ?? null;
}

/** By what names no address. */
async function namedPartner(
  store: Store,
  tenant: string,
  { partnerId, externalId, profileUrl }: IngestWho,
): Promise<string | null> {
  if (partnerId !== undefined) return partnerId;
  if (externalId !== undefined) return byKey(store, tenant, externalKey(store, tenant, externalId));
  const url = profileUrl === undefined ? null : normalisedUrl(profileUrl);
  return url === null ? null : byKey(store, tenant, store.pseudonyms.partnerId(tenant, `url:${url}`));
}

type PartnerVerb = (partner: PartnerState) => ReturnType<typeof changePartnerStatus>;

async function decide(store: Store, scope: CommandScope, who: IngestWho, verb: PartnerVerb): Promise<Ingested> {
  const named = await namedPartner(store, scope.tenant, who);
  const id = named ?? (who.email === undefined ? null : await partnerAt(store, scope.tenant, who.email));
  if (id === null) throw new Refused({ code: 'no_partner' });
  const { committed } = await changePartner(store, { ...scope, id }, ({ partner }) => ({ partner: verb(partner) }));
  return outcome(committed.length > 0, [id]);
}

/** The given address goes on the list, and the present address of each partner that the call names. */
async function stopEmails(
  store: Store,
  scope: CommandScope,
  who: IngestWho,
  why: 'unsubscribed' | 'deleted' | 'erased',
): Promise<Ingested> {
  const { tenant, cause } = scope;
  const { email } = who;
  const how = { reason: why === 'unsubscribed' ? why : 'user', source: 'program' } as const;
  const named = await namedPartner(store, tenant, who);
  const ids = named === null && email ? await peopleAt(store, tenant, email) : [named].filter((id) => id !== null);
  if (!email && ids.length === 0) throw new Refused({ code: 'no_partner' });
  // the address of an erased person is not written down
  let changes = email ? await suppressAddresses(store, tenant, cause, [email], how, why !== 'erased') : 0;
  let addresses = email ? 1 : 0;
  // a press office: it is not known which of them the contact is
  if (why !== 'unsubscribed' && ids.length > 1) throw new Refused({ code: 'several_partners' });
  for (const id of ids) {
    // first, so that a call that dies in between leaves no one unerased
    if (why === 'erased') changes += await eraseUnlessErased(store, scope, id);
    const { committed, states } = await changePartner(store, { ...scope, id }, ({ partner, address }) => {
      const own = partner.contact?.email ?? null;
      const isListed = partner.status !== 'none' && partner.status !== 'deleted';
      return {
        ...(own !== null && { address: suppressAddress(address, { ...how, email: why === 'erased' ? null : own }) }),
        ...(why !== 'unsubscribed' && isListed && { partner: deletePartner(partner) }),
      };
    });
    if (states.partner.status === 'none') throw new Refused({ code: 'no_partner' });
    changes += committed.length;
    if (states.partner.contact?.email) addresses += 1;
  }
  if (why === 'unsubscribed' && addresses === 0) throw new Refused({ code: 'contact_no_address' });
  return outcome(changes > 0, ids);
}

/** Answers how many requests were made. */
async function eraseUnlessErased(store: Store, { tenant, cause }: CommandScope, partnerId: string): Promise<number> {
  const { state } = await store.load(tenant, ref('partner', partnerId));
  if (state.status === 'none') throw new Refused({ code: 'no_partner' });
  if (state.erased) return 0;
  await askForErasure(store, tenant, cause, { kind: 'partner', partnerId, addressHmac: null, why: 'request' });
  return 1;
}

type Added = Extract<IngestAct, { type: 'partner.add' }>['data'];

/** Adds a person, or links the one in the list with the id of the other program. */
async function add(store: Store, scope: CommandScope, { externalId, ...cells }: Added): Promise<Ingested> {
  const { tenant, cause } = scope;
  const read = readImportRow({ ...cells, line: 1 } as ImportCells);
  if ('problems' in read) throw new Refused({ code: 'act_unfit', problem: problemWords(read) });
  const newId = store.pseudonyms.partnerId(tenant, read.key);
  const external = externalId === undefined ? [] : [externalKey(store, tenant, externalId)];
  const own = importedKeys(store, tenant, newId, read.row);
  const keys = [...external, ...own];
  if ((await optedOutKeys(store, tenant, keys)).size > 0) throw optedOut();
  const known = await partnersByKey(store, tenant, keys);
  const id = keys.flatMap((key) => known.get(key) ?? [])[0] ?? newId;
  if (!known.size) await mustHaveRoomForPartners(store, tenant);
  const criteria = (await store.load(tenant, ref('profile', tenant))).state.criteria ?? {};
  const plan = await planFor(store, tenant, criteria);
  const { changed } = await store.decide(scope, ref('partner', id), (partner, at): PartnerEvent[] => {
    if (partner.status === 'deleted' || partner.erased) throw new Refused({ code: 'partner_gone' });
    if (partner.status !== 'none') return external.flatMap((key) => linkPartner(partner, key));
    const row = { row: read.row, keys: [...own, ...external], by: 'program' as const };
    return addImported(partner, row, { criteria, plan, at, actor: cause.actor });
  });
  return outcome(changed, [id]);
}
