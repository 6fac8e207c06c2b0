import { setTimeout as wait } from 'node:timers/promises';
import { aMoment, type Fault, STRIKING_MS, until } from './strike.ts';

const postgresKilled: Fault = {
  name: 'postgres-kill',
  async strike(stage, random) {
    await aMoment(random, 0.5);
    stage.say('killed PostgreSQL');
    stage.kills += 1;
    stage.incident('PostgreSQL was killed');
    await stage.server.crash(random.between(0, 800));
    stage.incident('PostgreSQL came back');
    await stage.reconnect();
    await wait(500);
  },
};

const cutAtCommit = (when: 'before' | 'after'): Fault => ({
  name: `cut-${when}-commit`,
  async strike(stage, random) {
    for (let round = 0; round < 5; round += 1) {
      const before = stage.proxy.cuts();
      stage.proxy.cut({ when, nth: random.whole(1, 10) });
      if (await until(() => stage.proxy.cuts() > before, STRIKING_MS / 5)) stage.incident('a connection was cut');
    }
    stage.say(`cut connections ${when} the commit arrived, ${stage.proxy.cuts()} in all`);
  },
  async heal(stage) {
    stage.proxy.heal();
  },
});

/** PostgreSQL's code for a disk that is full. */
const DISK_FULL = '53100';

/** What every commit writes lies on a small disk, which is full for a while. */
const diskFull: Fault = {
  name: 'disk-full',
  missing: async (server) => {
    const disk = await server.smallDisk();
    return typeof disk === 'string' ? disk : null;
  },
  wish: { smallDisk: true },
  async strike(stage, random) {
    const disk = await stage.server.smallDisk();
    if (typeof disk === 'string') return;
    await aMoment(random, 0.3);
    disk.fill();
    stage.incident('the disk was full');
    await wait(random.between(1_000, 2_500));
    await disk.empty();
    stage.incident('the disk had room again');
    const refused = stage.workers.reduce((sum, worker) => sum + worker.complaints().split(DISK_FULL).length - 1, 0);
    stage.say(`filled the disk: ${refused} tasks met it`);
  },
  async heal(stage) {
    const disk = await stage.server.smallDisk();
    if (typeof disk !== 'string') await disk.empty();
  },
};

export const databaseFaults: readonly Fault[] = [postgresKilled, cutAtCommit('before'), cutAtCommit('after'), diskFull];
