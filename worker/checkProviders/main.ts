/** npm run check:providers: whether the keys and connected accounts of an installation work, whether it runs or not. */
import { Command } from '@commander-js/extra-typings';
import { withStore } from '../../db/audit/asked.ts';
import { operatorCommand } from '../../db/process/command.ts';
import { runMain } from '../../db/process/runCommands.ts';
import { readProviderEnv } from '../env.ts';
import { checkProviders } from './checkProviders.ts';

const checkCommand = operatorCommand(
  () =>
    new Command('check:providers')
      .usage('-- [options]')
      .description('Makes one call for each key and connected account that is set.')
      .option('--json', 'print JSON, for programs'),
  async ({ json }, { print }) => {
    const env = readProviderEnv();
    const lines: string[] = [];
    const take = (line: string) => (json ? lines.push(line) : print(line));
    const ok = await withStore((store) => checkProviders(store, env, take));
    if (json) print(JSON.stringify({ ok, lines }));
    return ok;
  },
);

await runMain('npm run', [checkCommand], ['check:providers', ...process.argv.slice(2)]);
