import { describe, expect, test } from 'vitest';
import { addedText } from '../../web/features/campaigns/addPartners.ts';
import { pauseFailure } from '../../web/features/campaigns/campaignStatus.ts';
import { firstSendText } from '../../web/features/campaigns/firstSendText.ts';
import { inDoubt } from '../../web/features/campaigns/inDoubt.ts';
import { ApiError } from '../../web/lib/apiError.ts';
import { ConnectionLost } from '../../web/lib/connection.ts';

describe('when the first email leaves', () => {
  const now = new Date(2026, 5, 3, 12, 0);
  const moment = (day: number, hours: number, minutes = 0, seconds = 0) =>
    new Date(2026, 5, day, hours, minutes, seconds).toISOString();
  test.each([
    [moment(3, 12, 0, 2), moment(3, 12, 0, 6), /^within two minutes$/],
    [moment(3, 14, 15), moment(3, 17), /^today between \S+ ?\S* and \S+ ?\S*$/],
    [moment(4, 9), moment(4, 17), /^on Thursday, (Jun 4|4 Jun), between .+ and .+$/],
  ])('%s to %s', (from, until, text) => {
    expect(firstSendText({ from, until }, now)).toMatch(text);
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
