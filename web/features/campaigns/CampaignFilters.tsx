import type { CampaignView } from '../../../api/views.ts';
import { Input } from '../../components/ui/Input.tsx';
import { type Tab, Tabs } from '../../components/ui/Tabs.tsx';
import { SortSelect } from '../../components/ui/table/SortSelect.tsx';
import { wholeNumber } from '../../lib/numbers.ts';
import { CAMPAIGN_SORTS, type CampaignFilter, type CampaignShow, isShown } from './campaignList.ts';

const TABS: readonly [CampaignShow, string][] = [
  ['active', 'Active'],
  ['paused', 'Paused'],
  ['draft', 'Drafts'],
  ['completed', 'Completed'],
  ['archived', 'Archived'],
];

/** Filters the list of campaigns by status and name. A phone shows no headers, so it also sorts there. */
export function CampaignFilters(props: {
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
