import { readEvent } from '../../db/log/readStream.ts';
import { ref, type Store } from '../../db/store.ts';
import type { EventsOf } from '../../events/catalog.ts';
import { type Told, toldOf } from '../../events/public/told.ts';
import { addressOf } from '../../events/sending/accounts.ts';
import { cutText } from '../../events/shared/format.ts';

const LONGEST_TEXT = 2_000;

/** Who a message or conversation is about; after an erasure nothing is left to read. */
async function personOf(store: Store, tenant: string, partnerId: string) {
  const { person, contact } = (await store.load(tenant, ref('partner', partnerId))).state;
  return { name: person?.name ?? null, email: contact?.email ?? null };
}

/** The personal fields of an event, as they are known now. `said`: its own sealed part; null: erased. */
async function personalOf(store: Store, tenant: string, told: Told, said: unknown): Promise<object> {
  switch (told.name) {
    case 'partner.found':
    case 'partner.approved':
    case 'reply.labeled': {
      const { name } = await personOf(store, tenant, told.data.partner);
      return { name };
    }
    case 'message.sent':
    case 'message.bounced': {
      const { text } = (await store.load(tenant, ref('message', told.data.message))).state;
      return { ...(await personOf(store, tenant, told.data.partner)), subject: text?.subject ?? null };
    }
    case 'reply.received': {
      const mail = said as Extract<EventsOf<'conversation'>, { type: 'MailReceived' }>['personal'];
      const { name } = await personOf(store, tenant, told.data.partner);
      const text = mail ? cutText(mail.newPart || mail.text, LONGEST_TEXT) : null;
      return { name, email: mail?.from ?? null, subject: mail?.subject ?? null, text };
    }
    case 'unsubscribed': {
      const { message, partner } = told.data;
      if (message !== null) return { email: partner && (await personOf(store, tenant, partner)).email };
      const { email = null } = (said ?? {}) as { email?: string };
      return { email };
    }
    case 'campaign.completed': {
      const { text } = (await store.load(tenant, ref('campaign', told.data.campaign))).state;
      return { name: text?.name ?? null };
    }
    case 'account.held': {
      const { state } = await store.load(tenant, ref('mailbox', told.data.account));
      return { email: addressOf(state) };
    }
    case 'webhook.test':
      return {};
  }
}

/** The body of a delivery, made when it leaves. `event`: stream@version. null: this program tells nothing of it. */
export async function webhookBody(
  store: Store,
  tenant: string,
  event: string,
  { personal }: { personal: boolean },
): Promise<string | null> {
  const [stream = '', version = ''] = event.split('@');
  const found = await readEvent(store.sql, store.master, tenant, stream, Number(version));
  const told = found && toldOf({ type: found.type, data: found.data, streamId: stream });
  if (!told) return null;
  const data = {
    ...{ stream, sequence: Number(version) },
    ...told.data,
    ...(personal ? await personalOf(store, tenant, told, found.personal) : {}),
  };
  return JSON.stringify({ type: told.name, timestamp: found.at, data });
}
