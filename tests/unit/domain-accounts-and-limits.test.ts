import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readSettings, settings } from '../../db/installation/settings.ts';
import {
  type CreditsEvent,
  creditPeriod,
  credits,
  creditsResetAt,
  creditsUsed,
  reserveCredit,
  settleCredit,
} from '../../events/accounts/credits.ts';
import {
  installation,
  nameFirstAdmin,
  recordAiLacks,
  recordLinkCheck,
  recordModelCheck,
  settle,
} from '../../events/accounts/installation.ts';
import { isMember, workspaceOf } from '../../events/accounts/membership.ts';
import { invite, setAiBudget, signUp } from '../../events/accounts/user.ts';
import { type UserEvent, user } from '../../events/accounts/userState.ts';
import { AI_OPERATIONS, aiCall, recordAiCall, startAiCall } from '../../events/ai/aiCall.ts';
import { modelFor, modelsInUse, modelsOf } from '../../events/ai/aiTasks.ts';
import { budgetMonth, budgetOf, budgetStanding, exhaustedBudget, nextBudgetMonth } from '../../events/ai/budget.ts';
import { type ModelCheck, standingOf } from '../../events/ai/modelCheck.ts';
import { costOfCall, dearestCost, PRICE_LIST, shutdownOf, usualCost } from '../../events/ai/prices.ts';
import { type Letter, renderMailEnd, renderSignature, senderName } from '../../events/messages/signature.ts';
import {
  heldFor,
  holdAddress,
  liftSuppression,
  type SuppressionEvent,
  type SuppressionSource,
  type SuppressionState,
  suppressAddress,
  suppression,
  undoSuppression,
  withHoldsOf,
} from '../../events/privacy/suppression.ts';
import { mailbox, missingForSending, saveEmailSettings } from '../../events/sending/mailbox.ts';
import { backoffSeconds, classify } from '../../events/sending/outcome.ts';
import {
  daysAround,
  type QuotaDay,
  type QuotaEvent,
  quota,
  quotaDay,
  quotaDayEnd,
  quotaUsed,
  returnQuota,
  takeQuota,
} from '../../events/sending/quota.ts';
import type { HoldSign, SuppressionReason } from '../../events/shared/doNotContact.ts';
import { Refused } from '../../events/shared/refused.ts';
import { sendGridConnected } from '../support/accountEvents.ts';
import { fold, given } from '../support/scenario.ts';

describe('credits', () => {
  const reserved: CreditsEvent = { type: 'CreditReserved', data: { contactSearchId: 'c1', limit: 200 } };
  test('one search reserves one, keeps it or gives it back, once', () => {
    given(credits)
      .when((state) => reserveCredit(state, 'c1', 200))
      .gives(reserved);
    given(credits, reserved)
      .when((state) => reserveCredit(state, 'c1', 200))
      .gives();
    given(credits, reserved)
      .when((state) => settleCredit(state, 'c1', true))
      .gives({ type: 'CreditKept', data: { contactSearchId: 'c1', spent: {} } });
    given(credits, reserved)
      .when((state) => settleCredit(state, 'c1', false))
      .gives({ type: 'CreditReturned', data: { contactSearchId: 'c1', spent: {} } });
    given(credits)
      .when((state) => settleCredit(state, 'c1', true))
      .gives();
    given(credits, reserved)
      .when((state) => reserveCredit(state, 'c2', 1))
      .refuses('limit', 'Monthly credit limit exceeded');
  });

  test('never exceed the limit, whatever is reserved, kept and returned', () => {
    const step = fc.record({ id: fc.nat(30).map(String), act: fc.constantFrom('reserve', 'keep', 'return') });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 5 }), fc.array(step, { maxLength: 60 }), (limit, steps) => {
        const history: CreditsEvent[] = [];
        for (const { id, act } of steps) {
          const state = fold(credits, history);
          try {
            history.push(
              ...(act === 'reserve' ? reserveCredit(state, id, limit) : settleCredit(state, id, act === 'keep')),
            );
          } catch (error) {
            expect(error).toBeInstanceOf(Refused);
          }
          expect(creditsUsed(fold(credits, history))).toBeLessThanOrEqual(limit);
        }
      }),
    );
  });

  test('belong to a month in UTC and are fresh in the next', () => {
    expect(creditPeriod('2026-12-31T23:59:59.999Z', 'UTC')).toBe('2026-12');
    expect(creditsResetAt('2026-12-31T23:59:59.999Z', 'UTC')).toBe('2027-01-01T00:00:00.000Z');
    expect(creditsResetAt('2026-01-31T00:00:00.000Z', 'UTC')).toBe('2026-02-01T00:00:00.000Z');
    // it is still November in Los Angeles, and December in Auckland
    expect(creditPeriod('2026-11-30T23:00:00.000Z', 'America/Los_Angeles')).toBe('2026-11');
    expect(creditPeriod('2026-11-30T23:00:00.000Z', 'Pacific/Auckland')).toBe('2026-12');
    expect(creditsResetAt('2026-11-30T23:00:00.000Z', 'America/Los_Angeles')).toBe('2026-12-01T08:00:00.000Z');
    expect(creditsResetAt('2026-11-30T23:00:00.000Z', 'Pacific/Auckland')).toBe('2026-12-31T11:00:00.000Z');
  });
});

