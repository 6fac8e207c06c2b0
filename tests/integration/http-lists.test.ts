import { request } from 'node:http';
import { createGunzip } from 'node:zlib';
import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type {
  CampaignTemplateView,
  CampaignView,
  ErrorView,
  ImportView,
  PartnerView,
  SavedViewView,
} from '../../api/views.ts';
import { settingsForm } from '../../events/campaigns/settings.ts';
import { importedRow, readyPerson } from '../support/outreach.ts';
import type { Person } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp({ working: false });
});
afterAll(() => testApp.stop());

const addRows = (person: Person, rows: object[]) => person.call<ImportView>('POST', '/api/partners/import', { rows });

describe('the list of partners', () => {
  test('is not sent again while nothing changed', async () => {
    const { person, partners } = await readyPerson(testApp, 1);
    const first = await person.call('GET', '/api/partners');
    const tag = first.headers.get('etag') ?? '';
    expect(tag).toMatch(/^(W\/)?"\S+"$/);
    const same = await person.call('GET', '/api/partners', undefined, { 'If-None-Match': tag });
    expect(same.status).toBe(304);
    expect(same.body).toBe('');
    const approved = await person.call('GET', '/api/partners?status=pending', undefined, { 'If-None-Match': tag });
    expect(approved.status).toBe(200);
    await person.ok('PATCH', `/api/partners/${partners[0]?.id}/status`, { status: 'rejected' });
    const changed = await person.call<PartnerView[]>('GET', '/api/partners', undefined, { 'If-None-Match': tag });
    expect(changed.status).toBe(200);
    expect(changed.headers.get('etag')).not.toBe(tag);
    const { person: other } = await readyPerson(testApp, 0);
    expect((await other.call('GET', '/api/partners', undefined, { 'If-None-Match': tag })).status).toBe(200);
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
  });

  test('travels compressed, with an ETag that still works', async () => {
    const { person } = await readyPerson(testApp, 0);
    await addRows(
      person,
      Array.from({ length: 40 }, (_, index) => importedRow(index)),
    );
    const get = (headers: Record<string, string>) =>
      new Promise<{ status: number | undefined; headers: Record<string, unknown>; size: number; text: string }>(
        (resolve, reject) => {
          request(
            `${testApp.url}/api/partners`,
            { headers: { Cookie: person.cookie, 'Accept-Encoding': 'gzip', ...headers } },
            (answer) => {
              let size = 0;
              let text = '';
              answer.on('data', (chunk: Buffer) => {
                size += chunk.length;
              });
              const unzipped = answer.headers['content-encoding'] === 'gzip' ? answer.pipe(createGunzip()) : answer;
              unzipped.on('data', (chunk: Buffer) => {
                text += chunk.toString();
              });
              unzipped.on('end', () => resolve({ status: answer.statusCode, headers: answer.headers, size, text }));
              unzipped.on('error', reject);
            },
          )
            .on('error', reject)
            .end();
        },
      );
    const whole = await get({});
    expect(whole.headers['content-encoding']).toBe('gzip');
    expect(JSON.parse(whole.text)).toHaveLength(40);
    expect(whole.size).toBeLessThan(whole.text.length / 2);
    expect((await get({ 'If-None-Match': String(whole.headers.etag) })).status).toBe(304);
  });
});

test('a deleted person can come back by a list', async () => {
  const { person } = await readyPerson(testApp, 0);
  const row = importedRow(1);
  await addRows(person, [row]);
  const [partner] = await person.ok<PartnerView[]>('GET', '/api/partners');
  await person.ok('DELETE', `/api/partners/${partner?.id}`);
  expect((await addRows(person, [row])).body).toMatchObject({ addedCount: 1 });
  expect(await person.ok<PartnerView[]>('GET', '/api/partners')).toMatchObject([
    { id: partner?.id, status: 'pending' },
  ]);
});

