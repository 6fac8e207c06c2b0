import { expect, test } from 'vitest';
import { planFromWords, scoreMatch } from '../../events/partners/match.ts';

const criteria = {
  targetAudience: 'Shoes for hill walkers and fell runners. We look for coaches, guides and bloggers.',
  exclusions: ['no fast fashion', 'crypto'],
};

const match = (bio: string, more: object = {}, wanted: object = criteria) => {
  const subject = {
    ...{ name: 'Ada Reyes', bio, jobTitle: null, industry: null, keywords: [], country: null },
    ...{ platform: 'instagram' as const, otherPlatforms: [], followersCount: 9_000, engagementRate: 4, ...more },
  };
  const asked = { targetAudience: '', ...wanted };
  return scoreMatch(subject, asked, planFromWords(asked));
};
const signs = (...of: Parameters<typeof match>) => match(...of).parts.flatMap(({ sign }) => sign ?? []);

test.each([
  ['Fell runner. No ads, no gifted kit.'],
  ['I walk the hills and I do not accept sponsored posts.'],
  ['Wanderungen in den Alpen. Keine Werbung, keine Kooperationen.'],
  ['Randonneuse. Plus de partenariats, merci.'],
  ['Je ne fais plus de partenariats payants.'],
  ['Senderista. No hago colaboraciones.'],
  ['Escursioni e montagna. Non faccio collaborazioni. Niente pubblicità.'],
  ['Wandelen op de Veluwe. Geen samenwerkingen, dank je.'],
])('declines: %s', (bio) => {
  expect(signs(bio)).toContain('declines');
});

test.each([
  ['Open to collabs: mail me.'],
  ['No excuses, just hills. Partnerships: ada@hills.example'],
  ['Ich freue mich über Kooperationen.'],
  ['No hay montaña pequeña. Colaboraciones por correo.'],
])('does not decline: %s', (bio) => {
  expect(signs(bio)).not.toContain('declines');
});

test.each([
  ['Fell runner, sponsored by Peak&Pace until 2027.'],
  ['Hill walker and ambassador for Northfell boots.'],
  ['Founder of Cragfoot, hand-made running shoes.'],
])('is bound to another brand of the field: %s', (bio) => {
  expect(signs(bio)).toContain('competitor');
});

test.each([
  ['Founder of the Tuesday fell running club.'],
  ['Fell runner, not sponsored by anyone.'],
  ['Founder of a bakery in Leeds. Sourdough and rye.'],
])('is not bound to one: %s', (bio) => {
  expect(signs(bio)).not.toContain('competitor');
});

test.each([
  ['Fan page. Mountain running pictures every day.', {}],
  ['Daily deals on walking boots. Up to 70% off.', {}],
  ['We are a family-run retailer of walking boots.', {}],
  ['Wir sind ein Hersteller von Wanderschuhen.', {}],
  ['Boots and more.', { name: 'Hill Boots Ltd' }],
])('is no person: %s %j', (bio, more) => {
  expect(signs(bio, more)).toContain('organization');
});

test('a coach who says "we" is a person', () => {
  expect(signs('Fell running coach. We are out every morning, me and my dog.')).not.toContain('organization');
});

test('a list of search words is no profile, and a list of what somebody does is one', () => {
  const list = 'trail running hill walking hiking fell running shoes boots outdoor gear coach guide blogger';
  expect(signs(list)).toContain('stuffed');
  expect(match(list).score).toBeLessThan(50);
  expect(signs('Fell runner, baker, mum of three. Based in Leeds, dreaming of hills.')).not.toContain('stuffed');
});

test.each([
  ['Weekly Shein hauls, and hills on Sundays.', true],
  ['Fast fashion lover.', true],
  ['Bitcoin signals from the hills.', true],
  ['Hill walker. No fast fashion, I mend my kit.', false],
  ['I walk and mend, instead of fast fashion.', false],
  ['Fashion for the hills. I walk fast.', false],
])('%s is excluded: %s', (bio, is) => {
  expect(signs(bio).includes('excluded')).toBe(is);
});

