/** npm run audit -- COMMAND: what an operator looks into and decides about the record of an installation, whether it runs or not. */
import { parseArgs } from 'node:util';
import { CannotStart } from '../settings.ts';
import { asOfCommand } from './asOfCommand.ts';
import type { Asked, AuditCommand } from './command.ts';
import { eraseCommand } from './eraseCommand.ts';
import { explainCommand } from './explainCommand.ts';
import { exportCommand } from './exportCommand.ts';
import { freezeCommand } from './freezeCommand.ts';
import { reconcileCommand } from './reconcileCommand.ts';
import { replayCommand } from './replayCommand.ts';
import { sealCommand } from './sealCommand.ts';
import { statusCommand } from './statusCommand.ts';
import { timelineCommand } from './timelineCommand.ts';
import { verifyCommand } from './verifyCommand.ts';

const commands: Readonly<Record<string, AuditCommand>> = {
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
};

const usage = (of: readonly AuditCommand[]) =>
  `Usage: ${of.map((command) => `npm run audit -- ${command.usage}`).join('\n       ')}`;

function read(): { command: AuditCommand; asked: Asked } {
  const [name, ...args] = process.argv.slice(2);
  const command = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) {
    const unknown = name === undefined ? '' : `There is no command ${name}.\n`;
    throw new CannotStart(`${unknown}${usage(Object.values(commands))}`);
  }
  const { values, positionals: words } = parsed(command, args);
  const wanted = command.words ?? 0;
  if (words.length !== wanted)
    throw new CannotStart(
      `${name} takes ${wanted === 0 ? 'no words' : `${wanted} words`} beside its options, not ${words.length}.\n${usage([command])}`,
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

// who reads may go away (`| head`): the work goes on to its end, and its exit code stays true
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });

try {
  const { command, asked } = read();
  const well = await command.run(asked, {
    print: (line) => process.stdout.write(`${line}\n`),
    say: (line) => console.error(line),
  });
  if (!well) process.exitCode = 1;
} catch (error) {
  // a table or function that is not there yet
  const older = /^(42883|42P01|3F000)$/.test(String((error as { code?: unknown }).code));
  if (!(error instanceof CannotStart) && !older) throw error;
  console.error(
    older
      ? 'The database is not set up, or by an older version. Run npm run migrate.'
      : String((error as Error).message),
  );
  process.exitCode = 1;
}
// a pipe may not have taken everything yet
process.stdout.write('', () => process.exit());
