import { reportReady } from '../../db/process/reportReady.ts';
import { readSandboxEnv } from './env.ts';
import { startSandbox } from './serve.ts';

const complaint = (error: unknown, port: string | undefined): string => {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'EADDRINUSE')
    return `port ${port ?? 3001} is taken; stop the other program or set SANDBOX_PORT to a free one.`;
  return error instanceof Error ? error.message : String(error);
};

const run = async (): Promise<void> => {
  const env = readSandboxEnv(process.env);
  let asked = false;
  let stop = (): void => {
    asked = true;
  };
  process.on('SIGTERM', () => stop());
  process.on('SIGINT', () => stop());
  // The parent is gone: an orphan would keep the port.
  process.on('disconnect', () => stop());
  const { SANDBOX_EVENTS_URL: url, SANDBOX_SIGNING_KEY: key } = env;
  const sandbox = await startSandbox({
    dataDir: env.DATA_DIR,
    port: env.SANDBOX_PORT,
    host: env.HOST,
    ...(url && key ? { webhook: { url: () => url, key } } : {}),
  });
  let stopping = false;
  stop = () => {
    if (stopping) return;
    stopping = true;
    void sandbox.close().then(() => process.exit(0));
  };
  if (asked) stop();
  else reportReady({ url: sandbox.url });
};

run().catch((error: unknown) => {
  console.error(`Sandbox: ${complaint(error, process.env.SANDBOX_PORT)}`);
  process.exit(1);
});
