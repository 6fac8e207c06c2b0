import { Command, CommanderError } from '@commander-js/extra-typings';
import { EXIT_CODES, UsageError } from '../installation/settings.ts';
import type { OperatorCommand, Output } from './command.ts';
import { failureOf } from './failures.ts';

/** A word in the wrong place may be an address: it is not said again. */
const complaint = (text: string) =>
  text
    .replace(
      /^error: command-argument value .* is invalid for argument '(.*)'. Allowed choices are/s,
      '<$1> must be one of:',
    )
    .replace(/^error: (.)/, (_, first: string) => first.toUpperCase());

/** Tells the failure, and answers its exit code. */
function fail(error: unknown, json: boolean, { print, say }: Output): number {
  const { code, message, shown } = failureOf(error);
  say(shown);
  if (json) print(JSON.stringify({ error: { code, message } }));
  return EXIT_CODES[code];
}

/** Does what the words after `name` ask for, and answers the exit code. With `--json` standard output is one document, also of a failure. */
export async function runCommands(
  name: string,
  commands: readonly OperatorCommand[],
  words: readonly string[],
  { print, say }: Output,
): Promise<number> {
  let exitCode = 0;
  let usage = '';
  const printed: string[] = [];
  const json = words.includes('--json');
  const output = { print: json ? (line: string) => printed.push(line) : print, say };
  const program = new Command(name)
    .exitOverride()
    .showHelpAfterError()
    .configureOutput({
      writeOut: (text) => print(text.trimEnd()),
      writeErr: (text) => say(text.trimEnd()),
      outputError: (text, write) => {
        usage = complaint(text).trim();
        write(complaint(text));
      },
    })
    .configureHelp({ subcommandDescription: (command) => command.description().replace(/\. .*/s, '.') });
  for (const make of commands) {
    const { command, run } = make();
    program.addCommand(
      command.copyInheritedSettings(program).action(async () => {
        const outcome = await run(output);
        exitCode = typeof outcome === 'string' ? EXIT_CODES[outcome] : outcome ? 0 : EXIT_CODES.wrong;
      }),
    );
  }
  try {
    await program.parseAsync(words, { from: 'user' });
    for (const line of printed) print(line);
    return exitCode;
  } catch (error) {
    // commander has said what is wrong, and how the command is called
    const isSaid = error instanceof CommanderError;
    if (isSaid && error.exitCode === 0) return 0;
    if (!isSaid) return fail(error, json, { print, say });
    return fail(new UsageError(usage || 'Name a command.'), json, { print, say: () => undefined });
  }
}

/** Runs a command as the whole process. */
export async function runMain(name: string, commands: readonly OperatorCommand[], words: readonly string[]) {
  // who reads may go away (`| head`): the work goes on to its end, and its exit code stays true
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  const output = {
    print: (line: string) => process.stdout.write(`${line}\n`),
    say: (line: string) => console.error(line),
  };
  const end = (exitCode: number) => process.stdout.write('', () => process.exit(exitCode));
  // the driver may throw outside of every call
  process.on('uncaughtException', (error) => end(fail(error, words.includes('--json'), output)));
  // a pipe may not have taken everything yet
  end(await runCommands(name, commands, words, output));
}
