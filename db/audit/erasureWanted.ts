import { emailAddress } from '../../events/inputs/partners.ts';
import { type ErasureSubject, erasureId } from '../../events/privacy/erasure.ts';
import { CannotStart } from '../settings.ts';
import { ref, type Store } from '../store.ts';
import { inputLines } from './confirm.ts';

export type Wanted = { tenant: string; subjects: ErasureSubject[] };

const REQUEST = { partnerId: null, addressHmac: null, why: 'request' } as const;

/** Whom the words speak of: one subject, or an address for each line of standard input. Throws CannotStart when one is not there. */
export async function wantedBy(
  store: Store,
  asked: { what: 'partner' | 'address' | 'tenant'; name: string; tenant?: string | undefined },
): Promise<Wanted> {
  const { what, name, tenant: named = null } = asked;
  if (what === 'partner') {
    const partnerId = name.replace(/^partner-/, '');
    const tenant = await tenantOf(store, partnerId, named);
    return { tenant, subjects: [{ ...REQUEST, kind: 'partner', partnerId }] };
  }
  if (what === 'address') {
    if (named === null) throw new CannotStart('Whose partners have this address? Name the user with --tenant.');
    await mustBeUser(store, named);
    const addresses = name === '-' ? await typedAddresses() : [addressIn(name, 'This')];
    const wanted = addresses.map((address): ErasureSubject => {
      return { ...REQUEST, kind: 'address', addressHmac: store.pseudonyms.address(named, address) };
    });
    return { tenant: named, subjects: [...new Map(wanted.map((one) => [erasureId(one), one])).values()] };
  }
  const tenant = name.replace(/^user-/, '');
  await mustBeUser(store, tenant);
  return { tenant, subjects: [{ ...REQUEST, kind: 'tenant' }] };
}

/** Nothing is done while one line is wrong, and no line is shown: it may name a person. */
async function typedAddresses(): Promise<string[]> {
  const lines = await inputLines('Address: ');
  if (lines.length === 0)
    throw new CannotStart('There is no address on standard input: write one a line. Nothing was changed.');
  return lines.map(({ number, text }) => addressIn(text, lines.length === 1 ? 'This' : `Line ${number}`));
}

function addressIn(text: string, what: string): string {
  const read = emailAddress.safeParse(text);
  if (read.success) return read.data;
  throw new CannotStart(
    `${what} is no email address. Write name@host, or - to give one a line on standard input. Nothing was changed.`,
  );
}

async function mustBeUser(store: Store, tenant: string): Promise<void> {
  const { state } = await store.load('system', ref('user', tenant));
  if (state.status === 'none')
    throw new CannotStart(`There is no user ${tenant}. Take the id from the timeline: user-ID.`);
}

/** Whose partner it is: their id is made of the tenant's, so it is enough to know. */
async function tenantOf(store: Store, partnerId: string, named: string | null): Promise<string> {
  const rows = await store.sql<{ tenant_id: string }[]>`
    select tenant_id from read.partners where stream_id = ${`partner-${partnerId}`}`;
  const tenants = rows.map(({ tenant_id }) => tenant_id).filter((one) => named === null || one === named);
  const [tenant, another] = tenants;
  if (tenant === undefined) {
    const ofWhom = named === null ? '' : ` of user ${named}`;
    throw new CannotStart(`There is no partner ${partnerId}${ofWhom}. Take the id from the timeline: partner-ID.`);
  }
  if (another !== undefined)
    throw new CannotStart(`Several users have a partner ${partnerId}: name one with --tenant.`);
  return tenant;
}
