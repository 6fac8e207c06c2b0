/** Each email of a real campaign is proven from the log, and each forged log is found, by its rule and place. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { CampaignView } from '../../api/views.ts';
import type { Tx } from '../../db/connection/connect.ts';
import { payloadText } from '../../db/log/stored.ts';
import { masterKey } from '../../db/vault/masterKey.ts';
import { personKeys } from '../../db/vault/personKeys.ts';
import { type MailsProven, proveMails } from '../../db/verify/mailProof.ts';
import { verifyConsequences, verifyRecord } from '../../db/verify/verifyLog.ts';
import { PROOF_RULES, type ProofRule } from '../../events/history/mailProof.ts';
import type { AnyEvent } from '../../events/shared/event.ts';
import { audit } from '../support/audit.ts';
import { TEST_SECRET } from '../support/database.ts';
import { type Outreach, readyCampaign } from '../support/outreach.ts';
import { until } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

const KEY = masterKey(TEST_SECRET);
let testApp: TestApp;
let written: Outreach;
let planned: Outreach;
/** An email that left by the plan, approved by hand. */
let mail: { tenant: string; stream: string; partner: string; campaign: string; hmac: string };

beforeAll(async () => {
  testApp = await startTestApp({ sendGap: { min: 0.05, max: 0.1 } });
  written = await readyCampaign(testApp, { partners: 3, texts: 'edited' });
  planned = await readyCampaign(testApp, { partners: 2, texts: 'generated' });
  const campaignNow = ({ person, campaign }: Outreach) =>
    person.ok<CampaignView>('GET', `/api/campaigns/${campaign.id}`);
  // one is turned back first, and leaves on its second attempt
  await testApp.fault('sendgrid', '429', 1, { retryAfter: 1 });
  await written.person.call('POST', `/api/campaign-sends/${written.sends[0]?.id}/send-now`);
  await until(
    () => campaignNow(written),
    ({ sentCount }) => sentCount === 1,
  );
  for (const outreach of [written, planned]) {
    const { person, campaign } = outreach;
    await person.ok('PUT', `/api/campaigns/${campaign.id}/status`, { status: 'active' });
    await until(
      () => campaignNow(outreach),
      ({ status }) => status === 'completed',
    );
  }
  const id = written.sends[1]?.id ?? '';
  const [dispatch] = await testApp.owner.sql<{ hmac: string }[]>`
    select payload->'d'->>'addressHmac' as hmac from log.events
    where stream_id = ${`message-${id}`} and type = 'EmailDispatched'`;
  const [campaignId, partnerId] = id.split('.');
  mail = {
    ...{ tenant: written.tenant, stream: `message-${id}`, hmac: dispatch?.hmac ?? '' },
    ...{ partner: `partner-${partnerId}`, campaign: `campaign-${campaignId}` },
  };
});
afterAll(() => {
  vi.unstubAllEnvs();
  return testApp.stop();
});

/** Lets an owner of the tables write, with room between two positions. What emails only read was written long before. */
async function openLog(tx: Tx): Promise<void> {
  await tx`alter table log.events disable trigger events_append_only`;
  await tx`alter table log.events alter column position drop identity`;
  await tx`update log.events set position = position * 100`;
  await tx`
    update log.events set recorded_at = recorded_at - interval '1 hour'
    where split_part(stream_id, '-', 1) in ('campaign', 'mailbox', 'profile', 'partner')`;
}

/** Writes an event into a stream just before the email's claim, or just after its dispatch. */
async function insert(tx: Tx, stream: string, event: AnyEvent, where: 'before' | 'after' = 'before'): Promise<void> {
  const keys = await personKeys(tx, KEY, mail.tenant, [mail.partner]);
  const [last] = await tx<{ version: number }[]>`
    select coalesce(max(version), 0) as version from log.events where tenant_id = ${mail.tenant} and stream_id = ${stream}`;
  const version = (last?.version ?? 0) + 1;
  const payload = payloadText(stream, version, event, keys.get(mail.partner));
  await tx`
    insert into log.events (epoch, position, tenant_id, stream_id, version, type, schema_version, payload, actor, correlation_id, recorded_at, hash)
    select d.epoch, d.position + ${where === 'before' ? -150 : 50}, d.tenant_id, ${stream}, ${version}, ${event.type}, 1, ${payload}::text::json,
      'user:forger', 'c1', d.recorded_at - interval '1 hour', ''
    from log.events d
    where d.tenant_id = ${mail.tenant} and d.stream_id = ${mail.stream} and d.type = 'EmailDispatched'`;
}

