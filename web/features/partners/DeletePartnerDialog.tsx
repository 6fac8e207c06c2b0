import type { PartnerView } from '../../../api/views.ts';
import { ConfirmDialog } from '../../components/ui/ConfirmDialog.tsx';
import { useDeletePartner } from './deletePartner.ts';

export function DeletePartnerDialog(props: { partner: PartnerView; onClose: () => void }) {
  const remove = useDeletePartner();
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) props.onClose();
      }}
      title="Delete Partner?"
      confirmLabel="Delete Partner"
      destructive
      pending={remove.isPending}
      onConfirm={() => remove.mutate(props.partner, { onSuccess: props.onClose })}
    >
      Are you sure you want to delete {props.partner.name ?? 'this partner'}? This action cannot be undone.
    </ConfirmDialog>
  );
}