test('views are saved for the workspace, and nobody else sees them', async () => {
  const { person, tenant } = await readyPerson(testApp, 0);
  const [first] = await person.ok<SavedViewView[]>('PUT', '/api/saved-views', {
    ...{ list: 'approved', name: 'Zed', query: 'search=Ada+Lindqvist' },
  });
  await person.ok('PUT', '/api/saved-views', { list: 'discovery', name: 'Big', query: 'minFollowers=50000' });
  const names = async (who: Person) =>
    (await who.ok<SavedViewView[]>('GET', '/api/saved-views')).map(({ name }) => name);
  expect(await names(person)).toEqual(['Big', 'Zed']);
  expect(await names((await readyPerson(testApp, 0)).person)).toEqual([]);
  const [row] = await testApp.owner.sql<{ n: number }[]>`
    select count(*)::int as n from log.events where tenant_id = ${tenant} and payload::text like '%Lindqvist%'`;
  expect(row?.n).toBe(0);
  const renamed = await person.ok('PATCH', `/api/saved-views/${first?.id}`, { name: 'Alpha' });
  expect(renamed).toMatchObject([{ name: 'Alpha', query: 'search=Ada+Lindqvist' }, { name: 'Big' }]);
  expect(await person.ok('DELETE', `/api/saved-views/${first?.id}`)).toMatchObject([{ name: 'Big' }]);
  const nameless = await person.call('PUT', '/api/saved-views', { list: 'approved', name: ' ', query: '' });
  expect(nameless).toMatchObject({ status: 400 });
});

test('templates of campaigns are kept without people and account, and a campaign begins with one', async () => {
  const { person, tenant } = await readyPerson(testApp, 0);
  const { mailbox, ...made } = await person.ok<CampaignView>('POST', '/api/campaigns', {
    ...{
      name: 'Spring vests',
      subjectType: 'static',
      staticSubject: 'A vest',
      messagePrompt: 'Offer a Zebrafish vest.',
    },
    ...{ tone: 'friendly', followUps: [{ afterDays: 4, writer: 'user', text: 'Did you see it?' }], dailyLimit: 7 },
  });
  const settings = settingsForm({ ...made, mailbox });
  const save = (form: object) =>
    person.call<CampaignTemplateView[] & ErrorView>('PUT', '/api/campaign-templates', form);
  const [template] = (await save({ name: 'Vests', settings })).body;
  expect(template).toMatchObject({
    name: 'Vests',
    settings: { staticSubject: 'A vest', tone: 'friendly', dailyLimit: 7 },
  });
  expect(template?.settings.followUps).toEqual([{ afterDays: 4, writer: 'user', text: 'Did you see it?' }]);
  for (const left of ['name', 'mailbox']) expect(template?.settings).not.toHaveProperty(left);
  expect(await save({ name: 'Vests', settings: { ...settings, staticSubject: '' } })).toMatchObject({
    ...{ status: 400, body: { error: expect.stringContaining('Subject configuration is incomplete') } },
  });
  expect(await person.ok('POST', '/api/campaigns', { name: 'Autumn', ...template?.settings })).toMatchObject({
    ...{ name: 'Autumn', messagePrompt: 'Offer a Zebrafish vest.', followUps: [{ afterDays: 4 }], mailbox: null },
  });
  await save({ name: 'Another', settings });
  const renamed = await person.call<ErrorView>('PATCH', `/api/campaign-templates/${template?.id}`, { name: 'another' });
  expect(renamed).toMatchObject({
    ...{ status: 409, body: { error: 'Another template has this name. Choose another one.' } },
  });
  expect(await person.ok('DELETE', `/api/campaign-templates/${template?.id}`)).toMatchObject([{ name: 'Another' }]);
  expect(await (await readyPerson(testApp, 0)).person.ok('GET', '/api/campaign-templates')).toEqual([]);
  const [row] = await testApp.owner.sql<{ n: number }[]>`
    select count(*)::int as n from log.events where tenant_id = ${tenant} and payload::text like '%Zebrafish%'`;
  expect(row?.n).toBe(0);
});

