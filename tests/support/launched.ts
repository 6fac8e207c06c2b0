import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

const project = path.resolve(import.meta.dirname, '../..');

/** A launcher that runs as a process of its own, with its output. */
export type Launched = {
  process: ChildProcess;
  pid: number;
  output(): string;
  /** Waits up to 40 s for a line that matches; rejects when the launcher ends before it is there. */
  says(line: RegExp): Promise<void>;
  /** Its exit code, or the signal that ended it. */
  ended: Promise<number | string>;
};

/** Runs a command in its own process group, as a terminal does, so that a test can send Ctrl-C to it. */
export function launchProcess(command: string, args: string[], env: Record<string, string>, cwd = project): Launched {
  const inherited = Object.fromEntries(
    ['PATH', 'HOME', 'XDG_STATE_HOME'].map((name): [string, string] => [name, process.env[name] ?? '']),
  );
  const child = spawn(command, args, {
    cwd,
    env: { ...inherited, ...env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  }
  const ended = new Promise<number | string>((resolve) =>
    child.once('exit', (code, signal) => resolve(signal ?? code ?? 0)),
  );
  async function says(line: RegExp): Promise<void> {
    const deadline = Date.now() + 40_000;
    while (!line.test(output)) {
      if (child.exitCode !== null || child.signalCode !== null || Date.now() > deadline) {
        throw new Error(`no line ${line} in:\n${output}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }
  return { process: child, pid: child.pid ?? 0, output: () => output, says, ended };
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return address !== null && typeof address === 'object' ? address.port : 0;
}

/**
 * A temporary installation of the launcher with small programs of the test. `api` is TypeScript source. The default one listens on PORT and answers
 * its settings.
 */
export async function standIns(programs: { api?: string; worker?: string } = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'pp-launch-'));
  // The account that runs PostgreSQL for root must be able to pass.
  chmodSync(folder, 0o755);
  const file = (name: string, source: string): string => {
    writeFileSync(path.join(folder, name), source);
    return path.join(folder, name);
  };
  const entries = {
    sandbox: file('sandbox.mts', obedient),
    api: file('api.mts', programs.api ?? answering),
    worker: file('worker.mts', programs.worker ?? obedient),
  };
  const runner = file(
    'run.mts',
    `import { launch, GaveUp } from ${JSON.stringify(path.join(project, 'db/start/launch.ts'))};
    import { orExit } from ${JSON.stringify(path.join(project, 'db/process/failures.ts'))};
    await orExit(() => launch({ env: process.env, entries: ${JSON.stringify(entries)}, watch: false, restartMs: 25, say: (line) => console.log(line) }));
    process.exit();`,
  );
  const dataDir = path.join(folder, 'data');
  const env = { PORT: String(await freePort()), SANDBOX_PORT: String(await freePort()), DATA_DIR: dataDir };
  return {
    dataDir,
    env,
    start: (more: Record<string, string> = {}) =>
      launchProcess(process.execPath, ['--import', import.meta.resolve('tsx'), runner], { ...env, ...more }),
    /** Pids of the children that are recorded now. */
    children(): Record<string, number> {
      const record = JSON.parse(readFileSync(path.join(dataDir, 'processes.json'), 'utf8')) as Record<
        string,
        { pid: number }
      >;
      return Object.fromEntries(Object.entries(record).map(([name, { pid }]) => [name, pid]));
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Stand-ins call reportReady, as the programs do. */
export const reporting = `import { reportReady } from ${JSON.stringify(path.join(project, 'db/process/reportReady.ts'))};`;

const ending = `process.on('disconnect', () => process.exit(0));`;

/** Says ready, and writes down when it is asked to stop. */
const obedient = `
  ${reporting}
  import { appendFileSync } from 'node:fs';
  const name = process.argv[1].split('/').at(-1);
  process.on('SIGTERM', () => { appendFileSync(process.env.DATA_DIR + '/stops', name + '\\n'); process.exit(0); });
  process.on('SIGINT', () => appendFileSync(process.env.DATA_DIR + '/stops', 'SIGINT reached ' + name + '\\n'));
  ${ending}
  setInterval(() => {}, 1000);
  reportReady();`;

const answering = `
  import { createServer } from 'node:http';
  ${obedient.replace('reportReady();', '')}
  const { DATABASE_URL, DATABASE_OWNER_URL, SECRET_KEY, SANDBOX_MODE, SANDBOX_URL, PUBLIC_URL } = process.env;
  createServer((_, response) =>
    response.end(JSON.stringify({ DATABASE_URL, DATABASE_OWNER_URL, SECRET_KEY, SANDBOX_MODE, SANDBOX_URL, PUBLIC_URL })),
  ).listen(Number(process.env.PORT), '127.0.0.1', () => reportReady());`;
