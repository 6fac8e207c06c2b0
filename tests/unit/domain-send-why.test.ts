import { expect, test } from 'vitest';
import { type DayLoad, hoursText, whyOnDay } from '../../events/sending/sendWhy.ts';
import { DEFAULT_HOURS } from '../../events/sending/sendWindow.ts';
import { dayAfter, localDay } from '../../events/shared/zoned.ts';

const FREE: DayLoad = { campaign: 1, mailbox: 1, cap: 40, workspace: 1, workspaceLimit: 40 };

/** The reason of the first email's time on `day`, asked at `now` in UTC, with other days this full. */
function why(now: string, day: string, loads: Record<string, Partial<DayLoad>> = {}) {
  const instant = Date.parse(`${now}Z`);
  const loadOn = (at: string) => ({ ...FREE, ...loads[at] });
  const local = localDay(instant, 'UTC');
  const today = { day: local, zone: 'UTC', endsAt: Date.parse(`${dayAfter(local)}T00:00Z`) };
  return whyOnDay({ day, today, now: instant, zone: 'UTC', hours: DEFAULT_HOURS, dailyLimit: 5, loadOn });
}

// 2 March 2026 is a Monday
test('before the hours of the day: the hours', () => {
  expect(why('2026-03-02T08:00', '2026-03-02')).toEqual({
    kind: 'window',
    text: 'Emails leave Monday to Friday, 09:00–17:00 (UTC)',
  });
  expect(why('2026-03-02T10:00', '2026-03-02').kind).toBe('gap');
});

test('on a later day: what filled the last day that had hours to come', () => {
  expect(why('2026-03-02T10:00', '2026-03-03', { '2026-03-02': { campaign: 5 } })).toEqual({
    kind: 'daily_limit',
    text: 'Today is full: this campaign sends 5 a day',
  });
  expect(why('2026-03-02T10:00', '2026-03-04', { '2026-03-03': { mailbox: 40 } })).toEqual({
    kind: 'mailbox_cap',
    text: 'Tuesday is full: your mailbox sends 40 a day over all campaigns',
  });
  expect(why('2026-03-02T10:00', '2026-03-04', { '2026-03-03': { workspace: 40 } })).toEqual({
    kind: 'workspace_limit',
    text: 'Tuesday is full: your account sends 40 a day',
  });
  // over a weekend the Friday counts
  expect(why('2026-03-06T10:00', '2026-03-09', { '2026-03-06': { campaign: 5 } }).kind).toBe('daily_limit');
  // the hours of today are over, however full it was
  expect(why('2026-03-02T18:00', '2026-03-03', { '2026-03-02': { campaign: 5 } }).kind).toBe('window');
  expect(why('2026-03-07T10:00', '2026-03-09').kind).toBe('window');
});

test('hours in words', () => {
  expect(hoursText({ from: '10:00', to: '24:00', weekdays: [2, 4] })).toBe('Tuesday, Thursday, 10:00–24:00');
});
