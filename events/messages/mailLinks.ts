import LinkifyIt from 'linkify-it';

const linkify = new LinkifyIt({}, { fuzzyLink: true, fuzzyEmail: false, fuzzyIP: false })
  .add('ftp:', null)
  .add('mailto:', null)
  .add('//', null);

/** Sentences in these scripts go on without a space. */
const UNSPACED = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}';
const GLUED = new RegExp(`[${UNSPACED}](?=https?://|www\\.)`, 'giu');
/** They end a link, as quotation marks do. */
const ENDS = new RegExp(`[${UNSPACED}\\u3000-\\u303f\\uff00-\\uffef“”„‟«»‹›‘’‚‛…؟،؛।*]`, 'u');
/** A host that is whole before such a sign: others are names in that script. */
const WHOLE_HOST = /^(?:https?:\/\/)?[^/?#]*\.[a-z]{2,24}(?:[:/?#]|$)/i;
/** Punctuation of the sentence. */
const SENTENCE = /[.,;:!?'"]+$/;

/** The library takes quadratic time for a hostile word. */
const LONGEST_WORD = 2_000;

export type MailLink = { index: number; text: string; href: string };

/** The links of a text: with http or https, or from "www." on. */
export function linksIn(text: string): MailLink[] {
  const words = text
    .replace(GLUED, (letter) => ' '.repeat(letter.length))
    .replace(/\S+/g, (word) => (word.length > LONGEST_WORD ? ' '.repeat(word.length) : word));
  return (linkify.match(words) ?? []).flatMap(({ index, text: whole, schema, url }) => {
    if (schema === '' && !/^www\./i.test(whole)) return [];
    const end = whole.search(ENDS);
    const before = whole.slice(0, end);
    const link = end > 0 && WHOLE_HOST.test(before) ? before.replace(SENTENCE, '') : whole;
    return [{ index, text: link, href: url.slice(0, url.length - (whole.length - link.length)) }];
  });
}
