import { describe, expect, test } from 'vitest';
import type { PartnerView } from '../../api/views.ts';
import { externalUrl } from '../../events/shared/externalUrl.ts';
import { compareValues } from '../../web/components/ui/table/columns.ts';
import { readSort } from '../../web/components/ui/table/sortUrl.ts';
import { hiddenRows, importedText } from '../../web/features/discovery/importWords.ts';
import { linkedinProblem, profileReadText } from '../../web/features/discovery/linkedinWords.ts';
import { readFilter } from '../../web/features/partners/filterUrl.ts';
import { endedText, foundText } from '../../web/features/partners/followedSearch.ts';
import { partnerStage, type StagedPartner } from '../../web/features/partners/partnerStage.ts';
import { SORTS } from '../../web/features/partners/sortPartners.ts';
import { firstPartnersText, foundPartnersText } from '../../web/features/search/foundText.ts';
import { timeAgo } from '../../web/lib/dates.ts';
import { initials, percent } from '../../web/lib/numbers.ts';

const partner = (given: Partial<PartnerView>): PartnerView => ({
  id: 'p',
  name: 'Ada',
  username: 'ada',
  avatar: null,
  platform: 'linkedin',
  industry: null,
  tags: [],
  bio: null,
  profileUrl: null,
  platformUrl: null,
  followersCount: null,
  engagementRate: null,
  matchScore: 50,
  roughScore: false,
  status: 'pending',
  emailStatus: 'pending',
  contactInfo: null,
  contactSource: null,
  contactSourceUrl: null,
  contactFoundAt: null,
  contactVerification: null,
  contactSearching: false,
  doNotContact: null,
  erased: false,
  unreadable: false,
  createdAt: '2026-01-01T00:00:00Z',
  searchId: null,
  verified: true,
  ...given,
});

test('the filter of an address is read back; what it misspells is ignored', () => {
  expect(
    readFilter(
      new URLSearchParams(
        'search=run&minFollowers=5000&includeUnknown=true&status=pending&emailStatus=all&minMatchScore=x',
      ),
    ),
  ).toEqual({
    search: 'run',
    minFollowers: 5000,
    includeUnknown: true,
    status: 'pending',
  });
});

test('the notice of an import says what came of the rows, and whom the preferred platforms hide', () => {
  const rows = [
    { line: 2, name: 'Ada', profileUrl: 'https://www.linkedin.com/in/ada' },
    { line: 3, name: 'Imke', profileUrl: 'https://instagram.com/imke' },
    { line: 4, name: 'Jon', platform: 'tiktok' as const, username: 'jon' },
  ];
  const none = { addedCount: 3, knownCount: 0, repeatedCount: 0, leftOutCount: 0 };
  expect(importedText(none, hiddenRows(rows, []))).toBe('3 partners added to your list for review.');
  expect(importedText(none, hiddenRows(rows, ['linkedin']))).toBe(
    '3 partners added to your list for review. Your preferred platforms hide some of them.',
  );
  expect(importedText(none, hiddenRows(rows.slice(1), ['linkedin']))).toBe(
    '3 partners added to your list for review. Your preferred platforms hide them.',
  );
  expect(importedText({ addedCount: 1, knownCount: 2, repeatedCount: 1, leftOutCount: 3 })).toBe(
    '1 partner added to your list for review. 2 people were in your list already. 1 row repeats a person in the list. 3 rows were not imported.',
  );
});

describe('a typed LinkedIn address', () => {
  test.each([
    ['', 'URL Required'],
    ['not an address', 'Invalid LinkedIn URL'],
    ['https://www.linkedin.com/company/x', 'Invalid LinkedIn URL'],
    ['https://notlinkedin.com/in/ada', 'Invalid URL Format'],
    ['notlinkedin.com/in/ada', 'Invalid URL Format'],
  ])('%s: %s', (text, title) => {
    expect(linkedinProblem(text)?.title).toBe(title);
  });

  test('a profile has no problem', () => {
    expect(linkedinProblem(' https://linkedin.com/in/ada/ ')).toBeNull();
    expect(linkedinProblem('linkedin.com/in/ada')).toBeNull();
    expect(linkedinProblem('www.LinkedIn.com/in/ada')).toBeNull();
  });
});

