/** The A/B test of a campaign: two versions of its first email, their split, and whether their difference matters yet. */
import { LONGEST } from '../shared/longest.ts';
import type { SubjectType } from '../shared/options.ts';
import { variableIn } from '../shared/variables.ts';

/** A is the campaign's own text. */
export const VARIANTS = ['A', 'B'] as const;
export type Variant = (typeof VARIANTS)[number];

/** One thing differs, so that its effect can be told. The subject of an individual subject line is its invitation. */
export const VARIES = ['subject', 'instructions'] as const;

/** `variantB`: the subject, invitation or instructions of B. */
export type AbTest = { varies: (typeof VARIES)[number]; variantB: string };

/** `textIds`: a version has a new one with each new text. Its figures count emails with this text. */
export type RunningAbTest = AbTest & { textIds: Readonly<Record<Variant, string>> };

export type VersionedText = { staticSubject: string | null; invitationText: string | null; messagePrompt: string };
type Versions<T = VersionedText> = { subjectType: SubjectType; text: T | null; abTest: AbTest | null };

/** The field that differs between the versions. */
export const variedField = ({ subjectType, abTest }: Pick<Versions, 'subjectType' | 'abTest'>): keyof VersionedText => {
  if (abTest?.varies === 'instructions') return 'messagePrompt';
  return subjectType === 'static' ? 'staticSubject' : 'invitationText';
};

export function textOfVariant<T extends VersionedText>(campaign: Versions<T>, variant: Variant | null): T | null {
  const { text, abTest } = campaign;
  return text && abTest && variant === 'B' ? { ...text, [variedField(campaign)]: abTest.variantB } : text;
}

/** In which version a text is written, and which text that version has then. */
export type WrittenVersion = { variant: Variant; variantTextId?: string };

export const writtenVersion = (
  { abTest }: { abTest: RunningAbTest | null },
  variant: Variant | null,
): WrittenVersion | null => variant && { variant, ...(abTest && { variantTextId: abTest.textIds[variant] }) };

const textIn = (campaign: Versions, variant: Variant): string | null | undefined =>
  textOfVariant(campaign, variant)?.[variedField(campaign)];

/** Gives the versions of an A/B test the ids of their texts. A text that is not changed keeps its id. */
export function withTextIds(
  after: Versions,
  before: Versions & { abTest: RunningAbTest | null },
  newId: () => string,
): RunningAbTest | null {
  if (!after.abTest) return null;
  const idOf = (variant: Variant): string => {
    const isSame = variedField(before) === variedField(after) && textIn(before, variant) === textIn(after, variant);
    return (isSame && before.abTest?.textIds[variant]) || newId();
  };
  const { varies, variantB } = after.abTest;
  return { varies, variantB, textIds: { A: idOf('A'), B: idOf('B') } };
}

/** The problem of version B beside the campaign's own; null: none. */
export function abTestProblem(campaign: Versions): string | null {
  const { text, abTest } = campaign;
  if (!abTest) return null;
  const field = variedField(campaign);
  if (abTest.variantB === text?.[field]) return 'Version B must differ from version A';
  if (field === 'staticSubject' && /[\r\n]/.test(abTest.variantB)) return 'Subject must be a single line';
  const variable = field === 'staticSubject' ? null : variableIn(abTest.variantB);
  if (variable) return `Write out {{${variable}}}: nothing fills it in`;
  return abTest.variantB.length > LONGEST[field] ? `Version B must be at most ${LONGEST[field]} characters` : null;
}

/** A first email of the campaign that was not cancelled, and in which version it is or will be written. */
export type FirstMessage = { id: string; variant: Variant | null };

/**
 * Chooses the version of each message to write; null for a message that is no first email. A message keeps its version, unless the user chose one for
 * the rest. The others go to the version that has fewer, so that the split is even whenever people join.
 */
export function assignVariants(
  messageIds: readonly string[],
  firstMessages: readonly FirstMessage[],
  chosen: Variant | null,
): (Variant | null)[] {
  const known = new Map(firstMessages.map(({ id, variant }) => [id, variant]));
  const counts = { A: 0, B: 0 };
  for (const { variant } of firstMessages) if (variant) counts[variant] += 1;
  return messageIds.map((id) => {
    const present = known.get(id);
    if (present === undefined) return null;
    const variant = chosen ?? present ?? (counts.B < counts.A ? 'B' : 'A');
    if (present === null) counts[variant] += 1;
    return variant;
  });
}

/** Partners who got a version, and those of them who replied: the parts of the response rate. */
export type Answered = { sent: number; replied: number };
export type Results = Record<Variant, Answered>;

/** Lanczos approximation (g = 7, nine terms): 15 digits. */
const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
];

/** ln Γ(x) for x ≥ 1. */
function lnGamma(x: number): number {
  const sum = LANCZOS.reduce((total, term, index) => total + (index === 0 ? term : term / (x - 1 + index)));
  const base = x + 6.5;
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(base) - base + Math.log(sum);
}

const lnBeta = (a: number, b: number): number => lnGamma(a) + lnGamma(b) - lnGamma(a + b);

/** The certainty of a rate: Beta(α, β). All rates are equally likely at first, so α is one more than the hits, β than the misses. */
export type BetaBelief = { alpha: number; beta: number };

/**
 * The probability that the rate of B is higher than that of A, by Evan Miller's closed form ("Formulas for Bayesian A/B Testing", 2015):
 *
 *   P(B > A) = Σ_{i=0}^{αB−1}  B(αA + i, βA + βB) / ((βB + i) · B(1 + i, βB) · B(αA, βA))
 *
 * Each term is computed from logarithms, because the beta functions underflow from about 500 mails on. α of B must be a whole number.
 */
export function chanceThatBWins(a: BetaBelief, b: BetaBelief): number {
  let sum = 0;
  for (let i = 0; i < b.alpha; i += 1)
    sum += Math.exp(
      lnBeta(a.alpha + i, a.beta + b.beta) - Math.log(b.beta + i) - lnBeta(1 + i, b.beta) - lnBeta(a.alpha, a.beta),
    );
  return Math.min(1, sum);
}

const beliefOf = ({ sent, replied }: Answered): BetaBelief => ({ alpha: replied + 1, beta: sent - replied + 1 });

/** Each version needs this many recipients before one may be called better. */
export const LEAST_SENT = 30;
/**
 * And it must be better with at least this probability. People look at the result again and again. Two equal versions get a winner in at most 5 % of
 * tests, even if viewed after every pair up to 200 (decision 0007).
 */
export const SURE = 0.997;

/** Below this, neither leads. */
const EVEN = 0.55;

export type Verdict = { kind: 'early' | 'unclear' | 'better'; better: Variant | null; text: string };

/** Whether the difference of the versions means anything yet, as sentences. */
export function verdictOf({ A, B }: Results): Verdict {
  const sent = `${A.sent} and ${B.sent} sent`;
  if (Math.min(A.sent, B.sent) < LEAST_SENT)
    return { kind: 'early', better: null, text: `Too early to tell: ${sent}. It takes ${LEAST_SENT} of each version.` };
  const forB = chanceThatBWins(beliefOf(A), beliefOf(B));
  const leads = forB >= 0.5 ? 'B' : 'A';
  const chance = Math.max(forB, 1 - forB);
  if (chance < EVEN)
    return { kind: 'unclear', better: null, text: 'No difference so far: both get about as many replies.' };
  return chance >= SURE
    ? { kind: 'better', better: leads, text: `${leads} is better: it gets more replies.` }
    : { kind: 'unclear', better: null, text: `No clear difference yet: ${leads} leads, which may be chance.` };
}
