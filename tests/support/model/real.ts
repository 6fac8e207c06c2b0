/** The same against the product: HTTP calls and the worker's tasks, one at a time, on a clock that is set. */

import type { PartnerView } from '../../../api/views.ts';
import { openStore } from '../../../db/connection/open.ts';
import { readCampaigns } from '../../../db/read/campaigns.ts';
import { compareRows } from '../../../db/read/rebuild.ts';
import { ref, type Store, streamIdOf } from '../../../db/store.ts';
import { changeAccount } from '../../../events/accounts/user.ts';
import type { CampaignState } from '../../../events/campaigns/campaign.ts';
import { aggregateOf } from '../../../events/catalog.ts';
import type { MessageState } from '../../../events/messages/messageState.ts';
import type { MailboxState } from '../../../events/sending/mailboxState.ts';
import { sameJson } from '../../../events/shared/sameJson.ts';
import type { JobPayload } from '../../../worker/context.ts';
import type { Run, Task } from '../../../worker/defineTask.ts';
import { claim } from '../../../worker/tasks/send/claim.ts';
import { dispatch, type Ready } from '../../../worker/tasks/send/dispatch.ts';
import { settle } from '../../../worker/tasks/send/settle.ts';
import { testCause } from '../asSent.ts';
import { TEST_SECRET } from '../database.ts';
import { readyPerson } from '../outreach.ts';
import type { Person } from '../person.ts';
import { startTestApp, type TestApp } from '../testApp.ts';
import type { Answer } from './people.ts';
import { DAY, MINUTE } from './state.ts';
import type { Word } from './worker.ts';

const NAMES: Readonly<Record<number, Answer>> = {
  200: 'ok',
  201: 'ok',
  202: 'accepted',
  400: 'invalid',
  401: 'signed out',
  404: 'not_found',
  409: 'conflict',
  422: 'illegal',
  429: 'limit',
};

const ANSWERS: Record<Word, Parameters<typeof settle>[4]['answer']> = {
  taken: { kind: 'status', status: 202, retryAfterSeconds: null },
  refused: { kind: 'status', status: 400, retryAfterSeconds: null },
  'wait 10 minutes': { kind: 'status', status: 429, retryAfterSeconds: 600 },
  'wrong key': { kind: 'status', status: 401, retryAfterSeconds: null },
  'not reached': { kind: 'not_connected' },
  error: { kind: 'status', status: 500, retryAfterSeconds: null },
};

/** The product without a worker of its own, on a clock that stands still. */
export type Stage = {
  house: TestApp;
  owner: Store;
  clock: { at: number };
  /** Rows, of all lives, that are others when they are made again from the log. */
  rebuiltOtherwise(): Promise<unknown[]>;
  stop(): Promise<void>;
};

/** A mail that did not reach the provider is tried again within this, ms. */
export const WITHIN = 15 * MINUTE;

/** A Monday, half an hour before the usual hours. */
const FIRST_DAY = Date.parse('2030-03-04T08:30:00Z');

export async function startStage(): Promise<Stage> {
  const clock = { at: FIRST_DAY - 56 * DAY };
  const testApp = await startTestApp({ working: false, waitMs: 1, sendGap: null, clock: () => clock.at });
  const owner = await openStore({
    url: testApp.databaseUrl,
    secretKey: TEST_SECRET,
    role: 'owner',
    name: 'model',
    max: 8,
  });
  return {
    house: testApp,
    owner,
    clock,
    rebuiltOtherwise: async () => (await compareRows({ sql: owner.sql, master: owner.master })).differences,
    async stop() {
      await owner.sql.end();
      await testApp.stop();
    },
  };
}

/** Someone new on the stage, with partners, eight weeks after the last one. */
export async function newcomer(faultRun: Stage, partners: number): Promise<Reality> {
  faultRun.clock.at = FIRST_DAY + Math.ceil((faultRun.clock.at - FIRST_DAY) / (56 * DAY) + 0.01) * 56 * DAY;
  const ready = await readyPerson(faultRun.house, partners);
  return new Reality(faultRun, ready.person, ready.userId, ready.tenant, ready.partners);
}

export class Reality {
  campaignId = '';
  readonly claims: { id: string; state: MessageState; worker: string }[] = [];
  readonly mails: { id: string; attempt: number; ready: Ready }[] = [];

  constructor(
    readonly faultRun: Stage,
    readonly person: Person,
    readonly userId: string,
    readonly tenant: string,
    readonly partners: readonly PartnerView[],
  ) {}

  get addresses(): string[] {
    return this.partners.map(({ contactInfo }) => contactInfo?.email ?? '');
  }
  /** The newest rejection of each partner, for its Undo. */
  rejections = new Map<number, number>();
  partnerId = (partner: number): string => this.partners[partner]?.id ?? '';
  messageId = (key: string): string => {
    const [partner = '', step = ''] = key.split('.');
    return `${this.campaignId}.${this.partnerId(Number(partner))}.${step}`;
  };
  private keyOf = (id: string): string => {
    const [, partnerId, step] = id.split('.');
    return `${this.partners.findIndex((partner) => partner.id === partnerId)}.${step}`;
  };

