import { personByBio } from '../people/lookup.ts';
import { platformLabels } from '../people/reach.ts';
import { rankNiches } from './affinity.ts';
import { hookOf, shortHook } from './hook.ts';
import type { MessageInput } from './inputs.ts';
import { sayInstructions } from './instructions.ts';
import { capital, choose, sentencesOf, small, withoutStop, wordCount } from './prose.ts';

const openings: readonly ((hook: string, topic: string) => string)[] = [
  (hook) => `Your ${hook} made me stop and read the rest of your profile.`,
  (hook, topic) => `I was looking for people who take ${topic} seriously, and your ${hook} settled it.`,
  (hook) => `I have been telling my colleagues about your ${hook}.`,
  (hook, topic) => `There is a lot of noise about ${topic}, and your ${hook} stood out from it.`,
  (hook) => `Let me start with the reason for this note: your ${hook}.`,
  (hook, topic) => `Few people in ${topic} would think of something like your ${hook}. I wish that we had.`,
  (hook) => `I came across your ${hook} this week and it has stayed with me.`,
];

const links: readonly ((business: string, audience: string) => string)[] = [
  (business, audience) =>
    `The people who follow you ${audience}sound a lot like the people ${business} works for, so I would rather ask you than an agency.`,
  (_, audience) => `I think that your readers ${audience}and our customers would get on well.`,
  (business, audience) =>
    `What you do and what we do at ${business} seem to start from the same idea, and your audience ${audience}would notice at once if it did not.`,
  (business, audience) =>
    `We do not write to many people; ${business} is picky about whom it works with, and the way you speak to your audience ${audience}is what we look for.`,
  (business) =>
    `The care that you put into your work is what we aim for at ${business}, which is why I am writing to you and not to a list.`,
  (_, audience) =>
    `People ${audience}trust you because you show your work, and that matters more to us than the size of a channel.`,
];

const endings: readonly ((first: string) => string)[] = [
  () => 'Would you be open to a short exchange about it? A one-line answer is plenty, and a no is fine too.',
  (first) => `Does that sound like something for you, ${first}? If so, tell me what you would need from us.`,
  () => 'If you are curious, just reply with a yes and I will send the details on one page.',
  () => 'What would make this worth your time? I would like to hear that before I suggest anything else.',
  () => 'Shall I send you the details? I am glad to answer any question first.',
];

const extras: readonly string[] = [
  'You would keep full say over what you publish, and if you think that something is not good enough, I would like to hear that as well.',
  'There is no script and no deadline; we would plan it around what you already do and not the other way round.',
  'Please judge it by your own standards: if it does not fit your audience, I would rather know now than later.',
  'I know that you must get many of these notes, so I have kept the practical part short.',
];

/** "Sells granola by post": the verb without its s, and the rest. */
const doing =
  /^(make|sell|build|offer|help|design|create|run|provide|ship|teach|develop|connect|brew|bake|roast|produce|rent|repair|deliver)s( .+)$/i;

const whoWeAre = ({ business, sender }: MessageInput): string[] => {
  const name = business.businessName || 'our company';
  const role = sender.jobTitle ? `, ${sender.jobTitle} at ${name}` : ` from ${name}`;
  const about = withoutStop(sentencesOf(business.description)[0] ?? '');
  const introduction = sender.fullName ? `I am ${sender.fullName}${role}.` : `I am writing for ${name}.`;
  if (!about) return [introduction];
  if (/^(?:we|our|i)\b/i.test(about)) return [introduction, `${capital(about)}.`];
  if (about.toLowerCase().startsWith(name.toLowerCase())) return [introduction, `${about}.`];
  const does = about.match(doing);
  if (does) return [introduction, `We ${(does[1] ?? '').toLowerCase()}${does[2]}.`];
  return [introduction, `If you have not heard of us: ${small(about)}.`];
};

const audienceOf = (followers: number, platform: string): string => {
  const where = Object.entries(platformLabels).find(([name]) => name === platform.toLowerCase())?.[1];
  if (!where) return '';
  const rounded = followers >= 10_000 ? Math.round(followers / 1000) * 1000 : Math.round(followers / 100) * 100;
  return followers >= 1000 ? `on ${where}, about ${rounded.toLocaleString('en-US')} of them, ` : `on ${where} `;
};

const subjectOf = (input: MessageInput, first: string, hook: string, seed: string): string => {
  const { subjectType, staticSubject, invitationText } = input.campaign;
  if (subjectType !== 'show_me_you_know_me')
    return staticSubject || `An idea for ${first} from ${input.business.businessName}`;
  const short = shortHook(hook);
  const invitation = withoutStop(invitationText) || `an idea from ${input.business.businessName}`;
  return choose(
    [
      `Your ${short} + ${small(invitation)}`,
      `${capital(short)} and ${small(invitation)}`,
      `${capital(invitation)}, because of your ${short}`,
    ],
    `subject ${seed}`,
  );
};

const words = (paragraphs: string[][]): number => wordCount(paragraphs.flat().join(' '));

/** A personal message of 90 to 160 words: plain text, greeting first, without closing words or signature. */
export const writeMessage = (input: MessageInput): { subject: string; body: string } => {
  const { partner, campaign, business } = input;
  const seed = `${partner.name} ${partner.username} ${partner.bio}`;
  const first = partner.name.split(/\s+/)[0] || partner.username || 'there';
  const hook = hookOf(partner);
  const topic =
    personByBio(partner.bio)?.niche.topic ?? rankNiches(partner.bio, partner.industry)[0]?.niche.topic ?? 'this field';
  const opening = choose(openings, `opening ${seed}`)(hook, topic);
  const link = choose(links, `link ${seed}`)(
    business.businessName || 'we',
    audienceOf(partner.followersCount, partner.platform),
  );
  const who = whoWeAre(input);
  const asks = sayInstructions(campaign.instructions);
  const ending = choose(endings, `ending ${seed}`)(first);
  const greeting = [`${choose(['Hi', 'Hello', 'Dear'], `greeting ${seed}`)} ${first},`];
  const introduceFirst = choose([true, false], `order ${seed}`);
  const middle = introduceFirst ? [[opening], [...who, link], asks] : [[opening, link], who, asks];
  const body = [greeting, ...middle, [ending]];
  const spare = [...extras.slice(choose([0, 1, 2, 3], `extra ${seed}`)), ...extras];
  for (const extra of new Set(spare)) {
    if (words(body) >= 95) break;
    asks.push(extra);
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
