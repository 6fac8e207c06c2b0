import { readMailboxes } from '../../db/read/mailboxes.ts';
import { messagesOfPartner } from '../../db/read/messagesToPerson.ts';
import { heldSends, readSendMailbox } from '../../db/read/sendMailbox.ts';
import { ref } from '../../db/store.ts';
import { resumeSendNow } from '../../events/messages/sendTime.ts';
import { keepsWaiting } from '../../events/sending/mailboxHold.ts';
import { type JobPayload, type Needs, scopeOf } from '../context.ts';
import { defineTask, onEach, RESUMED } from '../defineTask.ts';

/**
 * Makes each waiting Send Now of a tenant leave at once, unless its mailbox is held (again). Its hold has ended, or another mailbox can write to
 * people who have no thread yet. The job is about the tenant.
 */
export async function resumeHeldSends(deps: Needs<'store' | 'sandbox' | 'publicUrl'>, job: JobPayload): Promise<void> {
  const { store } = deps;
  const { tenant } = job;
  const now = store.now().toISOString();
  const mailboxes = await readMailboxes(store, tenant);
  if (mailboxes.every(({ state }) => keepsWaiting(state, now))) return;
  for (const id of await heldSends(store, tenant)) {
    const { state: message } = await store.load(tenant, ref('message', id));
    const { campaignId, partnerId } = message;
    const [{ state: campaign }, ofPartner] = await Promise.all([
      store.load(tenant, ref('campaign', campaignId)),
      messagesOfPartner(store, tenant, partnerId),
    ]);
    const others = ofPartner.filter((other) => other.id !== id && other.state.campaignId === campaignId);
    const from = await readSendMailbox(deps, tenant, { campaign, message, others: others.map(({ state }) => state) });
    await store.run({
      ...scopeOf('resume-sends', job),
      streams: { message: ref('message', id), mailbox: ref('mailbox', from.id) },
      decide: (states, moment) => ({
        message: keepsWaiting(states.mailbox, moment) ? [] : resumeSendNow(states.message),
      }),
    });
  }
}

/** A mailbox sends again, or an address is no longer held. */
export const resumeSends = defineTask({
  name: 'resume-sends',
  lane: 'decide',
  on: onEach([...RESUMED, 'AddressReleased'], ({ tenant }) => ({ id: tenant, jobKey: `resume:${tenant}` })),
  needs: ['store', 'sandbox', 'publicUrl'],
  handler: resumeHeldSends,
});
