import { describe, expect, test } from 'vitest';
import type { InstallationHealthView } from '../../api/views.ts';
import { healthProblems } from '../../web/features/admin/healthProblems.ts';
import { ApiError } from '../../web/lib/apiError.ts';
import { refusedFields } from '../../web/lib/formProblems.ts';
import { callsInWords, costInWords, costOrUnknown, roundedUp } from '../../web/lib/money.ts';

const NOW = Date.parse('2026-11-22T12:00:00Z');
const ago = (minutes: number): string => new Date(NOW - minutes * 60_000).toISOString();

describe('what is wrong with an installation', () => {
  const well: InstallationHealthView = {
    sandbox: false,
    version: '1',
    nodeEnd: null,
    bundledPostgres: null,
    frozen: null,
    aiModels: [{ name: 'gpt-6.1-terra', tasks: ['writing', 'search'], priced: true, endsOn: null, state: 'current' }],
    aiLacks: [],
    aiBudget: { limitUsd: null, spentUsd: 0, state: 'ok', usersNear: 0 },
    providers: [
      { name: 'OpenAI', setting: 'OPENAI_API_KEY', configured: true, trouble: null },
      { name: 'OpenID Connect', setting: 'OIDC_ISSUER', configured: false, trouble: null },
    ],
    pausedAccounts: 0,
    unreadAccounts: 0,
    mailer: { kind: 'smtp', mailed: 3, failed: 1, failing: false, lastFailure: 'the provider refused the mail' },
    queue: { waiting: 3, oldestRunAt: ago(4), scheduled: 0, running: 0, failed: 0, jobs: [] },
    workers: [{ id: 'w', lastBeatAt: ago(0), alive: true }],
    wrongClocks: [],
    diskFree: null,
    log: { events: 1, newestAt: ago(0), unreadMs: 59_000, horizonHolder: null, relayLag: 1000 },
    record: { wrong: 0, first: null, behindMs: 900 },
    seals: {
      lastAt: ago(9),
      unsealed: 5,
      file: null,
      trouble: null,
      witnesses: { asked: 0, current: 0, lastAt: null, trouble: null, mailedAt: null },
    },
  };
  const unset = { name: 'OpenAI', setting: 'OPENAI_API_KEY', configured: false, trouble: null };
  const titles = (health: Partial<InstallationHealthView>) =>
    healthProblems({ ...well, ...health }, NOW).map(({ title }) => title);

  test('nothing, as long as all keep up; what is a choice is no problem', () => {
    expect(titles({})).toEqual([]);
    expect(titles({ seals: { ...well.seals, lastAt: ago(600), unsealed: 0 } })).toEqual([]);
  });

  test.each<[Partial<InstallationHealthView>, string]>([
    [{ nodeEnd: { major: 20, endedOn: '2026-04-30' } }, 'Node 20 has had no security fixes since 2026-04-30.'],
    [{ bundledPostgres: '18.4' }, 'PostgreSQL 18.4 gets no security fixes.'],
    [{ workers: [{ id: 'w', lastBeatAt: ago(2), alive: false }] }, 'No worker is running.'],
    [{ frozen: { reason: 'Frozen', detail: 'A file', whatToDo: 'Run it.' } }, 'No emails are sent.'],
    [{ queue: { ...well.queue, failed: 2 } }, '2 jobs failed permanently.'],
    [{ queue: { ...well.queue, oldestRunAt: ago(6) } }, 'The oldest job was due 6 minutes ago.'],
    [{ log: { ...well.log, unreadMs: 180_000 } }, 'New events have waited for 3 minutes.'],
    [{ log: { ...well.log, relayLag: 10_000 } }, '10,000 events or more wait for their jobs.'],
    [{ seals: { ...well.seals, lastAt: ago(11) } }, 'Events have not been sealed for 11 minutes.'],
    [
      { seals: { ...well.seals, lastAt: null }, log: { ...well.log, newestAt: ago(11) } },
      'Events have not been sealed for 11 minutes.',
    ],
    [{ wrongClocks: [{ process: 'h/1', seconds: 259_200 }] }, 'A clock is wrong.'],
    [
      { record: { wrong: 2, first: 't setting-a@1: it was altered', behindMs: 900 } },
      'The record is wrong at 2 places.',
    ],
    [{ record: { wrong: 0, first: null, behindMs: 660_000 } }, 'New events have not been verified for 11 minutes.'],
    [{ diskFree: 900_000_000 }, 'The disk of DATA_DIR has 0.9 GB left.'],
    [{ mailer: { ...well.mailer, kind: null } }, 'No mailer is set up.'],
    [{ mailer: { ...well.mailer, failing: true } }, 'System emails fail.'],
    [{ unreadAccounts: 1 }, '1 sending account cannot read replies.'],
    [{ pausedAccounts: 2 }, '2 sending accounts paused for bounces or spam reports.'],
    [{ providers: [unset] }, 'OpenAI is not configured.'],
    [{ providers: [{ ...unset, configured: true, trouble: 'It could not be reached.' }] }, 'OpenAI cannot be used.'],
  ])('%j', (health, title) => {
    expect(titles(health)).toEqual([title]);
  });

  test.each([
    [{ pid: 42, application: 'psql', database: 'shop' }, /psql in the database shop\. End it: .*backend\(42\)\.$/],
    [
      { pid: null, application: 'prepared transaction x', database: 'shop' },
      /a prepared transaction x in .*Roll it back/,
    ],
  ])('the open transaction is named: %j', (horizonHolder, text) => {
    const held = { ...well.log, unreadMs: 180_000, horizonHolder };
    expect(healthProblems({ ...well, log: held }, NOW).map((problem) => problem.text)).toEqual([
      expect.stringMatching(text),
    ]);
  });

  test.each([
    [
      unset,
      'The AI writes no messages, answer drafts or partner profile, and does not search the web for people and email addresses.',
    ],
    [
      { ...unset, name: 'People Data Labs', setting: 'PDL_API_KEY' },
      'It is not searched for professionals and email addresses, and no one can be added by LinkedIn profile URL.',
    ],
  ])('what is missing without a provider, while others still find people: %j', (provider, text) => {
    const set = `Set ${provider.setting} and start again.`;
    expect(healthProblems({ ...well, providers: [provider] }, NOW)).toMatchObject([{ text: `${text} ${set}` }]);
  });

  test('in a sandbox no provider is missed, and no model', () => {
    const aiModels: InstallationHealthView['aiModels'] = [
      { name: 'another-model', tasks: ['labels'], priced: false, endsOn: '2026-11-30', state: 'ending' },
    ];
    expect(titles({ providers: [unset], sandbox: true, aiModels })).toEqual([]);
    const tried = [{ ...unset, configured: true }];
    expect(titles({ providers: tried, sandbox: true, aiModels })).toEqual([
      'another-model is switched off on 2026-11-30.',
    ]);
  });

  test.each<[Partial<InstallationHealthView['aiModels'][number]>, 'warn' | 'bad', string, RegExp]>([
    [
      { endsOn: '2026-11-23', state: 'ending' },
      'warn',
      'gpt-5-mini is switched off on 2026-11-23.',
      /Set OPENAI_MODEL/,
    ],
    [{ endsOn: '2026-11-22', state: 'ended' }, 'bad', 'gpt-5-mini was switched off on 2026-11-22.', /Set OPENAI_MODEL/],
    [{ state: 'missing' }, 'bad', 'The AI provider does not offer gpt-5-mini.', /Set OPENAI_MODEL to/],
    [
      { state: 'missing', tasks: ['judging', 'labels'] },
      'bad',
      'The AI provider does not offer gpt-5-mini.',
      /Set OPENAI_MODEL_JUDGING, OPENAI_MODEL_LABELS to/,
    ],
    [{ state: 'refused' }, 'bad', 'The AI provider refuses the key.', /Check OPENAI_API_KEY/],
    [{ priced: false }, 'warn', 'Cost unknown: gpt-5-mini is not in the price list.', /cost warning/],
  ])('the model of the AI: %j', (over, tone, title, text) => {
    const model: InstallationHealthView['aiModels'][number] = {
      ...{ name: 'gpt-5-mini', tasks: ['writing', 'search'], priced: true, endsOn: null, state: 'current' },
      ...over,
    };
    const aiModels = [model];
    const expected = { tone, title, text: expect.stringMatching(text) };
    expect(healthProblems({ ...well, aiModels }, NOW)).toEqual([expected]);
    expect(titles({ aiModels, providers: [unset] })).toEqual(['OpenAI is not configured.']);
  });

  test('a refused key is one problem of all models; what the server lacks is one, too', () => {
    const [model] = well.aiModels;
    const aiModels = ['a', 'b'].map((name) => ({ ...model, name, state: 'refused' }) as const);
    expect(titles({ aiModels } as Partial<InstallationHealthView>)).toEqual(['The AI provider refuses the key.']);
    expect(titles({ aiLacks: ['responses'] })).toEqual([]);
    expect(healthProblems({ ...well, aiLacks: ['responses', 'web_search', 'embeddings'] }, NOW)).toEqual([
      {
        tone: 'warn',
        title: 'The AI server lacks something.',
        text: 'It cannot search the web for people and email addresses. It makes no embeddings, so scores are rougher.',
      },
    ]);
  });

  test.each<[Partial<InstallationHealthView['aiBudget']>, 'warn' | 'bad', string, RegExp]>([
    [
      { state: 'near', limitUsd: 20, spentUsd: 17.5 },
      'warn',
      '87% of the AI budget of this month is used.',
      /in AI usage/,
    ],
    [{ state: 'used_up', limitUsd: 20, spentUsd: 20 }, 'bad', 'The AI budget of this month is used up.', /in AI usage/],
    [{ usersNear: 2 }, 'warn', '2 users used 80% or more of their AI budget.', /in User Management/],
  ])('the AI budget: %j', (over, tone, title, where) => {
    const aiBudget = { ...well.aiBudget, ...over };
    expect(healthProblems({ ...well, aiBudget }, NOW)).toEqual([{ tone, title, text: expect.stringMatching(where) }]);
  });

  test('a mailer none of whose mails leave is as bad as it gets, and says why', () => {
    const mailer = { ...well.mailer, mailed: 0, failed: 4, failing: true, lastFailure: 'the provider refused our key' };
    expect(healthProblems({ ...well, mailer }, NOW)).toMatchObject([
      {
        tone: 'bad',
        text: expect.stringMatching(/^Of 4 emails .* 4 were not confirmed.* the provider refused our key\./),
      },
    ]);
  });
});

