import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isSearchDue } from '../../db/erase/eraseSearch.ts';
import { isKnownPerson } from '../../db/erase/erasuresFile.ts';
import { newId } from '../../db/log/newId.ts';
import { stoppedAccounts } from '../../db/read/health.ts';
import { type Command, type Ref, ref, type Store, streamIdOf } from '../../db/store.ts';
import { PERSON_OF_EVENT } from '../../db/vault/personKeys.ts';
import { concludePartnerProfile, requestPartnerProfile } from '../../events/accounts/profile.ts';
import { createCampaign, finishMessages, requestMessages } from '../../events/campaigns/campaign.ts';
import { type ConversationEvent, concludeDraft } from '../../events/conversations/conversation.ts';
import { overrideUnfit, recordGenerationFailed } from '../../events/messages/messageText.ts';
import { concludeContactSearch, requestContactSearch } from '../../events/partners/contact.ts';
import { changePartnerStatus, discoverPartner } from '../../events/partners/partner.ts';
import { endStep, requestUrlSearch, urlSearchId } from '../../events/partners/search.ts';
import type { MailboxEvent } from '../../events/sending/mailboxState.ts';
import { KINDS, personOf } from '../../events/shared/event.ts';
import { DEAD_AFTER_SECONDS } from '../../worker/heartbeat.ts';
import { mailboxConnected, sendGridConnected } from '../support/accountEvents.ts';
import { testCause } from '../support/asSent.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';
import { aPerson } from '../support/samples.ts';

let db: TestDatabase;
let owner: Store;
let worker: Store;

beforeAll(async () => {
  db = await freshDatabase();
  owner = await db.open('owner', 2);
  worker = await db.open('worker', 4);
});
afterAll(() => db.drop());

const run = <S extends Record<string, Ref>>(tenant: string, streams: S, decide: Command<S>['decide']) =>
  worker.run({ tenant, cause: testCause, streams, decide });

