import { creditPeriod } from '../../events/accounts/credits.ts';
import { ref, type Store } from '../store.ts';

/** A tenant's present month of credits: their stream's period, in the zone of their profile, or UTC. */
export async function readCreditMonth(
  store: Store,
  tenant: string,
): Promise<{ at: string; zone: string; period: string }> {
  const { state } = await store.load(tenant, ref('profile', tenant));
  const [at, zone] = [store.now().toISOString(), state.timezone ?? 'UTC'];
  return { at, zone, period: creditPeriod(at, zone) };
}
