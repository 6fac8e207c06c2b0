import {
  domainEntryOf,
  entryForPerson,
  entryThatHolds,
  heldFor,
  heldOfPartner,
  type SuppressionState,
  withHoldsOf,
} from '../../events/privacy/suppression.ts';
import type { HoldSign, SuppressionReason } from '../../events/shared/doNotContact.ts';
import { readAs, type Tx } from '../connection/connect.ts';
import type { Fragment } from '../rows.ts';
import { idOf, type Ref, ref, type Store } from '../store.ts';

/** The streams that say whether an address may be written to. A decision reads both (entryThatHolds). null: there is no address. */
export function entriesOf(
  { pseudonyms }: Pick<Store, 'pseudonyms'>,
  tenant: string,
  email: string | null,
): { address: Ref<'suppression'>; domain: Ref<'suppression'> } {
  if (email === null) return { address: ref('suppression', 'none'), domain: ref('suppression', 'no-domain') };
  return {
    address: ref('suppression', pseudonyms.address(tenant, email)),
    domain: ref('suppression', pseudonyms.address(tenant, domainEntryOf(email))),
  };
}

/** Tells why nothing may be sent to an address; null when something may. */
export type WhySuppressed = (email: string | null | undefined) => SuppressionReason | null;

/** The streams of addresses and of their domains. */
export const suppressionStreams = (
  { pseudonyms }: Pick<Store, 'pseudonyms'>,
  tenant: string,
  emails: readonly (string | null | undefined)[],
): string[] => {
  const entries = emails.flatMap((email) => (email ? [email, domainEntryOf(email)] : []));
  return [...new Set(entries)].map((entry) => `suppression-${pseudonyms.address(tenant, entry)}`);
};

/** For whole lists: all suppressed addresses of a tenant, asked by address; `streams`: only these. */
export async function suppressedAddresses(
  store: Store,
  tenant: string,
  streams?: readonly string[],
): Promise<WhySuppressed> {
  const rows = await readAs(
    store.sql,
    tenant,
    (tx) => tx<{ stream_id: string; reason: SuppressionReason }[]>`
      select s.stream_id, s.state->>'reason' as reason from ${store.rows(tx, 'suppressions')} s
      where s.tenant_id = ${tenant} and (s.state->>'suppressed')::boolean
        ${streams ? tx`and s.stream_id = any (${streams as string[]})` : tx``}`,
  );
  if (rows.length === 0) return () => null;
  const reasons = new Map(rows.map(({ stream_id, reason }) => [idOf(stream_id), reason]));
  const reasonOf = (entry: string) => reasons.get(store.pseudonyms.address(tenant, entry));
  return (email) => (email ? (reasonOf(email) ?? reasonOf(domainEntryOf(email)) ?? null) : null);
}

/** For a page of a list: whether these addresses are suppressed. */
export async function suppressedAmong(
  store: Store,
  tenant: string,
  emails: readonly (string | null | undefined)[],
): Promise<WhySuppressed> {
  const streams = suppressionStreams(store, tenant, emails);
  return streams.length === 0 ? () => null : suppressedAddresses(store, tenant, streams);
}

type Person = { partnerId: string; email: string | null | undefined };
/** Tells what is asked about a person, so that nothing leaves to them yet; null when nothing is. */
export type WhyHeld = (person: Person) => HoldSign | null;

const NO_ONE: WhyHeld = () => null;

export type HeldRow = { stream_id: string; held: SuppressionState['held'] };

const readHeld = (store: Store, tenant: string): Promise<HeldRow[]> =>
  readAs(
    store.sql,
    tenant,
    (tx) => tx<HeldRow[]>`
      select s.stream_id, s.state->'held' as held from ${store.rows(tx, 'suppressions')} s
      where s.tenant_id = ${tenant} and s.state->'held' <> '{}'::jsonb`,
  );

/** For whole lists. A hold is on an address and on its partner, whatever address they have now. */
export async function heldPeople(store: Store, tenant: string): Promise<WhyHeld> {
  const rows = await readHeld(store, tenant);
  if (rows.length === 0) return NO_ONE;
  const byAddress = new Map(rows.map(({ stream_id, held }) => [idOf(stream_id), held]));
  return ({ partnerId, email }) => {
    const held = (email && byAddress.get(store.pseudonyms.address(tenant, email))) || {};
    return heldFor(withHoldsOf({ held }, partnerId, rows));
  };
}

