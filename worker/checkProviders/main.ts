/** npm run check:providers: whether the keys and connected accounts of an installation work, whether it runs or not. */
import { withStore } from '../../db/audit/asked.ts';
import { CannotStart } from '../../db/installation/settings.ts';
import { readProviderEnv } from '../env.ts';
import { checkProviders } from './checkProviders.ts';

try {
  const env = readProviderEnv();
  const well = await withStore((store) => checkProviders(store, env, (line) => process.stdout.write(`${line}\n`)));
  if (!well) process.exitCode = 1;
} catch (error) {
  if (!(error instanceof CannotStart)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
