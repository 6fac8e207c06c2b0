/**
 * npm run screenshots -- FOLDER [NAME …]: pictures of every screen and state of the browser tests, at five widths and in both themes. Its index.html
 * shows those of one state side by side. NAME: only the browser tests with it in their path.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ensureChromium } from './support/chromium.ts';

const [wanted, ...names] = process.argv.slice(2);
if (!wanted || wanted.startsWith('-')) {
  console.error('Say where the pictures go: npm run screenshots -- FOLDER [NAME …]');
  process.exit(1);
}
const folder = path.resolve(wanted);
mkdirSync(folder, { recursive: true });
ensureChromium();

const run = (command: string, args: string[], env: NodeJS.ProcessEnv = {}): number =>
  spawnSync(path.join('node_modules', '.bin', command), args, { stdio: 'inherit', env: { ...process.env, ...env } })
    .status ?? 1;

const PICTURE = /^(?<state>.+)-(?<width>\d+)-(?<theme>dark|light)\.png$/;

/** The pictures of each state in a row, by width, the light ones first. */
function contactSheet(files: readonly string[]): string {
  const pictures = files.flatMap((file) => {
    const { state, width, theme } = PICTURE.exec(file)?.groups ?? {};
    return state && width && theme ? [{ file, state, width: Number(width), theme }] : [];
  });
  const rows = [...new Set(pictures.map(({ state }) => state))].map((state) => {
    const own = pictures.filter((picture) => picture.state === state);
    const sorted = own.toSorted((a, b) => b.theme.localeCompare(a.theme) || a.width - b.width);
    const images = sorted.map(
      ({ file, width, theme }) =>
        `<a href="${file}"><img loading="lazy" src="${file}" alt="${width} px, ${theme}"></a>`,
    );
    return `<h2>${state}</h2><div>${images.join('')}</div>`;
  });
  const style = 'div{display:flex;gap:8px;overflow-x:auto;align-items:flex-start}img{height:420px}';
  return `<!doctype html><meta charset="utf-8"><title>Screens</title><style>${style}</style>${rows.join('\n')}\n`;
}

let status = run('vite', ['build', 'web', '--logLevel', 'warn']);
if (status === 0) {
  const files = names.length > 0 ? names.map((name) => `tests/browser/${name}`) : [];
  status = run('vitest', ['run', '--project', 'browser', '--maxWorkers=2', ...files], { SCREENSHOTS: folder });
  const pictures = readdirSync(folder).filter((file) => file.endsWith('.png'));
  writeFileSync(path.join(folder, 'index.html'), contactSheet(pictures.sort()));
  console.log(`${pictures.length} pictures: ${path.join(folder, 'index.html')}`);
}
process.exitCode = status;
