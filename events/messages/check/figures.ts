/** Numbers, percentages, amounts and codes of a text: those that nobody has said are invented. */
import { LANGUAGES, type Language } from '../../shared/languages.ts';
import { currencyOf, isNamedAfter } from './currencies.ts';
import { type Flaw, MOST_FLAWS } from './flaw.ts';
import { countsInHan, numbersInWords, valuesInWords } from './numberWords.ts';
import { bare, sentenceAt, wordsOf } from './words.ts';

type Figure = {
  kind: 'percent' | 'money' | 'number';
  value: number;
  currency: string;
  at: number;
  text: string;
  after: string;
};

const NUMBER = String.raw`\d{1,3}(?:[.,'’\u202f\u00a0]\d{3})+(?:[.,]\d{1,2})?(?!\d)|\d+(?:[.,]\d+)?`;
const PERCENT = String.raw`%|percent|per cent|pro[cs]ent\p{L}*|Prozent|pour cent|por ciento|per cento|por cento|パーセント|퍼센트|प्रतिशत|(?:في |ب)ال(?:مئة|مائة)`;
const MONEY = 'USD|EUR|GBP|CAD|CHF|[Dd]ollars?|[Ee]uros?|[Pp]ounds?|[€$£¥円元원]';
/** Scripts without spaces: a letter of theirs may touch a figure. */
const UNSPACED = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}`;
const NO_LETTER = String.raw`(?:(?=[${UNSPACED}])|(?!\p{L}))`;
const FIGURE = new RegExp(
  String.raw`(?:(?<=[${UNSPACED}])|(?<![\p{L}\p{N}_@#/.:-]))(?<before>US\$|CA\$|[$€£¥%]|USD|EUR|GBP|CAD|CHF|[Ee]uros?|yüzde)?\s?(?<number>${NUMBER})(?<suffix>\s?(?:k|K|M|mn|bn|million|thousand)(?![\p{L}]))?(?<after>[\s-]?(?:${PERCENT}|${MONEY})${NO_LETTER})?${NO_LETTER}(?!\p{N})`,
  'gu',
);

/** The digits and signs of every script as ASCII, each in its place. */
const inAscii = (text: string): string =>
  text.replace(/[\p{Nd}％﹪٪٫٬＄￡￥]/gu, (sign) => {
    const code = sign.charCodeAt(0);
    if (sign.length > 1 || code < 0x80) return sign;
    const named = SIGNS[sign];
    // the digits of a script begin at a code that ends in 0 or in 6
    return named ?? String((code & 0xf) - (/\p{Nd}/u.test(String.fromCharCode(code & 0xfff0)) ? 0 : 6));
  });
const SIGNS: Readonly<Record<string, string>> = {
  ...{ '％': '%', '﹪': '%', '٪': '%', '٫': '.', '٬': ',', '＄': '$', '￡': '£', '￥': '¥' },
};

const TIMES: Readonly<Record<string, number>> = { k: 1e3, thousand: 1e3, m: 1e6, mn: 1e6, million: 1e6, bn: 1e9 };

/** "12,345" and "12.345" are thousands, "3,5" and "3.5" are not. */
function amountOf(number: string): number {
  const grouped = /^\d{1,3}([.,'’\u202f\u00a0]\d{3})+/.test(number);
  const [, decimals = ''] = grouped ? (/[.,](\d{1,2})$/.exec(number) ?? []) : [];
  if (!grouped) return Number(number.replace(',', '.'));
  const whole = decimals ? number.slice(0, -decimals.length - 1) : number;
  return Number(`${whole.replace(/\D/g, '')}.${decimals || 0}`);
}

/** Times of the day, sayings, and the numbers of a list. */
const NOT_A_FIGURE = /\b\d{1,2}:\d{2}\b|\b24\/7\b|\b1:1\b|\b\d{1,2}\/\d{1,2}\b|\(\d\)|^[^\S\n]*\d[.)]\s/gm;

/** A plain number beside such a letter mostly counts minutes, years or pages. */
const COUNTED_THERE = new RegExp(`[${UNSPACED}]`, 'u');

const figuresOf = (text: string): Figure[] => {
  const kept = inAscii(text).replace(NOT_A_FIGURE, (saying) => ' '.repeat(saying.length));
  return [...kept.matchAll(FIGURE)].flatMap((match) => {
    const { before = '', number = '', suffix = '', after = '' } = match.groups ?? {};
    const unit = `${before}${after}`;
    const currency = currencyOf(unit);
    const kind = currency ? 'money' : unit ? 'percent' : 'number';
    const [from, to] = [match.index, match.index + match[0].length];
    if (kind === 'number' && COUNTED_THERE.test(kept.slice(Math.max(0, from - 1), from) + kept.slice(to, to + 1)))
      return [];
    return {
      ...{ kind, currency, at: from, text: text.slice(from, to).trim(), after: kept.slice(to) },
      value: amountOf(number) * (TIMES[suffix.trim().toLowerCase()] ?? 1),
    };
  });
};
const keyOf = ({ kind, value, currency }: Figure): string => `${kind} ${currency} ${value}`;

export type Figures = { keys: ReadonlySet<string>; values: ReadonlySet<number>; codes: ReadonlySet<string> };

/** Letters with digits in capitals: what a discount code looks like. */
const CODE =
  /(?<![\p{L}\p{N}])(?=[A-Z0-9_-]{0,40}\d)(?=[A-Z0-9_-]{0,40}[A-Z])[A-Z0-9][A-Z0-9_-]{3,40}(?![\p{L}\p{N}])/gu;
/** A code that is named as one. */
const CALLED_CODE = /\bcode\b\s*(?:is|:)?\s*["“'‘]?(?<code>[A-Z0-9][A-Z0-9_-]{2,})/g;

export function figuresSaid(texts: readonly string[]): Figures {
  const all = texts.flatMap(figuresOf);
  const codes = texts.flatMap((text) => [...text.matchAll(/[A-Z0-9][A-Z0-9_-]{2,}/g)].map(([code]) => code));
  return {
    keys: new Set(all.map(keyOf)),
    // "3x finisher" says three
    values: new Set([
      ...all.map(({ value }) => value),
      ...texts.flatMap((text) => (text.match(/(?<![\d.,])\d{1,6}(?![\d.,])/g) ?? []).map(Number)),
      ...valuesInWords(texts),
    ]),
    codes: new Set(codes),
  };
}

/** An amount or a percentage, and the words beside it. */
export type Told = { key: string; words: ReadonlySet<string> };

const contentOf = (sentence: string): Set<string> =>
  new Set(
    wordsOf(sentence)
      .map(({ text }) => bare(text))
      .filter((word) => word.length >= SHORTEST_CONTENT && !/\d/.test(word)),
  );
const SHORTEST_CONTENT = 4;
/** Two sentences with this many common words say the same. */
const FEWEST_SHARED = 2;

export const toldIn = (texts: readonly string[]): Told[] =>
  texts.flatMap((text) =>
    figuresOf(text)
      .filter(({ kind }) => kind !== 'number')
      .map((figure) => ({ key: keyOf(figure), words: contentOf(sentenceAt(text, figure.at)) })),
  );

/** Whether it is an amount or a percentage, and not only a count. */
export const isPriced = (quote: string): boolean => figuresOf(quote).some(({ kind }) => kind !== 'number');

/** A sentence about what the business gives. */
const OFFERS =
  /commission|provision|comisión|commissione|comissão|commissie|\bfee\b|discount|\boff\b|\bper (?:sale|order|post|video|referral|signup)|\bshare\b|\bpa(?:y|id|ys)\b|\bearn|bonus|budget|revenue share|each sale|(?:we|gives?|give) you|we give|voucher|\bcredits?\b|\bfor free\b|rabatt|remise|descuento|sconto/i;

/** A half of these, by language. */
const REVENUE =
  /\bsales?\b|revenue|profit|umsatz|verkauf|gewinn|vente|venta|ingres|vendit|ricav|venda|receita|omzet|sprzeda|prodej|salg|försälj|myynti|satış|売上|销售|매출|مبيع|बिक्री/i;
const HALF =
  /(?<!\p{L})(?:half|die Hälfte|la moitié|la mitad|(?:la )?metà|(?:a )?metade|de helft|połow[aęy]|polovin[auy]|halvdelen|hälften|puolet|yarısı\p{L}*|النصف|نصف|आधा|50\/50|fifty-fifty)(?!\p{L})|半分|一半|折半|절반/giu;
/** A sentence about the writer does not retell the partner. */
const WE = /\b(?:we|us|our|I|wir|uns|unser\w*|ich|nous|notre|nos|je|nosotros|noi|nós|wij|ik)\b/i;

/** A call, or a wait for an answer: small numbers that claim nothing. */
const HARMLESS =
  /^\s?(?:(?:[-–]|to|or)\s?\d+)?[\s-]?(?:min|mins|minutes?|hours?|hrs?|days?|weeks?|am|pm|questions?|options?|ideas?|steps?|things?|reasons?|sentences?|lines?|words?|points?|minuten|stunden|tagen?|wochen?|jours?|semaines?|días?|minutos?|minuti|giorni)\b/i;
const AUDIENCE =
  /^\s?(?:\+\s?)?(?:[\p{L}-]+\s){0,2}(?:followers?|subscribers?|readers?|viewers?|fans?|people|members|abonn|leser|zuschauer|menschen|seguidor|personas|lecteur|lettor|persone|iscritti|volgers|lezers|mensen|obserwuj)/iu;

/** "Three things", "three words" count what the text itself names. */
const FEWEST_COUNTED = 4;
const NEXT_WORD = /^[\s-]\p{L}+/u;
const YEARS = /^[\s-](?:[\p{L}-]+\s)?years?/iu;
/** The length of a call, or an age. */
const CALL = /^[\s-](?:[\p{L}-]+\s)?(?:minut|hours?|stunde|heure|hora|uur|godzin)|^[\s-]years?[\s-]olds?/iu;
const NOUN =
  /^[\s-](?:[\p{L}-]+\s)?(?:years?|episodes?|books?|courses?|awards?|countries|employees|clients|companies|podcasts?)\b/iu;
/** The user's same number then means something else. */
const isAboutYou = (text: string, at: number): boolean => /\b(?:your?|you've|you['’]re)\b/i.test(sentenceAt(text, at));
type Sides = {
  user: Figures;
  partner: Figures & { told: readonly Told[] };
  followers: number | null;
  engagement: number | null;
  language: Language | 'other' | null;
  userSays: (words: string) => boolean;
};

/** "forty percent", "five hundred pounds", "yüzde kırk", "四割". */
const WORDED = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:(?<share>\p{L}{3,})[\s-](?:${PERCENT})|yüzde\s(?<after>\p{L}+)|(?<sum>\p{L}{3,})\s(?<unit>dollars?|euros?|pounds?|dollari))(?!\p{L})|(?<tenths>[一二三四五六七八九])[割成]|[一二三四五六七八九十百千万億]+(?:パーセント|[%円元])|百分之[一二三四五六七八九十百]+`,
  'giu',
);
const TENTHS = '一二三四五六七八九';
const HUNDRED = /^(?:hundred|hundert|cent|ciento?|cento|cem|honderd|sto|hundrede?|hundra|sata|yüz)$/i;
const HUNDREDS =
  /^(?:\p{L}*(?:hundred|thousand|hundert|tausend|honderd|duizend)|million|cents?|mille|cien(?:to)?s?|mil|mila)$/iu;

const LONGEST_SUM = 60;
/** What the words at the end of a text may mean. */
const sumsBefore = (text: string): number[] =>
  (Object.keys(LANGUAGES) as Language[]).flatMap((language) => {
    const last = numbersInWords(text, language).at(-1);
    return last?.after === '' ? [last.value] : [];
  });

const wordedAs = (word: string): number[] => [...valuesInWords([word])];

/** Shares and sums in words, and halves of what is sold: those that the user says in no form. */
function checkWorded(text: string, { user, userSays }: Pick<Sides, 'user' | 'userSays'>): Flaw[] {
  const isOffered = (values: readonly number[]) => values.some((value) => user.keys.has(`percent  ${value}`));
  const worded = [...text.matchAll(WORDED)].flatMap(({ 0: quote, groups, index }): string[] => {
    const { share, after = share, sum, unit = '', tenths } = groups ?? {};
    if (sum !== undefined) {
      const values = sumsBefore(text.slice(Math.max(0, index - LONGEST_SUM), index + sum.length));
      const isSaid = values.some((value) => user.keys.has(`money ${currencyOf(unit)} ${value}`));
      return !isSaid && (values.length > 0 || HUNDREDS.test(sum)) ? [quote] : [];
    }
    const values = tenths ? [10 * (TENTHS.indexOf(tenths) + 1)] : wordedAs(after?.toLowerCase() ?? '');
    return (after && HUNDRED.test(after)) || isOffered(values) ? [] : [quote];
  });
  const halves = [...text.matchAll(HALF)].flatMap(({ 0: quote, index }) => {
    const sentence = sentenceAt(text, index);
    return (OFFERS.test(sentence) || REVENUE.test(sentence)) && !isOffered([50]) ? [quote] : [];
  });
  return [...worded, ...halves]
    .filter((quote) => !userSays(quote))
    .slice(0, MOST_FLAWS)
    .map((quote) => ({ rule: 'offer', quote }));
}

/** A count that is rounded, or called "over". */
const isAbout = (value: number, known: number | null): boolean =>
  known !== null && known >= 100 && value >= 0.75 * known && value <= 1.05 * known;

export function checkFigures(text: string, sides: Sides, code: string | null): Flaw[] {
  const { user, partner, followers, engagement } = sides;
  const flaws: Flaw[] = checkWorded(text, sides);
  /** A sentence of ours that says of them what they say. The partner's words about our offer never count. */
  const isRetold = (key: string, sentence: string): boolean => {
    const words = contentOf(sentence);
    return (
      !WE.test(sentence) &&
      partner.told.some(
        (one) => one.key === key && [...one.words].filter((word) => words.has(word)).length >= FEWEST_SHARED,
      )
    );
  };
  for (const figure of figuresOf(text)) {
    if (flaws.length >= MOST_FLAWS) break;
    const { kind, value, after, text: quote } = figure;
    const key = keyOf(figure);
    const ofPartner = kind === 'number' && NOUN.test(after) && isAboutYou(text, figure.at);
    if (user.keys.has(key) && !ofPartner) continue;
    const sentence = sentenceAt(text, figure.at);
    const offers = OFFERS.test(sentence);
    if (kind === 'number') {
      if (isNamedAfter(after, (sign) => user.keys.has(`money ${sign} ${value}`))) continue;
      if (partner.keys.has(key) && (!offers || ofPartner || AUDIENCE.test(after))) continue;
      if (value <= 90 && HARMLESS.test(after)) continue;
      if (/^(?:st|nd|rd|th)\b/.test(after) || value <= 2) continue;
      if (AUDIENCE.test(after) && isAbout(value, followers)) continue;
    } else if (!offers) {
      if (kind === 'percent' && (value === 100 || value === engagement)) continue;
      if (isRetold(key, sentence)) continue;
    }
    flaws.push({ rule: offers || (kind !== 'number' && partner.keys.has(key)) ? 'offer' : 'claim', quote });
  }
  const worded = sides.language && sides.language !== 'other' ? numbersInWords(text, sides.language) : [];
  for (const { value, quote, at, after } of worded) {
    const ofPartner = YEARS.test(after) && isAboutYou(text, at);
    const isKnown = partner.values.has(value) || (!ofPartner && user.values.has(value));
    const isReach = AUDIENCE.test(after) && isAbout(value, followers);
    if (value >= FEWEST_COUNTED && !isKnown && !isReach && !CALL.test(after))
      flaws.push({ rule: 'claim', quote: quote + (NEXT_WORD.exec(after)?.[0] ?? '') });
  }
  for (const { value, quote } of countsInHan(inAscii(text)))
    if (!user.values.has(value) && !partner.values.has(value)) flaws.push({ rule: 'claim', quote });
  const codes = [...text.matchAll(CODE)].map(([one]) => one);
  const called = [...text.matchAll(CALLED_CODE)].map(({ groups }) => groups?.code ?? '');
  for (const one of new Set([...codes, ...called]))
    if (!user.codes.has(one) && !(partner.codes.has(one) && !called.includes(one)))
      flaws.push({ rule: 'offer', quote: one });
  if (code !== null)
    for (const [one] of text.matchAll(new RegExp(`(?<![\\p{L}\\p{N}])${escaped(code)}(?![\\p{L}\\p{N}])`, 'giu')))
      if (one !== code && /\d/.test(code)) flaws.push({ rule: 'offer', quote: one });
  return flaws.slice(0, 2 * MOST_FLAWS);
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
