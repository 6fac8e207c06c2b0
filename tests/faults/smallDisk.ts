import { spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type postgres from 'postgres';

/** A disk of a few megabytes on which tables can be laid, and which can be filled. */
export type SmallDisk = {
  /** From now on no table on it can grow: PostgreSQL meets a true ENOSPC. */
  fill(): void;
  empty(): Promise<void>;
  unmount(): void;
};

const SIZE = '12m';
/** The SQL that lays on it what every commit writes. */
export const LAY_ON_SMALL_DISK = `
  alter table log.events set tablespace small;
  alter index log.events_stream_version set tablespace small;
  alter table read.messages set tablespace small`;

/** Mounts it and makes it the tablespace `small`; answers in words why it cannot. `like`: a folder of the account that runs PostgreSQL. */
export async function openSmallDisk(admin: postgres.Sql, like: string): Promise<SmallDisk | string> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'only root on Linux can mount a small disk';
  const folder = mkdtempSync(path.join(tmpdir(), 'partner-pilot-small-disk-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=0700`, 'tmpfs', folder]);
  if (mounted.status !== 0) {
    rmSync(folder, { recursive: true, force: true });
    return 'this machine lets nobody mount a small disk';
  }
  const { uid, gid } = statSync(like);
  chownSync(folder, uid, gid);
  const unmount = () => {
    spawnSync('umount', ['-l', folder]);
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', unmount);
  try {
    await admin.unsafe(`create tablespace small location '${folder}'`);
  } catch (error) {
    unmount();
    return `PostgreSQL takes no tablespace there: ${(error as Error).message}`;
  }
  const filler = path.join(folder, 'filler');
  return {
    fill() {
      const block = Buffer.alloc(64 * 1024);
      try {
        for (;;) writeFileSync(filler, block, { flag: 'a' });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
      // what a whole block did not fit into
      try {
        for (;;) writeFileSync(filler, Buffer.alloc(512), { flag: 'a' });
      } catch {}
    },
    async empty() {
      rmSync(filler, { force: true });
    },
    unmount: () => {
      process.off('exit', unmount);
      unmount();
    },
  };
}
