import { creditPeriod, creditsUsed } from '../../events/credits.ts';
import { asOfQuery, ofTenant } from '../../events/inputs/history.ts';
import { sameJson } from '../../events/sameJson.ts';
import { readCampaigns } from '../read/campaigns.ts';
import { readMessages } from '../read/messages.ts';
import { listPartners } from '../read/partners.ts';
import { readStats } from '../read/stats.ts';
import { ref, type Store } from '../store.ts';
import { checkAsked, withStore } from './asked.ts';
import { mustBePast, storeAsOf } from './asOf.ts';
import type { AuditCommand } from './command.ts';

/** What is shown of an entry, and all of it, by which it is told whether it has changed since. */
type Entry = { id: string; shown: Record<string, string | number | null>; whole: unknown };

/** The lists that can be shown, as a store has them at its moment. */
const LISTS: Readonly<Record<string, (store: Store, tenant: string) => Promise<Entry[]>>> = {
  async partners(store, tenant) {
    return (await listPartners(store, tenant)).map(({ id, state }) => {
      const { person, status, score, emailStatus, contact } = state;
      const name = person?.name ?? null;
      return { id, shown: { name, status, score, emailStatus, email: contact?.email ?? null }, whole: state };
    });
  },
  async campaigns(store, tenant) {
    return (await readCampaigns(store, tenant)).map(({ id, state, counts }) => {
      const { partners, pending, sent, replied, failed, unknown } = counts;
      const shown = {
        name: state.text?.name ?? null,
        status: state.status,
        partners,
        pending,
        sent,
        replied,
        failed,
        unknown,
      };
      return { id, shown, whole: { state, counts } };
    });
  },
  async messages(store, tenant) {
    return (await readMessages(store, tenant, 'all')).map(({ id, state, partner }) => {
      const { status, scheduledAt, sentAt, text } = state;
      const to = partner?.person?.name ?? null;
      return { id, shown: { to, subject: text?.subject ?? null, status, scheduledAt, sentAt }, whole: state };
    });
  },
};

/** The dashboard's numbers. */
async function dashboard(store: Store, tenant: string): Promise<Record<string, number>> {
  const { recent: _recent, before: _before, ...numbers } = await readStats(store, tenant);
  const period = creditPeriod(store.now().toISOString());
  const credits = await store.load(tenant, ref('credits', `${tenant}-${period}`));
  return { ...numbers, creditsUsed: creditsUsed(credits.state) };
}

/** A screen of a tenant as it stood at a moment; what has changed since is marked. */
export const asOfCommand: AuditCommand = {
  usage: 'as-of TIME partners|campaigns|messages|dashboard --tenant T [--json]',
  options: { tenant: { type: 'string' }, json: { type: 'boolean' } },
  words: 2,
  run({ words: [time, subject], values }, { print, say }) {
    const { tenant, at, what } = checkAsked(asOfQuery.extend(ofTenant.shape), {
      at: time,
      what: subject,
      tenant: values.tenant,
    });
    return withStore(async (store) => {
      const moment = new Date(at);
      mustBePast(moment, store.now());
      const then = await storeAsOf(store, tenant, moment);
      const show = (one: object) => print(JSON.stringify(one));
      const list = LISTS[what];
      if (!list) {
        const [was, is] = [await dashboard(then, tenant), await dashboard(store, tenant)];
        if (values.json === true) show({ at, was, now: is });
        else
          for (const [name, number] of Object.entries(was))
            print(`${name.padEnd(12)} ${number}${is[name] === number ? '' : `   (now ${is[name]})`}`);
        return true;
      }
      const [items, now] = [
        await list(then, tenant),
        new Map((await list(store, tenant)).map((item) => [item.id, item])),
      ];
      const since = ({ id, whole }: Entry) => {
        const today = now.get(id);
        return !today ? 'gone' : sameJson(whole, today.whole) ? 'same' : 'changed';
      };
      for (const item of items) {
        const { id, shown } = item;
        if (values.json === true) show({ id, ...shown, since: since(item) });
        else {
          const mark = { same: ' ', changed: '*', gone: '-' }[since(item)];
          print(
            `${mark} ${id}  ${Object.values(shown)
              .map((value) => value ?? '–')
              .join('  ')}`,
          );
        }
      }
      say(`${items.length} ${what} at ${at}. Since then: * changed, - gone.`);
      return true;
    });
  },
};
