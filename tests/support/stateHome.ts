import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

let folder: string | null = null;

/** Vitest's global setup: no test or its process touches the seal files of the user who runs it. */
export function setup(): void {
  folder = mkdtempSync(path.join(tmpdir(), 'partner-pilot-state-'));
  process.env.XDG_STATE_HOME = folder;
}

export function teardown(): void {
  if (folder) rmSync(folder, { recursive: true, force: true });
}
