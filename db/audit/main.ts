/** npm run audit -- COMMAND: what an operator looks into and decides about the record of an installation, whether it runs or not. */
import { parseArgs } from 'node:util';
import { CannotStart } from '../settings.ts';
import type { AuditCommand } from './command.ts';
import { freezeCommand } from './freezeCommand.ts';
import { reconcileCommand } from './reconcileCommand.ts';

const commands: Readonly<Record<string, AuditCommand>> = { reconcile: reconcileCommand, freeze: freezeCommand };

const usage = () =>
  `Usage: ${Object.values(commands)
    .map((command) => `npm run audit -- ${command.usage}`)
    .join('\n       ')}`;

function read(): { command: AuditCommand; values: Parameters<AuditCommand['run']>[0] } {
  const [name = '', ...args] = process.argv.slice(2);
  const command = commands[name];
  if (!command) throw new CannotStart(usage());
  try {
    return { command, values: parseArgs({ args, options: command.options }).values };
  } catch {
    throw new CannotStart(usage());
  }
}

try {
  const { command, values } = read();
  await command.run(values, (line) => console.error(line));
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
process.exit();
