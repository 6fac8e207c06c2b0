/**
 * Words that comments, READMEs and texts do not use. Code is not searched: only comments,
 * strings, JSX texts, SQL comments and Markdown. Part of npm run lint.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseSync, Visitor } from 'vite';
import { comparedWords } from './comparedWords.ts';

type Room = 'web' | 'api' | 'db' | 'events' | 'worker' | 'tests' | 'root';

const ROOMS: readonly Room[] = ['web', 'api', 'db', 'events', 'worker', 'tests', 'root'];

/** Rooms that still have some of the words. The list only gets shorter: delete a room when its words are replaced. */
const LATER: readonly Room[] = ['tests'];

const WORDS: readonly { word: RegExp; instead: string; later?: readonly Room[] }[] = [
  { word: /\b(thereof|hereby|herein|therein)\b/gi, instead: 'name the thing again' },
  { word: /\bbef(a|e)ll\b/gi, instead: 'happen to' },
  { word: /\bwhom?ever\b/gi, instead: 'name the person, or "anyone who"', later: LATER },
  { word: /\bmeanwhile\b/gi, instead: 'leave it out', later: LATER },
  { word: /\bmend(s|ed|ing)?\b/gi, instead: 'fix', later: LATER },
  { word: /\b(nobody|no one)\b[^.;:]* any ?more\b/gi, instead: 'no one, no longer', later: LATER },
  { word: /\banew\b/gi, instead: 'again' },
  { word: /\bfor good\b/gi, instead: 'permanently', later: LATER },
  { word: /\bput back\b/gi, instead: 'restored', later: LATER },
  { word: /\b(is|are|was|were) told\b/gi, instead: 'gets, learns, is notified', later: LATER },
  { word: /\bby (itself|themselves)\b/gi, instead: 'automatically, alone', later: LATER },
  { word: /\bstands?\b/gi, instead: 'is, is shown, holds, replaces', later: LATER },
];

/** The comments, strings and JSX texts of a TypeScript file, each with its place. */
function proseOf(file: string, text: string): { at: number; prose: string }[] {
  const { program, comments } = parseSync(file, text);
  const found = comments.map(({ start, value }) => ({ at: start, prose: value }));
  new Visitor({
    Literal: ({ start, value }) => {
      if (typeof value === 'string') found.push({ at: start, prose: value });
    },
    TemplateElement: ({ start, value }) => {
      found.push({ at: start, prose: value.cooked ?? value.raw });
    },
    JSXText: ({ start, value }) => {
      found.push({ at: start, prose: value });
    },
  }).visit(program);
  return found;
}

function proseIn(file: string, text: string): { at: number; prose: string }[] {
  if (/\.tsx?$/.test(file)) return proseOf(file, text);
  if (file.endsWith('.md')) return [{ at: 0, prose: text }];
  return [...text.matchAll(/--.*$/gm)].map((comment) => ({ at: comment.index, prose: comment[0] }));
}

const roomOf = (file: string): Room => ROOMS.find((room) => file.startsWith(`${room}/`)) ?? 'root';

/** This list itself, and words of others: of the licence, and of the people who write to us. */
const EXCEPT: ReadonlySet<string> = new Set(['tests/words.ts', 'LICENSE', 'events/conversations/wishWords.ts']);

const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.md', '*.sql'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file && !EXCEPT.has(file));
let wrong = 0;
for (const file of files) {
  const room = roomOf(file);
  const words = WORDS.filter(({ later }) => !later?.includes(room));
  const text = readFileSync(file, 'utf8');
  for (const { at, prose } of proseIn(file, text)) {
    for (const { word, instead } of words) {
      for (const hit of prose.matchAll(word)) {
        wrong += 1;
        const line = text.slice(0, at + hit.index).split('\n').length;
        console.error(`${file}:${line}: "${hit[0]}" (instead: ${instead})`);
      }
    }
  }
}
if (files.length < 500) console.error(`Only ${files.length} files were read.`);
const compared = comparedWords();
for (const place of compared) console.error(place);
console.log(`${files.length} files read, ${wrong} words to replace, ${compared.length} comparisons with words`);
process.exitCode = wrong + compared.length > 0 || files.length < 500 ? 1 : 0;