describe('quota', () => {
  const taken = (messageId: string, attempt: number): QuotaEvent => ({
    type: 'QuotaTaken',
    data: { messageId, attempt, limit: 2, zone: 'UTC' },
  });
  test('a full day has no place, but a message that has one keeps it for its next attempt', () => {
    const { state } = given(quota, taken('m1', 1), taken('m2', 1));
    expect(takeQuota(state, { messageId: 'm3', attempt: 1, limit: 2, zone: 'UTC' })).toBe('full');
    expect(takeQuota(state, { messageId: 'm1', attempt: 2, limit: 2, zone: 'UTC' })).toEqual([taken('m1', 2)]);
  });
  test('only the attempt that took the place gives it back', () => {
    given(quota, taken('m1', 2))
      .when((state) => returnQuota(state, 'm1', 1))
      .gives();
    const back: QuotaEvent = { type: 'QuotaReturned', data: { messageId: 'm1', attempt: 2 } };
    given(quota, taken('m1', 2))
      .when((state) => returnQuota(state, 'm1', 2))
      .gives(back);
    expect(quotaUsed(given(quota, taken('m1', 2), back).state)).toBe(0);
    expect(
      quotaUsed(given(quota, taken('m1', 2), { type: 'QuotaReturned', data: { messageId: 'm1', attempt: 1 } }).state),
    ).toBe(1);
  });
});

describe('the day of a quota', () => {
  const at = (time: string) => Date.parse(time);
  const end = (day: QuotaDay, zone: string) => new Date(quotaDayEnd(day, zone)).toISOString();

  test('is the local day as long as no day was begun in another zone', () => {
    expect(quotaDay(at('2026-03-02T23:30:00Z'), 'Europe/Berlin', [])).toEqual({
      day: '2026-03-03',
      zone: 'Europe/Berlin',
    });
    const begun = { day: '2026-03-02', zone: 'UTC' };
    expect(quotaDay(at('2026-03-02T23:30:00Z'), 'UTC', [begun])).toEqual(begun);
    expect(quotaDay(at('2026-03-03T00:00:00Z'), 'UTC', [begun])).toEqual({ day: '2026-03-03', zone: 'UTC' });
    expect(end(begun, 'UTC')).toBe('2026-03-03T00:00:00.000Z');
  });

  test('that was begun in one zone runs to its end there: a change eastward counts from the next day', () => {
    const begun = { day: '2026-03-02', zone: 'America/Los_Angeles' };
    const now = at('2026-03-02T18:00:00Z'); // already 3 March in Tokyo
    expect(quotaDay(now, 'Asia/Tokyo', [begun])).toEqual(begun);
    expect(end(begun, 'Asia/Tokyo')).toBe('2026-03-03T08:00:00.000Z');
    expect(quotaDay(at('2026-03-03T07:59:59Z'), 'Asia/Tokyo', [begun])).toEqual(begun);
    expect(quotaDay(at('2026-03-03T08:00:00Z'), 'Asia/Tokyo', [begun])).toEqual({
      day: '2026-03-03',
      zone: 'Asia/Tokyo',
    });
  });

  test('and a change westward neither reopens a day nor goes back to one', () => {
    const begun = { day: '2026-03-03', zone: 'Asia/Tokyo' };
    for (const time of ['2026-03-03T01:00:00Z', '2026-03-03T16:00:00Z', '2026-03-04T07:59:59Z']) {
      expect(quotaDay(at(time), 'America/Los_Angeles', [begun]).day).toBe('2026-03-03');
    }
    expect(end(begun, 'America/Los_Angeles')).toBe('2026-03-04T08:00:00.000Z');
    expect(quotaDay(at('2026-03-04T08:00:00Z'), 'America/Los_Angeles', [begun]).day).toBe('2026-03-04');
  });

  test('however often and wherever the zone changes: each name of a day once, and never one of the past', () => {
    const zones = ['Pacific/Kiritimati', 'Asia/Tokyo', 'Europe/Berlin', 'UTC', 'America/Los_Angeles', 'Etc/GMT+12'];
    const step = fc.record({ hours: fc.integer({ min: 0, max: 30 }), zone: fc.constantFrom(...zones) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let now = at('2026-03-02T00:00:00Z');
        const begun = new Map<string, string>();
        let last = '';
        for (const { hours, zone } of steps) {
          now += hours * 3_600_000;
          const near = daysAround(now, zone).flatMap((day) => {
            const drawnIn = begun.get(day);
            return drawnIn ? [{ day, zone: drawnIn }] : [];
          });
          const today = quotaDay(now, zone, near);
          expect(today.day >= last).toBe(true);
          expect(quotaDayEnd(today, zone)).toBeGreaterThan(now);
          // while the day lasts, no change of zone makes another one
          for (const other of zones) {
            const ends = Math.min(quotaDayEnd(today, zone), quotaDayEnd(today, today.zone)) - 1;
            if (begun.has(today.day)) expect(quotaDay(ends, other, [today]).day).toBe(today.day);
          }
          begun.set(today.day, begun.get(today.day) ?? today.zone);
          last = today.day;
        }
      }),
    );
  });
});

