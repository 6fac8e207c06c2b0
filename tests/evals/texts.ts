/**
 * `npm run evals -- texts FILE`: whether a text with an invented claim is found, and a truthful one is not. With an AI, its judge adds to the rules. A
 * file is a list of cases, or holds `businesses`, `partners` and `cases` that name theirs (`of`, `to`).
 */
import { z } from 'zod';
import { profile as profileAggregate } from '../../events/accounts/profile.ts';
import { campaign as campaignAggregate } from '../../events/campaigns/campaign.ts';
import { type CheckedCampaign, type CheckedProfile, textChecker } from '../../events/messages/check/checkText.ts';
import type { KnownPartner } from '../../events/messages/check/facts.ts';
import { flawText } from '../../events/messages/check/flaw.ts';
import { findingsOf, judgeInput } from '../../events/messages/check/judge.ts';
import { part } from '../../events/messages/parts.ts';
import { textJudgmentPrompt } from '../../worker/providers/openai/textJudgment.ts';
import { ProviderError } from '../../worker/providers/providerError.ts';
import type { Grader, Judge, Verdict } from './labeled.ts';

const record = z.record(z.string(), z.unknown()).nullish();
const cases = z
  .array(
    z.object({
      id: z.string(),
      label: z.enum(['ok', 'bad']),
      language: z.string().nullish(),
      kind: z.string().nullish(),
      subject: z.string().default(''),
      body: z.string(),
      parts: z.array(part).default([]),
      ...{ business: record, campaign: record, partner: record },
    }),
  )
  .min(1, 'There must be at least one case');
type TextCase = z.infer<typeof cases>[number];

const shared = z.object({
  businesses: z.record(z.string(), z.object({ business: record, campaign: record })),
  partners: z.record(z.string(), record),
  cases: z.array(z.looseObject({ of: z.string(), to: z.string() })),
});

/** The cases with what they name. */
function unfolded(read: unknown): unknown {
  const { data } = shared.safeParse(read);
  return (
    data?.cases.map(({ of, to, ...one }) => ({ ...one, ...data.businesses[of], partner: data.partners[to] })) ?? read
  );
}

/** A field that a case leaves out, or has as null, is as if nobody had said anything. */
const given = (fields: TextCase['business']) =>
  Object.fromEntries(Object.entries(fields ?? {}).filter(([, value]) => value !== null && value !== undefined));

function campaignOf({ campaign }: TextCase): CheckedCampaign {
  const { messagePrompt = '', invitationText = null, offer, ...settings } = given(campaign);
  const nothing = { what: null, commission: null, code: null, link: null };
  return {
    ...{ ...campaignAggregate.initial, ...settings, offer: offer ? { ...nothing, ...offer } : null },
    text: { name: '', staticSubject: null, invitationText, messagePrompt },
  } as unknown as CheckedCampaign;
}

const profileOf = ({ business }: TextCase): CheckedProfile => ({ ...profileAggregate.initial, ...given(business) });

function partnerOf({ partner }: TextCase): KnownPartner {
  const { platform = '', industry = null, followersCount = null, engagementRate = null, ...person } = given(partner);
  const evidence = ((person.evidence as object[] | undefined) ?? []).map((one) => ({ url: null, ...one }));
  return {
    ...{ platform, otherPlatforms: [], industry, followersCount, engagementRate },
    person: {
      ...{
        name: '',
        username: null,
        bio: null,
        jobTitle: null,
        company: null,
        city: null,
        region: null,
        country: null,
      },
      ...{ avatar: null, profileUrl: null, companyDomain: null, socialProfiles: [], keywords: [] },
      ...{ ...person, evidence },
    },
  } as unknown as KnownPartner;
}

const NOBODY = { tenant: 'evals', cause: { actor: 'evals', correlationId: 'evals', causationId: null } };

/** null: nothing is wrong with it. */
async function troubleOf(one: TextCase, judge: Judge): Promise<string | null> {
  const [campaign, profile, partner] = [campaignOf(one), profileOf(one), partnerOf(one)];
  const text = { subject: one.subject, body: one.body };
  const check = textChecker(campaign, profile);
  const flaws = check({ text, partner, earlier: [], byPerson: false });
  const byRules = flaws.map((flaw) => `${flaw.rule}: ${flawText(flaw)}`);
  if (!judge) return byRules.join('; ') || null;
  const today = new Date().toISOString().slice(0, 10);
  const input = judgeInput({ ...{ text, parts: one.parts, partner, campaign, profile, today }, earlier: [] });
  const { value } = await judge.askAi(textJudgmentPrompt, { ...NOBODY, about: one.id, input });
  const found = findingsOf(input.parts, value).map((flaw) => `${flaw.rule} (${flaw.claim ?? '-'}): ${flawText(flaw)}`);
  return [...byRules, ...found].join('; ') || null;
}

/** At most this many calls of the AI at a time. */
const AT_A_TIME = 4;

async function inTurn<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  const next = all.entries();
  const worker = async () => {
    for (const [at, one] of next) done[at] = await work(one);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, worker));
  return done;
}

export const gradeTexts: Grader = async (read, judge) => {
  const all = cases.parse(unfolded(read));
  const verdicts = await inTurn(all, async (one): Promise<Verdict> => {
    const named = { id: one.id, wanted: one.label };
    try {
      const why = await troubleOf(one, judge);
      return { ...named, got: why === null ? 'ok' : 'bad', why };
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      return { ...named, got: 'failed', why: `The AI did not answer: ${error.code}` };
    }
  });
  const rows = all.map((one, at) => ({ ...one, got: verdicts[at]?.got }));
  const failed = rows.filter(({ got }) => got === 'failed').length;
  const wrong = (label: string, of = rows): string => {
    const these = of.filter((one) => one.label === label);
    return `${these.filter(({ got }) => got !== label).length} of ${these.length}`;
  };
  const by = (field: 'language' | 'kind', label: string) => {
    const of = rows.filter((one) => one.label === label);
    const values = [...new Set(of.map((one) => one[field] ?? '-'))].sort();
    return values
      .map(
        (value) =>
          `${value} ${wrong(
            label,
            of.filter((one) => (one[field] ?? '-') === value),
          )}`,
      )
      .join(', ');
  };
  return {
    verdicts,
    table: {
      'invented claims that pass': wrong('bad'),
      'truthful texts flagged': wrong('ok'),
      'pass by language': by('language', 'bad'),
      'pass by kind': by('kind', 'bad'),
      'flagged by language': by('language', 'ok'),
      ...(failed > 0 && { 'without an answer, counted as wrong': failed }),
    },
  };
};
