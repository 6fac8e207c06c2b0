/** A tenant is a workspace, not a user. An account reaches the data of its own workspace, whatever the ids are. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PartnerView, TimelineView } from '../../api/views.ts';
import { ownerOf } from '../../db/accounts/workspace.ts';
import { tenantNamed } from '../../db/audit/knownTenant.ts';
import { ref } from '../../db/store.ts';
import { type Member, member, signInAgain } from '../support/member.ts';
import { type Outreach, readyCampaign } from '../support/outreach.ts';
import { Person, until } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

let testApp: TestApp;
let admin: Person;
let owner: Outreach;
/** Their id is that of the other one's workspace. */
let namesake: Member;
beforeAll(async () => {
  testApp = await startTestApp();
  admin = await new Person(testApp.url).signUp('admin@northwind.example');
  owner = await readyCampaign(testApp, { partners: 2, texts: 'edited' });
  namesake = await member(testApp, { id: owner.tenant });
});
afterAll(() => testApp.stop());

const streamsIn = ({ events }: TimelineView) => new Set(events.map(({ tenant, stream }) => `${tenant} ${stream}`));

test('a user whose id is that of another workspace sees and changes nothing of it', async () => {
  const { person } = namesake;
  const [partner, send] = [owner.partners[0]?.id, owner.sends[0]?.id];
  for (const list of ['/api/partners', '/api/campaigns', '/api/erasures'])
    expect(await person.ok('GET', list), list).toEqual([]);
  expect(await person.ok('GET', '/api/email-settings')).toMatchObject({ hasSendGridKey: false });
  for (const [method, path, body] of [
    ['GET', `/api/campaigns/${owner.campaign.id}`],
    ['GET', `/api/history/explain/${send}`],
    ['GET', `/api/history/causes?event=partner-${partner}@1`],
    ['PATCH', `/api/partners/${partner}/status`, { status: 'rejected' }],
    ['POST', `/api/campaign-sends/${send}/send-now`, {}],
    ['POST', `/api/partners/${partner}/erase`, {}],
  ] as const)
    expect((await person.call(method, path, body)).status, path).toBe(404);
  const own = await person.ok<TimelineView>('GET', '/api/history?limit=200');
  expect(streamsIn(own)).toEqual(new Set([`system user-${namesake.id}`]));
});

test('their account is no part of the history of that workspace, and an operator who names the id means the workspace', async () => {
  const theirs = await owner.person.ok<TimelineView>('GET', '/api/history?limit=200');
  expect(streamsIn(theirs)).toContain(`system user-${owner.userId}`);
  expect(streamsIn(theirs)).not.toContain(`system user-${namesake.id}`);
  expect(await ownerOf(testApp.api, owner.tenant)).toBe(owner.userId);
  expect(await tenantNamed(testApp.owner.sql, owner.tenant)).toBe(owner.tenant);
  expect(await tenantNamed(testApp.owner.sql, owner.userId)).toBe(owner.tenant);
});

test('a session that names a workspace of which its user is no member opens nothing', async () => {
  const person = new Person(testApp.url);
  await signInAgain(testApp, person, { id: namesake.id, tenant: owner.tenant });
  expect(await person.call('GET', '/api/partners')).toMatchObject({
    status: 401,
    body: { error: 'You are no longer a member of this workspace. Sign in again.' },
  });
});

test('to pause, delete and erase them stops and erases nothing in that workspace', async () => {
  const path = `/api/admin/users/${namesake.id}`;
  await admin.ok('PUT', path, { isPaused: true });
  await owner.person.ok('POST', `/api/campaign-sends/${owner.sends[0]?.id}/send-now`);
  await admin.ok('DELETE', path);
  await until(
    async () => (await testApp.owner.load(namesake.tenant, ref('erasure', 'tenant'))).state.status,
    (status) => status === 'done',
  );
  expect((await testApp.owner.load('system', ref('user', namesake.id))).state.account).toBeNull();
  expect(await owner.person.ok<PartnerView[]>('GET', '/api/partners')).toHaveLength(2);
  expect((await testApp.owner.load(owner.tenant, ref('erasure', 'tenant'))).state.status).toBe('none');
});
