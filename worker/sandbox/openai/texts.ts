import { readFileSync } from 'node:fs';
import { hashOf } from '../hash.ts';
import { personByBio } from '../people/lookup.ts';
import type { Input } from './inputs.ts';

/** By language, the variants of each part of a text. A variant is left out when one of its {slots} has no value. */
const templates = JSON.parse(readFileSync(new URL('templates.json', import.meta.url), 'utf8')) as {
  English: Record<string, string[]>;
} & Record<string, Record<string, string[]>>;

const capital = (text: string): string => text.replace(/^\P{L}?\p{L}/u, (start) => start.toUpperCase());
/** Lowers the first letter, but leaves "AI", "I'm" and "YouTube" alone. */
const small = (text: string): string =>
  /^(?:[A-Z][a-z'’-]*[A-Z0-9]|[A-Z]{2}|I\b)/.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);
const withoutStop = (text: string): string => text.trim().replace(/[\s.!?;:,]+$/, '');
const countWords = (paragraphs: string[]): number => paragraphs.join(' ').split(/\s+/).length;

export const sentencesOf = (text: string): string[] =>
  (text.replace(/\s+/g, ' ').match(/.+?(?:[.!?](?=\s|$)|$)/g) ?? []).map((part) => part.trim()).filter(Boolean);

const firstSentence = (text: string): string => withoutStop(sentencesOf(text)[0] ?? '');

type Values = Readonly<Record<string, string>>;

/** Reads the parts of one language. The order of a part is that of its template, or begins where the seed says. */
const speaker =
  (language: string, values: Values) =>
  (part: string, seed?: string): string[] => {
    const slots = /\{(\w+)\}/g;
    const fit = ((templates[language] ?? templates.English)[part] ?? []).filter((line) =>
      [...line.matchAll(slots)].every(([, name = '']) => values[name]),
    );
    const start = seed === undefined ? 0 : hashOf(`${part} ${seed}`) % (fit.length || 1);
    return [...fit.slice(start), ...fit.slice(0, start)].map((line) =>
      line.replace(slots, (_, name: string) => values[name] ?? ''),
    );
  };

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

/** A sentence of a bio that can be quoted: of 3 to 12 words or numbers. */
const quotable = (bio: string): string =>
  bio
    .split(/[|•·\n]+/)
    .flatMap(sentencesOf)
    .map((part) => withoutStop(part.replace(/^[^\p{L}]+|[^\p{L}\p{N}.!?]+$/gu, '')))
    .find((part) => /^\p{L}[\p{L}\p{M}'’-]*(?:,? [\p{L}\p{M}\p{N}'’-]+){2,11}$/u.test(part)) ?? '';

/** The spoken forms of the verbs in instructions. Other sentences are wishes about the writing, and are not printed. */
const SPOKEN: readonly [RegExp, string][] = [
  [/^offer (?:you )?(.+)$/i, 'We would like to offer you $1.'],
  [/^invite (?:you )?(.+)$/i, 'I would like to invite you $1.'],
  [/^ask (?:you )?(?:if|whether) (.+)$/i, 'May I ask whether $1?'],
  [/^ask (?:you )?to (.+)$/i, 'Would you be willing to $1?'],
  [/^ask (?:you )?(?:for )?(?!.*\bquestions?\b)(.+)$/i, 'May I ask you for $1?'],
  [/^(?:say|mention|explain|tell you)(?: that (.+)| ((?:we|our)\b.+))$/i, '$1$2.'],
];

/** The sentences that a campaign's instructions ask for. */
const sayInstructions = (instructions: string): string[] =>
  instructions
    .replace(/\s*\([^)]*\)/g, '')
    .split('\n')
    .flatMap(sentencesOf)
    .flatMap((sentence) => sentence.split(/,? and (?=(?:offer|invite|ask|say|mention|explain|tell)\b)/i))
    .map((clause) => withoutStop(clause.replace(/\btheir\b/gi, 'your').replace(/\bthe(?:m|y)\b/gi, 'you')))
    .flatMap((clause) => {
      const found = SPOKEN.find(([verb]) => verb.test(clause));
      return found ? [capital(clause.replace(...found))] : [];
    });

