import { SECRET_OVERLAP_HOURS } from '../../../events/shared/webhookEvents.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../components/ui/Dialog.tsx';
import { useUnsavedCodes } from '../security/unsavedCodes.ts';
import { useRotateSecret } from './api.ts';
import { SecretShown } from './SecretShown.tsx';

export function RotateDialog(props: { id: string; onClose: () => void }) {
  const rotate = useRotateSecret(props.id);
  const { reminded, mayClose } = useUnsavedCodes(rotate.data !== undefined, props.onClose);
  return (
    <Dialog onClose={mayClose} title={rotate.data ? 'Copy the new secret' : 'Rotate the secret?'}>
      {rotate.data ? (
        <SecretShown secret={rotate.data} reminded={reminded} onClose={props.onClose} />
      ) : (
        <>
          <DialogBody>
            <p className="text-ink-2">
              Events are signed with both secrets for {SECRET_OVERLAP_HOURS} hours. After that only the new one counts.
            </p>
          </DialogBody>
          <DialogFooter onCancel={props.onClose}>
            <Button variant="primary" pending={rotate.isPending} onClick={() => rotate.mutate()}>
              Rotate secret
            </Button>
          </DialogFooter>
        </>
      )}
    </Dialog>
  );
}
