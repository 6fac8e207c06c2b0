/** Figures in words, by language: "forty students", "douze ans", "noventa mil". */
import type { Language } from '../../shared/languages.ts';
import { bare, wordsOf } from './words.ts';

/** From three to twenty, then the tens to ninety. A dash: the word means something else, too. */
const COUNTED: Partial<Record<Language, string>> = {
  en: 'three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety',
  de: 'drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig',
  fr: 'trois quatre cinq six sept huit - dix onze douze treize quatorze quinze seize - - - vingt trente quarante cinquante soixante septante octante nonante',
  es: 'tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa',
  it: 'tre quattro cinque - sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove venti trenta quaranta cinquanta sessanta settanta ottanta novanta',
  pt: 'três quatro cinco seis sete oito nove dez onze doze treze quatorze quinze dezesseis dezessete dezoito dezenove vinte trinta quarenta cinquenta sessenta setenta oitenta noventa',
  nl: 'drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien twintig dertig veertig vijftig zestig zeventig tachtig negentig',
  pl: 'trzy cztery pięć sześć siedem osiem dziewięć dziesięć jedenaście dwanaście trzynaście czternaście piętnaście szesnaście siedemnaście osiemnaście dziewiętnaście dwadzieścia trzydzieści czterdzieści pięćdziesiąt sześćdziesiąt siedemdziesiąt osiemdziesiąt dziewięćdziesiąt',
};
const INFLECTED: Partial<Record<Language, Readonly<Record<string, number>>>> = {
  pl: {
    trzech: 3,
    czterech: 4,
    pięciu: 5,
    sześciu: 6,
    siedmiu: 7,
    ośmiu: 8,
    dziewięciu: 9,
    dziesięciu: 10,
    dwunastu: 12,
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

const valueAt = (place: number): number => (place < 18 ? place + 3 : (place - 15) * 10);
const valuesIn = (language: Language): ReadonlyMap<string, number> =>
  new Map([
    ...(COUNTED[language] ?? '')
      .split(' ')
      .flatMap((word, at): [string, number][] => (word.length > 1 ? [[word, valueAt(at)]] : [])),
    ...Object.entries(INFLECTED[language] ?? {}),
  ]);
const BY_LANGUAGE = new Map((Object.keys(COUNTED) as Language[]).map((language) => [language, valuesIn(language)]));

export type WordedNumber = { value: number; quote: string; at: number; after: string };

/** The numbers from three on that a text says in words of a language. */
export function numbersInWords(text: string, language: Language): WordedNumber[] {
  const known = BY_LANGUAGE.get(language);
  if (!known) return [];
  const found: WordedNumber[] = [];
  let end = -1;
  for (const { text: word, at } of wordsOf(text)) {
    const last = found.at(-1);
    const small = bare(word);
    const isNext = last !== undefined && /^(?:[ -]|\s(?:and|y|e|et)\s)$/u.test(text.slice(end, at));
    const [value, scale] = [known.get(small), SCALES[small]];
    if (value !== undefined && isNext && last.value % 100 === last.value && last.value >= 20 && value < 10)
      last.value += value;
    else if (scale !== undefined && isNext) last.value *= scale;
    else if (value !== undefined) found.push({ value, quote: word, at, after: '' });
    else continue;
    end = at + word.length;
    const one = found.at(-1);
    if (one) Object.assign(one, { quote: text.slice(one.at, end), after: text.slice(end) });
  }
  return found;
}

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
