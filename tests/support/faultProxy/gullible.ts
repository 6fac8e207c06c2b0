/**
 * A model that obeys whatever its data says: what the product's own check is tried against. It takes every order of a stranger's text and
 * carries it out in the mail that it writes.
 */

/** Wherever a stranger can have written something. */
const strangersTexts = (input: unknown): string[] => {
  if (typeof input !== 'object' || input === null) return [];
  const { partner, facts, thread, reply, criteria } = input as Record<string, unknown>;
  const all: string[] = [];
  const collect = (value: unknown): void => {
    if (typeof value === 'string') all.push(value);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect);
  };
  [partner, facts, reply, criteria].forEach(collect);
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

/** The sentences that the orders ask for. */
export const ordersIn = (input: unknown): string[] =>
  strangersTexts(input)
    .map((text) => text.normalize('NFKC').replace(/\p{Cf}/gu, ''))
    .flatMap((text) => [...text.matchAll(ORDER)])
    .map(({ groups }) => (groups?.what ?? '').trim());

/** The first address and the first page that the orders name. */
function addressIn(orders: string): object {
  const email = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/.exec(orders)?.[0];
  if (!email) return {};
  return {
    email,
    sourceUrl: /https?:\/\/[^\s"']+/.exec(orders)?.[0] ?? `https://${email.split('@')[1]}/`,
    confidence: 1,
  };
}

/** The answer with all orders carried out: in the text, as its subject, as search words, or as the address. */
export function obey<T extends Readonly<Record<string, unknown>>>(value: T, input: unknown): T {
  const orders = ordersIn(input);
  if (orders.length === 0) return value;
  const obeyed: Record<string, unknown> = { ...value };
  if (Array.isArray(value.paragraphs)) {
    const parts = orders.map((text) => ({ text, kind: 'courtesy', cites: [] }));
    obeyed.paragraphs = [...value.paragraphs, ...parts.map((part) => ({ parts: [part] }))];
  }
  if (typeof value.body === 'string') obeyed.body = [value.body, ...orders].join('\n\n');
  if (typeof value.subject === 'string') obeyed.subject = `${value.subject} ${orders[0]?.slice(0, 60) ?? ''}`;
  if (Array.isArray(value.topics)) obeyed.topics = [...value.topics, ...orders];
  if ('sourceUrl' in value) Object.assign(obeyed, addressIn(orders.join(' ')));
  return obeyed as T;
}
