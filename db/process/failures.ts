import { isAway } from '../connection/connect.ts';
import { CannotStart, EXIT_CODES, type Failure } from '../installation/settings.ts';

type Told = { code: Failure; message: string };

/** Says what PostgreSQL's code means for the operator. Its own texts may quote values. */
const SAYINGS: readonly (readonly [RegExp, string])[] = [
  [/^(42883|42P01|3F000)$/, 'The database is not set up, or by an older version. Run npm run migrate.'],
  [/^28/, 'The database refuses the login. Correct its user and password.'],
  [/^25006$/, 'This database only takes reads. Run the command on the primary.'],
  [/^42501$/, "The login may not do this. Set DATABASE_OWNER_URL to the owner's."],
];

/** What went wrong, for the person at the terminal; null: a fault of this program. */
function known(error: unknown): Told | null {
  if (error instanceof CannotStart) return { code: error.failure, message: error.message };
  const { code = '', path, syscall } = (error ?? {}) as NodeJS.ErrnoException;
  const saying = SAYINGS.find(([pattern]) => pattern.test(code))?.[1];
  if (saying) return { code: 'unavailable', message: saying };
  if (path !== undefined && syscall !== 'connect')
    return { code: 'unavailable', message: `${path} cannot be used (${code}). Correct its name or its rights.` };
  return isAway(error) ? { code: 'unavailable', message: `The database is away (${code}). Try again later.` } : null;
}

/** The failure as a program reads it, and the line for a person. A fault of this program has its stack. */
export function failureOf(error: unknown): Told & { shown: string } {
  const told = known(error);
  if (told) return { ...told, shown: told.message };
  const message = 'The program has a fault. Report it.';
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { code: 'internal', message, shown: `${message}\n${stack}` };
}

/** Runs the start of a process. When it throws, it prints `Partner Pilot cannot start: …` to stderr and exits with the code of the failure. */
export async function orExit<Result>(start: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await start();
  } catch (error) {
    const { code, shown } = failureOf(error);
    console.error(`Partner Pilot cannot start: ${shown}`);
    process.exit(EXIT_CODES[code]);
  }
}
