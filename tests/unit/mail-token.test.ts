import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { messageIdName, messageIdToken, replyAddress, replyTokensIn } from '../../db/vault/mailToken.ts';
import { unsubscribeLink } from '../../db/vault/unsubscribeLink.ts';

const prover = (key: string) => ({
  linkProof: (text: string) => createHmac('sha256', key).update(text).digest('base64url').slice(0, 32),
});
const send = { tenant: '0f3a', messageId: 'c1.9b7e.r2', attempt: 3 };
const DOMAIN = 'replies.shop.example';
const addressOf = (key: string) => replyAddress(DOMAIN, prover(key), send);
const tokensIn = (text: string) => replyTokensIn(DOMAIN, prover('a'), text);

test('a Message-ID is short, and is read in any case', () => {
  const name = messageIdName(prover('a'), send);
  expect(`${name}@northwindtrail.com`.length).toBeLessThanOrEqual(48);
  const [read] = messageIdToken(`<${name}@northwindtrail.com>`);
  expect(read?.bytes).toHaveLength(16);
  expect(messageIdToken(`<${name.toUpperCase()}@X.example>`)).toEqual([read]);
  for (const other of ['', '<x@y.example>', `<x${name}@y.example>`, `${name}@y.example`, `<${name}>`])
    expect(messageIdToken(other)).toEqual([]);
});

test('an address for replies has a short local part, and is known without a database', () => {
  const address = addressOf('a');
  expect(address.indexOf('@')).toBeLessThanOrEqual(40);
  const [token] = tokensIn(address);
  for (const text of [`Sam <${address}>`, address.toUpperCase(), `{"to":["${address}"]}`, `x@y.example, ${address}`])
    expect(tokensIn(text)).toEqual([token]);
  const altered = address.replace(/^r\.(.)/, (_, sign) => `r.${sign === 'a' ? 'b' : 'a'}`);
  for (const text of [addressOf('b'), altered, address.replace(DOMAIN, 'other.example'), address.slice(1)])
    expect(tokensIn(text)).toEqual([]);
});

test('each use has its own proof', () => {
  const token = tokensIn(addressOf('a'))[0]?.bytes.toString('hex');
  const ofId = messageIdToken(`<${messageIdName(prover('a'), send)}@x.example>`)[0]?.bytes.toString('hex');
  const link = Buffer.from(unsubscribeLink('', prover('a'), send).slice(3), 'base64url').toString('hex');
  expect(new Set([token, ofId, link]).size).toBe(3);
  expect(new Set([token, ofId, link].map((one) => one?.slice(0, 14))).size).toBe(1);
});
