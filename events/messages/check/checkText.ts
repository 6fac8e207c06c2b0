/**
 * Whether the text of a message may go out as it is: a check of ours, not of a model. It runs before an approval and before a dispatch. What no rule
 * knows passes.
 */
import type { ProfileState } from '../../accounts/profile.ts';
import type { CampaignState } from '../../campaigns/campaign.ts';
import { formatFollowers } from '../../shared/format.ts';
import { tellsAi } from '../../shared/hostile.ts';
import { isAnother, languageOf } from '../../shared/languageOf.ts';
import { LANGUAGES, type Language } from '../../shared/languages.ts';
import { isOneLine } from '../../shared/text.ts';
import { LONGEST_SUBJECT } from '../answer.ts';
import type { MessageText } from '../messageEvents.ts';
import type { Part } from '../parts.ts';
import { slotsOf } from '../slots.ts';
import { checkClaims } from './claims.ts';
import { citableFacts, type KnownPartner } from './facts.ts';
import { checkFigures, figuresSaid, toldIn } from './figures.ts';
import { type Flaw, htmlTags, MOST_FLAWS, sameFlaw } from './flaw.ts';
import { checkLinks, linksKnown, withoutLinks } from './links.ts';
import { checkGreeting, checkNames, checkSender, type Sides } from './names.ts';
import { partFlaws } from './partFlaws.ts';
import { blank, countWords, quotesOf, said, saysRun, wordsOf } from './words.ts';

export type CheckedCampaign = Pick<CampaignState, 'text' | 'offer' | 'language' | 'followUps' | 'abTest'>;
export type CheckedProfile = Pick<
  ProfileState,
  | 'businessName'
  | 'industry'
  | 'description'
  | 'userFullName'
  | 'jobTitle'
  | 'contactEmail'
  | 'contactPhone'
  | 'postalAddress'
  | 'bookingLink'
>;

/** `earlier`: texts that went to the same person before. `parts`: of the AI's text. `byPerson`: a person wrote it, or changed it. */
export type CheckedMessage = {
  text: MessageText;
  partner: KnownPartner;
  earlier: readonly string[];
  parts?: readonly Part[];
  byPerson: boolean;
};

/** Mailboxes of everybody: their domain is nobody's site. */
const FREE_MAIL =
  /@(?:gmail|googlemail|outlook|hotmail|live|yahoo|icloud|me|aol|gmx|web|proton|protonmail|mail|zoho|yandex|fastmail)\.[\p{L}.]+$/iu;

const siteOf = (email: string | null): string | null =>
  email && !FREE_MAIL.test(email) ? email.slice(email.lastIndexOf('@') + 1).toLowerCase() : null;

