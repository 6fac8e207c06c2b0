import { expect, test } from 'vitest';
import type { MessageRow } from '../../db/read/messages.ts';
import { similarTexts } from '../../db/read/similarTexts.ts';
import { message } from '../../events/messages/message.ts';
import type { MessageStatus } from '../../events/messages/messageState.ts';

const BODY =
  'Hello, we make running vests that we repair for life, and would like to send you one to test on a long run.';
const OTHER =
  'Good morning, your letters on pacing made me think of a trail in Vermont where we try out new packs in spring.';

const row = (id: string, status: MessageStatus, body = BODY) =>
  ({
    id,
    partner: { status: 'approved', person: { name: `Partner ${id}` } },
    state: { ...message.initial, status, text: { subject: 'A vest', body } },
  }) as unknown as MessageRow;

test('a text is compared with those that have left, too, and only what waits is told', () => {
  const rows = [row('new', 'drafted'), row('gone', 'sent'), row('own', 'drafted', OTHER)];
  expect([...similarTexts(rows)]).toEqual([['new', 'gone']]);
});
