import OpenAI from 'openai';
import { expect, test } from 'vitest';
import { partner } from '../../events/partners/partner.ts';
import { reasonSentence } from '../../events/shared/reasons.ts';
import { LOOKS } from '../../worker/contactSteps.ts';
import type { Deps } from '../../worker/context.ts';
import { failure, noWebSearch } from '../../worker/providers/openai/failure.ts';
import { ProviderError, statusError } from '../../worker/providers/providerError.ts';
import { aPerson } from '../support/samples.ts';
import { contentOf } from '../support/webPage.ts';

const [, onTheWeb] = LOOKS.find(([step]) => step === 'ai') ?? [];
const EMAIL = 'hello@trailworks.example';

/** The fate of an address that the AI read from a page. */
const lookAt = (url: string, html: string, email = EMAIL) => {
  const deps = {
    askAi: async () => ({ value: { email, sourceUrl: url, confidence: 0.9 }, model: 'm', opened: [url] }),
    openPage: async () => ({ ok: true, url, content: contentOf(`<html><body>${html}</body></html>`, url) }),
  } as unknown as Deps;
  const profiles = ['https://links.example/marenruns', 'https://maren.example/about'];
  const { person } = aPerson({
    person: { socialProfiles: profiles.map((one) => ({ platform: 'website', url: one })) },
  });
  const job = { tenant: 't', id: 'p', correlationId: 'c', causationId: null };
  return onTheWeb?.(deps, { job, state: partner.initial, person, spend: () => undefined });
};

test('an AI server that cannot search the web is a source that is not set up', async () => {
  const askAi = async () => {
    throw noWebSearch();
  };
  const job = { tenant: 't', id: 'p', correlationId: 'c', causationId: null };
  const { person } = aPerson({});
  const asked = { job, state: partner.initial, person, spend: () => undefined };
  expect(await onTheWeb?.({ askAi } as unknown as Deps, asked)).toEqual({
    outcome: 'not_set_up',
    reason: { code: 'ai_no_web_search' },
  });
});

/** Of the company that is known as theirs, and of one that is not. */
const COMPANY = 'https://greenmountain.example/team';
const ELSEWHERE = 'https://trailworks.example/team';
const LIKE_THEIRS = 'maren.oduya@trailworks.example';
const NAMES = '<p>Meet <b>Maren</b> Oduya, our coach.</p>';
const card = (email: string) => `<li><h3>Maren Oduya</h3><p>Coach</p><a href="mailto:${email}">Write</a></li>`;

test.each([
  ['has it beside the name', COMPANY, `<p>Maren Oduya: ${EMAIL}</p><p>Kilian Aster: kilian@trailworks.example</p>`],
  ['has it on the card of the partner', COMPANY, `<ul>${card(EMAIL)}<li>Kilian, kilian@trailworks.example</li></ul>`],
  ['is an address of theirs', 'https://links.example/marenruns/', `<p>Say hello.</p><p>${EMAIL}</p>`],
  ['lies on a site of theirs', 'https://maren.example/contact', `<p>Say hello.</p><p>${EMAIL}</p>`],
  ['has their name as its host', 'https://www.maren-oduya.example/', `<p>Say hello.</p><p>${EMAIL}</p>`],
  ['has their name as its title', ELSEWHERE, `<title>Maren Oduya | Running coach</title><p>${EMAIL}</p>`],
])('an address counts when the page %s', async (_what, url, html) => {
  expect(await lookAt(url, html)).toMatchObject({ source: 'ai', email: EMAIL, sourceUrl: url });
});

test.each(['maren.oduya@trailworks.example', 'moduya@trailworks.example', 'maren@trailworks.example'])(
  'an address counts that is named after the partner, on a page that names them: %s',
  async (email) => {
    expect(await lookAt(COMPANY, `${NAMES}<p>${email}</p>`, email)).toMatchObject({ email });
  },
);

