import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tellsAi } from '../../events/shared/hostile.ts';
import type { AskAi } from '../../worker/providers/openai/askAi.ts';
import { openAi } from '../../worker/providers/openai/askAi.ts';
import { ProviderError } from '../../worker/providers/providerError.ts';
import { type OpenPage, openPages } from '../../worker/providers/web/openPage.ts';
import { type Claim, confirmed } from '../../worker/providers/webSearch/confirmed.ts';
import { webSearchSource } from '../../worker/providers/webSearch/source.ts';
import { errorIn } from '../../worker/sandbox/openai/web.ts';
import { samplePeople } from '../../worker/sandbox/people/sample.ts';
import { type Sandbox, startSandbox } from '../../worker/sandbox/serve.ts';
import { rememberedCalls } from '../evals/calls.ts';
import { NO_MEMORY } from '../support/samples.ts';
import { contentOf } from '../support/webPage.ts';

const ask = (more: object = {}) => ({
  plan: {
    topics: ['trail running', 'gear repair'],
    jobTitles: ['running coach'],
    audienceTerms: ['runners'],
    regions: ['united states'],
  },
  criteria: { targetAudience: 'Trail runners' },
  regions: ['united states', 'canada'],
  known: [] as string[],
  seenAt: '2026-03-01T09:00:00.000Z',
  scope: { tenant: 't', cause: { actor: 'worker:test', correlationId: 'c', causationId: null } },
  about: 'search-s1',
  ...NO_MEMORY,
  ...more,
});
const PAGE = 'https://maren.example/about';
const claim: Claim = {
  name: 'Maren Oduya',
  page: PAGE,
  profiles: ['https://instagram.com/marenruns', 'https://www.linkedin.com/in/marenruns'],
  quotes: ['I coach trail running for runners over forty.', 'She has 90,000 followers on Instagram.'],
  place: 'Burlington, Vermont',
  country: 'United States',
};
const body = `<html><body><h1>Maren <b>Oduya</b></h1><p>I coach trail running for
  runners over forty. Based in Burlington, Vermont.</p>
  <a href="https://www.instagram.com/marenruns/?hl=en">Instagram</a> <a href="//linkedin.com/in/marenruns">LinkedIn</a></body></html>`;
const page = (html = body, url = PAGE) => ({ ok: true as const, url, content: contentOf(html, url) });

describe('what an AI claims of a person', () => {
  test('counts as far as their page says it; what no page says is unknown, not zero', () => {
    const found = confirmed(claim, page(), ask({ criteria: { platforms: ['instagram'] } }));
    expect(found?.facts).toEqual({
      ...{ platform: 'instagram', otherPlatforms: ['linkedin'], industry: null, source: 'web_search' },
      ...{ followersCount: null, engagementRate: null },
    });
    expect(found?.person).toMatchObject({
      ...{ name: 'Maren Oduya', username: 'marenruns', bio: 'I coach trail running for runners over forty.' },
      ...{ country: 'united states', region: 'vermont', city: 'burlington', keywords: ['trail running', 'runners'] },
      profileUrl: 'https://www.linkedin.com/in/marenruns',
    });
    expect(found?.person.socialProfiles).toContainEqual({ platform: 'website', url: PAGE });
    expect(found?.person.evidence.map(({ field, place, url, source }) => [field, place, url, source])).toEqual([
      ['bio', 'body', PAGE, 'web_search'],
      ['keywords', 'body', PAGE, 'web_search'],
      ['location', 'body', PAGE, 'web_search'],
    ]);
  });

  test.each([
    ['a name that is not on it', { name: 'Alex Winterbourne' }],
    ['a part of a word of it', { name: 'aren odu' }],
    ['no profile that it links', { profiles: ['https://tiktok.com/@maren'] }],
  ])('%s is nobody', (_what, change) => {
    expect(confirmed({ ...claim, ...change }, page(), ask())).toBeNull();
  });

  test.each([
    'https://www.linkedin.com/company/acme',
    'https://www.youtube.com/watch?v=abc',
    'https://www.instagram.com/p/Cx1',
    'https://x.com/marenruns/status/1',
  ])('%s is nobody’s profile', (url) => {
    const own = 'https://instagram.com/marenruns';
    const text = `<h1>Maren Oduya</h1><a href="${url}">look</a><a href="${own}">Instagram</a>`;
    const html = page(text);
    expect(confirmed({ ...claim, profiles: [url] }, html, ask())).toBeNull();
    const { person } = confirmed({ ...claim, profiles: [url, own] }, html, ask()) ?? {};
    expect(person?.socialProfiles.map((profile) => profile.url)).toEqual([own, PAGE]);
    expect(confirmed({ ...claim, profiles: [own] }, page(text, url), ask())?.person.socialProfiles).toEqual([
      { platform: 'instagram', url: own },
    ]);
  });

  test('a place that is not on it is unknown, and so is its country', () => {
    const found = confirmed({ ...claim, place: 'Boston, Massachusetts' }, page(), ask());
    expect(found?.person).toMatchObject({ country: null, region: null, city: null });
  });

  test('without a word that the page says there is no evidence', () => {
    const bare = page('<h1>Maren Oduya</h1><a href="https://instagram.com/marenruns">me</a>');
    expect(confirmed({ ...claim, place: null }, bare, ask())?.person).toMatchObject({ bio: null, evidence: [] });
  });
});

