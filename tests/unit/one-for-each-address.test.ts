import { expect, test } from 'vitest';
import { oneForEachAddress } from '../../api/present/oneForEachAddress.ts';
import type { MessageRow } from '../../db/read/messages.ts';

const row = (name: string, email: string | null, status = 'drafted', step = '1') =>
  ({
    id: `c1.${name}.${step}`,
    state: { partnerId: name, step, status },
    partner: { person: { name }, contact: { email } },
  }) as unknown as MessageRow;
const followUpOf = (name: string, email: string) => {
  const { state, ...rest } = row(name, email, 'drafted', '2');
  return {
    ...rest,
    state: {
      ...state,
      followUp: { id: 'f1', textId: 't1', afterDays: 3, number: 1, follows: `c1.${name}.1`, notBefore: '' },
    },
  };
};
const of = (messages: MessageRow[]) => {
  const ready = messages.filter(({ state }) => state.status === 'drafted');
  const { waiting, duplicates } = oneForEachAddress(ready, messages);
  return { leave: waiting.map(({ id }) => id), duplicates };
};

test('of partners who share an address, in whichever case, the first gets the email', () => {
  const shared = [row('Ada', 'team@shop.example'), row('Ben', 'Team@Shop.example'), row('Cleo', 'cleo@shop.example')];
  expect(of(shared)).toEqual({
    leave: ['c1.Ada.1', 'c1.Cleo.1'],
    duplicates: [{ address: 'team@shop.example', names: ['Ada', 'Ben'] }],
  });
});

test.each(['sent', 'claimed', 'scheduled'])(
  'who got it already, or is about to, keeps it, with their follow-up: %s',
  (status) => {
    const begun = [
      row('Ben', 'team@shop.example'),
      row('Ada', 'team@shop.example', status),
      followUpOf('Ada', 'team@shop.example'),
    ];
    expect(of(begun)).toEqual({
      leave: ['c1.Ada.2'],
      duplicates: [{ address: 'team@shop.example', names: ['Ada', 'Ben'] }],
    });
  },
);

test('an email that was sent keeps the address that it went to, and no other', () => {
  const sent = row('Ada', 'ada@shop.example', 'sent');
  const moved = { ...sent, state: { ...sent.state, dispatch: { to: 'Team@shop.example' } } } as MessageRow;
  const followUp = followUpOf('Ada', 'ada@shop.example');
  expect(of([row('Ben', 'team@shop.example'), followUp, moved, row('Cleo', 'ada@shop.example')])).toEqual({
    leave: ['c1.Ada.2', 'c1.Cleo.1'],
    duplicates: [{ address: 'team@shop.example', names: ['Ada', 'Ben'] }],
  });
});

test('one that is sent again keeps the address, too', () => {
  const again = [row('Ben', 'team@shop.example'), row('Ada', 'team@shop.example', 'failed')];
  expect(of([...again, row('Ada', 'team@shop.example', 'claimed', 'r1')])).toMatchObject({ leave: [] });
  expect(of(again)).toMatchObject({ leave: ['c1.Ben.1'] });
});

test('without an address nobody shares one, and two who both got it are history', () => {
  expect(of([row('Ada', null), row('Ben', null)])).toEqual({ leave: ['c1.Ada.1', 'c1.Ben.1'], duplicates: [] });
  expect(of([row('Ada', 'a@x.example', 'sent'), row('Ben', 'a@x.example', 'sent')])).toEqual({
    leave: [],
    duplicates: [],
  });
});
