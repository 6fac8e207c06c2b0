/** Roles that a text gives the partner and no source does: "your work as a nurse". English only. */
import { type Flaw, MOST_FLAWS } from './flaw.ts';
import { type Said, saysWord, wordsOf } from './words.ts';

/** The last word of most job titles. */
const ROLE =
  'accountant|actor|actress|advisor|analyst|architect|artist|athlete|attorney|author|baker|barber|blogger|boxer|broker|builder|carpenter|chef|chemist|coach|comedian|composer|consultant|cook|copywriter|counselor|dancer|dentist|designer|developer|dietitian|director|doctor|economist|editor|electrician|engineer|entrepreneur|farmer|filmmaker|firefighter|founder|gamer|gardener|guide|historian|host|hunter|illustrator|influencer|instructor|investor|journalist|judge|lawyer|lecturer|librarian|magician|manager|marketer|marketeer|mechanic|midwife|model|musician|nurse|nutritionist|officer|osteopath|owner|painter|paramedic|pastor|pharmacist|photographer|physician|physicist|physiotherapist|pianist|pilot|planner|podcaster|poet|politician|potter|president|principal|producer|professor|programmer|psychologist|publisher|realtor|recruiter|reporter|researcher|reviewer|sailor|scientist|sculptor|secretary|singer|skier|soldier|stylist|surfer|surgeon|tailor|teacher|therapist|trader|trainer|translator|tutor|veterinarian|videographer|vlogger|writer';
const SAID_OF_YOU = new RegExp(
  String.raw`\b(?:your (?:work|role|job|position|career|experience|background|days|time|years) as|you(?:['’]re| are| were| work as| worked as)|as you(?:['’]re| are)) (?:an?|the) (?<role>(?:\p{Ll}[\p{L}-]* ){0,2}?(?:${ROLE}))\b`,
  'gu',
);

export function checkRoles(text: string, theirs: Said, before: Said): Flaw[] {
  return [...text.matchAll(SAID_OF_YOU)].slice(0, MOST_FLAWS).flatMap((match): Flaw[] => {
    const role = match.groups?.role ?? '';
    const last = wordsOf(role).at(-1)?.text ?? '';
    return [theirs, before].some((side) => saysWord(side, last)) ? [] : [{ rule: 'claim', quote: role }];
  });
}
