import OpenAI from 'openai';
import { zodTextFormat } from 'openai/helpers/zod';
import { Agent, fetch } from 'undici';
import { z } from 'zod';
import type { Cause } from '../../../db/log/commit.ts';
import type { AiOperation } from '../../../events/ai/aiCall.ts';
import { costOfCall, cutUsage, PRICE_LIST } from '../../../events/ai/prices.ts';
import { externalUrl } from '../../../events/shared/externalUrl.ts';
import type { PlainCode, Reason } from '../../../events/shared/reasons.ts';
import type { AiCalls } from '../../aiCalls.ts';
import { ProviderError, retryAfter, statusError } from '../providerError.ts';
import { providerGate } from '../providerGate.ts';

/** For questions about the account. */
const TIMEOUT_MS = 30_000;

/**
 * The limits of an answer: time (ms), tokens with the model's thinking, and searches and opened pages. A model that thinks takes up to a minute for a
 * text; a web search reads pages for minutes.
 */
const LIMITS: Readonly<Record<AiOperation, { timeoutMs: number; maxOutputTokens: number; maxToolCalls?: number }>> = {
  partnerGeneration: { timeoutMs: 90_000, maxOutputTokens: 4_000 },
  // a page or two of each of ten people
  partnerDiscovery: { timeoutMs: 600_000, maxOutputTokens: 16_000, maxToolCalls: 40 },
  messageGeneration: { timeoutMs: 120_000, maxOutputTokens: 6_000 },
  profileGeneration: { timeoutMs: 90_000, maxOutputTokens: 4_000 },
  contactEnhancement: { timeoutMs: 600_000, maxOutputTokens: 10_000, maxToolCalls: 12 },
  replyClassification: { timeoutMs: 60_000, maxOutputTokens: 2_000 },
  replyDraft: { timeoutMs: 120_000, maxOutputTokens: 6_000 },
  textJudgment: { timeoutMs: 60_000, maxOutputTokens: 3_000 },
  partnerJudgment: { timeoutMs: 180_000, maxOutputTokens: 12_000 },
  embedding: { timeoutMs: 60_000, maxOutputTokens: 16 },
};

/** Models that think first refuse some settings of the others, and the other way round. */
const thinks = (model: string): boolean => /^(gpt-([5-9]|\d\d)|o\d)/.test(model);

/** A kind of question: its name on the wire, its version, the instructions, and the shape of its answer. */
export type Prompt<S extends z.ZodType> = {
  operation: AiOperation;
  name: string;
  version: string;
  instructions: string;
  answer: S;
  webSearch?: boolean;
};

export type Question = {
  tenant: string;
  cause: Cause;
  /** The stream that the call is made for. */
  about: string;
  /** Facts for the model, as JSON. */
  input: object;
  /** ISO code of the country from which a web search looks; null or unset: from nowhere in particular. */
  searchFrom?: string | null;
};

/** `opened`: the pages that a web search read or cites. A page that it only consulted, such as a list of results, is no evidence. */
export type Answer<T> = { value: T; model: string; opened: string[] };
export type AskAi = <S extends z.ZodType>(prompt: Prompt<S>, question: Question) => Promise<Answer<z.infer<S>>>;

/** One vector for each text, in order. Throws ProviderError. */
export type Embed = (
  texts: readonly string[],
  question: Omit<Question, 'input' | 'searchFrom'>,
) => Promise<{ vectors: number[][]; model: string }>;

declare module '../../context.ts' {
  interface Deps {
    askAi: AskAi | null;
    /** null: there is no AI, or its server makes no embeddings. */
    embed: Embed | null;
  }
}

const count = z.int().nonnegative();
const usageSchema = z.object({
  input_tokens: count,
  output_tokens: count,
  input_tokens_details: z
    .object({ cached_tokens: count.catch(0), cache_write_tokens: count.catch(0) })
    .nullish()
    .catch(null),
});

/** The usage that an answer names. null: nothing that can be counted. */
function usageOf(said: unknown): ReturnType<typeof cutUsage> | null {
  const { data } = usageSchema.safeParse(said);
  return data
    ? cutUsage({
        input: data.input_tokens,
        cachedInput: data.input_tokens_details?.cached_tokens ?? 0,
        cacheWrite: data.input_tokens_details?.cache_write_tokens ?? 0,
        output: data.output_tokens,
      })
    : null;
}

/** Why an answer has no end. */
const INCOMPLETE: Readonly<Record<string, PlainCode>> = {
  max_output_tokens: 'ai_cut_off',
  content_filter: 'ai_answer_filtered',
};

/** Why a question was refused before it was answered. */
const REFUSED: Readonly<Record<string, Reason>> = {
  context_length_exceeded: { code: 'ai_question_too_long' },
  content_filter: { code: 'ai_question_filtered' },
};

const AI = { provider: 'The AI provider' } as const;
const KEY = 'OPENAI_API_KEY';

