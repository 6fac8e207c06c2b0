/** Several sending accounts of one user. Each has its own limits and health, and campaigns use one or all. */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type {
  ErrorView,
  GmailConnectedView,
  MailboxStatusView,
  NearLimitsView,
  PartnerView,
  ScheduleView,
  SendingAccountView,
  SendingSettingsView,
  SendView,
} from '../../api/views.ts';
import { newId } from '../../db/log/newId.ts';
import { readMessages } from '../../db/read/messages.ts';
import { ref } from '../../db/store.ts';
import { MAILBOX_SECRET, packMailboxLogin } from '../../db/vault/mailboxLogin.ts';
import { readSecret, storeSecret } from '../../db/vault/secrets.ts';
import { verifySends } from '../../db/verify/sends.ts';
import { setValue } from '../../events/accounts/setting.ts';
import { setLimits } from '../../events/accounts/user.ts';
import { requestSendNow } from '../../events/messages/sendTime.ts';
import { accountAt, requestConnect } from '../../events/sending/connectedAccount.ts';
import { pauseForRate, recordProviderHealth } from '../../events/sending/mailboxHold.ts';
import { testCause } from '../support/asSent.ts';
import { checksOf, startPreview } from '../support/campaigns.ts';
import { idle, sweepAndSend } from '../support/hurry.ts';
import { member } from '../support/member.ts';
import { addCampaign, importedRow, type Outreach, readyCampaign, readyPerson } from '../support/outreach.ts';
import { type Person, until } from '../support/person.ts';
import { connectGmail, ROBIN } from '../support/sandboxGoogle.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

const FIRST = 'sam@northwind.example';
const SECOND = 'sam@shop.example';
const MAILBOX = {
  ...{ host: 'fastmail', email: SECOND, password: 'secret' },
  ...{ smtpHost: 'smtp.fastmail.com', smtpPort: 465, smtpSecurity: 'tls' },
  ...{ imapHost: 'imap.fastmail.com', imapPort: 993, imapSecurity: 'tls' },
};

/** On a Monday before the sending hours. */
async function start(sendGap: { min: number; max: number } | null): Promise<TestApp> {
  const testApp = await startTestApp({ sendGap });
  const monday = Date.parse('2026-01-05T06:00:00Z');
  const week = 7 * 86_400_000;
  if (sendGap === null) testApp.later(week - ((testApp.api.now().getTime() - monday) % week));
  return testApp;
}

const accountsOf = (person: Person) => person.ok<SendingAccountView[]>('GET', '/api/sending-accounts');

/** A second account, by SMTP. Answers its id. */
async function addSecond(person: Person): Promise<string> {
  await person.ok('POST', '/api/mailbox/connect?account=new', MAILBOX);
  return (await accountsOf(person)).find(({ address }) => address === SECOND)?.id ?? '';
}

async function withTwo(testApp: TestApp, partners: number): Promise<Outreach & { second: string }> {
  const outreach = await readyCampaign(testApp, { partners, texts: 'edited' });
  return { ...outreach, second: await addSecond(outreach.person) };
}

async function personWithTwo(testApp: TestApp): Promise<{ person: Person; tenant: string; second: string }> {
  const { person, tenant } = await readyPerson(testApp, 0);
  return { person, tenant, second: await addSecond(person) };
}

const startCampaign = ({ person, campaign }: Outreach) =>
  person.ok('PUT', `/api/campaigns/${campaign.id}/status`, { status: 'active' });
const scheduleOf = ({ person, campaign }: Outreach) =>
  person.ok<ScheduleView>('GET', `/api/campaigns/${campaign.id}/schedule`);
/** The mailboxes of the campaign's messages, in the order of their partners. */
const mailboxesOf = async (testApp: TestApp, { tenant, campaign }: Outreach) =>
  (await readMessages(testApp.api, tenant, { campaignId: campaign.id })).map(({ state }) => state.mailbox);
const count = <T>(all: readonly T[], one: T) => all.filter((other) => other === one).length;