test('a cost that would be told as nothing is told as little, and the scale of the chart ends at a round amount', () => {
  expect([0, 0.001, 0.005, 1.255].map(costInWords)).toEqual(['$0.00', 'less than $0.01', '$0.01', '$1.26']);
  expect([0, 0.1, 0.11, 1.2, 49, 51, 1000].map((amount) => Number(roundedUp(amount).toFixed(4)))).toEqual([
    0.1, 0.1, 0.15, 1.5, 50, 60, 1000,
  ]);
});

test('calls without a price are told apart, and cost nothing only where there is no call', () => {
  const calls = [0, 1, 2].map((unpricedCalls) => ({ calls: 2, unpricedCalls }));
  expect(calls.map((some) => costOrUnknown(some, '$1.00'))).toEqual(['$1.00', '$1.00', 'Cost unknown']);
  expect(costOrUnknown({ calls: 0, unpricedCalls: 0 }, '$0.00')).toBe('$0.00');
  expect(calls.map(callsInWords)).toEqual(['2 calls', '2 calls, 1 of unknown cost', '2 calls']);
});

test('a refusal names its fields in either form of the server; any other names none', () => {
  const refusal = (body: object) => refusedFields(new ApiError(400, JSON.stringify(body)));
  expect(refusal({ error: 'This is not your password', details: { field: 'current' } })).toEqual({
    current: 'This is not your password',
  });
  const list = [
    { field: 'a', message: 'first' },
    { field: 'a', message: 'second' },
    { field: 'b', message: 'other' },
  ];
  expect(refusal({ error: 'first', details: list })).toEqual({ a: 'first', b: 'other' });
  expect(refusal({ error: 'no', details: 'words' })).toEqual({});
  expect(refusal({ error: 'no' })).toEqual({});
  expect(refusedFields(new Error('lost'))).toEqual({});
});
