/** Figures of any script as a text has them. It reads digits and signs, and no words. */

const DIGITS = String.raw`\p{Nd}+(?:[.,'’٫٬\u00a0\u202f]\p{Nd}+)*`;
const CURRENCY = 'USD|EUR|GBP|CAD|AUD|NZD|CHF|PLN|CZK|HUF|SEK|NOK|DKK|JPY|CNY|INR|BRL|MXN|ZAR|TRY';
const FIGURE = new RegExp(
  String.raw`(?<![\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}_@#])(?:(?<before>\p{Sc}|(?:${CURRENCY})(?=[\s\p{Nd}]))\s?)?(?<number>${DIGITS})(?<times>k|K|M)?(?![\p{Script=Latin}]*\p{Nd})(?:\s?(?<after>[%％﹪٪‰]|\p{Sc}|[円元원]|(?:${CURRENCY})(?![\p{L}])))?`,
  'gu',
);
const PERCENT = /[％﹪٪]/gu;

/** The digits of every script as ASCII. */
const inAscii = (text: string): string =>
  text.normalize('NFKC').replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    if (code < 0x80) return digit;
    let first = code;
    while (code - first < 9 && /\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
    return String(code - first);
  });

const GROUPED = /^\d{1,3}(?:([.,'’٬\u00a0\u202f ])\d{3})(?:\1\d{3})*(?!\d)/;

/** "12,345" and "12.345" are thousands, "3,5" and "3.5" are not. */
function amountOf(number: string): number {
  const plain = inAscii(number);
  const whole = GROUPED.exec(plain)?.[0];
  if (!whole) return Number(plain.replace(/[,٫]/, '.').replace(/[^\d.]/g, ''));
  return Number(whole.replace(/\D/g, '') + plain.slice(whole.length).replace(/[,٫]/, '.'));
}

/** `value`: the number. `unit`: its sign; empty: none. `text`: as the text has it. */
export type FigureToken = { text: string; value: number; unit: string };

export const figureTokens = (text: string): FigureToken[] =>
  [...text.matchAll(FIGURE)].map(({ 0: whole, groups = {} }) => {
    const times = groups.times === undefined ? 1 : groups.times === 'M' ? 1e6 : 1e3;
    const unit = (groups.after ?? groups.before ?? '').replace(PERCENT, '%').normalize('NFKC');
    return { text: whole.trim(), value: amountOf(groups.number ?? '') * times, unit };
  });
