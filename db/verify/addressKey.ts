import { duplicateKey } from '../../events/partners/duplicateKey.ts';
import { personOf } from '../../events/shared/event.ts';
import { readAs, type Sql, type Tx } from '../connection/connect.ts';
import { openStored } from '../log/stored.ts';
import type { MasterKey } from '../vault/masterKey.ts';
import { personKeys } from '../vault/personKeys.ts';
import {
  addressKeyFault,
  cannotUseAddressKey,
  type Pseudonyms,
  pseudonymsOf,
  readAddressKey,
} from '../vault/secrets.ts';

type Data = { emailHmac?: string; addressHmac?: string; platform?: never };
type Personal = { email?: string; to?: string; profileUrl?: string | null; username?: string | null };

type AddressEventRow = { tenant: string; streamId: string; version: number; type: string; payload: { d: Data } };

/** Events with an HMAC and, sealed, its source: the stored HMAC, and the one that the key makes. */
type HmacOf = (names: Pseudonyms, row: AddressEventRow, personal: Personal) => [said: string | undefined, made: string];

const ofAccount: HmacOf = (names, { payload }, { email = '' }) => [payload.d.emailHmac, names.address('system', email)];
const ofPartner: HmacOf = (names, { tenant, streamId, payload }, { profileUrl, username }) => [
  streamId,
  `partner-${names.partnerId(tenant, duplicateKey({ profileUrl, username, platform: payload.d.platform as never }))}`,
];
const OF_ACCOUNTS: Readonly<Record<string, HmacOf>> = { UserSignedUp: ofAccount, UserInvited: ofAccount };
const ALL: Readonly<Record<string, HmacOf>> = {
  ...OF_ACCOUNTS,
  PartnerDiscovered: ofPartner,
  PartnerAdded: ofPartner,
  AddressSuppressed: (names, { tenant, streamId }, { email = '' }) => [
    streamId,
    `suppression-${names.address(tenant, email)}`,
  ],
  EmailDispatched: (names, { tenant, payload }, { to = '' }) => [payload.d.addressHmac, names.address(tenant, to)],
};

const PAGE = 2_000;

type Compared = { known: number; wrong: AddressEventRow[] };

/** Makes the HMACs of some events again, page by page. `tenant`: that one's and its owner's account's alone. */
async function* compared(
  tx: Sql | Tx,
  master: MasterKey,
  names: Pseudonyms,
  {
    types,
    tenant,
    page = PAGE,
  }: { types: Readonly<Record<string, HmacOf>>; tenant?: string | undefined; page?: number },
): AsyncGenerator<Compared> {
  const wanted =
    tenant === undefined
      ? tx`true`
      : tx`(e.tenant_id = ${tenant}
          or (e.tenant_id = 'system' and e.stream_id in (select 'user-' || o.user_id from read.owners_of(array[${tenant}]) o)))`;
  for (let last = { tenant: '', streamId: '', version: 0 }; ; ) {
    const rows = await tx<AddressEventRow[]>`
      select e.tenant_id as tenant, e.stream_id as "streamId", e.version, e.type, e.payload from log.events e
      where (e.tenant_id, e.stream_id, e.version) > (${last.tenant}, ${last.streamId}, ${last.version})
        and e.type = any (${Object.keys(types)}) and e.payload->'p' is not null and ${wanted}
      order by e.tenant_id, e.stream_id, e.version limit ${page}`;
    const result: Compared = { known: 0, wrong: [] };
    for (const of of new Set(rows.map((row) => row.tenant))) {
      const own = rows.filter((row) => row.tenant === of);
      const keys = await personKeys(tx, master, of, [...new Set(own.map(({ streamId }) => personOf(streamId)))]);
      for (const row of own) {
        const personal = openStored(row.streamId, row.version, row.payload, keys.get(personOf(row.streamId)))?.value;
        if (!personal) continue;
        const [said, made] = types[row.type]?.(names, row, personal) ?? [];
        result.known += 1;
        if (said !== made) result.wrong.push(row);
      }
    }
    yield result;
    const end = rows.at(-1);
    if (!end || rows.length < page) return;
    last = end;
  }
}

/** At a start, this many accounts tell whether the key is right. */
const SOME = 20;

/** Stops a process that has another address key than its accounts were made with. `tx`: in the tenant `system`, or the owner's. Throws CannotStart. */
export async function assertAddressKey(tx: Tx, master: MasterKey, names: Pseudonyms): Promise<void> {
  for await (const { known, wrong } of compared(tx, master, names, { types: OF_ACCOUNTS, page: SOME })) {
    if (known > 0 && known === wrong.length) throw cannotUseAddressKey('another');
    if (known > 0) return;
  }
}

type Wrong = { at: string; reason: string; tenant?: string; streamId?: string; version?: number };

/** Proves the address key by every HMAC whose text can be opened (of one tenant, if named). `sql`: the owner's. */
export async function verifyAddressKey(
  sql: Sql,
  master: MasterKey,
  tenant?: string,
): Promise<{ known: number; wrong: Wrong[] }> {
  const key = await readAs(sql, 'system', (tx) => readAddressKey(tx, master));
  if (typeof key === 'string')
    return { known: 0, wrong: [{ at: 'vault.secrets address-hmac', reason: addressKeyFault(key) }] };
  let known = 0;
  const wrong: AddressEventRow[] = [];
  for await (const page of compared(sql, master, pseudonymsOf(key), { types: ALL, tenant })) {
    known += page.known;
    wrong.push(...page.wrong);
  }
  const reason = `${addressKeyFault('another')}: ${wrong.length} of ${known} known HMACs are not what it makes`;
  return {
    known,
    wrong: wrong.map(({ tenant: of, streamId, version }) => ({
      at: `${of} ${streamId}@${version}`,
      ...{ tenant: of, streamId, version, reason },
    })),
  };
}
