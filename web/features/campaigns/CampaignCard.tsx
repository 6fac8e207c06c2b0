import { Link } from 'wouter';
import type { CampaignView } from '../../../api/views.ts';
import { Progress } from '../../components/ui/Progress.tsx';
import { percent, wholeNumber } from '../../lib/numbers.ts';
import { MetricLink } from '../history/MetricLink.tsx';
import { CampaignActions } from './CampaignActions.tsx';
import { CampaignMenu } from './CampaignMenu.tsx';
import { CampaignStanding } from './CampaignStanding.tsx';
import { CampaignStatusBadge } from './CampaignStatusBadge.tsx';
import { GenerationProgress } from './GenerationProgress.tsx';

/** What the subject line will be, in words. */
export function subjectSummary(campaign: CampaignView): string {
  if (campaign.subjectType === 'static') return campaign.staticSubject ?? '';
  return `written for each partner, inviting them to ${campaign.invitationText ?? ''}`;
}

export function CampaignCard(props: { campaign: CampaignView }) {
  const { campaign } = props;
  const counted = (name: 'partnerCount' | 'sentCount' | 'responseCount' | 'unknownCount') => (
    <MetricLink name={name} count={campaign[name]} campaign={campaign.id} />
  );
  const figures = [
    { label: 'Partners', value: counted('partnerCount') },
    { label: 'Daily limit', value: wholeNumber(campaign.dailyLimit) },
    { label: 'Sent', value: counted('sentCount') },
    { label: 'Responses', value: counted('responseCount') },
    ...(campaign.partnersWrittenTo > 0 ? [{ label: 'Reply rate', value: percent(campaign.responseRate) }] : []),
    ...(campaign.unknownCount > 0 ? [{ label: 'Unknown', value: counted('unknownCount') }] : []),
  ];
  return (
    <article aria-label={campaign.name ?? 'Campaign'} className="panel">
      <div className="p-4">
        <div className="flex items-start gap-2">
          <div className="flex min-h-8 min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
            <h2 className="min-w-0 truncate font-semibold text-lead">
              <Link href={`/campaigns/${campaign.id}`} className="hover:underline">
                {campaign.name ?? 'Campaign'}
              </Link>
            </h2>
            <CampaignStatusBadge status={campaign.status} />
          </div>
          <CampaignMenu campaign={campaign} />
        </div>
        <div className="mt-2 grid gap-x-8 gap-y-3 lg:grid-cols-[minmax(0,1fr)_auto]">
          <div className="min-w-0">
            <p className="truncate text-ink-2 text-small">
              <span className="text-ink-3">Subject: </span>
              {subjectSummary(campaign)}
            </p>
            {campaign.messagePrompt && (
              <p className="mt-1 line-clamp-2 text-ink-2 text-small">
                <span className="text-ink-3">Instructions: </span>
                {campaign.messagePrompt}
              </p>
            )}
            <CampaignStanding campaign={campaign} />
          </div>
          <dl className="flex flex-wrap gap-x-7 gap-y-2 [&_dd]:font-semibold [&_dd]:tabular-nums [&_dt]:text-ink-3 [&_dt]:text-note">
            {figures.map(({ label, value }) => (
              <div key={label} className="lg:text-right">
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </div>
        {campaign.sentCount > 0 && (
          <Progress label="Emails sent" value={campaign.sentCount} max={campaign.messageCount} className="mt-3 h-1.5" />
        )}
        <GenerationProgress campaign={campaign} />
      </div>
      <div className="border-t px-4 py-3">
        <CampaignActions campaign={campaign} />
      </div>
    </article>
  );
}
