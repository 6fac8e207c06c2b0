import type { SecurityView } from '../../../api/views.ts';
import { Dialog } from '../../components/ui/Dialog.tsx';
import { useNewRecoveryCodes } from './api.ts';
import { ANY_CODE, ProofForm } from './ProofForm.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { useUnsavedCodes } from './unsavedCodes.ts';

/** New recovery codes; the old ones end. */
export function NewCodesDialog(props: { security: SecurityView; onClose: () => void }) {
  const make = useNewRecoveryCodes();
  const codes = make.data?.recoveryCodes;
  const { reminded, mayClose } = useUnsavedCodes(codes !== undefined, props.onClose);
  return (
    <Dialog onClose={mayClose} title="New recovery codes">
      {codes ? (
        <RecoveryCodes codes={codes} reminded={reminded} onSaved={props.onClose} />
      ) : (
        <ProofForm
          asks={{ password: props.security.hasPassword, code: ANY_CODE }}
          label="Make new codes"
          pending={make.isPending}
          submit={({ password, code = '' }) => make.mutateAsync({ ...(password !== undefined && { password }), code })}
          onCancel={props.onClose}
        >
          <p className="text-ink-2">You get ten new codes. The old ones stop working at once.</p>
        </ProofForm>
      )}
    </Dialog>
  );
}
