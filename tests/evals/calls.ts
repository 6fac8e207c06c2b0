import { modelSettings, readSettings } from '../../db/installation/settings.ts';
import { type AiModels, modelsOf } from '../../events/ai/aiTasks.ts';
import type { AiCalls } from '../../worker/aiCalls.ts';

/** The models of the settings. */
export const modelsHere = (): AiModels => modelsOf(readSettings(modelSettings, process.env));

type Made = Parameters<Awaited<ReturnType<AiCalls['start']>>['end']>[0];

/** Keeps what each AI call used, where there is no log. */
export function rememberedCalls(): AiCalls & { made: Made[] } {
  const made: Made[] = [];
  return { made, start: async () => ({ end: async (call) => void made.push(call) }) };
}

/** The tokens and dollars of some calls. `costUsd` is null where a model has no known price. */
export function sumOfCalls(made: readonly Made[]) {
  const sum = (of: (call: Made) => number) => made.reduce((total, call) => total + of(call), 0);
  return {
    calls: made.length,
    inputTokens: sum((call) => call.inputTokens),
    outputTokens: sum((call) => call.outputTokens),
    costUsd: made.some((call) => call.costUsd === null)
      ? null
      : Math.round(sum((call) => call.costUsd ?? 0) * 1e6) / 1e6,
  };
}
