import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CampaignView, EmailSettingsView, ErrorView, SendingAccountView, SendView } from '../../api/views.ts';
import { sendRates } from '../../db/read/sendRates.ts';
import { signedHeaders } from '../../worker/sandbox/sendgrid/events.ts';
import { checksOf, startPreview } from '../support/campaigns.ts';
import { idle } from '../support/hurry.ts';
import { clearEvents } from '../support/leaks.ts';
import { addCampaign, readyPerson } from '../support/outreach.ts';
import { type Person, until } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp({ timeoutMs: 1_000 });
});
afterAll(() => testApp.stop());

/** Reports the outcome of these mails, as SendGrid does. */
async function tell(event: string, ids: readonly string[], tenant: string): Promise<void> {
  const now = Math.floor(testApp.api.now().getTime() / 1000);
  const about = { event, type: 'bounce', reason: '550 5.1.1', timestamp: now, tenant_id: tenant };
  const body = JSON.stringify(ids.map((id) => ({ ...about, send_id: `${id}.1` })));
  const headers = signedHeaders(testApp.signingKey, body, String(now));
  const answer = await fetch(`${testApp.url}/api/webhooks/sendgrid`, { method: 'POST', body, headers });
  expect(answer.status).toBe(200);
}

async function started(person: Person, campaign: CampaignView) {
  await person.ok('PUT', `/api/campaigns/${campaign.id}/status`, { status: 'active' });
  return () => person.ok<SendView[]>('GET', `/api/campaigns/${campaign.id}/sends`);
}
const left = (list: readonly SendView[]) => list.filter(({ status }) => status === 'sent');

test('a mailbox whose mails bounce stops, says why with its figures, and goes on only when its user resumes', async () => {
  const { person, tenant, partners } = await readyPerson(testApp, 22);
  const settings = () => person.ok<EmailSettingsView>('GET', '/api/email-settings');
  const paused = () => clearEvents(testApp, tenant, 'MailboxPaused');
  // a campaign sends at most ten a day
  const campaigns: CampaignView[] = [];
  for (const from of [0, 7, 14])
    campaigns.push(await addCampaign(person, partners.slice(from, from + 7), { texts: 'edited', dailyLimit: 10 }));
  const lists = await Promise.all(campaigns.map((one) => started(person, one)));
  const sends = async () => (await Promise.all(lists.map((list) => list()))).flat();
  const ids = left(await until(sends, (list) => left(list).length === 21, 60_000)).map(({ id }) => id);

  // another account of the same domain, which has sent nothing
  const server = { host: 'other', smtpHost: 'smtp.northwind.example', smtpPort: 465, smtpSecurity: 'tls' };
  const imap = { imapHost: 'imap.northwind.example', imapPort: 993, imapSecurity: 'tls' };
  const login = { email: 'kim@northwind.example', password: 'secret', ...server, ...imap };
  await person.ok('POST', '/api/mailbox/connect?account=new', login);

  // a spam report alone warns, beside the account and before the next start
  const warned = async () => {
    const [account, second] = await person.ok<SendingAccountView[]>('GET', '/api/sending-accounts');
    const preview = await startPreview(person, { id: campaigns[0]?.id ?? '' });
    return { account, second, complaints: checksOf(preview, 'complaints') };
  };
  expect(await warned()).toMatchObject({ account: { warning: null }, complaints: [] });
  await tell('spamreport', ids.slice(20, 21), tenant);
  await idle(testApp.owner.sql);
  const warning = expect.stringMatching(/^1 of 21 emails was reported as spam \(4\.8%\)\. Stay below 0\.1%/);
  const ofDomain = expect.stringMatching(/^1 of 21 emails from this domain was reported as spam/);
  expect(await warned()).toMatchObject({
    account: { health: 'connected', hold: null, warning, rates: { sent: 21, bounced: 0, complained: 1 } },
    second: { health: 'connected', warning: ofDomain, rates: { sent: 0, bounced: 0, complained: 0 } },
    complaints: [
      { names: ['sam@northwind.example'], detail: warning },
      { names: ['kim@northwind.example'], detail: ofDomain },
    ],
  });

  await tell('bounce', ids.slice(0, 1), tenant);
  await idle(testApp.owner.sql);
  expect((await settings()).hold).toBeNull();
  await tell('bounce', ids.slice(1, 2), tenant);
  const { hold } = await until(settings, (now) => now.hold !== null);
  expect(hold).toMatchObject({
    kind: 'bounce_rate',
    until: null,
    ends: 'until you resume sending',
    reason: '2 of 21 emails were returned as undeliverable (9.5%; the limit is 5%)',
  });
  // the pause says more, and the domain is judged as a whole
  const breach = { rate: 'bounce_rate', sent: 21, count: 2 };
  await until(paused, (events) => events.length === 2);
  expect(await paused()).toEqual([
    { ...breach, since: expect.any(String) },
    { ...breach, since: expect.any(String), domain: true },
  ]);
  expect(await warned()).toMatchObject({
    account: { health: 'paused', warning: null, rates: { sent: 21, bounced: 2, complained: 1 } },
    second: {
      health: 'paused',
      warning: null,
      hold: { reason: '2 of 21 emails from this domain were returned as undeliverable (9.5%; the limit is 5%)' },
    },
  });
  expect(await clearEvents(testApp, tenant, 'CampaignPaused')).toEqual([]);
  const ofFirst = { since: '2000-01-01', campaignId: campaigns[0]?.id ?? '' };
  expect(await sendRates(testApp.api, tenant, ofFirst)).toEqual({ sent: 7, bounced: 2, complained: 0 });

  // nothing leaves, and saving the settings is not reading why
  await person.ok('PUT', '/api/email-settings', { emailProvider: 'sendgrid', sendgridApiKey: 'SG.other' });
  const other = await addCampaign(person, partners.slice(21), { texts: 'edited' });
  const [last] = await person.ok<SendView[]>('GET', `/api/campaigns/${other.id}/sends`);
  const now = await person.call<ErrorView>('POST', `/api/campaign-sends/${last?.id}/send-now`);
  expect([now.status, now.body.error]).toEqual([422, expect.stringMatching(/^2 of 21 emails.* then resume/)]);

  await person.ok('POST', '/api/sending/resume', {});
  expect((await settings()).hold).toBeNull();
  expect((await warned()).account?.warning).toMatch(
    /^kim@northwind\.example is paused: 2 of 21 emails from this domain/,
  );
  const after = await started(person, other);
  await until(after, (list) => left(list).length === 1);
  // the same mails do not pause it again
  await tell('bounce', ids.slice(2, 5), tenant);
  await idle(testApp.owner.sql);
  expect((await settings()).hold).toBeNull();
  expect(await paused()).toHaveLength(2);
  const [resumed] = await testApp.owner.sql`
    select actor from log.events where tenant_id = ${tenant} and type = 'MailboxResumed'`;
  expect(resumed).toMatchObject({ actor: expect.stringMatching(/^user:/) });
});
