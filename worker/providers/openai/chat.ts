import type OpenAI from 'openai';
import { zodResponseFormat } from 'openai/helpers/zod';
import { z } from 'zod';
import { thinks } from './dialect.ts';
import { type Said, usageOf, type Wire } from './said.ts';

/** What is read of an answer. Servers leave out much of the rest. */
const completion = z.object({
  model: z.string().nullish(),
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        message: z.object({
          content: z.union([z.string(), z.array(z.object({ text: z.string().default('') }))]).nullish(),
          refusal: z.string().nullish(),
        }),
      }),
    )
    .min(1),
});

/** By the reasons of the Responses API. */
const INCOMPLETE: Readonly<Record<string, string>> = { length: 'max_output_tokens', content_filter: 'content_filter' };

/** Asks by chat completions, which every compatible server has. The schema is also in the instructions: some servers take it and ignore it. */
export async function askChat(wire: Wire): Promise<Said> {
  const { client, model, dialect, answer } = wire;
  const format = zodResponseFormat(answer.schema, answer.name);
  const { schema } = format.json_schema;
  const asking = client.chat.completions.create(
    {
      model,
      messages: [
        {
          role: 'system',
          content: `${wire.instructions}\nAnswer with one JSON object of this JSON schema, and nothing else:\n${JSON.stringify(schema)}`,
        },
        { role: 'user', content: wire.input },
      ],
      [dialect.limit]: wire.maxOutputTokens,
      ...(thinks(model) && !dialect.without.includes('reasoning') ? { reasoning_effort: 'low' as const } : {}),
      ...formatOf(dialect.format, format),
    } as OpenAI.Chat.ChatCompletionCreateParamsNonStreaming,
    { timeout: wire.timeoutMs, signal: wire.signal },
  );
  const said = (await (await asking.asResponse()).json()) as { model?: unknown; usage?: unknown };
  const { data } = completion.safeParse(said);
  const [choice] = data?.choices ?? [];
  const content = choice?.message.content ?? '';
  const text = typeof content === 'string' ? content : content.map((part) => part.text).join('');
  const code = INCOMPLETE[choice?.finish_reason ?? ''] ?? (choice?.message.refusal ? 'refusal' : null);
  return {
    usage: usageOf(said.usage),
    model: data?.model || model,
    ...{ webSearches: 0, hasSearched: false, opened: [] },
    without: code === null ? null : { code, failed: false },
    text,
  };
}

function formatOf(format: Wire['dialect']['format'], schema: ReturnType<typeof zodResponseFormat>) {
  if (format === 'words') return {};
  return { response_format: format === 'json_schema' ? schema : { type: 'json_object' as const } };
}
