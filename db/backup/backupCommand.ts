import { Command } from '@commander-js/extra-typings';
import { counted } from '../../events/shared/format.ts';
import { connect } from '../connection/connect.ts';
import { operatorCommand } from '../process/command.ts';
import { masterKey } from '../vault/masterKey.ts';
import { damagedKeys } from '../vault/personKeys.ts';
import { sayDamaged } from './damagedInWords.ts';
import { takeBackup } from './takeBackup.ts';
import { atInstallation } from './where.ts';

/** Writes a backup while the installation runs. Damaged keys are named, and make the exit code 1. */
export const backupCommand = operatorCommand(
  () =>
    new Command('backup')
      .usage('-- [options] <file>')
      .description(
        'Writes one consistent snapshot while the application runs. `--keys KEYS_FILE` writes the keys of people there and none into FILE. Keep only the newest KEYS_FILE: it opens every older FILE, except for people erased since. `--overwrite` replaces files.',
      )
      .argument('<file>', 'where to write it')
      .option('--keys <file>', 'write the keys of people there, and none into FILE')
      .option('--overwrite', 'replace files')
      .option('--json', 'print JSON, for programs'),
  ({ keys, overwrite = false, json }, { print, say }, file) =>
    atInstallation(async ({ ownerUrl, secretKey }) => {
      const sql = connect(ownerUrl, { role: 'owner', name: 'backup', max: 1 });
      try {
        const key = masterKey(secretKey);
        const { takenAt, tables } = await takeBackup(sql, key, file, { overwrite, keysFile: keys });
        const events = tables.find(({ name }) => name === 'log.events')?.rows ?? 0;
        const damaged = await damagedKeys(sql, key);
        if (json) print(JSON.stringify({ file, keysFile: keys ?? null, takenAt, events, damaged }));
        say(`${file}: ${counted(events, 'event')}, and what is no event, as they were at ${takenAt}.`);
        if (keys !== undefined)
          say(
            `${keys}: the keys of people, of which none is in ${file}. Keep the newest such file alone: it serves every older backup.`,
          );
        sayDamaged(say, damaged, `${file} is written, but`);
        say('Keep SECRET_KEY (DATA_DIR/secret.key) in another place: without it nobody can read the backup.');
        return damaged.length === 0;
      } finally {
        await sql.end({ timeout: 5 });
      }
    }),
);
