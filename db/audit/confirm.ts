import { createInterface } from 'node:readline/promises';
import { UsageError } from '../installation/settings.ts';

/** Asks a person at the terminal. Throws CannotStart where there is none. */
export async function confirmed(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) throw new UsageError('Nothing was changed. Without a terminal, confirm with --yes.');
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await terminal.question(`${question} (yes/no) `)).trim());
  } finally {
    terminal.close();
  }
}

/**
 * Numbered lines of standard input that are not empty. They should not be in the shell's history. `prompt` is shown at a terminal, where the first
 * line is all.
 */
export async function inputLines(prompt: string): Promise<{ number: number; text: string }[]> {
  const output = process.stdin.isTTY ? process.stderr : undefined;
  const terminal = createInterface({ input: process.stdin, ...(output ? { output, prompt } : {}) });
  const lines: string[] = [];
  try {
    terminal.prompt();
    for await (const line of terminal) {
      lines.push(line.trim());
      if (output) break;
    }
  } finally {
    terminal.close();
  }
  return lines.map((text, index) => ({ number: index + 1, text })).filter(({ text }) => text !== '');
}
