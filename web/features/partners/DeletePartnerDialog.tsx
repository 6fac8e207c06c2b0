import type { PartnerView } from '../../../api/views.ts';
import { ConfirmDialog } from '../../components/ui/ConfirmDialog.tsx';
import { useDeletePartner, useWaitingMessages } from './api.ts';
import { cancelledText } from './decisions.ts';

export function DeletePartnerDialog(props: { partner: PartnerView; onClose: () => void }) {
  const remove = useDeletePartner();
  const waiting = useWaitingMessages(props.partner.id);
  return (
    <ConfirmDialog
      onClose={props.onClose}
      title="Delete Partner?"
      confirmLabel="Delete Partner"
      destructive
      pending={remove.isPending}
      confirmDisabled={waiting.isPending}
      onConfirm={() => remove.mutate(props.partner, { onSuccess: props.onClose })}
    >
      Are you sure you want to delete {props.partner.name ?? 'this partner'}? This action cannot be undone.
      {waiting.data && ` ${cancelledText(waiting.data) ?? ''}`}
    </ConfirmDialog>
  );
}
