import { idOf, ref, type Store } from '../../db/store.ts';
import type { NoticeKind } from '../../events/accounts/notificationsInput.ts';
import { conversationOf, isOfProgram } from '../../events/conversations/conversation.ts';
import { addressOf } from '../../events/sending/accounts.ts';
import { missingForSending } from '../../events/sending/mailbox.ts';
import { accountBlocker } from '../../events/sending/sendBlockers.ts';
import { cutText } from '../../events/shared/format.ts';
import { NOTICE_WORDS, type NoticeFacts } from './noticeWords.ts';

/** An event to tell: `event` is its stream@version. */
export type NoticeRow = { event: string; kind: NoticeKind };
/** `lines`: one for each thing. `url`: where a click leads. */
export type Notice = { title: string; lines: readonly string[]; url: string };

const LONGEST_TEXT = 160;
const NOTHING = { campaign: null, partner: null, text: null, address: null };

type Scope = { store: Store; tenant: string; showTexts: boolean };

async function campaignName({ store, tenant }: Scope, id: string): Promise<string | null> {
  const { state } = await store.load(tenant, ref('campaign', id));
  return state.text?.name ?? null;
}

async function partnerName({ store, tenant, showTexts }: Scope, id: string): Promise<string | null> {
  if (!showTexts) return null;
  const { state } = await store.load(tenant, ref('partner', id));
  return state.person?.name ?? null;
}

async function replyFacts(scope: Scope, id: string, version: number): Promise<NoticeFacts | null> {
  const { store, tenant, showTexts } = scope;
  const conversation = ref('conversation', id);
  const event = (await store.history(tenant, conversation))[version - 1];
  if (event?.type !== 'MailReceived') return null;
  const { state } = await store.load(tenant, conversation);
  const mail = state.received.find((one) => one.id === event.data.receivedId);
  // it was labeled since
  if (!mail || isOfProgram(mail)) return null;
  const said = event.personal?.newPart.replace(/\s+/g, ' ').trim() ?? '';
  return {
    ...{ id, address: null },
    campaign: await campaignName(scope, state.campaignId),
    partner: await partnerName(scope, state.partnerId),
    text: showTexts && said ? `“${cutText(said, LONGEST_TEXT)}${said.length > LONGEST_TEXT ? '…' : ''}”` : null,
  };
}

async function complaintFacts(scope: Scope, id: string): Promise<NoticeFacts> {
  const [campaignId = '', partnerId = ''] = conversationOf(id).split('.');
  return {
    ...{ ...NOTHING, id },
    campaign: await campaignName(scope, campaignId),
    partner: await partnerName(scope, partnerId),
  };
}

async function accountFacts({ store, tenant, showTexts }: Scope, id: string): Promise<NoticeFacts | null> {
  const { state } = await store.load(tenant, ref('mailbox', id));
  const missing = missingForSending(state);
  const isHeld = missing ? missing.lost : accountBlocker(state, store.now().toISOString()) !== null;
  return isHeld ? { ...NOTHING, id, address: showTexts ? addressOf(state) : null } : null;
}

async function textsFacts(scope: Scope, id: string): Promise<NoticeFacts | null> {
  const { status } = (await scope.store.load(scope.tenant, ref('campaign', id))).state;
  return status === 'deleted' ? null : { ...NOTHING, id, campaign: await campaignName(scope, id) };
}

async function webhookFacts({ store, tenant }: Scope, id: string): Promise<NoticeFacts | null> {
  const { items } = (await store.load(tenant, ref('webhooks', id))).state;
  return items.some(({ off }) => off && off.why !== 'person') ? { ...NOTHING, id } : null;
}

/** null: nothing is left to tell. */
const factsOf: Record<NoticeKind, (scope: Scope, id: string, version: number) => Promise<NoticeFacts | null>> = {
  reply: replyFacts,
  complaint: complaintFacts,
  account: accountFacts,
  texts: textsFacts,
  webhook: webhookFacts,
};

/** One notice of several events, from what is known now. null: nothing is left to tell. */
export async function writeNotice(
  store: Store,
  tenant: string,
  rows: readonly NoticeRow[],
  { showTexts, publicUrl }: { showTexts: boolean; publicUrl: string },
): Promise<Notice | null> {
  const told = new Map<string, { kind: NoticeKind; path: string }>();
  for (const { event, kind } of rows) {
    const [stream = '', version] = event.split('@');
    const facts = await factsOf[kind]({ store, tenant, showTexts }, idOf(stream), Number(version));
    if (facts) told.set(NOTICE_WORDS[kind].one(facts), { kind, path: NOTICE_WORDS[kind].path(facts.id) });
  }
  const [first] = told;
  if (!first) return null;
  const lines = [...told.keys()];
  if (told.size === 1) return { title: first[0], lines, url: publicUrl + first[1].path };
  const counts = Object.entries(NOTICE_WORDS).flatMap(([kind, { many }]) => {
    const count = [...told.values()].filter((one) => one.kind === kind).length;
    return count > 0 ? [many(count)] : [];
  });
  return { title: counts.join(', '), lines, url: `${publicUrl}/today` };
}

export const testNotice = (publicUrl: string): Notice => ({
  title: 'Test notification from Partner Pilot',
  lines: ['Notifications arrive here.'],
  url: `${publicUrl}/settings/notifications`,
});
