import { setTimeout as wait } from 'node:timers/promises';
import { aMoment, type Fault, STRIKING_MS, until } from './fault.ts';

const postgresKilled: Fault = {
  name: 'postgres-kill',
  async strike(faultRun, random) {
    await aMoment(random, 0.5);
    faultRun.say('killed PostgreSQL');
    faultRun.kills += 1;
    faultRun.incident('PostgreSQL was killed');
    await faultRun.server.crash(random.between(0, 800));
    faultRun.incident('PostgreSQL came back');
    await faultRun.reconnect();
    await wait(500);
  },
};

const cutAtCommit = (when: 'before' | 'after'): Fault => ({
  name: `cut-${when}-commit`,
  async strike(faultRun, random) {
    for (let round = 0; round < 5; round += 1) {
      const before = faultRun.proxy.cuts();
      faultRun.proxy.cut({ when, nth: random.whole(1, 10) });
      if (await until(() => faultRun.proxy.cuts() > before, STRIKING_MS / 5)) faultRun.incident('a connection was cut');
    }
    faultRun.say(`cut connections ${when} the commit arrived, ${faultRun.proxy.cuts()} in all`);
  },
  async heal(faultRun) {
    faultRun.proxy.heal();
  },
});

/** PostgreSQL's code for a disk that is full. */
const DISK_FULL = '53100';

/** The files of every commit lie on a small disk, which is full for a while. */
const diskFull: Fault = {
  name: 'disk-full',
  missing: async (server) => {
    const disk = await server.smallDisk();
    return typeof disk === 'string' ? disk : null;
  },
  wish: { smallDisk: true },
  async strike(faultRun, random) {
    const disk = await faultRun.server.smallDisk();
    if (typeof disk === 'string') return;
    await aMoment(random, 0.3);
    disk.fill();
    faultRun.incident('the disk was full');
    await wait(random.between(1_000, 2_500));
    await disk.empty();
    faultRun.incident('the disk had room again');
    const refused = faultRun.workers.reduce((sum, worker) => sum + worker.complaints().split(DISK_FULL).length - 1, 0);
    faultRun.say(`filled the disk: ${refused} tasks met it`);
  },
  async heal(faultRun) {
    const disk = await faultRun.server.smallDisk();
    if (typeof disk !== 'string') await disk.empty();
  },
};

export const databaseFaults: readonly Fault[] = [postgresKilled, cutAtCommit('before'), cutAtCommit('after'), diskFull];
