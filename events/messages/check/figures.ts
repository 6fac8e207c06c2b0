/** Numbers, percentages, amounts and codes of a text: those that nobody has said are invented. */
import { type Flaw, MOST_FLAWS } from './flaw.ts';
import { sentenceAt } from './words.ts';

type Figure = {
  kind: 'percent' | 'money' | 'number';
  value: number;
  currency: string;
  at: number;
  text: string;
  after: string;
};

const NUMBER = String.raw`\d{1,3}(?:[.,'’\u202f\u00a0]\d{3})+(?:[.,]\d{1,2})?(?!\d)|\d+(?:[.,]\d+)?`;
const FIGURE = new RegExp(
  String.raw`(?<![\p{L}\p{N}_@#/.:-])(?<before>US\$|CA\$|[$€£¥]|USD|EUR|GBP|CAD|CHF)?\s?(?<number>${NUMBER})(?<suffix>\s?(?:k|K|M|mn|bn|million|thousand)(?![\p{L}]))?(?<after>\s?(?:%|percent|per cent|Prozent|pour cent|por ciento|per cento|por cento|procent|USD|EUR|GBP|CAD|CHF|dollars?|euros?|pounds?|[€$£¥])(?![\p{L}]))?(?![\p{L}\p{N}])`,
  'gu',
);

const CURRENCIES: readonly [RegExp, string][] = [
  [/\$|USD|CAD|dollar/i, '$'],
  [/€|EUR/i, '€'],
  [/£|GBP|pound/i, '£'],
];
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

const figuresOf = (text: string): Figure[] => {
  const kept = text.replace(NOT_A_FIGURE, (saying) => ' '.repeat(saying.length));
  return [...kept.matchAll(FIGURE)].map((match) => {
    const { before = '', number = '', suffix = '', after = '' } = match.groups ?? {};
    const unit = `${before}${after}`;
    const currency = CURRENCIES.find(([sign]) => sign.test(unit))?.[1] ?? (/CHF|¥/.test(unit) ? unit.trim() : '');
    const kind = currency ? 'money' : after ? 'percent' : 'number';
    return {
      kind,
      currency,
      value: amountOf(number) * (TIMES[suffix.trim().toLowerCase()] ?? 1),
      at: match.index,
      text: match[0].trim(),
      after: kept.slice(match.index + match[0].length),
    };
  });
};

const keyOf = ({ kind, value, currency }: Figure): string => `${kind} ${currency} ${value}`;

export type Figures = { keys: ReadonlySet<string>; values: ReadonlySet<number>; codes: ReadonlySet<string> };

/** Letters with digits in capitals: what a discount code looks like. */
const CODE =
  /(?<![\p{L}\p{N}])(?=[A-Z0-9_-]{0,40}\d)(?=[A-Z0-9_-]{0,40}[A-Z])[A-Z0-9][A-Z0-9_-]{3,40}(?![\p{L}\p{N}])/gu;
