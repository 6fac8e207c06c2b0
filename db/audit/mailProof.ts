import { type MailProof, mailProofs } from '../../events/history/mailProof.ts';
import { domainEntryOf } from '../../events/privacy/suppression.ts';
import { ownerOf } from '../accounts/workspace.ts';
import { readAs } from '../connection/connect.ts';
import { textHash } from '../log/textHash.ts';
import { addressesOfConversation } from '../read/suppressions.ts';
import type { Store } from '../store.ts';
import { cursorOf } from './cursors.ts';
import { type LoggedEvent, recorded } from './loggedEvent.ts';
import { readStreams } from './streams.ts';

type Dispatch = { mailbox: string; day: string; addressHmac: string };

/** The proof of a message's last attempt, as `verify` finds it, from the streams that it rests on. null: nothing left. */
export async function readMailProof(store: Store, tenant: string, messageId: string): Promise<MailProof | null> {
  const [campaignId = '', partnerId = ''] = messageId.split('.');
  const names = [`message-${messageId}`, `partner-${partnerId}`, `campaign-${campaignId}`];
  const own = await readStreams(store, tenant, [...names, `profile-${tenant}`, `batch-${tenant}`]);
  const events = (stream: string) => own.get(stream) ?? [];
  const message = events(`message-${messageId}`);
  const dispatches = message.filter(({ type }) => type === 'EmailDispatched');
  if (dispatches.length === 0) return null;
  const sent = dispatches.flatMap(({ decoded }) => (decoded ? [decoded.data as Dispatch] : []));
  const emails = [...dispatches, ...events(`partner-${partnerId}`)].flatMap(({ decoded }) => {
    const { to, email } = (decoded?.personal ?? {}) as { to?: string; email?: string };
    return to ?? email ?? [];
  });
  const entries = [
    ...sent.map(({ addressHmac }) => addressHmac),
    ...emails.flatMap((email) => [email, domainEntryOf(email)]).map((entry) => store.pseudonyms.address(tenant, entry)),
    ...(await addressesOfConversation(store, tenant, `${campaignId}.${partnerId}`)),
  ];
  const originals = message.flatMap(({ decoded }) => (decoded?.data as { resendOf?: string | null })?.resendOf ?? []);
  const beside = await readStreams(store, tenant, [
    ...new Set([
      ...sent.flatMap(({ mailbox, day }) => [`mailbox-${mailbox}`, `quota-${campaignId}-${day}`]),
      ...(await quotaDays(store, tenant, sent)),
      ...entries.map((hmac) => `suppression-${hmac}`),
      ...originals.map((id) => `message-${id}`),
    ]),
  ]);
  const owner = await ownerOf(store, tenant);
  const { see, rest } = mailProofs({
    users: new Set(owner === null ? [] : [owner]),
    addressHmac: (email) => store.pseudonyms.address(tenant, email),
    textHash,
  });
  const all = [...own.values(), ...beside.values()].flat().sort(inOrder);
  const proofs = all.flatMap((event) => {
    const read = recorded(event);
    return read ? see({ ...read, stream: event.stream, version: event.version }) : [];
  });
  return [...proofs, ...rest()].findLast((proof) => proof.message === messageId) ?? null;
}

/** In the order of writing (db/verify/mailProof.ts). */
function inOrder(a: LoggedEvent, b: LoggedEvent): number {
  const [one, other] = [cursorOf(a.raw.cursor), cursorOf(b.raw.cursor)];
  return one.epoch - other.epoch || Number(BigInt(one.position) - BigInt(other.position));
}

/** All days of the mailboxes: the ramp-up counts them. */
const quotaDays = (store: Store, tenant: string, sent: readonly Dispatch[]): Promise<string[]> =>
  readAs(store.sql, tenant, async (tx) => {
    const prefixes = sent.map(({ mailbox }) => `quota-${mailbox}-`);
    const rows = await tx<{ stream_id: string }[]>`
      select stream_id from read.quotas
      where tenant_id = ${tenant} and left(stream_id, -10) = any (${prefixes})`;
    return rows.map(({ stream_id }) => stream_id);
  });
