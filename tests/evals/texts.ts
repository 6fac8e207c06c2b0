/** `npm run evals -- texts FILE.jsonl`: whether a text with an invented claim is found, and a truthful one is not. */
import { z } from 'zod';
import { profile as profileAggregate } from '../../events/accounts/profile.ts';
import { campaign as campaignAggregate } from '../../events/campaigns/campaign.ts';
import { type CheckedCampaign, type CheckedProfile, textChecker } from '../../events/messages/check/checkText.ts';
import type { KnownPartner } from '../../events/messages/check/facts.ts';
import { flawText } from '../../events/messages/check/flaw.ts';
import type { Grader, Verdict } from './labeled.ts';

const record = z.record(z.string(), z.unknown());
const cases = z.array(
  z.object({
    id: z.string(),
    label: z.enum(['ok', 'bad']),
    language: z.string(),
    kind: z.string().nullable(),
    claim: z.string().nullable(),
    subject: z.string(),
    body: z.string(),
    business: record,
    campaign: record,
    partner: record,
  }),
);
type TextCase = z.infer<typeof cases>[number];

const campaignOf = ({ campaign: { messagePrompt, invitationText, ...settings } }: TextCase) =>
  ({
    ...campaignAggregate.initial,
    ...settings,
    text: { name: '', staticSubject: null, invitationText, messagePrompt },
  }) as CheckedCampaign;

const profileOf = ({ business }: TextCase): CheckedProfile => ({ ...profileAggregate.initial, ...business });

function partnerOf({ partner }: TextCase): KnownPartner {
  const { platform, industry, followersCount, engagementRate, ...person } = partner;
  const nothing = { avatar: null, profileUrl: null, companyDomain: null, socialProfiles: [], evidence: [] };
  const facts = { platform, otherPlatforms: [], industry, followersCount, engagementRate };
  return { ...facts, person: { ...nothing, ...person } } as unknown as KnownPartner;
}

export const gradeTexts: Grader = async (read) => {
  const all = cases.parse(read);
  const verdicts = all.map((one): Verdict => {
    const text = { subject: one.subject, body: one.body };
    const flaws = textChecker(
      campaignOf(one),
      profileOf(one),
    )({
      ...{ text, partner: partnerOf(one), earlier: [], byPerson: false },
    });
    return {
      ...{ id: one.id, wanted: one.label, got: flaws.length > 0 ? 'bad' : 'ok' },
      why: flaws.length > 0 ? flaws.map((flaw) => `${flaw.rule}: ${flawText(flaw)}`).join('; ') : null,
    };
  });
  const of = (label: string) => verdicts.filter(({ wanted }) => wanted === label);
  const wrong = (label: string) => of(label).filter(({ wanted, got }) => wanted !== got).length;
  return {
    verdicts,
    table: {
      'invented claims that pass': `${wrong('bad')} of ${of('bad').length}`,
      'truthful texts flagged': `${wrong('ok')} of ${of('ok').length}`,
    },
  };
};
