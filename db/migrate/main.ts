import { orExit, readSettings, settings } from '../settings.ts';
import { migrate } from './migrate.ts';

await orExit(async () => {
  const env = readSettings({
    DATABASE_URL: settings.DATABASE_URL.unwrap(),
    DATABASE_OWNER_URL: settings.DATABASE_OWNER_URL,
    SECRET_KEY: settings.SECRET_KEY.unwrap(),
  });
  await migrate({ ownerUrl: env.DATABASE_OWNER_URL ?? env.DATABASE_URL, secretKey: env.SECRET_KEY });
});
