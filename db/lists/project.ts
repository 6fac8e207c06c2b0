/** Makes the rows of lists and the counters again for people whose streams moved (events/lists/personRows.ts). */
import type { ConversationState } from '../../events/conversations/conversation.ts';
import type { Listed } from '../../events/lists/messageSets.ts';
import type { CountedCampaign } from '../../events/lists/person.ts';
import { type PersonRows, personRows } from '../../events/lists/personRows.ts';
import { CHECK_VERSION } from '../../events/messages/check/checkText.ts';
import type { MessageState } from '../../events/messages/messageState.ts';
import type { PartnerState } from '../../events/partners/partner.ts';
import type { NeedState } from '../../events/today/need.ts';
import type { Sql, Tx } from '../connection/connect.ts';
import { idOf } from '../store.ts';

/** People whose rows are made in one transaction: short enough that nobody waits long for one of them. */
export const AT_ONCE = 50;

type Row<S> = { stream_id: string; state: S };
type OfPerson<S> = Row<S> & { partner_id: string };
/** `to_check`: it has a text that is checked. `flagged`, `facts`: what is known of that very text. */
type OfMessage = OfPerson<MessageState> & {
  subject?: string | null;
  to_check?: boolean;
  flagged?: boolean | null;
  facts?: string | null;
};

type States = {
  partners: readonly Row<PartnerState>[];
  messages: readonly OfMessage[];
  conversations: readonly (OfPerson<ConversationState> & { sentText: string })[];
  campaigns: readonly Row<CountedCampaign>[];
  needs: readonly Row<NeedState>[];
  zone: string;
};

/** The columns that lists need of each state. */
const PARTNER = "state - 'why' - 'parts' - 'judgment' #- '{person,evidence}' as state";
const MESSAGE = "state - 'text' - 'parts' - 'passed' - 'judged' - 'revision' - 'copy' as state";
const CONVERSATION = "state - 'draft' - 'last' as state";
/** The texts that were sent in a conversation `v`. */
const SENT_TEXT = `(
  select coalesce(string_agg(concat_ws(' ', m.state->'text'->>'subject', m.state->'text'->>'body', m.state->'dispatch'->>'to'), ' '), '')
  from read.messages m
  where m.tenant_id = v.tenant_id and m.partner_id = v.partner_id and m.campaign_id = v.state->>'campaignId'
    and m.state->'dispatch' <> 'null'::jsonb) as "sentText"`;
const CAMPAIGN =
  "jsonb_build_object('status', state->'status', 'followUps', state->'followUps', 'abTest', state->'abTest', 'name', state->'text'->'name') as state";

async function statesOf(tx: Tx, tenant: string, people: readonly string[]): Promise<States> {
  const ids = people as string[];
  const partners = tx<Row<PartnerState>[]>`
    select stream_id, ${tx.unsafe(PARTNER)} from read.partners
    where tenant_id = ${tenant} and stream_id = any (${ids.map((id) => `partner-${id}`)})`.execute();
  const messages = tx<OfMessage[]>`
    select m.*, c.flagged, c.facts from (
      select stream_id, partner_id, ${tx.unsafe(MESSAGE)}, state->'text'->>'subject' as subject,
        queue.text_key(state, ${CHECK_VERSION}) as text_key, queue.text_key(state, ${CHECK_VERSION}) is not null as to_check
      from read.messages where tenant_id = ${tenant} and partner_id = any (${ids})) m
    left join queue.text_checks c
      on c.tenant_id = ${tenant} and c.message_id = substr(m.stream_id, length('message-') + 1) and c.text_key = m.text_key`.execute();
  const conversations = tx<States['conversations'][number][]>`
    select stream_id, partner_id, ${tx.unsafe(CONVERSATION)}, ${tx.unsafe(SENT_TEXT)} from read.conversations v
    where tenant_id = ${tenant} and partner_id = any (${ids})`.execute();
  const campaigns = tx<Row<CountedCampaign>[]>`
    select stream_id, ${tx.unsafe(CAMPAIGN)} from read.campaigns
    where tenant_id = ${tenant} and stream_id in (
      select 'campaign-' || campaign_id from read.messages where tenant_id = ${tenant} and partner_id = any (${ids}))`.execute();
  const needs = tx<Row<NeedState>[]>`
    select stream_id, state from read.needs where tenant_id = ${tenant} and split_part(stream_id, '.', 2) = any (${ids})`.execute();
  const zone = tx<{ zone: string | null }[]>`
    select state->>'timezone' as zone from read.profiles where tenant_id = ${tenant} and stream_id = ${`profile-${tenant}`}`;
  return {
    partners: await partners,
    messages: await messages,
    conversations: await conversations,
    campaigns: await campaigns,
    needs: await needs,
    zone: (await zone)[0]?.zone ?? 'UTC',
  };
}

const listed = ({ stream_id, state, subject, to_check, flagged, facts }: OfMessage): Listed => ({
  ...{ id: idOf(stream_id), state, subject: subject ?? null },
  check: to_check ? { flagged: flagged ?? null, facts: facts ?? null } : null,
});

function rowsOf(people: readonly string[], states: States): PersonRows[] {
  const partners = new Map(states.partners.map((row) => [idOf(row.stream_id), row.state]));
  const needs = new Map(states.needs.map((row) => [idOf(row.stream_id), row.state]));
  const campaigns = new Map(states.campaigns.map((row) => [idOf(row.stream_id), row.state]));
  const ofPerson = <R extends { partner_id: string }, One>(rows: readonly R[], one: (row: R) => One) => {
    const found = new Map<string, One[]>(people.map((id) => [id, []]));
    for (const row of rows) found.get(row.partner_id)?.push(one(row));
    return found;
  };
  const messages = ofPerson(states.messages, listed);
  const conversations = ofPerson(states.conversations, ({ stream_id, partner_id: _, ...row }) => ({
    id: idOf(stream_id),
    ...row,
  }));
  return people.map((id) =>
    personRows({
      ...{ id, campaigns, needs, zone: states.zone, partner: partners.get(id) ?? null },
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
    await sql.begin((tx) => makeRows(tx, tenant, some));
  }
  return 0;
}

export async function makeRows(tx: Tx, tenant: string, people: readonly string[]): Promise<void> {
  await tx`select set_config('app.tenant', ${tenant}, true), lists.hold(${tenant}, ${people as string[]})`;
  // read after the people are held, so that of two who do this the last one has the newest states
  const states = await statesOf(tx, tenant, people);
  await tx`select lists.save(${tenant}, ${JSON.stringify(rowsOf(people, states))}::text::jsonb, ${states.zone})`;
}