test('the notice of a search gives the true count and says why it fell short', () => {
  const whole = {
    requested: 10,
    found: 10,
    duplicates: 0,
    complete: true,
    sources: [{ source: 'people_data_labs', found: 10 }],
  };
  expect(foundPartnersText(whole).text).toBe('10 new partner recommendations from People Data Labs.');
  const short = {
    requested: 10,
    found: 1,
    duplicates: 0,
    complete: false,
    sources: [{ source: 'people_data_labs', found: 1, error: 'People Data Labs asks to wait (rate limit).' }],
  };
  expect(foundPartnersText(short).text).toContain('1 of 10 found. People Data Labs asks to wait (rate limit).');
});

test('the notice of a search says what helps: other words for the audience, since figures exclude nobody', () => {
  const none = {
    requested: 10,
    found: 0,
    duplicates: 0,
    complete: false,
    sources: [{ source: 'people_data_labs', found: 0 }],
  };
  const help = 'Describe your audience in other words with Adjust Profile, then search again.';
  expect(foundPartnersText(none)).toEqual({
    title: 'No New Partners Found',
    text: `No one new matched your audience. ${help}`,
  });
  const further = 'Search again to look further, or describe your audience in other words with Adjust Profile.';
  expect(foundPartnersText({ ...none, duplicates: 12 }).text).toBe(`Everyone found is known already. ${further}`);
  const few = { ...none, found: 7, sources: [{ source: 'people_data_labs', found: 7 }] };
  expect(foundPartnersText(few).text).toBe(
    `7 new partner recommendations from People Data Labs. 7 of 10 found. ${further}`,
  );
});

test('the notice of the first search says how many each of several sources found', () => {
  const sources = [
    { source: 'youtube', found: 6 },
    { source: 'people_data_labs', found: 4 },
    { source: 'web_search', found: 0 },
  ];
  expect(firstPartnersText({ requested: 10, found: 10, duplicates: 0, complete: true, sources }).text).toBe(
    '10 potential partners have been found for you to review. 6 from YouTube and 4 from People Data Labs.',
  );
});

test('the notice of a search says which region is none, and where it looked instead', () => {
  const regions = { unknown: ['atlantis'], searched: ['United States', 'Canada'] };
  const sources = [{ source: 'youtube', found: 2 }];
  const result = { requested: 2, found: 2, duplicates: 0, complete: true, sources, regions };
  const told =
    '"atlantis" is not a country we know. Searched: United States and Canada. Name countries with Adjust Profile to search elsewhere.';
  expect(foundPartnersText(result).text).toBe(`2 new partner recommendations from YouTube. ${told}`);
  expect(firstPartnersText(result).text).toContain(told);
  const short = {
    ...result,
    found: 3,
    complete: false,
    sources: [{ source: 'youtube', found: 3, error: 'YouTube took too long.' }],
  };
  expect(firstPartnersText(short).text).toMatch(
    /^3 potential partners have been found for you to review\. YouTube took too long\./,
  );
  expect(foundPartnersText({ ...result, found: 0 }).text).toContain(told);
  const two = { unknown: ['atlantis', 'europe'], searched: ['France'] };
  expect(foundPartnersText({ ...result, complete: false, regions: two }).text).toContain(
    '"atlantis" and "europe" are not countries we know. Searched: France. Name countries with Adjust Profile to search elsewhere.',
  );
});

test('the notice of a found email names its source', () => {
  const found = partner({ contactInfo: { email: 'ada@x.example', socialProfiles: [], confidence: 0.9 } });
  const shared = { usedHunter: true, fallbackUsed: false, creditsRemaining: 199, creditUsed: true, steps: [] };
  const view = { ...shared, partner: found };
  expect(foundText({ ...view, source: 'people_data_labs' })).toEqual({
    title: 'Enhanced with PDL',
    text: 'Email found at People Data Labs: ada@x.example. 199 credits remaining.',
  });
  expect(foundText({ ...view, source: 'people_data_labs', creditUsed: false }).text).toContain('No credits used');
  expect(foundText({ ...view, source: 'ai', usedHunter: false, fallbackUsed: true, creditUsed: false })).toEqual({
    title: 'Enhanced with AI',
    text: 'Email found by AI: ada@x.example. No credits used.',
  });
  expect(foundText({ ...view, source: 'hunter' }).title).toBe('Contact Enhanced');
  expect(foundText({ ...view, partner: partner({}), source: null }).text).toContain('no credit was used');
});

