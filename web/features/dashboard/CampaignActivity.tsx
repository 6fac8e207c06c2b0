import { Link } from 'wouter';
import type { CampaignView } from '../../../api/views.ts';
import { ButtonLook } from '../../components/ui/ButtonLook.tsx';
import { Card } from '../../components/ui/Card.tsx';
import { LoadFailed, Loading } from '../../components/ui/QueryState.tsx';
import { percent } from '../../lib/numbers.ts';
import { CampaignStatusBadge } from '../campaigns/CampaignStatusBadge.tsx';
import { useCampaigns } from '../campaigns/campaigns.ts';
import { DerivedLink, MetricLink } from '../history/MetricLink.tsx';
import { CardEmpty } from './CardStates.tsx';

const SHOWN = 5;

/** The newest campaigns and what became of them. */
export function CampaignActivity() {
  const campaigns = useCampaigns();
  const newest = campaigns.data?.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt)).slice(0, SHOWN);
  return (
    <Card
      title="Campaign Activity"
      actions={
        <ButtonLook size="small" variant="ghost">
          <Link href="/campaigns">View all</Link>
        </ButtonLook>
      }
    >
      {campaigns.isError && (
        <LoadFailed again={campaigns} className="m-4">
          Error loading campaigns. Please try again.
        </LoadFailed>
      )}
      {campaigns.isPending && <Loading label="Loading campaigns" rows={3} height="h-12" className="p-4" />}
      {newest?.length === 0 && (
        <CardEmpty
          action={
            <ButtonLook>
              <Link href="/campaigns">Go to Campaigns</Link>
            </ButtonLook>
          }
        >
          No campaigns found. Create your first campaign to start reaching out to partners!
        </CardEmpty>
      )}
      {newest && newest.length > 0 && (
        <ul aria-label="Newest campaigns" className="divide-y">
          {newest.map((campaign) => (
            <Activity key={campaign.id} campaign={campaign} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function Activity(props: { campaign: CampaignView }) {
  const { campaign } = props;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1.5 px-4 py-3">
      <div className="min-w-0 flex-1 basis-40">
        <Link
          href={`/campaigns/${campaign.id}`}
          dir="auto"
          className="block truncate text-left font-semibold hover:underline"
        >
          {campaign.name ?? 'Campaign'}
        </Link>
        <p className="text-ink-3 text-note">
          <MetricLink name="partnerCount" count={campaign.partnerCount} campaign={campaign.id} />{' '}
          {campaign.partnerCount === 1 ? 'partner' : 'partners'}
        </p>
      </div>
      <CampaignStatusBadge status={campaign.status} />
      <dl className="flex gap-4 text-right [&_dd]:font-semibold [&_dd]:tabular-nums [&_dt]:text-ink-3 [&_dt]:text-note">
        <div>
          <dt>Sent</dt>
          <dd>
            <MetricLink name="sentCount" count={campaign.sentCount} campaign={campaign.id} />
          </dd>
        </div>
        <div>
          <dt>Replied</dt>
          <dd>
            <MetricLink name="responseCount" count={campaign.responseCount} campaign={campaign.id} />
          </dd>
        </div>
        <div>
          <dt>Response rate</dt>
          <dd>
            <DerivedLink
              name="partnersReplied"
              campaign={campaign.id}
              label={`${percent(campaign.responseRate)} response rate`}
            >
              {percent(campaign.responseRate)}
            </DerivedLink>
          </dd>
        </div>
      </dl>
    </li>
  );
}
