import type { z } from 'zod';
import type { Cause } from '../../../db/log/commit.ts';
import type { AiOperation } from '../../../events/ai/aiCall.ts';
import { modelFor, taskOf } from '../../../events/ai/aiTasks.ts';
import type { PlainCode } from '../../../events/shared/reasons.ts';
import type { AiCalls } from '../../aiCalls.ts';
import { ProviderError } from '../providerError.ts';
import { askChat } from './chat.ts';
import { afterRefusal, afterWrongForm, type Dialect, lacksResponses, refusesWebSearch } from './dialect.ts';
import { type Asked, failedAnswer, noWebSearch, refusalIn, unusable } from './failure.ts';
import { type Meter, recordedCall } from './recordedCall.ts';
import { askResponses } from './responses.ts';
import { jsonIn, type Said, type Wire } from './said.ts';
import { type AiServer, type OpenAiOptions, serverOf } from './server.ts';

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

/** A kind of question: its name on the wire, its version, the instructions, and the shape of its answer. */
export type Prompt<S extends z.ZodType> = {
  operation: AiOperation;
  name: string;
  version: string;
  instructions: string;
  answer: S;
  webSearch?: boolean;
};

/** As calls, texts and judgments name their prompt. */
export const versionOf = ({ name, version }: { name: string; version: string }): string => `${name}@${version}`;

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

/** Why an answer has no end. */
const INCOMPLETE: Readonly<Record<string, PlainCode>> = {
  max_output_tokens: 'ai_cut_off',
  content_filter: 'ai_answer_filtered',
};

/** After so many answers in a row that show no search, the server ignores the tool. */
const UNSEARCHED = 2;

/** Opens the way to OpenAI, or to a server that speaks as it does. */
export function openAi(calls: AiCalls, ai: OpenAiOptions | AiServer): AskAi {
  const server = serverOf(ai);
  return async (prompt, question) => {
    const { operation, webSearch } = prompt;
    if (webSearch && (server.lacks.has('web_search') || server.lacks.has('responses'))) throw noWebSearch();
    const model = modelFor(server.models, operation);
    const limits = LIMITS[operation];
    const timeoutMs = server.timeoutMs ?? limits.timeoutMs;
    const call = {
      ...{ operation, model, timeoutMs, promptVersion: `${prompt.name}@${prompt.version}` },
      ...(webSearch ? { webSearch } : {}),
    };
    return recordedCall(calls, server, question, call, async (meter, signal) => {
      const wire: Omit<Wire, 'dialect'> = {
        ...{ client: server.client, model, signal, timeoutMs, maxOutputTokens: limits.maxOutputTokens },
        instructions: prompt.instructions,
        input: `INPUT:\n${JSON.stringify(question.input)}`,
        answer: { name: prompt.name, schema: prompt.answer },
        webSearch: webSearch ? { from: question.searchFrom ?? null, maxToolCalls: limits.maxToolCalls } : null,
      };
      const { said, dialect } = await askWell(server, wire);
      meterOf(meter, said);
      const text = textOf(said, { model, tasks: [taskOf(operation)] }, meter);
      const value = readValue(prompt, text);
      if (value === null) {
        if (server.isOther && !webSearch && !dialect.isProved) server.keepDialect(model, afterWrongForm(dialect));
        throw unusable();
      }
      if (!webSearch) server.keepDialect(model, { ...dialect, isProved: true });
      return { value: value.data, model: said.model, opened: said.opened };
    });
  };
}

function meterOf(meter: Meter, said: Said): void {
  meter.isAnswered = true;
  meter.usage = said.usage;
  meter.model = said.model;
  meter.webSearches = said.webSearches;
}

/** Asks, and again in another form while the server refuses the form. Throws the error of the last one. */
export async function askWell(
  server: AiServer,
  wire: Omit<Wire, 'dialect'>,
): Promise<{ said: Said; dialect: Dialect }> {
  const known = server.dialectOf(wire.model);
  let dialect: Dialect = wire.webSearch ? { ...known, api: 'responses', format: 'json_schema' } : known;
  const tried = new Set<string>();
  let isWithoutResponses = false;
  for (;;) {
    tried.add(JSON.stringify(dialect));
    try {
      const said = await (dialect.api === 'responses' ? askResponses : askChat)({ ...wire, dialect });
      if (dialect.api === 'chat' && isWithoutResponses) server.learn('responses');
      if (dialect.format !== 'json_schema') server.learn('json_schema');
      if (wire.webSearch && server.isOther) countUnsearched(server, said);
      return { said, dialect };
    } catch (error) {
      const refusal = refusalIn(error);
      if (!refusal) throw error;
      const next = afterRefusal(dialect, refusal, server.isOther);
      if (wire.webSearch && server.isOther && (refusesWebSearch(refusal) || next?.api === 'chat')) {
        server.learn('web_search');
        throw noWebSearch();
      }
      if (!next || tried.has(JSON.stringify(next))) throw error;
      isWithoutResponses ||= dialect.api === 'responses' && lacksResponses(refusal);
      dialect = next;
    }
  }
}

function countUnsearched(server: AiServer, said: Said): void {
  server.unsearched = said.hasSearched ? 0 : server.unsearched + 1;
  if (server.unsearched >= UNSEARCHED) server.learn('web_search');
}

/** The text of an answer. Throws the ProviderError of an answer without one. */
function textOf({ without, text }: Said, asked: Asked, meter: Meter): string {
  if (without?.failed) throw failedAnswer(without.code, asked);
  if (without) {
    meter.isRefused = true;
    throw new ProviderError({ code: INCOMPLETE[without.code] ?? 'ai_declined' }, without.code, false);
  }
  return text;
}

/** null: it has another form. */
function readValue<S extends z.ZodType>(prompt: Prompt<S>, text: string): { data: z.infer<S> } | null {
  try {
    const { success, data } = prompt.answer.safeParse(jsonIn(text));
    return success ? { data } : null;
  } catch {
    return null;
  }
}
