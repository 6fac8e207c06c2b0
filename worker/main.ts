import { isPooled } from '../db/connection/addresses.ts';
import { openStore } from '../db/connection/open.ts';
import { openDataDir } from '../db/embedded/start-embedded.ts';
import { freezeByErasures } from '../db/erase/lackingErasure.ts';
import { assertInstallation } from '../db/installation/installation.ts';
import { reportClock } from '../db/installation/reportClock.ts';
import { orExit } from '../db/process/failures.ts';
import { guardProcess } from '../db/process/guardProcess.ts';
import { logOf } from '../db/process/logger.ts';
import { reportReady } from '../db/process/reportReady.ts';
import { VERSION } from '../db/process/version.ts';
import { watchHighWater } from '../db/seal/highWater.ts';
import { sealEvents } from '../db/seal/sealEvents.ts';
import { watchSeals } from '../db/seal/sealFile.ts';
import { defaultSealFile } from '../db/seal/sealPlace.ts';
import { firstSigningKey } from '../db/seal/signingKey.ts';
import { aiCalls } from './aiCalls.ts';
import { noteAiLacks } from './checkAiModel.ts';
import type { Deps } from './context.ts';
import { readEnv } from './env.ts';
import { openSystemMailer } from './mail/systemMail.ts';
import { mailAccounts } from './mailAccounts.ts';
import { dnsOverHttp, systemDns } from './providers/dns/lookup.ts';
import { hunter } from './providers/hunter/client.ts';
import { aiDeps } from './providers/openai/aiDeps.ts';
import { aiServer } from './providers/openai/server.ts';
import { peopleDataLabs } from './providers/peopleDataLabs/client.ts';
import { providerOptions } from './providers/providerOptions.ts';
import { sendGrid } from './providers/sendgrid/client.ts';
import { openPages } from './providers/web/openPage.ts';
import { openPictures } from './providers/web/openPicture.ts';
import { openPostOut } from './providers/web/postOut.ts';
import { youTube } from './providers/youtube/client.ts';
import { runWorker } from './runWorker.ts';
import { jobsFor } from './taskList.ts';

/** A follow-up's day in a sandbox with a gap, in gaps between two mails. */
const GAPS_A_DAY = 10;

const log = logOf('worker');

const say = (line: string) => log.warn(line);

guardProcess(log);

await orExit(async () => {
  const env = readEnv();
  const store = await openStore({
    url: env.DATABASE_URL,
    secretKey: env.SECRET_KEY,
    role: 'worker',
    name: 'worker',
    // with those of the job queue (jobPool.ts) at most 25 a process
    max: 16,
    pooled: isPooled(env),
    onClock: reportClock('worker', log),
    wait: say,
  });
  const sandbox = env.SANDBOX_MODE === 'on';
  await assertInstallation(store, sandbox);
  // several hosts on one database have a DATA_DIR each, or none
  const highWater = process.env.DATA_DIR?.trim() ? await watchHighWater(store, openDataDir(env.DATA_DIR), say) : null;
  // before any job: a file outside may prove that this database is an older copy
  await freezeByErasures(store.sql, env.ERASURES_FILE, say);
  const sealHome = { dataDir: env.DATA_DIR, databaseUrl: env.EMBEDDED_IN ? null : env.DATABASE_URL };
  const sealFile = env.SEAL_FILE ?? defaultSealFile(await firstSigningKey(store.sql, store.master), sealHome);
  if (sealFile === null)
    say('There is no place for the file with the newest seal: set SEAL_FILE to a file outside of DATA_DIR.');
  const seals = sealFile === null ? null : await watchSeals(store.sql, store.master, sealFile, say);
  const options = providerOptions(env, sandbox);
  const ai = options.ai && aiServer(options.ai, (lacks) => void noteAiLacks(store, lacks).catch(() => undefined));
  const deps: Deps = {
    store,
    sandbox,
    publicUrl: env.PUBLIC_URL,
    ...aiDeps(ai, aiCalls(store)),
    peopleData: options.peopleData && peopleDataLabs(options.peopleData),
    hunter: options.hunter && hunter(options.hunter),
    openPage: openPages(options.web),
    openPicture: openPictures(options.web),
    postOut: openPostOut({ ...options.web, sandboxUrl: sandbox ? env.SANDBOX_URL : undefined }),
    youTube: options.youTube && youTube(options.youTube),
    dns: options.dnsUrl ? dnsOverHttp(options.dnsUrl) : systemDns(),
    // a person who tries it out waits for the reply
    readMailEveryMs: sandbox ? 3_000 : 60_000,
    listenEveryMs: sandbox ? null : 10_000,
    followEveryMs: env.FOLLOW_RECORD === 'on' ? 5_000 : null,
    ...mailAccounts(options),
    inboundDomain: env.INBOUND_DOMAIN ?? null,
    sendSystemMail: openSystemMailer(options.systemMailer, sendGrid(options.sendGrid)),
    operatorEmail: env.OPERATOR_EMAIL ?? null,
    issuer:
      env.OIDC_ISSUER && env.OIDC_CLIENT_ID
        ? { url: env.OIDC_ISSUER, clientId: env.OIDC_CLIENT_ID, clientSecret: env.OIDC_CLIENT_SECRET }
        : null,
    fetchPage: fetch,
    markHighWater: highWater?.mark ?? null,
    dataDir: process.env.DATA_DIR?.trim() ? env.DATA_DIR : null,
    sealFileTrouble: seals?.trouble ?? null,
    witnesses: env.WITNESSES ?? [],
    jobsFor,
    retentionDays: env.RETENTION_DAYS,
    erasuresFile: env.ERASURES_FILE,
    sendGap: sandbox ? env.SEND_GAP_SECONDS : undefined,
    followUpDayMs: sandbox && env.SEND_GAP_SECONDS ? GAPS_A_DAY * 1000 * env.SEND_GAP_SECONDS.max : undefined,
  };
  const worker = await runWorker(deps, env.DATABASE_DIRECT_URL ?? env.DATABASE_URL);
  reportReady();
  log.info({ version: VERSION }, 'ready');

  let stopping = false;
  async function stop(): Promise<void> {
    if (stopping) return;
    stopping = true;
    await worker.stop();
    await highWater?.stop();
    // what this worker sent is sealed before it goes, and known outside
    await sealEvents(store.sql, store.master).catch(() => undefined);
    await seals?.stop();
    await store.sql.end({ timeout: 5 });
    process.exit(0);
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.on(signal, () => void stop());
});
