import { expect, test } from 'vitest';
import { browserZone, clockIn, momentIn, withTimes, zoneName } from '../../web/lib/dates.ts';

test('a time names its zone, unless that is the one of the browser', () => {
  const at = '2026-03-05T10:00:00.000Z';
  expect(momentIn('Asia/Kathmandu', at, Date.parse(at))).toMatch(/^today, .*3:45.* \(Asia\/Kathmandu\)$/);
  expect(momentIn('America/New_York', at, Date.parse(at))).toMatch(/ \(America\/New York\)$/);
  expect(momentIn(browserZone(), at, Date.parse(at))).not.toContain('(');
  expect(zoneName(browserZone())).toBeNull();
});

test('a sentence shows its moments as a clock does, in the zone that it names or that of the screen', () => {
  const at = '2026-03-05T10:00:00.000Z';
  expect(withTimes('Asia/Riyadh', `Waits until ${at}, because`)).toBe(
    `Waits until ${clockIn('Asia/Riyadh', at, Date.now())}, because`,
  );
  const named = `Email scheduled for ${at} (Asia/Tokyo)`;
  expect(withTimes('Asia/Riyadh', named)).toBe(`Email scheduled for ${momentIn('Asia/Tokyo', at, Date.now())}`);
  expect(withTimes('Asia/Tokyo', named)).toBe(`Email scheduled for ${clockIn('Asia/Tokyo', at, Date.now())}`);
  expect(withTimes('UTC', 'Sent on 2026-03-05')).toBe('Sent on 2026-03-05');
});
