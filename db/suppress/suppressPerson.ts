import type { StateOf } from '../../events/catalog.ts';
import { conversationOf } from '../../events/conversations/conversation.ts';
import { holdAddress, type Suppress, suppressAddress } from '../../events/privacy/suppression.ts';
import type { HoldSign } from '../../events/shared/doNotContact.ts';
import { ConcurrencyConflict } from '../log/conflicts.ts';
import type { Recipient } from '../receive/recipientOf.ts';
import { type CommandScope, type Decisions, type Ref, ref, type Store } from '../store.ts';

/** A partner is read again this often if their address changed before the commit. */
const READS = 10;

/** `every`: nothing more goes to any address of the person; else to the one that was written to. */
type SuppressPerson = Omit<Suppress, 'email'> & { every: boolean };

/** The mail and its conversation, the addresses, and the partner who must still have the present one at the commit. */
type PersonStreams = { message: Ref<'message'>; conversation: Ref<'conversation'>; partner: Ref<'partner'> } & {
  [address: `address ${string}`]: Ref<'suppression'>;
};

type MailStates = { message: StateOf<'message'>; conversation: StateOf<'conversation'> };
type MailEvents = Pick<Decisions<PersonStreams>, 'message' | 'conversation'>;

/**
 * Records a decision about a sent email in one commit, with its list entries and the holds of its conversation. Holds that are unset stay. It locks
 * the address that was written to and the partner's present one. A dispatch takes the same locks, so no forbidden email leaves afterwards.
 */
export async function suppressPerson(
  store: Store,
  scope: CommandScope,
  { messageId, recipient }: { messageId: string; recipient: Recipient },
  decide: (now: MailStates) => { events: MailEvents; suppress: SuppressPerson | null; hold?: HoldSign | null },
): Promise<void> {
  const partner = ref('partner', messageId.split('.')[1] ?? '');
  for (let left = READS; left > 0; left -= 1) {
    const present = (await store.load(scope.tenant, partner)).state.contact?.email ?? null;
    const addresses = new Map([[recipient.addressHmac, recipient.email]]);
    const presentHmac = present === null ? null : store.pseudonyms.address(scope.tenant, present);
    if (presentHmac !== null && !addresses.has(presentHmac)) addresses.set(presentHmac, present);
    const streams: PersonStreams = {
      message: ref('message', messageId),
      conversation: ref('conversation', conversationOf(messageId)),
      partner,
    };
    for (const hmac of addresses.keys()) streams[`address ${hmac}`] = ref('suppression', hmac);
    const { result: changed } = await store.run<PersonStreams, boolean>({
      ...scope,
      streams,
      decide: (now) => {
        if ((now.partner.contact?.email ?? null) !== present) return [{}, true];
        const { events, suppress, hold } = decide(now);
        const decided: Decisions<PersonStreams> = { ...events };
        for (const [hmac, email] of addresses) {
          const address = now[`address ${hmac}`] as StateOf<'suppression'>;
          const held = hold === undefined ? [] : holdAddress(address, streams.conversation.id, hold);
          if (!suppress || (hmac !== recipient.addressHmac && !suppress.every)) {
            decided[`address ${hmac}`] = held;
            continue;
          }
          const { every: _, ...how } = suppress;
          // the person may have been erased since they were read
          const known = now.message.erased ? null : email;
          decided[`address ${hmac}`] = [...held, ...suppressAddress(address, { ...how, email: known })];
        }
        return [decided, false];
      },
    });
    if (!changed) return;
  }
  throw new ConcurrencyConflict();
}
