/**
 * One line: the longest stall of the event loops of API and worker under each attack, in ms of the processor. Both run in a process of their own, as
 * in an installation. Every 5 ms loopWatch.mjs reads how much the main thread has worked: everyone else waited for that. Time of the processor, so
 * that a busy machine does not count. Linux alone tells it.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ImapFlow } from 'imapflow';
import type { CampaignView, PartnerView, SendView, ThreadView, UserView } from '../../api/views.ts';
import { keepAccessToken, newAccessToken } from '../../db/accounts/accessTokens.ts';
import { inTransaction } from '../../db/connection/inTransaction.ts';
import { settleInstallation } from '../../db/installation/settle.ts';
import type { Store } from '../../db/store.ts';
import { conversationOf } from '../../events/conversations/conversation.ts';
import { samplePeople } from '../../worker/sandbox/people/sample.ts';
import { startSandbox } from '../../worker/sandbox/serve.ts';
import { freePorts } from '../support/installation.ts';
import { onFreshServer, rounded } from './database.ts';
import { type Front, startFlood, startFront } from './hostileServers.ts';
import { startProgram } from './program.ts';

const GOAL_MS = 200;
const ROWS = { full: 5_000, quick: 500 };
const TOKENS = 1_000;
const INBOUND_DOMAIN = 'replies.northwind.example';
const NESTED = '<b>'.repeat(200_000);
const PASSWORD = 'correct horse battery';
const MAILBOX = {
  ...{ host: 'fastmail', email: 'sam@shop.example', password: 'secret' },
  ...{ smtpHost: 'smtp.fastmail.com', smtpPort: 465, smtpSecurity: 'tls' },
  ...{ imapHost: 'imap.fastmail.com', imapPort: 993, imapSecurity: 'tls' },
};

type Loop = 'api' | 'worker';
const LOOPS: readonly Loop[] = ['api', 'worker'];
type Stalls = Record<string, Record<Loop, number>>;

type Answer<T> = { status: number; body: T };
class Visitor {
  cookie = '';
  readonly url: string;
  constructor(url: string) {
    this.url = url;
  }

  async call<T>(method: string, at: string, body?: unknown, ms = 120_000): Promise<Answer<T>> {
    const response = await fetch(`${this.url}${at}`, {
      method,
      headers: { Cookie: this.cookie, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(ms),
    });
    const text = await response.text();
    return {
      status: response.status,
      body: (text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text) as T,
    };
  }

  async ok<T>(method: string, at: string, body?: unknown): Promise<T> {
    const answer = await this.call<T>(method, at, body);
    if (answer.status >= 300)
      throw new Error(`${method} ${at}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 300)}`);
    return answer.body;
  }

  async submit(at: string, fields: Record<string, string>): Promise<Response> {
    return fetch(`${this.url}${at}`, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
  }
}

async function until<T>(ask: () => Promise<T>, suits: (answer: T) => boolean, ms = 60_000): Promise<T> {
  for (const end = Date.now() + ms; ; await wait(200)) {
    const answer = await ask();
    if (suits(answer)) return answer;
    if (Date.now() > end) throw new Error('An attack did not do its work in time.');
  }
}

/** Someone who is ready to send, and has sent one mail. */
async function readyUser(url: string, sandboxUrl: string) {
  const user = new Visitor(url);
  const entered = await user.submit('/api/signup', {
    ...{ email: 'sam@northwind.example', password: PASSWORD, firstName: 'Sam', lastName: 'Vale' },
  });
  user.cookie = (entered.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  await user.ok('PUT', '/api/business-profile', {
    ...{ businessName: 'Northwind Trail Gear', industry: 'Fitness', userFullName: 'Sam Vale', timezone: 'UTC' },
    ...{ contactEmail: 'sam@northwind.example', postalAddress: '12 Ridge Road, Burlington, VT 05401' },
  });
  await user.ok('PUT', '/api/email-settings', {
    ...{ emailProvider: 'sendgrid', fromEmail: 'sam@northwind.example', sendgridApiKey: 'SG.sandbox' },
  });
  await user.ok('POST', '/api/partners/import', { rows: rowsOf(4, 'first') });
  const partners = await user.ok<PartnerView[]>('GET', '/api/partners');
  for (const { id } of partners) await user.ok('PATCH', `/api/partners/${id}/status`, { status: 'approved' });
  const campaign = await user.ok<CampaignView>('POST', '/api/campaigns', {
    ...{
      name: 'Vests',
      subjectType: 'static',
      staticSubject: 'A vest',
      messagePrompt: 'Offer a vest.',
      dailyLimit: 10,
    },
  });
  await user.ok('POST', `/api/campaigns/${campaign.id}/partners`, { partnerIds: partners.map(({ id }) => id) });
  const sends = await user.ok<SendView[]>('GET', `/api/campaigns/${campaign.id}/sends`);
  const [first] = sends;
  if (!first) throw new Error('The campaign has no message.');
  await user.ok('PATCH', `/api/campaign-sends/${first.id}`, {
    subject: 'A vest',
    body: 'Hello, would you try a vest?',
  });
  await user.ok('POST', `/api/campaign-sends/${first.id}/send-now`);
  const outbox = await fetch(`${sandboxUrl}/outbox`, { headers: { Accept: 'application/json' } });
  const { messages } = (await outbox.json()) as { messages: { to: string; headers: Record<string, string> }[] };
  const mail = messages.find(({ to }) => to === first.recipientEmail);
  if (!mail) throw new Error('The first mail did not leave.');
  return { user, campaign, sends, sent: first, mail };
}
type Ready = Awaited<ReturnType<typeof readyUser>>;

const rowsOf = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, index) => ({
    name: `Ada Lindqvist ${index}`,
    profileUrl: `https://www.linkedin.com/in/ada-${prefix}-${index}`,
    email: `ada.${prefix}.${index}@lindqvist.example`,
    followersCount: 12_000 + index,
    bio: 'Writes about trails.',
  }));

