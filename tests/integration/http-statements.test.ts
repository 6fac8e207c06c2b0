import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Outreach, readyCampaign, readyPerson } from '../support/outreach.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

/** A transaction's frame leaves in one burst with its first query, so it costs no round trip of its own. */
const FRAME = /^\s*(begin|commit|select set_config\('app\.tenant', \$1, true\)\s*$)/;

/** The driver reads this option before each statement. */
type Debugged = { options: { debug: false | ((connection: number, statement: string) => void) } };

let testApp: TestApp;
let outreach: Outreach;
let pendingPartner: string;

beforeAll(async () => {
  testApp = await startTestApp({ working: false });
  outreach = await readyCampaign(testApp, { partners: 3, texts: 'edited' });
  const row = { name: 'No Address', profileUrl: 'https://www.linkedin.com/in/no-address' };
  await outreach.person.import([row]);
  const partners = await outreach.person.ok<{ id: string; status: string }[]>('GET', '/api/partners?status=pending');
  pendingPartner = partners[0]?.id ?? '';
});
afterAll(() => testApp.stop());

/** The statements that one call sends to PostgreSQL. */
async function statementsOf(call: () => Promise<unknown>): Promise<string[]> {
  const sql = testApp.api.sql as unknown as Debugged;
  const statements: string[] = [];
  sql.options.debug = (_connection, statement) => {
    // the tail reads the log on its own, whoever calls
    if (!FRAME.test(statement) && !/log\.tail_/.test(statement)) statements.push(statement.replace(/\s+/g, ' ').trim());
  };
  try {
    await call();
  } finally {
    sql.options.debug = false;
  }
  return statements;
}

type Call = { call: string; most: number; method: string; path: () => string; body?: () => object };

/** The ten calls that browsers send most, and what each may cost. The session with its user is one of the statements. */
const CALLS: Call[] = [
  { call: 'the signed-in user', most: 1, method: 'GET', path: () => '/api/auth/user' },
  { call: 'the partners', most: 6, method: 'GET', path: () => '/api/partners' },
  {
    call: 'Approve, without an address',
    most: 3,
    method: 'PATCH',
    path: () => `/api/partners/${pendingPartner}/status`,
    body: () => ({ status: 'approved' }),
  },
  {
    call: 'Reject, without an address',
    most: 3,
    method: 'PATCH',
    path: () => `/api/partners/${pendingPartner}/status`,
    body: () => ({ status: 'rejected' }),
  },
  { call: 'the dashboard', most: 4, method: 'GET', path: () => '/api/dashboard/stats' },
  { call: 'the credits', most: 3, method: 'GET', path: () => '/api/credits' },
  { call: 'the profile', most: 3, method: 'GET', path: () => '/api/business-profile' },
  // three say what mailboxes have to send: the emails that wait for a plan, the times that are taken, the emails of each day
  { call: 'the campaigns', most: 19, method: 'GET', path: () => '/api/campaigns' },
  { call: 'a campaign', most: 19, method: 'GET', path: () => `/api/campaigns/${outreach.campaign.id}` },
  { call: 'its messages', most: 13, method: 'GET', path: () => `/api/campaigns/${outreach.campaign.id}/sends` },
  {
    call: 'a saved text',
    most: 8,
    method: 'PATCH',
    path: () => `/api/campaign-sends/${outreach.sends[0]?.id}`,
    body: () => ({ subject: 'A new vest', body: 'Hello, look at this.' }),
  },
];

test.each(CALLS)(
  '$call: at most $most statements',
  async ({ most, method, path, body }) => {
    const { person } = outreach;
    // what others wrote is in the lists by now, as in a running installation; other databases of the server may hold the horizon back
    const waiting = async () => {
      await person.ok('GET', '/api/dashboard/stats');
      const [row] = await testApp.owner.sql<
        { people: string[] }[]
      >`select people from lists.news(${outreach.tenant}, 10)`;
      return row?.people;
    };
    await expect.poll(waiting, { timeout: 20_000 }).toEqual([]);
    const statements = await statementsOf(() => person.ok(method, path(), body?.()));
    expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(most);
  },
  30_000,
);

test('a decision on somebody with an address', async () => {
  const { person, partners } = await readyPerson(testApp, 1);
  const path = `/api/partners/${partners[0]?.id}/status`;
  const change = (status: string) => statementsOf(() => person.ok('PATCH', path, { status }));
  // a rejection takes the lock of the address, which the first load tells
  const rejected = await change('rejected');
  expect(rejected, rejected.join('\n')).toHaveLength(4);
  const approved = await change('approved');
  expect(approved, approved.join('\n')).toHaveLength(3);
});

test.each([
  ['address', (email: string) => email],
  ['domain', (email: string) => email.split('@')[1]],
])('an approval says in the same answer that nothing is sent to the %s', async (_, entryOf) => {
  const { person, partners } = await readyPerson(testApp, 1);
  const path = `/api/partners/${partners[0]?.id}/status`;
  await person.ok('POST', '/api/suppressions', { email: entryOf(partners[0]?.contactInfo?.email ?? '') });
  const answers = [];
  for (const status of ['rejected', 'approved', 'approved']) answers.push(await person.ok('PATCH', path, { status }));
  expect(answers).toMatchObject([
    { status: 'rejected', doNotContact: 'user', undo: expect.any(Number) },
    { status: 'approved', doNotContact: 'user', undo: expect.any(Number) },
    { status: 'approved', doNotContact: 'user', undo: null },
  ]);
});
