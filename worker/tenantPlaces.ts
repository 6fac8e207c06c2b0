/**
 * A runner's places, shared between its tenants. One tenant has at most `share` of them. Accounts younger than a day have half of them together.
 * Answers what frees the place; null: the tenant has its share.
 */
export type TakePlace = (tenant: string) => Promise<(() => void) | null>;

const A_DAY_MS = 86_400_000;
/** An account's creation time never changes. At most this many are kept. */
const MOST_KNOWN = 10_000;

/** `createdAt`: when the account of a tenant was made, ISO 8601; blank: it was made without sign-up. */
export function tenantPlaces(
  { places, share }: { places: number; share: number },
  createdAt: (tenant: string) => Promise<string>,
  now: () => Date,
): TakePlace {
  const taken = new Map<string, number>();
  const known = new Map<string, string>();
  let takenByYoung = 0;

  async function isYoung(tenant: string): Promise<boolean> {
    const since = known.get(tenant) ?? (await createdAt(tenant));
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(tenant, since);
    return now().getTime() - Date.parse(since) < A_DAY_MS;
  }

  return async (tenant) => {
    // the installation's own work is in no tenant's share
    if (tenant === 'system') return () => undefined;
    const young = (await isYoung(tenant)) ? 1 : 0;
    const own = taken.get(tenant) ?? 0;
    if (own >= share || takenByYoung + young > places / 2) return null;
    taken.set(tenant, own + 1);
    takenByYoung += young;
    return () => {
      const left = (taken.get(tenant) ?? 1) - 1;
      if (left === 0) taken.delete(tenant);
      else taken.set(tenant, left);
      takenByYoung -= young;
    };
  };
}
