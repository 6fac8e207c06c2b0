import { expect, test } from 'vitest';
import { nextSendWhy } from '../../api/present/sendWhy.ts';
import type { CampaignCounts } from '../../db/read/campaigns.ts';
import { campaign } from '../../events/campaigns/campaign.ts';
import { emptySchedule } from '../support/mailboxSchedule.ts';

// Monday, 2 March 2026
const NOW = '2026-03-02T10:00:00.000Z';
const empty = emptySchedule(NOW);
const NO_MESSAGES = { nextSendAt: null, nextDueAt: null } as CampaignCounts;
const row = {
  id: 'c1',
  state: { ...campaign.initial, status: 'active' as const, dailyLimit: 10 },
  counts: { ...NO_MESSAGES, pendingCount: 1, nextDueAt: '2026-03-02T11:00:00.000Z' },
};
const dueOn = (sentToday: number, nextDueAt = row.counts.nextDueAt) =>
  nextSendWhy(
    { ...row, counts: { ...row.counts, nextDueAt } },
    null,
    [
      {
        ...empty,
        takenToday: {
          byCampaign: { c1: sentToday },
          here: { c1: sentToday },
          mailbox: sentToday,
          workspace: sentToday,
        },
      },
    ],
    null,
    undefined,
  )?.text;

test('emails that wait for an answer in the inbox are not said to be scheduled', () => {
  const active = (waiting: number, held: number) => [
    { id: 'c1', rules: {} as never, chosen: null, waiting, held, usedByDay: {} },
  ];
  const why = (waiting: number, held: number, nextDueAt: string | null = null) =>
    nextSendWhy(
      { ...row, counts: { ...row.counts, pendingCount: 3, nextDueAt } },
      null,
      [{ ...empty, active: active(waiting, held) }],
      null,
      undefined,
    );
  expect(why(0, 1)).toEqual({ kind: 'question', text: '1 email waits for your answer in the inbox' });
  expect(why(0, 2, NOW)).toEqual({ kind: 'question', text: '2 emails wait for your answer in the inbox' });
  expect(why(1, 2)?.kind).toBe('planning');
});

test('the next email of a campaign is due on a day that can still take it', () => {
  expect(dueOn(0)).toBe('The next email is due on Monday, Mar 2');
  expect(dueOn(10)).toBe('The next email is due on Tuesday, Mar 3');
  // after the hours of a Friday
  expect(dueOn(0, '2026-03-06T18:00:00.000Z')).toBe('The next email is due on Monday, Mar 9');
});
