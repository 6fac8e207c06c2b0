import { expect, test } from 'vitest';
import { csvOf } from '../../api/present/csv.ts';

test('no cell begins a formula, whichever separator the spreadsheet of a language uses', () => {
  const cells = ['=1+1', '+1', '@SUM(A1)', 'Runner;=1+1', 'a;  -2', 'b\t=3', 'c;"=4', 'Trails; hills', 'a=b', '1;2'];
  const lines = csvOf(
    cells.map((cell) => [cell]),
    ['text'],
  ).split('\n');
  expect(lines[0]).toBe('\ufefftext');
  // as LibreOffice and Excel read it in German or French
  for (const line of lines)
    for (const cell of line.split(/[;\t,]/)) expect(cell.trim(), line).not.toMatch(/^"*\s*[=+\-@]/);
  expect(lines.slice(8, 11)).toEqual(['Trails; hills', 'a=b', '1;2']);
});

test('later pages have no header', () => {
  expect(csvOf([['a', 1]], ['text', 'count'], false)).toBe('a,1\n');
});
