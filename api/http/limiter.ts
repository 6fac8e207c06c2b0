import { type Grant, leaseAllowance, type Quota } from '../../db/accounts/allowances.ts';
import { isAway, type Sql } from '../../db/connection/connect.ts';

/** `remaining`: as far as this process knows. `wait`: seconds; null: the call may go on. */
export type Taken = { quota: Quota; remaining: number; wait: number | null };

/** The part of a quota that a process holds at most: so few calls of others find nothing while it has some left. */
const SHARE = 10;
/** A lease ends after this time, so a new quota counts and unused units go back. By then the bucket has gained more than a lease. */
const LEASE_MS = 60_000;
const MOST_KNOWN = 10_000;

type Lease = {
  quota: Quota;
  left: number;
  remaining: number;
  until: number;
  /** A call of this cost was refused, and would be until then. */
  refused: { cost: number; until: number };
  asking: Promise<void> | null;
};

/**
 * Limits calls among any number of processes. Each leases units of a bucket in PostgreSQL, so most calls cost no statement. It allows more than the
 * quota by what a process gives back at most. Without a database nothing is limited here: the call itself then fails.
 */
export class Limiter {
  /** The one that ends first comes first. */
  readonly #leases = new Map<string, Lease>();
  constructor(
    private readonly sql: Sql,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Takes the cost of a call out of a bucket. `quotaOf` is asked once a lease. */
  async take(bucket: string, cost: number, quotaOf: () => Promise<Quota> | Quota): Promise<Taken> {
    for (;;) {
      const lease = this.#leaseOf(bucket);
      const { quota, refused } = lease;
      const now = this.now();
      const needed = quota.quota > 0 ? Math.min(cost, quota.quota) : cost;
      if (now < lease.until && lease.left >= needed) {
        lease.left -= needed;
        return { quota, remaining: lease.left + lease.remaining, wait: null };
      }
      if (cost >= refused.cost && now < refused.until)
        return { quota, remaining: lease.left, wait: (refused.until - now) / 1000 };
      // others wait for the same statement
      lease.asking ??= this.#renew(bucket, lease, cost, quotaOf).finally(() => {
        lease.asking = null;
      });
      try {
        await lease.asking;
      } catch (error) {
        if (!isAway(error)) throw error;
        return { quota: await quotaOf(), remaining: 0, wait: null };
      }
    }
  }

  async #renew(bucket: string, lease: Lease, cost: number, quotaOf: () => Promise<Quota> | Quota): Promise<void> {
    const quota = await quotaOf();
    // a limit below the cost of a call allows it when all of it is there
    const need = Math.min(cost, quota.quota);
    const want = Math.max(need, Math.ceil(quota.quota / SHARE));
    const back = lease.left;
    lease.left = 0;
    const grant: Grant = await leaseAllowance(this.sql, bucket, quota, { need, want, back });
    const now = this.now();
    lease.quota = quota;
    lease.left = grant.granted;
    lease.remaining = grant.remaining;
    lease.until = now + LEASE_MS;
    lease.refused = { cost, until: grant.wait === null ? now : now + Math.max(1000, grant.wait * 1000) };
    this.#leases.delete(bucket);
    this.#leases.set(bucket, lease);
  }

  #leaseOf(bucket: string): Lease {
    const known = this.#leases.get(bucket);
    if (known) return known;
    if (this.#leases.size >= MOST_KNOWN) this.#endFirst();
    const refused = { cost: 0, until: Number.NEGATIVE_INFINITY };
    const none = { quota: 0, seconds: 1 };
    const lease: Lease = { quota: none, left: 0, remaining: 0, until: Number.NEGATIVE_INFINITY, refused, asking: null };
    this.#leases.set(bucket, lease);
    return lease;
  }

  /** Makes room for another caller. The units of a running lease go back, so a crowd costs no calls. */
  #endFirst(): void {
    for (const [bucket, lease] of this.#leases) {
      if (lease.asking) continue;
      this.#leases.delete(bucket);
      const { left: back, quota } = lease;
      lease.left = 0;
      if (back > 0 && this.now() < lease.until)
        leaseAllowance(this.sql, bucket, quota, { need: 0, want: 0, back }).catch(() => {});
      return;
    }
  }
}
