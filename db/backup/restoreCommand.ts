import { Command } from '@commander-js/extra-typings';
import { counted } from '../../events/shared/format.ts';
import { readErasures } from '../erase/erasuresFile.ts';
import { readSettings, settings } from '../installation/settings.ts';
import { operatorCommand } from '../process/command.ts';
import { sayDamaged } from './damagedInWords.ts';
import { readyToRestore, restoreBackup } from './restore.ts';
import { atInstallation } from './where.ts';

/** Restores into an empty database, with sending frozen. */
export const restoreCommand = operatorCommand(
  () =>
    new Command('restore')
      .usage('-- [options] <file>')
      .description(
        'Restores into an empty database of the same or a newer major version: a new DATA_DIR with the `secret.key` of the old one, or DATABASE_URL. A FILE made with `--keys` needs `--keys KEYS_FILE`, of the same time or later. ERASURES_FILE names the people to erase again.',
      )
      .argument('<file>', 'the backup')
      .option('--keys <file>', 'the keys of people, if they are apart')
      .option('--json', 'print JSON, for programs'),
  async ({ keys: keysFile, json }, { print, say }, file) => {
    const files = { file, keysFile };
    const { ERASURES_FILE } = readSettings({ ERASURES_FILE: settings.ERASURES_FILE });
    const erasures = ERASURES_FILE === undefined ? [] : readErasures(ERASURES_FILE);
    return atInstallation(
      async ({ ownerUrl, secretKey }) => {
        const restored = await restoreBackup({ ...files, ownerUrl, secretKey, erasures, say });
        const { takenAt, events, streams, erased, gone, epoch, damaged } = restored;
        if (json) print(JSON.stringify(restored));
        say(
          `Restored ${counted(events, 'event')} of ${counted(streams, 'stream')}, as they were at ${takenAt}; every row was rebuilt from them.`,
        );
        if (gone > 0)
          say(
            `${counted(gone, 'key')} of people in ${file} had been destroyed before ${keysFile} was written. These people are erased again.`,
          );
        if (ERASURES_FILE !== undefined)
          say(
            `Erased again the people in ${counted(erasures.length, 'line')} of ERASURES_FILE; ${counted(erased - gone, 'key')} had come back.`,
          );
        sayDamaged(say, damaged, 'the restore is complete, but');
        say(
          `Epoch ${epoch} has begun, and sending is frozen. When no newer database is alive: npm run audit -- reconcile`,
        );
        return damaged.length === 0;
      },
      { mayBeNew: true, before: async (secretKey) => void (await readyToRestore(files, secretKey)) },
    );
  },
);
