import { searchKey, sortKey } from '../../events/lists/partnerRow.ts';
import type { DeliveryReport } from '../../events/messages/messageEvents.ts';
import type { MessageStatus } from '../../events/messages/messageState.ts';
import { Refused } from '../../events/shared/refused.ts';
import { ownersOf } from '../accounts/workspace.ts';
import { containing } from '../lists/containing.ts';
import { cursorOf, readCursor } from '../lists/cursor.ts';
import { namesOf } from '../read/users.ts';
import { idOf, type Store } from '../store.ts';

/** A name that more people have must be longer. */
const MOST_PEOPLE = 500;

/** An email that was handed over, or was on its way. What is personal is null once erased. */
export type FoundEmail = {
  tenant: string;
  /** The owner of the workspace, by name and address. */
  user: string | null;
  id: string;
  at: string;
  status: MessageStatus;
  to: string | null;
  subject: string | null;
  partner: string | null;
  campaign: string | null;
  repliedAt: string | null;
  /** What the provider said of it afterwards, such as `bounced`. */
  report: DeliveryReport | null;
};

/** `find`: an address, or the words of a name. `from` and `to` are ISO 8601. */
export type EmailQuestion = {
  find: string;
  tenant?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  before?: string | undefined;
  limit: number;
};

/** What was sent to a person, the newest first. An address also finds what went to it before it was changed or erased. */
export async function findEmails(
  store: Store,
  { find, tenant, from, to, before, limit }: EmailQuestion,
): Promise<{ emails: FoundEmail[]; next: string | null }> {
  const hashes = find.includes('@') ? await hashesOf(store, tenant, find) : [];
  const people = find.includes('@') ? [] : await peopleNamed(store, tenant, find);
  const [at = null, stream = null] = before === undefined ? [] : readCursor(before, 2).map(String);
  const rows = await store.sql<(Omit<FoundEmail, 'tenant' | 'user' | 'id' | 'repliedAt'> & Stored)[]>`
    select * from read.emails_to(
      ${tenant ?? null}, ${hashes}, ${people.map((one) => one.tenant_id)}, ${people.map((one) => one.partner_id)},
      ${from ?? null}, ${to ?? null}, ${at}, ${stream}, ${limit + 1})`;
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const owners = await ownersOf(
    store.sql,
    page.map(({ tenant_id }) => tenant_id),
  );
  const actorOf = (workspace: string) => `user:${owners.get(workspace)}`;
  const names = await namesOf(
    store,
    page.map(({ tenant_id }) => actorOf(tenant_id)),
  );
  return {
    emails: page.map(({ tenant_id, stream_id, replied_at, ...row }) => ({
      ...row,
      ...{ tenant: tenant_id, user: names.get(actorOf(tenant_id)) ?? null, id: idOf(stream_id), repliedAt: replied_at },
    })),
    next: rows.length > limit && last ? cursorOf([last.at, last.stream_id]) : null,
  };
}

type Stored = { tenant_id: string; stream_id: string; replied_at: string | null };

async function hashesOf({ sql, pseudonyms }: Store, tenant: string | undefined, address: string): Promise<string[]> {
  if (tenant !== undefined) return [pseudonyms.address(tenant, address)];
  const workspaces = await sql<{ workspaces: string }[]>`select * from read.workspaces()`;
  return workspaces.map((row) => pseudonyms.address(row.workspaces, address));
}

async function peopleNamed({ sql }: Store, tenant: string | undefined, name: string) {
  const words = searchKey(name)
    .trim()
    .split(/\s+/)
    .toSorted((a, b) => b.length - a.length);
  const [longest = '', second = longest] = words;
  const people = await sql<{ tenant_id: string; partner_id: string }[]>`
    select * from lists.people_named(
      ${tenant ?? null}, ${containing(longest)}, ${containing(second)}, ${words.map((word) => containing(sortKey(word)))}, ${MOST_PEOPLE + 1})`;
  if (people.length > MOST_PEOPLE) throw new Refused({ code: 'name_too_common', most: MOST_PEOPLE });
  return people;
}
