import { readFile } from 'node:fs/promises';
import { Command, InvalidArgumentError } from '@commander-js/extra-typings';
import { operatorCommand } from '../process/command.ts';
import { type MailRead, type Ours, readMail } from './readMail.ts';

function oursIn(word: string, before: readonly Ours[] = []): Ours[] {
  const [, id, address] = /^<?([^<>\s]+@[^<>\s=]+)>?=(\S+@\S+)$/.exec(word) ?? [];
  if (!id || !address) throw new InvalidArgumentError('Write MESSAGE-ID=ADDRESS.');
  return [...before, { id: `<${id}>`, address: address.toLowerCase() }];
}

function timeIn(word: string): Date {
  const at = new Date(word);
  if (!Number.isFinite(at.getTime())) throw new InvalidArgumentError('Write a time like 2026-11-28T09:00:00Z.');
  return at;
}

const linesOf = (file: string, { newPart, ...read }: MailRead): string[] => [
  file,
  ...Object.entries(read).map(([name, value]) => `  ${name}: ${Array.isArray(value) ? value.join(', ') : value}`),
  '  new part:',
  ...newPart.split('\n').map((line) => `    ${line}`),
];

/** Answers "why was this mail not seen?" of a mail that a customer hands over. */
export const readMailCommand = operatorCommand(
  () =>
    new Command('read-mail')
      .description(
        'Tells what the rules make of raw mails (RFC 5322): which of your emails they answer, and whether they are reports, automatic, or wishes to stop. Needs no database.',
      )
      .argument('<files...>', 'mails as they came; a .txt file may be the text of a mail alone')
      .option('--ours <id=address>', 'an email that you sent: its Message-ID and its recipient; repeat it', oursIn)
      .option('--at <time>', 'when they were received; else what their Date says', timeIn)
      .option('--json', 'print a line of JSON for each file, for programs'),
  async ({ ours = [], at = null, json }, { print, say }, files) => {
    let well = true;
    for (const file of files) {
      const raw = await readFile(file).catch((error: unknown) => String((error as { code?: unknown }).code));
      if (typeof raw === 'string') {
        say(`${file} cannot be read (${raw}). Check its name and its rights.`);
        well = false;
        continue;
      }
      const read = await readMail(raw, { ours, at, isText: file.endsWith('.txt') });
      if (json) print(JSON.stringify({ file, ...read }));
      else for (const line of linesOf(file, read)) print(line);
    }
    return well || 'unavailable';
  },
);
