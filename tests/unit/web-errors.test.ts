import { describe, expect, test, vi } from 'vitest';
import { ApiError, serverWords } from '../../web/lib/apiError.ts';
import { ConnectionLost, trackConnection, useConnection } from '../../web/lib/connection.ts';
import {
  enhanceFailure,
  failure,
  generateMessagesFailure,
  linkedinFailure,
  messageEditFailure,
} from '../../web/lib/errorCatalogue.ts';
import { staleKeys } from '../../web/lib/liveKeys.ts';

const refusal = (status: number, body: unknown) => new ApiError(status, JSON.stringify(body));

test('an error carries "<status>: <body>" and gives people only its own words', () => {
  const error = refusal(422, { error: 'No provider is chosen.' });
  expect(error.message).toBe('422: {"error":"No provider is chosen."}');
  expect(serverWords(error, 'default')).toBe('No provider is chosen.');
  expect(serverWords(new ApiError(502, '<html>Bad Gateway</html>'), 'default')).toBe('default');
  expect(serverWords(new TypeError('Failed to fetch'), 'default')).toBe('default');
});

describe('Get Email', () => {
  test.each([
    [
      429,
      { error: 'any words', used: 200, limit: 200, details: { code: 'credits_used_up' } },
      'Credit Limit Exceeded',
      "You've used 200/200 monthly credits. Limit resets next month.",
    ],
    [
      429,
      { error: 'any words', details: { code: 'credit_not_taken' } },
      'Credit System Error',
      'Credit processing failed. Please try again in a moment.',
    ],
    [404, { error: 'Partner not found' }, 'Partner Not Found', 'This partner no longer exists.'],
    [400, { error: 'bad', details: 'The name is missing' }, 'Invalid Data', 'The name is missing'],
    [400, { error: 'bad' }, 'Invalid Data', 'Invalid partner information provided.'],
    [500, { error: 'x' }, 'Server Error', 'Our servers are experiencing issues. Please try again later.'],
    [503, {}, 'Server Error', 'Our servers are experiencing issues. Please try again later.'],
    [
      503,
      { error: 'People Data Labs has no credits left.' },
      'Enhancement Failed',
      'People Data Labs has no credits left.',
    ],
    [
      503,
      {
        error: 'People Data Labs is not set up. Ask your administrator to set it up.',
        details: { code: 'provider_not_set_up', provider: 'People Data Labs' },
      },
      'Server Error',
      'People Data Labs is not set up. Ask your administrator to set it up.',
    ],
    [418, {}, 'Enhancement Failed', 'Failed to enhance contact information'],
  ])('%i %o says %s', (status, body, title, text) => {
    expect(enhanceFailure(refusal(status, body))).toEqual({ title, text });
  });
});

test.each([
  ['edit_of_sent', 'This message has already been sent and cannot be edited.'],
  ['no_message', 'Message not found. It may have been deleted.'],
  ['anything_else', 'Failed to update message. Please try again.'],
])('an edit refused with "%s"', (code, text) => {
  expect(messageEditFailure(refusal(400, { error: 'any words', details: { code } })).text).toBe(text);
});

test('nothing to generate is no failure', () => {
  expect(generateMessagesFailure(refusal(400, { error: 'whatever' }))).toMatchObject({
    title: 'No Messages to Generate',
    variant: 'default',
  });
  expect(generateMessagesFailure(refusal(503, {})).text).toBe('Failed to generate messages');
});

test('Add from LinkedIn tells a duplicate from a bad address', () => {
  expect(linkedinFailure(refusal(409, { error: 'any words', details: { code: 'profile_listed' } })).text).toBe(
    'A partner with this LinkedIn profile already exists.',
  );
  expect(linkedinFailure(refusal(400, { error: 'any words', details: { code: 'linkedin_elsewhere' } })).title).toBe(
    'Invalid LinkedIn URL',
  );
});

test('a failure takes the server’s words or its default', () => {
  const words = failure('Send Failed', 'Failed to send email');
  expect(words(refusal(422, { error: 'Choose a provider.' }))).toEqual({
    title: 'Send Failed',
    text: 'Choose a provider.',
  });
  expect(words(new Error('network'))).toEqual({ title: 'Send Failed', text: 'Failed to send email' });
});

test('without an answer it is the connection that failed, whatever was asked for', () => {
  const lost = new ConnectionLost();
  expect(failure('Send Failed', 'Failed to send email')(lost)).toEqual({
    title: 'Send Failed',
    text: 'The connection to the server failed. Check it, then try again.',
  });
});

test('only a failure of the network counts as a lost connection', async () => {
  await expect(trackConnection(Promise.reject(new SyntaxError('no JSON')))).rejects.toThrow(SyntaxError);
  expect(useConnection.getState().lost).toBe(false);
  await expect(trackConnection(Promise.reject(new TypeError('Failed to fetch')))).rejects.toThrow(ConnectionLost);
  expect(useConnection.getState().lost).toBe(true);
  await trackConnection(Promise.resolve('an answer'));
  expect(useConnection.getState().lost).toBe(false);
});

test('an answer that was on its way when the network went does not hide that it is gone', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('navigator', { onLine: false });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await trackConnection(Promise.resolve('an answer'));
  await vi.advanceTimersByTimeAsync(3_000);
  expect(useConnection.getState().lost).toBe(true);
  vi.unstubAllGlobals();
  vi.useRealTimers();
  await trackConnection(Promise.resolve('an answer'));
});

test('a notice refetches what shows its kind, and an unknown kind nothing', () => {
  expect(staleKeys({ kind: 'message' })).toEqual([
    ['today'],
    ['campaigns'],
    ['dashboard'],
    ['partners', 'list'],
    ['partners', 'timeline'],
    ['ab-test'],
    ['inbox', 'thread'],
    ['inbox', 'list'],
    ['inbox', 'unread'],
    ['sending-accounts'],
  ]);
  expect(staleKeys({ kind: 'partner' })).toContainEqual(['campaigns']);
  expect(staleKeys({ kind: 'aicall' })).toEqual([['ai-estimates']]);
  expect(staleKeys({ kind: 'a-newer-kind' })).toEqual([]);
});
