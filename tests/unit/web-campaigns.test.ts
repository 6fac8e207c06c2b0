import { describe, expect, test } from 'vitest';
import type { SendView } from '../../api/views.ts';
import { pauseFailure, stillLeaving } from '../../web/features/campaigns/api.ts';
import { firstSendText } from '../../web/features/campaigns/firstSendText.ts';
import { addedText, contactedText, joiningText } from '../../web/features/campaigns/joiningText.ts';
import { orderMessages } from '../../web/features/campaigns/messageState.ts';
import { ApiError, outcomeUncertain } from '../../web/lib/apiError.ts';
import { ConnectionLost } from '../../web/lib/connection.ts';
import { shortDate } from '../../web/lib/dates.ts';

describe('when the first email leaves', () => {
  const now = Date.parse('2026-06-03T12:00:00Z');
  const UTC = 'UTC';
  // it is the fourth already there
  const TOKYO = 'Asia/Tokyo';
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
  expect(outcomeUncertain(null)).toBe(false);
  expect(outcomeUncertain(new ConnectionLost())).toBe(true);
  expect(outcomeUncertain(new ConnectionLost({ offline: true }))).toBe(false);
  expect(outcomeUncertain(new ApiError(502, ''))).toBe(true);
  expect(outcomeUncertain(new ApiError(409, '{"error":"This message was already sent."}'))).toBe(false);
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

test('who is left out is counted by reason, the most frequent first', () => {
  const skipped = ['no email', 'unsubscribed', 'already in this campaign', 'bounced', 'already in this campaign'].map(
    (reason, index) => ({ partnerId: String(index), reason }),
  );
  expect(addedText({ addedCount: 1, skipped }, 'Vests', 'Error').text).toBe(
    '1 partner added to Vests. 5 left out: 2 already in this campaign, 1 bounced, 1 no email, 1 unsubscribed.',
  );
});

describe('before partners are added', () => {
  const contactInfo = { email: 'a@run.example', socialProfiles: [], confidence: 1 };
  const takesNone = { status: 'undeliverable', reason: 'no_mailbox', by: 'hunter', at: '2026-03-02' } as const;
  const anyone = { contactInfo, contactVerification: null, doNotContact: null };
  test('it is said how many join, and why the others do not', () => {
    const partners = [
      { ...anyone, id: 'joins' },
      { ...anyone, id: 'inside' },
      { ...anyone, id: 'bounced', doNotContact: 'bounced' as const },
      { ...anyone, id: 'complained', doNotContact: 'complained' as const },
      { ...anyone, id: 'unreachable', contactInfo: null },
      { ...anyone, id: 'dead', contactVerification: takesNone },
    ];
    expect(joiningText(partners, [{ id: 'joins' }, { id: 'somebody else' }])).toBe(
      '1 partner will be added. 5 left out: 1 address takes no email, 1 already in this campaign, 1 email came back, 1 no email, 1 reported your email as spam.',
    );
    expect(joiningText(partners.slice(0, 1), [{ id: 'joins' }])).toBe('1 partner will be added.');
    expect(joiningText(partners.slice(1, 2), [])).toBe(
      'No partner will be added. 1 left out: already in this campaign.',
    );
  });

  test('who was contacted before is named with the date, first who replied, then the newest', () => {
    const day = (at: string | null) => shortDate(at ?? '');
    const on = (name: string, contactedAt: string | null, repliedAt: string | null = null) => ({
      name,
      contactedAt,
      repliedAt,
    });
    expect(contactedText([on('Nora', null)])).toBeNull();
    const ada = on('Ada', '2020-03-02T12:00:00.000Z');
    expect(contactedText([ada])).toBe(`1 partner was contacted before: Ada (${day(ada.contactedAt)}).`);
    const ben = on('Ben', '2020-03-01T12:00:00.000Z', '2020-03-04T12:00:00.000Z');
    const more = ['C', 'D', 'E', 'F', 'G'].map((name) => on(name, '2020-02-01T12:00:00.000Z'));
    const rest = ['C', 'D', 'E'].map((name) => `${name} (${day(more[0]?.contactedAt ?? null)})`).join(', ');
    expect(contactedText([ada, ...more, ben])).toBe(
      `7 partners were contacted before: Ben (${day(ben.contactedAt)}, replied ${day(ben.repliedAt)}), Ada (${day(ada.contactedAt)}), ${rest} and 2 more.`,
    );
  });
});

describe('the messages of a campaign', () => {
  const of = (id: string, matchScore: number, more: Partial<SendView> = {}) =>
    ({
      id,
      status: 'sent',
      approved: true,
      body: 'Look.',
      flaws: [],
      partner: { matchScore },
      ...more,
    }) as unknown as SendView;
  const ids = (messages: readonly SendView[]) => messages.map(({ id }) => id);

  test('those that need a decision first, then the best match, last what is not written', () => {
    const unwritten = of('unwritten', 99, { status: 'pending', body: null });
    const unknown = of('unknown', 10, { status: 'unknown' });
    const unread = of('unread', 20, { status: 'pending', approved: false });
    const failed = of('failed', 30, { status: 'failed' });
    const messages = [unwritten, of('fair', 40), failed, unknown, of('best', 95), unread, of('good', 80)];
    expect(ids(orderMessages(messages))).toEqual(['unknown', 'unread', 'failed', 'best', 'good', 'fair', 'unwritten']);
  });
});

test('of the emails that were on their way already three are named, of more the number', () => {
  const names = (...all: (string | null)[]) => all.map((partnerName, index) => ({ id: `${index}`, partnerName }));
  expect(stillLeaving([])).toBe('');
  expect(stillLeaving(names('Ada', 'Bo'))).toBe(' 2 emails were already on their way: Ada, Bo.');
  expect(stillLeaving(names('Ada', null, 'Cy', 'Di', 'Ed'))).toBe(
    ' 5 emails were already on their way: Ada, an erased partner, Cy and 2 more.',
  );
});
