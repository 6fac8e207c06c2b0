import { Command } from '@commander-js/extra-typings';
import { counted } from '../../events/shared/format.ts';
import { connect } from '../connection/connect.ts';
import { readSettings, settings, UsageError } from '../installation/settings.ts';
import { operatorCommand } from '../process/command.ts';
import { masterKey } from '../vault/masterKey.ts';
import { damagedKeys } from '../vault/personKeys.ts';
import { dropOldBackups, nextBackup } from './backupFolder.ts';
import { sayDamaged } from './damagedInWords.ts';
import { checkBackup } from './file.ts';
import { takeBackup } from './takeBackup.ts';
import { atInstallation } from './where.ts';

/** Writes a backup while the installation runs. Damaged keys are named, and make the exit code 1. */
export const backupCommand = operatorCommand(
  () =>
    new Command('backup')
      .usage('-- [options] [file]')
      .description(
        'Writes one consistent snapshot while the application runs, and reads it back. Without FILE it writes into BACKUP_DIR, and deletes all but the newest BACKUP_KEEP there. `--keys KEYS_FILE` writes the keys of people there and none into FILE. Keep only the newest KEYS_FILE: it opens every older FILE, except for people erased since. `--overwrite` replaces files.',
      )
      .argument('[file]', 'where to write it')
      .option('--keys <file>', 'write the keys of people there, and none into FILE')
      .option('--overwrite', 'replace files')
      .option('--json', 'print JSON, for programs'),
  ({ keys, overwrite = false, json }, { print, say }, named) => {
    const { BACKUP_DIR, BACKUP_KEEP } = readSettings({
      BACKUP_DIR: settings.BACKUP_DIR,
      BACKUP_KEEP: settings.BACKUP_KEEP,
    });
    const folder = named === undefined ? BACKUP_DIR : undefined;
    const file = named ?? (folder && nextBackup(folder, new Date()));
    if (file === undefined) throw new UsageError('Name a file, or set BACKUP_DIR to a folder for backups.');
    if (folder !== undefined && keys !== undefined)
      throw new UsageError('--keys needs a FILE: a KEYS_FILE must not lie beside the backups.');
    return atInstallation(async ({ ownerUrl, secretKey }) => {
      const sql = connect(ownerUrl, { role: 'owner', name: 'backup', max: 1 });
      try {
        const key = masterKey(secretKey);
        const { takenAt, tables } = await takeBackup(sql, key, file, { overwrite, keysFile: keys });
        const events = tables.find(({ name }) => name === 'log.events')?.rows ?? 0;
        // a disk that loses what was written is found now, not at the restore
        for (const one of [file, keys]) if (one !== undefined) await checkBackup(one, key);
        const dropped = folder === undefined ? [] : dropOldBackups(folder, BACKUP_KEEP);
        const damaged = await damagedKeys(sql, key);
        if (json) print(JSON.stringify({ file, keysFile: keys ?? null, takenAt, events, damaged, dropped }));
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
    });
  },
);
