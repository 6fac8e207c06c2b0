/** Names in a text: the partner's as the profile spells it, and all others only if somebody has said them. */

import type { Language } from '../../shared/languages.ts';
import { isCurrency } from './currencies.ts';
import { type Flaw, MOST_FLAWS } from './flaw.ts';
import { isGermanName } from './germanNouns.ts';
import { isCaseOf, namesIt } from './namesIt.ts';
import { bare, type Said, saysTogether, saysWord, type Word, wordsOf } from './words.ts';

const GREETING =
  /^(?:hi|hello|hey|dear|good (?:morning|afternoon|evening|day)|greetings|hallo|liebe[rs]?|guten (?:tag|morgen)|sehr geehrte[rs]?|moin|bonjour|salut|ch[eè]re?|hola|buenos d[ií]as|estimad[oa]|querid[oa]|ciao|buongiorno|gentile|car[oa]|ol[aá]|prezad[oa]|beste|hoi|dag|hej|hei|kære|kjære|merhaba)\s+(?<who>[^\n,!:;.–—]{1,80}?)\s*(?:[,!:;.–—\n]|$)/iu;
const ANYBODY =
  /^(?:there|all|team|everyone|everybody|friend|again|zusammen|à tous|igen|igjen|alla|alle|hanım|bey|madame|monsieur|herr|frau|señor|señora|mr|mrs|ms|dr|prof|and|und|et|y|e|en|from|at|the|of)$/i;

/** The number of different letters, up to 3, which means "another word". */
function distance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return 3;
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1)
      next[j] = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1),
      );
    row = next;
  }
  return row[b.length] ?? 3;
}

const plain = (word: string): string => bare(word).normalize('NFD').replace(/\p{M}/gu, '');

const isMisspelled = (word: string, names: readonly string[]): boolean =>
  names.some((name) => {
    if (bare(name) === bare(word)) return false;
    const [a, b] = [plain(name), plain(word)];
    return a === b || (a.length >= 4 && distance(a, b) <= (a.length >= 7 ? 2 : 1));
  });

/** The greeting names nobody else, and the name as the profile has it. */
export function checkGreeting(body: string, name: string): Flaw[] {
  const who = GREETING.exec(body.trimStart())?.groups?.who;
  if (!who) return [];
  const known = new Set(wordsOf(name).flatMap(({ text }) => [bare(text), text.toLowerCase()]));
  const wrong = wordsOf(who).find(
    ({ text }) => !known.has(bare(text)) && !known.has(text.toLowerCase()) && !ANYBODY.test(text),
  );
  return wrong ? [{ rule: 'name', quote: wrong.text }] : [];
}

/** Capitalized, and names nothing that the partner could be said to have done. */
const COMMON = new Set(
  `i i'm i'd i've i'll monday tuesday wednesday thursday friday saturday sunday january february march april may june july august
september october november december english german french spanish italian portuguese dutch ai ceo ugc faq pdf api url ps ok us usa uk eu cta
pr roi b2b b2c saas seo d2c dm dms tv asap fyi rsvp nda zoom google teams slack whatsapp skype email instagram tiktok youtube linkedin
twitter facebook pinterest threads christmas easter internet web program programme partner partners partnership partnerships affiliate
ambassador creator creators team community founder head manager director marketing customers influencer hi hello dear thanks thank best
re yes no not free new q1 q2 q3 q4 am pm gmt utc est pst cet gen z`.split(/\s+/),
);

