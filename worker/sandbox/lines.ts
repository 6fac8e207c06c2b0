import { type FileHandle, mkdir, open } from 'node:fs/promises';
import path from 'node:path';

/** A durable list, oldest first, one item a line. */
export interface Lines<T> {
  all(): readonly T[];
  /** Resolves when the items are on the disk: only then may a provider say "accepted". */
  append(items: readonly T[]): Promise<void>;
  close(): Promise<void>;
}

const newline = 0x0a;

/**
 * Items in the file, and the length up to which it is whole. A crash can only tear the last line, which was never
 * accepted: it is cut off. A last line that lacks nothing but its line end is kept.
 */
const readWhole = <T>(bytes: Buffer, file: string): { items: T[]; length: number; lacksEnd: boolean } => {
  const items: T[] = [];
  let start = 0;
  while (start < bytes.length) {
    const found = bytes.indexOf(newline, start);
    const end = found === -1 ? bytes.length : found;
    try {
      items.push(JSON.parse(bytes.toString('utf8', start, end)) as T);
    } catch {
      if (found === -1) return { items, length: start, lacksEnd: false };
      throw new Error(`${file}: line ${items.length + 1} is damaged; move the file away to start without it.`);
    }
    if (found === -1) return { items, length: end, lacksEnd: true };
    start = end + 1;
  }
  return { items, length: start, lacksEnd: false };
};

const repair = async <T>(handle: FileHandle, file: string) => {
  const whole = readWhole<T>(await handle.readFile(), file);
  await handle.truncate(whole.length);
  if (whole.lacksEnd) await handle.appendFile('\n');
  await handle.sync();
  return whole;
};

/** Opens `<dataDir>/sandbox/<name>`, and repairs a torn last line. */
export const openLines = async <T>(dataDir: string, name: string): Promise<Lines<T>> => {
  const folder = path.join(dataDir, 'sandbox');
  const file = path.join(folder, name);
  await mkdir(folder, { recursive: true });
  const handle = await open(file, 'a+', 0o600);
  const whole = await repair<T>(handle, file).catch(async (error: unknown) => {
    await handle.close();
    throw error;
  });
  await syncFolder(folder);
  const all = whole.items;
  let length = (await handle.stat()).size;
  let queue: Promise<void> = Promise.resolve();

  const write = async (added: readonly T[]): Promise<void> => {
    const lines = Buffer.from(added.map((item) => `${JSON.stringify(item)}\n`).join(''));
    try {
      await handle.appendFile(lines);
      await handle.datasync();
    } catch (error) {
      // Half a line must not stay in front of the next item.
      await handle.truncate(length).catch(() => undefined);
      throw error;
    }
    length += lines.length;
    all.push(...added);
  };

  return {
    all: () => all,
    append: (added) => {
      const written = queue.then(() => write(added));
      queue = written.catch(() => undefined);
      return written;
    },
    close: async () => {
      await queue;
      await handle.close();
    },
  };
};

/** A new file's name is only durable once its folder is. */
const syncFolder = async (folder: string): Promise<void> => {
  let handle: FileHandle | undefined;
  try {
    handle = await open(folder, 'r');
    await handle.sync();
  } catch {
    // Some file systems refuse to sync a folder; the file itself is synced all the same.
  } finally {
    await handle?.close();
  }
};