describe("a provider's answer", () => {
  const status = (code: number, retryAfterSeconds: number | null = null) =>
    classify({ kind: 'status', status: code, retryAfterSeconds });
  test.each([
    [200, 'sent'],
    [202, 'sent'],
    [400, 'failed'],
    [413, 'failed'],
    [422, 'failed'],
    [401, 'held'],
    [403, 'held'],
    [408, 'unknown'],
    [429, 'held'],
    [500, 'unknown'],
    [502, 'unknown'],
    [503, 'unknown'],
    [504, 'unknown'],
  ])('%i is %s', (code, verdict) => expect(status(code).verdict).toBe(verdict));
  test('429 carries what the provider asked for', () => {
    expect(status(429, 30)).toEqual({ verdict: 'held', mailbox: 'wait', retryAfterSeconds: 30 });
  });
  test('no connection: it did not leave; a broken one: nobody knows', () => {
    expect(classify({ kind: 'not_connected' }).verdict).toBe('deferred');
    expect(classify({ kind: 'broken' }).verdict).toBe('unknown');
  });
  test('no answer of 5xx or silence ever allows another attempt by itself', () => {
    fc.assert(
      fc.property(fc.integer({ min: 500, max: 599 }), (code) => {
        expect(status(code).verdict).toBe('unknown');
      }),
    );
  });
  test('the wait is what was asked for, else full jitter from 2 s up to 15 min', () => {
    expect(backoffSeconds(1, 30, 0.9)).toBe(30);
    expect(backoffSeconds(1, 0, 0.9)).toBe(1);
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 40 }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (attempt, random) => {
          const seconds = backoffSeconds(attempt, null, random);
          expect(seconds).toBeGreaterThanOrEqual(1);
          expect(seconds).toBeLessThanOrEqual(Math.max(1, Math.min(900, 2 * 2 ** attempt)));
        },
      ),
    );
  });
});

