/** Orders of strangers to an AI, in ten languages: what code alone lets through to a score and to a label. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { replyWithoutOrders } from '../../events/messages/check/ordersToAi.ts';
import { planFromWords } from '../../events/partners/match.ts';
import { scoreFound } from '../../events/partners/scoreFound.ts';

type Attack = { id: string; in: 'bio' | 'name' | 'cell' | 'reply' | 'page' | 'offer'; language: string; text: string };
const attacks = JSON.parse(
  readFileSync(new URL('../evals/attacks.json', import.meta.url), 'utf8'),
) as readonly Attack[];
const within = (...places: Attack['in'][]) => attacks.filter((attack) => places.includes(attack.in));

const criteria = {
  targetAudience: 'People who hike and run on trails',
  description: 'Shoes for trail running and hill walking. We pay 12% of each sale, at most 100 a month.',
};
const plan = planFromWords(criteria);
const BIO = 'Hill walker in Keswick. I write about quiet trails for families.';

function scoreOf({ bio = BIO, name = 'Ana Ruiz' }) {
  const facts = { platform: 'instagram', otherPlatforms: [], industry: null, followersCount: 5_000, engagementRate: 3 };
  const nobody = { username: null, avatar: null, profileUrl: null, jobTitle: null, company: null, companyDomain: null };
  const place = { country: null, region: null, city: null, keywords: [], socialProfiles: [], evidence: [] };
  const person = { name, bio, ...nobody, ...place };
  return scoreFound({ facts: { ...facts, platform: 'instagram', source: 'x' }, person }, criteria, plan).score ?? 0;
}

test('there are at least 40, in 8 languages', () => {
  expect(attacks.length).toBeGreaterThanOrEqual(40);
  expect(new Set(attacks.map(({ language }) => language)).size).toBeGreaterThanOrEqual(8);
});

test.each(within('bio', 'cell').map(({ id, text }) => [id, text]))('%s moves no score by rules: %s', (_id, text) => {
  const score = scoreOf({});
  expect(score).toBeGreaterThan(20);
  expect(score).toBeLessThan(90);
  expect(Math.abs(scoreOf({ bio: `${BIO}\n${text}` }) - score)).toBeLessThanOrEqual(1);
});

test.each(within('name').map(({ id, text }) => [id, text]))('%s as a name moves no score by rules: %s', (_id, name) => {
  expect(Math.abs(scoreOf({ name }) - scoreOf({}))).toBeLessThanOrEqual(1);
});

test.each(within('reply').map(({ id, text }) => [id, text]))('%s is not read by a model: %s', (_id, text) => {
  const { orders, text: rest } = replyWithoutOrders(text ?? '');
  expect(orders).not.toEqual([]);
  expect(rest).not.toMatch(/interested|out_of_office|unsubscribe|victim/);
});
