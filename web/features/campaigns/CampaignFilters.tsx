import type { CampaignView } from '../../../api/views.ts';
import { CAMPAIGN_STATUSES } from '../../../events/shared/options.ts';
import { Chip } from '../../components/ui/Chip.tsx';
import { Input } from '../../components/ui/Input.tsx';
import { Select } from '../../components/ui/Select.tsx';
import { wholeNumber } from '../../lib/numbers.ts';
import { CAMPAIGN_SORTS, type CampaignFilter, type CampaignSort } from './campaignList.ts';

const TITLES = { draft: 'Drafts', active: 'Active', paused: 'Paused', completed: 'Completed' } as const;
const SORTS = Object.entries(CAMPAIGN_SORTS).map(([value, { label }]) => ({ value, label }));

/** Narrows the list of campaigns to a status and to a name, and sorts it. */
export function CampaignFilters(props: {
  campaigns: readonly CampaignView[];
  filter: CampaignFilter;
  onChange: (change: Partial<CampaignFilter>) => void;
}) {
  const { campaigns, filter, onChange } = props;
  const count = (status: CampaignFilter['status']) => campaigns.filter((one) => one.status === status).length;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <fieldset className="flex min-w-0 flex-wrap gap-1.5">
        <legend className="sr-only">Status</legend>
        <Chip pressed={filter.status === null} onPress={() => onChange({ status: null })}>
          All <span className="tabular-nums">{wholeNumber(campaigns.length)}</span>
        </Chip>
        {CAMPAIGN_STATUSES.filter((status) => count(status) > 0 || status === filter.status).map((status) => (
          <Chip
            key={status}
            pressed={status === filter.status}
            onPress={() => onChange({ status: status === filter.status ? null : status })}
          >
            {TITLES[status]} <span className="tabular-nums">{wholeNumber(count(status))}</span>
          </Chip>
        ))}
      </fieldset>
      <div className="flex flex-1 flex-wrap justify-end gap-2">
        <Input
          type="search"
          aria-label="Search campaigns"
          placeholder="Search campaigns"
          value={filter.search}
          onChange={(event) => onChange({ search: event.target.value })}
          className="w-full sm:w-52"
        />
        <div className="w-full sm:w-44">
          <Select
            label="Sort campaigns"
            value={filter.sort}
            options={SORTS}
            onChange={(sort) => onChange({ sort: sort as CampaignSort })}
          />
        </div>
      </div>
    </div>
  );
}
