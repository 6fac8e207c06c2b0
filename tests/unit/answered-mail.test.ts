import { expect, test } from 'vitest';
import { parseMail } from '../../db/receive/parseMail.ts';
import { answerAddresses, answeredMail, type ReceivedEvent } from '../../events/conversations/answeredMail.ts';
import type { ConversationEvent } from '../../events/conversations/conversation.ts';

const CONTACT = { address: 'Ada@lindqvist.example', name: 'Ada Lindqvist' };
const isOurs = (address: string) => address === 'sam@shop.example';

async function received(head: string, data: Partial<ReceivedEvent['data']> = {}): Promise<ReceivedEvent> {
  const mail = await parseMail(Buffer.from(`${head.trim().replace(/\n/g, '\r\n')}\r\n\r\nYes.`));
  const about = {
    receivedId: 'r',
    messageId: 'c.p.1',
    receivedAt: '2026-03-02T11:00:00.000Z',
    source: 'imap',
  } as const;
  return {
    type: 'MailReceived',
    data: { ...about, automatic: false, truncated: false, unparsed: false, kept: [], ...data },
    personal: mail,
  };
}

test.each<[string, string, string[], string | null, string[]]>([
  [
    'their own address',
    'From: ada@LINDQVIST.example\nTo: sam@shop.example',
    ['Ada@lindqvist.example'],
    CONTACT.name,
    [],
  ],
  [
    'an assistant',
    'From: Kim <kim@lindqvist.example>\nTo: Sam <sam@shop.example>\nCc: Ada <ada@lindqvist.example>, x@agency.example',
    ['kim@lindqvist.example', 'Ada@lindqvist.example'],
    'Kim',
    ['ada@lindqvist.example', 'x@agency.example'],
  ],
  [
    'a Reply-To of two, of which the first counts',
    'From: Kim <kim@a.example>\nReply-To: desk@a.example, other@a.example\nTo: sam@shop.example, desk@a.example',
    ['desk@a.example', 'kim@a.example', 'Ada@lindqvist.example'],
    null,
    [],
  ],
  [
    'a Reply-To of ours',
    'From: kim@a.example\nReply-To: sam@shop.example',
    ['kim@a.example', 'Ada@lindqvist.example'],
    null,
    [],
  ],
  [
    'a Reply-To that is none',
    'From: kim@a.example\nReply-To: nobody',
    ['kim@a.example', 'Ada@lindqvist.example'],
    null,
    [],
  ],
  [
    'a group, and others twice',
    'From: kim@a.example\nTo: Team: b@a.example, c@a.example;\nCc: B <b@a.example>',
    ['kim@a.example', 'Ada@lindqvist.example'],
    null,
    ['b@a.example', 'c@a.example'],
  ],
])('an answer goes to who wrote: %s', async (_, head, choices, name, copies) => {
  const found = answerAddresses([await received(head)], CONTACT, isOurs);
  expect(found.choices.map(({ address }) => address)).toEqual(choices);
  expect(found.choices[0]?.name).toBe(name);
  expect(found.copies).toEqual(copies);
});

test('a program, or no one, is answered at the address of the partner, under our subject', async () => {
  const absent = await received('From: robot@a.example\nCc: x@a.example\nSubject: Undelivered', { automatic: true });
  for (const history of [[absent], []])
    expect(answerAddresses(history, CONTACT, isOurs)).toEqual({ choices: [CONTACT], copies: [], subject: '' });
  expect(answerAddresses([], null, isOurs).choices).toEqual([]);
});

test.each([
  ['new_address', true, CONTACT.address],
  ['new_address', false, 'old@a.example'],
  ['later', true, 'old@a.example'],
] as const)('an answer to %s (taken: %s) goes to %s', async (label, taken, first) => {
  const moved: ConversationEvent = { type: 'OfferAnswered', data: { receivedId: 'r', label, taken } };
  const found = answerAddresses([await received('From: old@a.example'), moved], CONTACT, isOurs);
  expect(found.choices[0]?.address).toBe(first);
});

test('the newest mail of a person counts, then the newest of all', async () => {
  const at = (day: number, automatic = false) =>
    received('From: a@a.example', { receivedAt: `2026-03-0${day}`, automatic });
  const [first, second, program] = await Promise.all([at(1), at(2), at(3, true)]);
  expect(answeredMail([second, first, program])).toBe(second);
  expect(answeredMail([program])).toBe(program);
  expect(answeredMail([])).toBeNull();
});
