import { Link } from 'wouter';
import type { CampaignView } from '../../../api/views.ts';
import { counted, wholeNumber } from '../../lib/numbers.ts';
import { AiEstimate } from '../ai/AiEstimate.tsx';

type Fact = { text: string; tone?: string; show?: 'failed' | 'unknown' | 'review'; title?: string };

/** The facts of a campaign at a glance, the worst first. Facts that count messages lead to them. */
function factsOf(campaign: CampaignView): Fact[] {
  const { failedCount, unknownCount, generation, missingCount, partnerCount, reviewCount, unfitCount, hold } = campaign;
  const active = campaign.status === 'active';
  const facts: (Fact | false)[] = [
    failedCount > 0 && { text: `${wholeNumber(failedCount)} failed`, tone: 'text-bad', show: 'failed' },
    unknownCount > 0 && { text: `${wholeNumber(unknownCount)} unconfirmed`, tone: 'text-signal', show: 'unknown' },
    hold !== null && { text: `On hold: ${hold.reason}`, tone: 'text-signal', title: hold.whatToDo },
    generation !== null && { text: `Writing messages: ${generation.done} of ${generation.requested}` },
    generation !== null && generation.failed > 0 && { text: `${generation.failed} not written`, tone: 'text-bad' },
    generation === null &&
      missingCount > 0 && {
        text: `Texts written: ${wholeNumber(campaign.generatedCount)} of ${wholeNumber(campaign.wantedCount)}`,
      },
    reviewCount > 0 && {
      ...{ text: `${counted(reviewCount, 'message')} to review`, show: 'review' },
      ...(active && { tone: 'text-signal', title: 'Nothing is sent before you approve it.' }),
    },
    unfitCount > 0 && { text: `${wholeNumber(unfitCount)} without an email` },
    partnerCount === 0 && { text: 'No partners yet' },
  ];
  return facts.filter((fact) => fact !== false);
}

/** The line below the name of a campaign: its facts, else its subject. */
export function CampaignNote(props: { campaign: CampaignView }) {
  const { campaign } = props;
  const facts = factsOf(campaign);
  const look = 'block truncate text-ink-3 text-note';
  if (facts.length === 0) {
    const subject = subjectSummary(campaign);
    return (
      <div dir="auto" title={subject} className={look}>
        Subject: {subject}
      </div>
    );
  }
  return (
    <div role={campaign.generation ? 'status' : undefined} className={`${look} tabular-nums`}>
      {facts.map(({ text, tone, show, title }, index) => (
        <span key={text} className={tone} title={title ?? text}>
          {index > 0 && <span className="text-ink-3"> · </span>}
          {show ? (
            <Link
              href={`/campaigns/${campaign.id}?tab=messages&show=${show}`}
              className="inline-block leading-6 hover:underline"
            >
              {text}
            </Link>
          ) : (
            text
          )}
        </span>
      ))}
      {campaign.missingCount > 0 && campaign.generation === null && (
        <AiEstimate
          operation="messageGeneration"
          what={counted(campaign.missingCount, 'message')}
          count={campaign.missingCount}
          className="inline before:text-ink-3 before:content-['_·_']"
        />
      )}
    </div>
  );
}

export function subjectSummary(campaign: CampaignView): string {
  if (campaign.subjectType === 'static') return campaign.staticSubject ?? '';
  return `written for each partner, inviting them to ${campaign.invitationText ?? ''}`;
}
