import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { reconcile } from '../../../db/audit/reconcile.ts';
import { restoreBackup } from '../../../db/backup/restore.ts';
import { takeBackup } from '../../../db/backup/takeBackup.ts';
import { masterKey } from '../../../db/vault/masterKey.ts';
import { type FaultRun, sweepNow } from '../faultRun.ts';
import { SECRET } from '../server.ts';
import { activate, insist } from '../user.ts';
import { aMoment, type Fault, STRIKING_MS, until } from './fault.ts';

const accepted = (faultRun: FaultRun): number =>
  readFileSync(path.join(faultRun.folder, 'sandbox', 'ledger.ndjson'), 'utf8')
    .split('\n')
    .filter(Boolean).length;

/**
 * An older copy of the database takes its place: more mails have left than it knows of. Nothing may leave before an operator has reconciled
 * it, and then nothing of what may have left.
 */
export const restoredDatabase: Fault = {
  name: 'restored-database',
  alone: true,
  workers: 2,
  wish: { partners: [4, 6] },
  async strike(faultRun, random) {
    for (const campaign of faultRun.tenants.flatMap(({ campaigns }) => campaigns))
      await insist(() => activate(faultRun.api(), campaign));
    await aMoment(random, 0.3);
    const file = path.join(faultRun.folder, 'backup');
    await takeBackup(faultRun.owner().sql, masterKey(SECRET), file);
    const known = accepted(faultRun);
    await until(() => accepted(faultRun) > known + random.whole(0, 4), STRIKING_MS);
    await faultRun.withoutWorkers(async () => {
      for (const worker of faultRun.workers.filter((one) => one.alive())) {
        await worker.kill();
        faultRun.kills += 1;
      }
      faultRun.say(`restored the database: ${accepted(faultRun) - known} mails more had left`);
      await restoreInPlace(faultRun, file);
    });
    faultRun.incident('the database was restored');
    await faultRun.reconnect();

    const before = accepted(faultRun);
    if (!faultRun.workers.some((worker) => worker.alive())) await faultRun.addWorker();
    for (let round = 0; round < 3; round += 1) {
      await insist(() => sweepNow(faultRun));
      await wait(random.between(300, 700));
    }
    if (accepted(faultRun) > before) throw new Error('Mails left before the restored database was reconciled.');
    const done = await reconcile(faultRun.owner(), { nothingLeft: false });
    faultRun.say(`reconciled it: ${done?.madeUnknown} messages are unknown`);
    if (accepted(faultRun) > before) throw new Error('Mails left before the restored database was reconciled.');
  },
};

/** Puts the backup where the database is; what it does not know is kept for the checks. */
async function restoreInPlace(faultRun: FaultRun, file: string): Promise<void> {
  const { sql } = faultRun.owner();
  faultRun.lostEvents = 'public.lost_events';
  await sql`create table public.lost_events as select * from log.events`;
  // a database with this mark is replaced
  await sql`create table migration.unfinished_restore ()`;
  await restoreBackup({ file, ownerUrl: faultRun.databaseUrl, secretKey: SECRET, erasures: [], say: () => undefined });
}