const replyTo = ({ mail }: Ready, id: string, text: string): string =>
  `From: Ada <${mail.to}>\r\nSubject: Re: A vest\r\nMessage-ID: <${id}@run.example>\r\nIn-Reply-To: ${mail.headers['Message-ID']}\r\nContent-Type: text/html\r\n\r\n${text}`;

async function post(url: string, fields: Iterable<readonly [string, string]>): Promise<Response> {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return fetch(`${url}/api/webhooks/sendgrid-inbound`, { method: 'POST', body: form }).catch(
    // a server that has read enough hangs up
    () => new Response(null, { status: 413 }),
  );
}

/** A thousand programs of one user. */
async function makeTokens(store: Store, user: Visitor): Promise<string[]> {
  const { id: userId, workspaceId } = await user.ok<UserView>('GET', '/api/auth/user');
  const tokens = Array.from({ length: TOKENS }, newAccessToken);
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
  await inTransaction(store, async (tx) => {
    for (const [index, token] of tokens.entries())
      await keepAccessToken(tx, { userId, workspaceId }, token, {
        ...{ tokenId: `bench${index}`, name: `bench ${index}`, scopes: ['read'], expiresAt },
      });
  });
  return tokens;
}

/** How many of some calls by a token are answered, of so many at a time. */
async function callAs(
  url: string,
  at: string,
  tokens: readonly string[],
  together: number,
): Promise<Map<number, number>> {
  const answers = new Map<number, number>();
  const waiting = [...tokens];
  const call = async (): Promise<void> => {
    for (let token = waiting.pop(); token !== undefined; token = waiting.pop()) {
      const { status } = await fetch(`${url}${at}`, { headers: { Authorization: `Bearer ${token}` } });
      answers.set(status, (answers.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: together }, call));
  return answers;
}

/**
 * A thousand tokens call three times each, and one of them all the time. It is refused, and no other is. One statement leases the calls of a token,
 * so its bucket is as full as one lease.
 */
async function floodByTokens(store: Store, { user }: Ready): Promise<void> {
  const tokens = await makeTokens(store, user);
  const [greedy = ''] = tokens;
  const exports = await callAs(
    user.url,
    '/api/partners/export',
    Array.from({ length: 200 }, () => greedy),
    8,
  );
  const allowed = exports.get(200) ?? 0;
  // 3,000 units of 20 each, and those that refill
  if (allowed < 150 || allowed > 165 || exports.get(429) !== 200 - allowed)
    throw new Error(`A greedy token is answered ${JSON.stringify([...exports])}.`);
  const others = await callAs(
    user.url,
    '/api/dashboard/stats',
    [...tokens.slice(1), ...tokens.slice(1), ...tokens.slice(1)],
    32,
  );
  if (others.get(200) !== 3 * (TOKENS - 1))
    throw new Error(`Other tokens are answered ${JSON.stringify([...others])}.`);
  const [leased] = await store.sql<[{ buckets: number; most: number }]>`
    select count(*)::int as buckets, max(failures)::float8 as most from auth.attempts where bucket like 'calls|token|bench%' and bucket <> 'calls|token|bench0'`;
  if (leased.buckets !== TOKENS - 1 || leased.most > 300) throw new Error(`The leases are ${JSON.stringify(leased)}.`);
}

/** Each does its work, or throws. */
function attacks(
  ready: Ready,
  front: Front,
  sandboxUrl: string,
  rows: number,
  store: Store,
): Record<string, () => Promise<void>> {
  const { user, sent } = ready;
  const thread = () => user.call<ThreadView>('GET', `/api/inbox/${conversationOf(sent.id)}`);
  const answered = (response: Response) => {
    if (response.status >= 500) throw new Error(`Inbound Parse answers ${response.status}.`);
  };
  const contactOf = async (index: number) => {
    const person = samplePeople.filter(({ email }) => email.kind === 'published')[index];
    if (!person) throw new Error('There is no such sample person.');
    const profileUrl = `https://linkedin.com/in/${person.slug}`;
    await user.ok('POST', '/api/partners/ingest-url', { profileUrl });
    const partners = await user.ok<PartnerView[]>('GET', '/api/partners');
    const partner = partners.find(({ name }) => name === person.fullName);
    if (!partner) throw new Error('The sample person was not imported.');
    await user.ok('PATCH', `/api/partners/${partner.id}/status`, { status: 'approved' });
    return {
      page: `/pages/${person.domain}/contact`,
      look: () => user.ok('POST', `/api/partners/${partner.id}/enhance-contact`),
    };
  };
  const wasServed = (page: string, found: unknown) => {
    if (!front.served.includes(page)) throw new Error(`The worker did not open ${page}: ${JSON.stringify(found)}`);
  };
  return {
    'inbound-fields': async () =>
      answered(
        await post(
          user.url,
          Array.from({ length: 5_000 }, (_, index) => [`field${index}`, 'x'.repeat(40)]),
        ),
      ),
    'inbound-head': async () =>
      answered(
        await post(user.url, [
          ['email', `X-A: ${'a'.repeat(1_000_000)}\r\n\r\nHello`],
          ...Array.from({ length: 200 }, (_, index) => [`field${index}`, 'x'] as const),
        ]),
      ),
    'inbound-nested-mail': async () => {
      const to = ready.mail.headers['Reply-To'] ?? '';
      const response = await post(user.url, [
        ['email', replyTo(ready, 'inbound', `Hello.${NESTED}`)],
        ['envelope', JSON.stringify({ to: [to], from: ready.mail.to })],
      ]);
      const { taken } = (await response.json()) as { taken: boolean };
      if (!taken) throw new Error('The mail was not taken.');
    },
    'mailbox-nested-mail': async () => {
      const before = (await thread()).body.mails?.length ?? 0;
      await user.ok('POST', '/api/mailbox/connect', MAILBOX);
      const { port } = (await (await fetch(`${sandboxUrl}/imap`)).json()) as { port: number };
      const client = new ImapFlow({
        ...{ host: '127.0.0.1', port, secure: false, logger: false as const },
        auth: { user: MAILBOX.email, pass: MAILBOX.password },
      });
      await client.connect();
      await client.append('INBOX', replyTo(ready, 'mailbox', `Hello.${NESTED}`));
      await client.logout();
      await until(thread, ({ body }) => (body.mails?.length ?? 0) > before);
    },
    'han-text': async () => {
      for (const { id } of ready.sends.slice(1)) {
        const { status } = await user.call('PATCH', `/api/campaign-sends/${id}`, {
          subject: 'A vest',
          body: '漢字'.repeat(10_000),
        });
        if (status >= 500) throw new Error(`A text of Han characters is answered ${status}.`);
      }
      await user.ok('GET', `/api/campaigns/${ready.campaign.id}/sends`);
    },
    'slow-mail-servers': async () => {
      const flood = await startFlood();
      front.pages.set('/imap', { json: { port: flood.port } });
      try {
        const connect = () => user.call('POST', '/api/mailbox/connect', MAILBOX, 8_000).catch(() => null);
        await Promise.all([connect(), connect(), connect(), connect()]);
        if (flood.bytes() === 0) throw new Error('The worker did not reach the slow mail server.');
      } finally {
        front.pages.delete('/imap');
        flood.close();
      }
    },
    page: async () => {
      const { page, look } = await contactOf(0);
      front.pages.set(page, { body: `<html><body>${NESTED}` });
      wasServed(page, await look());
    },
    robots: async () => {
      const { page, look } = await contactOf(1);
      front.pages.set(page, { to: `/${'a'.repeat(15_000)}` });
      front.pages.set('/robots.txt', { body: `User-agent: *\nAllow: /${'*a'.repeat(16_000)}b\n`.repeat(15) });
      wasServed('/robots.txt', await look());
      front.pages.delete('/robots.txt');
    },
    'weak-sign-ups': async () => {
      const submit = async (index: number) => {
        const { status } = await user.submit('/api/signup', {
          email: `weak${index}@shop.example`,
          password: 'Sunshine1!',
        });
        if (status >= 500) throw new Error(`A weak sign-up is answered ${status}.`);
      };
      await Promise.all(Array.from({ length: 40 }, (_, index) => submit(index)));
    },
    import: async () => {
      await user.ok('POST', '/api/partners/import', { rows: rowsOf(rows, 'many') });
      const count = async () => (await user.ok<{ totalPartners: number }>('GET', '/api/dashboard/stats')).totalPartners;
      await until(count, (partners) => partners >= rows);
    },
    'thousand-tokens': () => floodByTokens(store, ready),
    'as-of': async () => {
      const query = new URLSearchParams({ at: new Date(Date.now() - 1_000).toISOString(), what: 'partners' });
      await user.ok('GET', `/api/history/as-of?${query}`);
    },
  };
}

/** `--quick`: a list of 500 partners in place of 5,000. */
export async function benchHostile(quick: boolean): Promise<{ missed: string[] } & object> {
  const rows = quick ? ROWS.quick : ROWS.full;
  const folder = mkdtempSync(path.join(tmpdir(), 'partner-pilot-bench-hostile-'));
  const sandbox = await startSandbox({ dataDir: path.join(folder, 'sandbox'), port: 0, host: '127.0.0.1' });
  const front = await startFront(sandbox.url);
  try {
    return await onFreshServer(async ({ url: databaseUrl, secretKey, open }) => {
      await settleInstallation({ ownerUrl: databaseUrl, secretKey, wanted: 'on', providerKeysPresent: [] });
      const { port } = await freePorts();
      const env = {
        ...{ DATABASE_URL: databaseUrl, SECRET_KEY: secretKey, DATA_DIR: folder, LOG_LEVEL: 'error' },
        ...{ PORT: String(port), HOST: '127.0.0.1', PUBLIC_URL: `http://127.0.0.1:${port}`, INBOUND_DOMAIN },
        ...{ SANDBOX_MODE: 'on', SANDBOX_URL: front.url, SEND_GAP_SECONDS: '0-1', MAIL_PRIVATE_HOSTS: 'on' },
      };
      const programs = {
        api: await startProgram('api', env, folder),
        worker: await startProgram('worker', env, folder),
      };
      try {
        const ready = await readyUser(env.PUBLIC_URL, sandbox.url);
        const stalls: Stalls = {};
        for (const [name, attack] of Object.entries(attacks(ready, front, sandbox.url, rows, await open('owner', 2)))) {
          // what the last one left to do is done
          await wait(2_000);
          const since = Date.now();
          await attack();
          await wait(500);
          const [api = 0, worker = 0] = LOOPS.map((loop) => rounded(programs[loop].stallsSince(since).cpuMs, 0));
          stalls[name] = { api, worker };
        }
        const missed = Object.entries(stalls).flatMap(([name, of]) =>
          LOOPS.filter((loop) => of[loop] > GOAL_MS).map((loop) => `${name} ${loop}`),
        );
        return { bench: 'hostile', goalMs: GOAL_MS, rows, stalls, missed };
      } finally {
        await Promise.all(LOOPS.map((loop) => programs[loop].stop()));
      }
    });
  } finally {
    front.close();
    await sandbox.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
