import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { oneClickUnsubscribe, readUnsubscribeToken, unsubscribeLink } from '../../db/vault/unsubscribeLink.ts';

const prover = (key: string) => ({
  linkProof: (text: string) => createHmac('sha256', key).update(text).digest('base64url').slice(0, 32),
});
const ours = prover('a');
const send = { tenant: '0f3a', messageId: 'c1.9b7e.r2', attempt: 3 };
const link = unsubscribeLink('https://pilot.shop.example', ours, send);
const token = link.slice(link.lastIndexOf('/') + 1);

test('a link names its mail by ids, and is read back', () => {
  expect(link).toMatch(/^https:\/\/pilot\.shop\.example\/unsubscribe\/0f3a\.c1\.9b7e\.r2\.3\.[\w-]{32}$/);
  expect(readUnsubscribeToken(ours, token)).toEqual(send);
  expect(oneClickUnsubscribe(link)).toEqual({
    'List-Unsubscribe': `<${link}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  });
});

test('what was altered, cut off or made under another key is no link', () => {
  const altered = [
    ...[...token].map((sign, at) => `${token.slice(0, at)}${sign === 'x' ? 'y' : 'x'}${token.slice(at + 1)}`),
    ...[...token].map((_, at) => token.slice(0, at)),
    `${token}x`,
    `.${token}`,
    '',
    '.',
    'é'.repeat(40),
  ];
  for (const wrong of altered) expect(readUnsubscribeToken(ours, wrong), wrong).toBeNull();
  expect(readUnsubscribeToken(prover('b'), token)).toBeNull();
});
