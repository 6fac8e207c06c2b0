import { createInterface } from 'node:readline/promises';
import { CannotStart } from '../settings.ts';

/** Asks a person at the terminal. Throws CannotStart where there is none. */
export async function confirmed(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) throw new CannotStart('Nothing was changed. Without a terminal, confirm with --yes.');
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await terminal.question(`${question} (yes/no) `)).trim());
  } finally {
    terminal.close();
  }
}

/** The first line of standard input: for what should not stand in the shell's history. `prompt` is shown at a terminal. */
export async function firstLine(prompt: string): Promise<string> {
  const output = process.stdin.isTTY ? process.stderr : undefined;
  const terminal = createInterface({ input: process.stdin, ...(output ? { output, prompt } : {}) });
  try {
    terminal.prompt();
    for await (const line of terminal) return line.trim();
    return '';
  } finally {
    terminal.close();
  }
}
