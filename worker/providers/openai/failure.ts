import OpenAI from 'openai';
import { type AiTask, settingsOf } from '../../../events/ai/aiTasks.ts';
import type { Reason } from '../../../events/shared/reasons.ts';
import { ProviderError, retryAfter, statusError } from '../providerError.ts';

export const AI = { provider: 'The AI provider' } as const;
const KEY = 'OPENAI_API_KEY';

/** Why a question was refused before it was answered. */
const REFUSED: Readonly<Record<string, Reason>> = {
  context_length_exceeded: { code: 'ai_question_too_long' },
  content_filter: { code: 'ai_question_filtered' },
};

/** Codes of an account without credit. OpenAI sends them with 429, but waiting does not help. */
const NO_CREDIT = new Set(['insufficient_quota', 'billing_hard_limit_reached', 'billing_not_active']);

/** Codes of an answer that failed because of what was asked. After any other the same question may succeed. */
export const DECLINED: ReadonlySet<string> = new Set(['invalid_prompt', 'bio_policy', 'data_residency_mismatch']);

export const NO_WEB_SEARCH = 'no_web_search';
const NO_EMBEDDINGS = 'no_embeddings';

/** After these the AI will never answer the question, or there is none. */
export const NEVER_ANSWERED: ReadonlySet<string> = new Set([
  ...DECLINED,
  ...['not_configured', 'refusal', 'content_filter', 'max_output_tokens', 'context_length_exceeded'],
  ...[NO_WEB_SEARCH, NO_EMBEDDINGS],
]);

export const unusable = () => new ProviderError({ code: 'provider_unusable', ...AI }, 'bad_answer', true);

/** The server cannot, whatever is asked. */
export const noWebSearch = () => new ProviderError({ code: 'ai_no_web_search' }, NO_WEB_SEARCH, false);
export const noEmbeddings = () => new ProviderError({ code: 'ai_no_embeddings' }, NO_EMBEDDINGS, false);

/** A search of the web that took its ten minutes was paid for, and is not done again. */
export const tookTooLong = (webSearch = false) =>
  new ProviderError({ code: 'provider_timeout', ...AI }, 'timeout', !webSearch);

const MODEL_MISSING = /\bmodel\b.*(not found|not exist|not a valid)|no such model|no endpoints found for/i;

/** An error of the server, as it came over the wire. */
export type Refusal = { status: number; code: string; says: string };

export function refusalIn(error: unknown): Refusal | null {
  if (!(error instanceof OpenAI.APIError) || typeof error.status !== 'number') return null;
  return { status: error.status, code: error.code ?? '', says: `${error.param ?? ''} ${error.message}` };
}

/** Servers without OpenAI's codes say it in words. */
export const isModelMissing = ({ status, code, says }: Refusal): boolean =>
  code === 'model_not_found' || ((status === 404 || status === 400) && MODEL_MISSING.test(says));

export type Asked = { model: string; tasks: readonly AiTask[] };

export const modelMissing = ({ model, tasks }: Asked) =>
  new ProviderError({ code: 'ai_model_missing', model, setting: settingsOf(tasks) }, 'model_not_found', false);

/** Turns anything that OpenAI's SDK threw into a ProviderError. */
export function failure(error: unknown, asked: Asked): ProviderError {
  if (error instanceof ProviderError) return error;
  if (error instanceof OpenAI.APIConnectionTimeoutError) return tookTooLong();
  if (error instanceof OpenAI.APIConnectionError)
    return new ProviderError({ code: 'provider_unreachable', ...AI }, 'connection', true);
  const refusal = refusalIn(error);
  if (!refusal || !(error instanceof OpenAI.APIError)) return unusable();
  const { status, code } = refusal;
  const refused = status === 400 ? REFUSED[code] : undefined;
  if (refused) return new ProviderError(refused, code, false);
  const wait = retryAfter(error.headers?.get('retry-after'));
  const account = ofAccount(isModelMissing(refusal) ? 'model_not_found' : code, asked);
  return account ?? statusError(AI.provider, KEY, status, wait);
}

/** Only an administrator can fix it; null: it is something else. */
function ofAccount(code: string, asked: Asked): ProviderError | null {
  if (code === 'model_not_found') return modelMissing(asked);
  return NO_CREDIT.has(code) ? new ProviderError({ code: 'ai_no_credit', setting: KEY }, code, false) : null;
}

/** The trouble of an answer whose status is `failed`, though it came with 200. */
export function failedAnswer(code: string, asked: Asked): ProviderError {
  const status = code === 'rate_limit_exceeded' ? 429 : 500;
  return ofAccount(code, asked) ?? statusError(AI.provider, KEY, status, null);
}
