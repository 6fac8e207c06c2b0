import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ErrorView } from '../../api/views.ts';
import { type Outreach, readyCampaign } from '../support/outreach.ts';
import { Person } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

const MAILBOX = {
  ...{ host: 'other', email: 'sam@shop.example', password: 'secret' },
  ...{ smtpHost: 'smtp.shop.example', smtpPort: 465, smtpSecurity: 'tls' },
  ...{ imapHost: 'imap.shop.example', imapPort: 993, imapSecurity: 'tls' },
};

let testApp: TestApp;
let mine: Outreach;
let theirs: Outreach;

beforeAll(async () => {
  testApp = await startTestApp({ working: false, waitMs: 300 });
  mine = await readyCampaign(testApp, { partners: 2, texts: 'edited' });
  theirs = await readyCampaign(testApp, { partners: 1, texts: 'edited' });
});
afterAll(() => testApp.stop());

/** Calls that take a JSON body: a good one, and bad ones with the field that the answer must name. */
type Call = { method: string; path: () => string; good: object; bad: [body: unknown, field: string, error?: string][] };

const partner = (who: Outreach = mine) => who.partners[0]?.id ?? '';
const send = (who: Outreach = mine) => who.sends[0]?.id ?? '';
const business = { businessName: 'Northwind', industry: 'Fitness' };
const campaign = { name: 'A', subjectType: 'static', staticSubject: 'S', messagePrompt: 'P', dailyLimit: 5 };
const audience = { ...business, targetAudience: 'Trail runners between 25 and 45' };
const long = (length: number) => 'x'.repeat(length);