  async ask(method: string, path: string, body?: unknown) {
    const { status, body: answer } = await this.person.call<Record<string, never>>(method, `/api${path}`, body);
    const name = NAMES[status];
    if (!name) throw new Error(`${method} ${path} answered ${status}: ${JSON.stringify(answer)}`);
    return { name, answer };
  }

  /** The emails that an answer to Pause or Delete names. */
  keysOf = (named: readonly { id: string }[] | undefined): string[] => (named ?? []).map(({ id }) => this.keyOf(id));

  async setAccount(to: 'active' | 'paused'): Promise<void> {
    await this.faultRun.house.api.run({
      tenant: 'system',
      cause: testCause,
      streams: { user: ref('user', this.userId) },
      decide: ({ user }) => ({ user: changeAccount(user, to) }),
    });
  }

  private job = (id: string, also: Record<string, string> = {}): JobPayload => ({
    tenant: this.tenant,
    id,
    correlationId: 'model',
    causationId: 'model',
    also,
  });
  /** Another campaign: the claims and mails of the one before are forgotten. */
  begin(campaignId: string): void {
    this.campaignId = campaignId;
    this.claims.length = 0;
    this.mails.length = 0;
  }

  private run(): Run {
    return { lastTry: true, giveUp: true, addJob: (async () => undefined) as never, signal: undefined };
  }

  /** Has the worker do a task. */
  work = (task: Task, id: string, also: Record<string, string> = {}): Promise<void> =>
    task.handler(this.faultRun.house.worker, this.job(id, also), this.run());

  async claim(key: string): Promise<'claimed' | 'nothing'> {
    const id = this.messageId(key);
    const worker = `worker ${this.claims.length}`;
    const state = await claim(this.faultRun.house.worker, this.job(id), this.run(), worker);
    if (!state) return 'nothing';
    this.claims.push({ id, state, worker });
    return 'claimed';
  }

  async dispatch(index: number): Promise<'leaves' | 'stays'> {
    const held = this.claims[index];
    if (!held) return 'stays';
    const ready = await dispatch(this.faultRun.house.worker, this.job(held.id), held.state, held.worker);
    if (!ready) return 'stays';
    this.mails.push({ id: held.id, attempt: held.state.attempt, ready });
    return 'leaves';
  }

  async settle(index: number, word: Word): Promise<void> {
    const mail = this.mails[index];
    if (!mail) return;
    const sent = { answer: ANSWERS[word], messageId: null };
    await settle(this.faultRun.house.worker, this.job(mail.id), mail.attempt, mail.ready, sent);
  }

  /** The rows as they are, by message. */
  async messages(): Promise<Map<string, MessageState>> {
    const rows = await this.faultRun.owner.sql<{ stream_id: string; state: MessageState }[]>`
      select stream_id, state from read.messages where tenant_id = ${this.tenant} and campaign_id = ${this.campaignId}`;
    return new Map(rows.map(({ stream_id, state }) => [this.keyOf(stream_id.slice('message-'.length)), state]));
  }

  async campaign(): Promise<CampaignState | undefined> {
    const [row] = await this.faultRun.owner.sql<{ state: CampaignState }[]>`
      select state from read.campaigns where tenant_id = ${this.tenant} and stream_id = ${`campaign-${this.campaignId}`}`;
    return row?.state;
  }

  async mailbox(): Promise<MailboxState | undefined> {
    const [row] = await this.faultRun.owner.sql<{ state: MailboxState }[]>`
      select state from read.mailboxes where tenant_id = ${this.tenant}`;
    return row?.state;
  }

  /** The messages that hold a place of each day of the campaign, with their attempts. */
  async places(): Promise<Record<string, Record<string, number>>> {
    const prefix = `quota-${this.campaignId}-`;
    const rows = await this.faultRun.owner.sql<{ day: string; taken: Record<string, number> }[]>`
      select substr(stream_id, ${prefix.length + 1}::int) as day, state->'taken' as taken from read.quotas
      where tenant_id = ${this.tenant} and starts_with(stream_id, ${prefix})`;
    const byKey = (taken: Record<string, number>) =>
      Object.fromEntries(Object.entries(taken).map(([id, attempt]) => [this.keyOf(id), attempt]));
    return Object.fromEntries(rows.map(({ day, taken }) => [day, byKey(taken)]));
  }

  /** The list's counts of messages in each state. */
  counts = async () => (await readCampaigns(this.faultRun.house.api, this.tenant, this.campaignId))[0]?.counts;

  /** The streams of this life whose row is not what their events fold to. */
  async foldedOtherwise(): Promise<string[]> {
    const { api } = this.faultRun.house;
    const streams = [
      ref('campaign', this.campaignId),
      ref('mailbox', this.tenant),
      ...[...(await this.messages()).keys()].map((key) => ref('message', this.messageId(key))),
    ];
    const wrong = await Promise.all(
      streams.map(async (stream) => {
        const { evolve, initial } = aggregateOf(stream.kind);
        const folded = (await api.history(this.tenant, stream)).reduce(evolve, initial);
        return sameJson(folded, (await api.load(this.tenant, stream)).state) ? [] : [streamIdOf(stream)];
      }),
    );
    return wrong.flat();
  }

  pass(ms: number): void {
    this.faultRun.clock.at += ms;
  }
}
