import { Plus } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { useTitle } from '../../app/title.ts';
import { Button } from '../../components/ui/Button.tsx';
import { EmptyState } from '../../components/ui/EmptyState.tsx';
import { FetchedPart } from '../../components/ui/FetchedPart.tsx';
import { PageHeader } from '../../components/ui/Page.tsx';
import { LoadFailed, Loading } from '../../components/ui/QueryState.tsx';
import { RowList } from '../../components/ui/RowList.tsx';
import { Skeleton } from '../../components/ui/Skeleton.tsx';
import { onDemand } from '../../lib/onDemand.tsx';
import { CampaignCard } from './CampaignCard.tsx';
import { CampaignFilters } from './CampaignFilters.tsx';
import { listedCampaigns, useCampaignFilter } from './campaignList.ts';
import { useCampaigns } from './campaigns.ts';
import { UndecidedMessages } from './UndecidedMessages.tsx';

const CARD_PX = 196;

const CreateCampaignForm = onDemand(() =>
  import('./CreateCampaignForm.tsx').then((module) => module.CreateCampaignForm),
);

/** All campaigns, newest first. */
export function CampaignsScreen() {
  useTitle('Campaigns');
  const campaigns = useCampaigns();
  // `folded`: out of sight, with what was typed
  const [form, setForm] = useState<'none' | 'open' | 'folded'>('none');
  const open = form === 'open';
  const [filter, change] = useCampaignFilter();
  const search = useDeferredValue(filter.search);
  const all = campaigns.data;
  const listed = all && listedCampaigns(all, { ...filter, search });
  return (
    <>
      <PageHeader
        title="Email Campaigns"
        note="One personal message for each partner, approved by you, at a human pace."
        actions={
          <Button
            variant={open ? 'outline' : 'primary'}
            aria-expanded={open}
            className="max-sm:col-span-2"
            onClick={() => setForm(open ? 'folded' : 'open')}
          >
            {!open && <Plus aria-hidden />}
            {open ? 'Close Form' : 'Create Campaign'}
          </Button>
        }
      />
      <div className="flex flex-col gap-4">
        {form !== 'none' && (
          <div hidden={!open}>
            <FetchedPart fallback={<Skeleton className="h-116" />} onLost={() => setForm('none')}>
              <CreateCampaignForm onDone={() => setForm('none')} />
            </FetchedPart>
          </div>
        )}
        {campaigns.isPending && (
          <Loading label="Loading campaigns" rows={2} height="h-49" className="flex flex-col gap-4" />
        )}
        {campaigns.isError && <LoadFailed again={campaigns}>Error loading campaigns. Please try again.</LoadFailed>}
        <UndecidedMessages />
        {all && all.length > 1 && <CampaignFilters campaigns={all} filter={filter} onChange={change} />}
        {listed && listed.length > 0 && (
          <RowList
            label="Campaigns"
            cards
            rowPx={CARD_PX}
            items={listed}
            row={(campaign) => <CampaignCard campaign={campaign} />}
          />
        )}
        {all && all.length > 0 && listed?.length === 0 && (
          <EmptyState
            title="No matching campaigns"
            action={<Button onClick={() => change({ status: null, search: '' })}>Show all campaigns</Button>}
          >
            No campaign fits this search and status.
          </EmptyState>
        )}
        {all?.length === 0 && !open && (
          <EmptyState
            title="No campaigns yet"
            action={
              <Button variant="primary" onClick={() => setForm('open')}>
                Create your first campaign
              </Button>
            }
          >
            A campaign holds your instructions. Each partner you add gets a personal message.
          </EmptyState>
        )}
      </div>
    </>
  );
}
