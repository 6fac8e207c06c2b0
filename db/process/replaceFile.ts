import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { type FileHandle, open, rename, stat } from 'node:fs/promises';
import path from 'node:path';

/** Keeps owner and mode of the file. A new one that root makes belongs to its folder's owner, whose worker must read it. */
async function takeOwner(written: FileHandle, file: string): Promise<void> {
  const old = await stat(file).catch(() => null);
  if (!old && process.getuid?.() !== 0) return;
  const { uid, gid } = old ?? (await stat(path.dirname(file)));
  const own = await written.stat();
  if (own.uid !== uid || own.gid !== gid) await written.chown(uid, gid);
  if (old) await written.chmod(old.mode & 0o7777);
}

/**
 * Replaces a file, readable by its user alone if it is new: a reader meets the old one or the new one, both whole. `like`: the file whose owner and
 * mode it gets. Throws what the file system says.
 */
export async function replaceFile(file: string, text: string, like = file): Promise<void> {
  const unfinished = `${file}.${randomUUID()}.new`;
  try {
    const written = await open(unfinished, 'wx', 0o600);
    try {
      await takeOwner(written, like);
      await written.writeFile(text);
      await written.sync();
    } finally {
      await written.close();
    }
    await rename(unfinished, file);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}

export const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? 'unknown';
