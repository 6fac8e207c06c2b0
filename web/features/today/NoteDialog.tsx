import { Dialog, DialogBody } from '../../components/ui/Dialog.tsx';
import { LoadFailed, Loading } from '../../components/ui/QueryState.tsx';
import { usePartnerDetail } from '../partners/api.ts';
import { Note } from '../partners/PartnerNotes.tsx';

/** The note about a partner, over the thing that is open. */
export function NoteDialog(props: { id: string; name: string; onClose: () => void }) {
  const partner = usePartnerDetail(props.id);
  return (
    <Dialog title="Note" description={<bdi>{props.name}</bdi>} onClose={props.onClose}>
      <DialogBody>
        {partner.isPending && <Loading label="Loading the note" height="h-20" />}
        {partner.isError && <LoadFailed again={partner}>The note could not be loaded. Please try again.</LoadFailed>}
        {partner.data && <Note partner={partner.data} autoFocus />}
      </DialogBody>
    </Dialog>
  );
}
