import { Link } from 'wouter';
import type { CampaignView } from '../../../api/views.ts';
import { timeOrDate } from '../../lib/dates.ts';
import { counted, wholeNumber } from '../../lib/numbers.ts';
import { CampaignActions } from './CampaignActions.tsx';
import { CampaignStatusBadge } from './CampaignStatusBadge.tsx';
import { GenerationProgress } from './GenerationProgress.tsx';

/** What the subject line will be, in words. */
export function subjectSummary(campaign: CampaignView): string {
  if (campaign.subjectType === 'static') return campaign.staticSubject ?? '';
  return `Personal subject: ${campaign.invitationText ?? ''}`;
}

export function CampaignCard(props: { campaign: CampaignView }) {
  const { campaign } = props;
  const figures = [
    { label: 'Partners', value: wholeNumber(campaign.partnerCount) },
    { label: 'Texts written', value: `${campaign.generatedCount} of ${campaign.partnerCount}` },
    { label: 'Daily limit', value: wholeNumber(campaign.dailyLimit) },
    { label: 'Sent', value: wholeNumber(campaign.sentCount) },
    { label: 'Responses', value: wholeNumber(campaign.responseCount) },
  ];
  return (
    <article aria-label={campaign.name ?? 'Campaign'} className="panel">
      <div className="p-4">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="min-w-0 truncate font-semibold text-lead">
            <Link href={`/campaigns/${campaign.id}`} className="hover:underline">
              {campaign.name ?? 'Campaign'}
            </Link>
          </h2>
          <CampaignStatusBadge status={campaign.status} />
          {campaign.status === 'active' && campaign.nextSendAt && (
            <span className="text-ink-3 text-note">
              Next email <time dateTime={campaign.nextSendAt}>{timeOrDate(campaign.nextSendAt)}</time>
            </span>
          )}
        </div>
        <p className="mt-0.5 truncate text-small text-ink-2">Subject: {subjectSummary(campaign)}</p>
        <dl className="mt-3 flex flex-wrap gap-x-7 gap-y-2 [&_dd]:font-semibold [&_dd]:tabular-nums [&_dt]:text-ink-3 [&_dt]:text-note">
          {figures.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {campaign.messagePrompt && (
          <p className="mt-3 line-clamp-2 text-small text-ink-2">
            <span className="text-ink-3">Instructions: </span>
            {campaign.messagePrompt}
          </p>
        )}
        <GenerationProgress campaign={campaign} />
        {(campaign.failedCount > 0 || campaign.unknownCount > 0) && (
          <p className="mt-3 text-bad text-small">
            {[
              campaign.failedCount > 0 && `${counted(campaign.failedCount, 'message')} failed`,
              campaign.unknownCount > 0 && `${counted(campaign.unknownCount, 'message')} with unknown outcome`,
            ]
              .filter(Boolean)
              .join(', ')}
            . Open the campaign to see which.
          </p>
        )}
      </div>
      <div className="border-t px-4 py-3">
        <CampaignActions campaign={campaign} />
      </div>
    </article>
  );
}
