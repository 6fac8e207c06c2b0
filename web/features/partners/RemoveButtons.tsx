import { Eraser, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { PartnerView } from '../../../api/views.ts';
import { Button } from '../../components/ui/Button.tsx';
import { FetchedPart } from '../../components/ui/FetchedPart.tsx';
import { onDemand } from '../../lib/onDemand.tsx';
import { useRowFocus } from './rowFocus.ts';

const DeletePartnerDialog = onDemand(() =>
  import('./DeletePartnerDialog.tsx').then((module) => module.DeletePartnerDialog),
);
const ErasePartnerDialog = onDemand(() =>
  import('./ErasePartnerDialog.tsx').then((module) => module.ErasePartnerDialog),
);

/** Delete hides a partner; Erase destroys what is known of them. */
export function RemoveButtons({ partner }: { partner: PartnerView }) {
  return (
    <>
      <DangerButton partner={partner} Dialog={DeletePartnerDialog}>
        <Trash2 aria-hidden />
        Delete Partner
      </DangerButton>
      <DangerButton partner={partner} Dialog={ErasePartnerDialog}>
        <Eraser aria-hidden />
        Erase permanently
      </DangerButton>
    </>
  );
}

function DangerButton(props: { partner: PartnerView; Dialog: typeof DeletePartnerDialog; children: ReactNode }) {
  const { partner, Dialog } = props;
  const [open, setOpen] = useState(false);
  const keepRow = useRowFocus();
  const close = (): void => setOpen(false);
  return (
    <>
      <Button
        size="small"
        variant="quietDanger"
        onClick={(event) => {
          keepRow(event.currentTarget);
          setOpen(true);
        }}
      >
        {props.children}
      </Button>
      <FetchedPart onLost={close}>{open && <Dialog partner={partner} onClose={close} />}</FetchedPart>
    </>
  );
}
