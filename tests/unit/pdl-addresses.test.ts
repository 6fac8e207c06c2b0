import { describe, expect, test } from 'vitest';
import type { PdlPerson } from '../../worker/providers/peopleDataLabs/client.ts';
import { foundFrom, workEmailOf } from '../../worker/providers/peopleDataLabs/person.ts';

const person = (url: string): PdlPerson => ({
  full_name: 'Maren Oduya',
  linkedin_url: url,
  profiles: [
    { network: 'linkedin', url },
    { network: 'instagram', url: 'instagram.com/maren' },
  ],
});

test.each([
  ['linkedin.com/in/maren', 'https://www.linkedin.com/in/maren'],
  ['www.linkedin.com/in/maren', 'https://www.linkedin.com/in/maren'],
  ['HTTP://linkedin.com/in/maren', 'http://linkedin.com/in/maren'],
])('a provider’s address %s is kept as %s', (given, kept) => {
  const found = foundFrom(person(given), [])?.person;
  expect(found?.profileUrl).toBe(kept);
  expect(found?.socialProfiles).toContainEqual({ platform: 'linkedin', url: kept });
});

test.each([
  'javascript:alert(1)',
  'https://',
  'data:text/html,x',
  `linkedin.com/in/${'x'.repeat(500)}`,
  'not an address',
])('a provider’s address %s is dropped, and the others stay', (given) => {
  const found = foundFrom(person(given), [])?.person;
  expect(found?.profileUrl).toBe('https://www.instagram.com/maren');
  expect(found?.socialProfiles).toEqual([{ platform: 'instagram', url: 'https://www.instagram.com/maren' }]);
});

describe('the address that is taken', () => {
  const listed = (type: string, address: string, last_seen: string) => ({ type, address, last_seen });

  test.each<[string, Partial<PdlPerson>, string | null]>([
    ['at work now', { work_email: 'Maren@Now.example', emails: [] }, 'maren@now.example'],
    [
      'at work now, the one seen last',
      {
        work_email: null,
        emails: [
          listed('current_professional', 'a@now.example', '2024-01-01'),
          listed('current_professional', 'b@now.example', '2026-01-01'),
        ],
      },
      'b@now.example',
    ],
    ['an old one', { emails: [listed('professional', 'maren@before.example', '2026-01-01')] }, null],
    ['a private one', { emails: [listed('personal', 'maren@mail.example', '2026-01-01')] }, null],
    ['one that the plan hides', { work_email: true, emails: true }, 'hidden'],
    ['none', { work_email: false, emails: false }, null],
    ['no word of any', {}, null],
  ])('%s', (_, known, taken) => {
    expect(workEmailOf({ ...person('linkedin.com/in/maren'), ...known })).toBe(taken);
  });
});
