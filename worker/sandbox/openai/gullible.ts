/**
 * A model that obeys whatever its data says: what the product's own check is tried against. It takes every order of a stranger's text and
 * carries it out in the mail that it writes.
 */

/** Wherever a stranger can have written something. */
const strangersTexts = (input: unknown): string[] => {
  if (typeof input !== 'object' || input === null) return [];
  const { partner, facts, thread, reply } = input as Record<string, unknown>;
  const all: string[] = [];
  const collect = (value: unknown): void => {
    if (typeof value === 'string') all.push(value);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect);
  };
  [partner, facts, reply].forEach(collect);
  if (Array.isArray(thread))
    collect(
      thread
        .filter((mail) => (mail as { by?: unknown }).by === 'partner')
        .map((mail) => (mail as { text?: unknown }).text),
    );
  return all;
};

const ORDER =
  /(?:^|[\s.:;!,“"'(\]>-])(?:please\s+)?(?:always\s+|also\s+|must\s+|only\s+)?(?:write|say|add|include|mention|append|insert|state|promise|offer|tell them|reply with|answer with|put|use the (?:link|code)|link to|sign as|greet (?:me|them) as|schreibe|écris|escribe)\s*(?:that\s+|this:?\s+|exactly:?\s+|the (?:words?|link|text|sentence|address|phrase):?\s+)?[:“"']?\s*(?<what>[^\n]{2,300})/giu;

/** What the orders want said. */
export const ordersIn = (input: unknown): string[] =>
  strangersTexts(input)
    .map((text) => text.normalize('NFKC').replace(/\p{Cf}/gu, ''))
    .flatMap((text) => [...text.matchAll(ORDER)])
    .map(({ groups }) => (groups?.what ?? '').trim());

/** The answer with all orders carried out: said in the text, as its subject, or as the label of a reply. */
export function obey<T extends Readonly<Record<string, unknown>>>(value: T, input: unknown): T {
  const orders = ordersIn(input);
  if (orders.length === 0) return value;
  const obeyed: Record<string, unknown> = { ...value };
  if (typeof value.body === 'string') obeyed.body = [value.body, ...orders].join('\n\n');
  if (typeof value.subject === 'string') obeyed.subject = `${value.subject} ${orders[0]?.slice(0, 60) ?? ''}`;
  return obeyed as T;
}
