import { CannotStart, EXIT_CODES } from '../installation/settings.ts';
import { orExit } from '../process/failures.ts';
import { GaveUp, launch } from './launch.ts';

await orExit(async () => {
  try {
    await launch({
      env: process.env,
      entries: { sandbox: 'worker/sandbox/main.ts', api: 'api/main.ts', worker: 'worker/main.ts' },
      watch: process.argv.includes('--watch'),
      say: (line) => console.log(line),
    });
  } catch (error) {
    if (!(error instanceof GaveUp)) throw error instanceof Error ? error : new CannotStart(String(error));
    console.error(`Partner Pilot has stopped: ${error.message}`);
    process.exitCode = EXIT_CODES.unavailable;
  }
});
process.exit();
