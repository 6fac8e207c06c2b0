import { addressHolders } from '../../db/read/messagesToPerson.ts';
import { ref } from '../../db/store.ts';
import { cancelMessage } from '../../events/messages/messageEnd.ts';
import { isFinal } from '../../events/messages/messageState.ts';
import { waitsForPlan } from '../../events/messages/resend.ts';
import { mayHaveReached } from '../../events/messages/sharedAddress.ts';
import { type JobPayload, type Needs, scopeOf } from '../context.ts';

/**
 * Picks the messages that get a time among a campaign's waiting ones, in the order of the plan. No two first emails share an `address`. The others
 * wait for the outcome of the one that holds it. Once that was sent, they are cancelled.
 */
export async function oneForEachAddress<Message extends { id: string; partnerId: string; address: string | null }>(
  { store }: Needs<'store'>,
  job: JobPayload,
  waiting: readonly Message[],
): Promise<Message[]> {
  const addresses = waiting.flatMap(({ address }) => address ?? []);
  const holders = await addressHolders(store, job.tenant, job.id, addresses);
  const taken = new Set<string>();
  const planned: Message[] = [];
  for (const message of waiting) {
    const { id, partnerId, address } = message;
    const holder = holders.get(address ?? '')?.find((other) => other.partnerId !== partnerId);
    if (address !== null && holder !== undefined) {
      await store.run({
        ...scopeOf('plan-campaign', job),
        streams: { message: ref('message', id), holder: ref('message', holder.id) },
        decide: (now, moment) => ({
          message:
            waitsForPlan(now.message, moment) && mayHaveReached(now.holder, address) && isFinal(now.holder.status)
              ? cancelMessage(now.message, { code: 'same_address' })
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
