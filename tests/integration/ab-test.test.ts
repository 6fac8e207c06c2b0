/** The A/B test of a first email, from the form to the figures: split, texts, and the effect of a choice. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type {
  AbTestView,
  CampaignFiguresView,
  CampaignView,
  ErrorView,
  InboxView,
  NumberView,
  PartnerView,
  SendView,
  TimelineView,
} from '../../api/views.ts';
import { parseMail } from '../../db/receive/parseMail.ts';
import { receiveMails } from '../../db/receive/receiveMail.ts';
import { conversationOf } from '../../events/conversations/conversation.ts';
import { signedHeaders } from '../../worker/sandbox/sendgrid/events.ts';
import { checksOf, draftCampaign, sendsOf, setStatus, startPreview } from '../support/campaigns.ts';
import { clearEvents } from '../support/leaks.ts';
import { importedRow, readyPerson } from '../support/outreach.ts';
import { type Person, until } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp({ timeoutMs: 5_000 });
});
afterAll(() => testApp.stop());

const TEST = { varies: 'instructions', variantB: 'Ask what they think of winter boots.' };
type Ready = { person: Person; tenant: string; partners: PartnerView[]; campaign: CampaignView };

async function ready(count: number, joining = count, abTest: object | null = TEST): Promise<Ready> {
  const { person, tenant, partners } = await readyPerson(testApp, count);
  const form = { abTest };
  const campaign = await draftCampaign(person, 'Spring', { partners: partners.slice(0, joining), form });
  return { person, tenant, partners, campaign };
}
const generate = ({ person, campaign }: Ready, how = 'generate') =>
  person.ok('POST', `/api/campaigns/${campaign.id}/${how}-messages`, how === 'generate' ? undefined : {});
const variants = async ({ person, campaign }: Ready) => {
  const sends = await sendsOf(person, campaign);
  return Object.fromEntries(sends.map(({ id, variant }) => [id, variant]));
};
const count = (split: Record<string, unknown>) =>
  ['A', 'B'].map((variant) => Object.values(split).filter((one) => one === variant).length);
const figures = ({ person, campaign }: Ready) => person.ok<AbTestView>('GET', `/api/campaigns/${campaign.id}/ab-test`);
const choose = ({ person, campaign }: Ready, variant: string) =>
  person.call<ErrorView>('POST', `/api/campaigns/${campaign.id}/ab-test/choice`, { variant });
const isB = ({ body }: SendView) => body?.includes('winter boots') ?? false;

/** Reports a delivery, as SendGrid does. */
async function delivered(id: string, tenant: string): Promise<void> {
  const now = Math.floor(testApp.api.now().getTime() / 1000);
  const body = JSON.stringify([{ event: 'delivered', timestamp: now, tenant_id: tenant, send_id: `${id}.1` }]);
  const headers = signedHeaders(testApp.signingKey, body, String(now));
  expect((await fetch(`${testApp.url}/api/webhooks/sendgrid`, { method: 'POST', body, headers })).status).toBe(200);
}

async function reply({ tenant }: Ready, { id, recipientEmail }: SendView): Promise<void> {
  const mail = await parseMail(
    Buffer.from(
      `From: Ada <${recipientEmail}>\r\nSubject: Re: A vest\r\nMessage-ID: <${id}@a.example>\r\n\r\nTell me more.`,
    ),
  );
  await receiveMails(testApp.api, { tenant, actor: 'test', source: 'imap' }, [
    { id: `m-${id}`, threadId: null, receivedAt: new Date().toISOString(), mail },
  ]);
}

