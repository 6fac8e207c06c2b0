import { Command, CommanderError } from '@commander-js/extra-typings';
import { CannotStart } from '../installation/settings.ts';
import { asOfCommand } from './asOfCommand.ts';
import type { AuditCommand, Output } from './command.ts';
import { eraseCommand } from './eraseCommand.ts';
import { explainCommand } from './explainCommand.ts';
import { exportCommand } from './exportCommand.ts';
import { freezeCommand } from './freezeCommand.ts';
import { readListCommand } from './readListCommand.ts';
import { readMailCommand } from './readMailCommand.ts';
import { readValueCommand } from './readValueCommand.ts';
import { reconcileCommand } from './reconcileCommand.ts';
import { replayCommand } from './replayCommand.ts';
import { sealCommand } from './sealCommand.ts';
import { secondFactorCommand } from './secondFactorCommand.ts';
import { statusCommand } from './statusCommand.ts';
import { timelineCommand } from './timelineCommand.ts';
import { verifyCommand } from './verifyCommand.ts';

export const auditCommands: readonly AuditCommand[] = [
  statusCommand,
  timelineCommand,
  explainCommand,
  asOfCommand,
  replayCommand,
  verifyCommand,
  sealCommand,
  exportCommand,
  eraseCommand,
  reconcileCommand,
  freezeCommand,
  secondFactorCommand,
  readMailCommand,
  readListCommand,
  readValueCommand,
];

/** A word in the wrong place may be an address: it is not said again. */
const complaint = (text: string) =>
  text
    .replace(
      /^error: command-argument value .* is invalid for argument '(.*)'. Allowed choices are/s,
      '<$1> must be one of:',
    )
    .replace(/^error: (.)/, (_, first: string) => first.toUpperCase());

/** Does what the words after `npm run audit --` ask for. Answers whether all is well; what cannot be done is said, and is not. */
export async function runCommand(words: readonly string[], output: Output): Promise<boolean> {
  let well = true;
  const program = new Command('npm run audit --')
    .exitOverride()
    .showHelpAfterError()
    .configureOutput({
      writeOut: (text) => output.print(text.trimEnd()),
      writeErr: (text) => output.say(text.trimEnd()),
      outputError: (text, write) => write(complaint(text)),
    })
    .configureHelp({ subcommandDescription: (command) => command.description().replace(/\. .*/s, '.') });
  for (const make of auditCommands) {
    const { command, run } = make();
    program.addCommand(
      command.copyInheritedSettings(program).action(async () => {
        well = await run(output);
      }),
    );
  }
  try {
    await program.parseAsync(words, { from: 'user' });
    return well;
  } catch (error) {
    // it has said what is wrong, and how the command is called
    if (error instanceof CommanderError) return error.exitCode === 0;
    // a table or function that is not there yet
    const older = /^(42883|42P01|3F000)$/.test(String((error as { code?: unknown }).code));
    if (!(error instanceof CannotStart) && !older) throw error;
    output.say(
      older
        ? 'The database is not set up, or by an older version. Run npm run migrate.'
        : String((error as Error).message),
    );
    return false;
  }
}
