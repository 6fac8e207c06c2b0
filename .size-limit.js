import { readFileSync } from 'node:fs';
import path from 'node:path';

/** What a browser fetches for each screen of the built web app, from Vite's manifest: a chunk and all that it imports. */
const folder = process.env.WEB_FOLDER ?? 'web/dist';
const manifest = JSON.parse(readFileSync(path.join(folder, '.vite', 'manifest.json'), 'utf8'));

function load(names, set = new Set()) {
  for (const name of names) {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`${folder} has no chunk of ${name}`);
    if (!set.has(name)) load(chunk.imports ?? [], set.add(name));
  }
  return set;
}

/** The chunk of a group in web/vite.config.ts. */
const group = (name) => {
  const found = Object.keys(manifest).find((chunk) => manifest[chunk].name === name);
  if (!found) throw new Error(`${folder} has no chunk of the group ${name}`);
  return found;
};

const ENTRY = group('start');
const SHELL = group('shell');
const LANDING = 'features/landing/LandingScreen.tsx';
const APP = [ENTRY, SHELL, 'app/Overlays.tsx'];
const DASHBOARD = 'features/dashboard/DashboardScreen.tsx';

const shell = load(APP);
/** Fetched once, with the first screen or dialog that needs them. */
const dialogs = load(['app/shell/NavigationSheet.tsx', 'features/session/SessionEndedDialog.tsx']);
for (const chunk of shell) dialogs.delete(chunk);
const later = new Set([...load([SHELL])].flatMap((name) => manifest[name].dynamicImports ?? []));
const routes = [...later].filter(
  (name) => name.startsWith('features/') && name.endsWith('Screen.tsx') && name !== LANDING,
);
if (routes.length < 8) throw new Error('The routes are not found in the manifest any more.');

/** A phone fetches six at a time. */
const FILES = 14;
const first = load([...APP, DASHBOARD]).size;
if (first > FILES)
  throw new Error(`The first screen takes ${first} files; at most ${FILES} were meant (web/vite.config.ts).`);

const row = (name, names, limit) => ({
  name,
  path: names.map((chunk) => path.join(folder, manifest[chunk].file)),
  limit,
  gzip: true,
});

export default [
  row('landing, all of it', [...load([ENTRY, LANDING])], '90 kB'),
  row('signed-in dashboard, all of it', [...load([...APP, DASHBOARD])], '150 kB'),
  row('what all dialogs share', [...dialogs], '16 kB'),
  ...routes.map((name) =>
    row(
      `${path.basename(name, '.tsx')}, on top of the shell and the dialogs`,
      [...load([name])].filter((chunk) => !shell.has(chunk) && !dialogs.has(chunk)),
      '58.2 kB',
    ),
  ),
];
