import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { AiUsageView } from '../../api/views.ts';
import { AiUsageCard } from '../../web/features/admin/AiUsageCard.tsx';
import { adminSettingQuery } from '../../web/features/session/api.ts';
import { queryClient } from '../../web/lib/queryClient.ts';
import { aiUsage } from './support/adminViews.ts';
import { answer, reads } from './support/api.ts';
import { renderPart } from './support/renderApp.tsx';

beforeEach(() => answer('get', '/api/admin/settings/:key', { value: '50' }));

const shown = async (view: AiUsageView) => {
  answer('get', '/api/admin/openai-usage/stats', view);
  const hand = await renderPart(<AiUsageCard />);
  await screen.findByText('Total cost');
  return hand;
};
const values = (label: string) =>
  screen
    .getAllByText((_, element) => element?.tagName === 'DT' && element.textContent?.trim() === label)
    .map((found) => found.nextElementSibling?.textContent);

describe('the figures', () => {
  test('before the first call there are zeros, the empty text, and estimates', async () => {
    const view = aiUsage({ totalCostUsd: 0, totalCalls: 0 });
    const daily = view.daily.map((day) => ({ ...day, costUsd: 0, calls: 0 }));
    await shown({ ...view, usageByOperation: [], daily });
    screen.getByText('Last 30 days, all users. Refreshed every minute.');
    screen.getByText('No AI calls in the last 30 days.');
    screen.getByText('Daily costs appear here after the first AI call.');
    expect([values('Total cost'), values('API calls')]).toEqual([['$0.00'], ['0']]);
    expect(values('Partner generation')).toEqual(['$0.012']);
  });

  test('are costs, calls, tokens, estimates and credits', async () => {
    await shown(aiUsage());
    for (const [label, told] of [
      ['Total cost', ['$12.35']],
      ['API calls', ['1,234']],
      ['Average per call', ['$0.0100']],
      ['Tokens', ['4,567,890']],
      ['Message generation 1,000 calls', ['$8.50']],
      ['Partner generation 1 call', ['$3.85']],
      ['Partner generation', ['$0.012']],
      ['Message generation', ['$0.002']],
      ['Profile generation', ['less than $0.001']],
      ['Contact enhancement', ['$0.001']],
      ['People Data Labs 3 searches', ['1,240 credits']],
    ] as const)
      expect(values(label)).toEqual(told);
    expect(screen.queryByText('High usage warning')).toBeNull();
  });

  test('what cost less than a cent is not told as nothing', async () => {
    const operation = {
      operation: 'replyClassification' as const,
      totalCostUsd: 0.0004,
      callCount: 2,
      unpricedCalls: 0,
    };
    await shown({ ...aiUsage({ totalCostUsd: 0.0004 }), usageByOperation: [operation] });
    expect([values('Total cost'), values('Reply labels 2 calls')]).toEqual([['less than $0.01'], ['less than $0.01']]);
  });

  test('are looked up again every 60 s', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await shown(aiUsage());
    const asked = () => reads.filter((path) => path.includes('/stats'));
    await vi.advanceTimersByTimeAsync(58_000);
    expect(asked()).toEqual(['/api/admin/openai-usage/stats?daysAgo=30']);
    answer('get', '/api/admin/openai-usage/stats', aiUsage({ totalCalls: 1235 }));
    await vi.advanceTimersByTimeAsync(2_000);
    await screen.findByText('1,235');
    expect(asked()).toHaveLength(2);
  });
});

describe('the budget of the month', () => {
  const budget = (limitUsd: number | null, spentUsd: number, users: AiUsageView['budget']['users'] = []) => ({
    ...aiUsage(),
    budget: { month: '2026-11', installation: { limitUsd, spentUsd }, users },
  });
  const part = () => within(screen.getByRole('region', { name: 'Budget' }));

  test('is none until an admin sets it', async () => {
    await shown(budget(null, 9.5));
    part().getByText('Budget for November 2026');
    part().getByText('$9.50 spent, no budget set');
    expect(part().queryByRole('progressbar')).toBeNull();
  });

  test.each([
    [20, 9.5, '$9.50 of $20', '47 of 100', null],
    [12, 9.6, '$9.60 of $12', '80 of 100', '80% of the AI budget is used.'],
    [9.5, 9.5, '$9.50 of $9.50', '100 of 100', 'The AI budget of this month is used up.'],
    [0, 0, '$0.00 of $0', '100 of 100', 'The AI budget of this month is used up.'],
  ])('of $%d with $%d spent: %s', async (limit, spent, words, bar, warning) => {
    await shown(budget(limit, spent));
    part().getByText(words);
    expect(part().getByRole('progressbar', { name: 'AI budget used' }).getAttribute('aria-valuetext')).toBe(bar);
    expect(part().queryByText(/AI budget/)?.textContent ?? null).toBe(warning);
  });

  test('of users is told by how many have used most of it', async () => {
    const user = (userId: string, limitUsd: number | null, spentUsd: number) => ({ userId, limitUsd, spentUsd });
    await shown(budget(null, 9.5, [user('ada', 5, 4), user('sam', 5, 3.9), user('kim', null, 99)]));
    part().getByText('1 user used 80% or more of their own budget. See User Management.');
  });
});

