import { z } from 'zod';
import { BadRequest } from './operations.ts';

const Part = z.object({ type: z.string(), text: z.string().optional() });
const Item = z.object({
  role: z.string().optional(),
  content: z.union([z.string(), z.array(Part)]).optional(),
});
const Format = z.object({
  type: z.string(),
  name: z.string().optional(),
  strict: z.boolean().nullish(),
  schema: z.record(z.string(), z.unknown()).optional(),
});

const Responses = z.object({
  model: z.string().min(1),
  input: z.union([z.string(), z.array(Item)]),
  instructions: z.string().nullish(),
  text: z.object({ format: Format.optional() }).optional(),
  tools: z
    .array(
      z.looseObject({
        type: z.string(),
        user_location: z
          .looseObject({
            type: z.literal('approximate'),
            country: z
              .string()
              .regex(/^[A-Z]{2}$/)
              .nullish(),
          })
          .nullish(),
      }),
    )
    .default([]),
  include: z.array(z.string()).nullish(),
  stream: z.boolean().nullish(),
  temperature: z.number().nullish(),
  max_output_tokens: z.int().min(16).nullish(),
  reasoning: z.object({ effort: z.enum(['none', 'low', 'medium', 'high', 'xhigh', 'max']).nullish() }).nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
});

const Chat = z.object({
  model: z.string().min(1),
  messages: z.array(Item).min(1),
  response_format: z.object({ type: z.string(), json_schema: Format.omit({ type: true }).optional() }).optional(),
  stream: z.boolean().nullish(),
});

export type ResponsesCall = z.infer<typeof Responses>;
export type ChatCall = z.infer<typeof Chat>;

export const parse = <T>(schema: z.ZodType<T>, body: unknown): T => {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const field = issue?.path.join('.') || 'body';
  throw new BadRequest(`Invalid value for '${field}': ${issue?.message}`, field);
};

const refuseStream = <T extends { stream?: boolean | null | undefined }>(call: T): T => {
  if (call.stream) throw new BadRequest('The sandbox does not stream; leave out stream.', 'stream');
  return call;
};

/** Whether a model thinks before it answers. */
export const thinks = (model: string): boolean => /^(gpt-([5-9]|\d\d)|o\d)/.test(model);

export const parseResponsesCall = (body: unknown): ResponsesCall => {
  const call = refuseStream(parse(Responses, body));
  // as the real ones that reason
  if (call.temperature != null && thinks(call.model))
    throw new BadRequest("Unsupported parameter: 'temperature' is not supported with this model.", 'temperature');
  if (call.reasoning && !thinks(call.model))
    throw new BadRequest(
      "Unsupported parameter: 'reasoning.effort' is not supported with this model.",
      'reasoning.effort',
    );
  return call;
};
export const parseChatCall = (body: unknown): ChatCall => refuseStream(parse(Chat, body));

type Items = z.infer<typeof Item>[];

const textOf = (content: Items[number]['content']): string =>
  typeof content === 'string' ? content : (content ?? []).map((part) => part.text ?? '').join('\n');

/** All text that the model would read, for counting tokens. */
export const readText = (input: string | Items, instructions?: string | null): string =>
  [instructions ?? '', typeof input === 'string' ? input : input.map(({ content }) => textOf(content)).join('\n')].join(
    '\n',
  );

/** The JSON object after the line `INPUT:` in the last user message. Throws BadRequest when there is none. */
export const inputObject = (input: string | Items): unknown => {
  const last = typeof input === 'string' ? input : textOf(input.findLast(({ role }) => role === 'user')?.content);
  const json = last.match(/(?:^|\n)INPUT:[^\S\n]*\n?([\s\S]*)$/)?.[1];
  if (json === undefined)
    throw new BadRequest(
      'The sandbox reads a line "INPUT:" followed by one JSON object; the last user message has none.',
      'input',
    );
  try {
    return JSON.parse(json);
  } catch {
    throw new BadRequest('The text after "INPUT:" is not one JSON object.', 'input');
  }
};

/** The name of the strict json_schema format. Throws BadRequest for any other format. */
export const schemaName = (format: { type?: string; name?: string | undefined } | undefined): string => {
  if (format?.type === 'json_schema' && format.name) return format.name;
  throw new BadRequest('The sandbox answers only text.format of type json_schema with a name.', 'text.format');
};

/** A strict schema binds the model: the value with exactly the asked properties, or BadRequest naming what is missing. */
export const fitted = (value: Readonly<Record<string, unknown>>, schema: Record<string, unknown> | undefined) => {
  const wanted = Object.keys((schema?.properties as Record<string, unknown> | undefined) ?? value);
  const missing = wanted.find((key) => !(key in value));
  if (missing)
    throw new BadRequest(
      `The sandbox has no value for the property "${missing}" of this schema.`,
      'text.format.schema',
    );
  return Object.fromEntries(wanted.map((key) => [key, value[key]]));
};