describe('AI costs', () => {
  test('are tokens times the price list, cached input apart', () => {
    expect(costOfCall('gpt-5-mini', { input: 1_000_000, cachedInput: 0, output: 0 })).toBe(0.25);
    expect(costOfCall('gpt-5-mini', { input: 1000, cachedInput: 400, output: 200 })).toBe(0.00056);
    expect(costOfCall('gpt-5-mini-2025-08-07', { input: 0, cachedInput: 0, output: 1_000_000 })).toBe(2);
    expect(costOfCall('gpt-6.1-terra', { input: 1_000_000, cachedInput: 0, output: 1_000_000 })).toBe(6);
  });
  test('know what writing into the cache costs, where the provider charges for it', () => {
    const tokens = { input: 1000, cachedInput: 400, cacheWrite: 600, output: 0 };
    expect(costOfCall('gpt-6.1-terra', tokens)).toBe(0.00077);
    expect(costOfCall('gpt-5-mini', tokens)).toBe(costOfCall('gpt-5-mini', { ...tokens, cacheWrite: 0 }));
  });
  test('hold each search of the web', () => {
    const tokens = { input: 1000, cachedInput: 0, output: 200 };
    expect(costOfCall('gpt-6.1-terra', { ...tokens, webSearches: 3 })).toBe(0.032);
    expect(costOfCall('another-model', { ...tokens, webSearches: 3 })).toBeNull();
  });
  test('of every model that is switched off later than the list was read are known', () => {
    for (const model of [
      'gpt-5',
      'gpt-5-mini',
      'gpt-5-nano',
      'gpt-4.1',
      'gpt-4.1-mini',
      'gpt-4o',
      'gpt-4o-mini',
      'gpt-5.1',
    ])
      expect([model, costOfCall(model, { input: 1, cachedInput: 0, output: 1 })]).not.toContain(null);
  });
  test('of the default model are known, and it is not switched off soon', () => {
    const { OPENAI_MODEL: model } = readSettings({ OPENAI_MODEL: settings.OPENAI_MODEL }, {});
    expect(costOfCall(model, { input: 1, cachedInput: 0, output: 1 })).not.toBeNull();
    expect(shutdownOf(model)).toBeNull();
  });
  test.each([
    ['gpt-5-mini', '2026-12-11'],
    ['gpt-5-mini-2025-08-07', '2026-12-11'],
    ['gpt-4o-mini', '2027-01-14'],
    ['gpt-6-luna', null],
    ['constructor', null],
  ])('of %s end on %s', (model, day) => {
    expect(shutdownOf(model)).toBe(day);
  });
  test('of a model that is not in the list are not guessed', () => {
    expect(costOfCall('another-model', { input: 1, cachedInput: 0, output: 1 })).toBeNull();
    expect(costOfCall('constructor', { input: 1, cachedInput: 0, output: 1 })).toBeNull();
  });
  test('are never negative, and grow with the tokens', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.keys(PRICE_LIST.models)),
        fc.nat(1e6),
        fc.nat(1e6),
        fc.nat(1e6),
        (model, input, cachedInput, output) => {
          const cost = costOfCall(model, { input, cachedInput, output }) ?? -1;
          expect(cost).toBeGreaterThanOrEqual(0);
          // embeddings have no output
          const more = { input: input + 1, cachedInput, output: output + 1 };
          expect(costOfCall(model, more) ?? -1).toBeGreaterThan(cost - 1e-9);
          if (!model.startsWith('text-embedding'))
            expect(costOfCall(model, { ...more, input }) ?? -1).toBeGreaterThan(cost);
        },
      ),
    );
  });
  test('one call is recorded once', () => {
    const call = {
      operation: 'profileGeneration' as const,
      model: 'gpt-5-mini',
      promptVersion: '1',
      about: 'profile-main',
      inputTokens: 1,
      cachedInputTokens: 0,
      cacheWriteTokens: 0,
      outputTokens: 1,
      webSearches: 0,
      costUsd: 0,
      priceDate: PRICE_LIST.date,
      durationMs: 5,
      outcome: 'ok' as const,
      errorCode: null,
    };
    given(aiCall)
      .when((state) => recordAiCall(state, call))
      .gives({ type: 'AiCallMade', data: call });
    given(aiCall, { type: 'AiCallMade', data: call })
      .when((state) => recordAiCall(state, call))
      .gives();
  });
});

describe('an AI budget', () => {
  const none = { installation: null, user: null };
  test.each([
    [none, { installation: 9e9, user: 9e9 }, null],
    [{ installation: 5, user: null }, { installation: 4.99, user: 4.99 }, null],
    [{ installation: 5, user: null }, { installation: 4.995, user: 0 }, 'installation'],
    [{ installation: 5, user: 1 }, { installation: 2, user: 1 }, 'user'],
    [{ installation: 0, user: 0 }, { installation: 0, user: 0 }, 'installation'],
    [{ installation: null, user: 0 }, { installation: 0, user: 0 }, 'user'],
  ])('of %j, with %j spent and a call of one cent, stops at: %s', (budgets, spent, stops) => {
    expect(exhaustedBudget(budgets, spent, 0.01)).toBe(stops);
  });
  test.each([
    [null, 100, 'ok'],
    [10, 7.99, 'ok'],
    [10, 8, 'near'],
    [10, 10, 'used_up'],
    [0, 0, 'used_up'],
  ] as const)('of %s with %d spent is %s', (budget, used, standing) => {
    expect(budgetStanding(budget, used)).toBe(standing);
  });
  test('blank is none, and 0 is a budget', () => {
    expect([budgetOf(null), budgetOf(''), budgetOf('0'), budgetOf('12.50')]).toEqual([null, null, 0, 12.5]);
  });
  test('is of a calendar month in UTC', () => {
    expect(budgetMonth('2026-11-30T23:59:59.999Z')).toBe('2026-11');
    expect(budgetMonth('2026-12-01T00:00:00.000Z')).toBe('2026-12');
    expect(nextBudgetMonth(new Date('2026-12-31T23:59:59.999Z')).toISOString()).toBe('2027-01-01T00:00:00.000Z');
  });
  test('of a user is set and unset; the same again is no event', () => {
    const personal = { email: 'sam@northwind.example', username: null, firstName: null, lastName: null };
    const made = { type: 'UserSignedUp', data: { isAdmin: false, emailHmac: 'h' }, personal } as const;
    const set = { type: 'AiBudgetSet', data: { aiBudgetUsd: 5 } } as const;
    given(user, made)
      .when((state) => setAiBudget(state, 5))
      .gives(set);
    given(user, made, set)
      .when((state) => setAiBudget(state, 5))
      .gives();
    given(user, made, set)
      .when((state) => setAiBudget(state, null))
      .gives({ type: 'AiBudgetSet', data: { aiBudgetUsd: null } });
  });
  test('counts a model without a price as the dearest', () => {
    for (const operation of AI_OPERATIONS)
      for (const model of Object.keys(PRICE_LIST.models))
        expect(dearestCost(operation)).toBeGreaterThanOrEqual(usualCost(model, operation) ?? Number.NaN);
  });
});

