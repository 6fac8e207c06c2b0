import type { Command, CommandUnknownOpts, OptionValues } from '@commander-js/extra-typings';
import type { Failure } from '../installation/settings.ts';

/** `print` takes the result (standard output), `say` lines about the work for a person (standard error). */
export type Output = { print(line: string): unknown; say(line: string): void };

/** Whether all is well: false is a check that failed. */
type Outcome = boolean | Failure;

/** A command of the operator, made for each run. Its description and options are in its help and in SETTINGS.md (`npm run docs`). */
export type OperatorCommand = () => { command: CommandUnknownOpts; run(output: Output): Promise<Outcome> };

/** `run` throws CannotStart with what to do. With `--json` it prints one document. */
export const operatorCommand =
  <Words extends unknown[], Options extends OptionValues>(
    define: () => Command<Words, Options>,
    run: (options: Options, output: Output, ...words: Words) => Promise<Outcome>,
  ): OperatorCommand =>
  () => {
    const command = define();
    return { command, run: (output) => run(command.opts(), output, ...(command.processedArgs as Words)) };
  };
