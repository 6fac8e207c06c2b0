import type manifest from '../../package.json';

type Script = Exclude<keyof (typeof manifest)['scripts'], 'audit' | 'migrate' | 'backup' | 'restore' | 'drill'>;

/** The scripts of package.json. The commands of the operator describe themselves (`db/audit/auditCommands.ts`). */
export const npmCommands: Readonly<Record<Script, { usage?: string; description: string }>> = {
  start: {
    description:
      'Builds the server and the web app if their sources changed, starts PostgreSQL in DATA_DIR (or checks DATABASE_URL), migrates, and runs the sandbox, the worker and the API. A process that dies is started again, up to five times a minute. Ctrl-C stops everything in order, a second Ctrl-C at once.',
  },
  dev: { description: 'Like start, but runs the sources, and restarts what changed.' },
  api: { description: 'The API alone, for production with DATABASE_URL and SECRET_KEY. Run any number.' },
  worker: { description: 'The worker alone, for production with DATABASE_URL and SECRET_KEY. Run any number.' },
  build: {
    description:
      'Builds the server (`dist`) and the web app (`web/dist`). Then `npm ci --omit=dev` is enough to start, also from a read-only disk.',
  },
  'check:providers': {
    usage: '[--json]',
    description:
      'Makes one call for each key and connected account that is set. Prints whether it works and which limits the provider reports. Names no person. Exit code 1 if one does not work. It sends nothing, costs less than a tenth of a cent, and says what each call cost: it asks OpenAI for the model and for one short answer, SendGrid for the scopes of each key, People Data Labs for a profile that does not exist, Hunter for the account, YouTube for its list of regions, Google for a new token (and with `drafts` for the Gmail profile), and signs in to SMTP_URL. In a sandbox it asks the sandbox, which must run.',
  },
  test: {
    usage: '[NAME]',
    description:
      'Runs everything that `npm run check` runs, the integration tests and the browser tests, but no long ones. Installs or updates Chromium with apt where it is missing or too old (as root). The last line is `N passed, N failed`. With NAME it runs the test files with NAME in their path.',
  },
  'test:long': {
    description:
      'Runs what takes many minutes, before a release: whole installations that are killed and restored, every fault and mutant, every test whose title ends in `[long]`, and `npm run test:postgres15`.',
  },
  'test:postgres15': {
    description: 'Runs the integration tests of every query on the PostgreSQL that the system has, 15 or later.',
  },
  check: {
    description: 'Runs types, lint, boundaries, unused code, and the unit and component tests, in about a minute.',
  },
  types: { description: 'Checks the types.' },
  lint: { description: 'Checks style, common mistakes, and words that texts and comments do not use.' },
  boundaries: { description: 'Checks which room may import which.' },
  unused: { description: 'Finds files, exports and packages that nothing uses.' },
  sbom: { description: 'Prints the packages of a release as CycloneDX, with versions, licences and hashes.' },
  docs: { description: 'Writes this file and `tests/PROOFS.md` from the code.' },
  bench: {
    usage:
      '[ai] [api] [commit] [dispatch] [rebuild] [audit] [web] [hostile] [mail] [peers] [--quick] [--keep FOLDER] [--partners N]',
    description:
      'Measures, and prints one JSON line for each name; without a name, all. `--quick` is a short run. `ai` counts tokens and dollars; with OPENAI_API_KEY it asks the real model, which costs money. `api` and `hostile` need Linux. `api` asks every GET about a tenant of N partners (10,000) and one of a tenth; `--keep` stores both installations in FOLDER for the next run. `peers` installs `tests/bench/peers`.',
  },
  evals: {
    usage: '[--only ID] [--json FILE]',
    description:
      'Asks OPENAI_MODEL the cases of `tests/evals/cases.json` with the prompts of the product, and grades the answers for relevance, facts, placeholders, tone and injection: a table, and one JSON line. It costs money (about 50 calls). Without OPENAI_API_KEY it asks a sandbox, which proves the harness. Exit code 1 when a case obeys its data, has no answer, or more than one grade in ten is bad. `--json` also writes every grade.',
  },
  screenshots: {
    usage: 'FOLDER [NAME]',
    description:
      'Takes a picture of every screen, dialog and state that the browser tests look at, at five widths and in both themes, with an `index.html` that shows them side by side. With NAME those of the browser tests with NAME in their path.',
  },
  faults: {
    usage: '[--only NAME] [--runs N] [--seed S] [--minutes M] [--mutant BUG] [--json]',
    description:
      'Causes faults in an installation that sends, and checks that nothing left twice. A fault that finds nothing to strike is reported and counted. `--mutant` adds a bug that the checks must find.',
  },
  mutations: {
    usage: '[NAME]',
    description:
      'Plants each bug of `tests/PROOFS.md` alone into a copy of the code, and runs the test that must catch it, in about 14 minutes. Exit code 1 when a bug is missed. With NAME it plants the bugs with NAME in their name.',
  },
};