test('the AI writes each text in its version, the split is even, and no later run changes it', async () => {
  const all = await ready(6, 5);
  const { person, campaign, partners } = all;
  expect(campaign.abTest).toEqual({ ...TEST, chosen: null });
  // two calls at once are one run
  await Promise.all([generate(all), generate(all)]);
  const split = await variants(all);
  expect(count(split)).toEqual([3, 2]);
  for (const send of await sendsOf(person, campaign)) expect(isB(send)).toBe(send.variant === 'B');

  await generate(all, 'regenerate');
  expect(await variants(all)).toEqual(split);
  await person.ok('POST', `/api/campaigns/${campaign.id}/partners`, { partnerIds: [partners[5]?.id] });
  await generate(all);
  expect(count(await variants(all))).toEqual([3, 3]);
  expect(await variants(all)).toMatchObject(split);

  const preview = await startPreview(person, campaign);
  const counts = (['version_a', 'version_b', 'version_own'] as const).map((code) => checksOf(preview, code)[0]?.count);
  expect(counts).toEqual([3, 3, undefined]);
  // a text that a person writes over one of the AI keeps its version
  const [first] = await sendsOf(person, campaign);
  await person.ok('PATCH', `/api/campaign-sends/${first?.id}`, { subject: 'A vest', body: 'By hand.' });
  expect((await variants(all))[first?.id ?? '']).toBe(first?.variant);
});

test('a text that could not be written keeps its version for the next run', async () => {
  const all = await ready(4);
  await testApp.fault('openai', 'reject-4xx', 2);
  await generate(all);
  const split = await variants(all);
  expect(count(split)).toEqual([2, 2]);
  await generate(all);
  expect(await variants(all)).toEqual(split);
  expect((await sendsOf(all.person, all.campaign)).every(({ body }) => body !== null)).toBe(true);
});

test('a text that a person wants in spite of the AI’s reasons is in the version that it was to get', async () => {
  const { person, tenant } = await readyPerson(testApp, 0);
  const bio = 'I run hills. No partnerships, please.';
  await person.import([0, 1].map((at) => ({ ...importedRow(at, `Mira Lund ${'AB'[at]}.`), bio })));
  const partners = await person.ok<PartnerView[]>('GET', '/api/partners');
  for (const { id } of partners) await person.ok('PATCH', `/api/partners/${id}/status`, { status: 'approved' });
  const campaign = await draftCampaign(person, 'Spring', { partners, form: { abTest: TEST } });
  const all = { person, tenant, partners, campaign };
  await generate(all);
  for (const { id, status } of await sendsOf(person, campaign)) {
    expect(status).toBe('unfit');
    await person.ok('POST', `/api/campaign-sends/${id}/write-anyway`);
  }
  expect(count(await variants(all))).toEqual([1, 1]);
  for (const send of await sendsOf(person, campaign)) expect(isB(send)).toBe(send.variant === 'B');
});

test('the subject may differ instead, and without a test there is nothing of it [long]', async () => {
  const all = await ready(2, 2, { varies: 'subject', variantB: 'Your trails' });
  await generate(all);
  const subjects = (await sendsOf(all.person, all.campaign)).map(({ variant, subject }) => [variant, subject]);
  expect(subjects.sort()).toEqual([
    ['A', 'A vest for your trails'],
    ['B', 'Your trails'],
  ]);
  expect((await figures(all))?.variants.map(({ text }) => text)).toEqual(['A vest for your trails', 'Your trails']);

  await all.person.ok('PATCH', `/api/campaigns/${all.campaign.id}`, { abTest: null });
  await generate(all, 'regenerate');
  expect(count(await variants(all))).toEqual([0, 0]);
  expect(await figures(all)).toBeNull();
  expect(await choose(all, 'B')).toMatchObject({ status: 422, body: { error: 'This campaign has no A/B test.' } });
});

