import { ownerAccount } from '../../db/accounts/workspace.ts';
import { readSendMailbox } from '../../db/read/sendMailbox.ts';
import { ref } from '../../db/store.ts';
import { readMediaKit } from '../../db/vault/mediaKit.ts';
import { sentName } from '../../events/accounts/mediaKit.ts';
import { isAnswer } from '../../events/messages/answer.ts';
import { mailHtml } from '../../events/messages/mailHtml.ts';
import { kitOf } from '../../events/messages/mediaKit.ts';
import type { MessageState } from '../../events/messages/messageState.ts';
import { LINK_OF_THEIR_OWN, languageIn, letterText, senderName, signedParts } from '../../events/messages/signature.ts';
import { concludeCopy } from '../../events/messages/textCopy.ts';
import { sendingAccount } from '../../events/sending/mailbox.ts';
import { checkSend } from '../../events/sending/sendPolicy.ts';
import type { Reason } from '../../events/shared/reasons.ts';
import { type JobPayload, type Needs, scopeOf } from '../context.ts';
import { defineTask, ofRequest } from '../defineTask.ts';
import { testSendId } from './returnedTest.ts';
import { credentialsOf } from './send/credentials.ts';
import { troubleOf } from './sendAccountTest.ts';

type Deps = Needs<'store' | 'sandbox' | 'publicUrl' | 'mailProviders'>;

/**
 * Sends a text to the user who asked for it, through the account of its campaign. A run that was interrupted may have sent it, so the next one only
 * says that no one knows. It has no thread and no link of the partner: an answer to it is no reply, and nobody is unsubscribed by it.
 */
export const sendCopy = defineTask({
  name: 'send-copy',
  lane: 'send',
  on: { TextCopyRequested: ofRequest },
  needs: ['store', 'sandbox', 'publicUrl', 'mailProviders'],
  handler: async (deps, job, run) => {
    const { store } = deps;
    const message = ref('message', job.id);
    const { state } = await store.load(job.tenant, message);
    const requestId = job.also?.requestId ?? '';
    if (state.copy?.id !== requestId || state.copy.status !== 'open') return;
    const failed = run.again ? ({ code: 'copy_unconfirmed' } as const) : await send(deps, job, state, state.copy);
    await store.decide(scopeOf('send-copy', job), message, (now) => concludeCopy(now, requestId, failed));
  },
});

const notSent = { code: 'copy_not_sent' } as const;

/** Answers why it did not leave; null: it left. */
async function send(
  deps: Deps,
  { tenant }: JobPayload,
  message: MessageState,
  { id, userId, text }: NonNullable<MessageState['copy']>,
): Promise<Reason | null> {
  const { store, mailProviders } = deps;
  const [{ state: campaign }, { state: user }, owner] = await Promise.all([
    store.load(tenant, ref('campaign', message.campaignId)),
    store.load('system', ref('user', userId)),
    ownerAccount(store, tenant),
  ]);
  const { profile, mailbox, sender } = await readSendMailbox(deps, tenant, { campaign, message, others: [] });
  const now = store.now().toISOString();
  const checked = checkSend({ now, sender: { ...sender, account: owner.status }, starting: true });
  if (!checked.allowed) return checked.why;
  const account = sendingAccount(mailbox);
  const credentials = account && (await credentialsOf(store, tenant, account));
  const provider = account && mailProviders[account.provider];
  const to = user.account?.email;
  const kit = kitOf(campaign, profile, message);
  const content = kit && (await readMediaKit(store, tenant, kit.hash));
  if (kit && !content) return { code: 'media_kit_missing' };
  if (!text || !to || !account || !credentials || !provider) return notSent;
  const fromName = senderName(profile.userFullName, owner.account);
  const writer = { ...profile, userFullName: fromName };
  const letter = { body: text.body, sender: writer, language: campaign.language, answer: isAnswer(message.step) };
  const sent = await provider.send(credentials, {
    ...{ to, from: account.from, fromName, replyTo: null, subject: `[Copy] ${text.subject}`, headers: {} },
    text: letterText(letter, LINK_OF_THEIR_OWN),
    html: mailHtml(signedParts(letter), { language: languageIn(letter), last: null, quote: null }),
    file: kit && content && { name: sentName(kit), type: kit.type, content },
    ...{ sendId: testSendId(id), tenant },
  });
  const trouble = troubleOf(sent);
  await sent.afterwards?.().catch(() => undefined);
  return trouble && { code: 'account_trouble', provider: account.provider, trouble };
}
