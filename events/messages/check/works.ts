/**
 * Works of the partner, and promises without a figure: "your podcast about knitting", "you won the title", "we pay your travel". It needs a source.
 * English only, and only what these expressions catch.
 */
import { type Flaw, MOST_FLAWS } from './flaw.ts';
import { type Said, saysWord, wordsOf } from './words.ts';

/** Anyone who is on a platform has these. */
const ANYBODY_HAS =
  'posts?|content|profile|page|account|feed|work|writing|words?|photos?|pictures?|images?|stories|story|pieces?';
const MADE =
  'videos?|channel|podcasts?|episodes?|newsletters?|blogs?|articles?|essays?|columns?|books?|cookbooks?|novels?|memoirs?|guides?|courses?|workshops?|webinars?|talks?|keynotes?|films?|documentary|series|show|album|app|shop|store|studio|clinic|restaurant|farm|gym|agency|startup';
const LIFE =
  'baby|wedding|wife|husband|partner|son|daughter|kids|children|dog|cat|degree|diploma|doctorate|thesis|award|medal|trophy|title|victory|win|record|marathon|race|recovery|injury|illness|divorce';
const ADJECTIVES =
  '(?:(?:recent|latest|last|new|newest|first|second|own|popular|great|wonderful|excellent|weekly|daily|monthly|beautiful|honest) ){0,2}';
/** A role implies its works: a speaker has given a talk. */
const IMPLIED: readonly [what: RegExp, by: readonly string[]][] = [
  [
    /^(?:talk|keynote|workshop|webinar|course)/,
    ['speaker', 'spoke', 'keynote', 'teach', 'teacher', 'instructor', 'trainer', 'coach'],
  ],
  [/^(?:book|cookbook|novel|memoir|guide)/, ['wrote', 'writes', 'author', 'writer', 'published']],
  [
    /^(?:article|essay|column|blog|newsletter)/,
    ['write', 'writes', 'writer', 'wrote', 'journalist', 'editor', 'blogger'],
  ],
  [
    /^(?:video|film|documentary|series|show|channel)/,
    ['film', 'films', 'filmmaker', 'videographer', 'vlogger', 'host', 'youtube'],
  ],
  [/^(?:podcast|episode)/, ['podcaster', 'host', 'podcast', 'episode']],
  [
    /^(?:shop|store|studio|clinic|restaurant|farm|gym|agency|startup|app)/,
    ['founder', 'owner', 'run', 'founded', 'built'],
  ],
  [/^(?:baby|kids|children|son|daughter)/, ['mom', 'mum', 'dad', 'mother', 'father', 'parent']],
  [
    /^(?:race|marathon|win|victory|record|medal|title)/,
    ['racer', 'runner', 'finisher', 'athlete', 'champion', 'winner'],
  ],
];
const YOURS = new RegExp(
  String.raw`\byour ${ADJECTIVES}(?<what>(?<any>${ANYBODY_HAS})|${MADE}|${LIFE})\b(?:,? (?:about|on|of|for) (?<of>[^.,;:!?\n()]{3,80}))?`,
  'giu',
);
const DONE =
  /\b(?:you (?:have |had )?(?:just |recently |once )?(?:won|finished|published|launched|wrote|completed|founded|opened|released|earned|received|graduated|moved|joined|survived|beat)|congratulations on|winning|after finishing|after publishing|after launching) (?<of>[^.,;:!?\n()]{3,80})/giu;
const PROMISED =
  /\bwe(?:['’]ll| will| can| would| are happy to)?(?: also| even| gladly)? (?:pay|cover|refund|reimburse|guarantee|promise|sponsor|donate|buy|gift)(?: for)?(?: you)? (?<of>[^.,;:!?\n()]{3,80})/giu;

/** "runners" is said by who says "running". */
const STEM = 4;
const beginnings = new WeakMap<Said, ReadonlySet<string>>();

function beginningsOf(side: Said): ReadonlySet<string> {
  const known = beginnings.get(side) ?? new Set([...side.words].map((word) => word.slice(0, STEM)));
  beginnings.set(side, known);
  return known;
}

/** They say nothing of what it is about. */
const EMPTY = new Set(
  `about after again all and are because been being both could does doing each ever every from had has have here how into it its just like lot
made make makes many more most much need new now off one only other our out over own really same she should since some still such than that
the their them then there these they thing things this those through time times too under very was way well were what when where which while
who whom why will with would you your yours recently latest people someone somebody winning finishing publishing launching completing stayed stood caught shows showed love loved liked enjoyed`.split(
    /\s+/,
  ),
);

/** The words that say what it is, up to the verb of the sentence. */
const contentOf = (phrase: string): string[] =>
  wordsOf(
    phrase.split(
      / (?:and|but|so|that|which|who|because|stayed|stood|caught|is|was|are|were|made|makes|has|have) /,
    )[0] ?? '',
  )
    .map(({ text }) => text.toLowerCase())
    .filter((word) => word.length > 2 && !EMPTY.has(word));

export function checkWorks(
  text: string,
  { user, theirs, before, showsVideos }: { user: Said; theirs: Said; before: Said; showsVideos: boolean },
): Flaw[] {
  const isSaid = (word: string, sides: readonly Said[]) =>
    sides.some((side) => saysWord(side, word) || (word.length >= STEM && beginningsOf(side).has(word.slice(0, STEM))));
  const isImplied = (what: string): boolean =>
    IMPLIED.some(
      ([kind, by]) => kind.test(what) && by.some((word) => [theirs, before].some((side) => side.words.has(word))),
    );
  const unsaid = (phrase: string | undefined, sides: readonly Said[]): boolean => {
    const words = contentOf(phrase ?? '');
    return words.length > 0 && !words.some((word) => isSaid(word, sides));
  };
  const flaws: Flaw[] = [];
  for (const { 0: quote, groups } of text.matchAll(YOURS)) {
    const what = groups?.what?.toLowerCase() ?? '';
    const has = groups?.any !== undefined || (showsVideos && /^(?:videos?|channel|series|show|films?)$/.test(what));
    if ((!has && !isImplied(what) && !isSaid(what, [theirs, before])) || unsaid(groups?.of, [theirs, before]))
      flaws.push({ rule: 'claim', quote });
  }
  for (const { 0: quote, groups } of text.matchAll(DONE))
    if (unsaid(groups?.of, [theirs, before])) flaws.push({ rule: 'claim', quote });
  for (const { 0: quote, groups } of text.matchAll(PROMISED))
    if (unsaid(groups?.of, [user])) flaws.push({ rule: 'offer', quote });
  const first = flaws.slice(0, 4 * MOST_FLAWS);
  // "your new diploma" inside of "congratulations on your new diploma" counts once
  const isPart = ({ quote }: Flaw): boolean =>
    first.some((other) => other.quote.length > quote.length && other.quote.includes(quote));
  return first.filter((flaw) => !isPart(flaw)).slice(0, MOST_FLAWS);
}
