import { expect, test } from 'vitest';
import { upcast } from '../../events/catalog.ts';
import { PUBLIC_EVENTS, PUBLIC_NAMES, publicEvent, sourceTypes } from '../../events/public/catalog.ts';
import { KINDS } from '../../events/shared/event.ts';
import { samplesOf } from '../golden/fingerprints.ts';

const ID = { message: 'c1.p1.1', conversation: 'c1.p1' } as Partial<Record<string, string>>;

test('every public event comes from a domain event, and its data are those that are promised', () => {
  const types = new Set(sourceTypes());
  const seen = new Set<string>();
  for (const kind of KINDS)
    for (const [type, versions] of Object.entries(samplesOf(kind))) {
      const [version = '1', sample] = Object.entries(versions).at(-1) ?? [];
      const data = upcast(kind, type, Number(version), sample?.d ?? {});
      const read = publicEvent(`${kind}-${ID[kind] ?? 'x1'}`, { type, data });
      if (!read) continue;
      seen.add(read.name);
      expect(types, type).toContain(type);
      expect(PUBLIC_EVENTS[read.name].strict().parse(read.data)).toEqual(read.data);
    }
  // a report of another sample is below
  expect([...seen, 'message.bounced'].toSorted()).toEqual(PUBLIC_NAMES.toSorted());
});

const report = (of: string) =>
  publicEvent('message-c1.p1.1', { type: 'DeliveryReported', data: { attempt: 1, report: of } });
const suppressed = (reason: string, source: string) =>
  publicEvent('suppression-ab12', { type: 'AddressSuppressed', data: { reason, source, conversation: null } });
const message = { campaign: 'c1', partner: 'p1', message: 'c1.p1.1' };

test('one act is one event: an objection by an email is told by its message, and another by the list', () => {
  expect(report('delivered')).toBeNull();
  expect(report('bounced')).toEqual({ name: 'message.bounced', data: message });
  const byEmail = { ...message, suppression: null, complained: true };
  expect(report('complained')).toEqual({ name: 'unsubscribed', data: byEmail });
  expect(suppressed('unsubscribed', 'link')).toBeNull();
  expect(suppressed('user', 'program')).toBeNull();
  expect(suppressed('unsubscribed', 'program')).toEqual({
    name: 'unsubscribed',
    data: { partner: null, campaign: null, message: null, suppression: 'ab12', complained: false },
  });
});

test('a program wrote no reply, and a mark by hand is one', () => {
  const mail = { receivedId: 'r1', messageId: 'c1.p1.1', automatic: true };
  const received = (automatic: boolean) =>
    publicEvent('conversation-c1.p1', { type: 'MailReceived', data: { ...mail, automatic } });
  expect(received(true)).toBeNull();
  expect(received(false)).toMatchObject({
    name: 'reply.received',
    data: { ...message, reply: 'r1', by: 'mailbox' },
  });
  const noted = (by: string) => publicEvent('message-c1.p1.1', { type: 'ReplyReceived', data: { by } });
  expect(noted('mailbox')).toBeNull();
  expect(noted('user')).toMatchObject({ data: { conversation: 'c1.p1', reply: null, by: 'user' } });
});
