import { setTimeout as wait } from 'node:timers/promises';
import { INSTALLATION } from '../db/installation/installation.ts';
import { logOf } from '../db/process/logger.ts';
import { recordModelCheck } from '../events/accounts/installation.ts';
import { type ModelCheck, standingOf } from '../events/ai/modelCheck.ts';
import type { Deps, Needs } from './context.ts';
import { defineTask } from './defineTask.ts';
import { ProviderError } from './providers/providerError.ts';

const log = logOf('worker');

const PAUSE_MS = 10_000;
/** An unreachable provider says nothing about the model. It is asked again, then the next day. */
const TRIES = 3;

const TEXTS: Record<Exclude<ModelCheck['state'], 'current'>, (check: ModelCheck) => string> = {
  ending: ({ model, endsOn }) => `The AI model ${model} is switched off on ${endsOn}. Set OPENAI_MODEL to another one.`,
  ended: ({ model, endsOn }) => `The AI model ${model} was switched off on ${endsOn}. Set OPENAI_MODEL to another one.`,
  missing: ({ model }) => `The AI provider does not offer the model ${model}. Set OPENAI_MODEL to another one.`,
  refused: () => 'The AI provider refused the key in OPENAI_API_KEY.',
};

/** Asks the AI provider whether it offers the model, and how long, and records what differs from the last time. At the start and daily. */
export async function checkAiModel(deps: Needs<'store' | 'lookUpModel'>, stopping?: AbortSignal): Promise<void> {
  const { store, lookUpModel } = deps;
  if (!lookUpModel) return;
  let check: ModelCheck | null = null;
  for (let left = TRIES; check === null && left > 0 && !stopping?.aborted; left -= 1) {
    check = await ask(lookUpModel, store.now());
    if (check === null && left > 1) await wait(PAUSE_MS, undefined, { signal: stopping }).catch(() => undefined);
  }
  if (check === null || stopping?.aborted) return;
  const found = check;
  const { changed } = await store.decide(
    { tenant: 'system', cause: { actor: 'worker:check-ai-model', correlationId: 'check-ai-model', causationId: null } },
    INSTALLATION,
    (installation) => recordModelCheck(installation, found),
  );
  if (changed && found.state !== 'current') log.error(TEXTS[found.state](found));
}

export const checkAiModelDaily = defineTask({
  name: 'check-ai-model',
  lane: 'decide',
  cron: '23 4 * * *',
  needs: ['store', 'lookUpModel'],
  handler: (deps) => checkAiModel(deps),
});

/** null: unknown for now. */
async function ask(lookUpModel: NonNullable<Deps['lookUpModel']>, now: Date): Promise<ModelCheck | null> {
  try {
    const { model, offered, endsOn } = await lookUpModel.ask();
    const standing = standingOf(endsOn, now.toISOString());
    return { model, endsOn, state: standing === 'ended' || offered ? standing : 'missing' };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const refused = error.code === 'http_401' || error.code === 'http_403';
    return refused ? { model: lookUpModel.model, state: 'refused', endsOn: null } : null;
  }
}
