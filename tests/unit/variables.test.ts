import { expect, test } from 'vitest';
import { businessProfileUpdate } from '../../events/accounts/businessInput.ts';
import { campaignForm } from '../../events/campaigns/campaignInput.ts';
import { flawText } from '../../events/messages/check/flaw.ts';
import { fillText } from '../../events/messages/fillText.ts';
import { fillVariables, VARIABLES, type VariableSource, variableIn } from '../../events/shared/variables.ts';

const source: VariableSource = {
  ...{ name: 'Dr. Ana María Lima', platform: 'tiktok' },
  ...{ businessName: 'Northwind', userFullName: 'Robin Vale', bookingLink: 'https://cal.example/robin?x=$&' },
};

test('every variable is filled in, in any case and with spaces', () => {
  const text = Object.keys(VARIABLES)
    .map((name) => `{{${name}}}`)
    .join(' | ');
  expect(fillVariables(text, source)).toBe(
    'Ana | Dr. Ana María Lima | TikTok | Northwind | Robin Vale | https://cal.example/robin?x=$&',
  );
  expect(fillVariables('{{ FIRSTNAME }} {{other}} {one}', source)).toBe('Ana {{other}} {one}');
});

test.each([
  ['Ana', 'Ana'],
  ['Łukasz-Jan Nowak', 'Łukasz-Jan'],
  ['Müller, Ana', null],
  ['مريم الزهراء', 'مريم'],
  ['王小明', '王小明'],
  ['A. Lima', null],
  ['🦊', null],
  ['', null],
  [null, null],
])('the first name of %j is %j', (name, first) => {
  expect(fillVariables('{{firstName}}', { ...source, name })).toBe(first ?? '{{firstName}}');
});

test('a value is put in as it is: no variable of its own, and in one line', () => {
  expect(fillVariables('Hi {{partnerName}}', { ...source, name: 'Ana\n{{senderName}}' })).toBe('Hi Ana {{senderName}}');
});

test('a text for one partner that would have a hole is refused, and says what is missing', () => {
  const text = { subject: 'For {{firstName}}', body: 'See {{bookingLink}}' };
  expect(fillText(text, source)).toEqual({ subject: 'For Ana', body: 'See https://cal.example/robin?x=$&' });
  expect(() => fillText(text, { ...source, bookingLink: null })).toThrow(
    '{{bookingLink}} is empty in your business profile. Write it out.',
  );
});

test('a hole in a text for many is a flaw in words', () => {
  expect(variableIn('Hi {{ firstname }}')).toBe('firstName');
  expect(flawText({ rule: 'placeholder', quote: '{{firstName}}' })).toBe('{{firstName}} is not known for this partner');
});

test.each([
  ['subject', 'Vests for {{partnerName}}', undefined],
  ['instructions', 'Offer {{firstName}} a hat.', 'Write out {{firstName}}: nothing fills it in'],
])('version B may vary the %s by a variable only where it is filled in', (varies, variantB, problem) => {
  const form = { name: 'A', subjectType: 'static', staticSubject: 'For {{firstName}}', messagePrompt: 'P' };
  const { error } = campaignForm.safeParse({ ...form, abTest: { varies, variantB } });
  expect(error?.issues[0]?.message).toBe(problem);
});

test.each([
  ['https://cal.example/robin', true],
  ['', true],
  ['http://cal.example/robin', false],
  ['cal.example', false],
  ['javascript:alert(1)', false],
])('the booking link %j: taken %s', (bookingLink, taken) => {
  const { error } = businessProfileUpdate.safeParse({ bookingLink });
  expect(error?.issues[0]?.message).toBe(taken ? undefined : 'Enter a link that begins with https://');
});
