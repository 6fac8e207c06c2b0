import { Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTitle } from '../../app/title.ts';
import { Button } from '../../components/ui/Button.tsx';
import { EmptyState } from '../../components/ui/EmptyState.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { PageHeader } from '../../components/ui/Page.tsx';
import { Skeleton } from '../../components/ui/Skeleton.tsx';
import { CampaignCard } from './CampaignCard.tsx';
import { useCampaigns } from './campaigns.ts';

const CreateCampaignForm = lazy(() =>
  import('./CreateCampaignForm.tsx').then((module) => ({ default: module.CreateCampaignForm })),
);

/** All campaigns, newest first. */
export function CampaignsScreen() {
  useTitle('Campaigns');
  const campaigns = useCampaigns();
  const [creating, setCreating] = useState(false);
  const newest = campaigns.data?.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
  return (
    <>
      <PageHeader
        title="Email Campaigns"
        note="One personal message for each partner, approved by you, at a human pace."
        actions={
          <Button
            variant={creating ? 'outline' : 'primary'}
            aria-expanded={creating}
            className="max-sm:col-span-2"
            onClick={() => setCreating(!creating)}
          >
            {!creating && <Plus aria-hidden />}
            {creating ? 'Close Form' : 'Create Campaign'}
          </Button>
        }
      />
      <div className="flex flex-col gap-4">
        {creating && (
          <Suspense fallback={<Skeleton className="h-116" />}>
            <CreateCampaignForm onDone={() => setCreating(false)} />
          </Suspense>
        )}
        {campaigns.isPending && (
          <div role="status" aria-label="Loading campaigns" className="flex flex-col gap-4">
            <Skeleton className="h-52" />
            <Skeleton className="h-52" />
          </div>
        )}
        {campaigns.isError && (
          <Notice tone="bad" action={<Button onClick={() => void campaigns.refetch()}>Try again</Button>}>
            Error loading campaigns. Please try again.
          </Notice>
        )}
        {newest?.map((campaign) => (
          <CampaignCard key={campaign.id} campaign={campaign} />
        ))}
        {newest?.length === 0 && !creating && (
          <EmptyState
            title="No campaigns yet"
            action={
              <Button variant="primary" onClick={() => setCreating(true)}>
                Create your first campaign
              </Button>
            }
          >
            A campaign holds the instructions; a message of its own is written for each partner you add.
          </EmptyState>
        )}
      </div>
    </>
  );
}
