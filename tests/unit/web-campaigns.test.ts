import { describe, expect, test } from 'vitest';
import { campaignPartners } from '../../events/inputs/campaigns.ts';
import { PARTNERS_A_CALL } from '../../events/options.ts';
import { AddedInPart, addedText, addFailure, addPartners } from '../../web/features/campaigns/addPartners.ts';
import { pauseFailure } from '../../web/features/campaigns/campaignStatus.ts';
import { firstSendText } from '../../web/features/campaigns/firstSendText.ts';
import { inDoubt } from '../../web/features/campaigns/inDoubt.ts';
import { ApiError } from '../../web/lib/apiError.ts';
import { ConnectionLost } from '../../web/lib/connection.ts';

describe('when the first email leaves', () => {
  const now = Date.parse('2026-06-03T12:00:00Z');
  const UTC = { zone: 'UTC', suffix: '' };
  // it is the fourth already there
  const TOKYO = { zone: 'Asia/Tokyo', suffix: ' (Asia/Tokyo)' };
  test.each([
    ['2026-06-03T12:00:02Z', '2026-06-03T12:00:06Z', UTC, /^within two minutes$/],
    ['2026-06-03T14:15:00Z', '2026-06-03T17:00:00Z', UTC, /^today between (02:15 PM|14:15) and (05:00 PM|17:00)$/],
    [
      '2026-06-04T09:00:00Z',
      '2026-06-04T17:00:00Z',
      UTC,
      /^on Thursday,? (Jun 4|4 Jun), between (09:00 AM|09:00) and .+$/,
    ],
    [
      '2026-06-03T16:00:00Z',
      '2026-06-03T20:00:00Z',
      TOKYO,
      /^on Thursday,? (Jun 4|4 Jun), between (01:00 AM|01:00) and (05:00 AM|05:00) \(Asia\/Tokyo\)$/,
    ],
  ])('%s to %s, in %o', (from, until, zone, text) => {
    expect(firstSendText({ from, until }, zone, now)).toMatch(text);
  });
});

test('a call that was not answered, or broke the server, is in doubt; a refusal is not', () => {
  expect(inDoubt(null)).toBe(false);
  expect(inDoubt(new ConnectionLost())).toBe(true);
  expect(inDoubt(new ApiError(502, ''))).toBe(true);
  expect(inDoubt(new ApiError(409, '{"error":"This message was already sent."}'))).toBe(false);
});

test('a pause in doubt says that the campaign may still be running, a refused one why', () => {
  expect(pauseFailure(new ApiError(500, '')).text).toMatch(
    /^Failed to update campaign status\. .*may still be running/,
  );
  expect(pauseFailure(new ApiError(422, '{"error":"This campaign is completed."}')).text).toBe(
    'This campaign is completed.',
  );
  expect(pauseFailure(new ApiError(400, '')).text).toBe('Failed to update campaign status');
});

test('what became of partners that were to be added', () => {
  const skipped = [
    { partnerId: 'a', reason: 'no email' },
    { partnerId: 'b', reason: 'no email' },
  ];
  expect(addedText({ addedCount: 1, skipped: [] }, 'Vests', 'Error')).toEqual({
    title: 'Partners Added',
    text: '1 partner added to Vests.',
  });
  expect(addedText({ addedCount: 2, skipped }, 'Vests', 'Error').text).toBe(
    '2 partners added to Vests. 2 left out: no email.',
  );
  expect(addedText({ addedCount: 0, skipped }, 'Vests', 'Failed to Add Partners')).toMatchObject({
    title: 'Failed to Add Partners',
    variant: 'destructive',
  });
});

describe('more partners than one call takes', () => {
  const ids = Array.from({ length: 2_500 }, (_, index) => `p${index}`);

  test('a call holds as many as the server takes', () => {
    const wanted = (count: number) => campaignPartners.safeParse({ partnerIds: ids.slice(0, count) }).success;
    expect([wanted(PARTNERS_A_CALL), wanted(PARTNERS_A_CALL + 1)]).toEqual([true, false]);
  });

  test('are added call by call, each once, and the sum is said', async () => {
    const calls: string[][] = [];
    const sum = await addPartners('c', ids, async (_campaign, some) => {
      calls.push([...some]);
      return { addedCount: some.length - 1, skipped: [{ partnerId: some[0] ?? '', reason: 'no email' }] };
    });
    expect(calls.map(({ length }) => length)).toEqual([1_000, 1_000, 500]);
    expect(calls.flat()).toEqual(ids);
    expect(addedText(sum, 'Vests', 'Error').text).toBe('2,497 partners added to Vests. 3 left out: no email.');
  });

  test('when one call fails, what those before it did is said, and why the rest is missing', async () => {
    const failing = (error: Error) =>
      addPartners('c', ids, async (_campaign, some) => {
        if (some[0] === 'p1000') throw error;
        return { addedCount: some.length - 1, skipped: [{ partnerId: some[0] ?? '', reason: 'no email' }] };
      }).catch((thrown: Error) => addFailure('Failed to Add Partners')(thrown));
    expect(await failing(new ApiError(409, '{"error":"This campaign was deleted."}'))).toEqual({
      title: 'Failed to Add Partners',
      text: '999 of 2,500 partners added. 1 left out: no email. The other 1,500 could not be added: This campaign was deleted.',
    });
    expect(await failing(new ConnectionLost())).toMatchObject({
      text: expect.stringContaining('The other 1,500 may be missing: The connection to the server failed.'),
    });
    const first = addPartners('c', ids, async () => Promise.reject(new ApiError(500, '')));
    await expect(first).rejects.toBeInstanceOf(ApiError);
    await expect(first).rejects.not.toBeInstanceOf(AddedInPart);
  });
});
