import { Select } from '../../components/ui/Select.tsx';
import { SORTS, useSortUrl } from './sortPartners.ts';

const LABELS = {
  match: 'Best match first',
  followers: 'Most followers',
  engagement: 'Most engagement',
  name: 'Name, A–Z',
};

/** The order of a list of partners. */
export function SortSelect() {
  const [sort, setSort] = useSortUrl();
  return (
    <Select
      label="Sort by"
      className="max-lg:col-span-2"
      value={sort}
      onChange={(value) => setSort(SORTS.find((known) => known === value) ?? 'match')}
      options={SORTS.map((value) => ({ value, label: LABELS[value] }))}
    />
  );
}
