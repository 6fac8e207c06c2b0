import { addressHolders } from '../../db/read/messages.ts';
import { ref } from '../../db/store.ts';
import { cancelMessage } from '../../events/messages/messageEnd.ts';
import { BEGINS_THREAD, isFinal } from '../../events/messages/messageState.ts';
import { waitsForPlan } from '../../events/messages/resend.ts';
import { SEND_REASONS } from '../../events/sending/sendPolicy.ts';
import { type Deps, type JobPayload, scopeOf } from '../context.ts';

/**
 * Of the messages of a campaign that wait for its plan, in the order of the plan, those that get a time: no two first ones with the same
 * `address`. The others wait for what becomes of the one that holds it. Once that was sent, they are cancelled.
 */
export async function oneForEachAddress<Message extends { id: string; address: string | null }>(
  { store }: Deps,
  job: JobPayload,
  waiting: readonly Message[],
): Promise<Message[]> {
  const addresses = waiting.flatMap(({ address }) => address ?? []);
  const holders = await addressHolders(store, job.tenant, job.id, addresses);
  const taken = new Set<string>();
  const planned: Message[] = [];
  for (const message of waiting) {
    const { id, address } = message;
    const holder = address === null ? undefined : holders.get(address);
    if (holder !== undefined) {
      await store.run({
        ...scopeOf('plan-campaign', job),
        streams: { message: ref('message', id), holder: ref('message', holder) },
        decide: (now, moment) => ({
          message:
            waitsForPlan(now.message, moment) && BEGINS_THREAD.has(now.holder.status) && isFinal(now.holder.status)
              ? cancelMessage(now.message, SEND_REASONS.same_address.text)
              : [],
        }),
      });
    } else if (address === null || !taken.has(address)) {
      planned.push(message);
      if (address !== null) taken.add(address);
    }
  }
  return planned;
}
