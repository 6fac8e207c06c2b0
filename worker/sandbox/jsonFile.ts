import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Opens `<dataDir>/sandbox/<name>`. A change is on the disk when the promise of `save` ends. */
export const openJsonFile = async <T>(dataDir: string, name: string) => {
  const folder = path.join(dataDir, 'sandbox');
  const file = path.join(folder, name);
  await mkdir(folder, { recursive: true });
  const kept = await readFile(file, 'utf8').then(
    (text) => JSON.parse(text) as T[],
    (): T[] => [],
  );
  let writing: Promise<void> = Promise.resolve();
  const save = (items: readonly T[]): Promise<void> => {
    const text = JSON.stringify(items);
    const next = writing.then(async () => {
      await writeFile(`${file}.new`, text, { mode: 0o600 });
      await rename(`${file}.new`, file);
    });
    writing = next.catch(() => undefined);
    return next;
  };
  return { kept, save };
};
