import { type FormEvent, useId, useRef, useState } from 'react';
import { externalUrl } from '../../../events/shared/externalUrl.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../components/ui/Dialog.tsx';
import { Field } from '../../components/ui/Field.tsx';
import { Input } from '../../components/ui/Input.tsx';
import { linkedinFailure } from '../../lib/errorCatalogue.ts';
import { showToast } from '../../lib/toasts.ts';
import { useCurrentUser } from '../session/api.ts';
import { useAddFromLinkedin } from './api.ts';
import { linkedinProblem } from './linkedinWords.ts';

export function LinkedinDialog(props: { onClose: () => void }) {
  const [url, setUrl] = useState('');
  const [problem, setProblem] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const add = useAddFromLinkedin();
  const formId = useId();
  const refuse = (text: string | undefined): void => {
    setProblem(text);
    input.current?.focus();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (add.isPending) return;
    const wrong = linkedinProblem(url);
    if (wrong) {
      showToast({ ...wrong, variant: 'destructive' });
      refuse(wrong.text);
      return;
    }
    setProblem(undefined);
    add.mutate(url.trim(), {
      onSuccess: props.onClose,
      onError: (error) => refuse(linkedinFailure(error).text),
    });
  };
  return (
    <Dialog
      onClose={props.onClose}
      title="Add from LinkedIn"
      description="Adds the owner of one profile to your list, with a match score."
    >
      <DialogBody>
        <form id={formId} onSubmit={submit} noValidate>
          <Field label="LinkedIn profile URL" error={problem} hint="For example https://www.linkedin.com/in/username">
            {(control) => (
              <Input
                {...control}
                ref={input}
                type="url"
                inputMode="url"
                autoComplete="off"
                placeholder="https://www.linkedin.com/in/username"
                value={url}
                onChange={(event) => {
                  setUrl(event.target.value);
                  setProblem(undefined);
                }}
              />
            )}
          </Field>
        </form>
        <SamplePeople />
      </DialogBody>
      <DialogFooter onCancel={props.onClose}>
        <Button variant="primary" type="submit" form={formId} pending={add.isPending}>
          {add.isPending ? 'Adding...' : 'Add Partner'}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

/** In the sandbox only its sample people can be found: says where their addresses are. */
function SamplePeople() {
  const user = useCurrentUser().data;
  const outbox = user?.sandbox ? externalUrl(user.sandboxOutboxUrl) : null;
  if (!outbox) return null;
  return (
    <p className="mt-3 text-small text-ink-2">
      This sandbox knows only its own people.{' '}
      <a className="link" href={new URL('/people', outbox).href} target="_blank" rel="noopener noreferrer">
        See the sample people
      </a>{' '}
      and use an address from there.
    </p>
  );
}