test.each([
  ['that merely names the partner', COMPANY, `${NAMES}<p>${EMAIL}</p>`],
  ['of a stranger, with it beside the name', ELSEWHERE, `<p>Maren Oduya: ${EMAIL}</p>`],
  ['of a stranger, with it on a card', ELSEWHERE, `<ul>${card(EMAIL)}</ul>`],
  ['of a stranger, titled with the name', ELSEWHERE, `<title>Maren Oduya | Trailworks</title><p>${EMAIL}</p>`],
  ['of a stranger, with one named after them', ELSEWHERE, `${NAMES}<p>${LIKE_THEIRS}</p>`, LIKE_THEIRS],
  [
    'where others stand beside the name',
    COMPANY,
    `<p>Maren Oduya, Kilian Aster: ${EMAIL}, kilian@trailworks.example</p>`,
  ],
  [
    'that has an address of another name',
    COMPANY,
    `${NAMES}<p>kilian@trailworks.example</p>`,
    'kilian@trailworks.example',
  ],
  ['that does not name them', COMPANY, '<p>maren@trailworks.example</p>', 'maren@trailworks.example'],
  ['that hides it', 'https://maren.example/contact', `<p>Maren Oduya <span style="display:none">${EMAIL}</span></p>`],
  [
    'where a stranger wrote it',
    'https://maren.example/blog',
    `<h1>Maren Oduya</h1><ol class="comment-list"><li>Maren Oduya: ${EMAIL}</li></ol>`,
  ],
  ['of somebody else', COMPANY, `<p>Meet Kilian Aster, our coach: ${EMAIL}</p>`],
  ['of somebody with the same first name', COMPANY, `<p>Meet Maren Aster, our coach: ${EMAIL}</p>`],
  ['of somebody else on the same host', 'https://links.example/marenruns2', `<p>Say hello.</p><p>${EMAIL}</p>`],
])('a page %s proves no address of the partner', async (_what, url, html, email = EMAIL) => {
  expect(await lookAt(url, html, email)).toEqual({ outcome: 'unproven', reason: null });
});

test('what a record cost that cannot be read is counted', async () => {
  const inPeopleData = LOOKS.find(([step]) => step === 'people_data_labs')?.[1];
  const enrich = async () => {
    throw new ProviderError({ code: 'provider_unusable', provider: 'People Data Labs' }, 'bad_answer', false, null, 1);
  };
  const spent: [string, number][] = [];
  const asked = {
    ...{ job: { tenant: 't', id: 'p', correlationId: 'c', causationId: null }, state: partner.initial },
    person: aPerson({ person: { profileUrl: 'https://linkedin.com/in/maren' } }).person,
    spend: (source: string, credits: number) => void spent.push([source, credits]),
  };
  await expect(inPeopleData?.({ peopleData: { enrich } } as unknown as Deps, asked)).rejects.toMatchObject({
    code: 'bad_answer',
  });
  expect(spent).toEqual([['people_data_labs', 1]]);
});

test('a step that cannot be made names no setting: users cannot change one', async () => {
  const { person } = aPerson({});
  const job = { tenant: 't', id: 'p', correlationId: 'c', causationId: null };
  const without = { peopleData: null, hunter: null, askAi: null } as unknown as Deps;
  const asked = { job, state: partner.initial, person, spend: () => undefined };
  const reasons = await Promise.all(
    LOOKS.filter(([step]) => step !== 'known').map(async ([, look]) => ({ ...(await look(without, asked)) })),
  );
  expect(reasons).toEqual(
    ['People Data Labs', 'Hunter', 'The AI provider'].map((who) => ({
      outcome: 'not_set_up',
      reason: { code: 'step_not_set_up', provider: who },
    })),
  );
});

test('the reason of a provider error names no setting to users', () => {
  const aiError = (status: number, code: string) =>
    failure(OpenAI.APIError.generate(status, { error: { code } }, '', new Headers()), {
      model: 'gpt-6.1-terra',
      tasks: ['judging'],
    }).reason;
  expect(reasonSentence(statusError('Hunter', 'HUNTER_API_KEY', 401, null).reason)).toBe(
    'Hunter refused the key. Ask your administrator to check it.',
  );
  expect(reasonSentence(aiError(429, 'insufficient_quota'))).toBe(
    'The AI provider account has no credit left. Ask your administrator to add credit.',
  );
  expect(reasonSentence(aiError(404, 'model_not_found'))).toMatch(/Ask your administrator to set another model\.$/);
  // the setting of the task that asked
  expect(reasonSentence(aiError(404, 'model_not_found'), 'operator')).toMatch(
    /Set OPENAI_MODEL_JUDGING to another one\.$/,
  );
});
