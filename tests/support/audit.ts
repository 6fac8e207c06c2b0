import { spawn } from 'node:child_process';
import { Readable } from 'node:stream';
import { vi } from 'vitest';
import { auditCommands } from '../../db/audit/auditCommands.ts';
import { runCommands } from '../../db/process/runCommands.ts';

/** The end of a command: its exit code, its result, and its other output. */
export type Ended = { code: number | null; out: string; said: string };

/** `npm run audit -- …` in this process, on the installation that the environment names (vi.stubEnv). */
export async function audit(...args: string[]): Promise<Ended> {
  let [out, said] = ['', ''];
  const code = await runCommands('npm run audit --', auditCommands, args, {
    print: (line) => (out += `${line}\n`),
    say: (line) => (said += `${line}\n`),
  });
  return { code, out, said };
}

/** The same with this on its standard input, which is no terminal; one at a time. */
export async function auditTold(input: string, ...args: string[]): Promise<Ended> {
  const stdin = vi.spyOn(process, 'stdin', 'get').mockReturnValue(Readable.from([input]) as never);
  try {
    return await audit(...args);
  } finally {
    stdin.mockRestore();
  }
}

/** The same in a process of its own, as an operator runs it, with its input, outputs and exit code. `reads`: whether anybody takes its result. */
export async function auditProcess(
  args: readonly string[],
  { input = '', reads = true }: { input?: string; reads?: boolean } = {},
): Promise<Ended> {
  const child = spawn(process.execPath, ['db/start/partner-pilot.mjs', 'audit', ...args], { env: process.env });
  child.stdin.end(input);
  if (!reads) child.stdout.destroy();
  let [out, said] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, out, said };
}
