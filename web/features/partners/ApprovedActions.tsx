import { CircleX } from 'lucide-react';
import type { PartnerView } from '../../../api/views.ts';
import { Button } from '../../components/ui/Button.tsx';
import { ConfirmDialog } from '../../components/ui/ConfirmDialog.tsx';
import { useRejectApproved } from './decisions.ts';
import { RemovePartner } from './RemovePartner.tsx';
import { useRowFocus } from './rowFocus.ts';

export function ApprovedActions(props: { partner: PartnerView }) {
  const reject = useRejectApproved(props.partner);
  const keepRow = useRowFocus();
  return (
    <>
      <Button
        size="small"
        variant="ghost"
        pending={reject.pending}
        onClick={(event) => {
          keepRow(event.currentTarget);
          reject.start();
        }}
      >
        {!reject.pending && <CircleX aria-hidden />}
        Reject
      </Button>
      <ConfirmDialog
        open={reject.question !== null}
        onClose={reject.close}
        title={`Reject ${props.partner.name ?? 'this partner'}?`}
        confirmLabel="Reject"
        destructive
        pending={reject.pending}
        onConfirm={reject.confirm}
      >
        {reject.question}
      </ConfirmDialog>
      <RemovePartner partner={props.partner} />
    </>
  );
}
