import { setTimeout as wait } from 'node:timers/promises';
import type { Call } from './apiList.ts';
import { ask, type Client, mustBeRight, NoAnswer, type Reply, withCursor } from './apiRequests.ts';
import { quantile, rounded } from './database.ts';
import { cpuMs, peakMb, postgresCpuMs, resetPeak } from './processes.ts';
import type { Program } from './program.ts';

export type Watched = { client: Client; api: Program; postmaster: number };

/** Times of some requests in ms, and the CPU of one. */
type Times = { p50: number; p99: number; apiCpu: number; postgresCpu: number; requests: number };
/** `eight`: null: the call is too slow for that. `unchanged`: with If-None-Match; null: it is too slow, or has no ETag. `stall`: the longest of the event loop. `peakMb`: memory of the API. */
export type Figures = {
  one: Times;
  eight: Times | null;
  unchanged: { one: Times; eight: Times } | null;
  kb: number;
  stall: { cpuMs: number; wallMs: number };
  peakMb: number;
};

const BUDGET_MS = { full: 1_000, quick: 50 };
const MOST = 60;
/** A slower call is asked once. */
const SLOW_MS = 3_000;

type Load = { clients: number; requests: number; etag?: string | undefined };

async function replies({ client }: Watched, call: Call, { clients, requests, etag }: Load): Promise<Reply[]> {
  let left = requests;
  const got: Reply[] = [];
  const oneClient = async () => {
    for (; left > 0; ) {
      left -= 1;
      got.push(await ask(client, call, etag));
    }
  };
  await Promise.all(Array.from({ length: clients }, oneClient));
  return got;
}

/** With an ETag each is 304, unless the clock changed the answer and with it the ETag. */
function mustAllBeRight(call: Call, got: readonly Reply[], etag: string | undefined): void {
  if (etag !== undefined && got.some(({ status, headers }) => status === 200 && headers.etag === etag))
    throw new Error(`${call.name} is answered 200 though nothing changed.`);
  const full = got.filter(({ status }) => etag === undefined || status !== 304);
  // most answers are the same bytes
  const distinct = new Map(full.map((reply) => [`${reply.status}${reply.bytes.toString('latin1')}`, reply]));
  for (const reply of distinct.values()) mustBeRight(call, reply);
}

async function measureLoad(watched: Watched, call: Call, load: Load): Promise<[Times, Reply]> {
  const { api, postmaster } = watched;
  const before = [cpuMs(api.pid), postgresCpuMs(postmaster)] as const;
  const got = await replies(watched, call, load);
  const apiCpu = (cpuMs(api.pid) - before[0]) / got.length;
  const postgresCpu = (postgresCpuMs(postmaster) - before[1]) / got.length;
  mustAllBeRight(call, got, load.etag);
  const times = got.map(({ ms }) => ms);
  const of = {
    ...{ p50: rounded(quantile(times, 0.5), 1), p99: rounded(quantile(times, 0.99), 1) },
    ...{ apiCpu: rounded(apiCpu, 1), postgresCpu: rounded(postgresCpu, 1), requests: got.length },
  };
  return [of, got[0] as Reply];
}

/** At one client and at eight, with and without the ETag. */
async function loads(watched: Watched, call: Call, ms: number, etag: string | undefined, quick: boolean) {
  const requests = Math.min(MOST, Math.max(2, Math.floor((quick ? BUDGET_MS.quick : BUDGET_MS.full) / ms)));
  const both = async (wanted?: string) => {
    const [one] = await measureLoad(watched, call, { clients: 1, requests, etag: wanted });
    const [eight] = await measureLoad(watched, call, { clients: 8, requests: Math.max(8, requests), etag: wanted });
    return { one, eight };
  };
  return { ...(await both()), unchanged: etag === undefined ? null : await both(etag) };
}

/** One call. The first request only warms up, unless the call is slow. null: it gave no answer in time. */
export async function measureCall(watched: Watched, asked: Call, quick: boolean): Promise<Figures | null> {
  const { api, client } = watched;
  try {
    const call = await withCursor(client, asked);
    // the tail of the call before is over
    await wait(20);
    const since = Date.now();
    resetPeak(api.pid);
    const [one, first] = await measureLoad(watched, call, { clients: 1, requests: 1 });
    const measured =
      first.ms > SLOW_MS
        ? { one, eight: null, unchanged: null }
        : await loads(watched, call, first.ms, first.headers.etag, quick);
    // the loop writes its last stall
    await wait(20);
    const { cpuMs: stallCpu, wallMs } = api.stallsSince(since);
    return {
      ...{ ...measured, kb: rounded(first.bytes.length / 1000, 1) },
      ...{ stall: { cpuMs: rounded(stallCpu, 0), wallMs: rounded(wallMs, 0) }, peakMb: rounded(peakMb(api.pid), 0) },
    };
  } catch (error) {
    if (error instanceof NoAnswer) return null;
    throw error;
  }
}
