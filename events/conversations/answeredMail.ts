import type { ConversationEvent } from './conversation.ts';

export type ReceivedEvent = Extract<ConversationEvent, { type: 'MailReceived' }>;
export type Addressee = { address: string; name: string | null };
/** `subject`: of the person's mail; a program's says nothing of the thread. */
export type AnswerAddresses = { choices: Addressee[]; copies: string[]; subject: string };

/** An answer goes on from the newest mail of a person, else from the newest of all. null: there is none. */
export function answeredMail<E extends ConversationEvent>(history: readonly E[]): (E & ReceivedEvent) | null {
  const received = history.flatMap((event) => (event.type === 'MailReceived' ? [event as E & ReceivedEvent] : []));
  const byPeople = received.filter(({ data }) => !data.automatic);
  return (
    (byPeople.length > 0 ? byPeople : received)
      .toSorted((a, b) => (a.data.receivedAt < b.data.receivedAt ? -1 : 1))
      .at(-1) ?? null
  );
}

/**
 * Where an answer may go, the best first: the new address that they named and the user took, where its writer wants it, where the mail came from,
 * the partner's address. `copies`: who else got the mail.
 * `isOurs`: an address of ours.
 */
export function answerAddresses(
  history: readonly ConversationEvent[],
  contact: Addressee | null,
  isOurs: (address: string) => boolean,
): AnswerAddresses {
  const mail = answeredMail(history);
  const hasMoved = history.some(
    ({ type, data }) =>
      type === 'OfferAnswered' &&
      data.label === 'new_address' &&
      data.taken &&
      data.receivedId === mail?.data.receivedId,
  );
  const { from, fromName, replyTo, copies, subject } =
    (mail?.data.automatic ? null : mail?.personal) ??
    ({ from: '', fromName: null, replyTo: null, copies: [], subject: '' } as const);
  const known = new Map<string, Addressee>();
  const offered = [
    ...(contact && hasMoved ? [contact] : []),
    { address: replyTo ?? '', name: replyTo === from ? fromName : null },
    { address: from, name: fromName },
    ...(contact ? [contact] : []),
  ];
  for (const one of offered) {
    const key = one.address.toLowerCase();
    if (key !== '' && !isOurs(key) && !known.has(key))
      known.set(key, key === contact?.address.toLowerCase() ? contact : one);
  }
  const choices = [...known.values()];
  const first = choices[0]?.address.toLowerCase();
  const others = copies.filter((address) => address !== from && address !== first && !isOurs(address));
  return { choices, copies: others, subject };
}
