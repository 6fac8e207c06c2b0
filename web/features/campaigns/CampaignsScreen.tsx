import { CalendarDays, ChartColumn, Plus } from 'lucide-react';
import { memo, useDeferredValue, useState } from 'react';
import { useLocation } from 'wouter';
import type { CampaignView } from '../../../api/views.ts';
import { useTitle } from '../../app/title.ts';
import { Button } from '../../components/ui/Button.tsx';
import { ButtonLink } from '../../components/ui/ButtonLink.tsx';
import { EmptyState } from '../../components/ui/EmptyState.tsx';
import { FetchedPart } from '../../components/ui/FetchedPart.tsx';
import { Input } from '../../components/ui/Input.tsx';
import { PageBar } from '../../components/ui/Page.tsx';
import { LoadFailed, Loading } from '../../components/ui/QueryState.tsx';
import { SkeletonRows } from '../../components/ui/Skeleton.tsx';
import { type Tab, Tabs } from '../../components/ui/Tabs.tsx';
import { DataTable } from '../../components/ui/table/DataTable.tsx';
import { SortSelect } from '../../components/ui/table/SortSelect.tsx';
import { useSortUrl } from '../../components/ui/table/sortUrl.ts';
import { wholeNumber } from '../../lib/numbers.ts';
import { onDemand } from '../../lib/onDemand.tsx';
import { useUrlParams } from '../../lib/urlParams.ts';
import { compareHref } from '../compare/figures.ts';
import { BatchStatus } from '../partners/BatchStatus.tsx';
import { ZoneNote } from '../profile/ZoneNote.tsx';
import { HoldNotice } from '../sending/HoldNotice.tsx';
import { CampaignDialogs } from './CampaignDialogs.tsx';
import { CAMPAIGN_CARD, CAMPAIGN_COLUMNS } from './campaignColumns.tsx';
import {
  CAMPAIGN_SORTS,
  type CampaignFilter,
  type CampaignShow,
  isShown,
  listedCampaigns,
  useCampaignFilter,
} from './campaignList.ts';
import { useCampaigns } from './campaignsQuery.ts';
import { usePartnersForNew } from './partnersForNew.ts';
import { UndecidedMessages } from './UndecidedMessages.tsx';

const CreateCampaignForm = onDemand(() =>
  import('./CreateCampaignForm.tsx').then((module) => module.CreateCampaignForm),
);

export function CampaignsScreen() {
  useTitle('Campaigns');
  const campaigns = useCampaigns();
  const [, setForNew] = usePartnersForNew();
  const [params, changeUrl] = useUrlParams();
  const open = params.get('new') === 'true';
  // closed, its typed text is out of sight
  const [wasOpen, setWasOpen] = useState(false);
  if (open && !wasOpen) setWasOpen(true);
  const setOpen = (shown: boolean): void => changeUrl({ new: shown });
  const end = (): void => {
    setOpen(false);
    setWasOpen(false);
  };
  const done = (): void => {
    end();
    setForNew(null);
  };
  const [filter, change] = useCampaignFilter();
  const search = useDeferredValue(filter.search);
  const all = campaigns.data;
  const listed = all && listedCampaigns(all, { ...filter, search });
  return (
    <>
      <PageBar title="Email Campaigns">
        {all && all.length > 0 && (
          <>
            <ZoneNote />
            <ButtonLink variant="ghost" href={compareHref()}>
              <ChartColumn aria-hidden />
              Compare
            </ButtonLink>
            <ButtonLink variant="ghost" href="/campaigns/schedule">
              <CalendarDays aria-hidden />
              Schedule
            </ButtonLink>
          </>
        )}
        <Button variant={open ? 'outline' : 'primary'} aria-expanded={open} onClick={() => setOpen(!open)}>
          {!open && <Plus aria-hidden />}
          {open ? 'Close form' : 'Create Campaign'}
        </Button>
      </PageBar>
      <div className="mb-4 flex flex-col gap-4 empty:hidden">
        {wasOpen && (
          <div hidden={!open}>
            <FetchedPart
              fallback={<Loading form label="Loading the form" height="h-108" className="panel p-4" />}
              onLost={end}
            >
              <CreateCampaignForm onDone={done} />
            </FetchedPart>
          </div>
        )}
        {campaigns.isError && <LoadFailed again={campaigns}>Error loading campaigns. Please try again.</LoadFailed>}
        <BatchStatus />
        <UndecidedMessages />
        {all && <Holds campaigns={all} />}
      </div>
      {all && (all.length > 1 || all.some(({ archived }) => archived)) && (
        <CampaignFilters campaigns={all} filter={filter} onChange={change} />
      )}
      {all && (
        <CampaignDialogs campaigns={all}>
          {listed && listed.length > 0 && <CampaignTable campaigns={listed} />}
        </CampaignDialogs>
      )}
      {campaigns.isPending && (
        <div className="pt-12">
          <SkeletonRows label="Loading campaigns" rows={6} table />
        </div>
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
            <Button variant="primary" onClick={() => setOpen(true)}>
              Create your first campaign
            </Button>
          }
        >
          A campaign holds your instructions. Each partner you add gets a personal message.
        </EmptyState>
      )}
    </>
  );
}

