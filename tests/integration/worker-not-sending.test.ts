import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CampaignView, HoldView, ScheduleView } from '../../api/views.ts';
import { ref } from '../../db/store.ts';
import { changeAccount } from '../../events/accounts/user.ts';
import { testCause } from '../support/asSent.ts';
import { idle } from '../support/hurry.ts';
import { clearEvents } from '../support/leaks.ts';
import { readyCampaign } from '../support/outreach.ts';
import { until } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

let testApp: TestApp;
/** Real, with an address of its own. */
let real: TestApp;
beforeAll(async () => {
  [testApp, real] = await Promise.all([
    startTestApp({ sendGap: null }),
    startTestApp({ sendGap: null, sandbox: false, publicUrl: 'https://pilot.northwind-gear.com' }),
  ]);
});
afterAll(() => Promise.all([testApp.stop(), real.stop()]));

/** An active campaign whose two mails have their times. */
async function planned(at: TestApp) {
  const { person, userId, campaign, tenant, sends } = await readyCampaign(at, { partners: 2, texts: 'edited' });
  const path = `/api/campaigns/${campaign.id}`;
  const campaignNow = () => person.ok<CampaignView>('GET', path);
  const statuses = () =>
    Promise.all(sends.map(async ({ id }) => (await at.api.load(tenant, ref('message', id))).state.status));
  const all = (wanted: string) => until(statuses, (list) => list.every((status) => status === wanted));
  await person.ok('PUT', `${path}/status`, { status: 'active' });
  await all('scheduled');
  return {
    person,
    userId,
    campaignNow,
    schedule: () => person.ok<ScheduleView>('GET', `${path}/schedule`),
    /** Nothing is promised, and no sweep draws a time. */
    async waits() {
      await all('approved');
      const drawn = async () => (await clearEvents(at, tenant, 'EmailScheduled')).length;
      const before = await drawn();
      await at.sweep();
      await idle(at.owner.sql);
      expect(await drawn()).toBe(before);
      expect(await statuses()).toEqual(['approved', 'approved']);
    },
    /** The hold of the mails is shown. */
    says: async (hold: Partial<HoldView>) =>
      expect(await campaignNow()).toMatchObject({ nextSendAt: null, nextSendWhy: { kind: 'hold' }, hold }),
    async goesOn() {
      await all('scheduled');
      expect((await campaignNow()).hold).toBeNull();
    },
  };
}

describe('an active campaign draws no times while nothing can leave, says why, and goes on by itself', () => {
  test('Gmail was chosen, and is not connected', async () => {
    const { person, campaignNow, schedule, waits, says, goesOn } = await planned(testApp);
    await person.ok('PUT', '/api/email-settings', { emailProvider: 'gmail' });
    // at once, before any time was cleared
    expect((await campaignNow()).hold).toMatchObject({ kind: 'provider', until: null, where: 'email-provider' });
    expect((await schedule()).sends).toEqual([]);
    await waits();
    await says({ kind: 'provider', reason: 'Gmail is chosen, but not connected' });
    await person.ok('PUT', '/api/email-settings', { emailProvider: 'sendgrid' });
    await goesOn();
  });

  test('the account was paused [long]', async () => {
    const { userId, waits, goesOn } = await planned(testApp);
    const account = (to: 'active' | 'paused') =>
      testApp.api.run({
        tenant: 'system',
        cause: testCause,
        streams: { user: ref('user', userId) },
        decide: ({ user }) => ({ user: changeAccount(user, to) }),
      });
    await account('paused');
    await waits();
    await account('active');
    await goesOn();
  });

  test('the postal address was emptied in a real installation [long]', async () => {
    const { person, waits, says, goesOn } = await planned(real);
    await person.ok('PUT', '/api/business-profile', { postalAddress: '' });
    await waits();
    await says({ kind: 'postal_address', where: 'profile' });
    await person.ok('PUT', '/api/business-profile', { postalAddress: '12 Ridge Road, Burlington, VT 05401' });
    await goesOn();
  });
});
