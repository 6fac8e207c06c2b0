import { Command } from '@commander-js/extra-typings';
import { counted } from '../../events/shared/format.ts';
import { freezeOnce } from '../installation/freeze.ts';
import { CannotStart } from '../installation/settings.ts';
import { operatorCommand } from '../process/command.ts';
import { ForeignSeal, sealUpToNow } from '../seal/sealEvents.ts';
import { keepSealOutside } from '../seal/sealFile.ts';
import type { Store } from '../store.ts';
import { withStore } from './asked.ts';
import { sealFileOf } from './outside.ts';

/** Seals everything up to now. Throws CannotStart with what to do. */
export async function sealAll(store: Store): Promise<Awaited<ReturnType<typeof sealUpToNow>>> {
  try {
    return await sealUpToNow(store.sql, store.master);
  } catch (error) {
    throw error instanceof ForeignSeal ? new CannotStart(error.message, 'wrong') : error;
  }
}

/** Does the worker's work of each minute at once, and writes the newest seal to SEAL_FILE. */
export const sealCommand = operatorCommand(
  () =>
    new Command('seal')
      .description('Seals the log up to now, as the worker does every minute, and writes the newest seal to SEAL_FILE.')
      .option('--json', 'print JSON, for programs'),
  ({ json }, { print, say }) =>
    withStore(async (store, home) => {
      const { seals, events, newest, whole } = await sealAll(store);
      const file = await sealFileOf(store, home);
      const objection = file === null ? null : await keepSealOutside(store.sql, store.master, file);
      if (objection?.cause) await freezeOnce(store.sql, objection.cause, objection.text);
      const trouble = objection?.text ?? null;
      if (json) print(JSON.stringify({ seals, events, whole, newest, file, trouble }));
      else {
        print(
          `${counted(events, 'event')} sealed with ${counted(seals, 'seal')}; the newest is seal ${newest?.number ?? 0}.`,
        );
        if (file !== null && trouble === null) print(`It is in ${file}, too.`);
      }
      if (!whole) say('The newest events wait for a transaction that is still open; they will be in the next seal.');
      if (trouble !== null) say(trouble);
      return trouble === null;
    }),
);
