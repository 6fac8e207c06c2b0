import { Button } from '../../components/ui/Button.tsx';
import { CopyField } from '../../components/ui/CopyField.tsx';
import { DialogBody, DialogFooter } from '../../components/ui/Dialog.tsx';
import { Notice } from '../../components/ui/Notice.tsx';

/** A signing secret, which is shown once. */
export function SecretShown(props: { secret: string; reminded: boolean; onClose: () => void }) {
  return (
    <>
      <DialogBody className="flex flex-col gap-4">
        <CopyField
          label="Signing secret"
          what="Secret"
          value={props.secret}
          hint="The receiver checks with it that an event is ours."
        />
        {props.reminded ? (
          <Notice tone="warn">Copy the secret first. It is lost once this is closed.</Notice>
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
  );
}