test('the figures of a version begin again with another text, and those of the earlier one are apart', async () => {
  const all = await ready(3, 2, { varies: 'subject', variantB: 'Your trails' });
  const { person, campaign, partners } = all;
  const sendAll = async () => {
    await generate(all);
    for (const { id, status } of await sendsOf(person, campaign))
      if (status === 'pending') await person.ok('POST', `/api/campaign-sends/${id}/send-now`);
    return sendsOf(person, campaign);
  };
  const [b] = (await sendAll()).filter(({ variant }) => variant === 'B');
  if (!b) throw new Error('The split is not even.');
  await reply(all, b);
  const shown = async () =>
    (await figures(all))?.variants.map(({ sent, replied, earlier }) => ({ sent, replied, earlier }));
  expect(await shown()).toEqual([
    { sent: 1, replied: 0, earlier: null },
    { sent: 1, replied: 1, earlier: null },
  ]);
  await person.ok('PATCH', `/api/campaigns/${campaign.id}`, { abTest: { varies: 'subject', variantB: 'Your ridges' } });
  expect(await shown()).toEqual([
    { sent: 1, replied: 0, earlier: null },
    { sent: 0, replied: 0, earlier: { sent: 1, replied: 1 } },
  ]);
  // the events behind each figure and its replies are the counted ones
  const behind = `/api/history/number/partnersWrittenTo?campaign=${campaign.id}&variant`;
  expect((await person.ok<NumberView>('GET', `${behind}=A`)).count).toBe(1);
  expect((await person.ok<NumberView>('GET', `${behind}=B`)).count).toBe(0);
  const inbox = await person.ok<InboxView>('GET', `/api/inbox?campaign=${campaign.id}&variant=B&show=all`);
  expect(inbox.conversations).toEqual([]);

  await person.ok('PATCH', `/api/campaigns/${campaign.id}`, { staticSubject: 'A vest for your ridges' });
  await person.ok('POST', `/api/campaigns/${campaign.id}/partners`, { partnerIds: [partners[2]?.id] });
  const [newest] = (await sendAll()).filter(({ partner }) => partner.id === partners[2]?.id);
  expect(await shown()).toEqual([
    { sent: newest?.variant === 'A' ? 1 : 0, replied: 0, earlier: { sent: 1, replied: 0 } },
    { sent: newest?.variant === 'B' ? 1 : 0, replied: 0, earlier: { sent: 1, replied: 1 } },
  ]);
});

test('figures by step and version equal the events of the days asked for', async () => {
  const all = await ready(3);
  const { person, tenant, campaign } = all;
  await generate(all);
  for (const { id } of await sendsOf(person, campaign)) await person.ok('POST', `/api/campaign-sends/${id}/send-now`);
  const sends = await sendsOf(person, campaign);
  const [a] = sends.filter(({ variant }) => variant === 'A');
  const [b] = sends.filter(({ variant }) => variant === 'B');
  if (!a || !b) throw new Error('The split is not even.');
  await reply(all, b);
  await person.ok('POST', `/api/inbox/${conversationOf(b.id)}/label`, { label: 'interested' });
  await delivered(a.id, tenant);
  const other = await draftCampaign(person, '=Autumn');
  const of = (more = '', ids = [campaign.id, other.id]) => `/api/campaign-figures${more}campaigns=${ids.join(',')}`;
  const view = await until(
    () => person.ok<CampaignFiguresView>('GET', of('?')),
    ({ campaigns }) => campaigns.some(({ steps }) => steps.some(({ delivered }) => delivered !== null)),
  );
  expect(view.campaigns.map(({ name }) => name)).toEqual(['Spring', '=Autumn']);
  const steps = view.campaigns.flatMap((one) => one.steps);
  const zero = { step: 1, delivered: null, replied: 0, interested: 0, bounced: 0, unsubscribed: 0 };
  expect(steps).toEqual([
    { ...zero, version: 'A', sent: 2, delivered: 1 },
    { ...zero, version: 'B', sent: 1, replied: 1, interested: 1 },
  ]);
  const sum = (name: 'sent' | 'replied') => steps.reduce((total, one) => total + one[name], 0);
  const messagesWith = async (type: string) => {
    const { events } = await person.ok<TimelineView>('GET', `/api/history?kind=message&type=${type}`);
    return new Set(events.map(({ stream }) => stream)).size;
  };
  expect([sum('sent'), sum('replied')]).toEqual([await messagesWith('EmailSent'), await messagesWith('ReplyReceived')]);

  const later = await person.ok<CampaignFiguresView>('GET', of('?from=2999-01-01&'));
  expect(later.campaigns.map((one) => one.steps)).toEqual([[], []]);
  const csv = await (await fetch(`${testApp.url}${of('/export?')}`, { headers: { Cookie: person.cookie } })).text();
  expect(csv.trim().split('\n').slice(1)).toEqual(['Spring,1,A,2,1,0,0,0,0', 'Spring,1,B,1,,1,1,0,0']);
  const wrong = [
    of('?', []),
    of(
      '?',
      Array.from({ length: 21 }, (_, at) => `c${at}`),
    ),
    of('?from=2026-02-01&to=2026-01-01&'),
  ];
  for (const path of wrong) expect((await person.call('GET', path)).status).toBe(400);
  const stranger = await readyPerson(testApp, 0);
  expect((await stranger.person.call('GET', of('?'))).status).toBe(404);
});

