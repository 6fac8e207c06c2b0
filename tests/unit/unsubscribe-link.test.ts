import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { oneClickUnsubscribe, tokensIn, unsubscribeLink } from '../../db/vault/unsubscribeLink.ts';

const prover = (key: string) => ({
  linkProof: (text: string) => createHmac('sha256', key).update(text).digest('base64url').slice(0, 32),
});
const send = { tenant: '0f3a', messageId: 'c1.9b7e.r2', attempt: 3 };
const linkOf = (key: string, more = {}) =>
  unsubscribeLink('https://go.northwindtrail.com', prover(key), { ...send, ...more });

test('a link is short, says nothing, and is another one for each mail and key', () => {
  const link = linkOf('a');
  expect(link).toMatch(/^https:\/\/go\.northwindtrail\.com\/u\/[\w-]{22}$/);
  expect(link.length).toBeLessThanOrEqual(60);
  expect(linkOf('a')).toBe(link);
  const others = [
    linkOf('b'),
    linkOf('a', { attempt: 4 }),
    linkOf('a', { tenant: '0f3b' }),
    linkOf('a', { messageId: 'c1.9b7e.1' }),
  ];
  expect(new Set([link, ...others]).size).toBe(5);
});

test('the header pair names the link, and it is found there', () => {
  const link = linkOf('a');
  const headers = oneClickUnsubscribe(link, 'c1.northwindtrail.com');
  expect(headers).toEqual({
    'List-Unsubscribe': `<${link}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    'List-Id': '<c1.northwindtrail.com>',
  });
  expect(tokensIn(headers['List-Unsubscribe'] ?? '')).toEqual([link.slice(-22)]);
  expect(tokensIn('<https://other.example/u/short> <mailto:u@other.example>')).toEqual([]);
});
