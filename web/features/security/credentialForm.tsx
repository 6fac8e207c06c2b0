import type { ReactNode } from 'react';
import { LONGEST_TOKEN_NAME } from '../../../events/shared/tokenScopes.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Checkbox } from '../../components/ui/Checkbox.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../components/ui/Dialog.tsx';
import { Field } from '../../components/ui/Field.tsx';
import { Input } from '../../components/ui/Input.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { useUnsavedCodes } from './unsavedCodes.ts';

/** A form that makes a token or a secret, then what it made: `shown`, once. false: it is not made yet. */
export function ShownOnceDialog(props: {
  title: string;
  what: 'token' | 'secret';
  shown: ReactNode;
  children: ReactNode;
  onClose: () => void;
}) {
  const isMade = props.shown !== false;
  const { reminded, mayClose } = useUnsavedCodes(isMade, props.onClose);
  return (
    <Dialog onClose={mayClose} title={props.title}>
      {isMade ? (
        <>
          <DialogBody className="flex flex-col gap-4">
            {props.shown}
            {reminded ? (
              <Notice tone="warn">Copy the {props.what} first. It is lost once this is closed.</Notice>
            ) : (
              <p className="text-ink-2">
                {props.what === 'token' ? 'It is' : 'The secret is'} not shown again. Store it like a password.
              </p>
            )}
          </DialogBody>
          <DialogFooter>
            <Button variant="primary" onClick={props.onClose}>
              I have copied it
            </Button>
          </DialogFooter>
        </>
      ) : (
        props.children
      )}
    </Dialog>
  );
}

export function NameField(props: {
  hint: string;
  error: string | undefined;
  name: string;
  onChange: (name: string) => void;
}) {
  return (
    <Field label="Name" hint={props.hint} error={props.error}>
      {(control) => (
        <Input
          {...control}
          name="name"
          autoComplete="off"
          maxLength={LONGEST_TOKEN_NAME}
          value={props.name}
          onChange={(event) => props.onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

/** Checkboxes of which at least one is needed. `children`: the label of a choice. */
export function Choices<T extends string>(props: {
  legend: string;
  error: string | undefined;
  of: readonly T[];
  chosen: readonly T[];
  choose: (chosen: readonly T[]) => void;
  children: (choice: T) => ReactNode;
}) {
  const { chosen } = props;
  return (
    <fieldset className="flex flex-col gap-2.5">
      <legend className="mb-1.5 font-medium text-small">{props.legend}</legend>
      {props.of.map((choice) => (
        <Checkbox
          key={choice}
          label={props.children(choice)}
          checked={chosen.includes(choice)}
          onChange={(on) => props.choose(on ? [...chosen, choice] : chosen.filter((other) => other !== choice))}
        />
      ))}
      {props.error && (
        <p className="text-bad text-note" role="alert">
          {props.error}
        </p>
      )}
    </fieldset>
  );
}
