import { readFile, writeFile } from 'node:fs/promises';
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

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), compressed],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // .size-limit.js reads from it what each screen loads
    manifest: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { '/api': api, '/outbox': api, '/unsubscribe': api } },
});
