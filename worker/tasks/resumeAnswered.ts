import { messagesOfPartner } from '../../db/read/messages.ts';
import { type Ref, ref } from '../../db/store.ts';
import { wasAnswered } from '../../events/messages/answered.ts';
import { resumeAnswered as resume } from '../../events/messages/resumeAnswered.ts';
import { scopeOf } from '../context.ts';
import { awaySince } from './awaySince.ts';
import type { Handler } from './task.ts';

type Streams = { [K in 'campaign' | 'partner' | 'message']: Ref<K> } & { [other: `other ${string}`]: Ref<'message'> };

/** What was taken for a reply to the job's message was none: what it had stopped goes on, in every campaign. */
export const resumeAnswered: Handler = async ({ store }, job) => {
  const { tenant } = job;
  const { state: answered } = await store.load(tenant, ref('message', job.id));
  const away = await awaySince(store, tenant, job.id, answered.sentAt);
  const messages = await messagesOfPartner(store, tenant, answered.partnerId);
  for (const { id, state } of messages) {
    if (!wasAnswered(state)) continue;
    const others = messages.filter((other) => other.id !== id).map((other) => other.id);
    const streams: Streams = {
      campaign: ref('campaign', state.campaignId),
      partner: ref('partner', state.partnerId),
      message: ref('message', id),
    };
    for (const other of others) streams[`other ${other}`] = ref('message', other);
    await store.run<Streams>({
      ...scopeOf('resume-answered', job),
      streams,
      decide: (now) => {
        const follows = now.message.followUp?.follows;
        const previous = follows === undefined ? undefined : now[`other ${follows}`];
        return resume({ ...now, previous, others: others.flatMap((other) => now[`other ${other}`] ?? []) }, away);
      },
    });
  }
};
