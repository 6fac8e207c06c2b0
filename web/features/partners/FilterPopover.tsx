import { ListFilter } from 'lucide-react';
import type { PartnerCountsView } from '../../../api/views.ts';
import { sameTag } from '../../../events/partners/partnerFilter.ts';
import type { PartnerFilter } from '../../../events/partners/partnersInput.ts';
import {
  ENGAGEMENT_FILTERS,
  FILTER_INDUSTRIES,
  FOLLOWER_FILTERS,
  MATCH_FILTERS,
} from '../../../events/shared/options.ts';
import { Checkbox } from '../../components/ui/Checkbox.tsx';
import { Popover } from '../../components/ui/Popover.tsx';
import { Select } from '../../components/ui/Select.tsx';
import { SortSelect } from '../../components/ui/table/SortSelect.tsx';
import { EmailChips } from './EmailChips.tsx';
import type { ChangeFilter } from './filterUrl.ts';
import { AT_LEAST, INCLUDE_UNKNOWN } from './filterWords.ts';
import { SORTS } from './sortPartners.ts';

const ANY = 'all';

/** `byEmail`: the email status is a filter here. */
type Props = {
  /** Who is there before the filters. */
  counts: PartnerCountsView | undefined;
  byEmail?: boolean;
  filter: PartnerFilter;
  onChange: ChangeFilter;
};

/** The filters of a partner list behind one button; those in force are beside it (FilterPills). */
export function FilterPopover(props: Props) {
  return (
    <Popover
      label="Filters"
      button={{
        children: (
          <>
            <ListFilter aria-hidden />
            <span className="max-[22em]:sr-only">Filter</span>
          </>
        ),
      }}
    >
      {() => <FilterFields {...props} />}
    </Popover>
  );
}

export function FilterFields(props: Props) {
  const { filter, onChange } = props;
  const tags = props.counts?.tags ?? [];
  const pick = (name: keyof PartnerFilter) => (value: string) =>
    onChange({ [name]: value === ANY ? undefined : value });
  return (
    <search className="flex flex-col gap-2">
      <Select
        label="Industry"
        value={filter.industry ?? ANY}
        onChange={pick('industry')}
        options={[
          { value: ANY, label: 'All industries' },
          ...FILTER_INDUSTRIES.map((value) => ({ value, label: value })),
        ]}
      />
      {tags.length > 0 && (
        <Select
          label="Tag"
          value={tags.find((tag) => sameTag(tag, filter.tag ?? '')) ?? ANY}
          onChange={pick('tag')}
          options={[{ value: ANY, label: 'Any tag' }, ...tags.map((value) => ({ value, label: value }))]}
        />
      )}
      <Select
        label="Min followers"
        value={String(filter.minFollowers ?? ANY)}
        onChange={pick('minFollowers')}
        options={[
          { value: ANY, label: 'Any followers' },
          ...FOLLOWER_FILTERS.map((value) => ({ value: String(value), label: AT_LEAST.minFollowers(value) })),
        ]}
      />
      <Select
        label="Min engagement"
        value={String(filter.minEngagement ?? ANY)}
        onChange={pick('minEngagement')}
        options={[
          { value: ANY, label: 'Any engagement' },
          ...ENGAGEMENT_FILTERS.map((value) => ({ value: String(value), label: AT_LEAST.minEngagement(value) })),
        ]}
      />
      {(filter.minFollowers || filter.minEngagement || filter.includeUnknown) && (
        <Checkbox
          label={INCLUDE_UNKNOWN}
          checked={filter.includeUnknown === true}
          onChange={(includeUnknown) => onChange({ includeUnknown })}
          className="py-1"
        />
      )}
      <Select
        label="Min match"
        value={String(filter.minMatchScore ?? ANY)}
        onChange={pick('minMatchScore')}
        options={[
          { value: ANY, label: 'Any match' },
          ...MATCH_FILTERS.map((value) => ({ value: String(value), label: AT_LEAST.minMatchScore(value) })),
        ]}
      />
      {props.byEmail && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out in line with its neighbours in every browser.
        <div role="group" aria-label="Email status" className="flex flex-wrap gap-1.5 py-1">
          <EmailChips
            counts={props.counts?.partners ?? []}
            value={filter.emailStatus}
            onChange={(emailStatus) => onChange({ emailStatus })}
          />
        </div>
      )}
      <SortSelect sorts={SORTS} />
    </search>
  );
}
