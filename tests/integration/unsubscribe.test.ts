import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CampaignView, PartnerView, SendView } from '../../api/views.ts';
import { connect } from '../../db/connection/connect.ts';
import { compareRows } from '../../db/read/rebuild.ts';
import { ref } from '../../db/store.ts';
import { readUnsubscribeToken, unsubscribeLink } from '../../db/vault/unsubscribeLink.ts';
import { markOutcomeUnknown } from '../../events/messages/unknown.ts';
import { idle } from '../support/hurry.ts';
import { cause } from '../support/log.ts';
import { addCampaign, readyCampaign } from '../support/outreach.ts';
import { until } from '../support/person.ts';
import { type OutboxMail, startTestApp, type TestApp } from '../support/testApp.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.stop());

/** A campaign whose first message has left, and a second campaign in which both partners wait. */
async function written() {
  const outreach = await readyCampaign(testApp, { partners: 2, texts: 'edited' });
  const [first] = outreach.sends;
  if (!first) throw new Error('no message');
  const next = await addCampaign(outreach.person, outreach.partners, { texts: 'edited' });
  await outreach.person.ok('POST', `/api/campaign-sends/${first.id}/send-now`);
  const mail = (await testApp.outbox()).find(({ customArgs }) => customArgs.send_id === `${first.id}.1`);
  if (!mail) throw new Error('no mail');
  const address = linkOf(mail).replace('http://localhost', testApp.url);
  return { ...outreach, first, next, mail, address };
}
/** The same for all tests that press no link of it. */
let onlyLooked: ReturnType<typeof written> | undefined;
const lookedAt = async () => {
  onlyLooked ??= written();
  const looked = await onlyLooked;
  // checks of the partners' addresses are recorded, too, and events are counted here
  await idle(testApp.owner.sql);
  return looked;
};

const linkOf = (mail: OutboxMail): string => (mail.headers['List-Unsubscribe'] ?? '').replace(/^<|>$/g, '');
const press = (address: string) => fetch(address, { method: 'POST', body: new URLSearchParams(), redirect: 'manual' });
const oneClick = (address: string) =>
  fetch(address, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: 'null', 'Sec-Fetch-Site': 'cross-site' },
    body: 'List-Unsubscribe=One-Click',
  });
const stateOf = async (tenant: string, to: string) =>
  (await testApp.api.load(tenant, ref('suppression', testApp.api.pseudonyms.address(tenant, to)))).state;