/** Words that other languages capitalize, such as a polite "you". */
const COMMON_IN: Partial<Record<Language, ReadonlySet<string>>> = {
  de: new Set(
    `sie ihr ihre ihren ihrem ihrer ihres ihnen du dir dich dein deine deinen deinem deiner deines euch euer eure euren eurem januar februar
märz april mai juni juli august september oktober november dezember montag dienstag mittwoch donnerstag freitag samstag sonntag`.split(
      /\s+/,
    ),
  ),
  fr: new Set('madame monsieur web'.split(' ')),
  es: new Set('usted ustedes ud uds'.split(' ')),
  it: new Set('lei la le suo sua suoi sue vi voi vostro vostra vostri vostre'.split(' ')),
  pt: new Set('você vocês senhor senhora'.split(' ')),
  nl: new Set('u uw jij jouw'.split(' ')),
  pl: new Set(
    'ty ci ciebie cię tobie tobą twój twoja twoje twojej twoim twoich pan pani pana panu panią państwo państwa'.split(
      ' ',
    ),
  ),
  cs: new Set('vy vás vám vámi váš vaše vaší vašeho vašem vašich ty tebe tobě tvůj tvoje'.split(' ')),
  da: new Set('i jer jeres de dem deres'.split(' ')),
  no: new Set('de dem deres'.split(' ')),
  sv: new Set('ni er ert era'.split(' ')),
  fi: new Set('te teidän teille teitä sinä sinun sinulle'.split(' ')),
  tr: new Set(
    `siz sizin size sizi hanım bey ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık pazartesi salı çarşamba
perşembe cuma cumartesi pazar`.split(/\s+/),
  ),
};

/** The words of the user, the profile and earlier emails. */
export type Sides = readonly [user: Said, theirs: Said, before: Said];