const calls: Record<string, Call> = {
  'business profile, create': {
    method: 'POST',
    path: () => '/api/business-profile',
    good: business,
    bad: [
      [{ industry: 'Fitness' }, 'businessName', 'Business name is required'],
      [{ ...business, businessName: '  ' }, 'businessName', 'Business name is required'],
      [{ ...business, businessName: long(101) }, 'businessName'],
      [{ businessName: 'A' }, 'industry', 'Industry is required'],
      [{ ...business, industry: 'Mining' }, 'industry'],
      [{ ...business, description: long(501) }, 'description', 'Description must be under 500 characters'],
      [{ ...business, description: 5 }, 'description'],
    ],
  },
  'business profile, change': {
    method: 'PUT',
    path: () => '/api/business-profile',
    good: { jobTitle: 'Owner' },
    bad: [
      [{ contactEmail: 'nobody' }, 'contactEmail', 'Please enter a valid email address'],
      [{ userFullName: '' }, 'userFullName', 'Full name is required'],
      [{ contactPhone: long(41) }, 'contactPhone'],
      [{ signatureHtml: long(20_001) }, 'signatureHtml'],
      [
        { signatureHtml: '<img src=x>' },
        'signatureHtml',
        'The signature has no text. Add some: pictures are left out.',
      ],
      [{ timezone: 'Mars/Olympus' }, 'timezone', 'Time zone must be an IANA name such as Europe/Berlin'],
      [{ partnerCriteria: { minFollowers: -1 } }, 'partnerCriteria.minFollowers'],
      [{ partnerCriteria: { platforms: ['myspace'] } }, 'partnerCriteria.platforms.0'],
      [{ onboardingSkipped: false }, 'onboardingSkipped'],
    ],
  },
  'business profile, signature': {
    method: 'POST',
    path: () => '/api/business-profile/signature',
    good: { signatureHtml: '<b>Robin</b>' },
    bad: [[{ signatureHtml: long(20_001) }, 'signatureHtml', 'The HTML signature must be at most 20,000 characters']],
  },
  'partner profile': {
    method: 'POST',
    path: () => '/api/partner-profile/generate',
    good: audience,
    bad: [
      [
        { ...audience, targetAudience: 'short' },
        'targetAudience',
        'Please provide more details about your target audience',
      ],
      [{ ...audience, preferredPlatforms: 'linkedin' }, 'preferredPlatforms'],
      [{ ...audience, additionalCriteria: long(501) }, 'additionalCriteria'],
      [{ ...audience, exclusions: [' '] }, 'exclusions.0', 'An exclusion must not be empty'],
      [{ ...audience, exclusions: [long(81)] }, 'exclusions.0', 'An exclusion must be at most 80 characters'],
      [{ ...audience, exclusions: Array(11).fill('no') }, 'exclusions', 'There can be at most 10 exclusions'],
    ],
  },
  'partners, generate': {
    method: 'POST',
    path: () => '/api/partners/generate',
    good: { criteria: {}, count: 1 },
    bad: [
      [{ count: 10 }, 'criteria'],
      [{ criteria: {}, count: 11 }, 'count', 'count must be from 1 to 10'],
      [{ criteria: {}, count: 0 }, 'count', 'count must be from 1 to 10'],
      [{ criteria: {}, count: '10' }, 'count', 'count must be a whole number from 1 to 10'],
      [{ criteria: { minEngagement: 101 }, count: 1 }, 'criteria.minEngagement'],
    ],
  },
  'partner from LinkedIn': {
    method: 'POST',
    path: () => '/api/partners/ingest-url',
    good: { profileUrl: 'https://www.linkedin.com/in/somebody' },
    bad: [
      [{}, 'profileUrl', 'Please enter a LinkedIn profile URL.'],
      [{ profileUrl: ' ' }, 'profileUrl', 'Please enter a LinkedIn profile URL.'],
      [{ profileUrl: 'https://notlinkedin.com/in/a' }, 'profileUrl'],
      [{ profileUrl: 'https://www.linkedin.com/company/a' }, 'profileUrl'],
      [{ profileUrl: 'ftp://linkedin.com/in/a' }, 'profileUrl'],
      [{ profileUrl: 7 }, 'profileUrl'],
    ],
  },
  'partners, import': {
    method: 'POST',
    path: () => '/api/partners/import',
    good: { rows: [{ name: 'Io Marsh', platform: 'tiktok', username: 'iomarsh' }] },
    bad: [
      [{}, 'rows'],
      [{ rows: [] }, 'rows', 'The list has no rows'],
      [{ rows: ['a'] }, 'rows', 'Each row must be an object'],
      [{ rows: [{}], importId: 'a.b' }, 'importId'],
      [{ rows: [{}], parts: 2 }, 'importId', 'A list in parts needs an importId'],
      [{ rows: [{}], importId: 'import-1', part: 3, parts: 2 }, 'part'],
      [{ rows: [{}], allOrNothing: 'yes' }, 'allOrNothing'],
    ],
  },
  'partner, status': {
    method: 'PATCH',
    path: () => `/api/partners/${partner()}/status`,
    good: { status: 'approved' },
    bad: [
      [{}, 'status'],
      [{ status: 'deleted' }, 'status'],
    ],
  },
  'partner, contact': {
    method: 'POST',
    path: () => `/api/partners/${partner()}/contact`,
    good: { contactInfo: { email: 'a@b.example' } },
    bad: [
      [{ contactInfo: {} }, 'contactInfo.email'],
      [{ contactInfo: { email: 'a@' } }, 'contactInfo.email'],
      [{ contactInfo: { email: 'a@b.example\r\nBcc: c@d.example' } }, 'contactInfo.email'],
      [{ contactInfo: { email: 'a@b.example', confidence: 2 } }, 'contactInfo.confidence'],
      [
        { contactInfo: { email: 'a@b.example', socialProfiles: [{ platform: 'x', url: 'no' }] } },
        'contactInfo.socialProfiles.0.url',
      ],
    ],
  },
  'campaign, create': {
    method: 'POST',
    path: () => '/api/campaigns',
    good: campaign,
    bad: [
      [{ ...campaign, name: '' }, 'name', 'Campaign name is required'],
      [{ ...campaign, messagePrompt: undefined }, 'messagePrompt', 'Message instructions are required'],
      [{ ...campaign, subjectType: 'other' }, 'subjectType'],
      [{ ...campaign, staticSubject: undefined }, 'staticSubject', 'Subject configuration is incomplete'],
      [{ ...campaign, subjectType: 'show_me_you_know_me' }, 'staticSubject', 'Subject configuration is incomplete'],
      [{ ...campaign, dailyLimit: 11 }, 'dailyLimit', 'Daily limit must be between 1-10'],
      [{ ...campaign, dailyLimit: '5' }, 'dailyLimit', 'Daily limit must be between 1-10'],
      [{ ...campaign, dailyLimit: 2.5 }, 'dailyLimit', 'Daily limit must be between 1-10'],
      [{ ...campaign, staticSubject: long(201) }, 'staticSubject'],
    ],
  },
  'campaign, change': {
    method: 'PATCH',
    path: () => `/api/campaigns/${mine.campaign.id}`,
    good: { name: 'Another' },
    bad: [
      [{ name: ' ' }, 'name', 'Campaign name is required'],
      [{ dailyLimit: 0 }, 'dailyLimit', 'Daily limit must be between 1-10'],
      [{ subjectType: 'show_me_you_know_me' }, 'staticSubject', 'Subject configuration is incomplete'],
      [{ messagePrompt: long(4001) }, 'messagePrompt'],
    ],
  },
  'campaign, status': {
    method: 'PUT',
    path: () => `/api/campaigns/${mine.campaign.id}/status`,
    good: { status: 'draft' },
    bad: [
      [{}, 'status'],
      [{ status: 'running' }, 'status'],
    ],
  },
  'campaign, add partners': {
    method: 'POST',
    path: () => `/api/campaigns/${mine.campaign.id}/partners`,
    good: { partnerIds: ['p'] },
    bad: [
      [{}, 'partnerIds'],
      [{ partnerIds: [] }, 'partnerIds', 'Choose at least one partner'],
      [{ partnerIds: [7] }, 'partnerIds.0'],
      [{ partnerIds: [long(81)] }, 'partnerIds.0'],
    ],
  },
  'campaign, regenerate': {
    method: 'POST',
    path: () => `/api/campaigns/${mine.campaign.id}/regenerate-messages`,
    good: { includeEdited: false },
    bad: [[{ includeEdited: 'yes' }, 'includeEdited']],
  },
  'message, edit': {
    method: 'PATCH',
    path: () => `/api/campaign-sends/${send()}`,
    good: { subject: 'S', body: 'B' },
    bad: [
      [{ body: 'B' }, 'subject', 'Subject is required'],
      [{ subject: 'S' }, 'body', 'Message is required'],
      [{ subject: 'S\nBcc: a@b.example', body: 'B' }, 'subject', 'Subject must be a single line'],
      [{ subject: long(301), body: 'B' }, 'subject'],
      [{ subject: 'S', body: long(20_001) }, 'body'],
    ],
  },
  'message, status': {
    method: 'PATCH',
    path: () => `/api/campaign-sends/${send()}/status`,
    good: { status: 'replied' },
    bad: [[{ status: 'sent' }, 'status']],
  },
  mailbox: {
    method: 'POST',
    path: () => '/api/mailbox/connect',
    good: MAILBOX,
    bad: [
      [{}, 'host'],
      [{ ...MAILBOX, host: 'nowhere' }, 'host'],
      [{ ...MAILBOX, email: 'nobody' }, 'email', 'Please enter a valid email address'],
      [{ ...MAILBOX, password: '' }, 'password', 'Password is required'],
      [{ ...MAILBOX, password: 'a\r\nb' }, 'password'],
      [{ ...MAILBOX, smtpHost: 'mail host' }, 'smtpHost'],
      [{ ...MAILBOX, smtpPort: 70_000 }, 'smtpPort', 'SMTP port must be a number from 1 to 65535'],
      [{ ...MAILBOX, imapPort: '993' }, 'imapPort', 'IMAP port must be a number from 1 to 65535'],
      [{ ...MAILBOX, imapSecurity: 'ssl' }, 'imapSecurity'],
    ],
  },
  'e-mail settings': {
    method: 'PUT',
    path: () => '/api/email-settings',
    good: { emailProvider: 'gmail' },
    bad: [
      [{}, 'emailProvider'],
      [{ emailProvider: 'pigeon' }, 'emailProvider'],
      [{ emailProvider: 'sendgrid', fromEmail: 'nobody' }, 'fromEmail', 'Please enter a valid email address'],
      [{ emailProvider: 'sendgrid', sendgridApiKey: 'SG.ключ' }, 'sendgridApiKey'],
      [{ emailProvider: 'sendgrid', sendgridApiKey: 'SG.a\r\nX: y' }, 'sendgridApiKey'],
      [{ emailProvider: 'sendgrid', webhookPublicKey: 'abc' }, 'webhookPublicKey'],
    ],
  },
};

