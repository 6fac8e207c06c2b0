import { cancelledMessages } from '../../db/read/messages.ts';
import { messagesOfPartner } from '../../db/read/messagesToPerson.ts';
import { entriesOf } from '../../db/read/suppressions.ts';
import { type Ref, ref, type Store } from '../../db/store.ts';
import { STOPPED_BY_ENTRY, STOPPED_BY_REPLY, wasStopped } from '../../events/messages/answered.ts';
import { resumeAnswered as resume } from '../../events/messages/resumeAnswered.ts';
import { entryThatHolds } from '../../events/privacy/suppression.ts';
import { type JobPayload, scopeOf } from '../context.ts';
import { about, defineTask } from '../defineTask.ts';
import { awaySince } from './awaySince.ts';

type Streams = { [K in 'campaign' | 'partner' | 'message']: Ref<K> } & {
  [K in 'address' | 'domain']: Ref<'suppression'>;
} & { [other: `other ${string}`]: Ref<'message'> };

/**
 * A supposed reply to the job's message was none, or a label had suppressed the job's address (`also.of` is `address`). Messages that this had
 * stopped go on, in every campaign.
 */
export const resumeAnswered = defineTask({
  name: 'resume-answered',
  lane: 'decide',
  on: {
    // a program had written it
    ReplyDiscounted: about,
    SuppressionUndone: ({ id, version }) => ({ id, also: { of: 'address', version: String(version) } }),
  },
  needs: ['store'],
  handler: async ({ store }, job) => {
    const { tenant } = job;
    if (job.also?.of === 'address') {
      const since = { stream: ref('suppression', job.id), version: await undoneEntry(store, job) };
      // a plan postpones absent people
      for (const { id, email } of await cancelledMessages(store, tenant, STOPPED_BY_ENTRY, since))
        if (store.pseudonyms.address(tenant, email) === job.id) await resumeOne(store, job, id, null);
      return;
    }
    const { state: answered } = await store.load(tenant, ref('message', job.id));
    const away = await awaySince(store, tenant, job.id, answered.sentAt);
    for (const { id, state } of await messagesOfPartner(store, tenant, answered.partnerId))
      if (wasStopped(state) && state.reason && STOPPED_BY_REPLY.includes(state.reason.code))
        await resumeOne(store, job, id, away);
  },
});

/** The version of the event that put the entry on the list which the job's event (`also.version`) took off it. */
async function undoneEntry(store: Store, { tenant, id, also }: JobPayload): Promise<number> {
  const events = await store.history(tenant, ref('suppression', id));
  const undone = events.find(({ version }) => version === Number(also?.version));
  const entry = events.findLast(
    (event) =>
      event.type === 'AddressSuppressed' &&
      undone?.type === 'SuppressionUndone' &&
      event.version < undone.version &&
      event.data.conversation === undone.data.conversation &&
      event.data.reason === undone.data.reason,
  );
  if (!entry) throw new Error('The entry that was undone is not in the history of its address.');
  return entry.version;
}

async function resumeOne(store: Store, job: JobPayload, id: string, away: string | null): Promise<void> {
  const { tenant } = job;
  const { state } = await store.load(tenant, ref('message', id));
  const [partner, messages] = await Promise.all([
    store.load(tenant, ref('partner', state.partnerId)),
    messagesOfPartner(store, tenant, state.partnerId),
  ]);
  const others = messages.filter((other) => other.id !== id).map((other) => other.id);
  const streams: Streams = {
    campaign: ref('campaign', state.campaignId),
    partner: ref('partner', state.partnerId),
    message: ref('message', id),
    ...entriesOf(store, tenant, partner.state.contact?.email ?? null),
  };
  for (const other of others) streams[`other ${other}`] = ref('message', other);
  await store.run<Streams>({
    ...scopeOf('resume-answered', job),
    streams,
    decide: (now) => {
      const follows = now.message.followUp?.follows;
      const previous = follows === undefined ? undefined : now[`other ${follows}`];
      const suppression = entryThatHolds(now.address, now.domain);
      return resume(
        { ...now, suppression, previous, others: others.flatMap((other) => now[`other ${other}`] ?? []) },
        away,
      );
    },
  });
}
