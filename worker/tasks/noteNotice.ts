import { readAs } from '../../db/connection/connect.ts';
import { idOf, ref } from '../../db/store.ts';
import { noticeDue } from '../../events/accounts/noticeTime.ts';
import { channelsFor, type NotificationState } from '../../events/accounts/notifications.ts';
import type { NoticeKind } from '../../events/accounts/notificationsInput.ts';
import type { Job, TailedEvent } from '../context.ts';
import { defineTask, queueTime } from '../defineTask.ts';
import { addNotice, waitingNotices } from '../notices/queue.ts';

const notice = (kind: NoticeKind, { id, streamId, version }: TailedEvent): Job => ({
  id,
  also: { kind, event: `${streamId}@${version}` },
});

/** Puts an event before each channel whose person wants to hear of it. */
export const noteNotice = defineTask({
  name: 'note-notice',
  lane: 'decide',
  on: {
    MailReceived: (event) => !event.data.automatic && notice('reply', event),
    DeliveryReported: (event) => event.data.report === 'complained' && notice('complaint', event),
    // a hold with an end is over before a person can act
    MailboxHeld: (event) => event.data.until === null && notice('account', event),
    MailboxPaused: (event) => notice('account', event),
    AccountLost: (event) => notice('account', event),
    WebhookSwitchedOff: (event) => event.data.why !== 'person' && notice('webhook', event),
    MessagesFinished: (event) => event.data.generated > 0 && notice('texts', event),
  },
  needs: ['store'],
  handler: async ({ store }, job, run) => {
    const { tenant } = job;
    const kind = job.also?.kind as NoticeKind;
    const row = { event: job.also?.event ?? '', kind };
    const people = await readAs(
      store.sql,
      tenant,
      (tx) => tx<{ stream_id: string; state: NotificationState }[]>`
        select stream_id, state from read.notifications where tenant_id = ${tenant}`,
    );
    const wanted = people.flatMap(({ stream_id, state }) =>
      channelsFor(state, kind).map((channel) => ({ userId: idOf(stream_id), channel, state })),
    );
    if (wanted.length === 0) return;
    const { timezone } = (await store.load(tenant, ref('profile', tenant))).state;
    const now = store.now().getTime();
    for (const { userId, channel, state } of wanted) {
      const due = noticeDue(now, state, channel === 'email', timezone ?? 'UTC');
      const place = { tenant, userId, channel };
      await addNotice(store, place, row, new Date(due));
      // an earlier one may be due before this one
      const [oldest] = await waitingNotices(store, place);
      if (!oldest) continue;
      const { correlationId, causationId } = job;
      await run.addJob(
        'send-notices',
        { tenant, id: userId, correlationId, causationId, also: { channel } },
        {
          jobKey: `notices:${tenant}:${userId}:${channel}`,
          queueName: `notices:${tenant}`,
          runAt: await queueTime(store, Math.max(0, oldest.due_at.getTime() - now)),
        },
      );
    }
  },
});