test('only http and https become links', () => {
  expect(externalUrl('javascript:alert(1)')).toBeNull();
  expect(externalUrl('data:text/html,x')).toBeNull();
  expect(externalUrl('linkedin.com/in/ada')).toBe('https://linkedin.com/in/ada');
  expect(externalUrl('')).toBeNull();
});

test('words for numbers and times', () => {
  expect([initials('Maren van Oduya'), initials('Ada'), initials(null)]).toEqual(['MO', 'A', '?']);
  // signs, digits and pictures are no initials
  expect([initials('Cy "Cyan" (she)'), initials('🌻 Ada'), initials('***')]).toEqual(['CS', 'A', '?']);
  expect([initials('محمد عبد الله 🏔️'), initials('Ada Byron 99')]).toEqual(['ما', 'AB']);
  expect([percent(4.1), percent(25), percent(null)]).toEqual(['4.1%', '25%', '–']);
  const now = Date.parse('2026-01-01T12:00:00Z');
  expect(timeAgo('2026-01-01T11:59:30Z', now)).toBe('just now');
  expect(timeAgo('2026-01-01T11:55:00Z', now)).toBe('5 minutes ago');
});

test('the order of a list is named in the address; what it misspells is best match first', () => {
  expect(readSort(SORTS, null)).toEqual({ id: 'match', desc: true });
  expect(readSort(SORTS, 'nonsense')).toEqual({ id: 'match', desc: true });
  expect(readSort(SORTS, 'name')).toEqual({ id: 'name', desc: false });
  expect(readSort(SORTS, '-followers')).toEqual({ id: 'followers', desc: false });
});

test('values of a column are compared as numbers, or as words whatever the case and the accents', () => {
  expect(['Zoe', 'Östen', 'ada', 'Person 10', 'Person 9'].sort(compareValues)).toEqual([
    'ada',
    'Östen',
    'Person 9',
    'Person 10',
    'Zoe',
  ]);
  expect([900, 12_000, 0].sort(compareValues)).toEqual([0, 900, 12_000]);
});

test('what a search of an address brought that outlasted its call', () => {
  const contactInfo = { email: 'ada@x.example', socialProfiles: [], confidence: 0.9 };
  const found = partner({ contactInfo, emailStatus: 'email_found' });
  expect(endedText(found, null)).toBe('Email found: ada@x.example.');
  expect(endedText(found, 'ada@x.example')).toBe('The search has ended. The address stays as it was.');
  expect(endedText(partner({ contactInfo: null, emailStatus: 'no_email_found' }), null)).toMatch(/^No email address/);
  expect(endedText(partner({ contactInfo: null, emailStatus: 'pending' }), null)).toBe(
    'The search ended without an answer. Please try again.',
  );
});

test('what the reading of a LinkedIn profile has come to that outlasted its call', () => {
  const read = (search: object) => profileReadText({ found: 0, duplicates: 0, error: null, ...search });
  expect(read({ found: 1 })).toEqual({
    title: 'Partner Added',
    text: 'The partner has been added to your list for review.',
  });
  expect(read({ duplicates: 1 }).text).toBe('A partner with this LinkedIn profile already exists.');
  expect(read({})).toEqual({
    title: 'Add Partner Failed',
    text: 'Unable to generate partner data from this profile: no public profile was found at this address.',
    variant: 'destructive',
  });
  expect(read({ error: 'People Data Labs did not answer.' }).text).toMatch(/: People Data Labs did not answer\.$/);
});

test('what keeps a partner from being written to is said first, then how far they have come', () => {
  const stage = (given: Partial<StagedPartner>) => partnerStage({ ...partner({ status: 'approved' }), ...given }).label;
  expect(stage({ outreach: 'replied', doNotContact: 'unsubscribed' })).toBe('Unsubscribed');
  expect(stage({ outreach: 'sent', doNotContact: 'user' })).toBe('Do not contact');
  expect(stage({ outreach: 'replied', doNotContact: null })).toBe('Replied');
});
