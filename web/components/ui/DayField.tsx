import { useId } from 'react';
import { Input } from './Input.tsx';

export function DayField(props: { label: string; value: string | undefined; onChange: (day: string) => void }) {
  const id = useId();
  return (
    <div className="flex items-center gap-2 max-sm:col-span-2">
      <label htmlFor={id} className="w-8 text-ink-3 text-small lg:w-auto">
        {props.label}
      </label>
      <Input
        id={id}
        type="date"
        value={props.value ?? ''}
        onChange={(event) => props.onChange(event.target.value)}
        className="min-w-0 flex-1 lg:w-34"
      />
    </div>
  );
}
