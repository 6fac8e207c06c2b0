import { describe, test } from 'vitest';
import {
  closeSchedule,
  endScheduled,
  type SearchScheduleEvent,
  searchSchedule,
  setSchedule,
  skipScheduled,
  startScheduled,
} from '../../events/partners/searchSchedule.ts';
import { given } from '../support/scenario.ts';

const AT = '2026-01-31T09:00:00.000Z';
const weekly: SearchScheduleEvent = {
  type: 'SearchScheduleSet',
  data: { count: 30, every: 'week', nextAt: '2026-02-07T09:00:00.000Z' },
};
const DUE = '2026-02-07T09:05:00.000Z';
const AFTER = '2026-02-14T09:05:00.000Z';
const started: SearchScheduleEvent = { type: 'ScheduledSearchStarted', data: { searchId: 's1', nextAt: AFTER } };
const failure = { found: 0, reason: { code: 'our_side' as const } };
const failed: SearchScheduleEvent = { type: 'ScheduledSearchEnded', data: { searchId: 's1', ...failure } };

describe('a scheduled search', () => {
  test('runs a week or a month later; a month that lacks the day takes its last one', () => {
    given(searchSchedule)
      .when((state) => setSchedule(state, { count: 30, every: 'week' }, AT))
      .gives(weekly);
    given(searchSchedule)
      .when((state) => setSchedule(state, { count: 10, every: 'month' }, AT))
      .gives({ type: 'SearchScheduleSet', data: { count: 10, every: 'month', nextAt: '2026-02-28T09:00:00.000Z' } });
    given(searchSchedule, weekly)
      .when((state) => setSchedule(state, { count: 50, every: 'week' }, DUE))
      .gives({ ...weekly, data: { ...weekly.data, count: 50 } } as SearchScheduleEvent);
    given(searchSchedule, weekly)
      .when((state) => setSchedule(state, { count: 30, every: 'week' }, DUE))
      .gives();
  });

  test('starts once when it is due, or is skipped, and then waits for the next time', () => {
    given(searchSchedule, weekly)
      .when((state) => startScheduled(state, 's1', AT))
      .gives();
    given(searchSchedule, weekly)
      .when((state) => startScheduled(state, 's1', DUE))
      .gives(started);
    given(searchSchedule, weekly, started)
      .when((state) => startScheduled(state, 's2', DUE))
      .gives();
    given(searchSchedule, weekly)
      .when((state) => skipScheduled(state, { code: 'account_paused' }, DUE))
      .gives({ type: 'ScheduledSearchSkipped', data: { reason: { code: 'account_paused' }, nextAt: AFTER } });
  });

  test('stops after three failures in a row, until it is set again; a good run ends the row', () => {
    const twice = [weekly, started, failed, started, failed, started];
    given(searchSchedule, ...twice)
      .when((state) => endScheduled(state, 's1', failure))
      .gives(failed, { type: 'SearchScheduleStopped', data: { why: 'failures' } });
    given(searchSchedule, ...twice)
      .when((state) => endScheduled(state, 'another', failure))
      .gives();
    const good: SearchScheduleEvent = {
      type: 'ScheduledSearchEnded',
      data: { searchId: 's1', found: 4, reason: null },
    };
    given(searchSchedule, ...twice, good, started)
      .when((state) => endScheduled(state, 's1', failure))
      .gives(failed);
    given(searchSchedule, ...twice, failed, { type: 'SearchScheduleStopped', data: { why: 'failures' } })
      .when((state) => setSchedule(state, { count: 30, every: 'week' }, AT))
      .gives(weekly);
    given(searchSchedule, weekly)
      .when(closeSchedule)
      .gives({ type: 'SearchScheduleStopped', data: { why: 'account' } });
  });
});
