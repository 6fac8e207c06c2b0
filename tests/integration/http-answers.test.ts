import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { declarationOf } from '../../api/http/contract.ts';
import {
  feedLineSchema,
  type PartnerView,
  type SearchView,
  type TimelineView,
  type UserView,
} from '../../api/views.ts';
import { parseMail } from '../../db/receive/parseMail.ts';
import { receiveMails } from '../../db/receive/receiveMail.ts';
import { conversationOf } from '../../events/conversations/conversation.ts';
import { TODAY_GROUPS } from '../../events/today/needGroups.ts';
import { appRegistry } from '../support/appRegistry.ts';
import { type Outreach, readyCampaign } from '../support/outreach.ts';
import { until } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';
import { addWebhook } from '../support/webhookReceiver.ts';

let testApp: TestApp;
let outreach: Outreach;
/** Fills the names in a path, and the queries of calls that need one. Each list is one call. */
let fills: Record<string, string[]>;

beforeAll(async () => {
  // without a web app the API is not ready
  testApp = await startTestApp({ webFolder: tmpdir() });
  outreach = await readyCampaign(testApp, { partners: 3, texts: 'generated' });
  const { person, tenant, campaign, sends, partners } = outreach;
  const second = partners[1]?.id;
  await person.ok('POST', '/api/suppressions', { email: 'nobody@lindqvist.example', reason: 'user' });
  await person.ok('POST', `/api/partners/${second}/erase`);
  const criteria = { industry: 'Fitness', targetAudience: 'runners' };
  await person.ok('POST', '/api/partners/generate', { criteria, count: 2 });
  await person.ok('PUT', `/api/campaigns/${campaign.id}/status`, { status: 'active' });
  await until(
    () => person.ok<{ sentCount: number }>('GET', `/api/campaigns/${campaign.id}`),
    ({ sentCount }) => sentCount > 0,
  );
  const search = await person.ok<SearchView>('GET', '/api/searches/latest');
  const { events } = await person.ok<TimelineView>('GET', '/api/history?type=EmailSent');
  const moment = new Date().toISOString();
  const messages = `&campaign=${campaign.id}`;
  const asOf = ['dashboard', 'partners', 'campaigns', 'messages', `messages${messages}`].map(
    (what) => `at=${moment}&what=${what}`,
  );
  const admin = (queries: string[]) => queries.map((query) => `${query}&tenant=${tenant}`);
  const event = [`event=${events[0]?.id}`];
  fills = {
    '/api/searches/:id': [search.id],
    '/api/partners/:id': (await person.ok<PartnerView[]>('GET', '/api/partners')).map(({ id }) => id),
    '/api/campaigns/:id': [campaign.id],
    '/api/inbox/:id': [await aConversation()],
    '/api/webhooks/:id': [(await addWebhook(person, ['message.sent'])).id],
    '/api/campaign-figures': [`campaigns=${campaign.id}`],
    ':messageId': sends.slice(0, 1).map(({ id }) => id),
    ':name': ['totalPartners', 'creditsUsed'],
    ':group': [...TODAY_GROUPS],
    ':key': ['signup_url', 'tutorials_url', 'openai_cost_warning_threshold'],
    '/api/history/causes': event,
    '/api/history/as-of': asOf,
    '/api/history/days': ['zone=UTC'],
    '/api/admin/openai-usage/stats': ['daysAgo=30'],
    '/api/admin/users/:id': [(await person.ok<UserView>('GET', '/api/auth/user')).id],
    '/api/admin/history': admin(['']),
    '/api/admin/history/causes': admin(event),
    '/api/admin/history/explain/:messageId': admin(['']),
    '/api/admin/history/emails': ['find=Lindqvist', `find=${sends[0]?.recipientEmail}&tenant=${tenant}`],
    '/api/admin/history/as-of': admin(asOf),
    '/api/admin/history/number/:name': admin(['']),
    '/api/admin/history/days': admin(['zone=UTC']),
  };
});
afterAll(() => testApp.stop());

/** A person answers one of the mails. */
async function aConversation(): Promise<string> {
  const { tenant, sends } = outreach;
  const ids = new Map(sends.map(({ id, recipientEmail }) => [recipientEmail, id]));
  const { to } = (await testApp.outbox()).find((mail) => ids.has(mail.to)) ?? { to: '' };
  const mail = await parseMail(Buffer.from(`From: ${to}\r\nSubject: Re: A vest\r\n\r\nTell me more.`));
  const receivedAt = new Date(Date.now() + 60_000).toISOString();
  const found = { id: 'm1', threadId: null, receivedAt, mail };
  await receiveMails(testApp.api, { tenant, actor: 'test', source: 'imap' }, [found]);
  return conversationOf(ids.get(to) ?? '');
}

function addresses(path: string): string[] {
  const [whole, name] = /:(\w+)/.exec(path) ?? [];
  const ofPath = Object.keys(fills).find((start) => start.endsWith(':id') && path.startsWith(start));
  const values = whole ? (fills[whole === ':id' ? (ofPath ?? '') : whole] ?? []) : [''];
  if (values.length === 0) throw new Error(`Nothing fills ${name} of ${path}`);
  const queries = path.endsWith(':id') ? [''] : (fills[path] ?? ['']);
  const paths = values.map((value) => (whole ? path.replace(whole, value) : path));
  return paths.flatMap((one) => queries.map((query) => (query ? `${one}?${query}` : one)));
}

test('a connection is kept for longer than a proxy keeps its own', async () => {
  const { headers } = await fetch(`${testApp.url}/api/health`);
  expect(headers.get('keep-alive')).toBe('timeout=75');
});

describe('what GET calls answer', () => {
  test('every one with real data', async () => {
    const app = appRegistry.get(testApp.url)?.app;
    const paths = (app?.routes ?? []).flatMap(({ method, path, handler }) =>
      method === 'GET' && declarationOf(handler)?.answers?.[200] instanceof z.ZodType ? [path] : [],
    );
    expect(paths.length).toBeGreaterThan(50);
    for (const address of paths.flatMap(addresses)) await outreach.person.ok('GET', address);
  });

  test('a line of the feed', async () => {
    const headers = { Cookie: outreach.person.cookie };
    const answer = await fetch(`${testApp.url}/api/events?after=0-0-0&limit=1000`, { headers });
    const lines = (await answer.text()).trim().split('\n');
    expect(lines.length).toBeGreaterThan(20);
    for (const line of lines) {
      const read = feedLineSchema.safeParse(JSON.parse(line));
      expect(read.error && z.prettifyError(read.error), line).toBeUndefined();
    }
  });
});
