import { randomUUID } from 'node:crypto';
import type { ChatCompletion } from 'openai/resources/chat/completions';
import type { Response, ResponseOutputItem } from 'openai/resources/responses/responses';
import {
  type ChatCall,
  fitted,
  inputObject,
  parseChatCall,
  parseResponsesCall,
  type ResponsesCall,
  readText,
  schemaName,
  thinks,
} from './call.ts';
import type { Answer } from './inputs.ts';
import { mustBeOffered } from './models.ts';
import { answer } from './operations.ts';

const tokens = (text: string): number => Math.ceil(text.length / 4);

/** A model's thinking tokens, by effort. They are billed as output, and count toward `max_output_tokens`. */
const THINKING = { none: 0, low: 256, medium: 704, high: 1_472, xhigh: 2_944, max: 5_888 };

const thinkingOf = ({ model, reasoning }: ResponsesCall): number =>
  thinks(model) ? THINKING[reasoning?.effort ?? 'medium'] : 0;

const id = (prefix: string): string => `${prefix}_${randomUUID().replaceAll('-', '')}`;

const searchItem = (search: NonNullable<Answer['search']>, withSources: boolean): ResponseOutputItem => ({
  type: 'web_search_call',
  id: id('ws'),
  status: 'completed',
  action: {
    type: 'search',
    query: search.queries[0] ?? '',
    queries: search.queries,
    ...(withSources ? { sources: search.sources.map((url) => ({ type: 'url' as const, url })) } : {}),
  },
});

/** As the real one: what it opens says by whom it was sent there. */
const openedItem = (url: string): ResponseOutputItem => ({
  type: 'web_search_call',
  id: id('ws'),
  status: 'completed',
  action: { type: 'open_page', url: `${url}?utm_source=openai` },
});

const messageItem = (
  text: string,
  cited: string | null | undefined,
  phase?: 'commentary' | 'final_answer',
): ResponseOutputItem => {
  const start = cited ? text.indexOf(cited) : -1;
  const annotations =
    cited && start >= 0
      ? [
          {
            type: 'url_citation' as const,
            start_index: start,
            end_index: start + cited.length,
            title: 'Contact',
            url: cited,
          },
        ]
      : [];
  return {
    type: 'message',
    id: id('msg'),
    status: 'completed',
    role: 'assistant',
    ...(phase && { phase }),
    content: [{ type: 'output_text', text, annotations, logprobs: [] }],
  };
};

/** Answers POST /v1/responses; `origin`: where the web pages of the sandbox lie. Throws BadRequest and NoSuchModel. */
export const createResponse = (body: unknown, now: Date, origin: string): Omit<Response, 'output_text'> => {
  const call: ResponsesCall = parseResponsesCall(body);
  mustBeOffered(call.model, now);
  const format = call.text?.format;
  const name = schemaName(format);
  const canSearch = call.tools.some(({ type }) => type.startsWith('web_search'));
  const input = inputObject(call.input);
  const { value, search } = answer(name, input, canSearch ? origin : null);
  const whole = JSON.stringify(fitted(value, format?.schema));
  const most = call.max_output_tokens ?? Number.POSITIVE_INFINITY;
  const thinking = Math.min(thinkingOf(call), most);
  const cutOff = tokens(whole) > most - thinking;
  const text = cutOff ? whole.slice(0, 4 * (most - thinking)) : whole;
  const outputTokens = thinking + tokens(text);
  const inputTokens = tokens(readText(call.input, call.instructions));
  const seconds = Math.floor(now.getTime() / 1000);
  const withSources = call.include?.includes('web_search_call.action.sources') ?? false;
  return {
    id: id('resp'),
    object: 'response',
    created_at: seconds,
    completed_at: seconds,
    status: cutOff ? 'incomplete' : 'completed',
    background: false,
    error: null,
    incomplete_details: cutOff ? { reason: 'max_output_tokens' } : null,
    instructions: call.instructions ?? null,
    max_output_tokens: call.max_output_tokens ?? null,
    metadata: call.metadata ?? {},
    model: call.model,
    output: [
      ...(thinking > 0 ? [{ type: 'reasoning' as const, id: id('rs'), summary: [] }] : []),
      // a model that thinks says what it is about to do before it uses a tool
      ...(search && thinks(call.model) ? [messageItem('I will look for that on the web.', null, 'commentary')] : []),
      ...(search ? [searchItem(search, withSources), ...search.opened.map(openedItem)] : []),
      // who is cut off while thinking has said nothing
      ...(text === '' ? [] : [messageItem(text, search?.cited, thinks(call.model) ? 'final_answer' : undefined)]),
    ],
    parallel_tool_calls: true,
    previous_response_id: null,
    reasoning: { effort: call.reasoning?.effort ?? null, summary: null },
    service_tier: 'default',
    temperature: call.temperature ?? 1,
    text: { format: { type: 'json_schema', name, schema: format?.schema ?? {}, strict: format?.strict ?? false } },
    tool_choice: 'auto',
    tools: call.tools as unknown as Response['tools'],
    top_p: 1,
    truncation: 'disabled',
    usage: {
      input_tokens: inputTokens,
      input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
      output_tokens: outputTokens,
      output_tokens_details: { reasoning_tokens: thinking },
      total_tokens: inputTokens + outputTokens,
    },
  };
};

/** Answers POST /v1/chat/completions. Throws BadRequest and NoSuchModel. */
export const createChatCompletion = (body: unknown, now: Date): ChatCompletion => {
  const call: ChatCall = parseChatCall(body);
  mustBeOffered(call.model, now);
  const asked = call.response_format;
  const name = schemaName({ type: asked?.type ?? '', name: asked?.json_schema?.name });
  const { value } = answer(name, inputObject(call.messages), null);
  const content = JSON.stringify(fitted(value, asked?.json_schema?.schema));
  const promptTokens = tokens(readText(call.messages));
  const thinking = thinks(call.model) ? THINKING.medium : 0;
  const completionTokens = thinking + tokens(content);
  return {
    id: id('chatcmpl'),
    object: 'chat.completion',
    created: Math.floor(now.getTime() / 1000),
    model: call.model,
    choices: [
      { index: 0, finish_reason: 'stop', logprobs: null, message: { role: 'assistant', content, refusal: null } },
    ],
    usage: {
      prompt_tokens: promptTokens,
      completion_tokens: completionTokens,
      total_tokens: promptTokens + completionTokens,
      prompt_tokens_details: { cached_tokens: 0 },
      completion_tokens_details: { reasoning_tokens: thinking },
    },
  };
};
