import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isPooled } from '../db/connection/addresses.ts';
import { openStore } from '../db/connection/open.ts';
import { googleApp } from '../db/installation/googleApp.ts';
import { assertInstallation } from '../db/installation/installation.ts';
import { microsoftApp } from '../db/installation/microsoftApp.ts';
import { reportClock } from '../db/installation/reportClock.ts';
import { CannotStart } from '../db/installation/settings.ts';
import { systemMailer } from '../db/installation/systemMailer.ts';
import { startTail } from '../db/log/tail.ts';
import { orExit } from '../db/process/failures.ts';
import { guardProcess } from '../db/process/guardProcess.ts';
import { logOf } from '../db/process/logger.ts';
import { reportReady } from '../db/process/reportReady.ts';
import { VERSION } from '../db/process/version.ts';
import { modelsOf } from '../events/ai/aiTasks.ts';
import { createApp } from './app.ts';
import { readEnv } from './env.ts';
import { Limiter } from './http/limiter.ts';
import { listen } from './http/listen.ts';
import { ensureSetUpCode, isReachable, setUpGuard } from './signIn/setUpCode.ts';

const log = logOf('api');

/** Requests get this long to end when the process stops. */
const DRAIN_MS = 8_000;

guardProcess(log);

await orExit(async () => {
  const env = readEnv();
  const store = await openStore({
    url: env.DATABASE_URL,
    secretKey: env.SECRET_KEY,
    role: 'api',
    name: 'api',
    max: 10,
    pooled: isPooled(env),
    onClock: reportClock('api', log),
    wait: (line) => log.warn(line),
  });
  const tail = await startTail(
    store.sql,
    (error, again) => {
      if (!again)
        log.warn({ code: (error as { code?: string }).code }, 'the log cannot be read at the moment; trying again');
    },
    () => log.info('recovered: the log can be read again'),
  );
  const stopping = new AbortController();
  const sandbox = env.SANDBOX_MODE === 'on';
  await assertInstallation(store, sandbox);
  const webFolder = fileURLToPath(new URL('../web/dist', import.meta.url));
  const setUpCode = await ensureSetUpCode(store);
  const reachable = isReachable(env.HOST, env.PUBLIC_URL);
  const say = (code: string) =>
    log.warn(`The first account is made at ${env.PUBLIC_URL}/api/signup with this set-up code: ${code}`);
  const app = createApp({
    store,
    tail,
    publicUrl: env.PUBLIC_URL,
    signup: env.SIGNUP,
    sessionIdleDays: env.SESSION_IDLE_DAYS,
    sandbox,
    outboxUrl: sandbox && env.SANDBOX_URL ? `${env.SANDBOX_URL}/outbox` : null,
    aiModels: modelsOf(sandbox ? { ...env, OPENAI_BASE_URL: undefined } : env),
    configured: {
      ai: sandbox || env.OPENAI_API_KEY !== undefined,
      peopleData: sandbox || env.PDL_API_KEY !== undefined,
      hunter: sandbox || env.HUNTER_API_KEY !== undefined,
      youTube: sandbox || env.YOUTUBE_API_KEY !== undefined,
    },
    google: googleApp(env, sandbox ? (env.SANDBOX_URL ?? '') : null),
    microsoft: microsoftApp(env, sandbox ? (env.SANDBOX_URL ?? '') : null),
    webhookKey: env.SENDGRID_WEBHOOK_PUBLIC_KEY ?? null,
    inboundDomain: env.INBOUND_DOMAIN,
    feedToken: env.FEED_TOKEN,
    publicLog: env.PUBLIC_LOG === 'on',
    witnessedLogs: env.WITNESSED_LOGS,
    metricsToken: env.METRICS_TOKEN,
    sendGap: sandbox ? env.SEND_GAP_SECONDS : undefined,
    answerUndoMs: 1000 * env.ANSWER_UNDO_SECONDS,
    waitMs: 50_000,
    mailer: systemMailer(env, sandbox)?.kind,
    setUp: setUpCode === null ? undefined : setUpGuard(setUpCode, { reachable, say }),
    trustedProxies: env.TRUST_PROXY,
    issuer:
      env.OIDC_ISSUER && env.OIDC_CLIENT_ID
        ? { url: env.OIDC_ISSUER, clientId: env.OIDC_CLIENT_ID, emailsConfirmed: env.OIDC_EMAILS === 'confirmed' }
        : undefined,
    limiter: new Limiter(store.sql),
    version: VERSION,
    bundledPostgres: env.BUNDLED_POSTGRES,
    webFolder: existsSync(webFolder) ? webFolder : null,
    stopping: stopping.signal,
  });

  const server = await listen(app, { port: env.PORT, hostname: env.HOST }).catch((error: NodeJS.ErrnoException) => {
    throw new CannotStart(
      error.code === 'EADDRINUSE'
        ? `PORT ${env.PORT} is taken by another program; set PORT to a free one.`
        : `HOST ${env.HOST} and PORT ${env.PORT} cannot be listened on (${error.code}).`,
    );
  });
  reportReady();
  log.info({ version: VERSION }, 'ready');

  let closing = false;
  async function stop(): Promise<void> {
    if (closing) return;
    closing = true;
    stopping.abort();
    server.close();
    // a connection becomes idle when its last answer, such as a live feed, has ended
    setInterval(() => server.closeIdleConnections(), 100).unref();
    setTimeout(() => server.closeAllConnections(), DRAIN_MS).unref();
    await new Promise((resolve) => server.once('close', resolve));
    await tail.close();
    await store.sql.end({ timeout: 5 });
    process.exit(0);
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.on(signal, () => void stop());
});
