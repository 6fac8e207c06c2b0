import { Search } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { Input } from '../../components/ui/Input.tsx';
import { Select } from '../../components/ui/Select.tsx';
import { REASONS } from './reasons.ts';
import type { ListFilter } from './suppressions.ts';

const WHOLE_ADDRESS = /^\S+@[^\s@]+\.[^\s@.]+$/;
const LABELS = Object.entries(REASONS).map(([value, { label }]) => ({ value, label }));

/** Finds one address or shows one reason. An address is looked for when it is whole: the list is kept without readable addresses to search in. */
export function AddressFilter(props: { filter: ListFilter; onChange: (filter: ListFilter) => void }) {
  const { filter, onChange } = props;
  const [typed, setTyped] = useState(filter.email);
  const hint = useId();
  const partial = typed.trim() !== '' && !WHOLE_ADDRESS.test(typed.trim());
  // the list was shown whole again by the button beside it
  useEffect(() => {
    if (filter.email === '') setTyped((now) => (WHOLE_ADDRESS.test(now.trim()) ? '' : now));
  }, [filter.email]);
  const search = (text: string): void => {
    setTyped(text);
    const whole = WHOLE_ADDRESS.test(text.trim()) ? text.trim() : '';
    if (whole !== filter.email) onChange({ ...filter, email: whole });
  };
  return (
    <div className="flex flex-wrap gap-2">
      <div className="relative min-w-0 flex-1 basis-56">
        <Search
          aria-hidden
          className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-ink-3"
        />
        <Input
          type="search"
          aria-label="Find an address"
          aria-describedby={partial ? hint : undefined}
          placeholder="Find a whole address"
          className="pl-8"
          value={typed}
          onChange={(event) => search(event.target.value)}
        />
      </div>
      <div className="w-44 max-sm:w-full">
        <Select
          label="Reason"
          value={filter.reason}
          onChange={(reason) => onChange({ ...filter, reason: reason as ListFilter['reason'] })}
          options={[{ value: '', label: 'Every reason' }, ...LABELS]}
        />
      </div>
      {partial && (
        <p id={hint} className="basis-full text-ink-2 text-small">
          Type the whole address to search.
        </p>
      )}
    </div>
  );
}
