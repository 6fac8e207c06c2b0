import { ref } from '../../db/store.ts';
import { type CreditsEvent, creditPeriod } from '../../events/accounts/credits.ts';
import type { TestApp } from './testApp.ts';

/** Uses up credits of this month until so many are left. */
export async function leaveCredits(testApp: TestApp, tenant: string, left: number): Promise<void> {
  const period = creditPeriod(testApp.api.now().toISOString(), 'UTC');
  const used: CreditsEvent[] = [];
  for (let index = 0; index < 200 - left; index += 1) {
    const contactSearchId = `used-${index}`;
    used.push({ type: 'CreditReserved', data: { contactSearchId, limit: 200 } });
    used.push({ type: 'CreditKept', data: { contactSearchId, spent: {} } });
  }
  await testApp.api.run({
    tenant,
    cause: { actor: 'system:test', correlationId: 'test', causationId: null },
    streams: { credits: ref('credits', `${tenant}-${period}`) },
    decide: () => ({ credits: used }),
  });
}
