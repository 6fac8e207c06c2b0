import type { MessageEvent } from '../../events/messages/messageEvents.ts';
import { ref, type Store, streamIdOf } from '../store.ts';

/** To whom an attempt went: the HMAC, the address while the person was not erased, and the event that says so, if the log has it. */
export type Recipient = { addressHmac: string; email: string | null; causationId: string | null };

/**
 * The recipient of an attempt whose id is proved (by a signature, or the HMAC of a link). A database that was restored may know nothing of
 * an attempt that left in the lost time: then it is the person whom the partner's address names now. null: there is no such message.
 */
export async function recipientOf(
  store: Store,
  tenant: string,
  messageId: string,
  attempt: number,
): Promise<Recipient | null> {
  const message = ref('message', messageId);
  for (const { version, ...event } of await store.history(tenant, message)) {
    const dispatched = event as unknown as MessageEvent;
    if (dispatched.type !== 'EmailDispatched' || dispatched.data.attempt !== attempt) continue;
    const causationId = `${streamIdOf(message)}@${version}`;
    return { addressHmac: dispatched.data.addressHmac, email: dispatched.personal?.to ?? null, causationId };
  }
  const { state } = await store.load(tenant, message);
  if (state.status === 'none') return null;
  const email = (await store.load(tenant, ref('partner', state.partnerId))).state.contact?.email ?? null;
  return email ? { addressHmac: store.pseudonyms.address(tenant, email), email, causationId: null } : null;
}
