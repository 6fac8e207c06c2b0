import { useState } from 'react';
import { SCOPE_NAMES, SCOPES, type Scope, scopesFor, TOKEN_DAYS } from '../../../events/shared/tokenScopes.ts';
import { CopyField } from '../../components/ui/CopyField.tsx';
import { Field } from '../../components/ui/Field.tsx';
import { Select } from '../../components/ui/Select.tsx';
import { useMakeToken } from './api.ts';
import { Choices, NameField, ShownOnceDialog } from './credentialForm.tsx';
import { ProofForm } from './ProofForm.tsx';

type Role = Parameters<typeof scopesFor>[0];

/** Name, scopes and end of a token, then the token, which is shown once. */
export function NewTokenDialog(props: { hasPassword: boolean; role: Role; onClose: () => void }) {
  const make = useMakeToken();
  const token = make.data?.token;
  return (
    <ShownOnceDialog
      title={token ? 'Copy your token' : 'New access token'}
      what="token"
      shown={
        token !== undefined && (
          <CopyField
            label="Access token"
            what="Token"
            value={token}
            hint="Send it in the header: Authorization: Bearer pp_…"
          />
        )
      }
      onClose={props.onClose}
    >
      <NewToken {...props} pending={make.isPending} make={(typed) => make.mutateAsync(typed)} />
    </ShownOnceDialog>
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
      <NameField
        hint="The program that uses it, such as Zapier. The history shows it."
        error={problems.name}
        name={name}
        onChange={setName}
      />
      <Choices legend="Scopes" error={problems.scopes} chosen={chosen} choose={setChosen} of={scopesFor(props.role)}>
        {(scope) => (
          <>
            <span className="font-medium">{scope}</span> <span className="text-ink-2">{SCOPES[scope]}</span>
          </>
        )}
      </Choices>
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
