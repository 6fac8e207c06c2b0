import { describe, expect, test } from 'vitest';
import { excludedTerms } from '../../events/partners/exclusions.ts';
import { tidyPlan } from '../../events/partners/tidyPlan.ts';
import type { AskAi } from '../../worker/providers/openai/askAi.ts';
import {
  partnerDiscoveryPrompt,
  partnerProfilePrompt,
  searchPlanPrompt,
} from '../../worker/providers/openai/prompts.ts';
import { searchQueries } from '../../worker/providers/peopleDataLabs/query.ts';
import { webSearchSource } from '../../worker/providers/webSearch/source.ts';
import type { YouTube } from '../../worker/providers/youtube/client.ts';
import { youTubeSource } from '../../worker/providers/youtube/source.ts';
import { Input } from '../../worker/sandbox/openai/inputs.ts';
import { discoverPeople } from '../../worker/sandbox/openai/web.ts';
import { compileQuery } from '../../worker/sandbox/pdl/query.ts';
import { entries } from '../../worker/sandbox/pdl/record.ts';
import { samplePeople } from '../../worker/sandbox/people/sample.ts';
import { NO_MEMORY } from '../support/samples.ts';

const plan = {
  topics: ['cooking', 'recipes'],
  jobTitles: [],
  audienceTerms: ['home cooks'],
  regions: ['united states', 'canada'],
};
const ask = (exclusions: string[]) => ({
  ...{ plan, criteria: { targetAudience: 'Home cooks', businessName: 'Oat & Ember', exclusions } },
  ...{ regions: plan.regions, known: [], seenAt: '2026-03-01T09:00:00.000Z', about: 'search-s1' },
  scope: { tenant: 't', cause: { actor: 'worker:test', correlationId: 'c', causationId: null } },
  ...NO_MEMORY,
});

test.each([
  ['no competitors', 'competitors'],
  ['No fast fashion.', 'fast fashion'],
  ['without an agency', 'agency'],
  ['not from the alcohol industry', 'alcohol industry'],
  ['keine Mitbewerber', 'mitbewerber'],
  ['kein Fleisch', 'fleisch'],
  ['ohne Glücksspiel', 'glücksspiel'],
  ['pas de concurrents', 'concurrents'],
  ["pas d'alcool", 'alcool'],
  ['sans huile de palme', 'huile de palme'],
  ['aucune agence', 'agence'],
  ['sin apuestas', 'apuestas'],
  ['ninguna agencia', 'agencia'],
  ['senza sponsor', 'sponsor'],
  ['nessun concorrente', 'concorrente'],
  ['geen concurrenten', 'concurrenten'],
  ['sem jogos de azar', 'jogos de azar'],
  ['bez alkoholu', 'alkoholu'],
  ['żadnych konkurentów', 'konkurentów'],
  ['inga konkurrenter', 'konkurrenter'],
  ['crypto', 'crypto'],
  ['Nonprofits', 'nonprofits'],
  ['notaries', 'notaries'],
  ['競合他社', '競合他社'],
])('%s leaves out %s', (text, term) => expect(excludedTerms([text])).toEqual([term]));

test.each(['not vegan', 'non-vegan', 'nicht vegan', 'niet vegan', 'inte vegansk', 'pas végane'])(
  '%s leaves out nobody who is it, so no source leaves them out',
  (text) => expect(excludedTerms([text])).toEqual([]),
);

test('a plan does not look for what is excluded', () => {
  const made = { ...plan, topics: ['Slow Fashion', 'fast fashion'], jobTitles: ['stylist', 'Fast fashion'] };
  expect(tidyPlan(made, ['no fast fashion'])).toMatchObject({ topics: ['slow fashion'], jobTitles: ['stylist'] });
});

describe('every source is told who is left out', () => {
  test('People Data Labs, by what people are and do, not by what they write', () => {
    const topics = ['software engineering', 'cooking', 'travel', 'marketing', 'teaching', 'design'];
    const found = (exclusions: string[]) =>
      searchQueries({ ...ask(exclusions), plan: { ...plan, topics } }).flatMap((query) => {
        const fits = compileQuery(query);
        return entries.filter(({ lower }) => fits(lower)).map(({ person }) => person);
      });
    const all = found([]);
    const interest = all[0]?.interests.at(-1) ?? '';
    const left = found([`no ${interest}`]);
    expect(left.length).toBeGreaterThan(0);
    expect(left).not.toContain(all[0]);
    const does = ({ interests, skills }: (typeof all)[number]) => [...interests, ...skills].includes(interest);
    expect(left.some(does)).toBe(false);
    expect(JSON.stringify(searchQueries(ask(['no alcohol'])))).not.toContain('"summary":"alcohol"');
  });

  test('YouTube, by single words', async () => {
    const asked: string[] = [];
    const searchChannels: YouTube['searchChannels'] = async (query) => {
      asked.push(query);
      return { ids: [], nextPage: null };
    };
    const api = { searchChannels, channels: async () => [] } as unknown as YouTube;
    await youTubeSource(api)
      .search(ask(['no alcohol', 'no fast food']))
      .next(5);
    expect(asked).toEqual(['cooking|recipes -alcohol']);
  });

  test('the web search, with the business and its other wishes', async () => {
    const inputs: object[] = [];
    const askAi: AskAi = async (_prompt, { input }) => {
      inputs.push(input);
      return { value: { people: [] }, model: 'm', opened: [] } as never;
    };
    const asks = ask(['no shops']);
    await webSearchSource(askAi, async () => ({ ok: false, why: 'robots' }))
      .search({ ...asks, criteria: { ...asks.criteria, additionalCriteria: 'over 40' } })
      .next(5);
    expect(inputs).toMatchObject([
      { business: { businessName: 'Oat & Ember' }, additionalCriteria: 'over 40', exclusions: ['no shops'] },
    ]);
  });

  test('and the sandbox’s model keeps to it', () => {
    const named = (exclusions: string[]) => {
      const input = Input.parse({ count: 5, topics: ['cooking', 'travel', 'trail running'], exclusions });
      const { people } = discoverPeople(input, 'http://site.test').value as { people: { name: string }[] };
      return people.map(({ name }) => name);
    };
    const [first = ''] = named([]);
    const topic = samplePeople.find(({ fullName }) => fullName === first)?.topic;
    expect(named([`no ${topic}`])).not.toContain(first);
    expect(named([`no ${topic}`]).length).toBeGreaterThan(0);
  });
});

test.each([partnerProfilePrompt, searchPlanPrompt, partnerDiscoveryPrompt])(
  '$name fits its budget of tokens',
  ({ instructions, mostTokens }) => {
    expect(instructions.length / 4.2).toBeLessThanOrEqual(mostTokens);
    expect(instructions.length / 4.2).toBeGreaterThan(mostTokens * 0.8);
  },
);
