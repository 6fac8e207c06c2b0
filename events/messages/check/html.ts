/** The tags that people type in letters or paste with a text. Other words in angle brackets are addresses, placeholders or prose. */
const TAG =
  /<\/?(a|abbr|article|b|big|blockquote|body|br|button|center|code|dd|del|div|dl|dt|em|embed|figure|font|footer|form|h[1-6]|head|header|hr|html|i|iframe|img|input|ins|label|li|link|main|mark|meta|nav|object|ol|p|pre|s|script|section|small|span|strike|strong|style|sub|sup|svg|table|tbody|td|textarea|tfoot|th|thead|title|tr|tt|u|ul|video)(?:\s[^<>]*)?\/?>/gi;

/** The first tag of each kind: its end need not be named, too. */
export function htmlTags(text: string): string[] {
  const found = new Map<string, string>();
  for (const [tag, name = ''] of text.matchAll(TAG)) {
    const kind = name.toLowerCase();
    if (!found.has(kind)) found.set(kind, tag);
  }
  return [...found.values()];
}

export const isHtmlTag = (quote: string): boolean => htmlTags(quote)[0] === quote;