describe('rules that SQL has to know, too', () => {
  test('whose key seals a stream', async () => {
    const hmac = 'a'.repeat(64);
    const ids = { message: 'c1.p1.1', conversation: 'c1.p1', suppression: hmac, quota: 'c1-2026-03-02', search: 's1' };
    const streams = KINDS.map((kind) => `${kind}-${kind in ids ? ids[kind as keyof typeof ids] : 'x1'}`);
    streams.push(`search-${urlSearchId('p1')}`, 'message-c1.p-2.r1', 'search-urls');
    const rows = await owner.sql<{ stream_id: string; person: string }[]>`
      select e.stream_id, ${owner.sql.unsafe(PERSON_OF_EVENT)} as person from unnest(${streams}::text[]) e (stream_id)`;
    expect(Object.fromEntries(rows.map(({ stream_id, person }) => [stream_id, person]))).toEqual(
      Object.fromEntries(streams.map((stream) => [stream, personOf(stream)])),
    );
    for (const stream of streams) {
      const person = personOf(stream);
      expect(isKnownPerson(person.startsWith('user-') ? 'system' : 't1', person), person).toBe(true);
    }
  });

  test('which requests nobody has answered yet', async () => {
    const tenant = `u-${randomUUID()}`;
    const search = ref('search', urlSearchId('p9'));
    const profile = ref('profile', tenant);
    const partner = ref('partner', 'p1');
    const campaign = ref('campaign', 'c1');
    const openInSql = async () => {
      const rows = await worker.sql<{ stream_id: string; tenant_id: string }[]>`
        select stream_id, tenant_id from log.open_requests()`;
      return rows.flatMap((row) => (row.tenant_id === tenant ? [row.stream_id] : [])).sort();
    };
    /** By the states of the aggregates. */
    const open = async () => {
      const searched = (await worker.load(tenant, search)).state;
      const profiled = (await worker.load(tenant, profile)).state;
      const partnered = (await worker.load(tenant, partner)).state;
      const written = (await worker.load(tenant, campaign)).state;
      const isOpen: [Ref, boolean][] = [
        [search, searched.status === 'running'],
        [profile, profiled.openRequest !== null],
        [partner, partnered.openContactSearch !== null],
        [campaign, written.generation !== null],
      ];
      return isOpen.flatMap(([stream, is]) => (is ? [streamIdOf(stream)] : [])).sort();
    };

    await run(tenant, { search, profile, partner, campaign }, (now) => ({
      search: requestUrlSearch(now.search, { criteria: {}, profileUrl: 'https://linkedin.com/in/x' }),
      profile: requestPartnerProfile(now.profile, 'r1', {} as never),
      partner: discoverPartner(now.partner, aPerson(), 's1'),
      campaign: createCampaign(
        now.campaign,
        {
          name: 'Spring',
          subjectType: 'static',
          staticSubject: 'A vest',
          messagePrompt: 'Offer a vest',
          dailyLimit: 10,
        } as never,
        newId,
      ),
    }));
    expect(await openInSql()).toEqual(await open());
    await run(tenant, { partner }, (now) => ({ partner: changePartnerStatus(now.partner, 'approved') }));
    await run(tenant, { partner, campaign }, (now) => ({
      partner: requestContactSearch(now.partner, 'k1', '2026-03'),
      campaign: requestMessages(now.campaign, {
        runId: 'r1',
        regenerate: false,
        missing: ['m1'],
        written: [],
        edited: [],
        includeEdited: false,
      }),
    }));
    expect(await openInSql()).toEqual(await open());
    expect(await open()).toHaveLength(4);
    await run(tenant, { search, profile, partner, campaign }, (now) => ({
      search: endStep(now.search, 0, { duplicates: 0, sources: [] }),
      profile: concludePartnerProfile(now.profile, 'r1', { failed: { code: 'answer_not_seen' } }),
      partner: concludeContactSearch(now.partner, 'k1', { outcome: 'not_found', steps: [] }),
      campaign: finishMessages(now.campaign, 'r1', 1, 0),
    }));
    expect(await openInSql()).toEqual([]);
    expect(await open()).toEqual([]);
  });

  test('which replies have no label yet: those of people, one by one', async () => {
    const tenant = `u-${randomUUID()}`;
    const conversation = ref('conversation', 'c1.p1');
    const received = (receivedId: string, automatic = false): ConversationEvent => ({
      type: 'MailReceived',
      data: {
        ...{ receivedId, messageId: 'c1.p1.1', receivedAt: '2026-03-02T09:00:00.000Z', source: 'inbound', automatic },
        ...{ truncated: false, unparsed: false, kept: [] },
      },
      personal: null,
    });
    const open = async () => {
      const rows = await worker.sql<{ tenant_id: string; type: string; payload: { d: { receivedId: string } } }[]>`
        select tenant_id, type, payload from log.open_requests()`;
      return rows.flatMap((row) =>
        row.tenant_id === tenant && row.type === 'MailReceived' ? [row.payload.d.receivedId] : [],
      );
    };
    await run(tenant, { conversation }, () => ({ conversation: [received('a'), received('b'), received('c', true)] }));
    expect((await open()).sort()).toEqual(['a', 'b']);
    const labeled: ConversationEvent = {
      type: 'ReplyClassified',
      data: { receivedId: 'a', label: 'interested', by: 'ai', wants: [] },
      personal: null,
    };
    await run(tenant, { conversation }, () => ({ conversation: [labeled] }));
    expect(await open()).toEqual(['b']);
  });

  test('which drafts and follow-ups have a job to put down again', async () => {
    const tenant = `u-${randomUUID()}`;
    const [conversation, campaign] = [ref('conversation', 'c1.p1'), ref('campaign', 'c1')];
    const open = async () => {
      const rows = await worker.sql<{ tenant_id: string; type: string }[]>`
        select tenant_id, type from log.open_requests()`;
      return rows.flatMap((row) => (row.tenant_id === tenant ? [row.type] : [])).sort();
    };
    // the key that seals the wish
    await run(tenant, { partner: ref('partner', 'p1') }, (now) => ({
      partner: discoverPartner(now.partner, aPerson(), 's1'),
    }));
    await run(tenant, { conversation, campaign }, (now) => ({
      conversation: [{ type: 'AnswerDraftRequested', data: { requestId: 'd1' }, personal: { wish: null } } as const],
      campaign: createCampaign(
        now.campaign,
        {
          name: 'Spring',
          subjectType: 'static',
          staticSubject: 'A vest',
          messagePrompt: 'Offer a vest',
          dailyLimit: 10,
          followUps: [{ afterDays: 3, writer: 'ai', text: 'Ask again' }],
        } as never,
        newId,
      ),
    }));
    expect(await open()).toEqual(['AnswerDraftRequested']);
    await run(tenant, { campaign }, () => ({ campaign: [{ type: 'CampaignStarted', data: {} } as const] }));
    expect(await open()).toEqual(['AnswerDraftRequested', 'CampaignStarted']);
    await run(tenant, { conversation, campaign }, (now) => ({
      conversation: concludeDraft(now.conversation, 'd1', { failed: { code: 'answer_not_seen' } }),
      campaign: [{ type: 'CampaignPaused', data: { reason: 'user', figures: null } } as const],
    }));
    expect(await open()).toEqual([]);
  });

  test('which texts a person wants in spite of the AI’s reasons have a job to put down again', async () => {
    const tenant = `u-${randomUUID()}`;
    const message = ref('message', 'c1.p1.1');
    const open = async () => {
      const rows = await worker.sql<{ tenant_id: string; type: string }[]>`
        select tenant_id, type from log.open_requests()`;
      return rows.flatMap((row) => (row.tenant_id === tenant ? [row.type] : []));
    };
    const by = { model: 'm', promptVersion: '1' };
    await run(tenant, { message }, () => ({
      message: [
        { type: 'MessageDrafted', data: { campaignId: 'c1', partnerId: 'p1', step: '1', resendOf: null } },
        { type: 'MessageUnfit', data: { runId: 'r1', ...by }, personal: null },
      ] as const,
    }));
    expect(await open()).toEqual([]);
    await run(tenant, { message }, (now) => ({ message: overrideUnfit(now.message, 'r2') }));
    expect(await open()).toEqual(['UnfitOverridden']);
    await run(tenant, { message }, (now) => ({
      message: recordGenerationFailed(now.message, 'r2', { code: 'ai_declined' }),
    }));
    expect(await open()).toEqual([]);
  });

  test('how many accounts of each kind must be connected again, and how many are paused', async () => {
    const count = async () => {
      const { stopped, paused } = await stoppedAccounts(owner);
      return [stopped.gmail ?? 0, stopped.smtp ?? 0, stopped.sendgrid ?? 0, paused];
    };
    const before = await count();
    const key = sendGridConnected('s');
    const gone = { type: 'AccountDisconnected', data: { provider: 'sendgrid', secretId: 's' } } as const;
    const pause = {
      type: 'MailboxPaused',
      data: { rate: 'bounce_rate', sent: 40, count: 3, since: '2026-01-01T00:00:00.000Z' },
    } as const;
    const held = (provider: 'sendgrid' | 'smtp', until: string | null): MailboxEvent[] => [
      { type: 'EmailProviderChosen', data: { provider } },
      key,
      { type: 'MailboxHeld', data: { reason: until ? 'rate_limited' : 'key_refused', until, times: 1 } },
    ];
    const lost: MailboxEvent[] = [
      mailboxConnected('s'),
      { type: 'AccountLost', data: { provider: 'smtp', secretId: 's', trouble: 'smtp_sign_in' } },
    ];
    for (const events of [
      held('sendgrid', null),
      held('sendgrid', '2999-01-01T00:00:00.000Z'),
      lost,
      [key, pause],
      // a disconnected account waits for no one
      [...held('sendgrid', null), pause, gone],
    ]) {
      const tenant = randomUUID();
      await run(tenant, { mailbox: ref('mailbox', tenant) }, () => ({ mailbox: events }));
    }
    const [gmail = 0, smtp = 0, sendgrid = 0, paused = 0] = before;
    expect(await count()).toEqual([gmail, smtp + 1, sendgrid + 1, paused + 1]);
  });

  test('when a worker counts as dead', async () => {
    const ages = [0, DEAD_AFTER_SECONDS / 2, DEAD_AFTER_SECONDS * 2, DEAD_AFTER_SECONDS * 10];
    for (const age of ages)
      await worker.sql`
        insert into queue.workers (worker_id, host, pid, beat_at)
        values (${`w${age}`}, ${`host${age}`}, 1, clock_timestamp() - make_interval(secs => ${age}))`;
    const rows = await owner.sql<{ id: string; alive: boolean }[]>`select id, alive from queue.processes()`;
    for (const age of ages)
      expect(rows.find(({ id }) => id === `host${age}/1`)?.alive, `${age} s`).toBe(age < DEAD_AFTER_SECONDS);
    const [definition] = await owner.sql<{ body: string }[]>`
      select prosrc as body from pg_proc where oid = 'queue.processes'::regproc`;
    expect(definition?.body).toContain(`${DEAD_AFTER_SECONDS} seconds`);
  });

  test('which searches for one person are kept no longer', async () => {
    const tenant = `u-${randomUUID()}`;
    const search = ref('search', urlSearchId('p7'));
    await run(tenant, { search }, (now) => ({
      search: requestUrlSearch(now.search, { criteria: {}, profileUrl: 'https://linkedin.com/in/x' }),
    }));
    const isDueInSql = async (before: string) => {
      const rows = await worker.sql<{ tenant_id: string }[]>`
        select tenant_id, stream_id from read.people_to_erase(${before}, ${100})`;
      return rows.some((row) => row.tenant_id === tenant);
    };
    const bothAt = async (before: string) => [
      await isDueInSql(before),
      isSearchDue((await worker.load(tenant, search)).state, before),
    ];
    expect(await bothAt('2999-01-01T00:00:00.000Z')).toEqual([false, false]);
    await run(tenant, { search }, (now) => ({ search: endStep(now.search, 0, { duplicates: 0, sources: [] }) }));
    const { finishedAt } = (await worker.load(tenant, search)).state;
    const ended = Date.parse(finishedAt ?? '');
    for (const [shift, due] of [
      [-1, false],
      [0, true],
      [1, true],
    ] as const)
      expect(await bothAt(new Date(ended + shift).toISOString()), `${shift} ms`).toEqual([due, due]);
  });
});
