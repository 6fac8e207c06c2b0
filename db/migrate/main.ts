import { ownerAddress } from '../connection/addresses.ts';
import { orExit, providerKeysIn, readSettings, settings } from '../installation/settings.ts';
import { settleInstallation } from '../installation/settle.ts';
import { migrate } from './migrate.ts';

await orExit(async () => {
  const env = readSettings({
    DATABASE_URL: settings.DATABASE_URL.unwrap(),
    DATABASE_DIRECT_URL: settings.DATABASE_DIRECT_URL,
    DATABASE_OWNER_URL: settings.DATABASE_OWNER_URL,
    SECRET_KEY: settings.SECRET_KEY.unwrap(),
    SANDBOX: settings.SANDBOX,
  });
  const { ownerUrl } = ownerAddress(env);
  await migrate({ ownerUrl, secretKey: env.SECRET_KEY });
  const { sandbox } = await settleInstallation({
    ownerUrl,
    secretKey: env.SECRET_KEY,
    wanted: env.SANDBOX,
    providerKeysPresent: providerKeysIn(process.env),
  });
  console.error(
    `Migrated. This installation is ${sandbox ? 'a sandbox: set SANDBOX_MODE=on and SANDBOX_URL' : 'a real one'}.`,
  );
});
