import { expect, test } from 'vitest';
import { browserZone, dateAndTime, momentIn, withTimes, zoneName } from '../../web/lib/dates.ts';

test('a time names its zone, unless that is the one of the browser', () => {
  const at = '2026-03-05T10:00:00.000Z';
  expect(momentIn('Asia/Kathmandu', at, Date.parse(at))).toMatch(/^today, .*3:45.* \(Asia\/Kathmandu\)$/);
  expect(momentIn('America/New_York', at, Date.parse(at))).toMatch(/ \(America\/New York\)$/);
  expect(momentIn(browserZone(), at, Date.parse(at))).not.toContain('(');
  expect(zoneName(browserZone())).toBeNull();
});

test('a sentence of the history shows its moments as a clock does, in the zone that it names', () => {
  const at = '2026-03-05T10:00:00.000Z';
  expect(withTimes(`Follow-up 1 begun, it leaves after ${at}`)).toBe(
    `Follow-up 1 begun, it leaves after ${dateAndTime(at)}`,
  );
  expect(withTimes(`Waits until ${at}, because`, 'Asia/Riyadh')).toBe(
    `Waits until ${momentIn('Asia/Riyadh', at, Date.now())}, because`,
  );
  expect(withTimes(`Email scheduled for ${at} (Asia/Tokyo)`)).toBe(
    `Email scheduled for ${momentIn('Asia/Tokyo', at, Date.now())}`,
  );
  expect(withTimes('Sent on 2026-03-05')).toBe('Sent on 2026-03-05');
});
