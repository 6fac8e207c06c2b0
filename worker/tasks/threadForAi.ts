import { messagesOfPartner } from '../../db/read/messagesToPerson.ts';
import { ref, type Store } from '../../db/store.ts';

/** The part of a thread that the AI reads: its newest mails, and the beginning of each. */
const MOST_MAILS = 10;
const MOST_READ = 4_000;

/** The emails between a campaign and a partner, in the order of time. */
export async function threadForAi(
  store: Store,
  tenant: string,
  { campaignId, partnerId }: { campaignId: string; partnerId: string },
): Promise<{ by: string; text: string }[]> {
  const [messages, history] = await Promise.all([
    messagesOfPartner(store, tenant, partnerId),
    store.history(tenant, ref('conversation', `${campaignId}.${partnerId}`)),
  ]);
  const sent = messages.flatMap(({ state }) =>
    state.campaignId === campaignId && state.sentAt !== null && state.text
      ? [{ at: state.sentAt, by: 'business', text: state.text.body }]
      : [],
  );
  const received = history.flatMap((event) =>
    event.type === 'MailReceived' && event.personal
      ? [{ at: event.data.receivedAt, by: 'partner', text: event.personal.newPart }]
      : [],
  );
  return [...sent, ...received]
    .sort((a, b) => (a.at < b.at ? -1 : 1))
    .slice(-MOST_MAILS)
    .map(({ by, text }) => ({ by, text: text.slice(0, MOST_READ) }));
}
