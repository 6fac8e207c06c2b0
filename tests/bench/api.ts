import path from 'node:path';
import { freePorts } from '../support/installation.ts';
import { readFacts } from './apiFacts.ts';
import { judged, type Measured, missedGoals, tableOf } from './apiGoals.ts';
import { listCalls, type OpenApi } from './apiList.ts';
import { type Figures, measureCall } from './apiMeasure.ts';
import { type LargeInstallation, openLargeInstallation } from './largeInstallation.ts';
import { peakMb } from './processes.ts';
import { startProgram } from './program.ts';

const PARTNERS = { full: 10_000, quick: 200 };

/** `keep`: a folder for the two installations, to be used again. `partners`: of the larger one. */
export type ApiOptions = { keep: string | null; partners: number | null };

/** A call without figures has the reason. */
type Size = { calls: Map<string, Figures | string>; startMb: number };

/** All GETs of the API of an installation, which runs in a process of its own. */
async function measureInstallation(installation: LargeInstallation, quick: boolean): Promise<Size> {
  const { databaseUrl, secretKey, folder, made, postmaster } = installation;
  const { port } = await freePorts();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    ...{ DATABASE_URL: databaseUrl, SECRET_KEY: secretKey, DATA_DIR: folder, LOG_LEVEL: 'error' },
    ...{
      PORT: String(port),
      HOST: '127.0.0.1',
      PUBLIC_URL: url,
      SANDBOX_MODE: 'on',
      SANDBOX_URL: 'http://127.0.0.1:9',
    },
  };
  const api = await startProgram('api', env, folder);
  try {
    const client = { url, cookie: made.cookie };
    const document = (await (await fetch(`${url}/api/openapi.json`)).json()) as OpenApi;
    const calls = new Map<string, Figures | string>();
    const startMb = peakMb(api.pid);
    for (const call of listCalls(document, await readFacts(installation))) {
      if (calls.has(call.name)) throw new Error(`Two calls are named ${call.name}.`);
      // one wrong answer takes its figures alone: the others cost half an hour
      const figures = await measureCall({ client, api, postmaster }, call, quick).catch(String);
      calls.set(call.name, figures ?? 'no answer in a minute');
    }
    return { calls, startMb };
  } finally {
    await api.stop();
  }
}

async function measureSize(partners: number, keep: string | null, quick: boolean) {
  const installation = await openLargeInstallation(partners, keep && path.join(keep, String(partners)));
  try {
    return { ...(await measureInstallation(installation, quick)), events: installation.made.events };
  } finally {
    await installation.stop();
  }
}

const figuresOf = ({ calls }: Size, name: string): Figures | null => {
  const figures = calls.get(name);
  return typeof figures === 'object' ? figures : null;
};

/**
 * One line: each GET of the API for a large tenant, and how it grows from a tenant of a tenth of the size. `--quick`: for a run of about a minute.
 */
export async function benchApi(quick: boolean, options: ApiOptions) {
  const partners = options.partners ?? (quick ? PARTNERS.quick : PARTNERS.full);
  const tenth = await measureSize(Math.max(10, Math.round(partners / 10)), options.keep, quick);
  const large = await measureSize(partners, options.keep, quick);
  const measured = [...large.calls].flatMap(([name, figures]): Measured[] =>
    typeof figures === 'string' ? [] : [judged(name, figures, figuresOf(tenth, name))],
  );
  const silent = [large, tenth].flatMap(({ calls }) =>
    [...calls].flatMap(([name, figures]) => (typeof figures === 'string' ? [`${name}: ${figures}`] : [])),
  );
  console.error([tableOf(measured), ...silent].join('\n'));
  return {
    ...{ bench: 'api', partners, events: large.events, eventsOfTenth: tenth.events },
    apiMb: { start: Math.round(large.startMb), peak: Math.max(...measured.map(({ peakMb: mb }) => mb)) },
    calls: Object.fromEntries(measured.map(({ name, ...figures }) => [name, figures])),
    missed: [...silent, ...missedGoals(measured, large.startMb)],
  };
}
