import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type {
  ErrorView,
  ImportProblemView,
  PartnerView,
  SendView,
  SuppressionListView,
  SuppressionsAddedView,
  SuppressionView,
  UserView,
} from '../../api/views.ts';
import { ref } from '../../db/store.ts';
import { readyCampaign, readyPerson } from '../support/outreach.ts';
import { Person, until } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.stop());

let made = 0;
async function someone() {
  made += 1;
  const person = await new Person(testApp.url).signUp(`list${made}@northwind.example`);
  return { person, list: (query = '') => person.ok<SuppressionListView>('GET', `/api/suppressions${query}`) };
}
const rowsOf = (emails: string[]) => emails.map((email, index) => ({ line: index + 2, email }));

describe('the list of addresses to which nothing is sent', () => {
  test('starts empty; an address is added once, in whatever case it is typed', async () => {
    const { person, list } = await someone();
    expect(await list()).toEqual({ items: [], total: 0, next: null });
    const added = await person.call<SuppressionView>('POST', '/api/suppressions', { email: ' Ada@Lindqvist.example ' });
    expect(added).toMatchObject({
      status: 201,
      body: { email: 'ada@lindqvist.example', reason: 'user', source: 'user', objection: false },
    });
    expect(await person.call('POST', '/api/suppressions', { email: 'ada@lindqvist.example' })).toMatchObject({
      status: 200,
      body: { id: added.body.id },
    });
    expect(await list()).toEqual({ items: [added.body], total: 1, next: null });
    // the first sealed text of this tenant was not the owner's: the owner's key is still made
    await person.ok('POST', '/api/business-profile', { businessName: 'Shop', industry: 'Fitness' });
    expect(await person.ok('GET', '/api/business-profile')).toMatchObject({ businessName: 'Shop' });
  });

  test('is found by exact address, reason, source and day', async () => {
    const { person, list } = await someone();
    await person.ok('POST', '/api/suppressions', { email: 'one@a.example' });
    await person.ok('POST', '/api/suppressions', { email: 'two@a.example', reason: 'unsubscribed' });
    await person.ok('POST', '/api/suppressions/import', { reason: 'bounced', rows: rowsOf(['three@a.example']) });
    const found = async (query: string) => (await list(query)).items.map(({ email }) => email);
    const today = testApp.api.now().toISOString().slice(0, 10);
    expect(await found('')).toEqual(['three@a.example', 'two@a.example', 'one@a.example']);
    expect(await found('?email=ONE@a.example')).toEqual(['one@a.example']);
    expect(await found('?email=one@b.example')).toEqual([]);
    expect(await found('?reason=unsubscribed')).toEqual(['two@a.example']);
    expect(await found('?source=import')).toEqual(['three@a.example']);
    expect(await found(`?from=${today}&to=${today}&source=user`)).toHaveLength(2);
    expect(await found('?to=2020-01-01')).toEqual([]);
    expect(await found('?from=2999-01-01')).toEqual([]);
    for (const query of ['?email=ada', '?reason=x', '?from=yesterday', '?after=x', '?limit=0', '?limit=501'])
      expect((await person.call('GET', `/api/suppressions${query}`)).status, query).toBe(400);
  });

  test('comes in pages that lose and repeat nobody', async () => {
    const { person, list } = await someone();
    const emails = Array.from({ length: 25 }, (_, index) => `p${index}@a.example`);
    await person.ok('POST', '/api/suppressions/import', { rows: rowsOf(emails) });
    const seen: (string | null)[] = [];
    let after = '';
    for (let pages = 0; pages < 9; pages += 1) {
      const page = await list(`?limit=10${after}`);
      expect(page.total).toBe(25);
      seen.push(...page.items.map(({ email }) => email));
      if (page.next === null) break;
      after = `&after=${encodeURIComponent(page.next)}`;
    }
    expect(seen.toSorted()).toEqual(emails.toSorted());
  });

  test('is the tenant’s own', async () => {
    const [mine, theirs] = [await someone(), await someone()];
    const added = await mine.person.ok<SuppressionView>('POST', '/api/suppressions', { email: 'ada@a.example' });
    expect(await theirs.list('?email=ada@a.example')).toMatchObject({ items: [], total: 0 });
    expect((await theirs.person.call('DELETE', `/api/suppressions/${added.id}`, {})).status).toBe(404);
    expect((await mine.list()).total).toBe(1);
    expect((await new Person(testApp.url).call('GET', '/api/suppressions')).status).toBe(401);
  });
});