function holdForGood(testApp: TestApp, { tenant }: Outreach) {
  return testApp.api.decide({ tenant, cause: testCause }, ref('mailbox', tenant), (state, now) =>
    recordProviderHealth(
      state,
      {
        messageId: 'm',
        attempt: 1,
        signal: 'key_refused',
        secretId: accountAt(state, 'sendgrid').account?.secretId ?? null,
        waitSeconds: 0,
      },
      now,
    ),
  );
}

describe('accounts', () => {
  let testApp: TestApp;
  beforeAll(async () => {
    testApp = await start(null);
  });
  afterAll(() => testApp.stop());

  test('a new user has none, and the first that is added takes the mailbox that every user has', async () => {
    const { person, tenant } = await member(testApp);
    expect(await accountsOf(person)).toEqual([]);
    await person.ok('POST', '/api/mailbox/connect?account=new', MAILBOX);
    expect(await accountsOf(person)).toMatchObject([
      { id: tenant, rates: { sent: 0, bounced: 0, complained: 0 }, replyPath: 'mailbox' },
    ]);
    const domain = async () => (await accountsOf(person))[0]?.domain;
    expect((await until(domain, Boolean))?.checks).toContainEqual({ check: 'spf', level: expect.any(String) });
  });

  test('one is added beside the first, with limits and hours of its own; it goes and comes back, and each is resumed alone', async () => {
    const { person, tenant, second } = await personWithTwo(testApp);
    expect(await accountsOf(person)).toMatchObject([
      { id: tenant, address: FIRST, provider: 'sendgrid', health: 'connected', usedToday: 0, limitToday: 40 },
      { id: second, address: SECOND, provider: 'smtp', health: 'connected', usedToday: 0, limitToday: 40 },
    ]);
    const rules = { window: { from: '10:00', to: '12:00', weekdays: [2] }, mailboxDailyCap: 7, rampUp: false };
    await person.ok('PUT', `/api/sending-settings?account=${second}`, rules);
    const settings = (account: string) => person.ok<SendingSettingsView>('GET', `/api/sending-settings${account}`);
    expect(await settings(`?account=${second}`)).toMatchObject(rules);
    expect(await settings('')).toMatchObject({ mailboxDailyCap: 40 });
    expect((await accountsOf(person)).map(({ limitToday }) => limitToday)).toEqual([40, 7]);
    await person.ok('POST', `/api/mailbox/test?account=${second}`);
    await person.ok('POST', '/api/sendgrid/test');

    // disconnected, it leaves the other; added again, it is the same account
    await person.ok('POST', `/api/mailbox/disconnect?account=${second}`);
    expect(await accountsOf(person)).toMatchObject([
      { id: tenant, health: 'connected' },
      { id: second, address: SECOND, health: 'not_connected' },
    ]);
    expect(await addSecond(person)).toBe(second);
    expect(await person.ok<MailboxStatusView>('GET', `/api/mailbox/status?account=${second}`)).toMatchObject({
      connected: true,
    });

    for (const id of [tenant, second])
      await testApp.api.decide({ tenant, cause: testCause }, ref('mailbox', id), (state, now) =>
        pauseForRate(state, { rate: 'bounce_rate', sent: 40, count: 4 }, now),
      );
    expect((await accountsOf(person)).map(({ health }) => health)).toEqual(['paused', 'paused']);
    await person.ok('POST', `/api/sending/resume?account=${second}`);
    expect((await accountsOf(person)).map(({ health }) => health)).toEqual(['paused', 'connected']);
  });

  test('no address is connected twice, and one of another tenant is not found', async () => {
    const { person, second } = await personWithTwo(testApp);
    const refused = { status: 409, body: { error: expect.stringMatching(/connected already/) } };
    const connect = (account: string, email: string) =>
      person.call<ErrorView>('POST', `/api/mailbox/connect${account}`, { ...MAILBOX, email });
    expect(await connect('?account=new', SECOND.toUpperCase())).toMatchObject(refused);
    expect(await connect('', SECOND)).toMatchObject(refused);
    const sendGrid = { emailProvider: 'sendgrid', fromEmail: FIRST, sendgridApiKey: 'SG.other' };
    expect(await person.call('PUT', '/api/email-settings?account=new', sendGrid)).toMatchObject(refused);
    // its own address again is no second connection
    expect((await connect(`?account=${second}`, SECOND)).status).toBe(200);
    const gmail = await connectGmail(person, { account: ROBIN });
    expect(gmail.status).toBe(200);
    expect(await connectGmail(person, { account: ROBIN }, '?account=new')).toMatchObject({
      status: 422,
      body: { error: expect.stringMatching(/connected already/) },
    });
    // the address that an account had with SendGrid, once another account has it
    await person.ok('POST', '/api/sendgrid/disconnect');
    await person.ok('PUT', `/api/email-settings?account=${second}`, sendGrid);
    const again = { emailProvider: 'sendgrid', sendgridApiKey: 'SG.again' };
    expect(await person.call('PUT', '/api/email-settings', again)).toMatchObject(refused);
    const other = await readyPerson(testApp, 0);
    expect(await other.person.call('GET', `/api/email-settings?account=${second}`)).toMatchObject({ status: 404 });
    expect(await accountsOf(person)).toHaveLength(2);
  });

  test('a login that moves to the account that had its address keeps its credentials [long]', async () => {
    const { person, tenant, second } = await personWithTwo(testApp);
    const { owner, api: store } = testApp;
    await person.ok('POST', `/api/mailbox/disconnect?account=${second}`);
    // the address had no account when the call looked
    const server = (host: string, port: number) => ({ host, port, security: 'tls' as const });
    const login = { user: SECOND, smtp: server('smtp.fastmail.com', 465), imap: server('imap.fastmail.com', 993) };
    const packed = packMailboxLogin({ ...login, password: 'secret' });
    const secretId = await storeSecret(store.sql, store.master, tenant, MAILBOX_SECRET, packed);
    const added = newId();
    await store.decide({ tenant, cause: testCause }, ref('mailbox', added), (state) =>
      requestConnect(state, 'smtp', 'late', { secretId, host: 'fastmail', identity: { email: SECOND, ...login } }),
    );
    await until(
      () => accountsOf(person),
      (all) => all[1]?.health === 'connected',
    );
    await idle(owner.sql);
    expect(await accountsOf(person)).toMatchObject([{ id: tenant }, { id: second, health: 'connected' }]);
    expect(await readSecret(store.sql, store.master, tenant, secretId)).toBe(packed);
  });

  test('no more are added than an admin allows; those that are there stay, and can be connected again', async () => {
    const { person, second } = await personWithTwo(testApp);
    const allow = (value: string | null) =>
      testApp.api.run({
        tenant: 'system',
        cause: testCause,
        streams: { limit: ref('setting', 'sending_accounts_per_user') },
        decide: ({ limit }) => ({ limit: setValue(limit, value ?? '10') }),
      });
    await allow('2');
    onTestFinished(() => void allow(null));
    const refused = { body: { error: expect.stringMatching(/^You have reached the limit of sending accounts\./) } };
    const connect = (account: string, email: string) =>
      person.call<ErrorView>('POST', `/api/mailbox/connect${account}`, { ...MAILBOX, email });
    expect(await connect('?account=new', 'third@shop.example')).toMatchObject({ ...refused, status: 409 });
    const sendGrid = { emailProvider: 'sendgrid', fromEmail: 'x@northwind.example', sendgridApiKey: 'SG.other' };
    expect(await person.call('PUT', '/api/email-settings?account=new', sendGrid)).toMatchObject(refused);
    for (const provider of ['gmail', 'microsoft'])
      expect(await person.call('GET', `/api/${provider}/auth-url?account=new`)).toMatchObject(refused);

    await allow('1');
    expect((await connect(`?account=${second}`, SECOND)).status).toBe(200);
    await person.ok('POST', `/api/mailbox/disconnect?account=${second}`);
    expect(await connect(`?account=${second}`, SECOND)).toMatchObject({ ...refused, status: 422 });
    expect((await accountsOf(person)).map(({ health }) => health)).toEqual(['connected', 'not_connected']);
  });

  test('of two that are connected at the same moment the last place takes one', async () => {
    const { person } = await readyPerson(testApp, 0);
    const connect = (email: string) =>
      person.call<ErrorView>('POST', '/api/mailbox/connect?account=new', { ...MAILBOX, email });
    const emails = Array.from({ length: 12 }, (_, index) => `sam${index}@shop.example`);
    const answers = await Promise.all(emails.map(connect));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(9);
    expect(await accountsOf(person)).toHaveLength(10);
  });

  test('a Gmail account that is added again after it was disconnected is the same account', async () => {
    const { person } = await readyPerson(testApp, 0);
    const add = async () => {
      const connected = await connectGmail(person, { account: ROBIN }, '?account=new');
      expect(connected).toMatchObject({
        status: 200,
        body: { gmailEmail: ROBIN.email } satisfies Partial<GmailConnectedView>,
      });
      return (await accountsOf(person)).filter(({ provider }) => provider === 'gmail');
    };
    const [gmail, ...others] = await add();
    expect(others).toEqual([]);
    await person.ok('POST', `/api/gmail/disconnect?account=${gmail?.id}`);
    expect(await add()).toMatchObject([{ id: gmail?.id, health: 'connected' }]);
  });

  test('a SendGrid account is disconnected like any other; added again, it is the same account', async () => {
    const { person, tenant } = await readyPerson(testApp, 0);
    const from = 'sam@eu.example';
    const add = async () => {
      const form = { emailProvider: 'sendgrid', fromEmail: from, sendgridApiKey: 'SG.second' };
      await person.ok('PUT', '/api/email-settings?account=new', form);
      return (await accountsOf(person)).filter(({ address }) => address === from);
    };
    const secrets = async () =>
      (await testApp.owner.sql`select 1 from vault.secrets where tenant_id = ${tenant}`).length;
    const before = await secrets();
    const [added] = await add();
    expect(await secrets()).toBe(before + 1);
    const disconnect = () => person.ok('POST', `/api/sendgrid/disconnect?account=${added?.id}`);
    await disconnect();
    await disconnect();
    expect(await accountsOf(person)).toMatchObject([
      { id: tenant, health: 'connected' },
      { id: added?.id, address: from, health: 'not_connected' },
    ]);
    expect(await person.ok('GET', `/api/email-settings?account=${added?.id}`)).toMatchObject({
      hasSendGridKey: false,
      fromEmail: from,
    });
    // no key stays behind
    await until(secrets, (kept) => kept === before);
    expect(await person.call('POST', `/api/sendgrid/test?account=${added?.id}`)).toMatchObject({ status: 422 });
    expect(await add()).toMatchObject([{ id: added?.id, health: 'connected' }]);
  });
});