describe('an AI call', () => {
  const start = {
    operation: 'profileGeneration' as const,
    model: 'gpt-6.1-terra',
    promptVersion: '1',
    about: 'profile-main',
    estimateUsd: 0.004,
  };
  const { estimateUsd: _, ...facts } = start;
  const made = {
    ...facts,
    inputTokens: 1,
    cachedInputTokens: 0,
    cacheWriteTokens: 0,
    outputTokens: 1,
    webSearches: 0,
    costUsd: null,
    priceDate: PRICE_LIST.date,
    durationMs: 5,
    outcome: 'error' as const,
    errorCode: 'timeout',
  };
  test('is started once, and keeps its beginning and what was reserved for it', () => {
    const started = { type: 'AiCallStarted', data: start } as const;
    given(aiCall)
      .when((state) => startAiCall(state, start))
      .gives(started);
    given(aiCall, started)
      .when((state) => startAiCall(state, start))
      .gives();
    given(aiCall, started)
      .when((state) => recordAiCall(state, made))
      .gives({ type: 'AiCallMade', data: made });
    const at = (hour: number) => ({ at: `2026-11-30T${hour}:59:59.000Z`, actor: 'worker' });
    const open = aiCall.evolve(aiCall.initial, { ...started, ...at(22) });
    expect(aiCall.evolve(open, { type: 'AiCallMade', data: made, ...at(23) })).toMatchObject({
      at: at(22).at,
      estimateUsd: 0.004,
      costUsd: null,
    });
  });
});

describe('the AI model', () => {
  test.each([
    [null, 'current'],
    ['2027-01-23', 'current'],
    ['2027-01-22', 'ending'],
    ['2026-11-24', 'ending'],
    ['2026-11-23', 'ended'],
    ['2026-01-01', 'ended'],
  ])('that ends on %s is %s', (endsOn, standing) => {
    expect(standingOf(endsOn, '2026-11-23T10:00:00.000Z')).toBe(standing);
  });
  test('is written down when something else is found than before', () => {
    const check: ModelCheck = { model: 'gpt-5-mini', tasks: ['writing'], state: 'ending', endsOn: '2026-12-11' };
    const checked = { type: 'AiModelChecked', data: check } as const;
    given(installation)
      .when((state) => recordModelCheck(state, check))
      .gives(checked);
    given(installation, checked)
      .when((state) => recordModelCheck(state, check))
      .gives();
    given(installation, checked)
      .when((state) => recordModelCheck(state, { ...check, state: 'ended' }))
      .gives({ type: 'AiModelChecked', data: { ...check, state: 'ended' } });
    const other = { ...check, model: 'gpt-6-luna', tasks: ['judging'] as ModelCheck['tasks'] };
    const both = given(installation, checked, { type: 'AiModelChecked', data: other });
    expect(both.state.modelChecks).toEqual([check, other]);
    // a task has one model: that of a setting that was changed is forgotten
    const changed = { ...other, model: 'gpt-6.1-terra' };
    const after = given(
      installation,
      checked,
      { type: 'AiModelChecked', data: other },
      { type: 'AiModelChecked', data: changed },
    );
    expect(after.state.modelChecks).toEqual([check, changed]);
  });
  test('each task has a model of its own setting, else of OPENAI_MODEL; judging is cheap at OpenAI itself', () => {
    const rest = { labels: 'a', search: 'a', embeddings: 'text-embedding-3-small' };
    expect(modelsOf({ OPENAI_MODEL: 'a' })).toEqual({ ...rest, writing: 'a', judging: 'gpt-6-luna' });
    expect(modelsOf({ OPENAI_MODEL: 'a', OPENAI_BASE_URL: 'http://b' })).toEqual({
      ...rest,
      writing: 'a',
      judging: 'a',
    });
    const own = modelsOf({ OPENAI_MODEL: 'a', OPENAI_MODEL_WRITING: 'w', OPENAI_MODEL_EMBEDDINGS: 'e' });
    expect(own).toEqual({ ...rest, writing: 'w', judging: 'gpt-6-luna', embeddings: 'e' });
    expect(AI_OPERATIONS.map((operation) => modelFor(own, operation))).not.toContain(undefined);
    expect([modelFor(own, 'replyDraft'), modelFor(own, 'textJudgment')]).toEqual(['w', 'gpt-6-luna']);
    expect(modelsInUse(own).map(({ model }) => model)).toEqual(['w', 'gpt-6-luna', 'a', 'e']);
  });
  test('what its server lacks is written down when it changes', () => {
    const lacking = { type: 'AiServerChecked', data: { lacks: ['responses', 'web_search'] } } as const;
    given(installation)
      .when((state) => recordAiLacks(state, []))
      .gives();
    given(installation)
      .when((state) => recordAiLacks(state, ['web_search', 'responses']))
      .gives({ ...lacking, data: { lacks: [...lacking.data.lacks] } });
  });
});

