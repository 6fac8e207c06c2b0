const NUMBER = String.raw`(\d+(?:\.\d+)?\s?[km]?)\+?`;
const MENTION = new RegExp(
  `(?:${NUMBER}\\s*(?:-|–|to|and)\\s*)?${NUMBER}\\s*(?:or (?:more|less|fewer) )?(?:followers|subscribers)`,
  'gi',
);
const NEGATION = /\b(?:no|not|no ?body|none|never|nothing|without|avoid|excluding|exclude|don['’]?t)\b/i;
const AT_MOST = /\b(?:under|below|at most|up to|(?:fewer|less|smaller) than|max(?:imum)?)\b/i;
const AT_MOST_BEHIND = /^\s*(?:at most|at the most|max(?:imum)?|tops|or (?:less|fewer))\b/i;

const amount = (text: string): number => {
  const plain = text.replace(/\s/g, '');
  return Math.round(Number.parseFloat(plain) * (/k$/i.test(plain) ? 1_000 : /m$/i.test(plain) ? 1_000_000 : 1));
};

/** Clauses, so that a "no" only turns what belongs to it. */
const clausesOf = (text: string): string[] =>
  text.replace(/(\d),(?=\d{3}\b)/g, '$1').split(/[;,!?\n]|\.(?!\d)|\bbut\b|\band (?!\d)/i);

/** How many followers a wish asks for at least, and at most; "nobody under 5k" is a least, "no more than 5k" a most. */
export const followersAsked = (text: string): { least: number | null; most: number | null } => {
  const asked: { least: number | null; most: number | null } = { least: null, most: null };
  for (const clause of clausesOf(text)) {
    for (const mention of clause.matchAll(MENTION)) {
      const before = clause.slice(0, mention.index);
      const behind = clause.slice(mention.index + mention[0].length);
      const atMost = AT_MOST.test(before) || AT_MOST_BEHIND.test(behind) || /or (?:less|fewer) /i.test(mention[0]);
      const [lower, upper] = [mention[1] ?? mention[2] ?? '', mention[2] ?? ''];
      if (atMost === NEGATION.test(before)) asked.least ??= amount(lower);
      else asked.most ??= amount(upper);
    }
  }
  return asked;
};

/** Whether a word is wished for, and not ruled out in its clause. */
export const wishedFor = (text: string, words: RegExp): boolean =>
  clausesOf(text).some((clause) => {
    const found = clause.match(words);
    return found !== null && !NEGATION.test(clause.slice(0, found.index));
  });