describe('a whole domain', () => {
  test('blocks every address at it, and no other, until it is removed', async () => {
    const { person, campaign, sends, partners } = await readyCampaign(testApp, { partners: 2, texts: 'edited' });
    const [domain = '', elsewhere] = [sends[0]?.recipientEmail?.split('@')[1], 'info@elsewhere.example'];
    await person.ok('PUT', `/api/campaigns/${campaign.id}/status`, { status: 'active' });
    await person.ok('POST', `/api/partners/${sends[1]?.partner.id}/contact`, { contactInfo: { email: elsewhere } });
    const added = await person.ok<SuppressionView>('POST', '/api/suppressions', { email: domain.toUpperCase() });
    expect(added).toMatchObject({ email: `@${domain}`, reason: 'user' });
    expect(await person.ok('GET', `/api/suppressions?email=${domain}`)).toMatchObject({ total: 1 });
    // a search for a person finds their blocker
    expect(await person.ok('GET', `/api/suppressions?email=info@${domain}`)).toMatchObject({ total: 1 });
    const waits = await until(
      () => person.ok<SendView[]>('GET', `/api/campaigns/${campaign.id}/sends`),
      (list) => list.some(({ status }) => status === 'cancelled'),
    );
    expect(waits.filter(({ status }) => status === 'cancelled').map(({ partner }) => partner.id)).toEqual([
      sends[0]?.partner.id,
    ]);
    const shown = await person.ok<PartnerView[]>('GET', '/api/partners');
    const kept = new Set(shown.flatMap(({ id, doNotContact }) => (doNotContact ? [id] : [])));
    expect([...kept]).toEqual(partners.map(({ id }) => id).filter((id) => id === sends[0]?.partner.id));
    const next = await person.ok<{ id: string }>('POST', '/api/campaigns', {
      ...{ name: 'Next', subjectType: 'static', staticSubject: 'S', messagePrompt: 'P' },
    });
    const join = () => person.ok('POST', `/api/campaigns/${next.id}/partners`, { partnerIds: [sends[0]?.partner.id] });
    expect(await join()).toMatchObject({ addedCount: 0, skipped: [{ reason: 'do not contact' }] });
    const offered = async () =>
      (await person.ok<PartnerView[]>('GET', `/api/campaigns/${next.id}/available-partners`)).map(({ id }) => id);
    expect(await offered()).toEqual([sends[1]?.partner.id]);
    await person.ok('DELETE', `/api/suppressions/${added.id}`, {});
    expect(await join()).toMatchObject({ addedCount: 1, skipped: [] });
  });

  test('is refused where it is none, has another reason, or is of a mail provider; so is what is no address', async () => {
    const { person } = await someone();
    for (const [email, reason, message] of [
      ['gmail.com', 'user', 'Millions of people have an address at gmail.com: add single addresses'],
      ['@rival.example', 'unsubscribed', 'A whole domain can only have the reason user'],
      ['rival', 'user', 'Invalid email'],
      ['@ada', 'user', 'Invalid email'],
      [undefined, undefined, 'email'],
      [7, undefined, 'email'],
      ['a@b.example', 'erased', 'reason'],
    ]) {
      const answer = await person.call<ErrorView>('POST', '/api/suppressions', { email, reason });
      expect(answer.status, String(email)).toBe(400);
      expect(JSON.stringify(answer.body)).toContain(message);
    }
  });

  test('of a list is there by the user’s choice, whatever the reason of the list', async () => {
    const { person, list } = await someone();
    const rows = [
      { line: 1, email: '@rival.example' },
      { line: 2, email: 'ada@a.example' },
    ];
    await person.ok('POST', '/api/suppressions/import', { reason: 'bounced', rows });
    const { items } = await list();
    expect(items.map(({ email, reason }) => [email, reason]).toSorted()).toEqual([
      ['@rival.example', 'user'],
      ['ada@a.example', 'bounced'],
    ]);
    const bare = await person.call('POST', '/api/suppressions/import', { rows: [{ line: 1, email: 'rival.example' }] });
    expect(bare).toMatchObject({ status: 200, body: { addedCount: 0, leftOut: [{ line: 1 }] } });
  });
});

describe('taking an address off the list', () => {
  test('an own choice or a bounce goes at once; an objection only with a confirmation, and the log says who', async () => {
    const { person, list } = await someone();
    const { id: userId, workspaceId: tenant } = await person.ok<UserView>('GET', '/api/auth/user');
    for (const [reason, confirm, status] of [
      ['user', false, 200],
      ['bounced', false, 200],
      ['unsubscribed', false, 422],
      ['unsubscribed', true, 200],
      ['complained', false, 422],
      ['complained', true, 200],
    ] as const) {
      const email = `${reason}.${confirm}@a.example`;
      const { id } = await person.ok<SuppressionView>('POST', '/api/suppressions', { email, reason });
      const answer = await person.call<ErrorView>('DELETE', `/api/suppressions/${id}`, confirm ? { confirm } : {});
      expect(answer.status, email).toBe(status);
      if (status === 422) {
        expect(answer.body.error).toMatch(/asked not to be contacted/);
        expect(answer.body.details).toMatchObject({ confirm: true });
      }
      expect((await list(`?email=${email}`)).total).toBe(status === 200 ? 0 : 1);
      const [, lifted] = await testApp.api.history(tenant, ref('suppression', id));
      expect(lifted && [lifted.type, lifted.actor]).toEqual(
        status === 200 ? ['SuppressionLifted', `user:${userId}`] : undefined,
      );
    }
    expect((await person.call('DELETE', `/api/suppressions/${'0'.repeat(64)}`, {})).status).toBe(404);
    expect((await person.call('DELETE', '/api/suppressions/x', {})).status).toBe(404);
  });
});

