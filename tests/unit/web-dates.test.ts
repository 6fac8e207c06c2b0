import { expect, test } from 'vitest';
import { dateAndTime, momentIn, withTimes } from '../../web/lib/dates.ts';

test('a sentence of the history shows its moments as a clock does, in the zone that it names', () => {
  const at = '2026-03-05T10:00:00.000Z';
  expect(withTimes(`Follow-up 1 begun, it leaves after ${at}`)).toBe(
    `Follow-up 1 begun, it leaves after ${dateAndTime(at)}`,
  );
  expect(withTimes(`Waits until ${at}, because`, 'Asia/Riyadh')).toBe(
    `Waits until ${momentIn('Asia/Riyadh', at, Date.now())}, because`,
  );
  expect(withTimes(`Email scheduled for ${at} (Asia/Tokyo)`)).toBe(
    `Email scheduled for ${momentIn('Asia/Tokyo', at, Date.now())} (Asia/Tokyo)`,
  );
  expect(withTimes('Sent on 2026-03-05')).toBe('Sent on 2026-03-05');
});
