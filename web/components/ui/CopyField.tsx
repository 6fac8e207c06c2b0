import { Copy } from 'lucide-react';
import { useRef } from 'react';
import { copyText } from '../../lib/copyText.ts';
import { Button } from './Button.tsx';
import { Field } from './Field.tsx';
import { Input } from './Input.tsx';

/** A text to be copied, with the button that does it. `what`: such as "Link", for the notice. */
export function CopyField(props: { label: string; what: string; value: string; hint?: string }) {
  const { label, what, value, hint } = props;
  const input = useRef<HTMLInputElement>(null);
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <div className="flex gap-2">
          <Input {...control} ref={input} readOnly value={value} className="min-w-0 flex-1 bg-sunken" />
          <Button
            className="h-9"
            aria-label={`Copy the ${what.toLowerCase()}`}
            onClick={() => void copyText(value, what, () => input.current?.select())}
          >
            <Copy aria-hidden />
            Copy
          </Button>
        </div>
      )}
    </Field>
  );
}