describe('what a lawful mail needs', () => {
  test('the page by which an installation sees that its links lead to it says what it alone knows, and unsubscribes nobody', async () => {
    const page = `${testApp.url}/u/self-test`;
    const answer = await fetch(page, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const proof = await answer.text();
    expect(proof).toBe(testApp.api.pseudonyms.linkProof('self-test'));
    const before = await testApp.events();
    for (const address of [page, `${page}.${proof}`]) expect((await press(address)).status).toBe(404);
    expect(await testApp.events()).toBe(before);
  });

  test('every mail carries the header pair and, under signature and postal address, the link', async () => {
    const { mail, first, tenant } = await lookedAt();
    expect(mail.headers['List-Unsubscribe']).toMatch(/^<http:\/\/localhost\/u\/[\w-]{22}>$/);
    expect(mail.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
    const end = `12 Ridge Road, Burlington, VT 05401\n\nIf you would rather not hear from me again, unsubscribe here:\n${linkOf(mail)}`;
    expect(mail.text.endsWith(end)).toBe(true);
    expect(mail.html).toContain(`<a href="${linkOf(mail)}">unsubscribe here</a>`);
    const send = await readUnsubscribeToken(testApp.api.sql, testApp.api.pseudonyms, linkOf(mail).slice(-22));
    expect(send).toEqual({ tenant, messageId: first.id, attempt: 1 });
  });

  test('the link of a mail that the log has lost in a restore takes whom the partner names now off, and the mail counts as sent', async () => {
    const { tenant, sends, partners } = await readyCampaign(testApp, { partners: 2, texts: 'edited' });
    const [lost, other] = sends;
    const message = ref('message', lost?.id ?? '');
    await testApp.api.run({
      tenant,
      cause,
      streams: { message },
      decide: ({ message: now }) => ({ message: markOutcomeUnknown(now) }),
    });
    const link = (messageId: string) =>
      unsubscribeLink(testApp.url, testApp.api.pseudonyms, { tenant, messageId, attempt: 3 });
    expect((await press(link('c1.nobody.1'))).status).toBe(404);
    for (const send of [lost, other]) expect((await press(link(send?.id ?? ''))).status).toBe(200);
    for (const { contactInfo } of partners)
      expect(await stateOf(tenant, contactInfo?.email ?? '')).toMatchObject({
        suppressed: true,
        reason: 'unsubscribed',
      });
    expect((await testApp.api.load(tenant, message)).state).toMatchObject({ status: 'sent' });
  });

  test('a second attempt has a link of its own, and both work', async () => {
    const { person, first, tenant, mail, address } = await written();
    await person.ok('POST', `/api/campaign-sends/${first.id}/resend`);
    const again = (await testApp.outbox()).filter(({ to }) => to === mail.to);
    expect(new Set(again.map(linkOf)).size).toBe(2);
    for (const link of again.map(linkOf)) {
      expect((await fetch(link.replace('http://localhost', testApp.url))).status).toBe(200);
    }
    await press(address);
    expect(await stateOf(tenant, mail.to)).toMatchObject({ suppressed: true });
  });
});

describe('the page behind the link', () => {
  test('looking at it only asks: business, masked address, one button; nothing is set, read or changed', async () => {
    const { mail, address, tenant } = await lookedAt();
    const before = await testApp.events();
    for (const method of ['GET', 'HEAD', 'GET']) {
      const answer = await fetch(address, { method, redirect: 'manual', headers: { Cookie: 'session=whatever' } });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('set-cookie')).toBeNull();
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
      expect(answer.headers.get('x-robots-tag')).toContain('noindex');
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      const page = await answer.text();
      if (method === 'HEAD') continue;
      expect(page).toContain('Northwind Trail Gear wrote to a•••@l•••.example');
      expect(page).not.toContain(mail.to);
      expect(page.match(/<button/g)).toHaveLength(1);
      expect(page).toContain('<form method="post" action="/u/');
    }
    expect(await testApp.events()).toBe(before);
    expect(await stateOf(tenant, mail.to)).toMatchObject({ suppressed: false });
  });

  test.each([
    ['the button', press],
    ['one click in a mail program, which sends no origin of ours and no cookie', oneClick],
  ])('%s suppresses the address for good, however often, and says so', async (_name, act) => {
    const { mail, address, tenant } = await written();
    for (const answer of [await act(address), await act(address), await fetch(address)]) {
      expect(answer.status).toBe(200);
      expect(answer.headers.get('set-cookie')).toBeNull();
      expect(await answer.text()).toContain('You are unsubscribed');
    }
    expect(await stateOf(tenant, mail.to)).toMatchObject({
      suppressed: true,
      reason: 'unsubscribed',
      source: 'link',
      email: mail.to,
    });
    const history = await testApp.api.history(
      tenant,
      ref('suppression', testApp.api.pseudonyms.address(tenant, mail.to)),
    );
    expect(history.map(({ type, actor }) => [type, actor])).toEqual([['AddressSuppressed', 'recipient']]);
    expect(history[0]?.causationId).toMatch(/^message-.+@\d+$/);
  });

  test('cancels what waits for that address in every campaign, leaves the others alone; the partner is marked, and nothing more is sent', async () => {
    const { person, mail, address, campaign, next, partners } = await written();
    await oneClick(address);
    const sends = await until(
      () => person.ok<SendView[]>('GET', `/api/campaigns/${next.id}/sends`),
      (all) => all.some(({ status }) => status === 'cancelled'),
    );
    const of = (to: string) => sends.find(({ recipientEmail }) => recipientEmail === to);
    expect(of(mail.to)).toMatchObject({ status: 'cancelled', detail: 'Cancelled: this person unsubscribed' });
    expect(sends.filter(({ status }) => status === 'pending')).toHaveLength(1);
    await person.ok('PUT', `/api/campaigns/${next.id}/status`, { status: 'active' });
    await until(
      () => person.ok<CampaignView>('GET', `/api/campaigns/${next.id}`),
      ({ status }) => status === 'completed',
    );
    expect((await testApp.outbox()).filter(({ to }) => to === mail.to)).toHaveLength(1);
    const [other] = partners.filter(({ contactInfo }) => contactInfo?.email !== mail.to);
    expect((await testApp.outbox()).filter(({ to }) => to === other?.contactInfo?.email)).toHaveLength(1);
    // the message that had left stays sent
    const [stays] = await person.ok<SendView[]>('GET', `/api/campaigns/${campaign.id}/sends`);
    expect(stays?.status).toBe('sent');
    expect(await person.call('POST', `/api/campaign-sends/${stays?.id}/resend`)).toMatchObject({
      status: 422,
      body: { error: 'This person unsubscribed' },
    });

    const marks = (all: PartnerView[]) =>
      Object.fromEntries(all.map(({ contactInfo, doNotContact }) => [contactInfo?.email ?? '', doNotContact]));
    const [gone, free] = partners
      .map(({ contactInfo }) => contactInfo?.email ?? '')
      .sort((a) => (a === mail.to ? -1 : 1));
    expect(marks(await person.ok('GET', '/api/partners'))).toEqual({
      [gone ?? '']: 'unsubscribed',
      [free ?? '']: null,
    });
    const partner = partners.find(({ contactInfo }) => contactInfo?.email === mail.to);
    expect(await person.ok('GET', `/api/partners/${partner?.id}`)).toMatchObject({ doNotContact: 'unsubscribed' });
    const third = await person.ok<CampaignView>('POST', '/api/campaigns', {
      name: 'Third',
      subjectType: 'static',
      staticSubject: 'S',
      messagePrompt: 'P',
    });
    expect(await person.ok('POST', `/api/campaigns/${third.id}/partners`, { partnerIds: [partner?.id] })).toEqual({
      addedCount: 0,
      skipped: [{ partnerId: partner?.id, reason: 'unsubscribed' }],
    });
  });

  test('takes the address off, too, that the partner was given since, and what waits for it', async () => {
    const { person, mail, address, next, partners, tenant } = await written();
    const partner = partners.find(({ contactInfo }) => contactInfo?.email === mail.to);
    const email = `new.${mail.to}`;
    await person.ok('POST', `/api/partners/${partner?.id}/contact`, { contactInfo: { email } });
    await oneClick(address);
    for (const to of [mail.to, email])
      expect(await stateOf(tenant, to)).toMatchObject({ suppressed: true, reason: 'unsubscribed', email: to });
    const sends = await until(
      () => person.ok<SendView[]>('GET', `/api/campaigns/${next.id}/sends`),
      (all) => all.some(({ status }) => status === 'cancelled'),
    );
    expect(sends.filter(({ status }) => status === 'cancelled').map(({ recipientEmail }) => recipientEmail)).toEqual([
      email,
    ]);
    const commits = await testApp.owner.sql`
      select distinct recorded_at from log.events where tenant_id = ${tenant} and type = 'AddressSuppressed'`;
    expect(commits).toHaveLength(1);
  });

  test('a link that was used proves that its mail arrived: one of unknown fate was sent', async () => {
    const { person, campaign, sends } = await readyCampaign(testApp, { partners: 1, texts: 'edited' });
    const id = sends[0]?.id ?? '';
    await testApp.fault('sendgrid', 'accept-then-500', 1);
    expect((await person.call('POST', `/api/campaign-sends/${id}/send-now`)).status).toBe(409);
    const status = async () =>
      (await person.ok<SendView[]>('GET', `/api/campaigns/${campaign.id}/sends`)).map((send) => send.status);
    expect(await status()).toEqual(['unknown']);
    const mail = (await testApp.outbox()).find(({ customArgs }) => customArgs.send_id === `${id}.1`);
    const link = linkOf(mail as OutboxMail).replace('http://localhost', testApp.url);
    await fetch(link);
    expect(await status()).toEqual(['unknown']);
    for (let times = 0; times < 2; times += 1) expect((await press(link)).status).toBe(200);
    expect(await status()).toEqual(['sent']);
  });

  test('a link that was altered, cut off or never made is a clear 404, also when it is pressed', async () => {
    const { address } = await lookedAt();
    const before = await testApp.events();
    const token = address.slice(-22);
    const altered = [...token].map((sign, at) => token.slice(0, at) + (sign === 'x' ? 'y' : 'x') + token.slice(at + 1));
    for (const wrong of [...altered, `${token}x`, token.slice(1), 'é'.repeat(22)])
      expect(await readUnsubscribeToken(testApp.api.sql, testApp.api.pseudonyms, wrong), wrong).toBeNull();
    const [first = ''] = altered;
    for (const wrong of [`${testApp.url}/u/${first}`, address.slice(0, -1), `${testApp.url}/u/x`, `${testApp.url}/u`]) {
      for (const answer of [await fetch(wrong), await press(wrong)]) {
        expect(answer.status, wrong).toBe(404);
        expect(await answer.text()).toContain('This link does not work');
      }
    }
    expect(await testApp.events()).toBe(before);
  });

  test('works for a person who was erased: the address is not known any more, its HMAC is', async () => {
    const { address, mail, tenant, partners } = await written();
    const partner = partners.find(({ contactInfo }) => contactInfo?.email === mail.to);
    await testApp.owner
      .sql`delete from vault.person_keys where tenant_id = ${tenant} and person_id = ${`partner-${partner?.id}`}`;
    expect(await (await fetch(address)).text()).toContain('wrote to •••');
    expect((await press(address)).status).toBe(200);
    expect(await stateOf(tenant, mail.to)).toMatchObject({ suppressed: true, reason: 'unsubscribed', email: null });
  });

  test('the rows are what the log says', async () => {
    const sql = connect(testApp.databaseUrl, { role: 'owner', name: 'test compare', max: 6 });
    // the driver cannot reserve a connection before it has opened one
    await sql`select 1`;
    const { differences } = await compareRows({ sql, master: testApp.owner.master });
    await sql.end();
    expect(differences.filter(({ streamId }) => streamId.startsWith('suppression'))).toEqual([]);
  });
});
