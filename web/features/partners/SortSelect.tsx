import { Select } from '../../components/ui/Select.tsx';
import { readSort, SORTS, useSortUrl } from './sortPartners.ts';

/** The order of a list of partners, for those who have no headers to press. */
export function SortSelect() {
  const [sort, setSort] = useSortUrl();
  const options = Object.entries(SORTS).map(([value, { label }]) => ({ value, label }));
  return <Select label="Sort by" value={sort.id} onChange={(value) => setSort(readSort(value))} options={options} />;
}