/** After these, without a count of tokens, the charge is unknown. The provider may have gone on, or its answer was cut off. */
const COST_UNKNOWN = new Set(['timeout', 'connection', 'bad_answer']);

/** Codes of an account without credit. OpenAI sends them with 429, but waiting does not help. */
const NO_CREDIT = new Set(['insufficient_quota', 'billing_hard_limit_reached', 'billing_not_active']);

/** Codes of an answer that failed because of what was asked. After any other the same question may succeed. */
const DECLINED: ReadonlySet<string> = new Set(['invalid_prompt', 'bio_policy', 'data_residency_mismatch']);

/** After these the AI will never answer the question, or there is none. */
export const NEVER_ANSWERED: ReadonlySet<string> = new Set([
  ...DECLINED,
  'not_configured',
  'refusal',
  'content_filter',
  'max_output_tokens',
  'context_length_exceeded',
]);

const unusable = () => new ProviderError({ code: 'provider_unusable', ...AI }, 'bad_answer', true);

/** A search of the web that took its ten minutes was paid for, and is not done again. */
const tookTooLong = (webSearch = false) =>
  new ProviderError({ code: 'provider_timeout', ...AI }, 'timeout', !webSearch);

/** Turns anything that OpenAI's SDK threw into a ProviderError. */
export function failure(error: unknown, model: string): ProviderError {
  if (error instanceof ProviderError) return error;
  if (error instanceof OpenAI.APIConnectionTimeoutError) return tookTooLong();
  if (error instanceof OpenAI.APIConnectionError)
    return new ProviderError({ code: 'provider_unreachable', ...AI }, 'connection', true);
  if (error instanceof OpenAI.APIError && typeof error.status === 'number') {
    const code = error.code ?? '';
    const refused = error.status === 400 ? REFUSED[code] : undefined;
    if (refused) return new ProviderError(refused, code, false);
    const wait = retryAfter(error.headers?.get('retry-after'));
    return ofAccount(code, model) ?? statusError(AI.provider, KEY, error.status, wait);
  }
  return unusable();
}

/** Only an administrator can fix it; null: it is something else. */
function ofAccount(code: string, model: string): ProviderError | null {
  if (code === 'model_not_found') return new ProviderError({ code: 'ai_model_missing', model }, code, false);
  return NO_CREDIT.has(code) ? new ProviderError({ code: 'ai_no_credit', setting: KEY }, code, false) : null;
}

/** The trouble of an answer whose status is `failed`, though it came with 200. */
function failedAnswer(code: string, model: string): ProviderError {
  const status = code === 'rate_limit_exceeded' ? 429 : 500;
  return ofAccount(code, model) ?? statusError(AI.provider, KEY, status, null);
}

export type OpenAiOptions = { apiKey: string; baseUrl: string | undefined; model: string; timeoutMs?: number };

/** fetch of itself gives up after 300 s without an answer; ours is the only limit. */
const patient = new Agent({ headersTimeout: 0, bodyTimeout: 0 });
const patientFetch = ((url: string, init: RequestInit) =>
  fetch(url, { ...(init as object), dispatcher: patient })) as unknown as typeof globalThis.fetch;

/** OpenAI's client without its own retries. */
export const openClient = (options: OpenAiOptions): OpenAI =>
  new OpenAI({
    apiKey: options.apiKey,
    baseURL: options.baseUrl ?? null,
    maxRetries: 0,
    fetch: patientFetch,
    timeout: options.timeoutMs ?? TIMEOUT_MS,
  });

/**
 * Opens the way to OpenAI's Responses API. Each call is written down before it is made, and then with its tokens and cost. Throws ProviderError;
 * never retries: that is the job's part.
 */
