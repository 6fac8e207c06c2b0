import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BatchView, ErrorView, SendView, SteeredView } from '../../api/views.ts';
import { ref } from '../../db/store.ts';
import { recordGenerated } from '../../events/messages/messageText.ts';
import { takeBackApproval } from '../../events/messages/steer.ts';
import { testCause } from '../support/asSent.ts';
import { batchEnd } from '../support/batchEnd.ts';
import { readyCampaign } from '../support/outreach.ts';
import { until } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp({ sendGap: { min: 3600, max: 7200 } });
});
afterAll(() => testApp?.stop());

/** A campaign with texts to approve. The last one has a placeholder. */
async function toReview(partners: number) {
  const ready = await readyCampaign(testApp, { partners, texts: 'edited' });
  const { person, campaign, sends, tenant } = ready;
  const scope = { tenant, cause: testCause };
  for (const { id } of sends) await testApp.api.decide(scope, ref('message', id), takeBackApproval);
  const text = { subject: 'A vest', body: 'Hello [Name], this is our vest.' };
  const run = { runId: 'r', model: 'm', promptVersion: 'p', includeEdited: true };
  await testApp.api.decide(scope, ref('message', sends.at(-1)?.id ?? ''), (state) =>
    recordGenerated(state, { ...run, text }),
  );
  const steer = (asked: object) =>
    person.call<SteeredView & BatchView & ErrorView>('POST', '/api/campaign-sends/steer', asked);
  const listed = (suits: (count: number) => boolean) =>
    until(
      async () => (await person.ok<SendView[]>('GET', `/api/campaigns/${campaign.id}/sends?show=review`)).length,
      suits,
      90_000,
    );
  return { ...ready, steer, listed };
}

test('a few messages are approved in the call and back to review by its Undo', async () => {
  const { sends, steer } = await toReview(3);
  const [one, two, flagged] = sends.map(({ id }) => id) as [string, string, string];
  const seen = { [one]: { subject: 'A vest', body: 'It was another text then.' } };
  expect(await steer({ act: 'approve', ids: [one], seen })).toMatchObject({
    body: { changed: [], refused: [{ id: one, reason: 'This text was changed elsewhere in the meantime.' }] },
  });
  expect(await steer({ act: 'approve', ids: [one, two, flagged, 'c.p.1'] })).toMatchObject({
    status: 200,
    body: {
      changed: [one, two],
      refused: [
        { id: flagged, reason: 'This text was flagged. Read it, and correct it or approve it anyway.' },
        { id: 'c.p.1', reason: 'Campaign message not found' },
      ],
    },
  });
  // a second time is no event
  expect(await steer({ act: 'approve', ids: [one] })).toMatchObject({ body: { changed: [], refused: [] } });
  expect(await steer({ act: 'withdraw', ids: [one, two] })).toMatchObject({ body: { changed: [one, two] } });
  expect(await steer({ act: 'approve' })).toMatchObject({
    status: 400,
    body: { error: 'Name ids, a filter or a batch' },
  });
});

test('all that a filter shows are approved by the worker, each by the person who asked, and undone as one', async () => {
  const { person, campaign, sends, steer, listed, tenant, userId } = await toReview(6);
  const total = sends.length;
  await listed((count) => count === total);
  const begun = await steer({ act: 'approve', filter: { campaignId: campaign.id, show: 'review' } });
  expect(begun).toMatchObject({ status: 202, body: { status: 'running', total, exact: true } });
  const ended = await batchEnd(person);
  const { doneCount } = ended;
  expect(ended).toMatchObject({ status: 'completed', act: { kind: 'steer', act: 'approve', undoes: null } });
  expect(ended.leftOut).toEqual([{ code: 'text_flagged', reason: 'flagged', count: 1 }]);
  expect(doneCount).toBe(total - 1);
  await listed((count) => count === 1);
  const actors = await testApp.owner.sql<{ actor: string }[]>`
    select distinct actor from log.events where tenant_id = ${tenant} and payload->'d'->>'by' = 'bulk'`;
  expect(actors.map(({ actor }) => actor)).toEqual([`user:${userId}`]);

  expect(await steer({ act: 'withdraw', batchId: ended.id })).toMatchObject({
    status: 202,
    body: { total: doneCount },
  });
  expect(await batchEnd(person)).toMatchObject({ status: 'completed', doneCount, leftOut: [] });
  await listed((count) => count === total);
  expect(await steer({ act: 'withdraw', batchId: ended.id })).toMatchObject({
    status: 409,
    body: { error: 'Another change of many came since, so nothing was undone.' },
  });
});
