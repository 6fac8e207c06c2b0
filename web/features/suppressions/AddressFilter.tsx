import { Search } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { Input } from '../../components/ui/Input.tsx';
import { Select } from '../../components/ui/Select.tsx';
import { lazyRules } from '../../lib/lazyRules.ts';
import type { ListFilter } from './api.ts';
import { REASONS } from './reasons.ts';

const rules = lazyRules(() => import('../../../events/privacy/suppressionsInput.ts'));
/** It has an end, so typing more of it does not help. */
const LOOKS_WHOLE = /@.+\.\p{L}{2,}$/u;
const PART = 'Type a whole address to search, or a domain such as @company.com.';
const LABELS = Object.entries(REASONS).map(([value, { label }]) => ({ value, label }));

/** The server refuses what these rules refuse. */
function readEntry(text: string, { INVALID_EMAIL, newSuppression }: Awaited<ReturnType<typeof rules>>) {
  const { data, error } = newSuppression.safeParse({ email: text });
  // a name that is half typed looks like a domain
  if (data && text.includes('@')) return { email: data.email, problem: null };
  const refused = error?.issues[0]?.message;
  const invalid = refused && refused !== INVALID_EMAIL ? `${refused}.` : 'Please enter a valid email address.';
  return { email: '', problem: LOOKS_WHOLE.test(text.trim()) ? invalid : PART };
}

/** Finds one address or shows one reason. An address is looked for when it is whole: the list is kept without readable addresses to search in. */
export function AddressFilter(props: { filter: ListFilter; onChange: (part: Partial<ListFilter>) => void }) {
  const { filter, onChange } = props;
  const [typed, setTyped] = useState(filter.email);
  const [problem, setProblem] = useState<string | null>(null);
  const newest = useRef(typed);
  const hint = useId();
  // the list was shown whole again by the button beside it
  useEffect(() => {
    if (filter.email !== '' || problem !== null) return;
    newest.current = '';
    setTyped('');
  }, [filter.email, problem]);
  const search = async (text: string): Promise<void> => {
    newest.current = text;
    setTyped(text);
    const read = text.trim() ? readEntry(text, await rules()) : { email: '', problem: null };
    if (newest.current !== text) return;
    setProblem(read.problem);
    onChange({ email: read.email });
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
          aria-describedby={problem ? hint : undefined}
          placeholder="Find a whole address"
          className="pl-8"
          value={typed}
          // without the rules nothing can be looked for: the lost connection is said above
          onChange={(event) => void search(event.target.value).catch(() => undefined)}
        />
      </div>
      <div className="w-44 max-sm:w-full">
        <Select
          label="Reason"
          value={filter.reason}
          onChange={(reason) => onChange({ reason: reason as ListFilter['reason'] })}
          options={[{ value: '', label: 'Every reason' }, ...LABELS]}
        />
      </div>
      {problem && (
        <p id={hint} className="basis-full text-ink-2 text-small">
          {problem}
        </p>
      )}
    </div>
  );
}