export function openAi(calls: AiCalls, options: OpenAiOptions): AskAi {
  const client = openClient(options);
  const gate = providerGate('The AI provider');

  return async (prompt, question) => {
    const kind = `${question.tenant} ${prompt.operation}`;
    gate.pass(kind);
    const facts = {
      operation: prompt.operation,
      promptVersion: `${prompt.name}@${prompt.version}`,
      about: question.about,
    };
    const call = await calls.start(question, { ...facts, model: options.model });
    const { timeoutMs: usualMs, maxOutputTokens, maxToolCalls } = LIMITS[prompt.operation];
    const timeoutMs = options.timeoutMs ?? usualMs;
    // the SDK's own limit ends with the headers, so an answer that stops in the middle would never end
    const signal = AbortSignal.timeout(timeoutMs);
    const started = performance.now();
    let usage: ReturnType<typeof usageOf> = null;
    let isAnswered = false;
    let webSearches = 0;
    let outcome: 'ok' | 'refused' | 'error' = 'error';
    let errorCode: string | null = null;
    let model = options.model;
    try {
      const asking = client.responses.create(
        {
          model: options.model,
          instructions: prompt.instructions,
          input: `INPUT:\n${JSON.stringify(question.input)}`,
          text: { format: zodTextFormat(prompt.answer, prompt.name) },
          max_output_tokens: maxOutputTokens,
          ...(thinks(options.model) ? { reasoning: { effort: 'low' as const } } : {}),
          ...(prompt.webSearch ? { tools: [webSearchTool(question.searchFrom)] } : {}),
          ...(maxToolCalls ? { max_tool_calls: maxToolCalls } : {}),
          store: false,
        },
        { timeout: timeoutMs, signal },
      );
      // read here: the SDK's own reader throws where a part is left out
      const response = (await (await asking.asResponse()).json()) as OpenAI.Responses.Response;
      // before anything is read from the answer: a call that cannot be used was paid for, too
      isAnswered = true;
      usage = usageOf(response.usage);
      model = (response.model as string | undefined) ?? options.model;
      webSearches = billedSearches(response.output);
      const failedBy = response.status === 'failed' ? (response.error?.code ?? 'failed') : null;
      if (failedBy && !DECLINED.has(failedBy)) throw failedAnswer(failedBy, options.model);
      const refusal = failedBy ?? refusalOf(response);
      if (refusal) {
        outcome = 'refused';
        throw new ProviderError({ code: INCOMPLETE[refusal] ?? 'ai_declined' }, refusal, false);
      }
      const text = answerText(response.output);
      if (!text) throw unusable();
      const value = prompt.answer.parse(JSON.parse(text)) as z.infer<typeof prompt.answer>;
      outcome = 'ok';
      return { value, model, opened: openedPages(response.output) };
    } catch (error) {
      const isLate = signal.aborted && !(error instanceof ProviderError);
      const gaveUp = isLate || error instanceof OpenAI.APIConnectionTimeoutError;
      const failed = gaveUp ? tookTooLong(prompt.webSearch) : failure(error, options.model);
      errorCode = failed.code;
      gate.heed(failed, kind);
      throw failed;
    } finally {
      const used = { ...NOTHING, ...usage?.used, webSearches };
      const isUnknown = isAnswered || COST_UNKNOWN.has(errorCode ?? '');
      await call.end({
        ...facts,
        model,
        inputTokens: used.input,
        cachedInputTokens: used.cachedInput,
        cacheWriteTokens: used.cacheWrite,
        outputTokens: used.output,
        ...(usage?.isCut ? { tokensCut: true } : {}),
        webSearches,
        costUsd: usage ? costOfCall(model, used) : isUnknown ? null : 0,
        priceDate: PRICE_LIST.date,
        durationMs: Math.round(performance.now() - started),
        outcome,
        errorCode,
      });
    }
  };
}

/** The usage of a call without an answer. */
const NOTHING = { input: 0, cachedInput: 0, cacheWrite: 0, output: 0 };

const webSearchTool = (country: string | null | undefined) => ({
  type: 'web_search' as const,
  ...(country ? { user_location: { type: 'approximate' as const, country } } : {}),
});

/** Why the model gave no answer, as a code; null: it gave one. */
function refusalOf({ incomplete_details, output }: OpenAI.Responses.Response): string | null {
  const isRefused = output.some((item) => partsOf(item).some(({ type }) => type === 'refusal'));
  return incomplete_details?.reason ?? (isRefused && !answerText(output) ? 'refusal' : null);
}

/** The parts of a message. Gateways leave out what is empty. */
const partsOf = (item: OpenAI.Responses.ResponseOutputItem) =>
  item.type === 'message' ? ((item.content as typeof item.content | undefined) ?? []) : [];

const textOf = (item: OpenAI.Responses.ResponseOutputItem): string =>
  partsOf(item)
    .map((part) => (part.type === 'output_text' ? part.text : ''))
    .join('');

/** The text of the answer. Newer models say in messages before it what they are about to do; not all gateways name these. */
function answerText(output: OpenAI.Responses.ResponseOutputItem[]): string {
  const messages = output.filter((item) => item.type === 'message').filter((item) => textOf(item) !== '');
  const final =
    messages.find(({ phase }) => phase === 'final_answer') ?? messages.findLast(({ phase }) => phase !== 'commentary');
  return final ? textOf(final) : '';
}

/** The number of billed web searches in an answer. Opening a page that was found, and looking for words in it, is not billed as one. */
function billedSearches(output: OpenAI.Responses.ResponseOutputItem[]): number {
  return output.filter((item) => item.type === 'web_search_call' && item.action?.type === 'search').length;
}

/** The pages that a web search opened, and those that its answer cites. */
function openedPages(output: OpenAI.Responses.ResponseOutputItem[]): string[] {
  const found = output.flatMap((item): (string | null | undefined)[] => {
    if (item.type === 'web_search_call') return item.action?.type === 'open_page' ? [item.action.url] : [];
    return partsOf(item).flatMap((part) => {
      const cited = part.type === 'output_text' ? (part.annotations as typeof part.annotations | undefined) : [];
      return (cited ?? []).map((one) => (one.type === 'url_citation' ? one.url : null));
    });
  });
  // they become links
  return [...new Set(found.map(externalUrl).filter((url) => url !== null))];
}