describe('the installation', () => {
  test.each([
    ['auto', [], true],
    ['auto', ['OPENAI_API_KEY'], false],
    ['on', [], true],
    ['off', [], false],
    ['off', ['OPENAI_API_KEY'], false],
  ] as const)('SANDBOX=%s with keys %j is a sandbox: %s', (wanted, keys, sandbox) => {
    given(installation)
      .when((state) => settle(state, wanted, keys))
      .gives({ type: 'InstallationSettled', data: { sandbox } });
  });
  test('never changes from one to the other', () => {
    const made = (sandbox: boolean) => given(installation, { type: 'InstallationSettled', data: { sandbox } });
    given(installation)
      .when((state) => settle(state, 'on', ['PDL_API_KEY']))
      .refuses('illegal', /PDL_API_KEY/);
    made(true)
      .when((state) => settle(state, 'auto', ['PDL_API_KEY']))
      .refuses('illegal', /PDL_API_KEY/);
    made(true)
      .when((state) => settle(state, 'off', []))
      .refuses('illegal', /SANDBOX=off/);
    made(false)
      .when((state) => settle(state, 'on', []))
      .refuses('illegal');
    made(true)
      .when((state) => settle(state, 'auto', []))
      .gives();
    made(false)
      .when((state) => settle(state, 'auto', []))
      .gives();
  });
  test('writes down what came of a check of its links, once', () => {
    const check = { publicUrl: 'https://pilot.northwind.com', works: true };
    const checked = { type: 'PublicLinkChecked', data: check } as const;
    given(installation)
      .when((state) => recordLinkCheck(state, check))
      .gives(checked);
    given(installation, checked)
      .when((state) => recordLinkCheck(state, check))
      .gives();
    for (const other of [{ works: false }, { publicUrl: 'https://new.northwind.com' }]) {
      given(installation, checked)
        .when((state) => recordLinkCheck(state, { ...check, ...other }))
        .gives({ type: 'PublicLinkChecked', data: { ...check, ...other } });
    }
  });
  test('has one first admin', () => {
    given(installation)
      .when((state) => nameFirstAdmin(state, 'u1'))
      .gives({ type: 'FirstAdminNamed', data: { userId: 'u1' } });
    given(installation, { type: 'FirstAdminNamed', data: { userId: 'u1' } })
      .when((state) => nameFirstAdmin(state, 'u2'))
      .gives();
  });
});

test('an account is made once, with a workspace of its own', () => {
  const names = { username: null, firstName: 'A', lastName: null };
  const who = { email: 'a@b.example', ...names, emailHmac: 'h', isAdmin: true, workspaceId: 'w1' };
  const { emailHmac, isAdmin, workspaceId, ...personal } = who;
  const signedUp: UserEvent = { type: 'UserSignedUp', data: { isAdmin, emailHmac }, personal };
  const granted: UserEvent = { type: 'MembershipGranted', data: { workspaceId, role: 'owner' } };
  given(user)
    .when((state) => signUp(state, who))
    .gives(signedUp, granted);
  given(user)
    .when((state) => signUp(state, { ...who, confirmed: true }))
    .gives(signedUp, granted, { type: 'EmailConfirmed', data: {} });
  given(user)
    .when((state) => invite(state, { ...who, isPaused: true }))
    .gives({ type: 'UserInvited', data: { isAdmin, emailHmac }, personal }, granted, { type: 'UserPaused', data: {} });
  given(user, signedUp, granted)
    .when((state) => signUp(state, who))
    .refuses('conflict');
});

test('a workspace belongs to its owner, also after the account was erased', () => {
  const granted: UserEvent = { type: 'MembershipGranted', data: { workspaceId: 'w1', role: 'owner' } };
  const erased = fold(user, [granted, { type: 'UserDeleted', data: {} }, { type: 'PersonErased', data: {} }]);
  expect(workspaceOf(erased)).toBe('w1');
  expect([isMember(erased, 'w1'), isMember(erased, 'w2')]).toEqual([true, false]);
  expect(workspaceOf(user.initial)).toBeNull();
});

