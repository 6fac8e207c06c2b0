import { personByBio } from '../people/lookup.ts';
import { type Platform, platformLabels } from '../people/platforms.ts';
import { rankNiches } from './affinity.ts';
import { type Hook, hookOf, shortHook } from './hook.ts';
import type { MessageInput } from './inputs.ts';
import { sayInstructions } from './instructions.ts';
import { isForeign } from './language.ts';
import { endings, extras, links, openings } from './phrases.ts';
import { capital, choose, sentencesOf, small, withoutStop, wordCount } from './prose.ts';

/** "Sells granola by post": the verb without its s, and the rest. */
const doing =
  /^(make|sell|build|offer|help|design|create|run|provide|ship|teach|develop|connect|brew|bake|roast|produce|rent|repair|deliver)s( .+)$/i;

const whoWeAre = ({ business, sender }: MessageInput): string[] => {
  const name = business.businessName || 'our company';
  const role = sender.jobTitle ? `, ${sender.jobTitle} at ${name}` : ` from ${name}`;
  const about = withoutStop(sentencesOf(business.description)[0] ?? '');
  const introduction = sender.fullName ? `I am ${sender.fullName}${role}.` : `I am writing for ${name}.`;
  if (!about || isForeign(about)) return [introduction];
  if (/^(?:we|our|i)\b/i.test(about)) return [introduction, `${capital(about)}.`];
  if (about.toLowerCase().startsWith(name.toLowerCase())) return [introduction, `${about}.`];
  const does = about.match(doing);
  if (does) return [introduction, `We ${(does[1] ?? '').toLowerCase()}${does[2]}.`];
  if (/^an? /i.test(about)) return [introduction, `We are ${small(about)}.`];
  return [introduction, `What we do, in a few words: ${small(about)}.`];
};

const audiences: Record<Platform, string> = {
  linkedin: 'readers',
  twitter: 'readers',
  instagram: 'followers',
  tiktok: 'viewers',
  youtube: 'viewers',
};
const isPlatform = (name: string): name is Platform => Object.hasOwn(platformLabels, name);

/** "Anna-Lena" of "Dr. Anna-Lena “Trail” O'Neil (she/her)"; empty for what is no name to greet by, such as "baker_99". */
const firstNameOf = (name: string): string => {
  const plain = name
    .replace(/["“„][^"“”]*["”]|\([^)]*\)/g, ' ')
    .replace(/[,|].*$/, '')
    .trim();
  if (!/^\p{L}[\p{L}\p{M}\s'’.-]*$/u.test(plain)) return '';
  const [first = '', ...rest] = plain.replace(/^(?:(?:dr|prof|mrs?|ms|sir)\b\.?\s+)+/i, '').split(/\s+/);
  return first.endsWith('.') && rest.length > 0 ? [first, ...rest].join(' ') : first;
};

const subjectOf = (input: MessageInput, first: string, hook: Hook, seed: string): string => {
  const { subjectType, staticSubject, invitationText } = input.campaign;
  const business = input.business.businessName || 'us';
  if (subjectType !== 'show_me_you_know_me')
    return staticSubject || (first ? `An idea for ${first} from ${business}` : `An idea from ${business}`);
  const short = shortHook(hook);
  const invitation = withoutStop(invitationText) || `an idea from ${business}`;
  const detail = hook.kind === 'quoted' ? short : `your ${short}`;
  return choose(
    [
      `${capital(detail)} + ${small(invitation)}`,
      `${capital(detail)} and ${small(invitation)}`,
      `${capital(invitation)}, because of ${detail}`,
    ],
    `subject ${seed}`,
  );
};

/** Words that read well as something to care about: "dogs" and "hiking", not "dog". */
const isField = (word: string): boolean => /(?:[^s]s|ing|cs)$/.test(word);

/** The field of a partner's work, in the words of their own bio; without one that fits, no narrower than their industry. */
const topicOf = ({ bio, industry }: MessageInput['partner']): string => {
  const known = personByBio(bio);
  if (known) return known.topic;
  const best = rankNiches(bio, industry)[0];
  const own = best?.said.filter(isField).slice(0, 2) ?? [];
  if (own.length > 0) return own.join(' and ');
  return industry && industry !== 'Other' ? industry.toLowerCase() : 'your field';
};

const words = (paragraphs: string[][]): number => wordCount(paragraphs.flat().join(' '));

/** A personal message of 90 to 160 words: plain text, greeting first, without closing words or signature. */
export const writeMessage = (input: MessageInput): { subject: string; body: string } => {
  const { partner, campaign, business } = input;
  const { instructions, invitationText, staticSubject } = campaign;
  const seed = [partner.name, partner.username, partner.bio, instructions, invitationText, staticSubject].join(' ');
  const first = firstNameOf(partner.name);
  const platform = partner.platform.toLowerCase();
  const label = isPlatform(platform) ? platformLabels[platform] : '';
  const hook = hookOf(partner, label);
  const matter = {
    topic: topicOf(partner),
    business: business.businessName || 'our company',
    crowd: isPlatform(platform) ? `your ${audiences[platform]} on ${label}` : 'your audience',
  };
  const opening = choose(openings[hook.kind], `opening ${seed}`)(hook.phrase, matter);
  const link = choose(links, `link ${seed}`)(matter);
  const who = whoWeAre(input);
  const said = sayInstructions(instructions);
  const asks = said.length > 0 ? said : ['I would like to find out whether we could do something together.'];
  const ending = [choose(endings, `ending ${seed}`)(first)];
  const greeting = [first ? `${choose(['Hi', 'Hello', 'Dear'], `greeting ${seed}`)} ${first},` : 'Hello,'];
  const more: string[] = [];
  const middle = choose(
    [
      [[opening, link], who, asks, more],
      [[opening], who, [link], asks, more],
      [who, [opening, link], asks, more],
    ],
    `order ${seed}`,
  );
  const body = [greeting, ...middle, ending];
  const start = choose([0, 1, 2, 3, 4, 5], `extra ${seed}`);
  for (const extra of [...extras.slice(start), ...extras.slice(0, start)]) {
    if (words(body) >= 95) break;
    more.push(extra);
  }
  if (words(body) > 160 && who.length > 1) who.pop();
  while (words(body) > 160 && asks.length > 1) asks.pop();
  return {
    subject: subjectOf(input, first, hook, seed),
    body: body
      .filter((paragraph) => paragraph.length > 0)
      .map((paragraph) => paragraph.join(' '))
      .join('\n\n'),
  };
};
