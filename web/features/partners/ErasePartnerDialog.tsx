import type { PartnerView } from '../../../api/views.ts';
import { ConfirmDialog } from '../../components/ui/ConfirmDialog.tsx';
import { useErasePartner } from './api.ts';

/** Asks before a person's data is destroyed, and says what that does. */
export function ErasePartnerDialog(props: { partner: PartnerView; onClose: () => void }) {
  const erase = useErasePartner();
  const name = props.partner.name ?? 'this partner';
  return (
    <ConfirmDialog
      onClose={props.onClose}
      title={`Erase ${name} permanently?`}
      confirmLabel="Erase permanently"
      destructive
      pending={erase.isPending}
      onConfirm={() => erase.mutate(props.partner, { onSuccess: props.onClose })}
    >
      <ul className="flex list-disc flex-col gap-1.5 pl-5">
        <li>
          Name, profile, address and the texts of all emails to {name} are destroyed. No one can read them afterwards,
          even in the history.
        </li>
        <li>Emails that have not left yet are cancelled.</li>
        <li>
          Counts are kept. The address is kept on the “Do not contact” list as a fingerprint, so that nothing is sent
          there again.
        </li>
        <li>This cannot be undone, and no search brings this person back.</li>
      </ul>
    </ConfirmDialog>
  );
}
