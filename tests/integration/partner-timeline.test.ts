/** What happened with one partner, and what happens next. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PartnerTimelineView, SendView } from '../../api/views.ts';
import { parseMail } from '../../db/receive/parseMail.ts';
import { receiveMails } from '../../db/receive/receiveMail.ts';
import { conversationOf } from '../../events/conversations/conversation.ts';
import { member } from '../support/member.ts';
import { readyCampaign } from '../support/outreach.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.stop());

/** Someone was written to and answered; another one is still to be written to. */
async function anAnswer() {
  const outreach = await readyCampaign(testApp, { partners: 2, texts: 'generated' });
  const { person, tenant, sends } = outreach;
  const [answered, coming] = sends as [SendView, SendView];
  await person.ok('POST', `/api/campaign-sends/${answered.id}/send-now`);
  const mail = await parseMail(
    Buffer.from(`From: Ada <${answered.recipientEmail}>\r\nSubject: Re: A vest\r\n\r\nHow much?`),
  );
  const receivedAt = new Date(Date.now() + 60_000).toISOString();
  await receiveMails(testApp.api, { tenant, actor: 'test', source: 'imap' }, [
    { id: 'm1', threadId: null, receivedAt, mail },
  ]);
  const pathOf = (send: SendView) => `/api/partners/${send.partner.id}/timeline`;
  const read = (send: SendView, query = '') => person.ok<PartnerTimelineView>('GET', pathOf(send) + query);
  return { ...outreach, answered, coming, pathOf, read };
}

test('has every mail with its text and evidence, decisions and notes, in pages; another workspace has none of it', async () => {
  const { person, campaign, answered, coming, pathOf, read } = await anAnswer();
  const id = answered.partner.id;
  await person.ok('PATCH', `/api/partners/${id}/notes`, { note: { text: 'Likes vests', seen: '' } });
  const { entries, planned, next } = await read(answered);
  expect([planned, next]).toEqual([[], null]);
  expect(entries[0]).toMatchObject({
    ...{ kind: 'received', text: 'How much?', conversationId: conversationOf(answered.id) },
    campaign: { id: campaign.id, name: 'Spring vests' },
  });
  expect(entries.find(({ kind }) => kind === 'sent')).toMatchObject({
    message: { body: answered.body, parts: answered.parts, basedOn: answered.basedOn },
  });
  const told = entries.flatMap((entry) => (entry.kind === 'event' ? [entry.what] : []));
  expect(told.join('\n')).toMatch(/^Notes edited[\s\S]*Partner approved[\s\S]*Added from your file$/);

  const pages: PartnerTimelineView['entries'] = [];
  for (let after: string | null = ''; after !== null; ) {
    const page: PartnerTimelineView = await read(answered, `?limit=2${after && `&after=${after}`}`);
    pages.push(...page.entries);
    after = page.next;
  }
  expect(pages.map(({ id, at }) => [id, at])).toEqual(entries.map(({ id, at }) => [id, at]));

  const kindsOf = async (show: string) => (await read(answered, `?show=${show}`)).entries.map(({ kind }) => kind);
  expect(await kindsOf('emails')).toEqual(['received', 'sent']);
  expect(await kindsOf('replies')).toEqual(['received']);
  expect((await read(answered, '?show=decisions')).entries).toMatchObject([
    { kind: 'event', what: 'Partner approved' },
  ]);
  expect((await read(answered, '?show=notes')).entries).toMatchObject([{ kind: 'event', what: 'Notes edited' }]);
  expect((await read(coming, '?show=emails')).planned).toEqual([]);
  expect((await person.call('GET', `${pathOf(answered)}?show=sales`)).status).toBe(400);

  expect((await read(coming)).planned).toMatchObject([
    { message: { id: coming.id, body: coming.body }, campaign: { status: 'draft' }, why: null },
  ]);
  const { person: stranger } = await member(testApp);
  expect((await stranger.call('GET', pathOf(answered))).status).toBe(404);
});

test('an erased person keeps the times without the texts, and the address stays on the list', async () => {
  const { person, answered, read } = await anAnswer();
  await person.ok('POST', `/api/partners/${answered.partner.id}/erase`);
  const { entries, planned } = await read(answered);
  expect(planned).toEqual([]);
  expect(entries.find(({ kind }) => kind === 'sent')).toMatchObject({ message: { subject: null, body: null } });
  expect(entries.find(({ kind }) => kind === 'received')).toMatchObject({ text: null, from: null });
  expect(entries.find(({ kind }) => kind === 'suppressed')).toMatchObject({ reason: 'erased' });
  expect(JSON.stringify(entries)).not.toContain(answered.recipientEmail);
});
