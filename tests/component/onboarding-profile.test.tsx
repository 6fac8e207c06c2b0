import { cleanup, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import type { BusinessProfileView, PartnerView, SearchView } from '../../api/views.ts';
import { OnboardingScreen } from '../../web/features/onboarding/OnboardingScreen.tsx';
import { businessProfileQuery } from '../../web/features/profile/api.ts';
import { currentUserQuery } from '../../web/features/session/api.ts';
import { queryClient } from '../../web/lib/queryClient.ts';
import { answer, calls, failed, hold } from './support/api.ts';
import { field, fillIn } from './support/fields.ts';
import { notice } from './support/notices.ts';
import { pageOfList } from './support/partnerList.ts';
import { listed } from './support/partnerViews.ts';
import { renderApp, renderPart } from './support/renderApp.tsx';
import { aGeneratedProfile, aNewProfile, aProfileWithResult, aSearch, aSearchResult } from './support/setupViews.ts';
import { seeToast } from './support/toast.ts';
import { aPartner } from './support/views.ts';

const AUDIENCE = 'Trail runners between 25 and 45';
const ANALYZING = 'Analyzing your requirements...';
const FAILED = 'Failed to generate partner profile. Please try again.';
/** The business profile and the latest search as the server keeps them. */
let profile: BusinessProfileView;
let search: SearchView | null;
let people: PartnerView[];
let hand: UserEvent;
beforeEach(() => {
  search = null;
  people = [];
  answer('get', '/api/business-profile', () => profile);
  answer('get', '/api/searches/latest', () => search);
  answer('get', '/api/partners', ({ path }) => pageOfList(listed(people), path));
});

const button = (name: string) => screen.getByText(name, { selector: 'button' });
/** The setup after a load of the page. */
async function shown(kept: BusinessProfileView): Promise<void> {
  cleanup();
  queryClient.clear();
  profile = kept;
  await Promise.all([queryClient.fetchQuery(businessProfileQuery()), queryClient.fetchQuery(currentUserQuery())]);
  hand = await renderPart(<OnboardingScreen />, '/onboarding');
}
const profileIs = (now: Partial<BusinessProfileView>) => {
  profile = { ...profile, ...now };
  notice({ kind: 'profile', id: 'u1', type: 'PartnerProfileGenerated', version: 3 });
};

describe('asking for a partner profile', () => {
  const ask = async (audience = AUDIENCE) => {
    await fillIn(hand, 'Describe your target audience', audience);
    await hand.click(button('Generate Partner Profile'));
  };

  test("it shows 'Analyzing your requirements...' while the AI works, then 'Partner Profile Generated'", async () => {
    await shown(aNewProfile());
    const { held, release } = hold();
    answer('post', '/api/partner-profile/generate', async () => {
      await held;
      profile = aProfileWithResult();
      return aGeneratedProfile();
    });
    await hand.type(field(/^Leave out/), 'no competitors');
    await ask();
    await screen.findByText(ANALYZING);
    screen.getByText('Step 3 of 3');
    screen.getByText('AI-Generated Partner Profile');
    expect(calls.map(({ body }) => body)).toEqual([
      {
        businessName: 'Northwind Trail Gear',
        industry: 'Fitness',
        targetAudience: AUDIENCE,
        preferredPlatforms: [],
        additionalCriteria: '',
        exclusions: ['no competitors'],
      },
    ]);
    within(screen.getByRole('complementary', { name: 'Preview' })).getByText('no competitors');
    release();
    const text = 'Check who we will look for, then find your partners.';
    await seeToast({ title: 'Partner Profile Generated', text });
    button('Find Partners');
  });

  test('the preview promises no more than the search does: followers only rank people', async () => {
    await shown(aProfileWithResult());
    const preview = within(screen.getByRole('region', { name: 'Who we’ll look for' }));
    preview.getByText('5,000 or more come first');
    preview.getByText(/^We look for 10 people and say why each one fits\./);
  });

  test('one that is being written is followed after a reload', async () => {
    await shown(aNewProfile({ onboarding: 'profile', profileGeneration: 'running' }));
    screen.getByText(ANALYZING);
    profileIs(aProfileWithResult());
    await screen.findByText('Find Partners');
  });

  test("a failure says 'Generation Failed'; Go Back leads to what was typed, also after a reload", async () => {
    await shown(aNewProfile());
    answer('post', '/api/partner-profile/generate', () => {
      profile = aNewProfile({ onboarding: 'profile', profileGeneration: 'failed' });
      return failed(502);
    });
    await ask(`${AUDIENCE}.`);
    await seeToast({ title: 'Generation Failed', text: FAILED, variant: 'destructive' });
    screen.getByText(FAILED, { selector: '[role=alert]' });
    await shown(profile);
    screen.getByText(FAILED, { selector: '[role=alert]' });
    await hand.click(button('Go Back'));
    expect(field('Describe your target audience').value).toBe(`${AUDIENCE}.`);
  });

  test('a missing setting is named instead of a general sentence', async () => {
    await shown(aNewProfile());
    const words = 'The AI provider is not set up. Ask your administrator to set it up.';
    const details = { code: 'provider_not_set_up' };
    answer('post', '/api/partner-profile/generate', () => failed(503, words, { details }));
    await ask();
    await seeToast({ title: 'Generation Failed', text: words, variant: 'destructive' });
  });

  test('while another one is being written, that is said in the server’s words, and the other shows when it comes', async () => {
    await shown(aNewProfile());
    const words = 'A partner profile is being generated. Wait until it is done.';
    answer('post', '/api/partner-profile/generate', () => {
      profile = aNewProfile({ onboarding: 'profile', profileGeneration: 'running' });
      return failed(409, words);
    });
    await ask();
    await seeToast({ title: 'Generation Failed', text: words, variant: 'destructive' });
    await screen.findByText(ANALYZING);
    profileIs(aProfileWithResult());
    await screen.findByText('Find Partners');
  });

  test.each([
    ['generated', 'Partner Profile Generated', 'Check who we will look for, then find your partners.', undefined],
    ['failed', 'Generation Failed', FAILED, 'destructive'],
  ] as const)('one that outlasts its call is said when it was %s: %s', async (outcome, title, text, variant) => {
    await shown(aNewProfile());
    answer('post', '/api/partner-profile/generate', () => {
      profile = aNewProfile({ onboarding: 'profile', profileGeneration: 'running' });
      return { accepted: true as const, id: 'request' };
    });
    await ask();
    await screen.findByText(ANALYZING);
    profileIs(outcome === 'generated' ? aProfileWithResult() : { profileGeneration: 'failed' });
    await seeToast({ title, text, ...(variant && { variant }) });
    await screen.findByText(outcome === 'generated' ? 'Find Partners' : 'Go Back');
  });
});

describe("step 3 'AI-Generated Partner Profile'", () => {
  const SUCCESS = { title: 'Success!', text: '10 potential partners have been found for you to review.' };
  const PROBLEM = {
    title: 'Partner Generation Failed',
    text: 'Failed to generate partners. Please try again from the Partner Discovery page.',
    variant: 'destructive',
  } as const;

  test('the result in words and numbers, with the ways on', async () => {
    await shown(aProfileWithResult());
    screen.getByText('Runners who test gear for months and write about it.');
    const lines = [...document.querySelectorAll('[aria-labelledby=step-title] dl > div')].map((line) =>
      [...line.children].map((part) => part.textContent),
    );
    expect(lines).toEqual([
      ['Industry focus', 'Fitness'],
      ['Min followers', '5,000'],
      ['Min engagement', '2%'],
      ['Platforms', 'Instagram, TikTok, YouTube, Twitter/X, LinkedIn'],
      ['Target audience', AUDIENCE],
    ]);
    button('Back');
    button('Find Partners');
  });

  test("'Finding Partners...' in stages, with people one by one, then /discovery with 'Success!'", async () => {
    const stage = () => screen.getByLabelText('Stages').querySelector('[aria-current]')?.textContent;
    const found = () =>
      [...screen.getByLabelText('People found').querySelectorAll('bdi')].map((one) => one.textContent);
    const moved = (now: Partial<SearchView>) => {
      search = aSearch({ status: 'running', found: 0, complete: false, finishedAt: null, ...now });
      notice({ kind: 'search', id: 's1', type: 'PartnerFound', version: 2 });
      notice({ kind: 'partner', id: 'p1', type: 'PartnerDiscovered', version: 1 });
    };
    await shown(aProfileWithResult());
    const { held, release } = hold();
    answer('post', '/api/partners/generate', () => held.then(() => aSearchResult()));
    await hand.click(button('Find Partners'));
    expect((await screen.findByText('Finding Partners...')).getAttribute('aria-disabled')).toBe('true');
    screen.getByText(/first 10 potential partners\. This usually takes 30-60 seconds\./);
    screen.getByText('Turning your audience into search terms.');
    expect(stage()).toBe('Planning');
    moved({});
    await screen.findByText('Looking for gear reviewer, trail running in the United States and Canada.');
    expect(stage()).toBe('Searching');
    // a count that stays at nothing says nothing
    expect(screen.queryByText(/of 10 found/)).toBeNull();
    people = [
      aPartner({ id: 'p0', name: 'Of an earlier search', searchId: 's0' }),
      aPartner({ name: 'Ada Lindqvist' }),
    ];
    moved({ found: 1 });
    await screen.findByText('1 of 10 found');
    await waitFor(() => expect(found()).toEqual(['Ada Lindqvist']));
    expect(stage()).toBe('Scoring');
    people = [aPartner({ id: 'p2', name: 'Ben Okafor', createdAt: '2026-03-02T09:00:01.000Z' }), ...people];
    moved({ found: 2 });
    await waitFor(() => expect(found()).toEqual(['Ada Lindqvist', 'Ben Okafor']));
    release();
    await seeToast(SUCCESS);
    expect(location.pathname).toBe('/discovery');
  });

  test('a search that found nobody is not called a success', async () => {
    await shown(aProfileWithResult());
    answer('post', '/api/partners/generate', aSearchResult({ valid: false, found: 0, complete: false, sources: [] }));
    await hand.click(button('Find Partners'));
    await seeToast({ title: 'No New Partners Found', text: /No one new matched your audience/ });
    expect(location.pathname).toBe('/discovery');
  });

  test("when no partners can be found: 'Partner Generation Failed', and the way on is /discovery", async () => {
    await shown(aProfileWithResult());
    answer('post', '/api/partners/generate', () => failed(502, 'The source refused.'));
    await hand.click(button('Find Partners'));
    await seeToast({ ...PROBLEM, text: `${PROBLEM.text} The source refused.` });
    await waitFor(() => expect(location.pathname).toBe('/discovery'));
  });

  test.each([
    ['completed', SUCCESS],
    ['failed', PROBLEM],
  ] as const)("a search that outlasts its call and %s ends in the setup's own words", async (status, said) => {
    profile = aProfileWithResult();
    answer('post', '/api/partners/generate', () => {
      search = aSearch({ status: 'running', found: 0, complete: false, finishedAt: null });
      return { accepted: true as const, id: 's1' };
    });
    hand = await renderApp('/onboarding');
    await hand.click(await screen.findByText('Find Partners'));
    await screen.findByText('Partner Discovery', { selector: 'h1' });
    search = aSearch({ status });
    notice({ kind: 'search', id: 's1', type: 'SearchEnded', version: 9 });
    await seeToast(said);
  });

  test('Partner Discovery leads back to a setup that is not finished', async () => {
    profile = aNewProfile();
    hand = await renderApp('/discovery');
    await screen.findByText(/Your setup is not finished/);
    await hand.click(screen.getByText('Continue setup'));
    await screen.findByText('Step 2 of 3');
    answer('put', '/api/business-profile', () => {
      profile = aNewProfile({ onboarding: 'done' });
      return profile;
    });
    await hand.click(button('Skip for now'));
    await screen.findByText('No partners yet');
    expect(screen.queryByText(/Your setup is not finished/)).toBeNull();
  });
});
