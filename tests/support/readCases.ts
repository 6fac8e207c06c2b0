import { readFileSync } from 'node:fs';
import { auditCommands } from '../../db/audit/auditCommands.ts';
import { runCommands } from '../../db/process/runCommands.ts';
import { readProfile } from '../../events/partners/readProfile.ts';

/** Labeled lists, addresses and pages of others (tests/fixtures/mail), and what the operators' commands make of them. */
const FOLDER = new URL('../fixtures/mail/', import.meta.url);
type Case = { file: string; kind: string; expected: never };
const CASES = JSON.parse(readFileSync(new URL('index.json', FOLDER), 'utf8')) as Case[];

/** What a command answers of the files of a kind, in their order. */
async function answers(kind: string, ...words: string[]) {
  const cases = CASES.filter((one) => one.kind === kind);
  const lines: string[] = [];
  const files = cases.map(({ file }) => new URL(file, FOLDER).pathname);
  const output = { print: (line: string) => lines.push(line), say: () => undefined };
  await runCommands('npm run audit --', auditCommands, [...words, ...files, '--json'], output);
  return cases.map(({ file, expected }, at) => ({ file, expected, read: JSON.parse(lines[at] ?? '{}') }));
}
const usernameOf = (url: string) => {
  const read = readProfile(url);
  return read.ok ? read.username : null;
};

/** For each kind: the command, and what of the case and of the answer must be equal. */
const JUDGES: Record<string, { words: string[]; wanted: (expected: never) => unknown; got: (read: never) => unknown }> =
  {
    'csv-people': {
      words: ['read-list', '--kind', 'people'],
      wanted: ({ people }: { people: number }) => people,
      got: ({ entries }: { entries: object[] }) => entries.length,
    },
    'csv-do-not-contact': {
      words: ['read-list', '--kind', 'do-not-contact'],
      wanted: ({ entries }: { entries: string[] }) => entries,
      got: ({ entries }: { entries: string[] }) => entries,
    },
    'profile-url': {
      words: ['read-value', 'profile'],
      wanted: ({ same }: { same?: string }) => (same ? usernameOf(same) : null),
      got: ({ value }: { value: { username: string } | null }) => value?.username ?? null,
    },
    'linkedin-url': {
      words: ['read-value', 'profile'],
      wanted: ({ handle }: { handle: string }) => handle,
      got: ({ value }: { value: { username: string } | null }) => value?.username ?? null,
    },
    'email-import': {
      words: ['read-value', 'email'],
      wanted: ({ email }: { email: string | null }) => email,
      got: ({ value }: { value: string | null }) => value,
    },
    'page-address': {
      words: ['read-value', 'page'],
      wanted: (addresses: string[]) => addresses,
      got: ({ value }: { value: string[] }) => value,
    },
  };

/** Read otherwise on purpose: the address of a post does not tell the person, so its row is skipped and named. */
export const READ_OTHERWISE: ReadonlySet<string> = new Set(['csv-people-013-post-urls.csv']);

export const READ_KINDS = Object.keys(JUDGES);

/** What the cases of a kind want and get, in their order. */
export async function readCases(kind: string): Promise<{ file: string; wanted: unknown; got: unknown }[]> {
  const judge = JUDGES[kind];
  const cases = judge ? await answers(kind, ...judge.words) : [];
  return cases.flatMap(({ file, expected, read }) =>
    judge ? [{ file, wanted: judge.wanted(expected), got: judge.got(read as never) }] : [],
  );
}