describe('the mailbox', () => {
  test('SendGrid needs an address and a key; a stored key counts', () => {
    const save = (fromEmail: string | undefined, secretId: string | null) => (state: typeof mailbox.initial) =>
      saveEmailSettings(state, { emailProvider: 'sendgrid', fromEmail, secretId });
    given(mailbox)
      .when(save(undefined, 'k'))
      .refuses('invalid', 'From email and SendGrid API key are required for SendGrid');
    given(mailbox).when(save('me@shop.example', null)).refuses('invalid');
    given(mailbox)
      .when(save('me@shop.example', 'k'))
      .gives({ type: 'EmailProviderChosen', data: { provider: 'sendgrid' } }, sendGridConnected('k'));
    const { state } = given(mailbox, ...save('me@shop.example', 'k')(mailbox.initial));
    expect(save(undefined, null)(state)).toEqual([]);
    expect(missingForSending(state)).toBeNull();
    expect(missingForSending(mailbox.initial)?.fix).toBe('choose_provider');
    expect(missingForSending({ ...state, provider: 'gmail' })?.fix).toEqual({ step: 'connect', provider: 'gmail' });
    expect(missingForSending({ ...state, accounts: {} })?.fix).toEqual({ step: 'connect', provider: 'sendgrid' });
  });

  test('a key without an address is refused beside another provider, too: no event would name it', () => {
    given(mailbox)
      .when((state) => saveEmailSettings(state, { emailProvider: 'gmail', secretId: 'k' }))
      .refuses('invalid', 'From email and SendGrid API key are required for SendGrid');
  });

  test('the key of its events is kept until another one is given', () => {
    const save = (webhookPublicKey?: string) => (state: typeof mailbox.initial) =>
      saveEmailSettings(state, { emailProvider: 'gmail', secretId: null, webhookPublicKey });
    const { state } = given(mailbox, ...save('one')(mailbox.initial));
    expect(state.webhookPublicKey).toBe('one');
    expect([save('one')(state), save()(state)]).toEqual([[], []]);
    expect(save('two')(state)).toEqual([{ type: 'EventWebhookKeySet', data: { publicKey: 'two' } }]);
  });
});

describe('an address to which nothing is sent', () => {
  const email = 'ada@lindqvist.example';
  const suppressed = (reason: SuppressionReason, source: SuppressionSource): SuppressionEvent => ({
    type: 'AddressSuppressed',
    data: { reason, source, conversation: null },
    personal: { email },
  });
  const suppress =
    (reason: SuppressionReason, source: SuppressionSource, happenedAt?: string) => (state: SuppressionState) =>
      suppressAddress(state, { reason, source, email, ...(happenedAt ? { happenedAt } : {}) });

  test('is suppressed once; an objection weighs more than a bounce or the own choice', () => {
    given(suppression).when(suppress('bounced', 'provider')).gives(suppressed('bounced', 'provider'));
    given(suppression, suppressed('bounced', 'provider')).when(suppress('user', 'user')).gives();
    given(suppression, suppressed('bounced', 'provider')).when(suppress('bounced', 'provider')).gives();
    given(suppression, suppressed('user', 'import'))
      .when(suppress('unsubscribed', 'link'))
      .gives(suppressed('unsubscribed', 'link'));
    given(suppression, suppressed('unsubscribed', 'link')).when(suppress('bounced', 'provider')).gives();
  });

  test('of a person who was erased stays suppressed, without the address', () => {
    given(suppression)
      .when((state) => suppressAddress(state, { reason: 'unsubscribed', source: 'link', email: null }))
      .gives({
        type: 'AddressSuppressed',
        data: { reason: 'unsubscribed', source: 'link', conversation: null },
        personal: null,
      });
    const { state } = given(suppression, suppressed('unsubscribed', 'link'), { type: 'PersonErased', data: {} });
    expect(state).toMatchObject({ suppressed: true, reason: 'unsubscribed', email: null });
  });

  test('is put on it by a label until another one takes it back; any other reason stays', () => {
    const labeled = suppressAddress(suppression.initial, {
      reason: 'unsubscribed',
      source: 'reply',
      email,
      conversation: 'c1.p1',
    });
    const undone: SuppressionEvent = {
      type: 'SuppressionUndone',
      data: { conversation: 'c1.p1', reason: 'unsubscribed' },
    };
    given(suppression, ...labeled)
      .when((state) => undoSuppression(state, 'c1.p1', null))
      .gives(undone);
    given(suppression, ...labeled)
      .when((state) => undoSuppression(state, 'c2.p1', null))
      .gives();
    expect(given(suppression, ...labeled, undone).state).toMatchObject({
      suppressed: false,
      reason: null,
      email: null,
    });
    given(suppression, ...labeled)
      .when((state) => undoSuppression(state, 'c1.p1', 'unsubscribed'))
      .gives();
    for (const [reason, source] of [
      ['user', 'import'],
      ['unsubscribed', 'link'],
      ['bounced', 'provider'],
    ] as const) {
      const firm = suppress(reason, source)(given(suppression, ...labeled).state);
      expect(given(suppression, ...labeled, ...firm, undone).state).toMatchObject({ suppressed: true, reason, source });
    }
  });

  test('is held for each conversation that asks, until that one releases it', () => {
    const held = (conversation: string, sign: HoldSign): SuppressionEvent => ({
      type: 'AddressHeld',
      data: { conversation, sign },
    });
    given(suppression)
      .when((state) => holdAddress(state, 'c1.p1', 'bounce'))
      .gives(held('c1.p1', 'bounce'));
    const both = [held('c1.p1', 'bounce'), held('c2.p1', 'unsubscribe')];
    given(suppression, ...both)
      .when((state) => holdAddress(state, 'c2.p1', 'unsubscribe'))
      .gives();
    expect(heldFor(given(suppression, ...both).state)).toBe('unsubscribe');
    const released = holdAddress(given(suppression, ...both).state, 'c2.p1', null);
    expect(heldFor(given(suppression, ...both, ...released).state)).toBe('bounce');
    // taking it off the list answers no question
    const lifted: SuppressionEvent = { type: 'SuppressionLifted', data: {} };
    expect(heldFor(given(suppression, ...both, suppressed('user', 'user'), lifted).state)).toBe('unsubscribe');
    // a hold of one partner follows them to another address, and no one else
    const free = given(suppression).state;
    const former = given(suppression, held('c1.p1', 'bounce')).state;
    expect(heldFor(withHoldsOf(free, 'p1', [former]))).toBe('bounce');
    expect(heldFor(withHoldsOf(free, 'p2', [former]))).toBeNull();
    expect(heldFor(withHoldsOf(former, 'p2', []))).toBe('bounce');
  });

  test('is taken off the list; where the person objected only with a confirmation', () => {
    const lifted: SuppressionEvent = { type: 'SuppressionLifted', data: {} };
    for (const reason of ['user', 'bounced'] as const)
      given(suppression, suppressed(reason, 'user'))
        .when((state) => liftSuppression(state, false))
        .gives(lifted);
    for (const reason of ['unsubscribed', 'complained'] as const) {
      const objected = given(suppression, suppressed(reason, 'link'));
      objected.when((state) => liftSuppression(state, false)).refuses('illegal', /asked not to be contacted/);
      objected.when((state) => liftSuppression(state, true)).gives(lifted);
    }
    given(suppression, suppressed('erased', 'user'))
      .when((state) => liftSuppression(state, true))
      .refuses('illegal');
    given(suppression)
      .when((state) => liftSuppression(state, true))
      .refuses('not_found');
    given(suppression, suppressed('user', 'user'), lifted)
      .when((state) => liftSuppression(state, true))
      .refuses('not_found');
  });

  test('news that is older than the day it was taken off the list does not bring it back', () => {
    const off = given(suppression, suppressed('bounced', 'provider'), { type: 'SuppressionLifted', data: {} });
    const { liftedAt } = off.state;
    off.when(suppress('bounced', 'provider', liftedAt ?? '')).gives();
    off.when(suppress('bounced', 'provider', '2026-03-01T00:00:00.000Z')).gives();
    off.when(suppress('bounced', 'provider', '2027-03-01T00:00:00.000Z')).gives(suppressed('bounced', 'provider'));
    off.when(suppress('unsubscribed', 'link')).gives(suppressed('unsubscribed', 'link'));
  });
});