/** What is found in a log that the owner of the tables forged; the change is rolled back. */
async function forged(change: (tx: Tx) => Promise<unknown>): Promise<MailsProven> {
  const undone = new Error('undone');
  let found: MailsProven | undefined;
  await testApp.owner.sql
    .begin(async (tx) => {
      await openLog(tx);
      await change(tx);
      found = await proveMails(tx, KEY, mail.tenant);
      throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
    });
  return found as MailsProven;
}

const ofMail = (tx: Tx, type: string) =>
  tx`tenant_id = ${mail.tenant} and stream_id = ${mail.stream} and type = ${type}`;

test('each email that left is proven', async () => {
  const found = await proveMails(testApp.owner.sql, KEY);
  expect(found).toMatchObject({ proven: 6, unproven: { erased: 0, unreadable: 0 }, wrong: [] });
  for (const rule of Object.keys(PROOF_RULES) as ProofRule[])
    expect([rule, found.byRule[rule]]).toEqual([rule, { ok: 6, violated: 0, erased: 0, unreadable: 0 }]);
  expect(await forged(async () => undefined)).toMatchObject({ proven: 4, wrong: [] });
});

const SUPPRESSED = {
  type: 'AddressSuppressed',
  data: { reason: 'unsubscribed', source: 'link', conversation: null },
} as const;

test.each<[string, ProofRule[], (tx: Tx) => Promise<unknown>]>([
  [
    'an approval that was removed',
    ['text_approved', 'approved_by'],
    (tx) => tx`delete from log.events where ${ofMail(tx, 'MessageApproved')}`,
  ],
  [
    'an approval that was withdrawn before',
    ['text_approved'],
    (tx) =>
      insert(tx, mail.stream, {
        type: 'MessageApprovalWithdrawn',
        data: { reason: { code: 'address_changed' } },
      }),
  ],
  [
    'a text that was changed after its approval',
    ['text_approved'],
    (tx) => insert(tx, mail.stream, { type: 'MessageEdited', data: {}, personal: { subject: 'Other', body: 'Words' } }),
  ],
  [
    'an approval by a stranger',
    ['approved_by'],
    (tx) => tx`update log.events set actor = 'user:stranger' where ${ofMail(tx, 'MessageApproved')}`,
  ],
  [
    'another address than the one of the partner',
    ['address'],
    (tx) =>
      insert(tx, mail.partner, {
        type: 'ContactEdited',
        data: { confidence: 100 },
        personal: { email: 'other@lindqvist.example', socialProfiles: [] },
      }).then(() => tx`update log.events set recorded_at = recorded_at - interval '1 day' where actor = 'user:forger'`),
  ],
  [
    'a recipient who had unsubscribed before',
    ['not_suppressed'],
    (tx) => insert(tx, `suppression-${mail.hmac}`, SUPPRESSED),
  ],
  [
    'a recipient whose domain was on the list',
    ['not_suppressed'],
    (tx) => insert(tx, `suppression-${testApp.api.pseudonyms.address(mail.tenant, '@lindqvist.example')}`, SUPPRESSED),
  ],
  [
    'a recipient who is asked about',
    ['not_suppressed'],
    (tx) =>
      insert(tx, 'suppression-former', {
        type: 'AddressHeld',
        data: { conversation: mail.stream.slice('message-'.length, mail.stream.lastIndexOf('.')), sign: 'unsubscribe' },
      }),
  ],
  [
    'more emails than the campaign may send a day',
    ['campaign_limit'],
    (tx) =>
      tx`update log.events set payload = jsonb_set(payload::jsonb, '{d,dailyLimit}', '1')::json
        where tenant_id = ${mail.tenant} and stream_id = ${mail.campaign} and payload->'d'->'dailyLimit' is not null`,
  ],
  [
    'more emails than the mailbox may send a day',
    ['mailbox_limit'],
    (tx) =>
      tx`delete from log.events where type = 'QuotaReturned'`.then(() =>
        insert(tx, `mailbox-${mail.tenant}`, {
          type: 'SendingRulesSet',
          data: {
            window: { from: '00:00', to: '24:00', weekdays: [1, 2, 3, 4, 5, 6, 7] },
            mailboxDailyCap: 1,
            rampUp: false,
          },
        }),
      ),
  ],
  [
    'an email outside the sending hours',
    ['hours'],
    async (tx) => {
      await tx`
        update log.events set payload = jsonb_set(payload::jsonb, '{d,gapSeconds}', 'null')::json
        where ${ofMail(tx, 'EmailScheduled')}`;
      await tx`
        update log.events set recorded_at = date_trunc('week', recorded_at) - interval '12 hours'
        where ${ofMail(tx, 'EmailDispatched')}`;
    },
  ],
  [
    'a second attempt',
    ['one_attempt'],
    async (tx) => {
      const [dispatch] = await tx<{ data: object }[]>`
        select payload->'d' as data from log.events where ${ofMail(tx, 'EmailDispatched')}`;
      const data = { ...dispatch?.data, attempt: 2 };
      await insert(tx, mail.stream, { type: 'EmailDispatched', data }, 'after');
    },
  ],
])('%s is found', async (_, rules, change) => {
  const { wrong } = await forged(change);
  for (const rule of rules)
    expect(wrong).toContainEqual(
      expect.objectContaining({
        rule,
        tenant: mail.tenant,
        recordedAt: expect.any(String),
        reason: expect.any(String),
      }),
    );
  const first = wrong.filter((one) => 'rule' in one && rules.includes(one.rule));
  // a limit is broken by the emails that come later
  if (!rules[0]?.endsWith('_limit')) expect(first.map(({ streamId }) => streamId)).toContain(mail.stream);
});

