/** What was written to a person, and what waits: by their partner, or by their address. */
import type { MessageState } from '../../events/messages/messageState.ts';
import { readAs } from '../connection/connect.ts';
import { withStreams } from '../rows.ts';
import { idOf, type Store } from '../store.ts';
import { partnersAt } from './campaignDistance.ts';
import { beginsThread, hasNotLeft, isFirstEmail, willLeave } from './messageStatus.ts';

/** The messages of one partner, over all campaigns. */
export async function messagesOfPartner(
  store: Store,
  tenant: string,
  partnerId: string,
): Promise<{ id: string; state: MessageState }[]> {
  const rows = await readAs(
    store.sql,
    tenant,
    (tx) => tx<{ stream_id: string; state: MessageState }[]>`
      select stream_id, state from read.messages where tenant_id = ${tenant} and partner_id = ${partnerId}`,
  );
  return rows.map((row) => ({ id: idOf(row.stream_id), state: row.state }));
}

/** The messages of a campaign by address in lower case (events/messages/sharedAddress.ts). Those that left or are leaving come first. */
export async function addressHolders(
  store: Store,
  tenant: string,
  campaignId: string,
  addresses: readonly string[],
): Promise<Map<string, { id: string; partnerId: string }[]>> {
  const people = await partnersAt(store, tenant, addresses);
  const rows = await readAs(
    store.sql,
    tenant,
    (tx) => tx<{ address: string; stream_id: string; partnerId: string }[]>`
      select h.* from (
        select m.stream_id, m.partner_id as "partnerId", ${beginsThread(tx)} as begun,
          lower(coalesce(case when ${beginsThread(tx)} then m.state->'dispatch'->>'to' end, p.state->'contact'->>'email')) as address
        from ${withStreams(
          tx,
          tx`select * from read.messages m
            where m.tenant_id = ${tenant} and m.campaign_id = ${campaignId} and m.partner_id = any (${people}) and ${isFirstEmail(tx)}
              and (${willLeave(tx)} or ${beginsThread(tx)})`,
          { partner: 'partner_id' },
        )} m
        join read.partners p on p.tenant_id = ${tenant} and p.stream_id = m.partner_stream) h
      where h.address = any (${addresses as string[]})
      order by h.begun desc, h.stream_id`,
  );
  const holders = new Map<string, { id: string; partnerId: string }[]>();
  for (const { address, stream_id, partnerId } of rows)
    holders.set(address, [...(holders.get(address) ?? []), { id: idOf(stream_id), partnerId }]);
  return holders;
}

/** Waiting messages to one partner, by campaign. The partner's removal cancels them. */
export async function waitingOfPartner(
  store: Store,
  tenant: string,
  partnerId: string,
): Promise<{ id: string; name: string | null; messages: number }[]> {
  const rows = await readAs(
    store.sql,
    tenant,
    (tx) => tx<{ stream_id: string; name: string | null; messages: number }[]>`
      select c.stream_id, c.state->'text'->>'name' as name, count(*)::int as messages
      from read.messages m
      join read.campaigns c on c.tenant_id = m.tenant_id and c.stream_id = 'campaign-' || m.campaign_id
      where m.tenant_id = ${tenant} and m.partner_id = ${partnerId} and c.status <> 'deleted'
        and ${hasNotLeft(tx)}
      group by c.stream_id, c.created_at, name order by c.created_at, c.stream_id`,
  );
  return rows.map(({ stream_id, name, messages }) => ({ id: idOf(stream_id), name, messages }));
}

/** When a campaign last wrote to a person, and when they last replied to one (ISO 8601). */
export type LastContact = { contactedAt: string | null; repliedAt: string | null };

/**
 * The last contact with each of these partners, by id. Emails to their address count, also those to another partner.
 */
export async function lastContacts(
  store: Store,
  tenant: string,
  partners: readonly { id: string; email: string | null | undefined }[],
): Promise<Map<string, LastContact>> {
  const ids = partners.map(({ id }) => id);
  const hmacs = partners.flatMap(({ email }) => (email ? store.pseudonyms.address(tenant, email) : []));
  const rows = await readAs(
    store.sql,
    tenant,
    (tx) => tx<(LastContact & { partner_id: string; address: string | null })[]>`
      select m.partner_id, lower(m.state->'dispatch'->>'to') as address,
        max(m.state->>'sentAt') as "contactedAt", max(m.state->>'repliedAt') as "repliedAt"
      from ${store.rows(tx, 'messages')} m
      where m.tenant_id = ${tenant}
        and (m.partner_id = any (${ids}) or m.address_hmac = any (${hmacs}))
      group by 1, 2`,
  );
  const found = new Map<string, LastContact>();
  for (const { partner_id, address, contactedAt, repliedAt } of rows)
    for (const key of address === null ? [partner_id] : [partner_id, address]) {
      const one = found.get(key);
      found.set(key, {
        contactedAt: later(one?.contactedAt, contactedAt),
        repliedAt: later(one?.repliedAt, repliedAt),
      });
    }
  return new Map(
    partners.map(({ id, email }) => {
      const [byId, byAddress] = [found.get(id), found.get(email?.toLowerCase() ?? '')];
      return [
        id,
        {
          contactedAt: later(byId?.contactedAt, byAddress?.contactedAt),
          repliedAt: later(byId?.repliedAt, byAddress?.repliedAt),
        },
      ];
    }),
  );
}

const later = (one: string | null | undefined, other: string | null | undefined): string | null =>
  [one ?? '', other ?? ''].sort().at(-1) || null;
