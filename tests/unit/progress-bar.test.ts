import { expect, test } from 'vitest';
import { progressBar } from '../../db/audit/progressBar.ts';

/** A terminal, or a file where none is, that keeps what was written. */
function screen(isTTY: boolean) {
  const written: string[] = [];
  const terminal = { isTTY, write: (text: string) => written.push(text) } as unknown as NodeJS.WriteStream;
  return { terminal, written };
}

test('a terminal sees how far the work is and how fast, and a file sees nothing', () => {
  const { terminal, written } = screen(true);
  const bar = progressBar(200, terminal);
  bar.show(50);
  bar.show(60);
  bar.end(200);
  // what comes at once after a drawing is not drawn
  const [quarter = '', whole = '', end] = written;
  expect(quarter).toMatch(/^\r█{8}·{22} {2}25 % {2}[\d,]+ events\/s $/);
  expect(whole).toMatch(/^\r█{30} 100 % {2}[\d,]+ events\/s $/);
  expect([end, written.length]).toEqual(['\n', 3]);
  const file = screen(false);
  const quiet = progressBar(200, file.terminal);
  quiet.show(50);
  quiet.end(200);
  expect(file.written).toEqual([]);
});