const others: Record<string, [method: string, path: () => string]> = {
  'partner, look': ['GET', () => `/api/partners/${partner()}`],
  'partner, delete': ['DELETE', () => `/api/partners/${partner()}`],
  'partner, enhance': ['POST', () => `/api/partners/${partner()}/enhance-contact`],
  'campaign, look': ['GET', () => `/api/campaigns/${mine.campaign.id}`],
  'campaign, delete': ['DELETE', () => `/api/campaigns/${mine.campaign.id}`],
  'campaign, available': ['GET', () => `/api/campaigns/${mine.campaign.id}/available-partners`],
  'campaign, sends': ['GET', () => `/api/campaigns/${mine.campaign.id}/sends`],
  'campaign, generate': ['POST', () => `/api/campaigns/${mine.campaign.id}/generate-messages`],
  'message, send now': ['POST', () => `/api/campaign-sends/${send()}/send-now`],
  'message, send again': ['POST', () => `/api/campaign-sends/${send()}/resend`],
};

const lists = [
  '/api/auth/user',
  '/api/business-profile',
  '/api/partners',
  '/api/partners/export',
  '/api/campaigns',
  '/api/credits',
  '/api/dashboard/stats',
  '/api/searches/latest',
  '/api/email-settings',
  '/api/gmail/status',
  '/api/mailbox/status',
  '/api/events/stream',
  '/api/admin/settings/tutorials_url',
];

