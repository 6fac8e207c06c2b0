import { describe, expect, test } from 'vitest';
import { fixWords } from '../../api/present/fixWords.ts';
import { holdReason } from '../../events/sending/mailProviders.ts';
import { classify } from '../../events/sending/outcome.ts';
import { reasonText } from '../../events/shared/reasons.ts';
import { refusalOf, refusedMail } from '../../worker/providers/sendgrid/sendGridError.ts';

const NOON = Date.parse('2026-03-02T12:00:00.000Z');
const body = (message: string, field: string | null = null) => ({ errors: [{ message, field, help: null }] });
const NO_SENDER =
  'The from address does not match a verified Sender Identity. Mail cannot be sent until this error is resolved.';

describe('why SendGrid refuses all mails of a key', () => {
  test.each([
    [401, body('The provided authorization grant is invalid, expired, or revoked'), 'key_refused'],
    [401, body('Maximum credits exceeded'), 'credits_exhausted'],
    [401, body('Authenticated user is not authorized to send mail'), 'permission_missing'],
    [401, 'not JSON', 'key_refused'],
    [403, body('access forbidden'), 'permission_missing'],
    [403, body(NO_SENDER, 'from'), 'sender_refused'],
    [403, body('Your account has been suspended'), 'account_blocked'],
    [403, {}, 'account_blocked'],
    [400, body('The from email does not contain a valid address.', 'from.email'), 'sender_refused'],
    [400, body('Does not contain a valid address.', 'personalizations.0.to.0.email'), null],
    [413, body('Request Entity Too Large'), null],
  ] as const)('%s %j: %s', (status, said, refusal) => {
    expect(refusalOf(status, said)).toBe(refusal);
    const { answer } = refusedMail({ status, body: said, retryAfterSeconds: null }, NOON);
    expect(classify(answer)).toMatchObject(
      refusal ? { verdict: 'held', mailbox: refusal } : { verdict: 'failed', mailbox: 'fine' },
    );
    if (!refusal) return;
    const { reason, fix } = holdReason(refusal, 'sendgrid');
    expect(reasonText(reason)).toMatch(/SendGrid/);
    expect(fixWords(fix).whatToDo).toMatch(/Settings|settings/);
  });

  test('credits come back after the next midnight in UTC', () => {
    const { answer } = refusedMail(
      { status: 401, body: body('Maximum credits exceeded'), retryAfterSeconds: null },
      NOON,
    );
    expect(classify(answer).retryAfterSeconds).toBe(12 * 3600 + 300);
  });
});

describe('what SendGrid finds wrong with one mail, in words that name nobody', () => {
  const reasonFor = (status: number, said: unknown) =>
    refusedMail({ status, body: said, retryAfterSeconds: null }, NOON).reason;

  test.each([
    [413, body('Request Entity Too Large'), { code: 'sendgrid_too_large' }],
    [400, body('The message size exceeds the limit of 30MB.'), { code: 'sendgrid_too_large' }],
    [
      400,
      body('ada@lark.example does not contain a valid address.', 'personalizations.0.to.0.email'),
      { code: 'sendgrid_part', part: 'recipient' },
    ],
    [400, body('The subject is required.', 'subject'), { code: 'sendgrid_part', part: 'subject' }],
    [400, body('The content value must be a string.', 'content.0.value'), { code: 'sendgrid_part', part: 'text' }],
    [400, body('No valid address.', 'reply_to.email'), { code: 'sendgrid_part', part: 'reply_to' }],
    [400, body('Reserved.', 'headers.x'), { code: 'sendgrid_part', part: 'header' }],
    [400, body('Bad Request'), { code: 'sendgrid_refused' }],
    [500, body('Internal error'), undefined],
  ] as const)('%s %j: %s', (status, said, reason) => expect(reasonFor(status, said)).toEqual(reason));
});
