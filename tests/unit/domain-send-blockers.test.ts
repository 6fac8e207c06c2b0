import { describe, expect, test } from 'vitest';
import { fixWords } from '../../api/present/fixWords.ts';
import { mailbox } from '../../events/sending/mailbox.ts';
import { isMailboxHold, type SenderContext, sendBlocker } from '../../events/sending/sendBlockers.ts';
import { reasonText } from '../../events/shared/reasons.ts';
import { sendGridConnected } from '../support/accountEvents.ts';
import { fold } from '../support/scenario.ts';

const NOW = '2026-03-02T12:00:00.000Z';
const LATER = '2026-03-02T13:00:00.000Z';
const publicUrl = 'https://pilot.northwind.com';
const from = { sandbox: false, publicUrl, frozen: null, linkCheck: { publicUrl, works: true } };
const ready = fold(mailbox, [{ type: 'EmailProviderChosen', data: { provider: 'sendgrid' } }, sendGridConnected('k')]);
const sender: SenderContext = { account: 'active', from, postalAddress: '12 Ridge Road', mailbox: ready };
const held = (until: string | null): SenderContext['mailbox'] => ({
  ...ready,
  hold: { reason: until ? 'rate_limited' : 'key_refused', until, times: 1, since: NOW },
});

describe('why nothing of a tenant leaves', () => {
  test('nothing keeps one who has all that it takes; a sandbox needs less', () => {
    expect(sendBlocker(sender, NOW)).toBeNull();
    const sandbox = { sandbox: true, publicUrl: 'http://localhost', frozen: null, linkCheck: null };
    expect(sendBlocker({ ...sender, from: sandbox, postalAddress: null }, NOW)).toBeNull();
  });

  test.each([
    ['account', { account: 'paused' }, null, /account is paused/],
    ['account', { account: 'deleted' }, null, /account is paused/],
    ['public_url', { from: { ...from, publicUrl: 'http://localhost' } }, null, /PUBLIC_URL/],
    ['postal_address', { postalAddress: ' ' }, 'profile', /postal address/],
    ['provider', { mailbox: mailbox.initial }, 'email-provider', /No email provider/],
    ['provider', { mailbox: { ...ready, provider: 'gmail' } }, 'email-provider', /Gmail/],
    ['provider', { mailbox: { ...ready, accounts: {} } }, 'email-provider', /sender address/],
    ['key_refused', { mailbox: held(null) }, 'email-provider', /refused the API key/],
  ] as const)('%s: until somebody mends it', (kind, without, where, reason) => {
    const not = sendBlocker({ ...sender, ...without }, NOW);
    expect(not).toMatchObject({ kind, until: null });
    expect(not && reasonText(not.reason)).toMatch(reason);
    expect(`${not && reasonText(not.reason)} ${not?.ends}`).not.toMatch(/\.$/);
    expect(not && fixWords(not.fix)).toEqual({ whatToDo: expect.stringMatching(/\.$/), where });
    expect(not && isMailboxHold(not)).toBe(kind === 'key_refused');
  });

  test('a hold with an end: until then, and there is nothing to mend', () => {
    const waits = { ...sender, mailbox: held(LATER) };
    expect(sendBlocker(waits, NOW)).toMatchObject({ kind: 'rate_limited', until: LATER, fix: 'wait' });
    expect(fixWords('wait').where).toBeNull();
    expect(sendBlocker(waits, LATER)).toBeNull();
  });

  test('who can mend nothing alone is told so before what they could mend', () => {
    const both = { ...sender, from: { ...from, linkCheck: null }, postalAddress: null, mailbox: mailbox.initial };
    expect(sendBlocker(both, NOW)?.kind).toBe('public_url');
  });
});
