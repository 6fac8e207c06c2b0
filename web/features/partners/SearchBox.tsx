import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Input } from '../../components/ui/Input.tsx';

/** Looks into names, usernames and bios. */
export function SearchBox(props: { value: string; onChange: (value: string) => void }) {
  const [text, setText] = useState(props.value);
  const sent = useRef(props.value);
  // Clear Filters and Back change the value from outside; typing must not be overwritten by its own echo.
  useEffect(() => {
    if (props.value === sent.current) return;
    sent.current = props.value;
    setText(props.value);
  }, [props.value]);
  return (
    <div className="relative min-w-24 max-w-64 flex-1">
      <Search aria-hidden className="absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-ink-3" />
      <Input
        type="search"
        aria-label="Search partners"
        placeholder="Search name or bio"
        className="h-8! pl-8.5 max-md:h-10!"
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
