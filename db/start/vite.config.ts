/** The server's programs as bundled JavaScript, packages included. Reading so many files takes most of a start's processor time. */
import path from 'node:path';
import { defineConfig, type Plugin, type UserConfig } from 'vite';
import { versionNow } from './version.mjs';

const project = path.resolve(import.meta.dirname, '../..');
/** A program of db/x/y.ts is dist/db-x-y.js (db/process/built.ts). */
const PROGRAMS = [
  'api/main.ts',
  'db/audit/main.ts',
  'db/log/verifyThread.ts',
  'db/read/foldThread.ts',
  'db/receive/mailThread.ts',
  'db/start/main.ts',
  'worker/checkProviders/main.ts',
  'worker/main.ts',
  'worker/providers/web/pageThread.ts',
  'worker/sandbox/main.ts',
];

/** These packages are not bundled: they are built for the machine, or large and seldom loaded. */
const INSTALLED = [/^@node-rs\//, 'city-timezones', 'pg-native', 'typescript', /^@zxcvbn-ts\//];

/** Some modules read files beside their source. All built files lie in one folder, so one relative path fits each. */
function besideItsSource(): Plugin {
  let folder = '';
  return {
    name: 'beside-its-source',
    configResolved(config) {
      folder = path.resolve(config.root, config.build.outDir);
    },
    transform: {
      filter: { id: { include: /\.(tsx?|mjs)$/, exclude: /node_modules/ } },
      handler(code, id) {
        const source = path.relative(folder, id);
        return {
          code: code
            .replaceAll('import.meta.url', `new URL(${JSON.stringify(source)}, import.meta.url).href`)
            .replaceAll(
              /import\.meta\.dirname/g,
              `(import.meta.dirname + ${JSON.stringify(`/${path.dirname(source)}`)})`,
            ),
          map: null,
        };
      },
    },
  };
}

/** `more`: further programs, of the tests. */
export const serverBuild = (more: string[] = []): UserConfig => ({
  plugins: [besideItsSource()],
  define: { __VERSION__: JSON.stringify(versionNow()) },
  resolve: { mainFields: ['main'], conditions: ['node'] },
  ssr: { noExternal: true, resolve: { mainFields: ['main'], conditions: ['node'] } },
  build: {
    ssr: true,
    target: 'node20.19',
    sourcemap: true,
    rolldownOptions: {
      input: Object.fromEntries(
        [...PROGRAMS, ...more].map((file) => [
          file.replaceAll('/', '-').replace(/\.ts$/, ''),
          path.join(project, file),
        ]),
      ),
      external: INSTALLED,
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js', sourcemapExcludeSources: true },
    },
  },
});

export default defineConfig(serverBuild());
