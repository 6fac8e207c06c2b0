/** Names in a text: the partner's as the profile spells it, and all others only if somebody has said them. */

import type { Language } from '../../shared/languages.ts';
import { type Flaw, MOST_FLAWS } from './flaw.ts';
import { bare, type Said, saysWord, type Word, wordsOf } from './words.ts';

const GREETING =
  /^(?:hi|hello|hey|dear|good (?:morning|afternoon|evening|day)|greetings|hallo|liebe[rs]?|guten (?:tag|morgen)|sehr geehrte[rs]?|moin|bonjour|salut|ch[eè]re?|hola|buenos d[ií]as|estimad[oa]|querid[oa]|ciao|buongiorno|gentile|car[oa]|ol[aá]|prezad[oa]|beste|hoi|dag)\s+(?<who>[^\n,!:;.–—]{1,80}?)\s*(?:[,!:;.–—\n]|$)/iu;
const ANYBODY =
  /^(?:there|all|team|everyone|everybody|friend|again|zusammen|à tous|madame|monsieur|herr|frau|señor|señora|mr|mrs|ms|dr|prof|and|und|et|y|e|en|from|at|the|of)$/i;

/** How many letters differ, as far as it matters: 3 is "another word". */
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

/** What a capital may follow without naming anything. */
const AFTER_STOP = /(?:^|[.!?:…]["”’»)]?\s|\n\s*(?:[-*•]\s*)?|["“„«(]\s*|[–—]\s)$/u;

/**
 * Capitalized words inside of sentences that nobody has said. German capitalizes its nouns, so they say nothing there. A subject in
 * title case says nothing either.
 */
export function checkNames(
  text: string,
  sides: readonly Said[],
  { name, language, isSubject }: { name: string; language: Language | 'other' | null; isSubject: boolean },
): Flaw[] {
  if (language === 'de') return [];
  const words = wordsOf(text);
  if (isSubject && isTitleCase(words)) return [];
  const small = new Set(words.filter(({ text: word }) => word === word.toLowerCase()).map(({ text: word }) => word));
  const names = wordsOf(name).map(({ text: word }) => word);
  const flaws: Flaw[] = [];
  for (const { text: word, at } of words) {
    if (flaws.length >= MOST_FLAWS) break;
    if (!/^\p{Lu}/u.test(word) || word.length < 2) continue;
    if (COMMON.has(bare(word)) || COMMON.has(word.toLowerCase()) || small.has(bare(word))) continue;
    if (sides.some((side) => saysWord(side, word)) && !isMisspelled(word, names)) continue;
    const misspelled = isMisspelled(word, names) && !sides.some((side) => side.words.has(bare(word)));
    const starts = AFTER_STOP.test(text.slice(Math.max(0, at - 4), at)) || at === 0;
    if (misspelled) flaws.push({ rule: 'name', quote: word });
    else if (!starts && !sides.some((side) => saysWord(side, word))) flaws.push({ rule: 'claim', quote: word });
  }
  return joined(text, flaws);
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

/** Who the writer says to be: names here are the user's, whatever the profile holds. */
const SENDER =
  /\b(?:on behalf of|I(?:['’]m| am) (?:writing )?from|we(?:['’]re| are)(?: the)?(?: \w+){0,2}(?: at| from)?|I work (?:for|at)|writing (?:for|from)|here at|our team at)\s+(?<who>\p{Lu}[\p{L}\p{N}&'’.-]*(?:\s\p{Lu}[\p{L}\p{N}&'’.-]*)*)/gu;

export function checkSender(text: string, user: Said): Flaw[] {
  return [...text.matchAll(SENDER)].slice(0, MOST_FLAWS).flatMap((match) => {
    const who = (match.groups?.who ?? '').replace(/[.,]+$/, '');
    const unknown = wordsOf(who).filter(({ text: word }) => !saysWord(user, word) && !COMMON.has(bare(word)));
    return unknown.length > 0 ? [{ rule: 'sender' as const, quote: who }] : [];
  });
}
