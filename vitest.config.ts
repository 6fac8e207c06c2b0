import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tests/support/longestFirst.ts';

// for every project: they share what is kept of a source, and React's production build knows no JSX for development
const oxc = { jsx: { runtime: 'automatic', development: false } } as const;

/** More workers than cores run at a time, so helpers of the garbage collector only take the processor from other tests. */
const execArgv = ['--single-threaded-gc'];

export default defineConfig({
  test: {
    // what was made of a source is kept for the next run: half of what a start of the tests costs
    experimental: { fsModuleCache: true },
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        oxc,
        test: {
          execArgv,
          name: 'unit',
          include: ['tests/unit/**/*.test.ts'],
          globalSetup: ['tests/support/stateHome.ts'],
          isolate: false,
          // the usual five seconds, and one for what is asked again, are not enough on a busy machine
          testTimeout: 60_000,
          expect: { poll: { timeout: 10_000 } },
        },
      },
      {
        oxc,
        test: {
          execArgv,
          name: 'component',
          // React's production build takes a quarter less of the processor
          env: { NODE_ENV: 'production' },
          include: ['tests/component/**/*.test.tsx'],
          environment: 'happy-dom',
          environmentOptions: { happyDOM: { width: 1280, height: 800 } },
          // no file changes what another one imports, and importing the screens takes longer than many a test
          isolate: false,
          globalSetup: ['tests/component/support/openApi.ts'],
          setupFiles: ['tests/component/support/setup.ts'],
          testTimeout: 45_000,
        },
      },
      {
        oxc,
        test: {
          execArgv,
          name: 'integration',
          include: ['tests/integration/**/*.test.ts'],
          globalSetup: ['tests/support/stateHome.ts', 'tests/support/postgres.ts'],
          // no file changes what another one imports, and importing the SDKs takes longer than many a test
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // what is asked again until it is so: a second is too little on a busy machine
          expect: { poll: { timeout: 10_000 } },
        },
      },
      {
        // whole installations, killed and restored: it takes minutes (npm run test:long)
        oxc,
        test: {
          execArgv,
          name: 'long',
          include: ['tests/long/**/*.test.ts'],
          globalSetup: ['tests/support/stateHome.ts', 'tests/support/postgres.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 10_000 } },
        },
      },
      {
        oxc,
        test: {
          execArgv,
          name: 'browser',
          include: ['tests/browser/**/*.test.ts'],
          setupFiles: ['tests/support/whatWasShown.ts'],
          globalSetup: ['tests/support/stateHome.ts', 'tests/support/postgres.ts'],
          testTimeout: 240_000,
          hookTimeout: 180_000,
          // what is asked again until it is so: a second is too little there
          expect: { poll: { timeout: 10_000 } },
          isolate: false,
        },
      },
    ],
  },
});