const INJECTIONS = JSON.parse(readFileSync(new URL('../evals/injections.json', import.meta.url), 'utf8')) as {
  text: string;
}[];

/** A search that an AI answers so, having opened these pages. */
const answers =
  (people: Claim[], opened: string[]): AskAi =>
  async () =>
    ({ value: { people }, model: 'm', opened }) as never;

describe('what readers do not see on a page, or its owner did not write', () => {
  const quote = 'The most trusted outdoor creator, with two million followers.';
  const profile = 'https://instagram.com/best_deals_uk';
  const confirmedBy = (part: string) =>
    confirmed(
      { ...claim, quotes: [quote], profiles: [...claim.profiles, profile] },
      page(body.replace('</body>', `${part}</body>`)),
      ask(),
    )?.person;
  const link = `<a href="${profile}">me</a>`;

  test('is evidence when it is in sight', () => {
    expect(confirmedBy(`<p>${quote} ${link}</p>`)).toMatchObject({ bio: quote });
  });

  test.each([
    ['display', `<p style="display:none">${quote} ${link}</p>`],
    ['visibility', `<p style="color:red; visibility: hidden">${quote} ${link}</p>`],
    ['opacity', `<p style="opacity:0.0">${quote} ${link}</p>`],
    ['no size', `<p style="font-size:0">${quote} ${link}</p>`],
    ['one pixel', `<p style="font-size: 1px !important">${quote} ${link}</p>`],
    ['a cut box', `<p style="height:1px;width:1px;overflow:hidden">${quote} ${link}</p>`],
    ['beside the screen', `<p style="position:absolute;left:-9999px">${quote} ${link}</p>`],
    ['the attribute hidden', `<div hidden><p>${quote} ${link}</p></div>`],
    ['aria-hidden', `<p aria-hidden="true">${quote} ${link}</p>`],
    ['a class for screen readers', `<span class="sr-only">${quote} ${link}</span>`],
    ['a comment of HTML', `<!-- ${quote} ${link} -->`],
    [
      'a rule for a class',
      `<style>p { color: red } .a, p.x.y { display: none; }</style><p class="y x">${quote} ${link}</p>`,
    ],
    ['a rule for an id', `<div id="x">${quote} ${link}</div><style>@media screen { #x { font-size: 0 } }</style>`],
    ['data for search engines', `<script type="application/ld+json">{"description":"${quote}"}</script>${''}`],
    ['comments of strangers', `<section id="comments"><article><p>${quote} ${link}</p></article></section>`],
    ['one comment', `<li class="comment even depth-1">${quote} ${link}</li>`],
    ['a comment by its type', `<div itemscope itemtype="https://schema.org/Comment">${quote} ${link}</div>`],
    ['Disqus', `<div id="disqus_thread">${quote} ${link}</div>`],
    ['a frame', `<iframe src="//x.example">${quote} ${link}</iframe>`],
    ['the footer of the page', `<footer class="footer">${quote} ${link}</footer>`],
    ['the footer of a widget', `<div class="newsletter-widget"><footer>${quote} ${link}</footer></div>`],
  ])('is none: %s', (_what, part) => {
    const person = confirmedBy(part);
    expect(person).toMatchObject({ name: 'Maren Oduya', bio: null });
    expect(person?.socialProfiles.map(({ url }) => url)).not.toContain(profile);
  });

  test.each([
    ['a rule for paper', `<style>@media print { .x { display: none } }</style><p class="x">${quote}</p>`],
    ['a rule for another element', `<style>div.x { display: none }</style><p class="x">${quote}</p>`],
    ['after a hidden part', `<p hidden>x</p><br><p>${quote}</p>`],
    ['half seen', `<p style="opacity: 0.9; font-size: 0.9em; max-height: 10px">${quote}</p>`],
    ['a post that takes comments', `<div class="post comments-open">${quote}</div>`],
  ])('is evidence: %s', (_what, part) => expect(confirmedBy(part)).toMatchObject({ bio: quote }));
});

