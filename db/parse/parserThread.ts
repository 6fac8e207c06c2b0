/**
 * Text of strangers is parsed in a thread of its own, because no parser is proved to be fast. A text that costs too much ends that thread alone, and
 * the process goes on. The thread stays for the next text.
 */
import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { startThread } from '../receive/thread.ts';
import type { Answer } from './answerTasks.ts';

export type ParserLimits = { cpuMs: number; ms: number; memoryMb: number };
const LIMITS: ParserLimits = { cpuMs: 5_000, ms: 60_000, memoryMb: 256 };
const LOOK_EVERY_MS = 100;

/** The text broke a limit, or its parser. */
export class Unparsable extends Error {}

/** Node 20 has no `cpuUsage`. */
type MeasuredThread = Worker & { cpuUsage?: () => Promise<NodeJS.CpuUsage> };

/** Tells the processor time of a thread from now on, in ms. Node 20 knows only what it is at most. */
function processorTime(thread: MeasuredThread): () => Promise<number> {
  const msOf = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000;
  // a thread that has ended tells nothing
  const own = async () => (thread.cpuUsage ? thread.cpuUsage().then(msOf, () => 0) : null);
  const before = own();
  const loop = thread.performance.eventLoopUtilization();
  const whole = process.cpuUsage();
  return async () => {
    const now = await own();
    if (now !== null) return now - ((await before) ?? 0);
    // a busy machine counts in the first, and a busy main thread in the second
    return Math.min(thread.performance.eventLoopUtilization(loop).active, msOf(process.cpuUsage(whole)));
  };
}

/** A thread that runs `program` (answerTasks.ts) for one text at a time. Each tenant has its turn. Rejects with Unparsable. */
export function parserThread<Task, Parsed>(
  program: URL,
  limits = LIMITS,
): (task: Task, tenant?: string) => Promise<Parsed> {
  let warm: Worker | null = null;
  let settle: (answer: Answer<Parsed> | null) => void = () => undefined;
  /** By tenant, in the order of their turns. */
  const waiting = new Map<string, (() => Promise<void>)[]>();
  let isRunning = false;

  async function started(): Promise<Worker> {
    const thread = startThread(program, undefined, { maxOldGenerationSizeMb: limits.memoryMb });
    // a thread that cannot start says nothing about the text, so this error is thrown as it is
    await once(thread, 'message');
    thread.on('message', (answer: Answer<Parsed>) => settle(answer));
    // it exits after an error
    thread.on('error', () => undefined);
    thread.on('exit', () => {
      warm = null;
      settle(null);
    });
    return thread;
  }

  async function parse(task: Task): Promise<Parsed> {
    warm ??= await started();
    const thread = warm;
    const since = performance.now();
    thread.ref();
    const answered = new Promise<Answer<Parsed> | null>((resolve) => {
      settle = resolve;
      thread.postMessage(task);
    });
    const spent = processorTime(thread);
    let isOver = false;
    const look = setInterval(async () => {
      const isTooMuch = performance.now() - since > limits.ms || (await spent()) > limits.cpuMs;
      if (isTooMuch && !isOver) void thread.terminate();
    }, LOOK_EVERY_MS);
    const answer = await answered;
    isOver = true;
    clearInterval(look);
    // an idle thread keeps no process alive
    thread.unref();
    if (!answer || 'failed' in answer) throw new Unparsable();
    return answer.parsed;
  }

  async function run(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    // a tenant that has more goes behind the others, and the loop comes to it again
    for (const [tenant, tasks] of waiting) {
      await tasks.shift()?.();
      waiting.delete(tenant);
      if (tasks.length > 0) waiting.set(tenant, tasks);
    }
    isRunning = false;
  }

  return (task, tenant = '') =>
    new Promise((resolve, reject) => {
      const tasks = waiting.get(tenant) ?? [];
      tasks.push(() => parse(task).then(resolve, reject));
      waiting.set(tenant, tasks);
      void run();
    });
}
