import { Plus } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { Button } from '../../components/ui/Button.tsx';
import { Field } from '../../components/ui/Field.tsx';
import { Input } from '../../components/ui/Input.tsx';
import { lazyRules } from '../../lib/lazyRules.ts';
import { useSingleFlight } from '../../lib/singleFlight.ts';
import { useAddAddress } from './api.ts';

const rules = lazyRules(() => import('../../../events/privacy/suppressionsInput.ts'));

/** One address by hand. Typed text stays until it is on the list. */
export function AddAddress() {
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | undefined>();
  const input = useRef<HTMLInputElement>(null);
  const add = useAddAddress();

  const adding = useSingleFlight(async () => {
    const { INVALID_EMAIL, newSuppression } = await rules();
    const wrong = newSuppression.safeParse({ email: typed }).error?.issues[0]?.message;
    if (wrong !== undefined) {
      const invalid = wrong === INVALID_EMAIL ? 'Please enter a valid email address' : wrong;
      setProblem(typed.trim() ? invalid : 'Enter an email address');
      input.current?.focus();
      return;
    }
    const onSuccess = () => setTyped((now) => (now === typed ? '' : now));
    // the query client says it when it fails
    await add.mutateAsync(typed.trim(), { onSuccess }).catch(() => undefined);
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    adding.run();
  };

  return (
    <form noValidate onSubmit={submit}>
      <Field label="Add an address" hint="Or a whole domain, such as company.com." error={problem}>
        {(control) => (
          <div className="flex gap-2">
            <Input
              {...control}
              ref={input}
              type="email"
              autoComplete="off"
              placeholder="name@company.com"
              className="min-w-0 flex-1"
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value);
                setProblem(undefined);
              }}
            />
            <Button type="submit" variant="primary" className="h-9" pending={adding.pending}>
              <Plus aria-hidden />
              Add
            </Button>
          </div>
        )}
      </Field>
    </form>
  );
}
