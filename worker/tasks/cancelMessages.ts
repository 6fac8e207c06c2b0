import { peopleOfCampaign, readMessages } from '../../db/read/messages.ts';
import { messagesOfPartner } from '../../db/read/messagesToPerson.ts';
import { ref, type Store } from '../../db/store.ts';
import { conversationOf, outreachOfAnswer } from '../../events/conversations/conversation.ts';
import { isAnswer } from '../../events/messages/answer.ts';
import { cancelAnswered, recordReplyToAnswer } from '../../events/messages/answered.ts';
import { cancelRemoved } from '../../events/messages/cancelRemoved.ts';
import { cancelMessage } from '../../events/messages/messageEnd.ts';
import { isFinal, type MessageState } from '../../events/messages/messageState.ts';
import { type Job, type JobPayload, scopeOf, type TailedEvent } from '../context.ts';
import { defineTask, onEach } from '../defineTask.ts';

type Row = { id: string; state: MessageState };

const ofPartner = ({ id }: TailedEvent): Job => ({ id, also: { of: 'partner' } });

/**
 * Cancels unsent messages, with the reason. A partner was rejected, deleted or returned to review, a campaign was deleted, or a person replied. The
 * cause guards each decision. Later requests stay, such as a partner added again or a re-send after the reply.
 */
export const cancelMessages = defineTask({
  name: 'cancel-messages',
  lane: 'decide',
  on: {
    // a reply ends earlier requests; the stream is the message that it replies to
    ReplyReceived: ({ id }) => ({ id, also: { of: 'reply' } }),
    CampaignDeleted: ({ id }) => ({ id, also: { of: 'campaign' } }),
    ...onEach(['PartnerRejected', 'PartnerDeleted'], ofPartner),
    // a campaign may have added them at that moment
    PartnerDecisionUndone: (event) => event.data.now !== 'approved' && ofPartner(event),
  },
  needs: ['store'],
  handler: async ({ store }, job) => {
    const of = job.also?.of;
    const scope = scopeOf('cancel-messages', job);
    if (of === 'campaign') return cancelAll(store, job);
    const rows = await reached(store, job);
    if (of === 'reply') await noteReplyToAnswer(store, job);
    for (const { id, state } of rows) {
      if (isFinal(state.status)) continue;
      const message = ref('message', id);
      if (of === 'partner') {
        await store.run({
          ...scope,
          streams: { message, partner: ref('partner', job.id) },
          decide: ({ message: now, partner }) => ({ message: cancelRemoved(now, partner) }),
        });
      } else {
        const others = rows.filter((other) => other.id !== id).map((other) => other.state);
        await store.run({
          ...scope,
          streams: { message, replied: ref('message', job.id) },
          decide: ({ message: now, replied }) => ({ message: cancelAnswered(now, replied, others) }),
        });
      }
    }
  },
});

async function cancelAll(store: Store, job: JobPayload): Promise<void> {
  for await (const partnerIds of peopleOfCampaign(store, job.tenant, job.id))
    for (const { id, state } of await readMessages(store, job.tenant, { campaignId: job.id, partnerIds }))
      if (!isFinal(state.status))
        await store.decide(scopeOf('cancel-messages', job), ref('message', id), (now) =>
          cancelMessage(now, { code: 'campaign_deleted' }),
        );
}

/** A reply to an answer is a reply to the campaign. A conversation with mails keeps them, so a label still reaches it. */
async function noteReplyToAnswer(store: Store, job: JobPayload): Promise<void> {
  if (!isAnswer(job.id.split('.')[2] ?? '')) return;
  const { state } = await store.load(job.tenant, ref('conversation', conversationOf(job.id)));
  const outreach = outreachOfAnswer(state, job.id);
  if (!outreach) return;
  await store.run({
    ...scopeOf('cancel-messages', job),
    streams: { message: ref('message', outreach), answer: ref('message', job.id) },
    decide: ({ message, answer }) => ({ message: recordReplyToAnswer(message, answer) }),
  });
}

/** The messages to the person of the cause. */
async function reached(store: Store, job: JobPayload): Promise<Row[]> {
  if (job.also?.of === 'partner') return messagesOfPartner(store, job.tenant, job.id);
  const [, partnerId = ''] = job.id.split('.');
  const all = await messagesOfPartner(store, job.tenant, partnerId);
  return all.filter(({ id }) => id !== job.id);
}
