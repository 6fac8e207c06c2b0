import { ref, type Store, streamIdOf } from '../store.ts';

/** The recipient of an attempt: the HMAC, the address unless erased, and the event that names it, if the log has it. */
export type Recipient = { addressHmac: string; email: string | null; causationId: string | null };

/**
 * The recipient of an attempt whose id is proved (by a signature, or the HMAC of a link). A restored database may not know an attempt of the lost
 * time. Then the partner's present address names the person. null: there is no such message.
 */
export async function recipientOf(
  store: Store,
  tenant: string,
  messageId: string,
  attempt: number,
): Promise<Recipient | null> {
  const message = ref('message', messageId);
  for (const dispatched of await store.history(tenant, message)) {
    if (dispatched.type !== 'EmailDispatched' || dispatched.data.attempt !== attempt) continue;
    const causationId = `${streamIdOf(message)}@${dispatched.version}`;
    return { addressHmac: dispatched.data.addressHmac, email: dispatched.personal?.to ?? null, causationId };
  }
  const { state } = await store.load(tenant, message);
  if (state.status === 'none') return null;
  const email = (await store.load(tenant, ref('partner', state.partnerId))).state.contact?.email ?? null;
  return email ? { addressHmac: store.pseudonyms.address(tenant, email), email, causationId: null } : null;
}
