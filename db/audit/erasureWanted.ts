import { emailAddress } from '../../events/partners/partnersInput.ts';
import { type ErasureSubject, erasureId } from '../../events/privacy/erasure.ts';
import { UsageError } from '../installation/settings.ts';
import type { Store } from '../store.ts';
import { inputLines } from './confirm.ts';
import { tenantNamed } from './knownTenant.ts';

export type Wanted = { tenant: string; subjects: ErasureSubject[] };

const REQUEST = { partnerId: null, addressHmac: null, why: 'request' } as const;

/** The subjects that the words name: one, or an address for each line of standard input. Throws CannotStart when one is not there. */
export async function wantedBy(
  store: Store,
  asked: { what: 'partner' | 'address' | 'tenant'; name: string; tenant?: string | undefined },
): Promise<Wanted> {
  const { what, name } = asked;
  const named = asked.tenant === undefined ? null : await workspaceNamed(store, asked.tenant);
  if (what === 'partner') {
    const partnerId = name.replace(/^partner-/, '');
    const tenant = await tenantOf(store, partnerId, named);
    return { tenant, subjects: [{ ...REQUEST, kind: 'partner', partnerId }] };
  }
  if (what === 'address') {
    if (named === null) throw new UsageError('Whose partners have this address? Name the workspace with --tenant.');
    const addresses = name === '-' ? await typedAddresses() : [addressIn(name, 'This')];
    const wanted = addresses.map((address): ErasureSubject => {
      return { ...REQUEST, kind: 'address', addressHmac: store.pseudonyms.address(named, address) };
    });
    return { tenant: named, subjects: [...new Map(wanted.map((one) => [erasureId(one), one])).values()] };
  }
  return { tenant: await workspaceNamed(store, name), subjects: [{ ...REQUEST, kind: 'tenant' }] };
}

/** Nothing is done while one line is wrong, and no line is shown: it may name a person. */
async function typedAddresses(): Promise<string[]> {
  const lines = await inputLines('Address: ');
  if (lines.length === 0)
    throw new UsageError('There is no address on standard input: write one a line. Nothing was changed.');
  return lines.map(({ number, text }) => addressIn(text, lines.length === 1 ? 'This' : `Line ${number}`));
}

function addressIn(text: string, what: string): string {
  const read = emailAddress.safeParse(text);
  if (read.success) return read.data;
  throw new UsageError(
    `${what} is no email address. Write name@host, or - to give one a line on standard input. Nothing was changed.`,
  );
}

/** The accounts of the tenant `system` are erased with their workspaces, and nothing else of it is. */
async function workspaceNamed(store: Store, name: string): Promise<string> {
  const tenant = await tenantNamed(store.sql, name);
  if (tenant === 'system') throw new UsageError('Name a workspace or a user: the installation itself is not erased.');
  return tenant;
}

/** A partner's id is made of the tenant's, so it tells the tenant. */
async function tenantOf(store: Store, partnerId: string, named: string | null): Promise<string> {
  const rows = await store.sql<{ tenant_id: string }[]>`
    select tenant_id from read.partners where stream_id = ${`partner-${partnerId}`}`;
  const tenants = rows.map(({ tenant_id }) => tenant_id).filter((one) => named === null || one === named);
  const [tenant, another] = tenants;
  if (tenant === undefined) {
    const ofWhom = named === null ? '' : ` of workspace ${named}`;
    throw new UsageError(`There is no partner ${partnerId}${ofWhom}. Take the id from the timeline: partner-ID.`);
  }
  if (another !== undefined)
    throw new UsageError(`Several workspaces have a partner ${partnerId}: name one with --tenant.`);
  return tenant;
}