describe('plans', () => {
  let testApp: TestApp;
  beforeAll(async () => {
    testApp = await start(null);
  });
  afterAll(() => testApp.stop());

  test('rotate evenly, say from where, and move what a held account loses', async () => {
    const outreach = await withTwo(testApp, 8);
    const { person, tenant, campaign, second } = outreach;
    const preview = await startPreview(person, campaign);
    expect(preview.from).toEqual([FIRST, SECOND]);
    expect(checksOf(preview, 'not_startable')).toEqual([]);
    await startCampaign(outreach);
    const planned = () => mailboxesOf(testApp, outreach);
    const even = await until(planned, (all) => all.every((mailbox) => mailbox !== null));
    expect([count(even, tenant), count(even, second)]).toEqual([4, 4]);
    const { sends } = await scheduleOf(outreach);
    expect(
      [FIRST, SECOND].map((from) =>
        count(
          sends.map((send) => send.from),
          from,
        ),
      ),
    ).toEqual([4, 4]);
    await holdForGood(testApp, outreach);
    expect(await person.ok('GET', `/api/campaigns/${campaign.id}/start-preview`)).toMatchObject({ from: [SECOND] });
    await until(planned, (all) => count(all, second) === 8);
    await until(
      () => scheduleOf(outreach),
      ({ sends: all }) => all.length === 8 && all.every(({ from }) => from === SECOND),
    );
  });

  test('take no more of a day than all accounts together may send', async () => {
    const outreach = await withTwo(testApp, 8);
    await allowEmails(testApp, outreach, 3);
    await startCampaign(outreach);
    const { sends } = await until(
      () => scheduleOf(outreach),
      (schedule) => schedule.sends.length === 8,
    );
    const days = [...new Set(sends.map(({ day }) => day))].sort();
    expect(days.map((day) => sends.filter((send) => send.day === day).length)).toEqual([3, 3, 2]);
  });

  test('move to the other account when the one that they were given is disconnected [long]', async () => {
    const outreach = await withTwo(testApp, 4);
    const { person, tenant, second } = outreach;
    await startCampaign(outreach);
    const planned = () => mailboxesOf(testApp, outreach);
    const even = await until(planned, (all) => all.every((mailbox) => mailbox !== null));
    expect([count(even, tenant), count(even, second)]).toEqual([2, 2]);
    await person.ok('POST', '/api/sendgrid/disconnect');
    await until(planned, (all) => count(all, second) === 4);
    await until(
      () => scheduleOf(outreach),
      ({ sends: all }) => all.length === 4 && all.every(({ from }) => from === SECOND),
    );
  });

  test('keep the limit of each, and leave the other account alone when the campaign sends from one [long]', async () => {
    const outreach = await withTwo(testApp, 6);
    const { person, tenant, campaign, second } = outreach;
    const { window } = await person.ok<SendingSettingsView>('GET', '/api/sending-settings');
    await person.ok('PUT', `/api/sending-settings?account=${second}`, { window, mailboxDailyCap: 1, rampUp: false });
    await startCampaign(outreach);
    const { sends } = await until(
      () => scheduleOf(outreach),
      (schedule) => schedule.sends.length === 6,
    );
    const [day] = sends.map((send) => send.day).sort();
    expect(sends.filter((send) => send.from === SECOND && send.day === day)).toHaveLength(1);
    await person.ok('PATCH', `/api/campaigns/${campaign.id}`, { mailbox: tenant });
    await until(
      () => mailboxesOf(testApp, outreach),
      (all) => count(all, tenant) === 6,
    );
    expect(await person.call('PATCH', `/api/campaigns/${campaign.id}`, { mailbox: 'no account' })).toMatchObject({
      status: 400,
    });
  });
});

