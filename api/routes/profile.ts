import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { latestSearch } from '../../db/read/searches.ts';
import { ref, streamIdOf } from '../../db/store.ts';
import { businessStep, partnerProfileRequest, signatureForm } from '../../events/accounts/businessInput.ts';
import { requestPartnerProfile, saveBusinessStep, updateProfile } from '../../events/accounts/profile.ts';
import { causeOf, type Deps, type Env } from '../context.ts';
import { answers, answersLater, needs } from '../http/contract.ts';
import { check } from '../http/validate.ts';
import { accepted, waitFor } from '../http/waitFor.ts';
import { profileView } from '../present/profile.ts';
import { aiRefusal } from '../sending/aiRefusal.ts';
import { htmlSignature, profileChange } from '../sending/htmlSignature.ts';
import { AI, mustBeSetUp } from '../signIn/mustBeSetUp.ts';
import { businessProfileSchema, generatedProfileSchema, htmlSignatureSchema } from '../views.ts';

export const profileOf = (tenant: string) => ref('profile', tenant);

export function profileRoutes(deps: Deps) {
  const { store } = deps;
  const searched = async (tenant: string) => (await latestSearch(store, tenant)) !== null;
  return (
    new Hono<Env>()
      .get('/business-profile', answers(businessProfileSchema.nullable()), async (c) => {
        const { tenant } = c.get('user');
        const { state } = await store.load(tenant, profileOf(tenant));
        return c.json(state.exists ? profileView(state, await searched(tenant)) : null, 200);
      })
      .post(
        '/business-profile',
        answers(businessProfileSchema, 200, 201),
        needs('send'),
        check('json', businessStep),
        async (c) => {
          const { tenant } = c.get('user');
          const { states, result: created } = await store.run({
            tenant,
            cause: causeOf(c),
            streams: { profile: profileOf(tenant) },
            decide: ({ profile }) => [{ profile: saveBusinessStep(profile, c.req.valid('json')) }, !profile.exists],
          });
          return c.json(profileView(states.profile, await searched(tenant)), created ? 201 : 200);
        },
      )
      .put(
        '/business-profile',
        answers(businessProfileSchema),
        needs('send'),
        check('json', profileChange),
        async (c) => {
          const { tenant } = c.get('user');
          const { state } = await store.decide({ tenant, cause: causeOf(c) }, profileOf(tenant), (profile) =>
            updateProfile(profile, c.req.valid('json')),
          );
          return c.json(profileView(state, await searched(tenant)), 200);
        },
      )
      // what a typed signature becomes
      .post(
        '/business-profile/signature',
        answers(htmlSignatureSchema.nullable()),
        needs('read'),
        check('json', signatureForm.pick({ signatureHtml: true }).required()),
        (c) => c.json(htmlSignature(c.req.valid('json').signatureHtml), 200),
      )
      .post(
        '/partner-profile/generate',
        answersLater(generatedProfileSchema),
        needs('propose'),
        check('json', partnerProfileRequest),
        async (c) => {
          mustBeSetUp(deps.configured.ai, AI);
          const { tenant } = c.get('user');
          const profile = profileOf(tenant);
          const { state } = await store.decide({ tenant, cause: causeOf(c) }, profile, (now) =>
            requestPartnerProfile(now, randomUUID(), c.req.valid('json')),
          );
          const requestId = state.openRequest?.id ?? '';
          const answer = await waitFor(
            deps,
            tenant,
            [streamIdOf(profile)],
            async () => {
              const { state } = await store.load(tenant, profile);
              return state.openRequest?.id === requestId ? null : state;
            },
            c.req.raw.signal,
          );
          if (!answer) return accepted(c, requestId);
          if (answer.lastRequest?.outcome !== 'generated' || !answer.generated) {
            const reason = answer.lastRequest?.reason;
            throw aiRefusal(reason, 'Failed to generate partner profile. Please try again.', store.now());
          }
          return c.json(answer.generated, 200);
        },
      )
  );
}