test.each([
  ['no fast fashion', 'I mend clothes. Fast fashion? No thanks.', false],
  ['no fast fashion', 'Fast fashion is not for me. I sew.', false],
  ['keine Pelze', 'Pelze sind nicht mein Stil. Ich stricke.', false],
  ['no fast fashion', 'Fast-fashion critic and stylist.', false],
  ['no dairy', 'Dairy-free baking for families.', false],
  ['pas de fast fashion', 'Couturière. La fast fashion, non merci.', false],
  ['no plastic', 'Zero waste: I avoid plastic wherever I can.', false],
  ['no dairy', 'Dairy farmer, free delivery of cheese.', true],
  ['no crypto', 'Crypto trader, this is not financial advice, never was.', true],
  ['no fast fashion', 'Fast fashion lover. No budget? No problem.', true],
  ['no casinos', 'Casinos and slots, free spins daily.', true],
  ['not vegan', 'Vegan cook. Beans, mostly.', false],
  ['not vegan', 'Cook and baker.', false],
  ['not vegan', 'Cook. I am not vegan, and I love butter.', true],
  ['non-vegan', 'Vegan cook. Beans, mostly.', false],
  ['nicht vegan', 'Ich koche vegan in Köln.', false],
  ['not crypto', 'Crypto trader and poet.', true],
  ['no vegan', 'Vegan cook. Beans, mostly.', true],
])('who is left out by %s: "%s" is %s', (exclusion, bio, is) => {
  expect(signs(bio, {}, { targetAudience: 'walkers', exclusions: [exclusion] }).includes('excluded')).toBe(is);
});

test('what the criteria say they do not want excludes, too', () => {
  const wanted = { targetAudience: 'Security engineers who blog. No recruiters.' };
  expect(signs('Recruiter for security engineers.', {}, wanted)).toContain('excluded');
  expect(signs('Security engineer. I blog about logs.', {}, wanted)).toEqual([]);
});

test('many followers of whom none reacts are a sign, and unknown figures are none', () => {
  expect(signs('Fell running coach.', { followersCount: 700_000, engagementRate: 0.1 })).toEqual(['bought_followers']);
  expect(signs('Fell running coach.', { followersCount: 700_000, engagementRate: null })).toEqual([]);
  expect(signs('Fell running coach.', { followersCount: 12 })).toEqual(['no_audience']);
});

test('a part without points says whether nothing is known or nothing was asked', () => {
  const gaps = (...of: Parameters<typeof match>) =>
    Object.fromEntries(match(...of).parts.flatMap(({ part, gap }) => (gap ? [[part, gap]] : [])));
  const asking = { targetAudience: 'Fell runners in Germany', minFollowers: 1_000 };
  expect(gaps('', { followersCount: null }, asking)).toEqual({
    ...{ region: 'unknown', reach: 'unknown', quality: 'unknown' },
  });
  expect(gaps('Fell running coach.')).toEqual({ region: 'not_asked', reach: 'not_asked' });
  expect(gaps('Fell running coach.', { country: 'Germany' }, asking)).toEqual({});
});

test('words that only look alike earn nothing', () => {
  const topic = (bio: string) => match(bio).parts.find(({ part }) => part === 'topic')?.points ?? 0;
  expect(topic('Runner beans from my allotment.')).toBeLessThan(15);
  expect(topic('Trailer repair and wheel bearings.')).toBeLessThan(15);
  expect(topic('Fell runner from Keswick.')).toBeGreaterThan(25);
});

test('a bio in another language is read by the same concepts', () => {
  const topic = (bio: string) => match(bio).parts.find(({ part }) => part === 'topic')?.points ?? 0;
  for (const bio of [
    'Ich wandere jede Woche in den Bergen.',
    'Randonnées en montagne.',
    'Senderismo y correr por la montaña.',
  ])
    expect(topic(bio), bio).toBeGreaterThan(25);
});

test.each(['excluded', 'declines', 'stuffed'] as const)('%s is far below the threshold of Accept All', (sign) => {
  const bios = {
    excluded: 'Fell running coach and guide for hill walkers. I blog on shoes, fast fashion hauls and hills.',
    declines: 'Fell running coach and guide for hill walkers. I blog on shoes. No sponsored posts.',
    stuffed: 'fell running coach guide blogger hill walkers shoes hiking trail boots outdoors',
  };
  const { score, parts } = match(bios[sign]);
  expect(parts.map((part) => part.sign)).toContain(sign);
  expect(score).toBeLessThan(50);
});
