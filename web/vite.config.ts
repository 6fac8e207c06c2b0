import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const api = process.env.API_URL ?? 'http://127.0.0.1:3000';

const FORMATS = { br: promisify(brotliCompress), gz: promisify(gzip) };

/** Compresses once what is served many times: the server finds `x.js.br` and `x.js.gz` beside `x.js`. Small files gain nothing. */
const compressed: Plugin = {
  name: 'compressed',
  apply: (_, { command }) => command === 'build' && !process.argv.includes('--watch'),
  async writeBundle({ dir = '' }, bundle) {
    const files = Object.keys(bundle).filter((name) => /^assets\/.*\.(js|css|svg)$/.test(name));
    await Promise.all(
      files.map(async (name) => {
        const file = path.join(dir, name);
        const content = await readFile(file);
        if (content.length < 1024) return;
        for (const [ending, compress] of Object.entries(FORMATS))
          await writeFile(`${file}.${ending}`, await compress(content));
      }),
    );
  },
};

/** The viewer of /api/docs (api/routes/apiDocs.ts), which no screen loads. */
const apiDocs: Plugin = {
  name: 'api-docs',
  apply: 'build',
  async buildStart() {
    const { resolve } = createRequire(import.meta.url);
    for (const ending of ['css', 'js']) {
      const file = resolve(`swagger-ui-dist/swagger-ui${ending === 'js' ? '-bundle' : ''}.${ending}`);
      this.emitFile({ type: 'asset', fileName: `assets/api-docs.${ending}`, source: await readFile(file) });
    }
  },
};

const source = (name: string) => path.join(import.meta.dirname, name);
const START = source('app/main.tsx');
const LANDING = source('features/landing/LandingScreen.tsx');
const SIGNED_IN = source('app/SignedIn.tsx');
const DASHBOARD = source('features/dashboard/DashboardScreen.tsx');

type Modules = { getModuleInfo(id: string): { importedIds: readonly string[] } | null };
const closures = new Map<string, Set<string>>();

/** A module's imports, without itself. Asked for when all modules are known. */
function needsOf(entry: string, modules: Modules): Set<string> {
  const known = closures.get(entry);
  if (known) return known;
  const found = new Set<string>();
  closures.set(entry, found);
  const add = (id: string) => {
    for (const needed of modules.getModuleInfo(id)?.importedIds ?? [])
      if (!found.has(needed)) add(found.add(needed) && needed);
  };
  add(entry);
  found.delete(entry);
  return found;
}

/** Parts that the dashboard shares with other screens come with the shell, since most screens need them. */
const inShell = (id: string, modules: Modules) =>
  id === SIGNED_IN ||
  needsOf(SIGNED_IN, modules).has(id) ||
  (needsOf(DASHBOARD, modules).has(id) && !id.startsWith(path.dirname(DASHBOARD)));

/** Every page needs these. `preload-helper`: what fetches the other files: the bundler's own, which no module is seen to import. */
const inStart = (id: string, modules: Modules) =>
  id.includes('vite/preload-helper') ||
  id === START ||
  needsOf(START, modules).has(id) ||
  (needsOf(LANDING, modules).has(id) && inShell(id, modules));

const group = (name: string, priority: number, isIn: typeof inShell) => ({
  name: (id: string, modules: Modules) => (isIn(id, modules) ? name : null),
  debugName: name,
  priority,
});

/** Names the files of signed-in users and of the dashboard in index.html, so that they need not wait for the start. */
const signedInAhead: Plugin = {
  name: 'signed-in-ahead',
  buildStart: () => closures.clear(),
  transformIndexHtml: {
    order: 'post',
    handler(page, { bundle = {} }) {
      // the shell's come first: what it has named, the dashboard need not name
      const known = new Set(Object.keys(bundle).filter((file) => page.includes(`"/${file}"`)));
      const filesOf = (entry: string): string[] => {
        const files: string[] = [];
        const add = (file: string) => {
          const chunk = bundle[file];
          if (known.has(file) || chunk?.type !== 'chunk') return;
          known.add(file);
          files.push(`/${file}`);
          chunk.imports.forEach(add);
        };
        const first = Object.values(bundle).find((file) => file.type === 'chunk' && file.moduleIds.includes(entry));
        if (first) add(first.fileName);
        return files;
      };
      return page
        .replace('[/* signed-in-ahead */]', JSON.stringify(filesOf(SIGNED_IN)))
        .replace('[/* dashboard-ahead */]', JSON.stringify(filesOf(DASHBOARD)));
    },
  },
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), apiDocs, compressed, signedInAhead],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // .size-limit.js reads from it what each screen loads
    manifest: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // otherwise the bundler makes a file for each set of screens that share something, and the first screen needs 57
    rolldownOptions: {
      output: { codeSplitting: { groups: [group('start', 2, inStart), group('shell', 1, inShell)] } },
    },
  },
  server: { proxy: { '/api': api, '/outbox': api, '/unsubscribe': api } },
});
