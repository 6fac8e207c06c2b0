import { setTimeout as wait } from 'node:timers/promises';
import type { Call } from './apiList.ts';
import { ask, type Client, mustBeRight, NoAnswer, type Reply, withCursor } from './apiRequests.ts';
import { quantile, rounded } from './database.ts';
import { cpuMs, peakMb, postgresCpuMs, resetPeak } from './processes.ts';
import type { Program } from './program.ts';

export type Watched = { client: Client; api: Program; postmaster: number };

/** Times of some requests in ms, and the CPU of one. */
type Times = { p50: number; p99: number; apiCpu: number; postgresCpu: number; requests: number };
/** `eight`: null: the call is too slow for that. `unchanged`: with If-None-Match; null: the answer has no ETag. `stall`: the longest of the event loop. `peakMb`: memory of the API. */
export type Figures = {
  one: Times;
  eight: Times | null;
  unchanged: { one: Times; eight: Times | null } | null;
  kb: number;
  stall: { cpuMs: number; wallMs: number };
  peakMb: number;
};

const BUDGET_MS = { full: 1_500, quick: 50 };
const MOST = 60;
/** A slower call is asked once more, by one client. */
const SLOW_MS = 3_000;

/** `atLeast`: slow calls get no more requests. */
type Load = { clients: number; atLeast: number; budgetMs: number; warmMs: number; etag?: string };

async function requests({ client }: Watched, call: Call, load: Load): Promise<Reply[]> {
  let left = Math.max(load.atLeast, Math.min(MOST, Math.floor(load.budgetMs / load.warmMs)));
  const replies: Reply[] = [];
  const oneClient = async () => {
    for (; left > 0; ) {
      left -= 1;
      replies.push(await ask(client, call, load.etag));
    }
  };
  await Promise.all(Array.from({ length: load.clients }, oneClient));
  return replies;
}

function mustAllBeRight(call: Call, replies: readonly Reply[], etag: string | undefined): void {
  if (etag !== undefined) {
    const other = replies.find(({ status }) => status !== 304);
    if (other) throw new Error(`${call.name} is answered ${other.status} though nothing changed.`);
    return;
  }
  // most answers are the same bytes
  const distinct = new Map(replies.map((reply) => [`${reply.status}${reply.bytes.toString('latin1')}`, reply]));
  for (const reply of distinct.values()) mustBeRight(call, reply);
}

async function measureLoad(watched: Watched, call: Call, load: Load): Promise<Times> {
  const { api, postmaster } = watched;
  const before = [cpuMs(api.pid), postgresCpuMs(postmaster)] as const;
  const replies = await requests(watched, call, load);
  const apiCpu = (cpuMs(api.pid) - before[0]) / replies.length;
  const postgresCpu = (postgresCpuMs(postmaster) - before[1]) / replies.length;
  mustAllBeRight(call, replies, load.etag);
  const times = replies.map(({ ms }) => ms);
  return {
    ...{ p50: rounded(quantile(times, 0.5), 1), p99: rounded(quantile(times, 0.99), 1) },
    ...{ apiCpu: rounded(apiCpu, 1), postgresCpu: rounded(postgresCpu, 1), requests: replies.length },
  };
}

/**
 * One call, at one client and at eight, with and without the ETag of its answer. The first request only warms up. null: it gave no answer in time.
 */
export async function measureCall(watched: Watched, asked: Call, quick: boolean): Promise<Figures | null> {
  try {
    return await figuresOf(watched, asked, quick);
  } catch (error) {
    if (error instanceof NoAnswer) return null;
    throw error;
  }
}

async function figuresOf(watched: Watched, asked: Call, quick: boolean): Promise<Figures> {
  const { api, client } = watched;
  const call = await withCursor(client, asked);
  // the tail of the call before is over
  await wait(20);
  const since = Date.now();
  resetPeak(api.pid);
  const first = await ask(client, call);
  mustBeRight(call, first);
  const budgetMs = quick ? BUDGET_MS.quick : BUDGET_MS.full;
  const isSlow = first.ms > SLOW_MS;
  const alone = { clients: 1, atLeast: isSlow ? 1 : 2, budgetMs, warmMs: first.ms };
  const byEight = async (more: { etag?: string }) =>
    isSlow ? null : measureLoad(watched, call, { ...alone, clients: 8, atLeast: 8, ...more });
  const one = await measureLoad(watched, call, alone);
  const eight = await byEight({});
  const { etag } = first.headers;
  const unchanged =
    etag === undefined
      ? null
      : { one: await measureLoad(watched, call, { ...alone, etag }), eight: await byEight({ etag }) };
  // the loop writes its last stall
  await wait(20);
  const { cpuMs: stallCpu, wallMs } = api.stallsSince(since);
  return {
    ...{ one, eight, unchanged, kb: rounded(first.bytes.length / 1000, 1) },
    ...{ stall: { cpuMs: rounded(stallCpu, 0), wallMs: rounded(wallMs, 0) }, peakMb: rounded(peakMb(api.pid), 0) },
  };
}
