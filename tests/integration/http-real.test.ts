import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ErrorView, SendView, UserView } from '../../api/views.ts';
import { settleInstallation } from '../../db/installation/settle.ts';
import { ref } from '../../db/store.ts';
import { requestSendNow } from '../../events/messages/sendTime.ts';
import { checksOf, startPreview } from '../support/campaigns.ts';
import { freshDatabase, TEST_SECRET } from '../support/database.ts';
import { clearEvents } from '../support/leaks.ts';
import { type Outreach, readyCampaign, readyPerson } from '../support/outreach.ts';
import { Person, until } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

/** A wish to send that no call lets through. */
const slipIn = (testApp: TestApp, { tenant, sends }: Outreach) =>
  testApp.api.run({
    tenant,
    cause: { actor: 'system:test', correlationId: 'test', causationId: null },
    streams: { message: ref('message', sends[0]?.id ?? '') },
    decide: ({ message }) => ({ message: requestSendNow(message, message.approvedHash) }),
  });

const sendsOf = ({ person, campaign }: Outreach) => person.ok<SendView[]>('GET', `/api/campaigns/${campaign.id}/sends`);

describe('a real installation', () => {
  let testApp: TestApp;
  let bare: TestApp;
  /** Has everything that real sending needs. */
  let open: TestApp;
  /** And here, but for the links in its mails, which lead elsewhere at first. */
  let astray: TestApp;
  let leadsTo = '';

  beforeAll(async () => {
    [testApp, bare, open, astray] = await Promise.all([
      startTestApp({ sandbox: false }),
      startTestApp({ sandbox: false, working: false, configured: { ai: false, peopleData: false, hunter: false } }),
      startTestApp({ sandbox: false, publicUrl: 'https://pilot.northwind-gear.com', waitMs: 10_000 }),
      startTestApp({
        sandbox: false,
        publicUrl: 'https://pilot.northwind-gear.com',
        leadsTo: () => leadsTo,
        anotherInstallation: true,
      }),
    ]);
    leadsTo = bare.url;
  });
  afterAll(async () => {
    await Promise.all([testApp.stop(), bare.stop(), open.stop(), astray.stop()]);
  });

  test('sends nothing before unsubscribing works, says so, and approves nothing', async () => {
    const { person, campaign, sends } = await readyCampaign(testApp, { partners: 1, texts: 'generated' });
    const before = await testApp.events();
    for (const call of [
      () => person.call<ErrorView>('PUT', `/api/campaigns/${campaign.id}/status`, { status: 'active' }),
      () => person.call<ErrorView>('POST', `/api/campaign-sends/${sends[0]?.id}/send-now`),
    ]) {
      const answer = await call();
      expect(answer.status).toBe(503);
      expect(answer.body.error).toMatch(
        /^Real sending is not open yet: PUBLIC_URL .*unsubscribe.* Nothing was sent\.$/,
      );
    }
    const [first] = (await startPreview(person, campaign)).checks;
    expect(first).toMatchObject({ severity: 'blocks', detail: expect.stringContaining('PUBLIC_URL'), fix: null });
    expect(await testApp.events()).toBe(before);
    expect(await testApp.outbox()).toEqual([]);
    expect(await person.ok<UserView>('GET', '/api/auth/user')).toMatchObject({
      sandbox: false,
      sandboxOutboxUrl: null,
    });
    expect(await (await fetch(`${testApp.url}/api/login`)).text()).not.toContain('Sandbox');
  });

  test('even a wish to send that slipped into the log is held back by the worker', async () => {
    const outreach = await readyCampaign(testApp, { partners: 1, texts: 'edited' });
    await slipIn(testApp, outreach);
    const look = async () => (await sendsOf(outreach))[0]?.detail ?? '';
    await until(look, (detail) => /^Waiting to try again: Real sending is not open yet: PUBLIC_URL/.test(detail));
    expect(await testApp.outbox()).toEqual([]);
  });

  test('is open once PUBLIC_URL is https and the user has a postal address; mail leaves, with its link', async () => {
    const outreach = await readyCampaign(open, { partners: 1, texts: 'edited' });
    const { person, partners, sends } = outreach;
    await person.ok('POST', `/api/partners/${partners[0]?.id}/contact`, {
      contactInfo: { email: 'ada@lindqvist-sewing.com' },
    });
    await person.ok('PUT', '/api/business-profile', { postalAddress: '' });
    const refused = await person.call<ErrorView>('POST', `/api/campaign-sends/${sends[0]?.id}/send-now`);
    expect(refused).toMatchObject({
      status: 422,
      body: { error: expect.stringMatching(/postal address in Settings/) },
    });
    await person.ok('PUT', '/api/business-profile', { postalAddress: '12 Ridge Road, Burlington, VT 05401' });
    await person.ok('POST', `/api/campaign-sends/${sends[0]?.id}/send-now`);
    const [mail] = await open.outbox();
    expect(mail).toMatchObject({ to: 'ada@lindqvist-sewing.com' });
    expect(mail?.headers['List-Unsubscribe']).toMatch(/^<https:\/\/pilot\.northwind-gear\.com\/u\/[\w-]{22}>$/);
  });

  test('opens only when the links of its mails lead to it, seen from outside; that is tried again', async () => {
    const { person, campaign } = await readyCampaign(astray, { partners: 1, texts: 'edited' });
    const problem = async () => checksOf(await startPreview(person, campaign), 'not_startable')[0]?.detail ?? '';
    expect(await problem()).toMatch(/^Real sending is not open yet: every email needs an unsubscribe link that works/);
    await astray.sweep();
    await until(problem, (text) => text.includes('under https://pilot.northwind-gear.com do not lead to this'));
    const refused = await person.call('PUT', `/api/campaigns/${campaign.id}/status`, { status: 'active' });
    expect(refused.status).toBe(503);
    leadsTo = astray.url;
    await astray.sweep();
    await until(problem, (text) => text === '');
    const checks = await clearEvents(astray, 'system', 'PublicLinkChecked');
    expect(checks.map(({ works }) => works)).toEqual([false, true]);
  });

  test('a sample address gets nothing, for good', async () => {
    const outreach = await readyCampaign(open, { partners: 1, texts: 'edited' });
    const before = (await open.outbox()).length;
    const answer = await outreach.person.call<ErrorView>(
      'POST',
      `/api/campaign-sends/${outreach.sends[0]?.id}/send-now`,
    );
    expect(answer).toMatchObject({
      status: 422,
      body: { error: 'Real emails do not go to sample addresses (.example, .test, .invalid, localhost)' },
    });
    expect((await sendsOf(outreach))[0]?.status).toBe('cancelled');
    expect((await open.outbox()).length).toBe(before);
  });

  test('a provider without a key answers 503 and says what is not set up', async () => {
    const { person, partners } = await readyPerson(bare, 1);
    const campaign = await person.ok<{ id: string }>('POST', '/api/campaigns', {
      name: 'A',
      subjectType: 'static',
      staticSubject: 'S',
      messagePrompt: 'P',
    });
    await person.ok('POST', `/api/campaigns/${campaign.id}/partners`, { partnerIds: [partners[0]?.id] });
    const before = await bare.events();
    const audience = { businessName: 'N', industry: 'Fitness', targetAudience: 'Trail runners everywhere' };
    const calls: [string, string, object | undefined][] = [
      ['The AI provider', '/api/partner-profile/generate', audience],
      ['The AI provider', `/api/campaigns/${campaign.id}/generate-messages`, undefined],
      ['The AI provider', `/api/campaigns/${campaign.id}/regenerate-messages`, undefined],
      ['A source of partners', '/api/partners/generate', { criteria: {}, count: 10 }],
      ['People Data Labs', '/api/partners/ingest-url', { profileUrl: 'https://linkedin.com/in/a' }],
      ['A source of email addresses', `/api/partners/${partners[0]?.id}/enhance-contact`, undefined],
    ];
    for (const [what, path, body] of calls) {
      const answer = await person.call<ErrorView>('POST', path, body);
      expect(answer.status, path).toBe(503);
      expect(answer.body.error).toBe(`${what} is not set up. Ask your administrator to set it up.`);
    }
    expect(await bare.events()).toBe(before);
  });

  test('health says what it is', async () => {
    for (const at of [testApp, bare]) {
      const health = await new Person(at.url).ok('GET', '/api/health');
      expect(health).toMatchObject({ status: 'ok', database: 'ok', sandbox: false, version: 'test' });
    }
  });
});

