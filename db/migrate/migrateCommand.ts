import { Command } from '@commander-js/extra-typings';
import { ownerAddress } from '../connection/addresses.ts';
import { checkDatabase } from '../connection/connect-check.ts';
import { providerKeysIn, readSettings, settings } from '../installation/settings.ts';
import { settleInstallation } from '../installation/settle.ts';
import { operatorCommand } from '../process/command.ts';
import { migrate } from './migrate.ts';

/** Migrates the database of DATABASE_URL. What it becomes, sandbox or real, is never decided in silence. */
export const migrateCommand = operatorCommand(
  () =>
    new Command('migrate')
      .usage('-- [options]')
      .description(
        'Migrates the database alone, for production with DATABASE_URL and SECRET_KEY. The first time it also decides forever what the installation is: set a provider key or `SANDBOX=off` for a real one, or `SANDBOX=on`.',
      )
      .option('--json', 'print JSON, for programs'),
  async ({ json }, { print, say }) => {
    const env = readSettings({
      DATABASE_URL: settings.DATABASE_URL.unwrap(),
      DATABASE_DIRECT_URL: settings.DATABASE_DIRECT_URL,
      DATABASE_OWNER_URL: settings.DATABASE_OWNER_URL,
      SECRET_KEY: settings.SECRET_KEY.unwrap(),
      SANDBOX: settings.SANDBOX,
    });
    const { ownerUrl, setting } = ownerAddress(env);
    await checkDatabase(ownerUrl, setting);
    await migrate({ ownerUrl, secretKey: env.SECRET_KEY, say });
    const { sandbox } = await settleInstallation({
      ownerUrl,
      secretKey: env.SECRET_KEY,
      wanted: env.SANDBOX,
      providerKeysPresent: providerKeysIn(process.env),
      inSilence: false,
    });
    if (json) print(JSON.stringify({ sandbox }));
    else
      say(
        `Migrated. This installation is ${sandbox ? 'a sandbox: set SANDBOX_MODE=on and SANDBOX_URL' : 'a real one'}, and stays so.`,
      );
    return true;
  },
);
