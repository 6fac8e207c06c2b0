import { Command } from '@commander-js/extra-typings';
import { adminHistoryQuery } from '../../events/history/historyInput.ts';
import { operatorCommand } from '../process/command.ts';
import { checkAsked, withReader } from './asked.ts';
import { tenantNamed } from './knownTenant.ts';
import type { LoggedEvent } from './loggedEvent.ts';
import { timelinePage } from './timeline.ts';

const line = ({ at, tenant, id, type, actor, what, problem }: LoggedEvent): string =>
  `${at}  ${tenant}  ${id}  ${type}  ${actor}  ${problem ?? what}`;

/** The timeline, newest first. It looks back through the whole log until it has as many events as asked for. */
export const timelineCommand = operatorCommand(
  () =>
    new Command('timeline')
      .description(
        'Lists what happened, newest first. `--before CURSOR` goes on where the last page ended; the last line of a page names the cursor.',
      )
      .option('--tenant <id>', 'only events of this workspace (its id, or that of its owner), or of `system`')
      .option('--stream <id>', 'with --tenant: only events of this stream')
      .option('--kind <kind>', 'only events of this kind of stream')
      .option('--type <type>', 'only this type of event')
      .option('--actor <actor>', 'only what these did, several with commas; worker:* is every worker')
      .option('--correlation <id>', 'only what one action led to')
      .option('--from <time>', 'ISO 8601 with a zone')
      .option('--to <time>', 'ISO 8601 with a zone')
      .option('--before <cursor>', 'go on where a page ended')
      .option('--limit <number>', 'how many events a page has')
      .option('--json', 'print JSON, for programs'),
  ({ json, ...values }, output) => {
    const { print, say } = output;
    const { limit, before, ...asked } = checkAsked(adminHistoryQuery, values);
    return withReader(async (store) => {
      const filter = { ...asked, tenant: asked.tenant && (await tenantNamed(store.sql, asked.tenant)) };
      const events: LoggedEvent[] = [];
      let left = limit;
      let next: string | null | undefined = before;
      do {
        const page = await timelinePage(store, filter, { before: next, limit: left });
        if (json) events.push(...page.events);
        else for (const event of page.events) print(line(event));
        left -= page.events.length;
        next = page.next;
      } while (left > 0 && next !== null);
      if (json) print(JSON.stringify({ events, before: next ?? null }));
      if (next) say(`There may be more: --before ${next}`);
      return true;
    }, output);
  },
);
