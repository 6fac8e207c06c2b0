import { z } from 'zod';

const MOST_WORDS = 1_000;

const words = z.string().nullish().catch(null);
const errorShape = z.object({
  message: words,
  type: words,
  param: words,
  // a number is the status once more
  code: z.union([z.string(), z.number()]).nullish().catch(null),
  metadata: z.unknown().optional(),
});

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** LM Studio and OpenRouter answer some errors with 200. An answer of OpenAI that failed has its parts, or says `failed`. */
const isHiddenError = (body: unknown): body is Record<string, unknown> =>
  isObject(body) &&
  Boolean(body.error) &&
  body.status !== 'failed' &&
  !['output', 'choices', 'data'].some((key) => Array.isArray(body[key]));

function hiddenStatus(error: unknown): number {
  const code = isObject(error) ? error.code : null;
  if (typeof code === 'number' && code >= 400 && code <= 599) return code;
  return typeof error === 'string' && /unexpected endpoint/i.test(error) ? 404 : 500;
}

/** Gives every error the form of OpenAI's. FastAPI says `detail`, LM Studio a mere text, and vLLM was without `error`. */
export function plainAnswer(status: number, text: string): { status: number; text: string } {
  const body = parsed(text);
  const isHidden = status < 400 && isHiddenError(body);
  if (status < 400 && !isHidden) return { status, text };
  const said = isObject(body) ? (body.error ?? body.detail ?? body) : text;
  const form = errorShape.safeParse(isObject(said) && !Array.isArray(said) ? said : {});
  const { message, type, param, code, metadata } = form.data ?? {};
  const sentence = message ?? (typeof said === 'string' ? said : JSON.stringify(said));
  // OpenRouter wraps the error of the provider behind it
  const more = metadata ? ` ${JSON.stringify(metadata)}` : '';
  const error = {
    message: (sentence + more).slice(0, MOST_WORDS),
    type: type ?? null,
    param: param ?? null,
    code: typeof code === 'string' ? code : null,
  };
  return { status: isHidden ? hiddenStatus(said) : status, text: JSON.stringify({ error }) };
}
