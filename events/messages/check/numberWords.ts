/** Figures in words, by language: "forty students", "douze ans", "noventa mil". */
import type { Language } from '../../shared/languages.ts';
import { bare, wordsOf } from './words.ts';

/** From two to twenty, then the tens to ninety. A dash: the word means something else, too. */
const COUNTED: Partial<Record<Language, string>> = {
  en: 'two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety',
  de: 'zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig',
  fr: 'deux trois quatre cinq six sept huit - dix onze douze treize quatorze quinze seize - - - vingt trente quarante cinquante soixante septante octante nonante',
  es: 'dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa',
  it: 'due tre quattro cinque - sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove venti trenta quaranta cinquanta sessanta settanta ottanta novanta',
  pt: 'dois três quatro cinco seis sete oito nove dez onze doze treze quatorze quinze dezesseis dezessete dezoito dezenove vinte trinta quarenta cinquenta sessenta setenta oitenta noventa',
  nl: 'twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien twintig dertig veertig vijftig zestig zeventig tachtig negentig',
  pl: 'dwa trzy cztery pięć sześć siedem osiem dziewięć dziesięć jedenaście dwanaście trzynaście czternaście piętnaście szesnaście siedemnaście osiemnaście dziewiętnaście dwadzieścia trzydzieści czterdzieści pięćdziesiąt sześćdziesiąt siedemdziesiąt osiemdziesiąt dziewięćdziesiąt',
};
/** Hundreds that are words of their own. */
const HUNDREDS: Partial<Record<Language, string>> = {
  es: 'doscient trescient cuatrocient quinient seiscient setecient ochocient novecient',
  pt: 'duzent trezent quatrocent quinhent seiscent setecent oitocent novecent',
};
const INFLECTED: Partial<Record<Language, Readonly<Record<string, number>>>> = {
  fr: { vingts: 20 },
  pl: {
    trzech: 3,
    czterech: 4,
    pięciu: 5,
    sześciu: 6,
    siedmiu: 7,
    ośmiu: 8,
    dziewięciu: 9,
    dziesięciu: 10,
    ...{ dwunastu: 12, dwieście: 200, trzysta: 300, czterysta: 400, pięćset: 500, sześćset: 600, siedemset: 700 },
    ...{ osiemset: 800, dziewięćset: 900 },
  },
};
const SCALES: Readonly<Record<string, number>> = {
  ...{ hundred: 100, hundert: 100, cents: 100, honderd: 100, sto: 100 },
  ...{ thousand: 1e3, tausend: 1e3, mille: 1e3, mil: 1e3, mila: 1e3, duizend: 1e3, tysięcy: 1e3, tysiące: 1e3 },
  ...{
    million: 1e6,
    millionen: 1e6,
    millions: 1e6,
    millones: 1e6,
    milioni: 1e6,
    milhões: 1e6,
    miljoen: 1e6,
    miliony: 1e6,
  },
};

/** As parts of longer words. */
const SCALES_IN_WORDS = new Map([...Object.entries(SCALES), ['cento', 100] as const]);

const valueAt = (place: number): number => (place < 19 ? place + 2 : (place - 16) * 10);
const valuesIn = (language: Language): ReadonlyMap<string, number> =>
  new Map([
    ...(COUNTED[language] ?? '')
      .split(' ')
      .flatMap((word, at): [string, number][] => (word.length > 1 ? [[word, valueAt(at)]] : [])),
    ...(HUNDREDS[language] ?? '')
      .split(' ')
      .filter(Boolean)
      .flatMap((stem, at) => ['os', 'as'].map((ending): [string, number] => [stem + ending, (at + 2) * 100])),
    ...Object.entries(INFLECTED[language] ?? {}),
  ]);
const BY_LANGUAGE = new Map((Object.keys(COUNTED) as Language[]).map((language) => [language, valuesIn(language)]));

export type WordedNumber = { value: number; quote: string; at: number; after: string };

/** "zweihundert", "vierundzwanzig", "veinticinco", "quarantotto": numbers that are written as one word. */
const WHOLE = /^(?<head>.*?)(?<scale>tausend|duizend|mila|mille|hundert|honderd|cento)(?<tail>.*)$/u;

function numberOf(word: string, known: ReadonlyMap<string, number>, depth = 3): number | undefined {
  const value = known.get(word);
  if (value !== undefined || depth === 0) return value;
  const { head = '', scale = '', tail = '' } = WHOLE.exec(word)?.groups ?? {};
  if (scale) {
    const [times, rest] = [head, tail].map((one, at) => (one ? numberOf(one, known, depth - 1) : 1 - at));
    const by = SCALES_IN_WORDS.get(scale);
    return times === undefined || rest === undefined || by === undefined || !(head || tail)
      ? undefined
      : times * by + rest;
  }
  for (const [first, one] of known)
    if (word.startsWith(first.slice(0, -1))) {
      const rest = one < 10 ? /^(?:und|en|ën)(.+)$/u.exec(word.slice(first.length))?.[1] : undefined;
      const ten = rest === undefined ? undefined : known.get(rest);
      if (ten !== undefined && ten >= 20) return ten + one;
      const unit = one >= 20 ? unitAfter(word, first, known) : undefined;
      if (unit !== undefined) return one + unit;
    }
  return undefined;
}

