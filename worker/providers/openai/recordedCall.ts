import OpenAI from 'openai';
import type { Cause } from '../../../db/log/commit.ts';
import { providerCalls } from '../../../db/process/processMetrics.ts';
import type { AiOperation } from '../../../events/ai/aiCall.ts';
import { taskOf } from '../../../events/ai/aiTasks.ts';
import { costOfCall, PRICE_LIST } from '../../../events/ai/prices.ts';
import type { AiCalls } from '../../aiCalls.ts';
import { failure, tookTooLong } from './failure.ts';
import type { Usage } from './said.ts';
import type { AiServer } from './server.ts';

/** After these, without a count of tokens, the charge is unknown. The provider may have gone on, or its answer was cut off. */
const COST_UNKNOWN = new Set(['timeout', 'connection', 'bad_answer']);

/** The usage of a call without an answer. */
const NOTHING = { input: 0, cachedInput: 0, cacheWrite: 0, output: 0 };

/** What is known of a call so far. It is set before the answer is read further: a call that cannot be used was paid for, too. */
export type Meter = {
  isAnswered: boolean;
  usage: Usage | null;
  model: string;
  webSearches: number;
  isRefused: boolean;
};

type Call = { operation: AiOperation; promptVersion: string; model: string; timeoutMs: number; webSearch?: boolean };

/**
 * Makes a call through the gate, within its time. It is written down before it is made, and then with its tokens and cost. Throws ProviderError;
 * never retries: that is the job's part.
 */
export async function recordedCall<T>(
  calls: AiCalls,
  server: AiServer,
  question: { tenant: string; cause: Cause; about: string },
  { operation, promptVersion, model, timeoutMs, webSearch }: Call,
  ask: (meter: Meter, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const kind = `${question.tenant} ${operation}`;
  server.gate.pass(kind);
  const facts = { operation, promptVersion, about: question.about };
  const call = await calls.start(question, { ...facts, model });
  // the SDK's own limit ends with the headers, so an answer that stops in the middle would never end
  const signal = AbortSignal.timeout(timeoutMs);
  const started = performance.now();
  const meter: Meter = { isAnswered: false, usage: null, model, webSearches: 0, isRefused: false };
  let errorCode: string | null = null;
  try {
    return await ask(meter, signal);
  } catch (error) {
    const failed = failure(error, { model, tasks: [taskOf(operation)] });
    const isOurs = error === failed;
    const gaveUp = (signal.aborted && !isOurs) || error instanceof OpenAI.APIConnectionTimeoutError;
    const said = gaveUp ? tookTooLong(webSearch) : failed;
    errorCode = said.code;
    server.gate.heed(said, kind);
    throw said;
  } finally {
    const { usage } = meter;
    const ms = performance.now() - started;
    providerCalls.observe({ provider: 'openai', outcome: errorCode ?? 'ok' }, ms / 1000);
    const used = { ...NOTHING, ...usage?.used, webSearches: meter.webSearches };
    const isUnknown = meter.isAnswered || COST_UNKNOWN.has(errorCode ?? '');
    await call.end({
      ...facts,
      model: meter.model,
      inputTokens: used.input,
      cachedInputTokens: used.cachedInput,
      cacheWriteTokens: used.cacheWrite,
      outputTokens: used.output,
      ...(usage?.isCut ? { tokensCut: true } : {}),
      webSearches: meter.webSearches,
      costUsd: usage ? costOfCall(meter.model, used) : isUnknown ? null : 0,
      priceDate: PRICE_LIST.date,
      durationMs: Math.round(ms),
      outcome: errorCode === null ? 'ok' : meter.isRefused ? 'refused' : 'error',
      errorCode,
    });
  }
}
