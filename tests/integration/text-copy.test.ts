/** "Send this text to me", and variables that a person types. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CopyView, ErrorView, SendView, SnippetView } from '../../api/views.ts';
import { clearEvents } from '../support/leaks.ts';
import { readyCampaign, readyPerson } from '../support/outreach.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.stop());

test('a copy goes to the user once a click, and the partner’s message stays as it is', async () => {
  const { person, tenant, campaign, sends } = await readyCampaign(testApp, { partners: 1, texts: 'generated' });
  const [before] = sends as [SendView];
  const path = `/api/campaign-sends/${before.id}/copy`;
  await person.ok('PUT', '/api/business-profile', { bookingLink: 'https://cal.example/northwind' });
  const asked = { requestId: 'click-0001', subject: 'Hello', body: 'Pick a time: {{bookingLink}}' };
  const { to } = await person.ok<CopyView>('POST', path, asked);
  // the same click again
  await person.ok('POST', path, asked);
  const mails = (await testApp.outbox()).filter((mail) => mail.to === to);
  expect(mails).toMatchObject([
    { subject: '[Copy] Hello', text: expect.stringContaining('Pick a time: https://cal.example/northwind') },
  ]);
  expect(mails[0]?.text).not.toContain('/unsubscribe');
  expect(Object.keys(mails[0]?.headers ?? {}).join()).not.toMatch(/list-unsubscribe|in-reply-to/i);

  const [after] = await person.ok<SendView[]>('GET', `/api/campaigns/${campaign.id}/sends`);
  expect(after).toMatchObject({ status: before.status, subject: before.subject, body: before.body, approved: false });
  expect(await person.ok('GET', `/api/campaigns/${campaign.id}`)).toMatchObject({ sentCount: 0 });
  expect(await clearEvents(testApp, tenant, 'TextCopySent')).toEqual([{ requestId: 'click-0001' }]);
  expect(await clearEvents(testApp, tenant, 'EmailSent')).toEqual([]);

  await testApp.fault('sendgrid', 'reject-4xx', 1);
  const failed = await person.call<ErrorView>('POST', path, { ...asked, requestId: 'click-0002' });
  expect(failed).toMatchObject({ status: 422, body: { details: { code: 'copy_failed' } } });
  expect(await clearEvents(testApp, tenant, 'TextCopyFailed')).toHaveLength(1);

  // what is saved is what was filled in, and a hole is refused
  const edit = `/api/campaign-sends/${before.id}`;
  const saved = await person.ok<SendView>('PATCH', edit, { ...asked, subject: 'For {{businessName}}' });
  expect(saved.body).toBe('Pick a time: https://cal.example/northwind');
  expect(saved.flaws.filter(({ rule }) => rule === 'link')).toEqual([]);
  await person.ok('PUT', '/api/business-profile', { bookingLink: '' });
  expect(await person.call('PATCH', edit, asked)).toMatchObject({
    status: 400,
    body: { error: '{{bookingLink}} is empty in your business profile. Write it out.' },
  });
});

test('snippets are kept by name in their workspace', async () => {
  const [{ person }, other] = [await readyPerson(testApp, 0), await readyPerson(testApp, 0)];
  const [saved] = await person.ok<SnippetView[]>('PUT', '/api/snippets', { name: 'Call', text: 'Hi {{firstName}}' });
  await person.ok('PUT', '/api/snippets', { name: 'Bye', text: 'See you' });
  expect(await person.ok('GET', '/api/snippets')).toMatchObject([{ name: 'Bye' }, { name: 'Call', id: saved?.id }]);
  expect(await other.person.ok('GET', '/api/snippets')).toEqual([]);
  expect(await person.ok('PATCH', `/api/snippets/${saved?.id}`, { name: 'A call' })).toMatchObject([
    ...[{ name: 'A call', text: 'Hi {{firstName}}' }, { name: 'Bye' }],
  ]);
  expect(await person.ok('DELETE', `/api/snippets/${saved?.id}`)).toMatchObject([{ name: 'Bye' }]);
});