test('what an erasure took is not provable, and not passed', async () => {
  const gone = (tx: Tx) =>
    tx`delete from vault.person_keys where tenant_id = ${mail.tenant} and person_id = ${mail.partner}`;
  const found = await forged(gone);
  expect(found).toMatchObject({ proven: 3, unproven: { erased: 1, unreadable: 0 }, wrong: [] });
  expect(found.byRule.text_approved).toEqual({ ok: 3, violated: 0, erased: 1, unreadable: 0 });
  expect(found.byRule.hours).toEqual({ ok: 4, violated: 0, erased: 0, unreadable: 0 });
  const both = await forged(async (tx) => {
    await gone(tx);
    await insert(tx, `suppression-${mail.hmac}`, SUPPRESSED);
  });
  expect(both.byRule.not_suppressed).toEqual({ ok: 3, violated: 1, erased: 0, unreadable: 0 });
});

test('explain tells the same of one email, and the events that it rests on', async () => {
  for (const [name, value] of Object.entries({ DATABASE_URL: testApp.databaseUrl, SECRET_KEY: TEST_SECRET }))
    vi.stubEnv(name, value);
  const { code, out } = await audit('explain', 'message', mail.stream, '--tenant', mail.tenant);
  expect(code).toBe(0);
  for (const rule of Object.keys(PROOF_RULES)) expect(out).toMatch(new RegExp(`^ok +${rule} `, 'm'));
  expect(out).toMatch(new RegExp(`^ok +approved_by .*; ${mail.stream}@\\d+\\)$`, 'm'));
  const { out: json } = await audit('explain', 'message', mail.stream, '--tenant', mail.tenant, '--json');
  expect(JSON.parse(json).proof).toMatchObject({
    dispatch: { stream: mail.stream },
    lines: { campaign_limit: { verdict: 'ok', event: { stream: expect.stringContaining('quota-') } } },
  });
});

test('verify names the email that was forged with all its hashes', async () => {
  const { sql } = testApp.owner;
  await sql.begin(async (tx) => {
    await tx`alter table log.events disable trigger events_append_only`;
    await tx`update log.events set actor = 'user:stranger' where ${ofMail(tx, 'MessageApproved')}`;
    for (let version = 1, changed = 1; changed > 0; version += 1) {
      const { count } = await tx`
        update log.events e set hash = log.event_hash(tenant_id, stream_id, version, type, schema_version, actor, correlation_id, causation_id,
          recorded_at, coalesce((select p.hash from log.events p
            where p.tenant_id = e.tenant_id and p.stream_id = e.stream_id and p.version = e.version - 1), ''), payload::text)
        where tenant_id = ${mail.tenant} and stream_id = ${mail.stream} and version = ${version}`;
      changed = count;
    }
    await tx`alter table log.events enable trigger events_append_only`;
  });
  expect((await verifyRecord(sql, KEY)).find(({ check }) => check === 'chains')).toMatchObject({ ok: true });
  const checks = await verifyConsequences(sql, KEY, { tenant: mail.tenant, quick: true });
  expect(checks.find(({ check }) => check === 'sends')).toMatchObject({
    ok: false,
    said: '4 sends; 3 proven',
    counts: { dispatches: 4, proven: 3, approved_by: 3, hours: 4 },
    wrong: [{ tenant: mail.tenant, streamId: mail.stream, rule: 'approved_by', recordedAt: expect.any(String) }],
  });
});
