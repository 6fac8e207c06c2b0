/** Mails in the working hours of their recipients. Places come from the search, times from the plan. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CampaignView, PartnerView, ScheduleView, StartPreviewView } from '../../api/views.ts';
import { checksOf, draftCampaign, setStatus, startPreview } from '../support/campaigns.ts';
import { clearEvents } from '../support/leaks.ts';
import { importedRow, readyPerson } from '../support/outreach.ts';
import { type Person, until } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

const hoursIn = (preview: StartPreviewView) =>
  (['hours_kept', 'hours_unknown', 'hours_apart'] as const).map((code) => checksOf(preview, code)[0]?.count);

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp({ sendGap: null });
  // a Monday in winter, before the sending hours
  const monday = Date.parse('2026-01-05T06:00:00Z');
  testApp.later(7 * 86_400_000 - ((testApp.api.now().getTime() - monday) % (7 * 86_400_000)));
});
afterAll(() => testApp.stop());

/** Sample people by their LinkedIn name, with an address, approved; one more of an imported list, whose country is unknown. */
async function peopleOf(person: Person, names: readonly string[]): Promise<PartnerView[]> {
  for (const name of names)
    await person.ok('POST', '/api/partners/ingest-url', { profileUrl: `https://linkedin.com/in/${name}` });
  await person.import([importedRow(7, 'Ada Lindqvist')]);
  const partners = await person.ok<PartnerView[]>('GET', '/api/partners');
  for (const { id } of partners) {
    await person.ok('PATCH', `/api/partners/${id}/status`, { status: 'approved' });
    await person.ok('POST', `/api/partners/${id}/contact`, {
      contactInfo: { email: `p${id.slice(0, 12)}@lindqvist.example` },
    });
  }
  return partners;
}
const hourIn = (zone: string, at: string): number =>
  Number(new Intl.DateTimeFormat('en-GB', { hour: '2-digit', timeZone: zone }).format(new Date(at)));

test('mails are planned where both are at work, and the screens say so', async () => {
  const { person, tenant } = await readyPerson(testApp, 0);
  await person.ok('PUT', '/api/business-profile', { timezone: 'Europe/Berlin' });
  const partners = await peopleOf(person, ['ximena-peralta', 'bianca-ferrante']);
  const campaign = await draftCampaign(person, 'Spring', { partners, written: true, form: { recipientHours: true } });
  expect(campaign.recipientHours).toBe(true);
  const preview = await startPreview(person, campaign);
  // Kansas City is at 09:00 when it is 16:00 in Berlin, Columbus an hour earlier
  expect(hoursIn(preview)).toEqual([2, 1, undefined]);
  await setStatus(person, campaign, 'active');
  const schedule = () => person.ok<ScheduleView>('GET', `/api/campaigns/${campaign.id}/schedule`);
  const { sends } = await until(schedule, (view) => view.sends.length === 3);
  const zones = sends.map(({ recipient }) => recipient?.zones.join() ?? null);
  expect(zones.toSorted()).toEqual(['America/Chicago', 'America/New_York', null]);
  for (const { at, recipient } of sends) {
    expect(hourIn('Europe/Berlin', at)).toBeGreaterThanOrEqual(9);
    expect(hourIn('Europe/Berlin', at)).toBeLessThan(17);
    if (!recipient) continue;
    expect(recipient.atWork).toBe(true);
    expect(hourIn(recipient.zones[0] ?? '', at)).toBeGreaterThanOrEqual(9);
  }
  expect((await person.ok<CampaignView>('GET', `/api/campaigns/${campaign.id}`)).nextSendWhy?.text).toContain(
    'in the working hours of the recipients',
  );
  // a person's place stays out of unencrypted data
  const drawn = await clearEvents(testApp, tenant, 'EmailScheduled');
  expect(drawn.every((data) => (data as { recipientHours?: boolean }).recipientHours === true)).toBe(true);
  expect(JSON.stringify(drawn)).not.toContain('America');

  // switched off, the times are drawn again without them
  await person.ok('PATCH', `/api/campaigns/${campaign.id}`, { recipientHours: false });
  const plain = await until(schedule, (view) => view.sends.length === 3 && view.sends.every((one) => !one.recipient));
  expect(plain.sends).toHaveLength(3);
  await until(
    () => clearEvents(testApp, tenant, 'EmailScheduled'),
    (events) => events.length === 6,
  );
});

test('hours that never overlap give way to those of the account, and the screens say that, too', async () => {
  const { person } = await readyPerson(testApp, 0);
  await person.ok('PUT', '/api/business-profile', { timezone: 'Asia/Tokyo' });
  const partners = await peopleOf(person, ['ximena-peralta']);
  const campaign = await draftCampaign(person, 'Spring', { partners, written: true, form: { recipientHours: true } });
  const preview = await startPreview(person, campaign);
  expect(hoursIn(preview)).toEqual([undefined, 1, 1]);
  await setStatus(person, campaign, 'active');
  const { sends } = await until(
    () => person.ok<ScheduleView>('GET', `/api/campaigns/${campaign.id}/schedule`),
    (view) => view.sends.length === 2,
  );
  expect(sends.map(({ recipient }) => recipient)).toEqual(
    expect.arrayContaining([{ zones: ['America/Chicago'], atWork: false }, null]),
  );
});