/** Expects a refusal with this status; `nothingHappens` expects that it left no event. */
async function refused(status: number, call: () => Promise<{ status: number; body: ErrorView }>): Promise<ErrorView> {
  const answer = await call();
  expect(answer.status, JSON.stringify(answer.body)).toBe(status);
  expect(answer.body.error).toMatch(/\S/);
  return answer.body;
}
const nothingHappens = async (work: () => Promise<void>): Promise<void> => {
  const before = await testApp.events();
  await work();
  expect(await testApp.events()).toBe(before);
};
/** A test of refusals, which leave no event. */
const refusals = (name: string, work: () => Promise<void>) => test(name, () => nothingHappens(work));

describe.each(Object.entries(calls))('%s', (_name, { method, path, good, bad }) => {
  const call = (body?: unknown, headers: Record<string, string> = {}) =>
    mine.person.call<ErrorView>(method, path(), body, headers);

  refusals('answers 400 and names the field', async () => {
    for (const [body, field, error] of bad) {
      const answer = await refused(400, () => call(body));
      const { details } = answer as { details: { field: string } | { field: string }[] };
      expect(
        [details].flat().map((detail) => detail.field),
        JSON.stringify(body),
      ).toContain(field);
      if (error !== undefined) expect(answer.error).toBe(error);
      else if (/^(\S+: )?(Invalid (?!LinkedIn URL)|Too)/.test(answer.error)) expect(answer.error).toContain(field);
    }
  });

  refusals('refuses bodies that are no JSON object, of another type or too large', async () => {
    for (const body of ['{', '{"a":', 'null', '[]', '"text"', '7', '{"a":1}}']) {
      if (method === 'PUT' && path() === '/api/business-profile' && body === '{"a":1}}') continue;
      await refused(400, () => call(body));
    }
    await refused(400, () => call(JSON.stringify(good), { 'Content-Type': 'text/plain' }));
    await refused(400, () => call(JSON.stringify(good), { 'Content-Type': 'application/x-www-form-urlencoded' }));
    const large = JSON.stringify({ ...good, padding: long(1024 * 1024) });
    expect((await refused(413, () => call(large))).error).toMatch(/^The request is larger than (64 kB|128 kB|1 MB)\.$/);
  });

  refusals('refuses other sites and the signed-out', async () => {
    await refused(403, () => call(good, { Origin: 'https://evil.example' }));
    await refused(403, () => call(good, { Origin: 'null' }));
    await refused(403, () => call(good, { 'Sec-Fetch-Site': 'cross-site' }));
    await refused(403, () => call(good, { 'Sec-Fetch-Site': 'same-site' }));
    await refused(401, () => new Person(testApp.url).call(method, path(), good));
    await refused(401, () => call(good, { Cookie: 'session=0000' }));
  });
});