const noSender = {
  userFullName: null,
  jobTitle: null,
  businessName: null,
  contactEmail: null,
  contactPhone: null,
  postalAddress: null,
  htmlSignature: null,
};

test('the signature has the lines that are filled, the postal address last', () => {
  const sender = {
    userFullName: 'Ana Lee',
    jobTitle: null,
    businessName: 'Shop',
    contactEmail: 'ana@shop.example',
    contactPhone: '',
    postalAddress: '1 Elm St',
    htmlSignature: null,
  };
  expect(renderSignature(sender)).toBe('Best,\nAna Lee\nShop\nana@shop.example\n\n1 Elm St');
  const nameless = { ...sender, userFullName: null, postalAddress: null };
  expect(renderSignature(nameless)).toBe('Best,\nShop\nana@shop.example');
  expect(renderSignature(nameless, 'Your Name')).toBe('Best,\nYour Name\nShop\nana@shop.example');
});

test('below every mail stand the signature, the postal address, and how to hear no more', () => {
  const sender = { ...noSender, userFullName: 'Ana Lee', postalAddress: '1 Elm St' };
  const letter: Letter = { body: 'Hi', sender, language: null, answer: false };
  expect(renderMailEnd(letter, 'https://shop.example/u')).toBe(
    'Best,\nAna Lee\n\n1 Elm St\n\nIf you would rather not hear from me again, unsubscribe here:\nhttps://shop.example/u',
  );
});

test('a mail is signed with the name of Settings, else the account’s, and never with a placeholder', () => {
  const account = { firstName: 'Ana', lastName: null };
  expect(senderName('Ana Lee', account)).toBe('Ana Lee');
  expect(senderName(null, account)).toBe('Ana');
  expect(senderName('', null)).toBeNull();
});
