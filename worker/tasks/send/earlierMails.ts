import { messagesOfPartner } from '../../../db/read/messagesToPerson.ts';
import type { JobPayload, Needs } from '../../context.ts';
import type { Draft } from '../../providers/mailProvider.ts';

/** The provider's ids of our other mails in a draft's conversation. A sent one says nothing about the draft. */
export async function earlierMails(
  { store }: Needs<'store'>,
  { tenant, id }: JobPayload,
  { threadId }: Pick<Draft, 'threadId'>,
): Promise<string[]> {
  const [, partnerId = ''] = id.split('.');
  return (await messagesOfPartner(store, tenant, partnerId)).flatMap(({ id: other, state }) =>
    other !== id && state.threadId === threadId && state.providerMessageId !== null ? [state.providerMessageId] : [],
  );
}
