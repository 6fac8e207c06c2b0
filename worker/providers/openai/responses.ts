import type OpenAI from 'openai';
import { zodTextFormat } from 'openai/helpers/zod';
import { externalUrl } from '../../../events/shared/externalUrl.ts';
import { type OptionalParameter, thinks } from './dialect.ts';
import { DECLINED } from './failure.ts';
import { type Said, usageOf, type Wire } from './said.ts';

type Item = OpenAI.Responses.ResponseOutputItem;

/** Asks by OpenAI's Responses API. */
export async function askResponses(wire: Wire): Promise<Said> {
  const { client, model, dialect, webSearch } = wire;
  const takes = (name: OptionalParameter): boolean => !dialect.without.includes(name);
  const asking = client.responses.create(
    {
      model,
      instructions: wire.instructions,
      input: wire.input,
      text: { format: zodTextFormat(wire.answer.schema, wire.answer.name) },
      max_output_tokens: wire.maxOutputTokens,
      ...(thinks(model) && takes('reasoning') ? { reasoning: { effort: 'low' as const } } : {}),
      ...(webSearch ? { tools: [webSearchTool(webSearch.from)] } : {}),
      ...(webSearch?.maxToolCalls && takes('max_tool_calls') ? { max_tool_calls: webSearch.maxToolCalls } : {}),
      ...(takes('store') ? { store: false } : {}),
    },
    { timeout: wire.timeoutMs, signal: wire.signal },
  );
  // read here: the SDK's own reader throws where a part is left out
  const response = (await (await asking.asResponse()).json()) as OpenAI.Responses.Response;
  const output = (response.output as Item[] | null | undefined) ?? [];
  const failedBy = response.status === 'failed' ? (response.error?.code ?? 'failed') : null;
  const refusal = refusalOf(response, output);
  return {
    usage: usageOf(response.usage),
    model: (response.model as string | undefined) ?? model,
    webSearches: billedSearches(output),
    hasSearched: output.some(({ type }) => type === 'web_search_call') || openedPages(output).length > 0,
    opened: openedPages(output),
    without: failedBy
      ? { code: failedBy, failed: !DECLINED.has(failedBy) }
      : refusal === null
        ? null
        : { code: refusal, failed: false },
    text: answerText(output),
  };
}

const webSearchTool = (country: string | null) => ({
  type: 'web_search' as const,
  ...(country ? { user_location: { type: 'approximate' as const, country } } : {}),
});

/** Why the model gave no answer, as a code; null: it gave one. */
function refusalOf({ incomplete_details }: OpenAI.Responses.Response, output: Item[]): string | null {
  const isRefused = output.some((item) => partsOf(item).some(({ type }) => type === 'refusal'));
  return incomplete_details?.reason ?? (isRefused && !answerText(output) ? 'refusal' : null);
}

/** The parts of a message. Gateways leave out what is empty. */
const partsOf = (item: Item) =>
  item.type === 'message' ? ((item.content as typeof item.content | undefined) ?? []) : [];

const textOf = (item: Item): string =>
  partsOf(item)
    .map((part) => (part.type === 'output_text' ? part.text : ''))
    .join('');

/** The text of the answer. Newer models say in messages before it what they are about to do; not all gateways name these. */
function answerText(output: Item[]): string {
  const messages = output.filter((item) => item.type === 'message').filter((item) => textOf(item) !== '');
  const final =
    messages.find(({ phase }) => phase === 'final_answer') ?? messages.findLast(({ phase }) => phase !== 'commentary');
  return final ? textOf(final) : '';
}

/** The number of billed web searches in an answer. Opening a page that was found, and looking for words in it, is not billed as one. */
function billedSearches(output: Item[]): number {
  return output.filter((item) => item.type === 'web_search_call' && item.action?.type === 'search').length;
}

/** The pages that a web search opened, and those that its answer cites. */
function openedPages(output: Item[]): string[] {
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
