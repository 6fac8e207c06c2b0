import { randomUUID } from 'node:crypto';
import { Command } from '@commander-js/extra-typings';
import { historyQuery } from '../../events/history/historyInput.ts';
import { counted } from '../../events/shared/format.ts';
import { refuseToOverwrite } from '../backup/wholeFile.ts';
import { exportTenant } from '../export/exportTenant.ts';
import { CannotStart, UsageError } from '../installation/settings.ts';
import { operatorCommand } from '../process/command.ts';
import { openCheckpoint } from '../seal/checkpoint.ts';
import type { Store } from '../store.ts';
import { checkAsked, isStandby, withReader, withStore } from './asked.ts';
import { tenantNamed } from './knownTenant.ts';
import { recordRead } from './recordRead.ts';
import { sealAll } from './sealCommand.ts';

const between = historyQuery.pick({ from: true, to: true });

/** A tenant's events with their hashes, seals and proofs, in a file that `verify --file` checks without a database. */
export const exportCommand = operatorCommand(
  () =>
    new Command('export')
      .description(
        "Writes a tenant's events with hashes, seals and proofs, one JSON line each. A record that is wrong is not exported. `--from` and `--to` take times with a zone; `--open` adds the personal texts.",
      )
      .requiredOption('--tenant <id>', 'whose events')
      .requiredOption('--out <file>', 'where to write them')
      .option('--from <time>', 'ISO 8601 with a zone')
      .option('--to <time>', 'ISO 8601 with a zone')
      .option('--open', 'add the personal texts')
      .option('--overwrite', 'replace the file')
      .option('--json', 'print JSON, for programs'),
  async ({ tenant: named, out, json, open = false, overwrite = false, ...times }, output) => {
    const { print, say } = output;
    if (out === '') throw new UsageError('--out needs the name of a file.');
    const { from = null, to = null } = checkAsked(between, times);
    if (from !== null && to !== null && from >= to) throw new UsageError('--from must be before --to.');
    refuseToOverwrite(out, overwrite);
    const standby = await isStandby();
    const write = async (store: Store) => {
      const tenant = await tenantNamed(store.sql, named);
      if (!standby && !(await sealAll(store)).whole)
        throw new CannotStart(
          'The newest events wait for a transaction that is still open and cannot be sealed yet. Try again.',
        );
      const wanted = { tenant, from, to, open };
      const { header, events } = await exportTenant(store.sql, store.master, wanted, out, { overwrite });
      const cause = { actor: 'system:operator', correlationId: randomUUID(), causationId: null };
      if (!standby)
        await recordRead(store, { tenant, cause }, { what: 'log', of: open ? 'open' : null, count: events });
      const installation = openCheckpoint(header.checkpoint)?.installation;
      if (json) print(JSON.stringify({ file: out, events, installation }));
      else {
        print(`${out}: ${counted(events, 'event')} of ${tenant}, signed by the installation ${installation}.`);
        print(`Check it, with no database: npm run audit -- verify --file ${out}`);
      }
      if (events === 0) say('There are no events of this workspace in that time.');
      if (open) say('It holds personal data in the clear: guard it, and remember it when one of them is erased.');
      if (standby) say('This is a standby: the export ends with the newest seal.');
      return true;
    };
    return standby ? withReader(write, output) : withStore(write);
  },
);