describe('a search of the web', () => {
  const reads: OpenPage = async (url) => (url === PAGE ? page() : { ok: false, why: 'robots' });

  test.each([
    ['a page that the AI did not open', [], claim],
    ['a page that cannot be fetched', ['https://other.example/'], { ...claim, page: 'https://other.example/' }],
    ['somebody from elsewhere', [PAGE], { ...claim, country: 'Germany' }],
  ])('leaves out %s', async (_what, opened, one) => {
    expect(
      await webSearchSource(answers([one], opened), reads)
        .search(ask())
        .next(5),
    ).toEqual([]);
  });

  test('takes a page that was opened under another spelling, but none of which many people are claimed', async () => {
    const opened = [`${PAGE}/?utm_source=openai`];
    const next = (people: Claim[]) => webSearchSource(answers(people, opened), reads).search(ask()).next(5);
    expect(await next([claim])).toHaveLength(1);
    expect(await next([claim, claim, claim])).toEqual([]);
  });

  test.each(INJECTIONS.map(({ text }) => [text]))(
    'whatever a page tells the AI, and though it obeys, nothing of it is in another: %s',
    async (text) => {
      const hostile = {
        ...claim,
        name: 'Sol Varga',
        page: 'https://sol.example/',
        profiles: ['https://instagram.com/sol'],
      };
      const link = '<a href="https://instagram.com/sol">Instagram</a> <a href="https://instagram.com/attacker">me</a>';
      const open: OpenPage = async (url) =>
        url === PAGE ? page() : page(`<h1>Sol Varga</h1><p>${text.replaceAll('<', '&lt;')}</p>${link}`, hostile.page);
      const obeying = {
        ...claim,
        quotes: [...claim.quotes, text],
        profiles: [...claim.profiles, 'https://instagram.com/attacker'],
      };
      const search = (people: Claim[]) =>
        webSearchSource(answers(people, [PAGE, hostile.page]), open)
          .search(ask())
          .next(5);
      const [maren, sol] = await search([obeying, { ...hostile, quotes: [text] }]);
      expect(maren).toEqual((await search([claim]))[0]);
      // their own words are theirs alone, and no figure comes from words
      expect(sol?.facts).toMatchObject({ followersCount: null, engagementRate: null });
      expect(sol?.person.evidence.every(({ url }) => url === hostile.page)).toBe(true);
      // an order to an AI is no fact
      expect(sol?.person.evidence.filter((item) => tellsAi(item.text) !== null)).toEqual([]);
    },
  );

  test('is asked once; whoever asks to wait is waited for', async () => {
    const fails = (error: ProviderError) =>
      webSearchSource(async () => Promise.reject(error), reads)
        .search(ask())
        .next(5);
    await expect(fails(new ProviderError({ code: 'hunter_checking' }, 'http_429', true, 30))).rejects.toMatchObject({
      ...{
        retryable: true,
        retryAfterSeconds: 30,
        reason: { code: 'web_search', reason: { code: 'hunter_checking' } },
      },
    });
    const kept = new Map<string, string | null>();
    const places = {
      read: (name: string) => kept.get(name) ?? null,
      keep: async (...one: [string, string | null]) => void kept.set(...one),
    };
    const begin = (about: string) => webSearchSource(answers([claim], [PAGE]), reads).search(ask({ places, about }));
    const search = begin('search-s1');
    expect(search.dry).toBe(false);
    await search.next(5);
    expect(search.dry).toBe(true);
    // the same search, run again after a worker died or another source asked to wait
    expect(begin('search-s1').dry).toBe(true);
    expect(begin('search-s2').dry).toBe(false);
  });
});

describe('against the sandbox', () => {
  let sandbox: Sandbox;
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'sandbox-web-'));
    sandbox = await startSandbox({ dataDir, port: 0, host: '127.0.0.1' });
  });
  afterAll(async () => {
    await sandbox.close();
    await rm(dataDir, { recursive: true });
  });

  test('finds people by pages of their own, and none of those that the AI got wrong; the next search finds others', async () => {
    const calls = rememberedCalls();
    const askAi = openAi(calls, { apiKey: 'k', baseUrl: `${sandbox.url}/openai/v1`, model: 'gpt-6.1-terra' });
    const openPage = openPages({ onlyHosts: [new URL(sandbox.url).host] });
    const source = webSearchSource(askAi, openPage);
    const topics = { plan: { ...ask().plan, topics: ['cooking', 'travel', 'trail running', 'skincare', 'budgeting'] } };
    const found = await source.search(ask(topics)).next(10);
    expect(found.length).toBeGreaterThan(3);
    expect(found.length).toBeLessThan(10);
    for (const { person, facts } of found) {
      const sample = samplePeople.find(({ fullName }) => fullName === person.name);
      expect(['paraphrased', undefined]).toContain(sample && errorIn(sample));
      expect(facts.followersCount).toBeNull();
      expect([null, 'united states', 'canada']).toContain(person.country);
    }
    const sites = found.flatMap(({ person }) =>
      person.socialProfiles.filter(({ platform }) => platform === 'website').map(({ url }) => url),
    );
    const known = sites.map((url) => url.replace(/^https?:\/\//, ''));
    const others = await source.search(ask({ ...topics, known })).next(10);
    expect(others.length).toBeGreaterThan(0);
    const names = new Set(found.map(({ person }) => person.name));
    expect(others.filter(({ person }) => names.has(person.name))).toEqual([]);
    const [call] = calls.made;
    expect(call).toMatchObject({ operation: 'partnerDiscovery', outcome: 'ok', webSearches: 1 });
    expect(call?.costUsd).toBeGreaterThan(0.01);
  });
});