refusals('calls without a body: each refuses other sites and the signed-out', async () => {
  for (const [method, path] of Object.values(others)) {
    if (method !== 'GET') {
      await refused(403, () => mine.person.call(method, path(), undefined, { Origin: 'https://evil.example' }));
      await refused(403, () => mine.person.call(method, path(), undefined, { 'Sec-Fetch-Site': 'cross-site' }));
    }
    await refused(401, () => new Person(testApp.url).call(method, path()));
  }
});

refusals('the lists and the live feed are only for the signed-in', async () => {
  for (const path of lists) await refused(401, () => new Person(testApp.url).call('GET', path));
});

const aimed = [
  ...Object.values(calls).map(({ method, path, good }) => [method, path, good] as const),
  ...Object.values(others).map(([method, path]) => [method, path, undefined] as const),
];

test('ids that are unknown, of another tenant or strange answer 404', async () => {
  const own: [string, string][] = [
    [partner(), partner(theirs)],
    [mine.campaign.id, theirs.campaign.id],
    [send(), send(theirs)],
  ];
  const strange = [
    '0'.repeat(32),
    'x'.repeat(4000),
    '%25',
    'a%2Fb',
    '..',
    '%00',
    'a%00b',
    '%F0%28%00',
    '%E2%80%AE',
    '🦊',
    '%F0%28',
    "'%20or%201=1",
    '%0A',
    '-',
    'x.y.1',
  ];
  for (const [method, path, good] of aimed) {
    const found = own.find(([id]) => (path().includes(id) && path() !== `/api/campaigns/${id}`) || path().endsWith(id));
    if (!found) continue;
    // '..' changes the path before it is sent
    await nothingHappens(async () => {
      for (const id of [found[1], ...strange.filter((text) => text !== '..')]) {
        const body = await refused(404, () => mine.person.call(method, path().replace(found[0], id), good));
        expect(body.error, `${method} ${path()} ${id}`).toMatch(/not found/i);
      }
    });
  }
  const skipped = await mine.person.ok<{ addedCount: number }>('POST', `/api/campaigns/${mine.campaign.id}/partners`, {
    partnerIds: [partner(theirs), 'nobody'],
  });
  expect(skipped).toEqual({
    addedCount: 0,
    skipped: [
      { partnerId: partner(theirs), reason: 'not found' },
      { partnerId: 'nobody', reason: 'not found' },
    ],
  });
});

test('no answer shows what is of another tenant', async () => {
  const answers = await Promise.all(
    ['/api/partners', '/api/campaigns', '/api/partners/export', '/api/business-profile', '/api/email-settings'].map(
      async (path) => JSON.stringify((await theirs.person.call('GET', path)).body),
    ),
  );
  for (const text of answers) {
    for (const { id, contactInfo } of mine.partners) {
      expect(text).not.toContain(id);
      expect(text).not.toContain(contactInfo?.email);
    }
    expect(text).not.toContain(mine.campaign.id);
  }
});

refusals('unknown values in the query answer 400 and name the parameter', async () => {
  const queries: [string, string][] = [
    ['/api/partners?status=deleted', 'status'],
    ['/api/partners?status=', 'status'],
    ['/api/partners?status=approved&status=rejected', 'status'],
    ['/api/partners/export?status=all', 'status'],
    ['/api/partners/export?emailStatus=maybe', 'emailStatus'],
    ['/api/partners/export?platforms=myspace', 'platforms'],
    ['/api/partners/export?minFollowers=many', 'minFollowers'],
    ['/api/partners/export?minEngagement=-1', 'minEngagement'],
    ['/api/partners/export?minMatchScore=1e3', 'minMatchScore'],
    [`/api/partners/export?search=${long(201)}`, 'search'],
    ['/api/partners/export?search=a%00b', 'search'],
  ];
  for (const [path, field] of queries) {
    const body = await refused(400, () => mine.person.call('GET', path));
    expect(body.error, path).toContain(field);
  }
});