describe('sandbox or real is decided once', () => {
  type Start = { wanted: 'auto' | 'on' | 'off'; keys: string[]; gives: boolean | RegExp };
  const KEY = ['OPENAI_API_KEY'];
  const lives: Record<string, Start[]> = {
    'auto without keys is a sandbox, and stays one': [
      { wanted: 'auto', keys: [], gives: true },
      { wanted: 'auto', keys: [], gives: true },
      { wanted: 'on', keys: [], gives: true },
      { wanted: 'auto', keys: KEY, gives: /^OPENAI_API_KEY is set, but this installation was made as a sandbox/ },
      { wanted: 'on', keys: KEY, gives: /^OPENAI_API_KEY is set, but/ },
      { wanted: 'off', keys: [], gives: /^SANDBOX=off, but this installation was made as a sandbox/ },
      { wanted: 'off', keys: KEY, gives: /made as a sandbox/ },
      { wanted: 'auto', keys: [], gives: true },
    ],
    'auto with a key is real, and stays so without it': [
      { wanted: 'auto', keys: KEY, gives: false },
      { wanted: 'auto', keys: [], gives: false },
      { wanted: 'off', keys: [], gives: false },
      { wanted: 'off', keys: KEY, gives: false },
      { wanted: 'on', keys: [], gives: /^SANDBOX=on, but this installation is a real one/ },
      { wanted: 'on', keys: KEY, gives: /this installation is a real one/ },
    ],
    'on with a key is refused and decides nothing': [
      {
        wanted: 'on',
        keys: ['OPENAI_API_KEY', 'PDL_API_KEY'],
        gives: /^SANDBOX=on, but OPENAI_API_KEY, PDL_API_KEY is set/,
      },
      { wanted: 'auto', keys: KEY, gives: false },
    ],
    'off without a key is real': [
      { wanted: 'off', keys: [], gives: false },
      { wanted: 'on', keys: [], gives: /real one/ },
    ],
    'on without a key is a sandbox': [{ wanted: 'on', keys: [], gives: true }],
  };

  test.each(Object.entries(lives))('%s', async (_name, starts) => {
    const db = await freshDatabase();
    try {
      for (const { wanted, keys, gives } of starts) {
        const settled = settleInstallation({
          ownerUrl: db.url,
          secretKey: TEST_SECRET,
          wanted,
          providerKeysPresent: keys,
        });
        if (gives instanceof RegExp) await expect(settled, `${wanted} ${keys}`).rejects.toThrow(gives);
        else expect(await settled, `${wanted} ${keys}`).toEqual({ sandbox: gives });
      }
    } finally {
      await db.drop();
    }
  });

  test('two first starts at once agree', async () => {
    const db = await freshDatabase();
    const start = (keys: string[]) =>
      settleInstallation({ ownerUrl: db.url, secretKey: TEST_SECRET, wanted: 'auto', providerKeysPresent: keys });
    try {
      const both = await Promise.allSettled([start([]), start(KEY)]);
      const [row] = await (await db.open('owner', 1)).sql<{ count: number; sandbox: string }[]>`
        select count(*)::int as count, min(payload->'d'->>'sandbox') as sandbox from log.events where type = 'InstallationSettled'`;
      expect(row?.count).toBe(1);
      if (row?.sandbox === 'true') expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
      else expect(both).toEqual([0, 1].map(() => ({ status: 'fulfilled', value: { sandbox: false } })));
    } finally {
      await db.drop();
    }
  });
});
