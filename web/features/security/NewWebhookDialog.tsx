import { useState } from 'react';
import { ACT_NAMES, ACTS, type ActName } from '../../../events/shared/incomingActs.ts';
import { CopyField } from '../../components/ui/CopyField.tsx';
import { useMakeWebhook } from './api.ts';
import { Choices, NameField, ShownOnceDialog } from './credentialForm.tsx';
import { ProofForm } from './ProofForm.tsx';

/** Name and acts of an incoming webhook, then its address and secret, which is shown once. */
export function NewWebhookDialog(props: { hasPassword: boolean; onClose: () => void }) {
  const make = useMakeWebhook();
  return (
    <ShownOnceDialog
      title={make.data ? 'Copy the secret' : 'New incoming webhook'}
      what="secret"
      shown={
        make.data !== undefined && (
          <>
            <CopyField label="Address" what="Address" value={make.data.url} hint="The other system posts here." />
            <CopyField
              label="Secret"
              what="Secret"
              value={make.data.secret}
              hint="It signs each post, as in Standard Webhooks."
            />
          </>
        )
      }
      onClose={props.onClose}
    >
      <NewWebhook {...props} pending={make.isPending} make={(typed) => make.mutateAsync(typed)} />
    </ShownOnceDialog>
  );
}

type Typed = Parameters<ReturnType<typeof useMakeWebhook>['mutateAsync']>[0];

function NewWebhook(props: {
  hasPassword: boolean;
  pending: boolean;
  make: (typed: Typed) => Promise<unknown>;
  onClose: () => void;
}) {
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<readonly ActName[]>(['contact.deleted', 'contact.unsubscribed']);
  const [checked, setChecked] = useState(false);
  const missing = {
    name: name.trim() ? undefined : 'Enter a name',
    acts: chosen.length > 0 ? undefined : 'Select at least one',
  };
  const problems: Partial<typeof missing> = checked ? missing : {};
  return (
    <ProofForm
      asks={{ password: props.hasPassword }}
      label="Make webhook"
      pending={props.pending}
      isComplete={() => {
        setChecked(true);
        return !missing.name && !missing.acts;
      }}
      submit={(proof) => props.make({ ...proof, name, acts: ACT_NAMES.filter((act) => chosen.includes(act)) })}
      onCancel={props.onClose}
    >
      <NameField
        hint="The system that posts, such as HubSpot. The history shows it."
        error={problems.name}
        name={name}
        onChange={setName}
      />
      <Choices legend="It may" error={problems.acts} chosen={chosen} choose={setChosen} of={ACT_NAMES}>
        {(act) => ACTS[act].text}
      </Choices>
      {!props.hasPassword && <p className="text-ink-2">You have no password, so you must have signed in just now.</p>}
    </ProofForm>
  );
}
