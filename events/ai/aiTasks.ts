import type { AiOperation } from './aiCall.ts';

/** The kinds of AI work that may have a model of their own (OPENAI_MODEL_WRITING and so on). */
export const AI_TASKS = ['writing', 'judging', 'labels', 'search', 'embeddings'] as const;
export type AiTask = (typeof AI_TASKS)[number];

const TASK_OF: Readonly<Record<AiOperation, AiTask>> = {
  messageGeneration: 'writing',
  replyDraft: 'writing',
  textJudgment: 'judging',
  partnerJudgment: 'judging',
  replyClassification: 'labels',
  partnerGeneration: 'search',
  partnerDiscovery: 'search',
  profileGeneration: 'search',
  contactEnhancement: 'search',
  embedding: 'embeddings',
};

export type AiModels = Readonly<Record<AiTask, string>>;

/** OpenAI's own models for tasks that a dear model does no better. Another server may not have the first one. */
const CHEAP_JUDGE = 'gpt-6-luna';
const EMBEDDINGS = 'text-embedding-3-small';

export type ModelSettings = {
  OPENAI_MODEL: string;
  OPENAI_BASE_URL?: string | undefined;
} & Partial<Record<`OPENAI_MODEL_${Uppercase<AiTask>}`, string | undefined>>;

export const modelsOf = (env: ModelSettings): AiModels => ({
  writing: env.OPENAI_MODEL_WRITING ?? env.OPENAI_MODEL,
  judging: env.OPENAI_MODEL_JUDGING ?? (env.OPENAI_BASE_URL ? env.OPENAI_MODEL : CHEAP_JUDGE),
  labels: env.OPENAI_MODEL_LABELS ?? env.OPENAI_MODEL,
  search: env.OPENAI_MODEL_SEARCH ?? env.OPENAI_MODEL,
  embeddings: env.OPENAI_MODEL_EMBEDDINGS ?? EMBEDDINGS,
});

export const taskOf = (operation: AiOperation): AiTask => TASK_OF[operation];
export const modelFor = (models: AiModels, operation: AiOperation): string => models[taskOf(operation)];

/** The settings that name the model of these tasks. */
export const settingsOf = (tasks: readonly AiTask[]): string =>
  tasks.includes('writing') && tasks.includes('search')
    ? 'OPENAI_MODEL'
    : tasks.map((task) => `OPENAI_MODEL_${task.toUpperCase()}`).join(', ');

export function modelsInUse(models: AiModels): { model: string; tasks: AiTask[] }[] {
  const names = [...new Set(AI_TASKS.map((task) => models[task]))];
  return names.map((model) => ({ model, tasks: AI_TASKS.filter((task) => models[task] === model) }));
}
