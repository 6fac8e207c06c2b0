import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { reconcile } from '../../../db/audit/reconcile.ts';
import { restoreBackup } from '../../../db/backup/restore.ts';
import { takeBackup } from '../../../db/backup/takeBackup.ts';
import { masterKey } from '../../../db/vault/masterKey.ts';
import { SECRET } from '../server.ts';
import { type Stage, sweepNow } from '../stage.ts';
import { activate, insist } from '../user.ts';
import { aMoment, type Fault, STRIKING_MS, until } from './strike.ts';

const accepted = (stage: Stage): number =>
  readFileSync(path.join(stage.folder, 'sandbox', 'ledger.ndjson'), 'utf8')
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
  async strike(stage, random) {
    for (const campaign of stage.tenants.flatMap(({ campaigns }) => campaigns))
      await insist(() => activate(stage.api(), campaign));
    await aMoment(random, 0.3);
    const file = path.join(stage.folder, 'backup');
    await takeBackup(stage.owner().sql, masterKey(SECRET), file);
    const known = accepted(stage);
    await until(() => accepted(stage) > known + random.whole(0, 4), STRIKING_MS);
    await stage.withoutWorkers(async () => {
      for (const worker of stage.workers.filter((one) => one.alive())) {
        await worker.kill();
        stage.kills += 1;
      }
      stage.say(`restored the database: ${accepted(stage) - known} mails more had left`);
      await restoreInPlace(stage, file);
    });
    stage.incident('the database was restored');
    await stage.reconnect();

    const before = accepted(stage);
    if (!stage.workers.some((worker) => worker.alive())) await stage.addWorker();
    for (let round = 0; round < 3; round += 1) {
      await insist(() => sweepNow(stage));
      await wait(random.between(300, 700));
    }
    if (accepted(stage) > before) throw new Error('Mails left before the restored database was reconciled.');
    const done = await reconcile(stage.owner(), { nothingLeft: false });
    stage.say(`reconciled it: ${done?.madeUnknown} messages are unknown`);
    if (accepted(stage) > before) throw new Error('Mails left before the restored database was reconciled.');
  },
};

/** Puts the backup where the database is; what it does not know is kept for the checks. */
async function restoreInPlace(stage: Stage, file: string): Promise<void> {
  const { sql } = stage.owner();
  stage.lostEvents = 'public.lost_events';
  await sql`create table public.lost_events as select * from log.events`;
  // a database with this mark is replaced
  await sql`create table migration.unfinished_restore ()`;
  await restoreBackup({ file, ownerUrl: stage.databaseUrl, secretKey: SECRET, erasures: [], say: () => undefined });
}
