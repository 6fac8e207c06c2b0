import { expect, test } from 'vitest';
import { isSampleAddress, sendingNotOpen } from '../../events/realSending.ts';

const open = { sandbox: false, publicUrl: 'https://pilot.northwind.com', postalAddress: '12 Ridge Road' };

test.each([
  ['everything is there', {}, null],
  ['PUBLIC_URL is not https', { publicUrl: 'http://pilot.northwind.com' }, 'not_configured'],
  ['PUBLIC_URL is this machine', { publicUrl: 'https://localhost:3000' }, 'not_configured'],
  ['PUBLIC_URL is a reserved name', { publicUrl: 'https://pilot.example' }, 'not_configured'],
  ['no postal address', { postalAddress: null }, 'illegal'],
  ['a blank postal address', { postalAddress: ' \n ' }, 'illegal'],
  ['neither', { publicUrl: 'http://a.b', postalAddress: null }, 'not_configured'],
  ['a sandbox without any of it', { sandbox: true, publicUrl: 'http://localhost', postalAddress: null }, null],
] as const)('real mail, %s: %j is refused as %s', (_name, given, refusal) => {
  expect(sendingNotOpen({ ...open, ...given })?.refusal ?? null).toBe(refusal);
});

test('what is missing is said in words that name it', () => {
  expect(sendingNotOpen({ ...open, publicUrl: 'http://a.b' })?.text).toMatch(
    /PUBLIC_URL must be an https address.*unsubscribe.*administrator to set it\.$/,
  );
  expect(sendingNotOpen({ ...open, postalAddress: null })?.text).toMatch(/postal address in Settings before sending/);
});

test.each([
  ['ada@lindqvist.example', true],
  ['ada@mail.lindqvist.TEST', true],
  ['ada@some.invalid', true],
  ['ada@localhost', true],
  ['ada@mail.localhost.', true],
  ['ada@example.com', false],
  ['ada@myexample', false],
  ['test@invalid.org', false],
] as const)('%s is a sample address: %s', (email, sample) => expect(isSampleAddress(email)).toBe(sample));
