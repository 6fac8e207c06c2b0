import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

/** WCAG 2.2: 4.5:1 for text, 3:1 for the borders of controls and for marks that carry meaning. */
const TEXT = 4.5;
const BORDER = 3;

const css = readFileSync(new URL('../../web/app/tokens.css', import.meta.url), 'utf8');

function colours(block: string): Map<string, string> {
  const found = block.matchAll(/--color-([\w-]+):\s*(#[0-9a-f]{6});/g);
  return new Map([...found].map(([, name, value]) => [name ?? '', value ?? '']));
}

const [lightBlock = '', darkBlock = ''] = css.split('\n  .dark {');
const light = colours(lightBlock);
const dark = new Map([...light, ...colours(darkBlock)]);

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.040_45 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

const GROUNDS = ['paper', 'surface', 'sunken'];
const TEXTS = ['ink', 'ink-2', 'ink-3', 'accent', 'bad', 'good', 'signal', 'info'];
const AVATARS = Array.from({ length: 8 }, (_, index): [string, string] => [`avatar-ink-${index}`, `avatar-${index}`]);
const PAIRS: [text: string, ground: string][] = [
  ...TEXTS.flatMap((text) => GROUNDS.map((ground): [string, string] => [text, ground])),
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
  ['on-accent', 'bad'],
  ['on-accent', 'bad-hover'],
  ['accent', 'accent-soft'],
  ['ink', 'accent-soft'],
  ['good', 'good-soft'],
  ['bad', 'bad-soft'],
  ['ink', 'bad-soft'],
  ['ink-2', 'bad-soft'],
  ['signal', 'signal-soft'],
  ['info', 'info-soft'],
  ['info', 'surface'],
  ['paper', 'ink'],
  ['plum', 'plum-soft'],
  ['ink', 'fill'],
  ['ink-2', 'fill'],
  ['ink', 'fill-2'],
  ['ink-3', 'accent-soft'],
  ...AVATARS,
];

describe.each([
  ['light', light],
  ['dark', dark],
])('the %s theme', (_theme, tokens) => {
  const of = (name: string): string => {
    const value = tokens.get(name);
    if (!value) throw new Error(`tokens.css has no --color-${name}`);
    return value;
  };

  test.each(PAIRS)('%s on %s can be read', (text, ground) => {
    expect(contrast(of(text), of(ground))).toBeGreaterThanOrEqual(TEXT);
  });

  test.each(['bar-good', 'bar-warn', 'bar-bad', 'chart-a', 'chart-b'])('%s shows on a panel', (mark) => {
    expect(contrast(of(mark), of('surface'))).toBeGreaterThanOrEqual(BORDER);
  });

  test.each(['paper', 'surface', 'sunken'])('the border of a control shows on %s', (ground) => {
    expect(contrast(of('control'), of(ground))).toBeGreaterThanOrEqual(BORDER);
  });

  test.each(['chart-a', 'chart-b'])('what %s draws shows on a panel', (mark) => {
    expect(contrast(of(mark), of('surface'))).toBeGreaterThanOrEqual(BORDER);
  });
});

test('both themes give a value to every colour that differs', () => {
  const darkOnly = colours(darkBlock);
  for (const name of light.keys()) expect(darkOnly.has(name), name).toBe(true);
});

test('no component names a colour, a type size or a radius of its own', () => {
  const web = new URL('../../web', import.meta.url).pathname;
  const files = ['app', 'components', 'features'].flatMap((folder) =>
    readdirSync(path.join(web, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.tsx'))
      .map((file) => path.join(web, folder, file)),
  );
  expect(files.length).toBeGreaterThan(50);
  const own =
    /\b(?:bg|text|border|rounded|tracking|shadow|fill|stroke)-\[(?!inset_3px_0_0_var)|\brgba?\(|\bhsl\(|['"\s]#[0-9a-f]{6}\b/i;
  expect(files.filter((file) => own.test(readFileSync(file, 'utf8')))).toEqual([]);
});

test('no rule asks what an element has to reach all of its children', () => {
  // `:has(…) > *` made the browser look at every element of a list of 10,000 after each change
  const web = new URL('../../web/', import.meta.url);
  const files = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.(tsx|css)$/.test(file) && !/^(dist|node_modules)\//.test(file),
  );
  expect(files.length).toBeGreaterThan(100);
  const slow = files.filter((file) =>
    /has-\S+:\*{1,2}:|:has\([^)]*\)\s*>?\s*\*/.test(readFileSync(new URL(file, web), 'utf8')),
  );
  expect(slow).toEqual([]);
});
