/** npm run backup -- FILE and npm run restore -- FILE, both with [--keys KEYS_FILE]: the first argument says which. */
import { parseArgs } from 'node:util';
import { counted } from '../../events/shared/format.ts';
import { connect } from '../connection/connect.ts';
import { readErasures } from '../erase/erasuresFile.ts';
import { CannotStart, readSettings, settings } from '../installation/settings.ts';
import { masterKey } from '../vault/masterKey.ts';
import { type DamagedKey, damagedKeys } from '../vault/personKeys.ts';
import { type Files, readyToRestore, restoreBackup } from './restore.ts';
import { takeBackup } from './takeBackup.ts';
import { atInstallation } from './where.ts';

const say = (line: string) => console.error(line);

async function backup({ file, keysFile }: Files, overwrite: boolean): Promise<void> {
  await atInstallation(async ({ ownerUrl, secretKey }) => {
    const sql = connect(ownerUrl, { role: 'owner', name: 'backup', max: 1 });
    try {
      const { takenAt, tables } = await takeBackup(sql, masterKey(secretKey), file, { overwrite, keysFile });
      const events = tables.find(({ name }) => name === 'log.events')?.rows ?? 0;
      say(`${file}: ${counted(events, 'event')}, and what is no event, as they were at ${takenAt}.`);
      if (keysFile !== undefined)
        say(
          `${keysFile}: the keys of people, of which none is in ${file}. Keep the newest such file alone: it serves every older backup.`,
        );
      sayDamaged(await damagedKeys(sql, masterKey(secretKey)), `${file} is written, but`);
      say('Keep SECRET_KEY (DATA_DIR/secret.key) in another place: without it nobody can read the backup.');
    } finally {
      await sql.end({ timeout: 5 });
    }
  });
}

/** Names whose data is unreadable; the exit code says it, too. */
function sayDamaged(damaged: readonly DamagedKey[], but: string): void {
  if (damaged.length === 0) return;
  say(`WARNING: ${but} ${counted(damaged.length, 'key')} in it cannot be opened. These persons are unreadable:`);
  for (const { tenant, person } of damaged) say(`  ${tenant} ${person}`);
  say('Keep an older backup with the right keys, or erase these persons. Nobody else is affected.');
  process.exitCode = 1;
}

async function restore(files: Files): Promise<void> {
  const { ERASURES_FILE } = readSettings({ ERASURES_FILE: settings.ERASURES_FILE });
  const erasures = ERASURES_FILE === undefined ? [] : readErasures(ERASURES_FILE);
  await atInstallation(
    async ({ ownerUrl, secretKey }) => {
      const restored = await restoreBackup({ ...files, ownerUrl, secretKey, erasures, say });
      const { takenAt, events, streams, erased, gone, epoch, damaged } = restored;
      say(
        `Restored ${counted(events, 'event')} of ${counted(streams, 'stream')}, as they were at ${takenAt}; every row was rebuilt from them.`,
      );
      if (gone > 0)
        say(
          `${counted(gone, 'key')} of people in ${files.file} had been destroyed before ${files.keysFile} was written: whose they were is erased again.`,
        );
      if (ERASURES_FILE !== undefined)
        say(
          `Erased again whom the ${counted(erasures.length, 'line')} of ERASURES_FILE name; ${counted(erased - gone, 'key')} had come back.`,
        );
      sayDamaged(damaged, 'the restore is complete, but');
      say(
        `Epoch ${epoch} has begun, and sending is frozen. When no newer database is alive: npm run audit -- reconcile`,
      );
    },
    { mayBeNew: true, before: async (secretKey) => void (await readyToRestore(files, secretKey)) },
  );
}

const USAGE =
  'Usage: npm run backup -- FILE [--keys KEYS_FILE] [--overwrite], or npm run restore -- FILE [--keys KEYS_FILE]';

function read() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { overwrite: { type: 'boolean', default: false }, keys: { type: 'string' } },
    });
    const [what, file, ...more] = positionals;
    if ((what === 'backup' || what === 'restore') && file && values.keys !== '' && more.length === 0)
      return { what, files: { file, keysFile: values.keys }, overwrite: values.overwrite };
  } catch {}
  throw new CannotStart(USAGE);
}

try {
  const { what, files, overwrite } = read();
  if (what === 'backup') await backup(files, overwrite);
  else await restore(files);
} catch (error) {
  if (!(error instanceof CannotStart)) throw error;
  say(error.message);
  process.exitCode = 1;
}
process.exit();
