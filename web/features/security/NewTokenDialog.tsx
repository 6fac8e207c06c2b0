import { useState } from 'react';
import {
  LONGEST_TOKEN_NAME,
  SCOPE_NAMES,
  SCOPES,
  type Scope,
  scopesFor,
  TOKEN_DAYS,
} from '../../../events/shared/tokenScopes.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Checkbox } from '../../components/ui/Checkbox.tsx';
import { CopyField } from '../../components/ui/CopyField.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../components/ui/Dialog.tsx';
import { Field } from '../../components/ui/Field.tsx';
import { Input } from '../../components/ui/Input.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { Select } from '../../components/ui/Select.tsx';
import { useMakeToken } from './api.ts';
import { ProofForm } from './ProofForm.tsx';
import { useUnsavedCodes } from './unsavedCodes.ts';

type Role = Parameters<typeof scopesFor>[0];

/** Name, scopes and end of a token, then the token, which is shown once. */
export function NewTokenDialog(props: { hasPassword: boolean; role: Role; onClose: () => void }) {
  const make = useMakeToken();
  const token = make.data?.token;
  const { reminded, mayClose } = useUnsavedCodes(token !== undefined, props.onClose);
  return (
    <Dialog onClose={mayClose} title={token ? 'Copy your token' : 'New access token'}>
      {token ? (
        <>
          <DialogBody className="flex flex-col gap-4">
            <CopyField
              label="Access token"
              what="Token"
              value={token}
              hint="Send it in the header: Authorization: Bearer pp_…"
            />
            {reminded ? (
              <Notice tone="warn">Copy the token first. It is lost once this is closed.</Notice>
            ) : (
              <p className="text-ink-2">It is not shown again. Store it like a password.</p>
            )}
          </DialogBody>
          <DialogFooter>
            <Button variant="primary" onClick={props.onClose}>
              I have copied it
            </Button>
          </DialogFooter>
        </>
      ) : (
        <NewToken {...props} pending={make.isPending} make={(typed) => make.mutateAsync(typed)} />
      )}
    </Dialog>
  );
}

type Typed = Parameters<ReturnType<typeof useMakeToken>['mutateAsync']>[0];

function NewToken(props: {
  hasPassword: boolean;
  role: Role;
  pending: boolean;
  make: (typed: Typed) => Promise<unknown>;
  onClose: () => void;
}) {
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<readonly Scope[]>(['read']);
  const [days, setDays] = useState<Typed['days']>(TOKEN_DAYS[1]);
  const [checked, setChecked] = useState(false);
  const missing = {
    name: name.trim() ? undefined : 'Enter a name',
    scopes: chosen.length > 0 ? undefined : 'Select at least one scope',
  };
  const problems: Partial<typeof missing> = checked ? missing : {};
  const scopes = SCOPE_NAMES.filter((scope) => chosen.includes(scope));
  return (
    <ProofForm
      asks={{ password: props.hasPassword }}
      label="Make token"
      pending={props.pending}
      isComplete={() => {
        setChecked(true);
        return !missing.name && !missing.scopes;
      }}
      submit={(proof) => props.make({ ...proof, name, scopes, days })}
      onCancel={props.onClose}
    >
      <Field label="Name" hint="The program that uses it, such as Zapier. The history shows it." error={problems.name}>
        {(control) => (
          <Input
            {...control}
            name="name"
            autoComplete="off"
            maxLength={LONGEST_TOKEN_NAME}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <fieldset className="flex flex-col gap-2.5">
        <legend className="mb-1.5 font-medium text-small">Scopes</legend>
        {scopesFor(props.role).map((scope) => (
          <Checkbox
            key={scope}
            label={
              <>
                <span className="font-medium">{scope}</span> <span className="text-ink-2">{SCOPES[scope]}</span>
              </>
            }
            checked={chosen.includes(scope)}
            onChange={(on) => setChosen((now) => (on ? [...now, scope] : now.filter((other) => other !== scope)))}
          />
        ))}
        {problems.scopes && (
          <p className="text-bad text-note" role="alert">
            {problems.scopes}
          </p>
        )}
      </fieldset>
      <Field label="Ends after" hint="It also ends when you change your password.">
        {(control) => (
          <Select
            {...control}
            value={String(days)}
            onChange={(value) => setDays(Number(value) as Typed['days'])}
            options={TOKEN_DAYS.map((count) => ({ value: String(count), label: `${count} days` }))}
          />
        )}
      </Field>
      {!props.hasPassword && <p className="text-ink-2">You have no password, so you must have signed in just now.</p>}
    </ProofForm>
  );
}
