import OpenAI from 'openai';
import { Agent, fetch } from 'undici';
import type { AiLack } from '../../../events/ai/aiServer.ts';
import { type AiModels, modelsOf } from '../../../events/ai/aiTasks.ts';
import { type ProviderGate, providerGate } from '../providerGate.ts';
import { type Dialect, firstDialect } from './dialect.ts';
import { AI } from './failure.ts';
import { plainAnswer } from './plainAnswer.ts';

/** For questions about the account. */
const TIMEOUT_MS = 30_000;

/** `model`: of all tasks but embeddings. */
export type OpenAiOptions = {
  apiKey: string;
  baseUrl: string | undefined;
  timeoutMs?: number;
} & ({ model: string } | { models: AiModels });

/** fetch of itself gives up after 300 s without an answer; ours is the only limit. */
const patient = new Agent({ headersTimeout: 0, bodyTimeout: 0 });

/** Reads the whole answer, and gives errors the form of OpenAI's. */
const patientFetch = (async (url: string, init: RequestInit) => {
  const response = await fetch(url, { ...(init as object), dispatcher: patient, redirect: 'manual' });
  const { status, text } = plainAnswer(response.status, await response.text());
  const headers = Object.fromEntries(
    [...response.headers].filter(([name]) => name !== 'content-encoding' && name !== 'content-length'),
  );
  return new Response(text === '' ? null : text, { status, headers });
}) as unknown as typeof globalThis.fetch;

/** OpenAI's client without its own retries. */
const openClient = (options: OpenAiOptions): OpenAI =>
  new OpenAI({
    apiKey: options.apiKey,
    baseURL: options.baseUrl ?? null,
    maxRetries: 0,
    fetch: patientFetch,
    timeout: options.timeoutMs ?? TIMEOUT_MS,
  });

/** A server that speaks as OpenAI does, and what this process learned of it. */
export type AiServer = {
  client: OpenAI;
  gate: ProviderGate;
  models: AiModels;
  timeoutMs: number | undefined;
  /** false: it is OpenAI itself, which lacks nothing. */
  isOther: boolean;
  lacks: ReadonlySet<AiLack>;
  learn(lack: AiLack): void;
  /** How a model is asked. */
  dialectOf(model: string): Dialect;
  keepDialect(model: string, dialect: Dialect): void;
  /** Counts the answers to web searches that show no search. */
  unsearched: number;
};

export const serverOf = (ai: OpenAiOptions | AiServer): AiServer => ('client' in ai ? ai : aiServer(ai));

/** `onLack`: called once for each. */
export function aiServer(options: OpenAiOptions, onLack?: (lacks: AiLack[]) => void): AiServer {
  const lacks = new Set<AiLack>();
  const dialects = new Map<string, Dialect>();
  return {
    client: openClient(options),
    gate: providerGate(AI.provider),
    models:
      'models' in options
        ? options.models
        : modelsOf({ OPENAI_MODEL: options.model, OPENAI_BASE_URL: options.baseUrl }),
    timeoutMs: options.timeoutMs,
    isOther: options.baseUrl !== undefined,
    lacks,
    learn(lack) {
      if (lacks.has(lack)) return;
      lacks.add(lack);
      onLack?.([...lacks]);
    },
    dialectOf: (model) => dialects.get(model) ?? firstDialect(model),
    keepDialect: (model, dialect) => void dialects.set(model, dialect),
    unsearched: 0,
  };
}
