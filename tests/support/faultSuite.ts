import { spawn } from 'node:child_process';
import type { Summary } from '../faults/harness.ts';

/** `npm run faults` as one calls it: its exit code, what it said, and its one line. */
export async function faults(args: string[]): Promise<{ code: number | null; said: string; line: Summary }> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'tests/faults/main.ts', '--json', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  if (!/^\{.*\}\n$/.test(printed)) throw new Error(`Not one line of JSON: ${printed}\n${said}`);
  return { code, said, line: JSON.parse(printed) as Summary };
}
