import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';

/** Replaces a file, readable by its user alone: a reader meets the old one or the new one, both whole. Throws what the file system says. */
export async function replaceFile(file: string, text: string): Promise<void> {
  const unfinished = `${file}.${randomUUID()}.new`;
  try {
    const written = await open(unfinished, 'wx', 0o600);
    try {
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
