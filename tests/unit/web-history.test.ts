import { describe, expect, test } from 'vitest';
import { changeSince } from '../../web/features/history/changesSince.ts';
import { changedSearch, readHistoryUrl } from '../../web/features/history/historyUrl.ts';
import { laidOut } from '../../web/features/history/Json.tsx';
import { dayEnd, dayStart, fromField, toField } from '../../web/features/history/moments.ts';
import { binBars, curve, daysBeside, sliderPlaces, stepOf } from '../../web/features/history/sliderSteps.ts';

test('the view of a history is read from the address; what it misspells is left out', () => {
  const read = (search: string) => readHistoryUrl(new URLSearchParams(search));
  expect(read('')).toMatchObject({
    filter: {},
    tenant: null,
    open: null,
    shows: 'events',
    at: null,
    what: 'dashboard',
  });
  expect(read('kind=message&type=EmailSent&from=2026-03-01&to=never&correlation=c1').filter).toEqual({
    kind: 'message',
    type: 'EmailSent',
    from: '2026-03-01',
    correlation: 'c1',
  });
  expect(read('view=moment&at=2026-03-01T10:00:00%2B02:00&what=messages&changed=1')).toMatchObject({
    shows: 'moment',
    at: '2026-03-01T08:00:00.000Z',
    what: 'messages',
    onlyChanged: true,
  });
  expect(read('view=moment&at=soon&what=everything')).toMatchObject({ at: null, what: 'dashboard' });
});

test('a change of the view keeps the rest of the address', () => {
  const before = new URLSearchParams('tenant=t1&kind=message&open=a@1');
  expect(changedSearch(before, { kind: 'partner', open: null }).toString()).toBe('tenant=t1&kind=partner');
  expect(before.get('open')).toBe('a@1');
});

test('a day begins and ends in the zone of the user, also when its clocks change', () => {
  for (const zone of ['America/Denver', 'Europe/Berlin', 'Asia/Kathmandu'])
    for (const day of ['2026-03-08', '2026-03-28', '2026-03-29', '2026-12-31']) {
      const [start, end] = [dayStart(zone, day), dayEnd(zone, day)];
      expect(toField(zone, start)).toBe(`${day}T00:00:00`);
      expect(toField(zone, end)).toBe(`${day}T23:59:59`);
      expect(fromField(zone, toField(zone, end))).toBe(Date.parse(end) - 999);
    }
  expect(fromField('UTC', '2026-03')).toBeNaN();
});

describe('the time slider', () => {
  const days = [
    { day: '2026-03-02', events: 4 },
    { day: '2026-03-05', events: 100 },
  ];
  const zone = 'America/Denver';
  const first = dayStart(zone, '2026-03-01');

  test('an arrow key moves by an hour, a minute, a second or less', () => {
    expect([700, 600_000, 5 * 3_600_000, 30 * 86_400_000].map(stepOf)).toEqual([100, 1_000, 60_000, 3_600_000]);
  });

  test('only the ends stand at its ends, so that Home and End move from anywhere else', () => {
    const start = Date.parse('2026-03-01T10:00:00.000Z');
    for (const span of [1, 130, 640, 61_000, 90 * 60_000, 40 * 86_400_000 + 7]) {
      const moment = (after: number) => new Date(start + after).toISOString();
      const { last: end, placeOf, momentOf } = sliderPlaces(moment(0), moment(span));
      expect([placeOf(moment(0)), placeOf(moment(span))]).toEqual([0, end]);
      expect([momentOf(0), momentOf(end)]).toEqual([moment(0), moment(span)]);
      for (const after of [1, span / 3, span / 2, span - 1].map(Math.floor).filter((ms) => ms > 0 && ms < span)) {
        expect(placeOf(moment(after))).toBeGreaterThan(0);
        expect(placeOf(moment(after))).toBeLessThan(end);
      }
      for (let place = 1; place < Math.min(end, 50); place += 1)
        expect(Date.parse(momentOf(place))).toBeLessThanOrEqual(start + span);
    }
  });

  test('has a bar for each part of the time with events, by how much happened', () => {
    const bins = [100, 0, 4, 0.1].map((events) => ({ events, approved: 0, sent: 0 }));
    expect(binBars(bins)).toEqual([
      { bin: 0, height: 1 },
      { bin: 2, height: 0.2 },
      { bin: 3, height: 0.08 },
    ]);
    expect(binBars([])).toEqual([]);
  });

  test('has curves that grow to the greatest sum', () => {
    expect(curve([1, 0, 3], 4, 100)).toBe('M0 100L1 75L2 75L3 0');
    expect(curve([0, 1], 4, 100)).toBe('M0 100L1 100L2 75');
  });

  test('leads to the end of the day with events before, and of the next one', () => {
    expect(daysBeside(zone, days, dayStart(zone, '2026-03-04'))).toEqual({
      before: dayEnd(zone, '2026-03-02'),
      after: dayEnd(zone, '2026-03-05'),
    });
    expect(daysBeside(zone, days, dayEnd(zone, '2026-03-05'))).toEqual({
      before: dayEnd(zone, '2026-03-02'),
      after: null,
    });
    expect(daysBeside(zone, days, first)).toEqual({ before: null, after: dayEnd(zone, '2026-03-02') });
  });
});

test('what has changed since a moment, in words', () => {
  const changes = { changed: [{ id: 'p1', fields: ['emailStatus', 'contactInfo'] }], gone: ['p2'] };
  expect(changeSince(changes, 'p1')).toBe('Changed since: email status, contact info');
  expect(changeSince(changes, 'p2')).toBe('Gone since');
  expect(changeSince(changes, 'p3')).toBeNull();
});

test.each([
  [['contactInfo', 'contactSource', 'contactSourceUrl'], 'Changed since: contact info, email source'],
  [
    ['partnerCount', 'messageCount', 'wantedCount', 'generatedCount', 'nextDueAt', 'nextSendAt'],
    'Changed since: partners, messages, texts wanted, texts written, next follow-up, next send',
  ],
  [
    ['name', 'status', 'sentCount', 'responseCount', 'tone', 'language', 'offer', 'mailbox'],
    'Changed since: name, status, sent, replied, tone, language and 2 more',
  ],
  // what no screen shows is a change all the same
  [['searchId', 'contactSearching', 'aNewerField'], 'Changed since'],
])('%j is said in the words of people', (fields, said) => {
  expect(changeSince({ changed: [{ id: 'p1', fields }], gone: [] }, 'p1')).toBe(said);
});

test('of the bytes of a picture the details say only how many letters they take', () => {
  expect(laidOut({ type: 'image/png', bytes: 'x'.repeat(5_000) })).toBe(
    '{\n  "type": "image/png",\n  "bytes": "(5000 letters)"\n}',
  );
});