/** What is called one. */
const CALLED_CODE = /\bcode\b\s*(?:is|:)?\s*["“'‘]?(?<code>[A-Z0-9][A-Z0-9_-]{2,})/g;

export function figuresSaid(texts: readonly string[]): Figures {
  const all = texts.flatMap(figuresOf);
  const codes = texts.flatMap((text) => [...text.matchAll(/[A-Z0-9][A-Z0-9_-]{2,}/g)].map(([code]) => code));
  return {
    keys: new Set(all.map(keyOf)),
    values: new Set(all.map(({ value }) => value)),
    codes: new Set(codes),
  };
}

/** A sentence about what the business gives. */
const OFFERS =
  /commission|provision|comisión|commissione|comissão|commissie|\bfee\b|discount|\boff\b|\bper (?:sale|order|post|video|referral|signup)|\bpa(?:y|id|ys)\b|\bearn|bonus|budget|revenue share|each sale|(?:we|gives?|give) you|we give|voucher|\bcredits?\b|\bfor free\b|rabatt|remise|descuento|sconto/i;

/** A call, or a wait for an answer: small numbers that claim nothing. */
const HARMLESS =
  /^\s?(?:(?:[-–]|to|or)\s?\d+)?[\s-]?(?:min|mins|minutes?|hours?|hrs?|days?|weeks?|am|pm|questions?|options?|ideas?|steps?|things?|reasons?|sentences?|lines?|words?|points?|minuten|stunden|tagen?|wochen?|jours?|semaines?|días?|minutos?|minuti|giorni)\b/i;
const AUDIENCE =
  /^\s?(?:\+\s?)?(?:[\p{L}-]+\s){0,2}(?:followers?|subscribers?|readers?|viewers?|fans?|people|members|abonn)/iu;

/** By language: number words from three on, then twenty, thirty, forty and fifty; and what of the partner they may count. */
const COUNTS: readonly { numbers: readonly string[]; nouns: string }[] = [
  [
    'three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen twenty thirty forty fifty',
    'years?|episodes?|books?|courses?|awards?|countries|employees|clients|companies|podcasts?',
  ],
  [
    'drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn zwanzig dreißig vierzig fünfzig',
    'jahren?|folgen|bücher|kurse|preise|länder|kunden|podcasts',
  ],
  [
    'trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze vingt trente quarante cinquante',
    'ans|années|épisodes|livres|cours|prix|pays|clients',
  ],
  [
    'tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince veinte treinta cuarenta cincuenta',
    'años|episodios|libros|cursos|premios|países|clientes',
  ],
  [
    'tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici venti trenta quaranta cinquanta',
    'anni|episodi|libri|corsi|premi|paesi|clienti',
  ],
  [
    'três quatro cinco seis sete oito nove dez onze doze treze quatorze quinze vinte trinta quarenta cinquenta',
    'anos|episódios|livros|cursos|prêmios|prémios|países|clientes',
  ],
  [
    'drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien twintig dertig veertig vijftig',
    'jaar|afleveringen|boeken|cursussen|prijzen|landen|klanten',
  ],
].map(([numbers = '', nouns = '']) => ({ numbers: numbers.split(' '), nouns }));
const COUNTED = new RegExp(
  String.raw`(?<!\p{L})(?:${COUNTS.map(({ numbers, nouns }) => String.raw`(?:${numbers.join('|')})[\s-](?:[\p{L}-]+\s)?(?:${nouns})`).join('|')})(?!\p{L})`,
  'giu',
);
const valuesOf = (word: string): number[] =>
  COUNTS.flatMap(({ numbers }) => {
    const place = numbers.indexOf(word);
    return place === -1 ? [] : [place < 13 ? place + 3 : (place - 11) * 10];
  });
const NOUN =
  /^[\s-](?:[\p{L}-]+\s)?(?:years?|episodes?|books?|courses?|awards?|countries|employees|clients|companies|podcasts?)\b/iu;
/** What the user said with the same number is something else then. */
const isAboutYou = (text: string, at: number): boolean => /\b(?:your?|you've|you['’]re)\b/i.test(sentenceAt(text, at));
type Sides = { user: Figures; partner: Figures; followers: number | null; saysWord: (word: string) => boolean };

/** A count that is rounded, or called "over". */
const isAbout = (value: number, known: number | null): boolean =>
  known !== null && known >= 100 && value >= 0.75 * known && value <= 1.05 * known;

export function checkFigures(text: string, { user, partner, followers, saysWord }: Sides, code: string | null): Flaw[] {
  const flaws: Flaw[] = [];
  for (const figure of figuresOf(text)) {
    if (flaws.length >= MOST_FLAWS) break;
    const key = keyOf(figure);
    const ofPartner = figure.kind === 'number' && NOUN.test(figure.after) && isAboutYou(text, figure.at);
    if (user.keys.has(key) && !ofPartner) continue;
    const money = figure.kind !== 'number';
    if (money && OFFERS.test(sentenceAt(text, figure.at))) {
      flaws.push({ rule: 'offer', quote: figure.text });
      continue;
    }
    if (partner.keys.has(key) || (figure.kind === 'percent' && figure.value === 100)) continue;
    if (figure.kind === 'number') {
      if (figure.value <= 90 && HARMLESS.test(figure.after)) continue;
      if (/^(?:st|nd|rd|th)\b/.test(figure.after) || figure.value <= 2) continue;
      if (AUDIENCE.test(figure.after) && isAbout(figure.value, followers)) continue;
    }
    flaws.push({ rule: 'claim', quote: figure.text });
  }
  for (const match of text.matchAll(COUNTED)) {
    const [word = ''] = match[0].toLowerCase().split(/[\s-]/);
    const values = isAboutYou(text, match.index) ? partner.values : new Set([...user.values, ...partner.values]);
    if (!saysWord(word) && !valuesOf(word).some((value) => values.has(value)))
      flaws.push({ rule: 'claim', quote: match[0] });
  }
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
