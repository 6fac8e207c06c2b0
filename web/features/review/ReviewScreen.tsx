import { Link } from 'wouter';
import type { CampaignView } from '../../../api/views.ts';
import { useTitle } from '../../app/title.ts';
import { EmptyState } from '../../components/ui/EmptyState.tsx';
import { LoadFailed } from '../../components/ui/QueryState.tsx';
import { PageSkeleton } from '../../components/ui/Skeleton.tsx';
import { useCampaign, useSends } from '../campaigns/api.ts';
import { CampaignNotFound } from '../campaigns/CampaignNotFound.tsx';
import { Review } from './Review.tsx';

/** Every message of a campaign on its own page: to read beside the partner's facts, to change, and to approve. */
export function ReviewScreen(props: { campaignId: string }) {
  const campaign = useCampaign(props.campaignId);
  useTitle(campaign.data ? `Review ${campaign.data.name ?? 'messages'}` : 'Review messages');
  if (campaign.isError) return <LoadFailed again={campaign}>Error loading the campaign. Please try again.</LoadFailed>;
  if (campaign.data === null) return <CampaignNotFound />;
  return campaign.data ? <Messages campaign={campaign.data} /> : <PageSkeleton panes label="Loading messages" />;
}

const IN_ORDER = { show: 'kept', sort: 'needs' } as const;

function Messages(props: { campaign: CampaignView }) {
  const { campaign } = props;
  const sends = useSends(campaign.id, IN_ORDER);
  if (sends.isError) return <LoadFailed again={sends}>The messages could not be loaded.</LoadFailed>;
  if (!sends.data) return <PageSkeleton panes label="Loading messages" />;
  if (sends.data.every(({ answer }) => answer !== null))
    return (
      <>
        <h1 className="sr-only">Review messages</h1>
        <EmptyState
          title="No messages yet"
          action={
            <Link className="link" href={`/campaigns/${campaign.id}`}>
              Back to the campaign
            </Link>
          }
        >
          Add partners to this campaign. Each one gets a personal message.
        </EmptyState>
      </>
    );
  return <Review campaign={campaign} sends={sends.data} isWhole={sends.isWhole} onNearEnd={sends.more} />;
}
