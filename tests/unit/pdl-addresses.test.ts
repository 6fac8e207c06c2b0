import { expect, test } from 'vitest';
import type { PdlPerson } from '../../worker/providers/peopleDataLabs/client.ts';
import { foundFrom } from '../../worker/providers/peopleDataLabs/person.ts';

const person = (url: string): PdlPerson => ({
  full_name: 'Maren Oduya',
  linkedin_url: url,
  profiles: [
    { network: 'linkedin', url },
    { network: 'instagram', url: 'instagram.com/maren', followers: 10 },
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
