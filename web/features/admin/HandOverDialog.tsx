import { Button } from '../../components/ui/Button.tsx';
import { CopyField } from '../../components/ui/CopyField.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../components/ui/Dialog.tsx';
import { handOverDone } from './api.ts';

/** The link of an invitation that no mail took along. */
export function HandOverDialog(props: { email: string; url: string }) {
  return (
    <Dialog onClose={handOverDone} title="Hand over this invitation" description={`For ${props.email}`}>
      <DialogBody className="flex flex-col gap-4">
        <p className="text-ink-2">
          No email was sent, because this installation has no mailer. Share this link privately: anyone who opens it can
          choose the password.
        </p>
        <CopyField
          label="Link of the invitation"
          what="Link"
          value={props.url}
          hint="It works once, for seven days. It is not shown again. A new link replaces this one."
        />
      </DialogBody>
      <DialogFooter>
        <Button variant="primary" onClick={handOverDone}>
          Done
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
