/**
 * The rows of the lists that follow from one person: partner, messages and conversations. A projector keeps them (db/lists/project.ts). A look into
 * the past makes them of the states of then.
 */
import type { MessageState } from '../messages/messageState.ts';
import type { PartnerState } from '../partners/partner.ts';
import { OUTREACH, type Outreach } from '../shared/options.ts';
import { type ConversationRow, conversationRow } from './conversationRow.ts';
import { countersOf } from './counters.ts';
import { type MessageRow, messageRow } from './messageRow.ts';
import { byCampaign, checkedSetsOf, isToFollow, type Listed, replacedIn, setsOf } from './messageSets.ts';
import { type NeedRow, needRows } from './needRows.ts';
import { NO_PARTNER, type PartnerColumns, partnerColumns } from './partnerRow.ts';
import type { Person, Placed } from './person.ts';

/** Raise it when a row or counter comes out otherwise for the same states: each start then makes all rows again. */
export const LISTS_VERSION = 7;

/** A row of the lists of people. Times are ISO 8601; `found` is for search, and empty once erased. */
export type PersonRow = PartnerColumns & {
  status: PartnerState['status'];
  found: string;
  /** When a campaign last wrote, and when they last replied. */
  contactedAt: string | null;
  repliedAt: string | null;
  /** Emails sent to them. */
  contacts: number;
  /** The furthest that a campaign's message to them has come; null: none, or all were called off or failed. */
  outreach: Outreach | null;
};

export type PersonRows = {
  id: string;
  row: PersonRow;
  messages: MessageRow[];
  conversations: ConversationRow[];
  needs: NeedRow[];
  /** What they add to each counter, by its key (counters.ts). */
  counted: Record<string, number>;
};

const latest = (times: readonly (string | null)[]): string | null =>
  times.reduce((last, at) => ((at ?? '') > (last ?? '') ? at : last), null);

const ENDED: ReadonlySet<MessageState['status']> = new Set(['unfit', 'failed', 'abandoned', 'cancelled']);

function outreachOf(messages: readonly Listed[]): Outreach | null {
  const reach = ({ state: { repliedAt, sentAt, status } }: Listed): number =>
    repliedAt !== null ? 2 : sentAt !== null ? 1 : ENDED.has(status) ? -1 : 0;
  return OUTREACH[Math.max(-1, ...messages.map(reach))] ?? null;
}

export function placed({ messages, campaigns }: Pick<Person, 'messages' | 'campaigns'>): Placed[] {
  return [...byCampaign(messages)].flatMap(([campaignId, own]) => {
    const campaign = campaigns.get(campaignId) ?? null;
    const replaced = replacedIn(own);
    const written = own.map(({ state }) => state);
    return own.map((one) => ({
      ...one,
      campaign,
      sets: [
        ...setsOf(one.state, replaced.has(one.id)),
        ...checkedSetsOf(one),
        ...(campaign && isToFollow(one.state, written, campaign) ? ['toFollow'] : []),
      ],
    }));
  });
}

export function personRows(person: Person): PersonRows {
  const { partner, conversations } = person;
  const messages = placed(person);
  const sent = messages.map(({ state }) => state).filter(({ status }) => status === 'sent');
  const names = partner?.person ? [partner.person.name, partner.person.username] : [];
  const listed = conversations.map((one) => conversationRow(one, person));
  return {
    id: person.id,
    row: {
      ...(partner ? partnerColumns(person.id, partner) : NO_PARTNER),
      status: partner?.status ?? 'none',
      found: names.filter(Boolean).join(' ').normalize('NFC').toLowerCase(),
      contactedAt: latest(sent.map(({ sentAt }) => sentAt)),
      repliedAt: latest(messages.map(({ state }) => state.repliedAt)),
      contacts: sent.length,
      outreach: outreachOf(messages),
    },
    messages: messages.map((one) => messageRow(one, partner, messages)),
    conversations: listed,
    needs: needRows(person, messages, listed),
    counted: countersOf(person, messages, listed),
  };
}
