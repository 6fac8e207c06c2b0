import { isModelMissing, type Refusal } from './failure.ts';

/** Optional parameters that not every model or server takes. */
const OPTIONAL = ['reasoning', 'max_tool_calls', 'store'] as const;
export type OptionalParameter = (typeof OPTIONAL)[number];

/** The names by which refusals name them. */
const NAMED: Readonly<Record<OptionalParameter, RegExp>> = {
  reasoning: /reasoning/i,
  max_tool_calls: /max_tool_calls/i,
  store: /\bstore\b/i,
};

type AnswerFormat = 'json_schema' | 'json_object' | 'words';

/** How a model of a server is asked. `isProved`: it has answered like this. */
export type Dialect = {
  api: 'responses' | 'chat';
  format: AnswerFormat;
  limit: 'max_completion_tokens' | 'max_tokens';
  without: readonly OptionalParameter[];
  isProved: boolean;
};

/** Models that think first refuse some settings of the others, and the other way round. */
export const thinks = (model: string): boolean => /^(openai\/)?(gpt-([5-9]|\d\d)|o\d)/.test(model);

export const firstDialect = (model: string): Dialect => ({
  ...{ api: 'responses', format: 'json_schema', without: [], isProved: false },
  // local servers ignore the newer name, so an answer would have no limit
  limit: thinks(model) ? 'max_completion_tokens' : 'max_tokens',
});

/** The path does not exist. */
export const isMissingPath = (refusal: Refusal): boolean =>
  [404, 405, 501].includes(refusal.status) && !isModelMissing(refusal);

const REFUSES = new Set([400, 404, 415, 422, 501]);
const isRefused = (refusal: Refusal): boolean => REFUSES.has(refusal.status) && !isModelMissing(refusal);

/** A refusal of the web search, or of every tool that the client does not run. */
export const refusesWebSearch = (refusal: Refusal): boolean =>
  isRefused(refusal) && /web_search|\btools?\b/i.test(refusal.says);

const SPEAKS_OF_RESPONSES =
  /responses?[ _-]?api|\/responses\b|unknown (endpoint|path|url)|endpoint.*not (found|supported)/i;
// "No endpoints found that can handle the requested parameters": OpenRouter
const SPEAKS_OF_FORMAT =
  /response_format|json_schema|json_object|text\.format|structured|guided|grammar|requested parameters/i;

/** The next form of the question after a refusal. null: the form is not the reason. `isOther`: the server is not OpenAI itself. */
export function afterRefusal(dialect: Dialect, refusal: Refusal, isOther: boolean): Dialect | null {
  if (!isRefused(refusal) && !isMissingPath(refusal)) return null;
  const named = OPTIONAL.find((name) => !dialect.without.includes(name) && NAMED[name].test(refusal.says));
  if (named && refusal.status !== 404) return { ...dialect, without: [...dialect.without, named] };
  if (!isOther) return null;
  if (dialect.api === 'responses') {
    return lacksResponses(refusal) || SPEAKS_OF_FORMAT.test(refusal.says) ? { ...dialect, api: 'chat' } : null;
  }
  // "Use 'max_completion_tokens' instead" names both, the refused one first
  const limit = /max_(?:completion_)?tokens/.exec(refusal.says)?.[0];
  if (limit === dialect.limit)
    return { ...dialect, limit: limit === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens' };
  if (SPEAKS_OF_FORMAT.test(refusal.says)) return inWords(dialect);
  // an answer of the wrong form led here, and there is no such path
  return isMissingPath(refusal) ? { ...dialect, api: 'responses' } : null;
}

/** Whether a refusal says that there is no Responses API. */
export const lacksResponses = (refusal: Refusal): boolean =>
  SPEAKS_OF_RESPONSES.test(refusal.says) || (isMissingPath(refusal) && !SPEAKS_OF_FORMAT.test(refusal.says));

/** After an answer of the wrong form, from a server that has not given one of the right form yet: it may ignore the schema. */
export const afterWrongForm = (dialect: Dialect): Dialect =>
  dialect.api === 'responses' ? { ...dialect, api: 'chat' } : (inWords(dialect) ?? dialect);

function inWords(dialect: Dialect): Dialect | null {
  if (dialect.format === 'words') return null;
  return { ...dialect, format: dialect.format === 'json_schema' ? 'json_object' : 'words' };
}
