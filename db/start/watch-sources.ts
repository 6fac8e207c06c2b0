import { type FSWatcher, watch } from 'node:fs';
import path from 'node:path';
import { projectFolder } from './supervise.ts';

/** Calls `changed` with the rooms whose TypeScript or SQL changed, a moment after the last change. Returns its end. */
export function watchSources(changed: (rooms: string[]) => void): () => void {
  const rooms = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const watchers = ['events', 'db', 'api', 'worker'].map((room): FSWatcher => {
    return watch(path.join(projectFolder, room), { recursive: true }, (_, file) => {
      if (!file || !/\.(ts|sql)$/.test(file)) return;
      rooms.add(room === 'worker' && file.startsWith('sandbox') ? 'worker/sandbox' : room);
      clearTimeout(timer);
      timer = setTimeout(() => {
        changed([...rooms]);
        rooms.clear();
      }, 150);
    });
  });
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}