/** Whether a text of the campaign begins in this way, whatever it quotes. */
const isTaken = (sentence: string, openings: readonly string[]): boolean => {
  const startOf = (text: string) =>
    text
      .replace(/[“"„«][^”"“»]*[”"“»]/g, '…')
      .split(/\s+/)
      .slice(0, 3)
      .join(' ')
      .toLowerCase();
  return openings.some((opening) => startOf(opening) === startOf(sentence));
};

/** A part of an answer, in the words of the product's schema. */
type Part = { text: string; kind: 'about_them' | 'offer' | 'about_us' | 'courtesy'; cites: string[] };
type Paragraph = { parts: Part[] };

const courtesy = (text: string): Part => ({ text, kind: 'courtesy', cites: [] });
const aboutUs = (text: string): Part => ({ text, kind: 'about_us', cites: ['profile'] });
const paragraph = (...parts: (Part | undefined | '')[]): Paragraph => ({ parts: parts.filter((one) => !!one) });
const isWritten = ({ parts }: Paragraph): boolean => parts.length > 0;

/** A sentence of the user's: one with a value of the offer states it. */
function asked(text: string, { slots }: Input): Part {
  const states = Object.values(slots).some((value) => text.includes(value)) || /\{\w+\}/.test(text);
  return states ? { text, kind: 'offer', cites: ['offer'] } : { text, kind: 'about_us', cites: ['offer'] };
}

/** Rewrites a text as it is asked: says what the instruction wants said, or else becomes shorter. */
function rewrite({ instruction, subject, body }: NonNullable<Input['revise']>, input: Input) {
  const [greeting = '', ...paragraphs] = body.split(/\n{2,}/);
  const closing = paragraphs.pop() ?? '';
  const wanted = sayInstructions(instruction);
  const middle = wanted.length > 0 ? [...paragraphs, wanted.join(' ')] : paragraphs.map((one) => sentencesOf(one)[0]);
  const rested = (text: string): Part => {
    const cites = input.facts.flatMap((fact) => (quotedIn(text, fact.text) ? [fact.id] : []));
    return cites.length > 0 ? { text, kind: 'about_them', cites } : asked(text, input);
  };
  const texts = [greeting, ...middle, closing].filter((text): text is string => Boolean(text));
  return { ...NO_PLAN, subject, paragraphs: texts.map((text) => paragraph(...sentencesOf(text).map(rested))) };
}

const quotedIn = (text: string, fact: string): boolean =>
  [...text.matchAll(/[“„«]\s?([^”“»]+?)\s?[”“»]/gu)].some(([, quoted = '']) => fact.includes(quoted));

const NO_PLAN = { plan: { hook: '', why: '', ask: '' }, unfit: null } as const;

/** A profile that says so gets no mail. */
const NO_PARTNERSHIPS =
  /\b(?:no|not? (?:open to|available for|taking|accepting)(?: any)?)\b[^.!?\n]{0,30}\b(?:partnerships?|collabs?|collaborations?|sponsors?(?:hips)?|ads|affiliates?)\b|\b(?:keine|ne fais (?:plus|pas) de)\b[^.!?\n]{0,30}\b(?:kooperationen|partnerschaften|werbung|partenariats?)\b/i;

/** The answer without a text; null: nothing speaks against the person. */
function unfit({ facts, anyway }: Input) {
  const says = anyway ? undefined : facts.find(({ text }) => NO_PARTNERSHIPS.test(text));
  return (
    says && { ...NO_PLAN, unfit: 'Their profile says that they take no partnerships.', subject: '', paragraphs: [] }
  );
}

/** The values that every text has. Only English texts say what English instructions want said. */
const valuesOf = ({ business, sender, partner, offer, campaign }: Input): Values => ({
  first: firstNameOf(partner.name),
  business: business.businessName,
  sender: sender.fullName,
  role: sender.jobTitle,
  what: small(firstSentence(business.description)),
  invitation: withoutStop(small(campaign.invitationText)),
  offer: withoutStop(offer?.what ?? ''),
  commission: withoutStop(small(offer?.commission ?? '')),
  code: offer?.code ?? '',
  link: offer?.link ?? '',
});

const inEnglish = (language: string): boolean => !templates[language] || language === 'English';

/** A personal message of at least 60 words, without closing words or signature. */
export function writeMessage(input: Input) {
  const { partner, campaign, openings, facts, revise } = input;
  const { instructions, subjectType, staticSubject, language } = campaign;
  if (revise) return rewrite(revise, input);
  const against = unfit(input);
  if (against) return against;
  const ofBio = facts.filter(({ field }) => field === 'bio');
  const bio = ofBio.map(({ text }) => text).join(' ');
  const hook = personByBio(bio)?.hook ?? '';
  const line = hook || quotable(bio);
  const work = facts.find(({ field }) => field === 'industry');
  const field = !work || work.text === 'Other' ? '' : work.text.toLowerCase();
  const [about = ''] = speaker(language, { hook, line, field })('about');
  const quoted = ofBio.filter(({ text }) => line && text.includes(line)).map(({ id }) => id);
  const cites = quoted.length > 0 ? quoted : work && field && about.includes(field) ? [work.id] : [];
  const seed = [partner.name, partner.username, bio, instructions, campaign.invitationText, staticSubject].join(' ');
  const say = speaker(language, { ...valuesOf(input), about });
  const [plainSubject = ''] = say('plainSubject');
  const begun = say('opening', seed).map(capital);
  const opening = begun.find((one) => !isTaken(one, openings)) ?? begun[0] ?? '';
  const [link, introduction, closing] = [say('link', seed)[0], say('introduction')[0], say('closing', seed)[0]];
  const wanted = [
    ...(inEnglish(language) ? sayInstructions(instructions) : []).map((text) => asked(text, input)),
    ...say('offer').map((text): Part => ({ text, kind: 'offer', cites: ['offer'] })),
  ];
  const paragraphs = [
    paragraph(courtesy(say('greeting', seed)[0] ?? say('hello')[0] ?? '')),
    paragraph(
      cites.length > 0 ? { text: opening, kind: 'about_them', cites } : courtesy(opening),
      link && courtesy(link),
    ),
    paragraph(introduction && aboutUs(introduction), ...say('what').map(aboutUs)),
    paragraph(...(wanted.length > 0 ? wanted : say('plan').map(courtesy))),
    paragraph(closing && courtesy(closing)),
  ].filter(isWritten);
  const fillers: string[] = [];
  const words = () => [...paragraphs.flatMap(({ parts }) => parts.map(({ text }) => text)), ...fillers];
  for (const filler of say('filler', seed)) if (countWords(words()) < FEWEST_WORDS) fillers.push(filler);
  if (fillers.length > 0) paragraphs.splice(-1, 0, paragraph(...fillers.map(courtesy)));
  const personal = subjectType === 'show_me_you_know_me' ? capital(say('subject', seed)[0] ?? '') : staticSubject;
  const plan = { hook: about, why: link ?? '', ask: closing ?? '' };
  return { plan, unfit: null, subject: personal || plainSubject, paragraphs };
}

const FEWEST_WORDS = 62;
const LAST_NUMBER = 4;

/** A short reminder of the mail before it. */
export function writeFollowUp(input: Input) {
  const { campaign, number, openings, revise } = input;
  if (revise) return rewrite(revise, input);
  const against = unfit(input);
  if (against) return against;
  const say = speaker(campaign.language, valuesOf(input));
  const all = say('followUp');
  const ordered = all.map((_, at) => all[(at + number - 1) % all.length] ?? '');
  const opening = number === LAST_NUMBER ? say('lastFollowUp')[0] : ordered.find((one) => !isTaken(one, openings));
  const asks = inEnglish(campaign.language) ? sayInstructions(campaign.instructions) : [];
  const ask = say('question')[0] ?? '';
  const paragraphs = [
    paragraph(courtesy(say('greeting')[0] ?? say('hello')[0] ?? '')),
    paragraph(courtesy(opening ?? ordered[0] ?? '')),
    paragraph(...asks.map((text) => asked(text, input))),
    paragraph(courtesy(ask)),
  ].filter(isWritten);
  return { plan: { hook: '', why: '', ask }, unfit: null, paragraphs };
}

const LABELS: readonly [string, RegExp][] = [
  [
    'legal_request',
    /\b(gdpr|dsgvo|rgpd|right of access|delete (all )?my (personal )?data|data protection|what data you)\b/i,
  ],
  ['unsubscribe', /\b(unsubscribe|no more (e-?)?mails|remove me|stop (writing|e?mailing))\b/i],
  ['automatic', /\b(out of (the )?office|on (vacation|holiday|leave)|am away|back on)\b/i],
  ['bounce', /\b(could not be delivered|undeliverable|delivery failed)\b/i],
  ['spam', /\b((is|as) spam|spamming)\b/i],
  [
    'referral',
    /\b(wrong person|not the right person|no longer work|left the company|ask my colleague|instead of me)\b/i,
  ],
  ['new_address', /\b(new address|other address|write to me at|use this address)\b/i],
  ['later', /\b(not (right )?now|later|next (month|quarter|year|season)|busy|in a few weeks|ask (me )?again)\b/i],
  ['no', /\b(not interested|no,? thanks?|no thank you|decline|not for me|pass on this)\b/i],
  ['question', /\?/],
  ['interested', /\b(interest(ed|ing)|sounds (good|great)|tell me more|love to|happy to|let'?s)\b/i],
];
const NAMES: Readonly<Record<string, RegExp>> = {
  price: /\b(cost|price|fee|budget|how much)\b/i,
  terms: /\b(contract|terms|rights|commission|paid)\b/i,
  complaint: /\b(authority|complain|lawyer)\b/i,
  erasure: /\b(delete|erase|remove)\b/i,
  access: /\b(access|what data|which data|where did you)\b/i,
};
const among = (names: readonly string[], text: string): string | null =>
  names.find((name) => NAMES[name]?.test(text)) ?? null;

/** What a reply wants, by the words of each sentence. Without any of them it is interested; one that declines is not. */
export function labelReply({ reply }: Input) {
  const text = reply.text || reply.subject;
  const sentences = sentencesOf(text);
  const found = LABELS.flatMap(([label, words]) => {
    const quote = sentences.find((sentence) => words.test(sentence));
    return quote === undefined ? [] : [{ label, quote }];
  }).filter(({ label }, _, all) => label !== 'interested' || !all.some((one) => one.label === 'no'));
  const labels = (found.length > 0 ? found : [{ label: 'interested', quote: sentences[0] ?? '' }]).map(
    ({ label, quote }) => ({
      ...{ label, quote },
      topic: label === 'question' ? (among(['price', 'terms'], quote) ?? 'other') : null,
      right: label === 'legal_request' ? among(['complaint', 'erasure', 'access'], text) : null,
      until: label === 'later' || label === 'automatic' ? (/\b20\d\d-\d\d-\d\d\b/.exec(text)?.[0] ?? null) : null,
      name:
        label === 'referral'
          ? (/\b(?:[Aa]sk|[Cc]ontact|colleague) ([A-Z]\p{L}+(?: [A-Z]\p{L}+)?)/u.exec(text)?.[1] ?? null)
          : null,
      email:
        label === 'referral' || label === 'new_address'
          ? (/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/.exec(text)?.[0] ?? null)
          : null,
    }),
  );
  return { labels };
}

const vocabularies = Object.entries(templates).map(([language, parts]) => ({
  language,
  words: new Set(
    Object.values(parts)
      .flat()
      .join(' ')
      .toLowerCase()
      .match(/\p{L}+/gu),
  ),
}));

/** The language whose templates have most words of a text. */
function languageOf(text: string): string {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const known = (vocabulary: ReadonlySet<string>) => words.filter((word) => vocabulary.has(word)).length;
  return vocabularies.reduce((best, one) => (known(one.words) > known(best.words) ? one : best)).language;
}

/** The topics that a question is about, by its words. */
const ABOUT: Readonly<Record<string, RegExp>> = {
  price: /\b(costs?|prices?|fees?|how much|kostet|preise?|prix|coûte|cuesta|precio)\b/i,
  terms: /\b(contract|terms|rights|commission|vertrag|rechte|contrat|contrato)\b/i,
  shipping: /\b(ship|shipping|deliver|send to|versand|liefer\w*|livr\w*|env[ií]\w*)\b/i,
  times: /\b(when|call|meet|time|wann|termin|quand|cuándo)\b/i,
};

/** An answer in the language of the newest mail, which takes up its last question, and says what the business holds of it. */
export function draftReply(input: Input): { body: string } {
  const theirs = input.thread.findLast(({ by }) => by === 'partner')?.text ?? '';
  const asked = /[^.!?\n]{3,160}\?/.exec(theirs)?.[0].trim() ?? '';
  const known = input.answers.filter(({ about }) => ABOUT[about]?.test(asked)).map(({ text: said }) => said);
  const open = known.length > 0 || input.wish ? '' : asked;
  const say = speaker(languageOf(theirs), { ...valuesOf(input), asked: open });
  const [greeting, thanks, nextStep] = ['greeting', 'thanks', 'nextStep'].map(
    (part) => say(part)[0] ?? say('hello')[0],
  );
  return { body: [greeting, thanks, ...known, input.wish, nextStep].filter(Boolean).join('\n\n') };
}

/** The ideal partner of a business in words. `fields`: where such people work. */
export function describePartner({ businessName, targetAudience, ...input }: Input, fields: readonly string[]): string {
  const say = speaker('English', {
    business: businessName,
    audience: firstSentence(targetAudience).split(/\s+/).slice(0, 24).join(' '),
    fields: fields.join(' or '),
    what: firstSentence(input.businessDescription),
    wish: withoutStop(input.additionalCriteria),
  });
  return ['profile', 'fields', 'genuine', 'wish'].flatMap((part) => capital(say(part)[0] ?? '') || []).join(' ');
}