/** The unit that is written with its ten: "quarantacinque", "quarantotto", "veinticinco". */
function unitAfter(word: string, ten: string, known: ReadonlyMap<string, number>): number | undefined {
  const tails = [word.startsWith(ten) ? word.slice(ten.length) : '', word.slice(ten.length - 1).replace(/^i/, '')];
  return tails.map((tail) => known.get(tail)).find((unit) => unit !== undefined && unit < 10);
}

/** "sessant'anni" elides "sessanta"; "l'ottanta" is "ottanta". Few are counted so in sayings: "a quattr'occhi". */
function elided(word: string, known: ReadonlyMap<string, number>): number | undefined {
  const [first = '', last] = word.split(/['’]/);
  if (last === undefined) return undefined;
  const tens = [...known].find(([one, value]) => value >= 20 && one.slice(0, -1) === first);
  return tens?.[1] ?? numberOf(last, known);
}

/** The numbers from two on that a text says in words of a language. */
export function numbersInWords(text: string, language: Language): WordedNumber[] {
  const known = BY_LANGUAGE.get(language);
  if (!known) return [];
  const found: WordedNumber[] = [];
  let end = -1;
  /** A hundred alone may be a saying. Before another number it counts. */
  let hundred: { at: number; end: number } | null = null;
  for (const { text: word, at } of wordsOf(text)) {
    const last = found.at(-1);
    const small = bare(word);
    const isNext = last !== undefined && LINK.test(text.slice(end, at));
    const begun = hundred && LINK.test(text.slice(hundred.end, at)) ? hundred : null;
    if (!AND.test(small)) hundred = HUNDRED.test(small) && !isNext ? { at, end: at + word.length } : null;
    const [value, scale] = [numberOf(small, known) ?? elided(small, known), SCALES[small]];
    if (value === 20 && isNext && last.value === 4 && language === 'fr') last.value = 80;
    else if (value !== undefined && isNext && continues(last.value, value, language)) last.value += value;
    else if (scale !== undefined && isNext && last.value < scale) last.value *= scale;
    else if (value !== undefined && value < 100 && begun)
      found.push({ value: 100 + value, quote: word, at: begun.at, after: '' });
    else if (value !== undefined) found.push({ value, quote: word, at, after: '' });
    else continue;
    end = at + word.length;
    const one = found.at(-1);
    if (one) Object.assign(one, { quote: text.slice(one.at, end), after: text.slice(end) });
  }
  return found;
}

const LINK = /^(?:[ -]|\s(?:and|y|e|et)\s)$/u;
const AND = /^(?:and|y|e|et)$/u;
const HUNDRED = /^(?:hundred|hundert|cent|ciento|cento|honderd|sto)$/u;

/** "forty" and "two", "two hundred" and "fifty", "soixante" and "quinze". */
const continues = (before: number, next: number, language: Language): boolean =>
  before >= 20 &&
  (before % (next < 10 ? 10 : next < 100 ? 100 : 1e3) === 0 ||
    (language === 'fr' && next < 20 && (before % 100 === 60 || before % 100 === 80)));

const HAN = '〇一二三四五六七八九';
const HAN_SCALES: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1e3, 万: 1e4, 億: 1e8 };

function hanValue(text: string): number {
  if (/^[\d,]+$/.test(text)) return Number(text.replaceAll(',', ''));
  let [whole, part, digit] = [0, 0, 0];
  for (const sign of text) {
    const scale = HAN_SCALES[sign];
    if (scale === undefined) digit = /\d/.test(sign) ? digit * 10 + Number(sign) : HAN.indexOf(sign);
    else if (scale < 1e4) [part, digit] = [part + (digit || 1) * scale, 0];
    else [whole, part, digit] = [whole + (part + digit || 1) * scale, 0, 0];
  }
  return whole + part + digit;
}

/** "創業百二十年", "9万人". Few of a thing, years of a calendar and times of a day claim nothing. */
const HAN_COUNT =
  /(?<number>[\d,〇一二三四五六七八九十百千万億]+)(?=(?:年間?|人|名|社|店|冊|回|本|倍|件|カ国|ヶ国)(?!生|度))/gu;
const FEWEST_IN_HAN = 4;

export const countsInHan = (text: string): { value: number; quote: string }[] =>
  [...text.matchAll(HAN_COUNT)].flatMap(({ 0: quote, index }) => {
    const value = hanValue(quote);
    const counter = text.slice(index + quote.length, index + quote.length + 1);
    const isYear = counter === '年' && value >= 1900 && value <= 2100;
    return value < FEWEST_IN_HAN || isYear ? [] : [{ value, quote: quote + counter }];
  });

/** In whichever language. */
export const valuesInWords = (texts: readonly string[]): Set<number> =>
  new Set(
    texts.flatMap((text) => [
      ...[...BY_LANGUAGE.keys()].flatMap((language) => numbersInWords(text, language).map(({ value }) => value)),
      ...countsInHan(text).map(({ value }) => value),
    ]),
  );