describe('export', () => {
  test('of a selection has those partners alone, and none of another workspace', async () => {
    const { person, partners } = await readyPerson(testApp, 3);
    const other = await readyPerson(testApp, 1);
    const ids = [partners[0], partners[2], other.partners[0]].map((one) => one?.id);
    const { status, body, headers } = await person.call<string>('POST', '/api/partners/export', { ids });
    expect(status).toBe(200);
    expect(headers.get('content-disposition')).toContain('approved-partners-');
    const rows = parse(body).data;
    expect(rows.map(({ profileUrl }) => profileUrl).sort()).toEqual(
      [partners[0]?.profileUrl, partners[2]?.profileUrl].sort(),
    );
    // as the screen lists them
    const scores = rows.map(({ matchScore }) => Number(matchScore));
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(await person.call('POST', '/api/partners/export', { ids: [] })).toMatchObject({ status: 400 });
  });

  const parse = (csv: string) =>
    Papa.parse<Record<string, string>>(csv.replace(/^\uFEFF/, ''), { header: true, skipEmptyLines: true });

  async function exported(person: Person, query = ''): Promise<{ text: string; headers: Headers }> {
    const response = await fetch(`${testApp.url}/api/partners/export${query}`, { headers: { Cookie: person.cookie } });
    expect(response.status).toBe(200);
    // text() would drop the byte order mark
    return { text: Buffer.from(await response.arrayBuffer()).toString(), headers: response.headers };
  }

  test('is UTF-8 with a byte order mark, named by the day, and no cell is a formula', async () => {
    const { person } = await readyPerson(testApp, 0);
    const names = [
      '=HYPERLINK("http://evil.example")',
      '+1',
      '-1',
      '@SUM(A1)',
      '\tTab',
      'Łucja "Lu" Šimić, jr.',
      'two\nlines',
    ];
    await addRows(
      person,
      names.map((name, index) => ({
        ...importedRow(index),
        name: name.trim() === name ? name : `x${name}`,
        bio: name.trimStart(),
      })),
    );
    const { text, headers } = await exported(person);
    const today = testApp.api.now().toISOString().slice(0, 10);
    expect(headers.get('content-disposition')).toBe(`attachment; filename="partners-export-${today}.csv"`);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(
      text.startsWith(
        '\uFEFFname,username,platform,industry,bio,profileUrl,followersCount,engagementRate,matchScore,status,email,emailStatus,doNotContact\n',
      ),
    ).toBe(true);
    const { data } = parse(text);
    expect(data).toHaveLength(names.length);
    for (const row of data) for (const cell of Object.values(row)) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
    expect(data.map(({ name }) => name)).toContain('Łucja "Lu" Šimić, jr.');
    expect(data.map(({ name }) => name)).toContain('two\nlines');
    expect(data.every(({ email, emailStatus }) => email?.includes('@') && emailStatus === 'email_found')).toBe(true);
  });

  test('holds what the filters let through, and the approved have a name of their own', async () => {
    const { person, partners } = await readyPerson(testApp, 5);
    await person.ok('PATCH', `/api/partners/${partners[0]?.id}/status`, { status: 'rejected' });
    const approved = await exported(person, '?status=approved');
    expect(approved.headers.get('content-disposition')).toMatch(/filename="approved-partners-\d{4}-\d\d-\d\d\.csv"/);
    expect(parse(approved.text).data).toHaveLength(4);
    const some = partners.filter(({ followersCount }) => (followersCount ?? 0) >= 12_003);
    expect(parse((await exported(person, '?minFollowers=12003')).text).data).toHaveLength(some.length);
    expect(parse((await exported(person, `?search=${encodeURIComponent('number 2.')}`)).text).data).toHaveLength(1);
    expect(parse((await exported(person, '?minMatchScore=101')).text).data).toHaveLength(0);
    expect(parse((await exported(person, '?emailStatus=no_email_found')).text).data).toHaveLength(0);
    expect(parse((await exported(person, '?platforms=youtube')).text).data).toHaveLength(0);
    expect(parse((await exported(person, '?platforms=youtube,linkedin')).text).data).toHaveLength(5);
  });
});