/** An admin allows the owner of the campaign so many emails a day. */
const allowEmails = (testApp: TestApp, { userId }: Outreach, emails: number | null) =>
  testApp.api.decide({ tenant: 'system', cause: testCause }, ref('user', userId), (user) =>
    setLimits(user, { emails }),
  );

test('both together keep the emails of a day, also at the same moment, and the rest leaves on the next day', async () => {
  const testApp = await start({ min: 0.05, max: 0.1 });
  onTestFinished(() => testApp.stop());
  const { person, tenant, userId } = await readyPerson(testApp, 0);
  // dispatches to one domain wait for each other anyway
  await person.import(
    ['one', 'two', 'three'].map((name, index) => ({ ...importedRow(index), email: `ada@${name}.example` })),
  );
  const partners = await person.ok<PartnerView[]>('GET', '/api/partners');
  for (const { id } of partners) await person.ok('PATCH', `/api/partners/${id}/status`, { status: 'approved' });
  const second = await addSecond(person);
  // two campaigns share no day of a campaign, so only the workspace's limit makes them wait for each other
  const campaigns = await Promise.all(
    [partners.slice(0, 2), partners.slice(2)].map((some) => addCampaign(person, some, { texts: 'edited' })),
  );
  const ofBoth = async () =>
    (await Promise.all(campaigns.map(({ id }) => person.ok<SendView[]>('GET', `/api/campaigns/${id}/sends`)))).flat();
  for (const [index, { id }] of campaigns.entries())
    await person.ok('PATCH', `/api/campaigns/${id}`, { mailbox: [tenant, second][index] });
  await testApp.api.decide({ tenant: 'system', cause: testCause }, ref('user', userId), (user) =>
    setLimits(user, { emails: 1 }),
  );
  const ids = (await ofBoth()).filter(({ step }) => step === 1).map(({ id }) => id);
  const pair = [ids[0], ids[2]].map((id) => ref('message', id ?? ''));
  // both have decided before one of them commits
  const { sql } = testApp.owner;
  await sql`
    create function log.hold_commit() returns trigger language plpgsql as $$ begin perform pg_advisory_xact_lock_shared(7); return null; end $$`;
  await sql`
    create constraint trigger hold after insert on log.events deferrable initially deferred
    for each row when (new.type = 'QuotaTaken') execute function log.hold_commit()`;
  await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(7)`;
    for (const message of pair)
      await testApp.api.decide({ tenant, cause: testCause }, message, (state) =>
        requestSendNow(state, state.approvedHash),
      );
    await until(
      () =>
        tx`select from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())`,
      (waiting) => waiting.length >= 2,
    );
  });
  await idle(testApp.owner.sql);
  const sent = async () => (await ofBoth()).filter(({ status }) => status === 'sent');
  expect(await sent()).toHaveLength(1);
  const waiting = (await ofBoth()).find(({ detail }) => detail.startsWith('Waiting'));
  expect(waiting?.detail).toBe('Waiting to try again: the daily limit of your account is reached');
  const refused = await person.call<ErrorView>('POST', `/api/campaign-sends/${ids[1]}/send-now`);
  expect(refused.status).toBe(429);
  expect(refused.body.error).toBe('The daily limit of 1 for your account is used up. Wait until tomorrow.');
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
  const { near } = await person.ok<NearLimitsView>('GET', '/api/admin/limits');
  expect(near).toMatchObject([{ userId, limit: 'emails', used: 1, most: 1 }]);
  testApp.later(2 * 86_400_000);
  await sweepAndSend(testApp);
  await until(sent, (all) => all.length === 2);
  expect(await verifySends(testApp.owner.sql, tenant)).toMatchObject({ dispatches: 2, wrong: [] });
});

test('mails leave from both, and a thread goes on from its account, which is waited for', async () => {
  const testApp = await start({ min: 0.05, max: 0.1 });
  onTestFinished(() => testApp.stop());
  const outreach = await withTwo(testApp, 4);
  const { person, tenant, campaign } = outreach;
  await startCampaign(outreach);
  await until(
    () => person.ok<SendView[]>('GET', `/api/campaigns/${campaign.id}/sends`),
    (sends) => sends.every(({ status }) => status === 'sent'),
  );
  const mails = (await testApp.outbox()).filter(({ to }) => outreach.sends.some((send) => send.recipientEmail === to));
  expect([
    count(
      mails.map(({ from }) => from),
      FIRST,
    ),
    count(
      mails.map(({ from }) => from),
      SECOND,
    ),
  ]).toEqual([2, 2]);
  expect((await accountsOf(person)).map(({ usedToday }) => usedToday)).toEqual([2, 2]);
  // a re-send goes on with the thread, whichever account has fewer mails
  const ofFirst = outreach.sends.find(({ recipientEmail }) =>
    mails.some(({ to, from }) => to === recipientEmail && from === FIRST),
  );
  await person.ok('PATCH', `/api/campaigns/${campaign.id}`, { mailbox: null });
  await person.ok('POST', `/api/campaign-sends/${ofFirst?.id}/resend`, {});
  const again = (await testApp.outbox()).filter(({ to }) => to === ofFirst?.recipientEmail);
  expect(again.map(({ from }) => from)).toEqual([FIRST, FIRST]);
  await holdForGood(testApp, outreach);
  expect(await person.call<ErrorView>('POST', `/api/campaign-sends/${ofFirst?.id}/resend`, {})).toMatchObject({
    status: 422,
    body: { error: expect.stringMatching(/SendGrid refused the API key/) },
  });
  expect(await verifySends(testApp.owner.sql, tenant)).toMatchObject({ dispatches: 5, wrong: [] });
});