const PLACEHOLDERS =
  /\[(?!\d)[^[\]\n]{1,60}\]|\{\{?[^{}\n]{1,60}\}?\}|<(?!https?:)[\p{L}][\p{L}\p{N} _-]{1,40}>|%[\p{L}_]{3,30}%|__[\p{L}][\p{L} ]{0,40}__|\bTBD\b|\bX{3,}\b|\blorem ipsum\b|\b(?:your|the|our) company(?:['’]s)? name\b|\b(?:insert|add|your) (?:your )?(?:first |last |full |company |business |product |brand )?(?:name|link|code) here\b|\b(?:first|last)[_ ]?name\b|\bas an ai\b|\blanguage model\b|\bundefined\b|\[object \w+\]/giu;
/** The word of Spanish and Portuguese is in small letters, or in a line of capitals. */
const TODO = /(?<!\p{Lu}{2}\s)\bTODO\b(?!\s\p{Lu}{2})|(?<=^[ \t]{0,9})todo:/gmu;
/** Nothing fills these in, even if the business typed them itself. Other words in brackets may be a quotation. */
const IN_TEMPLATES =
  /^\{\{|^\[(?:(?:the|your|their|partner|recipient|creator|influencer|first|last|full|company|business|brand|product)(?:['’]s)? )*(?:name|first ?name|company|business|brand|product|link|url|code|date|topic|niche|title|position|handle|platform)\]$/i;
/** Without a known company, no text can ask about it. */
const YOUR_COMPANY = /\byour company\b/i;

/** Instructions are short. */
const FEWEST_IN_INSTRUCTIONS = 4;
const FEWEST_WORDS = 25;
const MOST_WORDS = 320;

/** A quotation of fewer words may be a figure of an offer. */
const FEWEST_QUOTED = 4;

const platformNames = ['LinkedIn', 'Instagram', 'TikTok', 'YouTube', 'Twitter'];

/** Another check, another version: what was kept of the one before counts no more. */
export const CHECK_VERSION = 5;

/** Checks the messages of one campaign. The user's texts are read once. `more`: other texts of the user. */
export function textChecker(
  campaign: CheckedCampaign,
  profile: CheckedProfile,
  more: readonly string[] = [],
): (message: CheckedMessage) => Flaw[] {
  const { text, offer, followUps, abTest } = campaign;
  const texts = [
    ...[profile.businessName, profile.industry, profile.description, profile.userFullName, profile.jobTitle],
    ...[profile.contactEmail, profile.contactPhone, profile.postalAddress, profile.bookingLink],
    ...[text?.messagePrompt, text?.staticSubject, text?.invitationText, text?.name, abTest?.variantB],
    ...followUps.map((one) => one.text),
    ...[offer?.what, offer?.commission, offer?.code, offer?.link, ...more],
  ].filter((one): one is string => Boolean(one));
  const user = said(texts);
  const userFigures = figuresSaid(texts);
  const userLinks = linksKnown(texts, [siteOf(profile.contactEmail)], siteOf(profile.contactEmail));
  const expected = campaign.language ?? languageOf(text?.messagePrompt ?? '', FEWEST_IN_INSTRUCTIONS);
  const known = { user, userFigures, userLinks, expected, code: offer?.code ?? null };
  const { messagePrompt, staticSubject, invitationText } = text ?? {};
  const slots = slotsOf(offer, [
    ...[messagePrompt, invitationText, staticSubject, abTest?.variantB],
    ...followUps.map((one) => one.text),
  ]);
  return (message) => {
    const { partner, parts = [] } = message;
    const names = [partner.person?.name ?? null, partner.person?.username ?? null];
    const found = partFlaws(parts, { facts: citableFacts(partner), slots, own: texts, names });
    return [...checkOne(message, known), ...found];
  };
}

type Known = {
  user: ReturnType<typeof said>;
  userFigures: ReturnType<typeof figuresSaid>;
  userLinks: ReturnType<typeof linksKnown>;
  expected: Language | 'other' | null;
  code: string | null;
};

function checkOne({ text, partner, earlier, byPerson }: CheckedMessage, known: Known): Flaw[] {
  const { person } = partner;
  if (!person) return [];
  const { user, userFigures, userLinks } = known;
  const facts = [
    ...[person.bio, person.jobTitle, person.company, person.city, person.region, person.country, ...person.keywords],
    ...person.evidence.map((one) => one.text),
  ];
  const reach =
    partner.followersCount === null ? [] : [String(partner.followersCount), formatFollowers(partner.followersCount)];
  const rate = partner.engagementRate === null ? [] : [`${partner.engagementRate}%`];
  const profileTexts = [
    ...[person.name, person.username, person.companyDomain, partner.industry, ...facts, ...reach, ...rate],
    ...platformNames,
  ].filter((one): one is string => Boolean(one));
  const theirs = said(profileTexts);
  const before = said(earlier);
  const sides: Sides = [user, theirs, before];
  const told = toldIn([...facts, ...earlier].flatMap((one) => one ?? []));
  const partnerFigures = { ...figuresSaid([...profileTexts, ...earlier]), told };
  const links = linksKnown(earlier, [
    ...[person.profileUrl, person.companyDomain, ...person.socialProfiles.map(({ url }) => url)],
    ...person.evidence.map(({ url }) => url),
  ]);
  const flaws: Flaw[] = [];
  const { subject, body } = text;
  if (!isOneLine(subject) || subject.trim() === '' || subject.length > LONGEST_SUBJECT)
    flaws.push({ rule: 'subject', quote: '' });
  const count = countWords(body);
  if (!byPerson && (count < FEWEST_WORDS || count > MOST_WORDS))
    flaws.push({ rule: 'length', quote: `${count} words` });
  const language = languageOf(body);
  if (!byPerson && known.expected && known.expected !== 'other' && language && isAnother(language, known.expected))
    flaws.push({ rule: 'language', quote: LANGUAGES[known.expected] });
  flaws.push(...checkGreeting(body, person.name));
  const hostile = [...profileTexts].map(tellsAi).find((found) => found !== null);
  if (hostile) flaws.push({ rule: 'hostile', quote: hostile });
  for (const part of [subject, body]) {
    const quotes = quotesOf(part).map((one) => ({ ...one, isTrue: sides.some((side) => saysRun(side, one.text)) }));
    flaws.push(
      ...quotes
        .filter((one) => !one.isTrue && wordsOf(one.text).length > 1)
        .slice(0, MOST_FLAWS)
        .map((one): Flaw => ({ rule: 'quote', quote: one.text })),
    );
    const rest = blank(
      part,
      quotes.filter((one) => one.isTrue || wordsOf(one.text).length > 1),
    );
    flaws.push(
      ...[PLACEHOLDERS, TODO]
        .flatMap((pattern) => rest.match(pattern) ?? [])
        .filter(
          (one) => IN_TEMPLATES.test(one) || !sides.some((side) => side.texts.some((other) => other.includes(one))),
        )
        .slice(0, MOST_FLAWS)
        .map((quote): Flaw => ({ rule: 'placeholder', quote })),
    );
    if (!person.company && YOUR_COMPANY.test(rest)) flaws.push({ rule: 'placeholder', quote: 'your company' });
    // mails are plain text: a tag is shown as it is typed, even one of the user's own
    flaws.push(...htmlTags(part).map((quote): Flaw => ({ rule: 'placeholder', quote })));
    // what a quotation from a bio links to is still a link that is sent
    flaws.push(...checkLinks(part, [userLinks, links], [person.username ?? '', person.name]));
    const plain = withoutLinks(rest);
    const quoted = quotes.filter((one) => wordsOf(one.text).length >= FEWEST_QUOTED);
    const figures = { user: userFigures, partner: partnerFigures };
    flaws.push(
      ...checkFigures(
        withoutLinks(blank(part, quoted)),
        {
          ...{ ...figures, followers: partner.followersCount, engagement: partner.engagementRate },
          language: language ?? known.expected,
          userSays: (words) => saysRun(user, words) || user.texts.some((one) => one.includes(words)),
        },
        known.code,
      ),
      ...checkSender(plain, user),
      ...checkClaims(plain, [...user.texts, ...theirs.texts, ...before.texts], earlier.length === 0),
      ...checkNames(
        plain.replace(GREETING_LINE, (line) => ' '.repeat(line.length)),
        sides,
        {
          ...{ name: person.name, language: language ?? known.expected, isSubject: part === subject },
        },
      ),
    );
  }
  return flaws.filter((flaw, at) => flaws.findIndex((other) => sameFlaw(other, flaw)) === at);
}

/** The greeting has a check of its own. */
const GREETING_LINE = /^[^\n]{1,80}\n/;
