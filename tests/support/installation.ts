import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';

/** Two free ports in a row: one for the application and one for its sandbox. */
export async function freePorts(): Promise<{ port: number; sandboxPort: number }> {
  const taken = await Promise.all(
    [0, 0].map(
      () =>
        new Promise<{ port: number; close: () => Promise<void> }>((resolve, reject) => {
          const server = createServer();
          server.once('error', reject);
          server.listen(0, '127.0.0.1', () => {
            const address = server.address();
            const port = typeof address === 'object' && address ? address.port : 0;
            resolve({ port, close: () => new Promise((closed) => server.close(() => closed())) });
          });
        }),
    ),
  );
  await Promise.all(taken.map(({ close }) => close()));
  return { port: taken[0]?.port ?? 0, sandboxPort: taken[1]?.port ?? 0 };
}

export type Started = { url: string; process: ChildProcess; output: () => string; stop(): Promise<number | null> };

/** `npm start` as a user runs it, in its own process group, until it says that it is ready. */
export async function startInstallation(env: {
  DATA_DIR: string;
  PORT: string;
  SANDBOX_PORT: string;
  SEND_GAP_SECONDS?: string;
  [setting: string]: string | undefined;
}): Promise<Started> {
  const child = spawn(process.execPath, ['db/start/partner-pilot.mjs', 'start'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  const ready = /Partner Pilot is ready: (\S+)/;
  const url = await new Promise<string>((resolve, reject) => {
    const look = () => {
      const match = ready.exec(output);
      if (match?.[1]) resolve(match[1]);
    };
    child.stdout?.on('data', look);
    child.once('exit', () => reject(new Error(`npm start ended before it was ready:\n${output}`)));
    setTimeout(() => reject(new Error(`npm start is not ready after 120 s:\n${output}`)), 120_000).unref();
  });
  return {
    url,
    process: child,
    output: () => output,
    async stop() {
      child.kill('SIGINT');
      return ended;
    },
  };
}
