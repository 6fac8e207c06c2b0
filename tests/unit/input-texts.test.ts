import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { newUserForm } from '../../events/accounts/accountInput.ts';
import { businessProfileUpdate, businessStep, signatureForm } from '../../events/accounts/businessInput.ts';
import { userChange } from '../../events/accounts/usersInput.ts';
import { campaignForm } from '../../events/campaigns/campaignInput.ts';
import { asOfQuery } from '../../events/history/historyInput.ts';
import { messageEdit, steerRequest } from '../../events/messages/messageInput.ts';
import { senderName } from '../../events/messages/signature.ts';
import { contactUpdate } from '../../events/partners/partnersInput.ts';
import { emailSettingsForm } from '../../events/sending/mailInput.ts';
import { needDecision } from '../../events/today/todayInput.ts';

const messages = (schema: z.ZodType, value: unknown) =>
  (schema.safeParse(value).error?.issues ?? []).map(({ message }) => message);

const signature = { businessName: 'Northwind', userFullName: 'Robin Vale', contactEmail: 'robin@northwind.example' };
const campaign = { name: 'A', subjectType: 'static', staticSubject: 'S', messagePrompt: 'P', dailyLimit: 5 };

describe('a line break', () => {
  const lines: [what: string, schema: z.ZodType, good: object, field: string][] = [
    ['Business name', businessStep, { businessName: 'Northwind', industry: 'Fitness' }, 'businessName'],
    ['Business name', signatureForm, signature, 'businessName'],
    ['Full name', signatureForm, signature, 'userFullName'],
    ['Job title', signatureForm, signature, 'jobTitle'],
    ['Phone', signatureForm, signature, 'contactPhone'],
    ['Subject', campaignForm, campaign, 'staticSubject'],
    ['Subject', messageEdit, { subject: 'S', body: 'B' }, 'subject'],
  ];
  test.each(lines)('in %s is refused', (what, schema, good, field) => {
    expect(messages(schema, good)).toEqual([]);
    for (const end of ['\r\n', '\n', '\r', '\v', '\f', '\u0085', '\u2028', '\u2029'])
      expect(messages(schema, { ...good, [field]: `Robin${end}Bcc: a@b.example` })).toEqual([
        `${what} must be a single line`,
      ]);
    expect(messages(schema, { ...good, [field]: 'Zoë O’Hara-Łuk 🦊\tLtd. 7' })).toEqual([]);
  });

  test('in a stored name does not reach the From of a mail', () => {
    expect(senderName('Robin\r\nBcc: a@b.example', null)).toBe('Robin Bcc: a@b.example');
    expect(senderName(null, { firstName: 'Robin\u2028', lastName: ' \nVale' })).toBe('Robin Vale');
    expect(senderName('\n', { firstName: 'Robin', lastName: null })).toBe('Robin');
    expect(senderName('\n', null)).toBeNull();
  });
});

test.each([
  ['Hello {{firstName}}', true],
  ['Hello {{firstName}} {{name}}', false],
  ['{{ first name }}, hello', false],
  ['{{{raw}}}', false],
  ['{{}}', false],
  ['{{first\nname}}', false],
  ['{single} braces, {{ never closed', true],
  ['closed }} before {{ opened', true],
])('placeholder in %j: taken %s', (body, taken) => {
  expect(messages(messageEdit, { subject: 'S', body })).toHaveLength(taken ? 0 : 1);
});

test('a placeholder is refused by its own name, also where it would reach an email by way of the signature', () => {
  const error = 'Write out {{role}}: nothing fills it in';
  expect(messages(messageEdit, { subject: 'S', body: 'As {{role}} I …' })).toEqual([error]);
  for (const field of ['businessName', 'userFullName', 'jobTitle'])
    expect(messages(signatureForm, { ...signature, [field]: 'A {{role}}' })).toEqual([error]);
});

test.each([
  ['x', false],
  ['  12 Elm \n', false],
  ['Burlington', true],
  ['12 Ridge Road\nBurlington, VT 05401', true],
  // a sandbox needs none, and a real installation sends nothing without one
  [' ', true],
])('the postal address %j: taken %s', (postalAddress, taken) => {
  const error = 'Enter the full postal address: street, town and country.';
  for (const [schema, form] of [
    [signatureForm, { ...signature, postalAddress }],
    [businessProfileUpdate, { postalAddress }],
  ] as const)
    expect(messages(schema, form)).toEqual(taken ? [] : [error]);
});

test.each([
  ['b ob!', false],
  ['bob@work', false],
  ['bob\u0000', false],
  ['Zoë_O.Hara-7', true],
  ['Zoe\u0308', true],
  ['@bob', false],
  [' ', true],
])('the username %j: taken %s', (username, taken) => {
  const error = 'The username may only have letters, digits, dots, dashes and underscores';
  const user = { email: 'a@b.example', isAdmin: false, isPaused: false };
  for (const [schema, form] of [
    [newUserForm, { ...user, username }],
    [userChange, { username }],
  ] as const)
    expect(messages(schema, form)).toEqual(taken ? [] : [error]);
});

test.each([
  ['https://www.linkedin.com/in/maren', true],
  ['http://maren.example', true],
  ['javascript:alert(1)', false],
  ['JavaScript:alert(1)', false],
  ['java\nscript:alert(1)', false],
  ['data:text/html,<script>alert(1)</script>', false],
  ['ftp://maren.example', false],
  ['//maren.example', false],
  ['maren.example', false],
])('social profile at %j: taken %s', (url, taken) => {
  const contactInfo = { email: 'a@b.example', socialProfiles: [{ platform: 'linkedin', url }] };
  expect(messages(contactUpdate, { contactInfo })).toEqual(
    taken ? [] : ['The address of a profile must begin with http:// or https://'],
  );
});

test.each([
  ['2026-12-01T10:00:00.123456789+14:00', true],
  ['1970-01-01T00:00:00Z', true],
  ['2999-12-31T23:59:59Z', true],
  // a day earlier in another zone there is no date
  ['0001-01-01T00:00:00Z', false],
  ['9999-12-31T23:59:59-14:00', false],
])('a moment of %s: taken %s', (at, taken) => {
  expect(messages(asOfQuery, { at, what: 'dashboard' })).toEqual(taken ? [] : ['at must be a time from 1970 to 2999']);
});

test('a day without days around it is refused', () => {
  const from = (from: string) => messages(steerRequest, { ids: ['m'], act: 'postpone', later: { from } });
  const at = (day: string) => messages(steerRequest, { ids: ['m'], act: 'reschedule', at: `${day}T10:05` });
  const until = (day: string) =>
    messages(needDecision, { ids: ['m'], decision: { kind: 'snooze', until: `${day}T00:00:00Z` } });
  for (const one of [from, at, until]) {
    expect(one('2999-12-31')).toEqual([]);
    for (const day of ['0001-01-01', '9999-12-31']) expect(one(day)).toHaveLength(1);
  }
});

test('a SendGrid key with a space, or of another provider, is refused with what to do', () => {
  const of = (sendgridApiKey: string) => messages(emailSettingsForm, { emailProvider: 'sendgrid', sendgridApiKey });
  expect(of('SG.abc')).toEqual([]);
  expect(of('a sandbox takes any word'.replaceAll(' ', '-'))).toEqual([]);
  expect(of('SG.a b')).toEqual([expect.stringMatching(/Copy it again\.$/)]);
  expect(of('sk-proj-abc')).toEqual([
    'This is a key of OpenAI. Enter the API key that SendGrid shows; it begins with SG.',
  ]);
});
