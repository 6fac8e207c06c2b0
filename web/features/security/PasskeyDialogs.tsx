import type { PasskeyView, SecurityView } from '../../../api/views.ts';
import { Dialog } from '../../components/ui/Dialog.tsx';
import { useAddPasskey, useRemovePasskey } from './api.ts';
import { ProofForm } from './ProofForm.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { useUnsavedCodes } from './unsavedCodes.ts';

/** The password, then the browser's own dialog, then the recovery codes of a first second factor. */
export function AddPasskeyDialog(props: { security: SecurityView; onClose: () => void }) {
  const add = useAddPasskey();
  const codes = add.data?.recoveryCodes ?? undefined;
  const { reminded, mayClose } = useUnsavedCodes(codes !== undefined, props.onClose);
  return (
    <Dialog onClose={mayClose} title={codes ? 'Passkey added' : 'Add a passkey'}>
      {codes ? (
        <RecoveryCodes codes={codes} reminded={reminded} onSaved={props.onClose} />
      ) : (
        <ProofForm
          asks={{ password: props.security.hasPassword }}
          label="Continue"
          pending={add.isPending}
          submit={async (proof) => {
            const { recoveryCodes } = await add.mutateAsync(proof);
            if (!recoveryCodes) props.onClose();
          }}
          onCancel={props.onClose}
        >
          <p className="text-ink-2">First, confirm that it is you. Then your browser asks where to keep the passkey.</p>
        </ProofForm>
      )}
    </Dialog>
  );
}

export function RemovePasskeyDialog(props: { security: SecurityView; passkey: PasskeyView; onClose: () => void }) {
  const remove = useRemovePasskey();
  return (
    <Dialog onClose={props.onClose} title="Remove this passkey?">
      <ProofForm
        asks={{ password: props.security.hasPassword }}
        label="Remove"
        look="danger"
        pending={remove.isPending}
        submit={async (proof) => {
          await remove.mutateAsync({ ...proof, id: props.passkey.id });
          props.onClose();
        }}
        onCancel={props.onClose}
      >
        <p className="text-ink-2">
          <strong className="wrap-anywhere font-semibold text-ink">{props.passkey.name}</strong> no longer signs you in.
        </p>
      </ProofForm>
    </Dialog>
  );
}
