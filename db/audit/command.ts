import type { Command, CommandUnknownOpts, OptionValues } from '@commander-js/extra-typings';

/** `print` takes the result (standard output), `say` lines about the work for a person (standard error). */
export type Output = { print(line: string): unknown; say(line: string): void };

/** One command after `npm run audit --`, made for each run. Its description and options are in its help and in SETTINGS.md (`npm run docs`). */
export type AuditCommand = () => { command: CommandUnknownOpts; run(output: Output): Promise<boolean> };

/** `run` answers whether all is well: false makes the exit code 1. It throws CannotStart with what to do. */
export const auditCommand =
  <Words extends unknown[], Options extends OptionValues>(
    define: () => Command<Words, Options>,
    run: (options: Options, output: Output, ...words: Words) => Promise<boolean>,
  ): AuditCommand =>
  () => {
    const command = define();
    return { command, run: (output) => run(command.opts(), output, ...(command.processedArgs as Words)) };
  };
