import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { sealEvents } from '../../db/seal/sealEvents.ts';
import { ref, type Store } from '../../db/store.ts';
import { changeSettingAtLast } from '../support/log.ts';
import { type Size, score, tenantNamed } from './audit-log.ts';
import { type BenchDatabase, rounded } from './database.ts';
import { cpuMs } from './processes.ts';

const EVENTS_A_SECOND = 100;

/** Writes events of many tenants at a steady rate: one half of settings, one half with the texts of people. Answers how many. */
async function writeSteadily(api: Store, { tenants, people }: Size, seconds: number): Promise<number> {
  const writing: Promise<unknown>[] = [];
  const began = performance.now();
  let written = 0;
  while (performance.now() - began < seconds * 1000) {
    const due = Math.floor(((performance.now() - began) * EVENTS_A_SECOND) / 1000);
    for (; written < due; written += 1) {
      const person = written % (tenants * people);
      const tenant = tenantNamed(person % tenants);
      const partner = ref('partner', person.toString(16).padStart(32, '0'));
      writing.push(
        written % 2 === 0
          ? changeSettingAtLast(api, tenant, `followed${written % 7}`, String(written))
          : api.decide(
              { tenant, cause: { actor: 'worker:bench', correlationId: 'c1', causationId: null } },
              partner,
              () => [score],
            ),
      );
    }
    await wait(20);
  }
  await Promise.all(writing);
  return written;
}

/**
 * The share of a core that `verify --follow` takes while others write: of the command, and of its connections to PostgreSQL. Throws unless it has
 * verified all that was written.
 */
export async function followShare({ url, secretKey, open }: BenchDatabase, size: Size, seconds: number) {
  const owner = await open('owner', 2);
  const api = await open('api', 6);
  const child = spawn(process.execPath, ['db/start/partner-pilot.mjs', 'audit', 'verify', '--follow', '--json'], {
    env: { ...process.env, DATABASE_URL: url, SECRET_KEY: secretKey, SEAL_FILE: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, said] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const ended = once(child, 'close');
  while (!said.includes('Verifying what comes')) {
    if (child.exitCode !== null) throw new Error(`verify --follow ended with ${child.exitCode}: ${said}`);
    await wait(100);
  }
  // what it looked at before is done
  await wait(2_000);
  const pids = await owner.sql<{ pid: number }[]>`
    select pid from pg_stat_activity where application_name = 'partner-pilot audit' and datname = current_database()`;
  const [own, servers] = [() => cpuMs(child.pid ?? 0), () => pids.reduce((sum, { pid }) => sum + cpuMs(pid), 0)];
  const before = { own: own(), servers: servers(), at: performance.now() };
  const written = await writeSteadily(api, size, seconds);
  const passed = performance.now() - before.at;
  await sealEvents(owner.sql, owner.master);
  await wait(6_000);
  // at a steady rate: the last look waits for its turn
  const share = (ms: number) => rounded((ms / written) * (EVENTS_A_SECOND / 10), 1);
  const percent = { command: share(own() - before.own), postgres: share(servers() - before.servers) };
  child.kill('SIGINT');
  await ended;
  const { followed } = JSON.parse(out) as { followed: { events: number; seals: number; wrongCount: number } };
  if (followed.wrongCount > 0 || followed.events < written || followed.seals < 1)
    throw new Error(`Of ${written} events ${followed.events} were verified, and ${followed.seals} seals: ${said}`);
  return { eventsASecond: Math.round((written * 1000) / passed), percentOfACore: percent };
}
