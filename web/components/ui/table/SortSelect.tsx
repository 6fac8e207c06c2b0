import { Select } from '../Select.tsx';
import { readSort, type Sorts, useSortUrl } from './sortUrl.ts';

/** The order of a list, for those who have no headers to press. */
export function SortSelect(props: { sorts: Sorts; className?: string }) {
  const [sort, setSort] = useSortUrl(props.sorts);
  const options = Object.entries(props.sorts).map(([value, { label }]) => ({ value, label }));
  return (
    <Select
      label="Sort by"
      value={sort.id}
      onChange={(value) => setSort(readSort(props.sorts, value))}
      options={options}
      {...(props.className && { className: props.className })}
    />
  );
}
