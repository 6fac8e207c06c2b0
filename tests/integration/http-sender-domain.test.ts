import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SenderDomainView } from '../../api/views.ts';
import { checksOf, draftCampaign, startPreview } from '../support/campaigns.ts';
import { member } from '../support/member.ts';
import { readyPerson } from '../support/outreach.ts';
import type { Person } from '../support/person.ts';
import { connectGmail, NORTHWIND } from '../support/sandboxGoogle.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.stop());

const known = (person: Person) => person.ok<SenderDomainView>('GET', '/api/sender-domain');
const checked = (person: Person) => person.ok<SenderDomainView>('POST', '/api/sender-domain/check');
const codes = ({ findings }: SenderDomainView) => findings.map(({ check, code }) => `${check} ${code}`);
const sendFrom = (person: Person, fromEmail: string, sendgridApiKey = 'SG.key') =>
  person.ok('PUT', '/api/email-settings', { emailProvider: 'sendgrid', fromEmail, sendgridApiKey });

test('the domain of a Gmail account is checked once it is chosen, and Start names what fails', async () => {
  const { person, partners } = await readyPerson(testApp, 1);
  await connectGmail(person, { account: NORTHWIND });
  await person.ok('PUT', '/api/email-settings', { emailProvider: 'gmail' });
  await expect.poll(async () => (await known(person)).provider).toBe('gmail');
  const view = await known(person);
  expect(view.domain).toBe('northwind.example');
  expect(codes(view)).toEqual(['spf ok', 'dkim ok', 'dmarc missing', 'mx ok']);
  expect(view.findings[2]).toMatchObject({
    level: 'fail',
    fixes: [{ type: 'TXT', host: '_dmarc.northwind.example', value: 'v=DMARC1; p=none' }],
  });
  const campaign = await draftCampaign(person, 'Vests', { partners, written: true });
  const start = await startPreview(person, campaign);
  const detail = 'northwind.example';
  expect(checksOf(start, 'domain_fails')).toEqual([{ severity: 'warns', count: 1, names: ['DMARC'], detail }]);
  const names = ['SPF', 'DKIM', 'MX'];
  expect(checksOf(start, 'domain_passes')).toEqual([{ severity: 'tells', count: 3, names, detail }]);
});

test('another sender has another domain, and a check can be asked for at any time', async () => {
  const { person } = await member(testApp);
  await sendFrom(person, 'Sam@Packs.example');
  await expect.poll(async () => (await known(person)).domain).toBe('packs.example');
  expect(codes(await checked(person))).toEqual(['spf not_needed', 'dkim not_found', 'dmarc missing', 'mx ok']);
  await sendFrom(person, 'sam@broken.example');
  await expect.poll(async () => (await known(person)).domain).toBe('broken.example');
  expect(new Set((await checked(person)).findings.map(({ level }) => level))).toEqual(new Set(['unknown']));
});

test('a key that may read it gives the very records that SendGrid wants', async () => {
  const { person } = await member(testApp);
  await sendFrom(person, 'sam@packs.example', 'SG.full');
  const dkim = (await checked(person)).findings.find(({ check }) => check === 'dkim');
  const target = 'u1234567.wl042.sendgrid.net';
  expect(dkim).toMatchObject({
    code: 'missing',
    fixes: [
      { type: 'CNAME', host: 's1._domainkey.packs.example', value: `s1.domainkey.${target}` },
      { type: 'CNAME', host: 's2._domainkey.packs.example', value: `s2.domainkey.${target}` },
      { type: 'CNAME', host: 'em1234.packs.example', value: target },
    ],
  });
});

test('without a sender nothing is checked, and that is said', async () => {
  const { person } = await member(testApp);
  expect(await known(person)).toEqual({ domain: null, provider: null, checkedAt: null, findings: [] });
  const refused = await person.call('POST', '/api/sender-domain/check');
  expect(refused).toMatchObject({
    status: 422,
    body: { error: 'No sender is set up. Complete your email settings first.' },
  });
});
