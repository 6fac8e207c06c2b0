import { randomBytes } from 'node:crypto';
import type {
  CampaignTemplateView,
  NewIncomingWebhookView,
  PartnerView,
  SavedViewView,
  SearchView,
  SendingAccountView,
  SendView,
  SessionsView,
  SnippetView,
  SuppressionView,
  WebhookSecretView,
} from '../../api/views.ts';
import { addPasskey } from '../../db/accounts/passkeys.ts';
import { openSession } from '../../db/accounts/sessions.ts';
import { parseMail } from '../../db/receive/parseMail.ts';
import { listKeptFiles } from '../../db/receive/receivedFiles.ts';
import { receiveMails } from '../../db/receive/receiveMail.ts';
import { settingsForm } from '../../events/campaigns/settings.ts';
import { conversationOf } from '../../events/conversations/conversation.ts';
import { program } from './accessToken.ts';
import { asSent } from './asSent.ts';
import { pdf, uploadKit } from './mediaKit.ts';
import { messageIdFor } from './messageIds.ts';
import { type Outreach, readyCampaign } from './outreach.ts';
import type { TestApp } from './testApp.ts';

/** Of `Person.signUp`. */
export const PASSWORD = 'correct horse battery';

/** In every text of a workspace that another one must not see. */
export const MARK = 'quetzalcoatlus';

/** One user's things of every kind that a call names by an id. `fills`: by the end of a path, what fills its names. */
export type RealThings = Outreach & {
  account: string;
  receivedId: string;
  /** A message that waits for its time, and one that was sent and answered. */
  waiting: string;
  sent: string;
  conversation: string;
  search: string;
  session: string;
  fills: Readonly<Record<string, string>>;
};

const id = <T extends { id: string }>(list: readonly T[]): string => list.at(-1)?.id ?? '';

/** Makes a workspace that has one of everything. No worker runs. */
export async function realThings(testApp: TestApp): Promise<RealThings> {
  const outreach = await readyCampaign(testApp, { partners: 3, texts: 'edited' });
  const { person, tenant, userId, campaign, sends } = outreach;
  const [sent, waiting] = sends as [SendView, SendView];
  const to = sent.recipientEmail ?? '';
  await person.ok('PATCH', `/api/campaigns/${campaign.id}`, { name: `Spring ${MARK}` });
  await person.ok('PATCH', `/api/campaign-sends/${waiting.id}`, { subject: MARK, body: `Hello ${MARK}` });
  await asSent(testApp, tenant, sent.id, to);
  const lines = [
    ...[`From: ${MARK} <${to}>`, `Subject: Re: ${MARK}`, 'Message-ID: <1@a.example>', 'MIME-Version: 1.0'],
    `In-Reply-To: ${messageIdFor(testApp.api.pseudonyms, tenant, `${sent.id}.1`)}`,
    ...['Content-Type: multipart/mixed; boundary=b', '', '--b', '', `Tell me more, ${MARK}.`, '--b'],
    ...['Content-Disposition: attachment; filename="kit.txt"', '', MARK, '--b--', ''],
  ];
  const receivedAt = new Date(Date.now() + 1000).toISOString();
  const mail = await parseMail(Buffer.from(lines.join('\r\n')));
  const found = { id: 'm1', threadId: null, receivedAt, mail };
  await receiveMails(testApp.api, { tenant, actor: 'test', source: 'imap' }, [found]);
  const conversation = conversationOf(sent.id);
  const [file] = await listKeptFiles(testApp.api, tenant, conversation);
  const receivedId = file?.receivedId ?? '';

  const criteria = { targetAudience: `Runners of ${MARK}`, industry: 'Fitness' };
  await person.ok('PUT', '/api/business-profile', { partnerCriteria: criteria });
  await person.ok('POST', '/api/searches', { count: 1 });
  const search = (await person.ok<SearchView>('GET', '/api/searches/latest')).id;
  const named = { name: MARK };
  const views = { ...named, list: 'discovery', query: `search=${MARK}` };
  const settings = settingsForm({ ...campaign, messagePrompt: MARK });
  const suppressed = { email: `${MARK}@gone.example`, reason: 'user' };
  await uploadKit(person, pdf(), `${MARK}.pdf`);
  const { id: token } = await program(person, ['read'], { ...named, password: PASSWORD });
  await openSession(testApp.api.sql, { userId, workspaceId: tenant }, { openedBy: 'password', browser: null });
  const { sessions } = await person.ok<SessionsView>('GET', '/api/auth/sessions');
  const session = sessions.find(({ current }) => !current)?.id ?? '';
  const passkey = randomBytes(16).toString('base64url');
  const key = { id: passkey, userId, publicKey: new Uint8Array(32), counter: 0, transports: [], name: MARK };
  await testApp.api.sql.begin((tx) => addPasskey(tx, key));
  const partner = (outreach.partners.at(-1) as PartnerView).id;
  const account = id(await person.ok<SendingAccountView[]>('GET', '/api/sending-accounts'));
  const { id: webhook } = await person.ok<WebhookSecretView>('POST', '/api/webhooks', {
    ...{ url: `https://${MARK}.example/hook`, events: ['message.sent'], personal: false },
  });
  const { id: incoming } = await person.ok<NewIncomingWebhookView>('POST', '/api/auth/incoming-webhooks', {
    ...{ ...named, acts: ['contact.deleted'], password: PASSWORD },
  });
  const fills = {
    '/sessions/:id': session,
    '/tokens/:id': token,
    '/passkeys/:id': passkey,
    '/incoming-webhooks/:id': incoming,
    '/webhooks/:id': webhook,
    ':delivery': 'msg_none',
    '/searches/:id': search,
    '/partners/:id': partner,
    '/campaigns/:id': campaign.id,
    '/campaign-sends/:id': waiting.id,
    '/saved-views/:id': id(await person.ok<SavedViewView[]>('PUT', '/api/saved-views', views)),
    '/snippets/:id': id(await person.ok<SnippetView[]>('PUT', '/api/snippets', { ...named, text: MARK })),
    '/campaign-templates/:id': id(
      await person.ok<CampaignTemplateView[]>('PUT', '/api/campaign-templates', { ...named, settings }),
    ),
    '/inbox/:id': conversation,
    ':receivedId': receivedId,
    ':number': '0',
    '/suppressions/:id': (await person.ok<SuppressionView>('POST', '/api/suppressions', suppressed)).id,
    ':messageId': sent.id,
  };
  return { ...outreach, account, receivedId, waiting: waiting.id, sent: sent.id, conversation, search, session, fills };
}

/** A path with its names filled; null: nothing fills one. */
export function filled(path: string, fills: Readonly<Record<string, string>>): string | null {
  const parts = path.split('/').map((part, index, all) => {
    if (!part.startsWith(':')) return part;
    const value = fills[`/${all[index - 1]}/${part}`] ?? fills[part];
    return value === undefined ? null : encodeURIComponent(value);
  });
  return parts.includes(null) ? null : parts.join('/');
}
