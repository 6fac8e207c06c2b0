/** Makes the rows of lists and the counters again for people whose streams moved (events/lists/personRows.ts). */
import type { ConversationState } from '../../events/conversations/conversation.ts';
import type { CountedCampaign } from '../../events/lists/person.ts';
import { type PersonRows, personRows } from '../../events/lists/personRows.ts';
import type { MessageState } from '../../events/messages/messageState.ts';
import type { PartnerState } from '../../events/partners/partner.ts';
import { readAs, type Sql, type Tx } from '../connection/connect.ts';
import type { RowTable } from '../rows.ts';
import { idOf, ref, type Store } from '../store.ts';

/** People whose rows are made in one transaction: short enough that nobody waits long for one of them. */
export const AT_ONCE = 50;

type Row<S> = { stream_id: string; state: S };
type OfPerson<S> = Row<S> & { partner_id: string };

type States = {
  partners: readonly Row<PartnerState>[];
  messages: readonly OfPerson<MessageState>[];
  conversations: readonly OfPerson<ConversationState>[];
  campaigns: readonly Row<CountedCampaign>[];
  zone: string;
};

/** The columns that lists need of each state. */
const PARTNER = "state - 'why' - 'parts' - 'judgment' #- '{person,evidence}' as state";
const MESSAGE = "state - 'text' - 'parts' - 'passed' - 'judged' - 'revision' as state";
const CONVERSATION = "state - 'searched' - 'draft' - 'last' as state";
const CAMPAIGN =
  "jsonb_build_object('status', state->'status', 'followUps', state->'followUps', 'abTest', state->'abTest') as state";

async function statesOf(tx: Tx, tenant: string, people: readonly string[]): Promise<States> {
  const ids = people as string[];
  const partners = tx<Row<PartnerState>[]>`
    select stream_id, ${tx.unsafe(PARTNER)} from read.partners
    where tenant_id = ${tenant} and stream_id = any (${ids.map((id) => `partner-${id}`)})`.execute();
  const messages = tx<OfPerson<MessageState>[]>`
    select stream_id, partner_id, ${tx.unsafe(MESSAGE)} from read.messages
    where tenant_id = ${tenant} and partner_id = any (${ids})`.execute();
  const conversations = tx<OfPerson<ConversationState>[]>`
    select stream_id, partner_id, ${tx.unsafe(CONVERSATION)} from read.conversations
    where tenant_id = ${tenant} and partner_id = any (${ids})`.execute();
  const campaigns = tx<Row<CountedCampaign>[]>`
    select stream_id, ${tx.unsafe(CAMPAIGN)} from read.campaigns
    where tenant_id = ${tenant} and stream_id in (
      select 'campaign-' || campaign_id from read.messages where tenant_id = ${tenant} and partner_id = any (${ids}))`.execute();
  const zone = tx<{ zone: string | null }[]>`
    select state->>'timezone' as zone from read.profiles where tenant_id = ${tenant} and stream_id = ${`profile-${tenant}`}`;
  return {
    partners: await partners,
    messages: await messages,
    conversations: await conversations,
    campaigns: await campaigns,
    zone: (await zone)[0]?.zone ?? 'UTC',
  };
}

/** The same of all people at the moment of a store of the past, which knows no conversations. */
export async function pastStates(store: Store, tenant: string): Promise<States> {
  const rows = async <S extends object>(tx: Tx, table: RowTable, columns: string): Promise<S[]> =>
    tx<S[]>`select r.stream_id, ${tx.unsafe(columns)} from ${store.rows(tx, table)} r`;
  const { timezone } = (await store.load(tenant, ref('profile', tenant))).state;
  return readAs(store.sql, tenant, async (tx) => ({
    partners: await rows<Row<PartnerState>>(tx, 'partners', PARTNER),
    messages: await rows<OfPerson<MessageState>>(tx, 'messages', `partner_id, ${MESSAGE}`),
    conversations: [],
    campaigns: await rows<Row<CountedCampaign>>(tx, 'campaigns', CAMPAIGN),
    zone: timezone ?? 'UTC',
  }));
}

export function rowsOf(people: readonly string[], states: States): PersonRows[] {
  const partners = new Map(states.partners.map((row) => [idOf(row.stream_id), row.state]));
  const campaigns = new Map(states.campaigns.map((row) => [idOf(row.stream_id), row.state]));
  const ofPerson = <S>(rows: readonly OfPerson<S>[]) => {
    const found = new Map<string, { id: string; state: S }[]>(people.map((id) => [id, []]));
    for (const { stream_id, partner_id, state } of rows) found.get(partner_id)?.push({ id: idOf(stream_id), state });
    return found;
  };
  const messages = ofPerson(states.messages);
  const conversations = ofPerson(states.conversations);
  return people.map((id) =>
    personRows({
      ...{ id, campaigns, zone: states.zone, partner: partners.get(id) ?? null },
      ...{ messages: messages.get(id) ?? [], conversations: conversations.get(id) ?? [] },
    }),
  );
}

/** Makes the rows of some people of a tenant again, in short transactions. `until`: none begins after it (ms since 1970). Answers how many are left. */
export async function projectPeople(
  sql: Sql,
  tenant: string,
  people: readonly string[],
  until = Number.POSITIVE_INFINITY,
): Promise<number> {
  for (let from = 0; from < people.length; from += AT_ONCE) {
    if (Date.now() > until) return people.length - from;
    const some = people.slice(from, from + AT_ONCE);
    await sql.begin(async (tx) => {
      await tx`select set_config('app.tenant', ${tenant}, true), lists.hold(${tenant}, ${some})`;
      // read after the people are held, so that of two who do this the last one has the newest states
      const states = await statesOf(tx, tenant, some);
      await tx`select lists.save(${tenant}, ${JSON.stringify(rowsOf(some, states))}::text::jsonb, ${states.zone})`;
    });
  }
  return 0;
}
