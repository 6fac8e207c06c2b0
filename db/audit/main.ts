/** npm run audit -- COMMAND: an operator's questions and decisions about an installation, running or not. */
import { runCommand } from './runCommand.ts';

// who reads may go away (`| head`): the work goes on to its end, and its exit code stays true
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });

const well = await runCommand(process.argv.slice(2), {
  print: (line) => process.stdout.write(`${line}\n`),
  say: (line) => console.error(line),
});
if (!well) process.exitCode = 1;
// a pipe may not have taken everything yet
process.stdout.write('', () => process.exit());
