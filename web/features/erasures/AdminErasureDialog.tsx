import { type FormEvent, type ReactNode, useState } from 'react';
import type { AcceptedView, AdminUserView, ErasureView } from '../../../api/views.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../components/ui/Dialog.tsx';
import { Field } from '../../components/ui/Field.tsx';
import { Input } from '../../components/ui/Input.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { isAccepted } from '../../lib/client.ts';
import { useProblems } from '../../lib/formProblems.ts';
import { useEraseForAdmin } from './api.ts';
import { Receipt } from './Erasures.tsx';

const FIELDS = ['address', 'again'] as const;

/** Destroys an address of a tenant, or the tenant: says what goes, has its address typed, and shows the receipt. */
export function AdminErasureDialog(props: {
  kind: 'address' | 'tenant';
  tenant: string;
  user: AdminUserView | undefined;
  onClose: () => void;
}) {
  const { kind, tenant } = props;
  // as they were: once they are erased, the list knows them no more
  const [user] = useState(props.user);
  const who = user?.email ?? `workspace ${tenant}`;
  const [address, setAddress] = useState('');
  const [again, setAgain] = useState('');
  const { form, problems, show, refused, clear } = useProblems(FIELDS);
  const erase = useEraseForAdmin();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (erase.isPending) return;
    const subject = kind === 'address' ? address.trim() : (user?.email ?? tenant);
    const missing = kind === 'address' && !subject ? { address: 'Enter the address' } : {};
    const differs = again.trim().toLowerCase() === subject.toLowerCase() ? {} : { again: `Type ${subject} to confirm` };
    if (show('address' in missing ? missing : differs)) return;
    const wanted = kind === 'address' ? { kind, tenant, address: subject } : { kind, tenant };
    erase.mutate(wanted, { onError: refused });
  };
  const title = kind === 'address' ? 'Erase an address permanently' : `Erase ${who} permanently?`;
  return (
    <Dialog
      onClose={props.onClose}
      title={!erase.data ? title : isAccepted(erase.data) ? 'Being erased' : 'Erased permanently'}
      description={kind === 'address' ? `From all data of ${who}.` : undefined}
    >
      {erase.data ? (
        <Erased result={erase.data} whose={who} onClose={props.onClose} />
      ) : (
        <form ref={form} noValidate onSubmit={submit} className="flex min-h-0 flex-col">
          <DialogBody className="flex flex-col gap-4">
            <ul className="flex list-disc flex-col gap-1.5 pl-5 text-ink-2">
              {kind === 'address' ? OF_ADDRESS : OF_TENANT}
              <li>This cannot be undone, even from a backup.</li>
            </ul>
            {problems.form && <Notice tone="bad">{problems.form}</Notice>}
            {kind === 'address' && (
              <Field label="Address to erase" error={problems.address}>
                {(control) => (
                  <Input
                    {...control}
                    name="address"
                    type="email"
                    autoComplete="off"
                    placeholder="name@company.com"
                    value={address}
                    onChange={(event) => {
                      setAddress(event.target.value);
                      clear('address');
                    }}
                  />
                )}
              </Field>
            )}
            <Field
              label={kind === 'address' ? 'Type the address again' : `Type ${user?.email ?? tenant} to confirm`}
              error={problems.again}
            >
              {(control) => (
                <Input
                  {...control}
                  name="again"
                  autoComplete="off"
                  autoCapitalize="off"
                  spellCheck={false}
                  value={again}
                  onChange={(event) => {
                    setAgain(event.target.value);
                    clear('again');
                  }}
                />
              )}
            </Field>
          </DialogBody>
          <DialogFooter onCancel={props.onClose}>
            <Button type="submit" variant="danger" pending={erase.isPending}>
              {erase.isPending ? 'Erasing...' : 'Erase permanently'}
            </Button>
          </DialogFooter>
        </form>
      )}
    </Dialog>
  );
}

const OF_ADDRESS: ReactNode = (
  <>
    <li>Every partner with this address is erased: name, profile, and the texts of all emails to them.</li>
    <li>Emails to it that have not left yet are cancelled.</li>
    <li>Counts are kept. A fingerprint of the address is kept, so that nothing is sent there again.</li>
  </>
);
const OF_TENANT: ReactNode = (
  <>
    <li>Their account is erased, with its password and sessions. Sign-in is disabled.</li>
    <li>Their business profile, partners, campaigns, email texts and stored keys are erased, too.</li>
    <li>Unsent emails are cancelled. Counts and events are kept without personal data.</li>
  </>
);

function Erased(props: { result: ErasureView | AcceptedView; whose: string; onClose: () => void }) {
  const { result } = props;
  return (
    <>
      <DialogBody>
        {isAccepted(result) ? (
          <Notice tone="info">This takes longer than usual. The receipt appears in the list of erasures.</Notice>
        ) : (
          <div className="-mx-4">
            <Receipt receipt={result} whose={props.whose} />
          </div>
        )}
      </DialogBody>
      <DialogFooter>
        <Button variant="primary" onClick={props.onClose}>
          Done
        </Button>
      </DialogFooter>
    </>
  );
}