test('text with characters that no text has is refused by its field; line breaks and tabs are text', async () => {
  const edit = (body: string) => () =>
    mine.person.call<ErrorView>('PATCH', `/api/campaign-sends/${send()}`, { subject: 'S', body });
  await nothingHappens(async () => {
    for (const text of ['a\0b', 'a\ud800b', 'a\udc00', '\u0007', '\u001b[31m', '\u007f']) {
      const answer = await refused(400, edit(text));
      expect(answer).toMatchObject({ details: [{ field: 'body' }] });
      expect(answer.error).toMatch(/^body: .*character/);
    }
  });
  expect((await edit('Hello 🦊,\r\n\n\tbest — “quotes”, 日本語')()).status).toBe(200);
  await nothingHappens(async () => {
    await refused(400, () =>
      mine.person.call('POST', `/api/campaigns/${mine.campaign.id}/partners`, { partnerIds: ['a\0'] }),
    );
    await refused(400, () =>
      mine.person.call('PUT', '/api/business-profile', { partnerCriteria: { targetAudience: 'Runners\0 of trails' } }),
    );
  });
  const rows = [{ name: 'Io\u0000 Marsh', platform: 'tiktok', username: 'io' }];
  expect(await mine.person.import(rows)).toMatchObject({
    leftOut: [{ line: 1, problem: 'a cell holds a control character or half a character' }],
  });
});

test('illegal transitions answer 422', async () => {
  const { person, partners } = theirs;
  const status = (to: string) => () =>
    person.call<ErrorView>('PATCH', `/api/partners/${partners[0]?.id}/status`, { status: to });
  const start = (to: string) => () =>
    person.call<ErrorView>('PUT', `/api/campaigns/${theirs.campaign.id}/status`, { status: to });
  const empty = await person.ok<{ id: string }>('POST', '/api/campaigns', campaign);
  await nothingHappens(async () => {
    expect((await refused(422, status('pending'))).error).toBe('This partner is approved and cannot become pending.');
    for (const to of ['paused', 'completed']) await refused(422, start(to));
    expect(
      (await refused(422, () => person.call('PUT', `/api/campaigns/${empty.id}/status`, { status: 'active' }))).error,
    ).toBe('Add partners to the campaign before starting it.');
    await refused(422, () => person.call('PATCH', `/api/campaign-sends/${send(theirs)}/status`, { status: 'replied' }));
    await refused(422, () => person.call('POST', `/api/campaign-sends/${send(theirs)}/resend`));
  });
});

refusals('what is not there answers JSON 404; a call of the wrong kind changes nothing', async () => {
  await refused(404, () => mine.person.call('GET', '/api/nothing'));
  await refused(404, () => mine.person.call('PUT', '/api/partners', {}));
  await refused(404, () => mine.person.call('GET', '/api/admin/settings/colour'));
});

test('a call takes the longest text with the one that it replaces, and a thousand ids', async () => {
  const longest = { subject: '語'.repeat(300), body: '語'.repeat(20_000) };
  expect((await mine.person.call('PATCH', `/api/campaign-sends/${send()}`, { ...longest, seen: longest })).status).toBe(
    409,
  );
  const partnerIds = Array.from({ length: 1000 }, (_, n) => n.toString(16).padStart(32, '0'));
  expect((await mine.person.call('POST', `/api/campaigns/${mine.campaign.id}/partners`, { partnerIds })).status).toBe(
    200,
  );
});

test('a large body without a length is refused all the same', async () => {
  const chunk = new TextEncoder().encode(long(64 * 1024));
  const send = (path: string, type: string, cookie: string) =>
    fetch(`${testApp.url}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': type, Cookie: cookie },
      duplex: 'half',
      body: new ReadableStream({
        start(controller) {
          for (let sent = 0; sent < 20; sent += 1) controller.enqueue(chunk);
          controller.close();
        },
      }),
    } as RequestInit);
  expect((await send('/api/campaigns', 'application/json', mine.person.cookie)).status).toBe(413);
  expect((await send('/api/login', 'application/x-www-form-urlencoded', '')).status).toBe(413);
});
