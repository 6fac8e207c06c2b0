import { parseArgs } from 'node:util';
import { counted } from '../../events/shared/format.ts';
import { CannotStart } from '../settings.ts';
import { asOfCommand } from './asOfCommand.ts';
import type { Asked, AuditCommand, Output } from './command.ts';
import { eraseCommand } from './eraseCommand.ts';
import { explainCommand } from './explainCommand.ts';
import { exportCommand } from './exportCommand.ts';
import { freezeCommand } from './freezeCommand.ts';
import { reconcileCommand } from './reconcileCommand.ts';
import { replayCommand } from './replayCommand.ts';
import { sealCommand } from './sealCommand.ts';
import { secondFactorCommand } from './secondFactorCommand.ts';
import { statusCommand } from './statusCommand.ts';
import { timelineCommand } from './timelineCommand.ts';
import { verifyCommand } from './verifyCommand.ts';

export const auditCommands: Readonly<Record<string, AuditCommand>> = {
  status: statusCommand,
  timeline: timelineCommand,
  explain: explainCommand,
  'as-of': asOfCommand,
  replay: replayCommand,
  verify: verifyCommand,
  seal: sealCommand,
  export: exportCommand,
  erase: eraseCommand,
  reconcile: reconcileCommand,
  freeze: freezeCommand,
  'second-factor-off': secondFactorCommand,
};

const usage = (of: readonly AuditCommand[]) =>
  `Usage: ${of.map((command) => `npm run audit -- ${command.usage}`).join('\n       ')}`;

function read([name, ...args]: readonly string[]): { command: AuditCommand; asked: Asked } {
  const command = name !== undefined && Object.hasOwn(auditCommands, name) ? auditCommands[name] : undefined;
  if (!command) {
    const unknown = name === undefined ? '' : `There is no command ${name}.\n`;
    throw new CannotStart(`${unknown}${usage(Object.values(auditCommands))}`);
  }
  const { values, positionals: words } = parsed(command, args);
  const wanted = command.words ?? 0;
  if (words.length !== wanted)
    throw new CannotStart(
      `${name} takes ${wanted === 0 ? 'no words' : counted(wanted, 'word')} beside its options, not ${words.length}.\n${usage([command])}`,
    );
  return { command, asked: { values, words } };
}

function parsed(command: AuditCommand, args: string[]) {
  try {
    return parseArgs({ args, options: command.options, allowPositionals: true });
  } catch (error) {
    // Node names the option in its first sentence; the rest is about another syntax
    const [what = ''] = (error as Error).message.split(/\. |\n/);
    throw new CannotStart(`${what.replace(/\.$/, '')}.\n${usage([command])}`);
  }
}

/** Does what the words after `npm run audit --` ask for. Answers whether all is well; what cannot be done is said, and is not. */
export async function runCommand(words: readonly string[], output: Output): Promise<boolean> {
  try {
    const { command, asked } = read(words);
    return await command.run(asked, output);
  } catch (error) {
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
