/** An email that came back goes to another address. */
import { expect, test } from 'vitest';
import { initialMessage, type MessageState } from '../../events/messages/messageState.ts';
import { needsAddress, readdressText, requestReaddress } from '../../events/messages/readdress.ts';
import { type PartnerState, partner } from '../../events/partners/partner.ts';
import { suppression } from '../../events/privacy/suppression.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 2, 2, 9, minute)).toISOString();
const text = { subject: 'A vest', body: 'Hello Ada' };
const sent = (step: string, to: string, minute: number, further: Partial<MessageState> = {}): MessageState => ({
  ...initialMessage,
  ...{ campaignId: 'c1', partnerId: 'p1', step, status: 'sent', text, hasText: true, createdAt: at(minute) },
  dispatch: { to } as MessageState['dispatch'],
  ...further,
});
const returned = (step: string, to: string, minute: number, report: 'bounced' | 'delivered' = 'bounced') =>
  sent(step, to, minute, { delivery: { report, reason: null, at: at(minute + 1) } });

const listed: PartnerState = {
  ...partner.initial,
  status: 'approved',
  contact: { email: 'old@a.example', socialProfiles: [], confidence: 1 } as unknown as PartnerState['contact'],
};
const first = returned('1', 'old@a.example', 0);
const ask = (
  email: string,
  {
    others = [first],
    earlier = first,
    ...now
  }: Partial<Parameters<typeof requestReaddress>[0]> & {
    others?: readonly MessageState[];
  } = {},
) =>
  requestReaddress(
    {
      message: initialMessage,
      partner: listed,
      address: suppression.initial,
      domain: suppression.initial,
      ...now,
      earlier,
    },
    others,
    { step: 'r1', email, text, textHash: `${email} hash` },
  );

test('one commit has the new address and one approved message to it, which joins a second request', () => {
  const { message, partner: events } = ask('new@a.example');
  expect(events).toMatchObject([{ type: 'ContactEdited', personal: { email: 'new@a.example' } }]);
  expect(message).toMatchObject([
    { type: 'MessageDrafted', data: { step: 'r1', resendOf: null } },
    { type: 'MessageEdited', personal: text },
    { type: 'MessageApproved', data: { textHash: 'new@a.example hash', by: 'resend' } },
    { type: 'SendNowRequested' },
  ]);
  const open: MessageState = { ...initialMessage, status: 'approved', approvedHash: 'new@a.example hash' };
  expect(ask('new@a.example', { message: open })).toEqual({ message: [], partner: [] });
  expect(() => ask('third@a.example', { message: open })).toThrow(/is being sent again/);
});

test('an address that was found keeps its evidence', () => {
  const found = { ...listed, contact: { ...listed.contact, email: 'new@a.example' } as PartnerState['contact'] };
  expect(ask('new@a.example', { partner: found }).partner).toEqual([]);
});

test('no address gets the same email twice, and none that gets nothing', () => {
  expect(() => ask('old@a.example')).toThrow(/already sent to that address/);
  const again = returned('r1', 'second@a.example', 5);
  expect(() => ask('old@a.example', { earlier: again, others: [first, again] })).toThrow(/already sent/);
  expect(ask('third@a.example', { earlier: again, others: [first, again] }).message).toHaveLength(4);
  const suppressed = { ...suppression.initial, suppressed: true, reason: 'unsubscribed' as const };
  expect(() => ask('new@a.example', { address: suppressed })).toThrow(
    /Nothing is sent to this address \(unsubscribed\)/,
  );
  expect(() => ask('new@a.example', { domain: suppressed })).toThrow(/Nothing is sent/);
});

test('only what came back needs an address, until it is sent again', () => {
  expect(needsAddress(first, [first])).toBe(true);
  expect(needsAddress(returned('1', 'old@a.example', 0, 'delivered'), [])).toBe(false);
  expect(needsAddress(returned('a1', 'old@a.example', 0), [])).toBe(false);
  const again = sent('r1', 'new@a.example', 5);
  expect(needsAddress(first, [first, again])).toBe(false);
  expect(needsAddress(first, [first, { ...again, status: 'cancelled' }])).toBe(true);
  expect(() => ask('third@a.example', { others: [first, again] })).toThrow(/Only an email that came back/);
  // a report whose time is rounded down does not repair its own email
  const rounded = { ...again, delivery: { report: 'bounced' as const, reason: null, at: at(4) } };
  expect(needsAddress(rounded, [first, rounded])).toBe(true);
});

test('a text that names the old address names the new one', () => {
  const named = { subject: 'To Old@A.example', body: 'I wrote to old@a.example, not to bold@a.example.x' };
  expect(readdressText(named, 'old@a.example', 'new@b.example')).toEqual({
    subject: 'To new@b.example',
    body: 'I wrote to new@b.example, not to bold@a.example.x',
  });
  expect(readdressText(text, 'old@a.example', 'new@b.example')).toEqual(text);
});
