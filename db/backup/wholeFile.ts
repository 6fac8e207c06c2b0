import { createWriteStream, existsSync, rmSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { CannotStart, UsageError } from '../installation/settings.ts';

/**
 * Writes beside `file`, readable by its user alone. The new file takes its place once it is whole and on the disk. Throws CannotStart with what to
 * do; nothing is left behind then.
 */
export async function writeWhole(
  file: string,
  pieces: AsyncIterable<Buffer>,
  { overwrite, gzip }: { overwrite: boolean; gzip: boolean },
): Promise<void> {
  refuseToOverwrite(file, overwrite);
  const unfinished = `${file}.${process.pid}.unfinished`;
  try {
    const source = Readable.from(pieces);
    const target = createWriteStream(unfinished, { flags: 'wx', mode: 0o600 });
    await (gzip ? pipeline(source, createGzip(), target) : pipeline(source, target));
    const written = await open(unfinished, 'r+');
    await written.sync().finally(() => written.close());
    refuseToOverwrite(file, overwrite);
    await rename(unfinished, file);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw fileTrouble(file, error);
  }
}

/** Throws CannotStart when there is a file of that name already. */
export function refuseToOverwrite(file: string, overwrite: boolean): void {
  if (!overwrite && existsSync(file))
    throw new UsageError(`${file} is there already; choose another name, or add --overwrite to replace it.`);
}

const REASONS: Record<string, string> = {
  ENOSPC: 'the disk is full; make room, or choose another place',
  EDQUOT: 'the disk quota is used up; make room, or choose another place',
  EACCES: 'it cannot be written or read by this user; choose another place, or change its rights',
  EPERM: 'it cannot be written or read by this user; choose another place, or change its rights',
  EROFS: 'the disk is read-only; choose another place',
  ENOENT: 'there is no such file or folder; correct the name',
  ENOTDIR: 'a part of its path is no folder; correct the name',
  EISDIR: 'it is a folder; name a file in it',
};

/** An error of the file system as CannotStart with what to do; any other error as it is. */
export function fileTrouble(file: string, error: unknown): unknown {
  const reason = REASONS[(error as NodeJS.ErrnoException).code ?? ''];
  return reason && (error as NodeJS.ErrnoException).syscall !== 'connect'
    ? new CannotStart(`${path.resolve(file)}: ${reason}.`)
    : error;
}
