import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BatchView, CampaignView, ErrorView, SendView, SteeredView } from '../../api/views.ts';
import { ref } from '../../db/store.ts';
import { recordGenerated } from '../../events/messages/messageText.ts';
import { takeBackApproval } from '../../events/messages/steer.ts';
import { testCause } from '../support/asSent.ts';
import { batchEnd, killedAfter } from '../support/batchEnd.ts';
import { addCampaign, readyCampaign } from '../support/outreach.ts';
import { type Person, until } from '../support/person.ts';
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

describe('people move to another campaign', () => {
  const sendsOf = async (person: Person, { id }: Pick<CampaignView, 'id'>) =>
    person.ok<SendView[]>('GET', `/api/campaigns/${id}/sends`);
  const moveTo = (person: Person, { id: to }: Pick<CampaignView, 'id'>, whom: object) =>
    person.call<SteeredView & BatchView & ErrorView>('POST', '/api/campaign-sends/steer', { act: 'move', to, ...whom });

  test('in one call: whoever cannot move stays, with the reason, and a move back is another move', async () => {
    const { person, partners, campaign, sends } = await readyCampaign(testApp, { partners: 4, texts: 'edited' });
    const [free, joined, unwanted] = sends as [SendView, SendView, SendView, SendView];
    const target = await addCampaign(
      person,
      partners.filter(({ id }) => id === joined.partner.id),
      { texts: 'none' },
    );
    const email = partners.find(({ id }) => id === unwanted.partner.id)?.contactInfo?.email;
    const ids = [free.id, joined.id, unwanted.id, 'c.p.1'];
    await person.ok('POST', '/api/suppressions', { email });
    const moved = await moveTo(person, target, { ids });
    expect(moved).toMatchObject({ status: 200, body: { changed: [free.id] } });
    expect(moved.body.refused).toEqual([
      { id: joined.id, reason: 'Left out: already in this campaign.' },
      { id: unwanted.id, reason: expect.stringContaining('Left out: ') },
      { id: 'c.p.1', reason: 'Left out: not found.' },
    ]);
    expect((await sendsOf(person, target)).map(({ partner }) => partner.id).sort()).toEqual(
      [free.partner.id, joined.partner.id].sort(),
    );
    const left = (await sendsOf(person, campaign)).find(({ id }) => id === free.id);
    expect(left).toMatchObject({ status: 'cancelled', detail: expect.stringContaining('moved'), steers: [] });

    const [there] = (await sendsOf(person, target)).filter(({ partner }) => partner.id === free.partner.id);
    expect(there).toMatchObject({ status: 'pending', body: null, steers: expect.arrayContaining(['move']) });
    expect(await moveTo(person, campaign, { ids: [there?.id] })).toMatchObject({ body: { changed: [there?.id] } });
    expect((await sendsOf(person, campaign)).find(({ id }) => id === free.id)).toMatchObject({ status: 'pending' });
  });

  test('not to a campaign that is unknown or closed, nor away from one that has emailed them', async () => {
    const { person, partners, campaign, sends } = await readyCampaign(testApp, { partners: 2, texts: 'edited' });
    const target = await addCampaign(person, partners, { texts: 'none' });
    const [one, two] = sends.map(({ id }) => id) as [string, string];
    expect(await moveTo(person, { id: 'nowhere' }, { ids: [one] })).toMatchObject({
      body: { changed: [], refused: [{ reason: 'Left out: Campaign not found.' }] },
    });
    expect(await moveTo(person, campaign, { ids: [one], act: 'hold' })).toMatchObject({ status: 400 });
    expect(await moveTo(person, campaign, { ids: [one], to: undefined })).toMatchObject({
      ...{ status: 400, body: { error: 'Choose the campaign to move to' } },
    });
    await person.ok('POST', `/api/campaign-sends/${two}/send-now`, {});
    expect(await moveTo(person, target, { ids: [two] })).toMatchObject({
      body: { refused: [{ reason: 'Left out: already emailed by this campaign.' }] },
    });
    await person.ok('PUT', `/api/campaigns/${campaign.id}/status`, { status: 'active' });
    await person.ok('PUT', `/api/campaigns/${campaign.id}/status`, { status: 'paused' });
    const [other] = await sendsOf(person, target);
    expect(await moveTo(person, campaign, { ids: [other?.id] })).toMatchObject({
      body: { refused: [{ reason: 'Left out: not taken by the other campaign.' }] },
    });
  });

  test('by the worker: a kill in the middle neither loses nor doubles anyone', async () => {
    const people = 110;
    const { person, partners, campaign, tenant } = await readyCampaign(testApp, { partners: people, texts: 'none' });
    const target = await addCampaign(person, partners.slice(0, 2), { texts: 'none' });
    await killedAfter(testApp, tenant, 2, async () => {
      const begun = await moveTo(person, target, { filter: { campaignId: campaign.id } });
      expect(begun).toMatchObject({ status: 202, body: { total: people } });
    });
    expect(await batchEnd(person)).toMatchObject({
      ...{ status: 'completed', doneCount: people - 2, error: null },
      leftOut: [{ code: 'join_joined', reason: 'already in this campaign', count: 2 }],
    });
    const rows = await testApp.owner.sql<{ campaign_id: string; n: number; people: number }[]>`
      select campaign_id, count(*)::int as n, count(distinct partner_id)::int as people from read.messages
      where tenant_id = ${tenant} and status = 'drafted' group by campaign_id`;
    expect(new Map(rows.map((row) => [row.campaign_id, [row.n, row.people]]))).toEqual(
      new Map([
        [target.id, [people, people]],
        [campaign.id, [2, 2]],
      ]),
    );
  });
});