describe('a list from elsewhere', () => {
  test('is added whole, each address once; what was known counts apart', async () => {
    const { person, list } = await someone();
    await person.ok('POST', '/api/suppressions', { email: 'known@a.example', reason: 'unsubscribed' });
    const emails = ['known@a.example', 'New@a.example', 'new@a.example ', 'other@a.example'];
    const answer = await person.ok<SuppressionsAddedView>('POST', '/api/suppressions/import', {
      reason: 'bounced',
      rows: rowsOf(emails),
    });
    expect(answer).toEqual({ addedCount: 2, knownCount: 1, leftOut: [] });
    expect((await list()).items.map(({ email, reason }) => `${email} ${reason}`).toSorted()).toEqual([
      'known@a.example unsubscribed',
      'new@a.example bounced',
      'other@a.example bounced',
    ]);
  });

  test('names every bad row by its line and adds the others; none, where it is all or nothing', async () => {
    const { person, list } = await someone();
    const rows = [
      { line: 2, email: 'good@a.example' },
      { line: 3, email: 'ada' },
      { line: 5 },
      { line: 7, email: 'a\u0000b@a.example' },
      { line: 9, email: ' ' },
    ];
    const refused = await person.call<ErrorView>('POST', '/api/suppressions/import', { rows, allOrNothing: true });
    expect(refused.status).toBe(422);
    expect(refused.body.error).toBe('Nothing was added: 4 rows have a problem.');
    const problems = refused.body.details as ImportProblemView[];
    expect(problems.map(({ line }) => line)).toEqual([3, 5, 7, 9]);
    expect(problems[0]?.problem).toBe('this is not an email address');
    expect(problems[1]?.problem).toBe('the address is missing');
    expect((await list()).total).toBe(0);
    const answer = await person.ok<SuppressionsAddedView>('POST', '/api/suppressions/import', { rows });
    expect(answer).toEqual({ addedCount: 1, knownCount: 0, leftOut: problems });
    expect((await list()).items.map(({ email }) => email)).toEqual(['good@a.example']);
  });

  test('of 10,000 rows fits, in several commits; one more does not [long]', async () => {
    const { person, list } = await someone();
    const emails = Array.from({ length: 10_000 }, (_, index) => `person.${index % 600}@long-company-name.example`);
    expect(await person.ok('POST', '/api/suppressions/import', { rows: rowsOf(emails) })).toEqual({
      addedCount: 600,
      knownCount: 0,
      leftOut: [],
    });
    expect((await list()).total).toBe(600);
    const more = await person.call<ErrorView>('POST', '/api/suppressions/import', {
      rows: rowsOf([...emails, 'a@b.example']),
    });
    expect(more).toMatchObject({ status: 400, body: { error: 'A list may have at most 10000 rows' } });
  });

  test('is exported as CSV that no spreadsheet executes, and an erased address stays as such', async () => {
    const { person } = await readyPerson(testApp, 0);
    const tenant = await person.tenant();
    await person.ok('POST', '/api/suppressions', { email: '+cmd@a.example' });
    const { id } = await person.ok<SuppressionView>('POST', '/api/suppressions', {
      email: 'gone@a.example',
      reason: 'unsubscribed',
    });
    await testApp.owner
      .sql`delete from vault.person_keys where tenant_id = ${tenant} and person_id = ${`suppression-${id}`}`;
    await testApp.api.run({
      tenant,
      cause: { actor: 'system:test', correlationId: 'test', causationId: null },
      streams: { it: ref('suppression', id) },
      decide: () => ({ it: [{ type: 'PersonErased' as const, data: {} }] }),
    });
    const file = await person.call<string>('GET', '/api/suppressions/export');
    expect(file.headers.get('content-disposition')).toMatch(/filename="do-not-contact-\d{4}-\d\d-\d\d\.csv"/);
    const [head, ...lines] = file.body
      .replace(/^\uFEFF/, '')
      .trim()
      .split('\n');
    expect(head).toBe('email,reason,source,since');
    expect(lines[0]).toMatch(/^erased,unsubscribed,user,\d{4}-/);
    expect(lines[1]).toMatch(/^'\+cmd@a\.example,user,user,/);
    // it is still found by its address, and still holds
    expect(await person.ok('GET', '/api/suppressions?email=gone@a.example')).toMatchObject({
      items: [{ email: null, reason: 'unsubscribed' }],
    });
    expect(await testApp.api.history(tenant, ref('suppression', id))).toMatchObject([{ personal: null }, {}]);
  });
});
