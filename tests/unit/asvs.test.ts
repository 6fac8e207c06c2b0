import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** How many requirements of the levels 1 and 2 each section of ASVS 5.0 has. They are numbered from 1. */
const SECTIONS =
  '1.1:2 1.2:9 1.3:11 1.4:3 1.5:2 2.1:3 2.2:3 2.3:4 2.4:1 3.2:2 3.3:4 3.4:6 3.5:5 3.7:2 4.1:3 4.2:1 4.3:2 4.4:4 5.1:1 5.2:3 5.3:2 5.4:3 6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4 7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 7.6:2 8.1:2 8.2:3 8.3:1 8.4:1 9.1:3 9.2:4 10.1:2 10.2:2 10.3:4 10.4:11 10.5:5 10.6:2 10.7:3 11.1:2 11.2:3 11.3:3 11.4:4 11.5:1 11.6:1 12.1:3 12.2:2 12.3:4 13.1:1 13.2:5 13.3:2 13.4:5 14.1:2 14.2:4 14.3:3 15.1:3 15.2:3 15.3:7 16.1:1 16.2:5 16.3:4 16.4:3 16.5:3 17.1:1 17.2:4 17.3:2';
const required = SECTIONS.split(' ').flatMap((section) => {
  const [name, count] = section.split(':');
  return Array.from({ length: Number(count) }, (_, at) => `${name}.${at + 1}`);
});

const STATES = ['met', 'argued', 'n/a', 'not met'] as const;
type Row = { ids: string[]; state: string; control: string; place: string; test: string };

const page = readFileSync('ASVS.md', 'utf8');

/** The requirements of a cell such as `1.2.1, 1.2.3–1.3.2`: a range goes through all between its ends. */
const idsOf = (cell: string): string[] =>
  cell.split(', ').flatMap((part) => {
    const [first = '', last = first] = part.split('–');
    const [from, to] = [required.indexOf(first), required.indexOf(last)];
    return from === -1 || to < from ? [`unknown: ${part}`] : required.slice(from, to + 1);
  });

const rows: Row[] = [...page.matchAll(/^\| (\d[^|]*) \| ([^|]*) \| ([^|]*) \| ([^|]*) \| ([^|]*) \|$/gm)].map(
  ([, ids = '', state = '', control = '', place = '', test = '']) => ({ ids: idsOf(ids), state, control, place, test }),
);
const pathsIn = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path);

test('each requirement of ASVS 5.0 level 2 is there once, in order', () => {
  expect(required).toHaveLength(253);
  expect(rows.flatMap(({ ids }) => ids)).toEqual(required);
});

test('each row has a state and a reason, and a control that is met has a place', () => {
  for (const { ids, state, control, place } of rows) {
    expect(STATES, ids[0]).toContain(state);
    expect(control.length, ids[0]).toBeGreaterThan(10);
    if (state === 'met' || state === 'argued') expect(pathsIn(place).length, ids[0]).toBeGreaterThan(0);
  }
});

test('each place and test is a file', () => {
  const missing = rows.flatMap(({ ids, place, test: proof }) =>
    [...pathsIn(place), ...pathsIn(proof)].filter((path) => !existsSync(path)).map((path) => `${ids[0]}: ${path}`),
  );
  expect(missing).toEqual([]);
});

test('the counts at the top are those of the table', () => {
  const counted = STATES.map((state) => {
    const own = rows.filter((row) => row.state === state);
    return `| ${state} | ${own.reduce((sum, { ids }) => sum + ids.length, 0)} |`;
  });
  expect(page.match(/^\| (met|argued|n\/a|not met) \| \d+ \|$/gm)).toEqual(counted);
});
