import { setTimeout as wait } from 'node:timers/promises';
import { INSTALLATION } from '../db/installation/installation.ts';
import { logOf } from '../db/process/logger.ts';
import type { Store } from '../db/store.ts';
import { recordAiLacks, recordModelCheck } from '../events/accounts/installation.ts';
import { AI_LACK_WORDS, type AiLack } from '../events/ai/aiServer.ts';
import { settingsOf } from '../events/ai/aiTasks.ts';
import { type ModelCheck, standingOf } from '../events/ai/modelCheck.ts';
import type { Needs } from './context.ts';
import { defineTask } from './defineTask.ts';
import type { ModelLookUp } from './providers/openai/check.ts';
import { ProviderError } from './providers/providerError.ts';

const log = logOf('worker');

const PAUSE_MS = 10_000;
/** An unreachable provider says nothing about the model. It is asked again, then the next day. */
const TRIES = 3;

const SCOPE = {
  tenant: 'system',
  cause: { actor: 'worker:check-ai-model', correlationId: 'check-ai-model', causationId: null },
};

const another = ({ tasks }: ModelCheck): string => `Set ${settingsOf(tasks)} to another one.`;
const TEXTS: Record<Exclude<ModelCheck['state'], 'current'>, (check: ModelCheck) => string> = {
  ending: (check) => `The AI model ${check.model} is switched off on ${check.endsOn}. ${another(check)}`,
  ended: (check) => `The AI model ${check.model} was switched off on ${check.endsOn}. ${another(check)}`,
  missing: (check) => `The AI provider does not offer the model ${check.model}. ${another(check)}`,
  refused: () => 'The AI provider refused the key in OPENAI_API_KEY.',
};

/**
 * Asks the AI provider whether it offers the models in use, and how long, and what its server lacks. Records what differs from the last time. At the
 * start and daily.
 */
export async function checkAiModel(deps: Needs<'store' | 'lookUpModels'>, stopping?: AbortSignal): Promise<void> {
  const { store, lookUpModels } = deps;
  if (!lookUpModels) return;
  let checks: ModelCheck[] | null = null;
  let lacks: AiLack[] = [];
  for (let left = TRIES; checks === null && left > 0 && !stopping?.aborted; left -= 1) {
    checks = await ask(lookUpModels, store.now());
    if (checks !== null) lacks = await lookUpModels.lacks();
    else if (left > 1) await wait(PAUSE_MS, undefined, { signal: stopping }).catch(() => undefined);
  }
  if (checks === null || stopping?.aborted) return;
  await noteAiLacks(store, lacks);
  for (const found of checks) {
    const { changed } = await store.decide(SCOPE, INSTALLATION, (state) => recordModelCheck(state, found));
    if (changed && found.state !== 'current') log.error(TEXTS[found.state](found));
  }
}

/** For health: what the AI server lacks. */
export async function noteAiLacks(store: Store, lacks: readonly AiLack[]): Promise<void> {
  const { changed } = await store.decide(SCOPE, INSTALLATION, (state) => recordAiLacks(state, lacks));
  if (changed && lacks.length > 0)
    log.warn(`The AI server lacks something: ${lacks.map((lack) => AI_LACK_WORDS[lack]).join(', ')}.`);
}

export const checkAiModelDaily = defineTask({
  name: 'check-ai-model',
  lane: 'decide',
  cron: '23 4 * * *',
  needs: ['store', 'lookUpModels'],
  handler: (deps) => checkAiModel(deps),
});

/** null: unknown for now. */
async function ask({ models, ask: askAbout }: ModelLookUp, now: Date): Promise<ModelCheck[] | null> {
  const checks: ModelCheck[] = [];
  for (const { model, tasks } of models) {
    try {
      const { offered, endsOn } = await askAbout(model);
      const standing = standingOf(endsOn, now.toISOString());
      checks.push({ model, tasks, endsOn, state: standing === 'ended' || offered ? standing : 'missing' });
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      if (error.code !== 'http_401' && error.code !== 'http_403') return null;
      checks.push({ model, tasks, state: 'refused', endsOn: null });
    }
  }
  return checks;
}