describe('the cost of each day', () => {
  const bars = () => [...screen.getByRole('toolbar', { name: 'Days' }).querySelectorAll('button')];
  const focused = () => document.activeElement?.getAttribute('aria-label');

  test('is a bar of thirty, told when it is pointed at; one stop of the keyboard, with keys to go along', async () => {
    const hand = await shown(aiUsage());
    expect(bars()).toHaveLength(30);
    await hand.hover(bars()[27] as HTMLElement);
    const told = document.querySelector('[data-told]');
    expect(told?.textContent).toBe('Thu, Nov 19$1.23 · 1,234 calls');
    bars().at(-1)?.focus();
    await hand.keyboard('{ArrowLeft}{ArrowLeft}');
    expect(focused()).toBe('Thu, Nov 19: $1.23, 1,234 calls');
    await hand.keyboard('{ArrowRight}');
    expect(focused()).toBe('Fri, Nov 20: less than $0.01, 1 call');
    await hand.keyboard('{Home}');
    expect(focused()).toBe('Fri, Oct 23: $0.00, 0 calls');
    expect(bars().filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1);
    // a table, too, the newest day first
    await hand.click(screen.getByText('Show as a table'));
    const rows = screen.getByRole('table').querySelectorAll('tbody tr');
    expect(rows).toHaveLength(30);
    const cells = [...(rows[2]?.children ?? [])].map((cell) => cell.textContent);
    expect(cells).toEqual(['Thu, Nov 19', '$1.23', '1,234']);
  });
});

describe('calls of unknown cost', () => {
  test('are said to be missing in the figures and in the cost warning', async () => {
    const view = aiUsage({ totalCostUsd: 50 });
    view.unpricedCalls = 3;
    view.usageByOperation = [
      { operation: 'messageGeneration', totalCostUsd: 50, callCount: 1000, unpricedCalls: 2 },
      { operation: 'partnerGeneration', totalCostUsd: 0, callCount: 1, unpricedCalls: 1 },
    ];
    view.pricingInfo.estimatedCostPerOperation.contactEnhancement = null;
    await shown(view);
    screen.getByText(
      '3 calls of unknown cost: the model is not in the price list, or the provider did not answer in time or count its tokens. Neither these figures nor the cost warning include them.',
    );
    await screen.findByText(/Current cost: \$50.00, without 3 calls of unknown cost/);
    expect(values('Message generation 1,000 calls, 2 of unknown cost')).toEqual(['$50.00']);
    expect(values('Partner generation 1 call')).toEqual(['Cost unknown']);
    expect(values('Contact enhancement')).toEqual(['Cost unknown']);
  });

  test('impossible counts of tokens are said', async () => {
    await shown({ ...aiUsage(), cutCalls: 1 });
    screen.getByText(
      'The provider counted impossible amounts of tokens for 1 call. These figures include the most that a model can take.',
    );
  });

  test('where no call has a price, no cost is shown at all', async () => {
    const view = aiUsage({ totalCostUsd: 0, averageCostPerCall: 0, totalCalls: 2 });
    const today = { date: '2026-11-21', costUsd: 0, calls: 2, unpricedCalls: 2 };
    const daily = view.daily.map((day) => ({ ...day, costUsd: 0, calls: 0 })).with(29, today);
    await shown({ ...view, daily, unpricedCalls: 2 });
    screen.getByText(/^2 calls of unknown cost:/);
    expect([values('Total cost'), values('Average per call')]).toEqual([['Cost unknown'], ['Cost unknown']]);
    screen.getByLabelText('Sat, Nov 21: Cost unknown, 2 calls');
  });
});

describe('the cost warning', () => {
  test('is there from the threshold on', async () => {
    await shown(aiUsage({ totalCostUsd: 50 }));
    await screen.findByText(/Your OpenAI API costs have exceeded \$50\. Current cost: \$50\.00/);
    screen.getByText('High usage warning');
  });

  test('is not there below it', async () => {
    await shown(aiUsage({ totalCostUsd: 49.99 }));
    const { queryKey } = adminSettingQuery('openai_cost_warning_threshold');
    await waitFor(() => expect(queryClient.getQueryData(queryKey)).toBe('50'));
    expect(values('Total cost')).toEqual(['$49.99']);
    expect(screen.queryByText('High usage warning')).toBeNull();
  });
});