test('a choice writes what waits for approval in that version, and leaves what is approved', async () => {
  const all = await ready(6, 2);
  const { person, tenant, campaign, partners } = all;
  await generate(all);
  await setStatus(person, campaign, 'active');
  await setStatus(person, campaign, 'paused');
  const before = await variants(all);
  await person.ok('POST', `/api/campaigns/${campaign.id}/partners`, {
    partnerIds: partners.slice(2, 5).map(({ id }) => id),
  });
  await generate(all);
  // a busy server answers before the last text is written
  await expect.poll(async () => count(await variants(all)), { timeout: 30_000 }).toEqual([3, 2]);
  expect((await choose(all, 'C')).status).toBe(400);
  expect((await choose(all, 'B')).status).toBe(200);
  const after = await until(
    () => sendsOf(person, campaign),
    (list) => list.filter(isB).length === 4,
  );
  expect(count(await variants(all))).toEqual([1, 4]);
  expect(await variants(all)).toMatchObject(before);
  expect(after.every((send) => isB(send) === (send.variant === 'B'))).toBe(true);
  expect((await choose(all, 'B')).status).toBe(200);
  expect(await clearEvents(testApp, tenant, 'VariantChosen')).toEqual([{ variant: 'B' }]);
  expect((await figures(all))?.chosen).toBe('B');

  const idle = () =>
    until(
      () => person.ok<CampaignView>('GET', `/api/campaigns/${campaign.id}`),
      ({ generation }) => generation === null,
    );
  await person.ok('POST', `/api/campaigns/${campaign.id}/partners`, { partnerIds: [partners[5]?.id] });
  // while texts are written, Generate joins in, and asks for no others
  await idle();
  await generate(all);
  await expect.poll(async () => count(await variants(all)), { timeout: 30_000 }).toEqual([1, 5]);
  await testApp.fault('openai', 'reject-4xx', 100, { status: 400 });
  expect((await choose(all, 'A')).status).toBe(200);
  await idle();
  await testApp.fault('openai', 'none', 1);
  expect(await figures(all)).toMatchObject({ chosen: 'A', inOtherVersion: 4 });
  expect((await choose(all, 'A')).status).toBe(200);
  await expect.poll(async () => count(await variants(all)), { timeout: 30_000 }).toEqual([5, 1]);
  expect(await figures(all)).toMatchObject({ chosen: 'A', inOtherVersion: 0 });

  const stranger = await readyPerson(testApp, 0);
  expect((await choose({ ...all, person: stranger.person }, 'A')).status).toBe(404);
  expect((await stranger.person.call('GET', `/api/campaigns/${campaign.id}/ab-test`)).status).toBe(404);
});
