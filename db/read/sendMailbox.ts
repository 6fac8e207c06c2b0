import type { CampaignState } from '../../events/campaigns/campaign.ts';
import type { MessageState } from '../../events/messages/messageState.ts';
import type { MailboxToday } from '../../events/sending/mailboxSchedule.ts';
import { type QuotaState, quotaUsed } from '../../events/sending/quota.ts';
import { mailboxForNow, threadMailbox } from '../../events/sending/rotation.ts';
import { sendBlocker } from '../../events/sending/sendBlockers.ts';
import { readAs } from '../connection/connect.ts';
import { idOf, ref, type Store } from '../store.ts';
import { holdEndOf, type Installation, readMailboxesToday } from './mailboxSchedule.ts';
import { isWaitingSendNow } from './messageStatus.ts';

/** A mailbox today, and what it has sent. */
export type SendMailbox = MailboxToday & { mailboxDay: QuotaState };

/** All of them with what they have sent today. */
export async function readSendMailboxes(installation: Installation, tenant: string): Promise<SendMailbox[]> {
  const { store } = installation;
  const mailboxes = await readMailboxesToday(installation, tenant);
  return Promise.all(
    mailboxes.map(async (mailbox) => {
      const { state } = await store.load(tenant, ref('quota', `${mailbox.id}-${mailbox.today.day}`));
      return { ...mailbox, mailboxDay: state };
    }),
  );
}

/** A message that leaves now. `others`: what its campaign has written to the person besides. */
type LeavingNow = {
  campaign: Pick<CampaignState, 'mailbox'>;
  message: Pick<MessageState, 'mailbox'> | null;
  others: readonly Pick<MessageState, 'status' | 'dispatch'>[];
};

export const readSendMailbox = async (
  installation: Installation,
  tenant: string,
  leaving: LeavingNow,
): Promise<ReturnType<typeof mailboxOf>> =>
  mailboxOf(leaving, await readSendMailboxes(installation, tenant), installation.store.now());

/** The mailbox of a message that leaves now (rotation.ts). `sentToday`: what all mailboxes have sent on its day. */
export function mailboxOf(
  { campaign, message, others }: LeavingNow,
  mailboxes: readonly SendMailbox[],
  now: Date,
): SendMailbox & { thread: string | null; sentToday: number } {
  const thread = threadMailbox(others);
  const chosen = mailboxForNow(
    { thread, mailbox: message?.mailbox ?? null },
    campaign.mailbox,
    mailboxes.map(({ id, sender, mailboxDay, cap }) => ({
      id,
      // what concerns the account itself keeps all of them
      holdEnd: holdEndOf(sendBlocker({ ...sender, account: 'active' }, now.toISOString())),
      used: quotaUsed(mailboxDay),
      cap,
    })),
    now.getTime(),
  );
  const found = mailboxes.find(({ id }) => id === chosen) ?? mailboxes[0];
  if (!found) throw new Error('A tenant has a first mailbox.');
  const ofDay = mailboxes.filter(({ today }) => today.day === found.today.day);
  return { ...found, thread, sentToday: ofDay.reduce((sum, { mailboxDay }) => sum + quotaUsed(mailboxDay), 0) };
}

/** The ids of a tenant's Send Nows that wait for their next try. */
export async function heldSends(store: Store, tenant: string): Promise<string[]> {
  const rows = await readAs(
    store.sql,
    tenant,
    (tx) => tx<{ stream_id: string }[]>`
      select m.stream_id from read.messages m where m.tenant_id = ${tenant} and ${isWaitingSendNow(tx)} order by m.state->>'askedAt'`,
  );
  return rows.map(({ stream_id }) => idOf(stream_id));
}
