import type { SecurityView } from '../../../api/views.ts';
import { Dialog } from '../../components/ui/Dialog.tsx';
import { useTurnOff } from './api.ts';
import { ANY_CODE, ProofForm } from './ProofForm.tsx';

/** Turns the second factor off, which takes both proofs. */
export function TurnOffDialog(props: { security: SecurityView; onClose: () => void }) {
  const turnOff = useTurnOff();
  return (
    <Dialog onClose={props.onClose} title="Turn off two-factor authentication?">
      <ProofForm
        asks={{ password: props.security.hasPassword, code: ANY_CODE }}
        label="Turn off"
        look="danger"
        pending={turnOff.isPending}
        submit={async ({ password, code = '' }) => {
          await turnOff.mutateAsync({ ...(password !== undefined && { password }), code });
          props.onClose();
        }}
        onCancel={props.onClose}
      >
        <p className="text-ink-2">
          Signing in no longer asks for a code, and your recovery codes stop working. To turn it on again, scan a new
          key.
        </p>
      </ProofForm>
    </Dialog>
  );
}
