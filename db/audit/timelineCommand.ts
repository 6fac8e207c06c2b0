import { adminHistoryQuery } from '../../events/inputs/history.ts';
import { checkAsked, withStore } from './asked.ts';
import type { AuditCommand } from './command.ts';
import { mustBeKnownTenant } from './knownTenant.ts';
import type { LoggedEvent } from './loggedEvent.ts';
import { timelinePage } from './timeline.ts';

const FILTERS = ['tenant', 'stream', 'kind', 'type', 'actor', 'correlation', 'from', 'to', 'before', 'limit'] as const;

const line = ({ at, tenant, id, type, actor, what, problem }: LoggedEvent): string =>
  `${at}  ${tenant}  ${id}  ${type}  ${actor}  ${problem ?? what}`;

/** What happened, newest first. It looks back through the whole log until it has as many events as asked for. */
export const timelineCommand: AuditCommand = {
  description:
    'Lists what happened, newest first. `--before CURSOR` goes on where the last page ended; the last line of a page names the cursor.',
  usage: `timeline ${FILTERS.map((name) => `[--${name} …]`).join(' ')} [--json]`,
  options: {
    ...Object.fromEntries(FILTERS.map((name) => [name, { type: 'string' } as const])),
    json: { type: 'boolean' },
  },
  run({ values: { json, ...values } }, { print, say }) {
    const { limit, before, ...filter } = checkAsked(adminHistoryQuery, values);
    return withStore(async (store) => {
      if (filter.tenant !== undefined) await mustBeKnownTenant(store.sql, filter.tenant);
      let left = limit;
      let next: string | null | undefined = before;
      do {
        const page = await timelinePage(store, filter, { before: next, limit: left });
        for (const event of page.events) print(json === true ? JSON.stringify(event) : line(event));
        left -= page.events.length;
        next = page.next;
      } while (left > 0 && next !== null);
      if (next) say(`There may be more: --before ${next}`);
      return true;
    });
  },
};
