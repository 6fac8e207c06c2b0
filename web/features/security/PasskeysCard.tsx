import { useState } from 'react';
import type { PasskeyView, SecurityView } from '../../../api/views.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Card } from '../../components/ui/Card.tsx';
import { FetchedPart } from '../../components/ui/FetchedPart.tsx';
import { Loading, QueryState } from '../../components/ui/QueryState.tsx';
import { timeAgo } from '../../lib/dates.ts';
import { useNow } from '../../lib/now.ts';
import { onDemand } from '../../lib/onDemand.tsx';
import { usePasskeys } from './api.ts';

const AddPasskeyDialog = onDemand(() => import('./PasskeyDialogs.tsx').then((module) => module.AddPasskeyDialog));
const RemovePasskeyDialog = onDemand(() => import('./PasskeyDialogs.tsx').then((module) => module.RemovePasskeyDialog));

const CAN = typeof PublicKeyCredential !== 'undefined' && 'parseCreationOptionsFromJSON' in PublicKeyCredential;

/** Passkeys sign in without a password, and are a second factor beside one. */
export function PasskeysCard(props: { security: SecurityView }) {
  const passkeys = usePasskeys();
  const now = useNow();
  const [open, setOpen] = useState<'add' | PasskeyView | null>(null);
  const close = () => setOpen(null);
  return (
    <Card
      title="Passkeys"
      note="Sign in with your fingerprint, face or device PIN."
      actions={CAN && <Button onClick={() => setOpen('add')}>Add passkey</Button>}
    >
      <QueryState
        query={passkeys}
        loading={<Loading label="Loading passkeys" rows={1} height="h-10" className="p-4" />}
        failed="Error loading your passkeys. Please try again."
        className="m-4"
      >
        {(data) =>
          data.length === 0 ? (
            <p className="p-4 text-ink-2">
              {CAN ? 'You have no passkey yet. It also counts as your second factor.' : 'This browser has no passkeys.'}
            </p>
          ) : (
            <ul aria-label="Passkeys" className="divide-y">
              {data.map((passkey) => (
                <li key={passkey.id} className="flex items-center gap-3 px-4 py-3">
                  <div className="min-w-0 flex-1">
                    <p className="wrap-anywhere font-medium">{passkey.name}</p>
                    <p className="text-ink-3 text-note">
                      Added {timeAgo(passkey.createdAt, now)},{' '}
                      {passkey.usedAt ? `last used ${timeAgo(passkey.usedAt, now)}` : 'never used'}
                    </p>
                  </div>
                  <Button size="small" aria-label={`Remove passkey ${passkey.name}`} onClick={() => setOpen(passkey)}>
                    Remove
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </QueryState>
      <FetchedPart onLost={close}>
        {open === 'add' && <AddPasskeyDialog security={props.security} onClose={close} />}
        {open && open !== 'add' && <RemovePasskeyDialog security={props.security} passkey={open} onClose={close} />}
      </FetchedPart>
    </Card>
  );
}
