import { useState } from 'react';
import type { CampaignView } from '../../../api/views.ts';
import { Card } from '../../components/ui/Card.tsx';
import { FetchedPart } from '../../components/ui/FetchedPart.tsx';
import { Funnel } from '../../components/ui/Funnel.tsx';
import { LoadFailed, Loading } from '../../components/ui/QueryState.tsx';
import { onDemand } from '../../lib/onDemand.tsx';
import { NeedList } from '../activity/NeedList.tsx';
import { needsOfCampaign } from '../activity/needs.ts';
import { SendsCard } from '../activity/SendsCard.tsx';
import { useCampaignDays } from './api.ts';
import { campaignHref } from './campaignUrl.ts';

const AbTestResults = onDemand(() => import('./AbTestResults.tsx').then((module) => module.AbTestResults));

/** A campaign's open tasks, emails and replies by day, and the progress of its partners. */
export function CampaignOverview(props: { campaign: CampaignView }) {
  const { campaign } = props;
  const days = useCampaignDays(campaign.id);
  const [testLost, setTestLost] = useState(false);
  const needs = needsOfCampaign(campaign);
  const messages = (show?: 'sent' | 'replied') => campaignHref(campaign.id, { tab: 'messages', ...(show && { show }) });
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-12">
      {needs.length > 0 && (
        <Card title="Needs you" className="lg:col-span-12">
          <NeedList needs={needs} />
        </Card>
      )}
      {days.isError ? (
        <LoadFailed again={days} className="self-start lg:col-span-7">
          Error loading the chart. Please try again.
        </LoadFailed>
      ) : (
        <SendsCard series={days.data?.series} className="lg:col-span-7" />
      )}
      <Card
        title="From partner to reply"
        className="lg:col-span-5"
        actions={<span className="text-ink-3 text-note">step rate</span>}
      >
        <div className="pt-3 pb-3 lg:min-h-46">
          <Funnel
            label="Partners by how far they have come"
            steps={[
              { label: 'Partners', count: campaign.partnerCount, href: messages() },
              { label: 'Sent', count: campaign.partnersWrittenTo, href: messages('sent') },
              { label: 'Replied', count: campaign.partnersReplied, href: messages('replied') },
            ]}
          />
        </div>
      </Card>
      {campaign.abTest && campaign.partnerCount > 0 && !testLost && (
        <div className="lg:col-span-12">
          <FetchedPart
            onLost={() => setTestLost(true)}
            fallback={<Loading label="Loading the test" height="h-40" className="panel p-4" />}
          >
            <AbTestResults campaign={campaign} />
          </FetchedPart>
        </div>
      )}
    </div>
  );
}
