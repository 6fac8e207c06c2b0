import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { PartnerFilter } from '../../../events/inputs/partners.ts';
import { formatFollowers } from '../../../events/shared/format.ts';
import {
  ENGAGEMENT_FILTERS,
  FILTER_INDUSTRIES,
  FOLLOWER_FILTERS,
  MATCH_FILTERS,
} from '../../../events/shared/options.ts';
import { Input } from '../../components/ui/Input.tsx';
import { Select } from '../../components/ui/Select.tsx';
import type { ChangeFilter } from './filterUrl.ts';
import { SortSelect } from './SortSelect.tsx';

const ANY = 'all';

/** Search, the four filters and the order of a partner list. */
export function FilterCard(props: { filter: PartnerFilter; onChange: ChangeFilter }) {
  const { filter, onChange } = props;
  const pick = (name: keyof PartnerFilter) => (value: string) =>
    onChange({ [name]: value === ANY ? undefined : value });
  const compact = (value: number) => formatFollowers(value).replace('.0', '');
  return (
    <search className="grid grid-cols-2 gap-2 lg:grid-cols-4">
      <SearchBox value={filter.search ?? ''} onChange={(search) => onChange({ search: search || undefined })} />
      <SortSelect />
      <Select
        label="Industry"
        value={filter.industry ?? ANY}
        onChange={pick('industry')}
        options={[
          { value: ANY, label: 'All industries' },
          ...FILTER_INDUSTRIES.map((value) => ({ value, label: value })),
        ]}
      />
      <Select
        label="Min followers"
        value={String(filter.minFollowers ?? ANY)}
        onChange={pick('minFollowers')}
        options={[
          { value: ANY, label: 'Any followers' },
          ...FOLLOWER_FILTERS.map((value) => ({ value: String(value), label: `${compact(value)}+ followers` })),
        ]}
      />
      <Select
        label="Min engagement"
        value={String(filter.minEngagement ?? ANY)}
        onChange={pick('minEngagement')}
        options={[
          { value: ANY, label: 'Any engagement' },
          ...ENGAGEMENT_FILTERS.map((value) => ({ value: String(value), label: `${value}%+ engagement` })),
        ]}
      />
      <Select
        label="Min match"
        value={String(filter.minMatchScore ?? ANY)}
        onChange={pick('minMatchScore')}
        options={[
          { value: ANY, label: 'Any match' },
          ...MATCH_FILTERS.map((value) => ({ value: String(value), label: `${value}%+ match` })),
        ]}
      />
    </search>
  );
}

function SearchBox(props: { value: string; onChange: (value: string) => void }) {
  const [text, setText] = useState(props.value);
  const sent = useRef(props.value);
  // Clear Filters and Back change the value from outside; typing must not be overwritten by its own echo.
  useEffect(() => {
    if (props.value === sent.current) return;
    sent.current = props.value;
    setText(props.value);
  }, [props.value]);
  return (
    <div className="relative col-span-2 lg:col-span-3">
      <Search aria-hidden className="absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-ink-3" />
      <Input
        type="search"
        aria-label="Search partners"
        placeholder="Search name, username or bio"
        className="pl-8.5"
        value={text}
        maxLength={200}
        onChange={(event) => {
          sent.current = event.target.value;
          setText(event.target.value);
          props.onChange(event.target.value);
        }}
      />
    </div>
  );
}
