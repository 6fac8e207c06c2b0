import { X } from 'lucide-react';
import { useRef, useState } from 'react';
import { LONGEST_EXCLUSION, MOST_EXCLUSIONS } from '../../../events/shared/options.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Field } from '../../components/ui/Field.tsx';
import { Input } from '../../components/ui/Input.tsx';

const plain = (text: string): string => text.trim().replace(/\s+/g, ' ');

/** What a partner must not be or do, one line each. Typed text counts as soon as the field is left. */
export function ExclusionList(props: {
  value: readonly string[];
  onChange: (exclusions: string[]) => void;
  className?: string;
}) {
  const { value, onChange } = props;
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const add = (): void => {
    const exclusion = plain(typed);
    if (exclusion === '') return;
    if (value.length >= MOST_EXCLUSIONS) {
      setError(`There can be at most ${MOST_EXCLUSIONS}. Remove one to add another.`);
      return;
    }
    setTyped('');
    if (!value.some((known) => known.toLowerCase() === exclusion.toLowerCase())) onChange([...value, exclusion]);
  };
  const remove = (exclusion: string): void => {
    setError(undefined);
    onChange(value.filter((other) => other !== exclusion));
    input.current?.focus();
  };
  return (
    <div className={props.className}>
      <Field
        label="Leave out"
        optional
        error={error}
        hint="Who does not fit, one at a time: no competitors, no fast fashion."
      >
        {(control) => (
          <div className="flex gap-2">
            <Input
              {...control}
              ref={input}
              dir="auto"
              className="min-w-0 flex-1"
              maxLength={LONGEST_EXCLUSION}
              value={typed}
              onChange={({ target }) => {
                setError(undefined);
                setTyped(target.value);
              }}
              onBlur={add}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
                event.preventDefault();
                add();
              }}
            />
            {/* leaving the field for it adds what is typed */}
            <Button onClick={() => input.current?.focus()}>Add</Button>
          </div>
        )}
      </Field>
      {value.length > 0 && (
        <ul aria-label="Left out" className="mt-1 divide-y">
          {value.map((exclusion) => (
            <li key={exclusion} className="flex items-center gap-2 py-1">
              <span dir="auto" className="wrap-anywhere min-w-0 flex-1">
                {exclusion}
              </span>
              <Button size="icon" variant="ghost" aria-label={`Remove ${exclusion}`} onClick={() => remove(exclusion)}>
                <X aria-hidden />
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