/** The hold of the emails, shown once for all its campaigns. */
function Holds(props: { campaigns: readonly CampaignView[] }) {
  const held = props.campaigns.flatMap(({ status, hold }) => (status !== 'completed' && hold ? [hold] : []));
  const distinct = new Map(held.map((hold) => [`${hold.kind} ${hold.account}`, hold]));
  return [...distinct].map(([key, hold]) => <HoldNotice key={key} hold={hold} />);
}

const nameOf = ({ name }: CampaignView): string => name ?? 'Campaign';
const NO_KEYS = {};

const CampaignTable = memo(function CampaignTable(props: { campaigns: readonly CampaignView[] }) {
  const [sort, setSort] = useSortUrl(CAMPAIGN_SORTS);
  const [, navigate] = useLocation();
  return (
    <DataTable
      name="campaigns"
      label="Campaigns"
      rows={props.campaigns}
      columns={CAMPAIGN_COLUMNS}
      rowPx={52}
      card={CAMPAIGN_CARD}
      sort={sort}
      onSort={setSort}
      nameOf={nameOf}
      onOpen={(id) => navigate(`/campaigns/${id}`)}
      keys={NO_KEYS}
    />
  );
});

const TABS: readonly [CampaignShow, string][] = [
  ['active', 'Active'],
  ['paused', 'Paused'],
  ['draft', 'Drafts'],
  ['completed', 'Completed'],
  ['archived', 'Archived'],
];

/** Filters the list of campaigns by status and name. A phone shows no headers, so it also sorts there. */
function CampaignFilters(props: {
  campaigns: readonly CampaignView[];
  filter: CampaignFilter;
  onChange: (change: Partial<CampaignFilter>) => void;
}) {
  const { campaigns, filter, onChange } = props;
  const count = (show: CampaignShow | null) => campaigns.filter((one) => isShown(one, show)).length;
  const tabs: Tab<CampaignShow | null>[] = [
    { value: null, label: 'All', count: wholeNumber(count(null)) },
    ...TABS.filter(([status]) => count(status) > 0 || status === filter.status).map(([value, label]) => ({
      ...{ value, label },
      count: wholeNumber(count(value)),
    })),
  ];
  return (
    <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 md:border-b">
      <Tabs label="Status" tabs={tabs} value={filter.status} onChange={(status) => onChange({ status })} />
      <div className="flex w-full gap-2 sm:w-auto md:pb-1">
        <Input
          type="search"
          aria-label="Search campaigns"
          placeholder="Search campaigns"
          value={filter.search}
          onChange={(event) => onChange({ search: event.target.value })}
          className="min-w-0 flex-1 sm:w-52"
        />
        <SortSelect sorts={CAMPAIGN_SORTS} className="w-36! lg:hidden" />
      </div>
    </div>
  );
}