/** The partners with approved emails that are held. `among`: the partners who have some, if they are known. */
export async function heldPartners(store: Store, tenant: string, among?: (tx: Tx) => Fragment): Promise<string[]> {
  const approved = (tx: Tx) =>
    tx`select m.partner_id from ${store.rows(tx, 'messages')} m where m.tenant_id = ${tenant} and m.phase = 'waiting' and m.status = 'approved'`;
  return (await heldAmong(store, tenant, among ?? approved)).map(({ partnerId }) => partnerId);
}

/** Those of some partners who are held. */
export async function heldAmong(
  store: Store,
  tenant: string,
  among: (tx: Tx) => Fragment,
): Promise<{ partnerId: string; sign: HoldSign }[]> {
  const held = await heldPeople(store, tenant);
  if (held === NO_ONE) return [];
  const rows = await readAs(
    store.sql,
    tenant,
    (tx) => tx<{ partner_id: string; email: string }[]>`
      select a.partner_id, p.state->'contact'->>'email' as email
      from (select distinct partner_id from (${among(tx)}) m) a
      join ${store.rows(tx, 'partners')} p on p.tenant_id = ${tenant} and p.stream_id = 'partner-' || a.partner_id
      where p.state->'contact'->>'email' is not null`,
  );
  return rows.flatMap(({ partner_id: partnerId, email }) => {
    const sign = held({ partnerId, email });
    return sign ? [{ partnerId, sign }] : [];
  });
}

/** The streams of a partner's former addresses that a question about them holds. */
export type FormerAddresses = { [former: `former ${string}`]: Ref<'suppression'> };

export const formerAddress = ({ pseudonyms }: Pick<Store, 'pseudonyms'>, tenant: string, email: string) => {
  const hmac = pseudonyms.address(tenant, email);
  return { [`former ${hmac}`]: ref('suppression', hmac) } satisfies FormerAddresses;
};

/** `email`: the present one, read before this. A later hold is on it, too. */
export const formerAddresses = async (store: Store, tenant: string, person: Person): Promise<FormerAddresses> =>
  formerAddressesOf(store, tenant, person, await readHeld(store, tenant));

export function formerAddressesOf(
  { pseudonyms }: Pick<Store, 'pseudonyms'>,
  tenant: string,
  { partnerId, email }: Person,
  rows: readonly HeldRow[],
): FormerAddresses {
  const present = email ? pseudonyms.address(tenant, email) : null;
  const former = rows.flatMap(({ stream_id, held }) =>
    idOf(stream_id) !== present && Object.keys(heldOfPartner({ held }, partnerId)).length > 0 ? [idOf(stream_id)] : [],
  );
  return Object.fromEntries(former.map((hmac) => [`former ${hmac}`, ref('suppression', hmac)]));
}

/** The entry of a person's address or its domain, else an objection of theirs elsewhere, with the holds on the person. `now`: the states of entriesOf and formerAddresses. */
export const entryOfPerson = (
  now: { address: SuppressionState; domain: SuppressionState } & { [former: `former ${string}`]: SuppressionState },
  partnerId: string,
  former: FormerAddresses,
): SuppressionState => {
  const others = (Object.keys(former) as (keyof FormerAddresses)[]).flatMap((name) => now[name] ?? []);
  return entryForPerson(entryThatHolds(now.address, now.domain), others, partnerId);
};

/** The addresses that a conversation holds, or had put on the list by its label. */
export async function addressesOfConversation(store: Store, tenant: string, conversation: string): Promise<string[]> {
  const rows = await readAs(
    store.sql,
    tenant,
    (tx) => tx<{ stream_id: string }[]>`
      select s.stream_id from read.suppressions s
      where s.tenant_id = ${tenant}
        and (s.state->'held' ? ${conversation} or s.state->'entries' @> ${tx.json([{ conversation }])})`,
  );
  return rows.map(({ stream_id }) => idOf(stream_id));
}

/** For a single address. */
export async function whySuppressed(
  store: Store,
  tenant: string,
  email: string | null | undefined,
): Promise<SuppressionReason | null> {
  if (!email) return null;
  const { address, domain } = entriesOf(store, tenant, email);
  const [own, whole] = await Promise.all([store.load(tenant, address), store.load(tenant, domain)]);
  return entryThatHolds(own.state, whole.state).reason;
}

export async function whyHeld(store: Store, tenant: string, person: Person): Promise<HoldSign | null> {
  return (await heldPeople(store, tenant))(person);
}
