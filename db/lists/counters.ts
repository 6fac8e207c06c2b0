import { keyOf } from '../../events/lists/counters.ts';
import { readAs } from '../connection/connect.ts';
import type { Store } from '../store.ts';
import { type Counter, pastCounters } from './pastCounters.ts';
import { bringUpToDate } from './upToDate.ts';

/** Of which counters: those of some campaigns ('' is the whole tenant), or of all campaigns; those of a day only from this one on. */
type Wanted = { campaigns: readonly string[] | 'all'; from?: string };

/** The counters of a tenant, by their names. */
export class Counters {
  readonly #all: ReadonlyMap<string, number>;
  constructor(private readonly rows: readonly Counter[]) {
    this.#all = new Map();
    const sums = this.#all as Map<string, number>;
    for (const { campaign, name, day, n } of rows) {
      const whole = keyOf({ campaign, name });
      sums.set(whole, (sums.get(whole) ?? 0) + n);
      if (day !== '') sums.set(keyOf({ campaign, name, day }), n);
    }
  }

  /** Over all days that were read. */
  of(name: string, campaign = ''): number {
    return this.#all.get(keyOf({ campaign, name })) ?? 0;
  }

  on(day: string, name: string, campaign = ''): number {
    return this.#all.get(keyOf({ campaign, name, day })) ?? 0;
  }

  /** `from` and `before`: days (yyyy-mm-dd). */
  between(name: string, from: string, before: string): number {
    return this.rows
      .filter((one) => one.campaign === '' && one.name === name && one.day >= from && one.day < before)
      .reduce((sum, { n }) => sum + n, 0);
  }

  /** Over all campaigns and days that were read. */
  sum(names: readonly string[]): number {
    return this.rows.reduce((sum, { name, n }) => sum + (names.includes(name) ? n : 0), 0);
  }

  /** Those of a campaign whose names begin so, by the rest of the name. */
  beginning(prefix: string, campaign = ''): [rest: string, n: number][] {
    return this.rows
      .filter((one) => one.campaign === campaign && one.name.startsWith(prefix))
      .map(({ name, n }) => [name.slice(prefix.length), n]);
  }
}

export async function readCounters(store: Store, tenant: string, wanted: Wanted): Promise<Counters> {
  return new Counters(
    store.standsAt === null
      ? await present(store, tenant, wanted)
      : await pastCounters(store, tenant, wanted.campaigns),
  );
}

async function present(store: Store, tenant: string, { campaigns, from }: Wanted): Promise<Counter[]> {
  await bringUpToDate(store, tenant);
  return readAs(
    store.sql,
    tenant,
    (tx) => tx<Counter[]>`
      select campaign_id as campaign, name, day, n from lists.counters
      where tenant_id = ${tenant} and n <> 0
        ${campaigns === 'all' ? tx`` : tx`and campaign_id = any (${campaigns as string[]})`}
        ${from === undefined ? tx`` : tx`and (day = '' or day >= ${from})`}`,
  );
}
