import OpenAI from 'openai';
import { expect, test } from 'vitest';
import { partner } from '../../events/partners/partner.ts';
import { LOOKS } from '../../worker/contactSteps.ts';
import type { Deps } from '../../worker/context.ts';
import { failure } from '../../worker/providers/openai/askAi.ts';
import { forUsers, ProviderError, statusError } from '../../worker/providers/providerError.ts';
import { aPerson } from '../support/samples.ts';

const [, onTheWeb] = LOOKS.find(([step]) => step === 'ai') ?? [];
const EMAIL = 'hello@trailworks.example';

/** What becomes of an address that the AI read from a page. */
const lookAt = (url: string, text: string) => {
  const body = `<html><body><p>${text}</p><p>${EMAIL}</p></body></html>`;
  const deps = {
    askAi: async () => ({ value: { email: EMAIL, sourceUrl: url, confidence: 0.9 }, model: 'm', opened: [url] }),
    openPage: async () => ({ ok: true, url, type: 'text/html', body }),
  } as unknown as Deps;
  const { person } = aPerson({
    person: { socialProfiles: [{ platform: 'website', url: 'https://links.example/marenruns' }] },
  });
  const job = { tenant: 't', id: 'p', correlationId: 'c', causationId: null };
  return onTheWeb?.(deps, { job, state: partner.initial, person, spend: () => undefined });
};

const COMPANY = 'https://trailworks.example/team';

test.each([
  ['names the partner', COMPANY, 'Meet <b>Maren</b> Oduya, our coach.'],
  ['is their own', 'https://links.example/marenruns/', 'Say hello.'],
])('an address counts when the page %s', async (_what, url, text) => {
  expect(await lookAt(url, text)).toMatchObject({ source: 'ai', email: EMAIL, sourceUrl: url });
});

test.each([
  ['of somebody else', COMPANY, 'Meet Kilian Aster, our coach.'],
  ['of somebody with the same first name', COMPANY, 'Meet Maren Aster, our coach.'],
  ['of somebody else on the same host', 'https://links.example/marenruns2', 'Say hello.'],
])('a page %s proves no address of the partner', async (_what, url, text) => {
  expect(await lookAt(url, text)).toEqual({ outcome: 'unproven', reason: null });
});

test('what a record cost that cannot be read is counted', async () => {
  const inPeopleData = LOOKS.find(([step]) => step === 'people_data_labs')?.[1];
  const enrich = async () => {
    throw new ProviderError('It cannot be used.', 'bad_answer', false, null, 1);
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
      reason: `${who} is not set up.`,
    })),
  );
});

test('the reason of a provider error names no setting to users', () => {
  const aiError = (status: number, code: string) =>
    failure(OpenAI.APIError.generate(status, { error: { code } }, '', new Headers()), 'gpt-6.1-terra').reason;
  expect(forUsers(statusError('Hunter', 'HUNTER_API_KEY', 401, null).reason)).toBe(
    'Hunter refused the key. Ask your administrator to check it.',
  );
  expect(forUsers(aiError(429, 'insufficient_quota'))).toBe(
    'The AI provider account has no credit left. Ask your administrator to add credit.',
  );
  expect(forUsers(aiError(404, 'model_not_found'))).toMatch(/Ask your administrator to set another model\.$/);
});