/** A capital after these names nothing. */
const AFTER_STOP = /(?:^|[.!?:…]["”’»)]?\s|\n\s*(?:[-*•]\s*)?|["“„«»(¿¡]\s*|[–—]\s)$/u;

/**
 * Capitalized words inside sentences that no source contains, and names that combine words of several facts. A subject in title case is
 * skipped.
 */
export function checkNames(
  text: string,
  sides: Sides,
  { name, language, isSubject }: { name: string; language: Language | 'other' | null; isSubject: boolean },
): Flaw[] {
  const words = wordsOf(text);
  if (isSubject && isTitleCase(words)) return [];
  const small = new Set(words.filter(({ text: word }) => word === word.toLowerCase()).map(({ text: word }) => word));
  const names = wordsOf(name).map(({ text: word }) => word);
  const own = new Set(names.map(bare));
  const common = language === null || language === 'other' ? undefined : COMMON_IN[language];
  /** A word that names something, if anybody: it has a capital that no sentence gave it. */
  const mayName = ({ text: word, at }: Word): boolean =>
    /^\p{Lu}/u.test(word) &&
    word.length > 1 &&
    !isCurrency(word) &&
    !COMMON.has(bare(word)) &&
    !COMMON.has(word.toLowerCase()) &&
    !common?.has(bare(word)) &&
    !(language !== 'de' && small.has(bare(word))) &&
    !(AFTER_STOP.test(text.slice(Math.max(0, at - 4), at)) || at === 0);
  const isSaid = (word: string): boolean => sides.some((side) => namesIt(side, word, language));
  const beside = (index: number, step: 1 | -1): string | null => {
    const [one, other] = [words[index], words[index + step]];
    if (!one || !other || !mayName(other)) return null;
    const [first, second] = step === 1 ? [one, other] : [other, one];
    return text.slice(first.at + first.text.length, second.at) === ' ' ? other.text : null;
  };
  const flaws: Flaw[] = [];
  for (const [index, one] of words.entries()) {
    if (flaws.length >= MOST_FLAWS) break;
    const { text: word, at } = one;
    if (!/^\p{Lu}/u.test(word) || word.length < 2 || COMMON.has(bare(word)) || common?.has(bare(word))) continue;
    const said = isSaid(word);
    if (
      isMisspelled(word, names) &&
      !names.some((name) => isCaseOf(word, name, language)) &&
      !small.has(bare(word)) &&
      !sides.some((side) => side.words.has(bare(word)))
    )
      flaws.push({ rule: 'name', quote: word });
    else if (!said && mayName(one)) {
      const isName =
        language !== 'de' ||
        isGermanName(word, text.slice(Math.max(0, at - 12), at), [beside(index, -1), beside(index, 1)]);
      if (isName) flaws.push({ rule: 'claim', quote: word });
    }
  }
  return [
    ...joined(text, flaws),
    ...mixedNames(
      text,
      words.filter((one) => mayName(one) && !own.has(bare(one.text))),
      sides,
    ),
  ].slice(0, MOST_FLAWS);
}

/** One fact says "Ridge", another "Weekly". Then "Ridge Weekly" is unknown: one of them must say it in full. */
function mixedNames(text: string, words: readonly Word[], [user, theirs, before]: Sides): Flaw[] {
  const runs: Word[][] = [];
  for (const one of words) {
    const last = runs.at(-1)?.at(-1);
    if (last && text.slice(last.at + last.text.length, one.at) === ' ') runs.at(-1)?.push(one);
    else runs.push([one]);
  }
  return runs.flatMap((run): Flaw[] => {
    const names = run.map((one) => one.text);
    const isKnown =
      names.length < 2 ||
      names.some((one) => ![user, theirs, before].some((side) => saysWord(side, one))) ||
      names.every((one) => saysWord(user, one)) ||
      [theirs, before].some((side) => saysTogether(side, names));
    return isKnown ? [] : [{ rule: 'claim', quote: names.join(' ') }];
  });
}

const isTitleCase = (words: readonly Word[]): boolean => {
  const long = words.slice(1).filter(({ text }) => text.length >= 4);
  return long.length > 1 && long.filter(({ text }) => /^\p{Lu}/u.test(text)).length > long.length / 2;
};

/** "Acme" and "Labs" in a row are one name. */
function joined(text: string, flaws: readonly Flaw[]): Flaw[] {
  const all: Flaw[] = [];
  for (const flaw of flaws) {
    const last = all.at(-1);
    const both = last && `${last.quote} ${flaw.quote}`;
    if (last && both && last.rule === flaw.rule && text.includes(both)) last.quote = both;
    else all.push({ ...flaw });
  }
  return all;
}

/** The writer's own name must be the user's, whatever the profile holds. */
const SENDER = new RegExp(
  String.raw`(?<![\p{L}])(?:${[
    String.raw`on behalf of|I(?:['’]m| am) (?:writing )?from|we(?:['’]re| are)(?: the)?(?: \w+){0,2}(?: at| from)?|I work (?:for|at)|writing (?:for|from)|here at|our team at`,
    '[iI]m (?:Namen|Auftrag) von|ich arbeite (?:bei|für)|wir von|unser Team bei',
    'au nom de|de la part de|je travaille (?:chez|pour)|je suis de chez|notre équipe chez',
    'en nombre de|de parte de|trabajo (?:en|para)|nuestro equipo en',
    'a nome di|per conto di|da parte di|lavoro (?:per|presso)|il nostro team di',
    'em nome d[aeo]|da parte d[aeo]|trabalho (?:na|no|para a|para o)|nossa equipe n[ao]',
    'namens|ik werk (?:bij|voor)|wij van|ons team bij',
  ].join('|')})\s+(?<who>\p{Lu}[\p{L}\p{N}&'’.-]*(?:[^\S\n]\p{Lu}[\p{L}\p{N}&'’.-]*)*)`,
  'gu',
);

/** After these full stops a name goes on: "J. Smith", "St. Ives". */
const BEGINS_NAME = /^(?:\p{Lu}|St|Ste|Mt|Ft|Dr|Prof|Mr|Mrs|Ms)\.$/u;

export function checkSender(text: string, user: Said): Flaw[] {
  /** The name without the next sentence, which begins with a capital, too. */
  const nameIn = (who: string): string => {
    const words = who.split(/\s/);
    const last = words.findIndex((word) => word.endsWith('.') && !BEGINS_NAME.test(word));
    return last < 0 ? who : words.slice(0, last + 1).join(' ');
  };
  return [...text.matchAll(SENDER)].slice(0, MOST_FLAWS).flatMap((match) => {
    const who = nameIn(match.groups?.who ?? '').replace(/[.,]+$/, '');
    const unknown = wordsOf(who).filter(({ text: word }) => !saysWord(user, word) && !COMMON.has(bare(word)));
    return unknown.length > 0 ? [{ rule: 'sender' as const, quote: who }] : [];
  });
}
