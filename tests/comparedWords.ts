/**
 * Comparisons with words that people read. Codes decide and words are shown (events/shared/reasons.ts, refusals.ts), so a text can change without a change of
 * what is decided. Part of npm run lint.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { type ESTree, parseSync, Visitor } from 'vite';

/** Files that compare such a text all the same. */
const EXCEPT: Readonly<Record<string, string>> = {
  'db/backup/file.ts': 'the first line of a file says what it is',
  'db/embedded/start-embedded.ts': 'reads the log of PostgreSQL',
  'db/export/format.ts': 'the first line of a file says what it is',
  'db/start/launch.ts': 'the name of a process',
  'worker/providers/mailbox/smtp.ts': 'a command of SMTP',
};

const ROOMS = ['api', 'db', 'events', 'web', 'worker'] as const;
const OF_CODES: ReadonlySet<string> = new Set(['reasonText', 'reasonSentence', 'refusalText']);
const COMPARES: ReadonlySet<string> = new Set([
  'includes',
  'startsWith',
  'endsWith',
  'indexOf',
  'match',
  'search',
  'test',
  'has',
]);

/** Whether people read an expression: a literal with a letter and a space, or the words of a code. */
function isWords(node: ESTree.Expression | ESTree.Argument | ESTree.PrivateIdentifier | null): boolean {
  if (node?.type === 'Literal') return typeof node.value === 'string' && /\p{L}.* |. .*\p{L}/u.test(node.value.trim());
  return node?.type === 'CallExpression' && node.callee.type === 'Identifier' && OF_CODES.has(node.callee.name);
}

/** The places of a file where such a text is compared. */
function comparisonsIn(file: string, text: string): number[] {
  const found: number[] = [];
  new Visitor({
    BinaryExpression({ start, operator, left, right }) {
      if (/^[!=]==?$/.test(operator) && (isWords(left) || isWords(right))) found.push(start);
    },
    SwitchCase({ start, test }) {
      if (isWords(test)) found.push(start);
    },
    CallExpression({ start, callee, arguments: given }) {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
      if (COMPARES.has(callee.property.name) && (isWords(callee.object) || given.some(isWords))) found.push(start);
    },
  }).visit(parseSync(file, text).program);
  return found;
}

export function comparedWords(): string[] {
  const files = execFileSync('git', ['ls-files', ...ROOMS.flatMap((room) => [`${room}/*.ts`, `${room}/*.tsx`])], {
    encoding: 'utf8',
  });
  const unused = new Set(Object.keys(EXCEPT));
  const found = files
    .trim()
    .split('\n')
    .filter((file) => !file.startsWith('worker/sandbox/'))
    .flatMap((file) => {
      const text = readFileSync(file, 'utf8');
      const places = comparisonsIn(file, text);
      if (places.length > 0 && unused.delete(file)) return [];
      return places.map((at) => `${file}:${text.slice(0, at).split('\n').length} compares words: compare a code`);
    });
  return [...found, ...[...unused].map((file) => `${file} compares no words any more: delete it from EXCEPT`)];
}
