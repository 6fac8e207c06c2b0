import { Argument, Command } from '@commander-js/extra-typings';
import { creditsUsed } from '../../events/accounts/credits.ts';
import { type AsOfSubject, asOfQuery, ofTenant } from '../../events/history/historyInput.ts';
import { counted } from '../../events/shared/format.ts';
import { sameJson } from '../../events/shared/sameJson.ts';
import { readable } from '../../events/shared/unreadable.ts';
import { operatorCommand } from '../process/command.ts';
import { readCampaigns } from '../read/campaigns.ts';
import { readCreditMonth } from '../read/creditMonth.ts';
import { readDashboard } from '../read/dashboard.ts';
import { readMessages } from '../read/messages.ts';
import { listPartners } from '../read/partners.ts';
import type { RowTable } from '../rows.ts';
import { ref, type Store } from '../store.ts';
import { checkAsked, withReader } from './asked.ts';
import { lookAsOf, mustBePast } from './asOf.ts';
import { tenantNamed } from './knownTenant.ts';

/** `shown` is for people, `whole` tells whether the entry has changed since. */
type Entry = { id: string; shown: Record<string, string | number | null>; whole: unknown };

const TABLES: Readonly<Record<AsOfSubject, readonly RowTable[]>> = {
  dashboard: [],
  partners: ['partners', 'messages'],
  campaigns: ['campaigns'],
  messages: ['messages', 'partners'],
};

/** The lists that can be shown, as a store has them at its moment. */
const LISTS: Readonly<Record<string, (store: Store, tenant: string) => Promise<Entry[]>>> = {
  async partners(store, tenant) {
    return (await listPartners(store, tenant)).map(({ id, state }) => {
      const { person, status, score, emailStatus, contact } = state;
      const name = readable(state, person?.name);
      return { id, shown: { name, status, score, emailStatus, email: contact?.email ?? null }, whole: state };
    });
  },
  async campaigns(store, tenant) {
    return (await readCampaigns(store, tenant)).map(({ id, state, counts }) => {
      const shown = {
        name: readable(state, state.text?.name),
        status: state.status,
        partners: counts.partnerCount,
        pending: counts.pendingCount,
        sent: counts.sentCount,
        replied: counts.responseCount,
        failed: counts.failedCount,
        unknown: counts.unknownCount,
      };
      return { id, shown, whole: { state, shown } };
    });
  },
  async messages(store, tenant) {
    return (await readMessages(store, tenant, 'all')).map(({ id, state, partner }) => {
      const { status, scheduledAt, sentAt, text } = state;
      const to = partner ? readable(partner, partner.person?.name) : null;
      return { id, shown: { to, subject: readable(state, text?.subject), status, scheduledAt, sentAt }, whole: state };
    });
  },
};

/** The dashboard's numbers: those of the screen, and the credits used in the month of the moment. */
async function dashboard(store: Store, tenant: string): Promise<Record<string, number | null>> {
  const { trends, ...numbers } = await readDashboard(store, tenant);
  const { period } = await readCreditMonth(store, tenant);
  const credits = await store.load(tenant, ref('credits', `${tenant}-${period}`));
  const trended = Object.entries(trends).map(([name, percent]) => [`trends.${name}`, percent] as const);
  return { ...numbers, ...Object.fromEntries(trended), creditsUsed: creditsUsed(credits.state) };
}

type Since = 'same' | 'changed' | 'gone';
const MARKS: Readonly<Record<Since, string>> = { same: ' ', changed: '*', gone: '-' };

/** Entries in columns under the names of what is shown; nothing without entries. */
function table(items: readonly Entry[], since: (item: Entry) => Since): string[] {
  const headings = ['id', ...Object.keys(items[0]?.shown ?? {})];
  const rows = items.map((item) => ({
    mark: MARKS[since(item)],
    cells: [item.id, ...Object.values(item.shown).map((value) => String(value ?? '–'))],
  }));
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map(({ cells }) => cells[column]?.length ?? 0)),
  );
  const line = (mark: string, cells: readonly string[]) =>
    `${mark} ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd();
  return rows.length === 0 ? [] : [line(' ', headings), ...rows.map(({ mark, cells }) => line(mark, cells))];
}

/** A screen of a tenant as it stood at a moment; what has changed since is marked. */
export const asOfCommand = operatorCommand(
  () =>
    new Command('as-of')
      .description(
        'Shows what the screen showed at that moment (ISO 8601 with a zone), exact up to the time that a commit waits. What has changed since is marked.',
      )
      .argument('<time>', 'ISO 8601 with a zone')
      .addArgument(new Argument('<what>').choices(['partners', 'campaigns', 'messages', 'dashboard'] as const))
      .requiredOption('--tenant <id>', 'whose screen it is')
      .option('--json', 'print JSON, for programs'),
  ({ json, tenant: named }, output, time, subject) => {
    const { print, say } = output;
    const schema = asOfQuery.extend(ofTenant.shape);
    const { at, what, ...of } = checkAsked(schema, { at: time, what: subject, tenant: named }, { at: 'TIME' });
    return withReader(async (store) => {
      const tenant = await tenantNamed(store.sql, of.tenant);
      const moment = new Date(at);
      mustBePast(moment, store.now());
      const look = <T>(read: (then: Store) => Promise<T>) =>
        lookAsOf(store, tenant, moment, { tables: TABLES[what] }, read);
      const show = (one: object) => print(JSON.stringify(one));
      const list = LISTS[what];
      if (!list) {
        const [was, is] = [await look((then) => dashboard(then, tenant)), await dashboard(store, tenant)];
        if (json) show({ at, was, now: is });
        else
          for (const [name, number] of Object.entries(was))
            print(`${name.padEnd(24)} ${number ?? '–'}${is[name] === number ? '' : `   (now ${is[name] ?? '–'})`}`);
        return true;
      }
      const [items, now] = [
        await look((then) => list(then, tenant)),
        new Map((await list(store, tenant)).map((item) => [item.id, item])),
      ];
      const since = ({ id, whole }: Entry): Since => {
        const today = now.get(id);
        return !today ? 'gone' : sameJson(whole, today.whole) ? 'same' : 'changed';
      };
      if (json) show({ at, items: items.map((item) => ({ id: item.id, ...item.shown, since: since(item) })) });
      else for (const line of table(items, since)) print(line);
      say(`${counted(items.length, what.slice(0, -1))} at ${at}. Since then: * changed, - gone.`);
      return true;
    }, output);
  },
);
