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
import { timelineCommand } from './timelineCommand.ts';
import { verifyCommand } from './verifyCommand.ts';

const commands: Readonly<Record<string, AuditCommand>> = {
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

const usage = () =>
  `Usage: ${Object.values(commands)
    .map((command) => `npm run audit -- ${command.usage}`)
    .join('\n       ')}`;

function read(): { command: AuditCommand; asked: Asked } {
  const [name = '', ...args] = process.argv.slice(2);
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new CannotStart(usage());
  try {
    const { values, positionals: words } = parseArgs({ args, options: command.options, allowPositionals: true });
    if (words.length === (command.words ?? 0)) return { command, asked: { values, words } };
  } catch {}
  throw new CannotStart(usage());
}

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
